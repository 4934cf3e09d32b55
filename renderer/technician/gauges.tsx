import type { TerminalView } from '../../electron/contract/index.ts';
import { useNow } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { technicianWords, type TechnicianTexts } from '../text/technician-words.ts';
import * as css from './technician.module.css';

/** One figure of the terminal. */
export interface Gauge {
  label: string;
  value: string;
}

/**
 * Returns the figures of a terminal in their fixed order. A figure that the terminal did not report is shown as unknown
 * instead of being left out.
 */
export function gaugesOf(health: TerminalView['health'], nowMs: number, texts: TechnicianTexts): Gauge[] {
  const { gauges } = texts.words.technician;
  const number = new Intl.NumberFormat(texts.locale);
  const battery =
    health.batteryPercent === null
      ? health.hasExternalPower === true
        ? gauges.mains
        : gauges.unknown
      : gauges.percent({ value: number.format(health.batteryPercent) });
  return [
    {
      label: gauges.linkUp,
      value: health.linkUpSince === null ? gauges.none : texts.duration(nowMs - Date.parse(health.linkUpSince)),
    },
    { label: gauges.reconnects, value: number.format(health.reconnects) },
    { label: gauges.readErrors, value: number.format(health.readErrors) },
    { label: gauges.battery, value: battery },
    {
      label: gauges.temperature,
      value:
        health.temperatureCelsius === null
          ? gauges.unknown
          : gauges.celsius({ value: number.format(health.temperatureCelsius) }),
    },
  ];
}

export function Gauges({ health }: { health: TerminalView['health'] }) {
  const texts = useTexts(technicianWords);
  const now = useNow();
  return (
    <dl className={css.gauges} aria-label={texts.words.technician.gauges.region}>
      {gaugesOf(health, now, texts).map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
