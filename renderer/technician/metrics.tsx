import type { DeviceMetric } from '../../electron/contract/index.ts';
import { Key } from '../components/keys.tsx';
import { useNow } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { failureWords } from './action-message.ts';
import { useMetrics } from './use-calls.ts';
import { technicianWords, type TechnicianTexts } from '../text/technician-words.ts';
import * as windowCss from '../components/window.module.css';
import * as css from './technician.module.css';

/** One Device Metric as a row: the known columns as text, and every other value from the platform. */
export interface MetricRow {
  id: string;
  at: string;
  connection: string;
  network: string;
  signal: string;
  also: { name: string; value: string }[];
}

/** The platform's time may have any format; an invalid time is shown unchanged. */
function timeWords(createdAt: string | null, texts: TechnicianTexts): string {
  if (createdAt === null) return texts.words.technician.metrics.empty;
  const at = Date.parse(createdAt);
  if (Number.isNaN(at)) return createdAt;
  const day = new Intl.DateTimeFormat(texts.locale, { day: '2-digit', month: 'short' }).format(at);
  return `${day}, ${texts.clockTime(at)}`;
}

/** Pure. Values that the specification does not name keep their own names and are shown unchanged. */
export function metricRow(metric: DeviceMetric, texts: TechnicianTexts): MetricRow {
  const { empty, yes, no } = texts.words.technician.metrics;
  const valueWords = (value: DeviceMetric['other'][string]) =>
    value === null ? empty : typeof value === 'boolean' ? (value ? yes : no) : String(value);
  return {
    id: metric.id,
    at: timeWords(metric.createdAt, texts),
    connection: metric.connection ?? empty,
    network: metric.networkType ?? empty,
    signal: metric.signalStrength ?? empty,
    also: Object.entries(metric.other).map(([name, value]) => ({ name, value: valueWords(value) })),
  };
}

/** Device Metrics as a list, in the platform's order; read when the Device is chosen, and again by the key. */
export function Metrics({ device }: { device: string | undefined }) {
  const texts = useTexts(technicianWords);
  const { metrics: text } = texts.words.technician;
  const now = useNow();
  const { isReading, metrics, readMs, failure, readAgain } = useMetrics(device);
  if (device === undefined)
    return (
      <p className={`${windowCss.small} ${css.metricsNone}`} data-part="small">
        {text.noDevice}
      </p>
    );
  return (
    <section className={css.metrics} aria-labelledby="metrics-title">
      <div className={css.metricsHead}>
        <h2 id="metrics-title">{text.title}</h2>
        <span className={windowCss.small} data-part="small">
          {isReading ? text.reading : readMs === null ? '' : text.read({ age: texts.ageAgo(now - readMs) })}
        </span>
        <Key name="read-metrics" variant="small" icon="refresh" onPress={readAgain}>
          {text.readAgain}
        </Key>
      </div>
      {failure ? (
        <p className={css.metricsNone}>
          {text.notRead} {failureWords(failure, texts)} <span className="tb-code">{failure.code}</span>
        </p>
      ) : null}
      {metrics?.length === 0 ? <p className={css.metricsNone}>{text.none}</p> : null}
      {metrics && metrics.length > 0 ? <MetricTable rows={metrics.map((one) => metricRow(one, texts))} /> : null}
    </section>
  );
}

function MetricTable({ rows }: { rows: readonly MetricRow[] }) {
  const { metrics: text } = useTexts(technicianWords).words.technician;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{text.at}</th>
          <th scope="col">{text.connection}</th>
          <th scope="col">{text.network}</th>
          <th scope="col">{text.signal}</th>
        </tr>
      </thead>
      {rows.map((row) => (
        <tbody key={row.id}>
          <tr>
            <td>{row.at}</td>
            <td data-label={text.connection}>{row.connection}</td>
            <td data-label={text.network}>{row.network}</td>
            <td data-label={text.signal}>{row.signal}</td>
          </tr>
          {/* The number and the names of these values are unknown, so they get the whole width. */}
          {row.also.length > 0 ? (
            <tr>
              <td colSpan={4} className={`${css.metricsAlso} tb-code`}>
                {text.also}{' '}
                {row.also.map(({ name, value }) => (
                  <span key={name}>
                    {name} <b>{value}</b>{' '}
                  </span>
                ))}
              </td>
            </tr>
          ) : null}
        </tbody>
      ))}
    </table>
  );
}
