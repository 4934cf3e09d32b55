import { useTexts } from '../text/index.ts';
import { Icon } from './icon.tsx';
import * as css from './steps.module.css';

/** Step of a payment. `time` is at the right: tenths of a second when done, a stopwatch while the step runs. */
export interface Step {
  name: string;
  state: 'done' | 'now' | 'to-come';
  time: string;
}

/** Progress of a payment; on a phone, a single bar with the running step below. */
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
