import { useTexts } from '../text/index.ts';
import { Icon } from './icon.tsx';
import * as css from './steps.module.css';

/** One step of a payment. `time` is what stands at its right: tenths when done, a stopwatch while it runs. */
export interface Step {
  name: string;
  state: 'done' | 'now' | 'to-come';
  time: string;
}

/** The way a payment goes; on a phone one bar with the running step under it. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  const { words } = useTexts();
  return (
    <ol className={css.steps} aria-label={words.counter.progress}>
      {steps.map((step) => (
        <li
          key={step.name}
          data-state={step.state}
          {...(step.state === 'now' ? { 'aria-current': 'step' as const } : {})}
        >
          <span className={css.dot}>{step.state === 'done' ? <Icon name="tick" /> : null}</span>
          <span className={css.name}>{step.name}</span>
          <span className={css.time}>{step.time}</span>
        </li>
      ))}
    </ol>
  );
}
