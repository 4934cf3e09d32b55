import type { ReactNode } from 'react';
import * as css from './timer-bar.module.css';

/** Bar and words of a time limit. The seconds are for the eye only. `part`: what is left, 1 to 0. */
export function TimerBar({ part, children }: { part: number; children: ReactNode }) {
  return (
    <p className={css.timer} data-part="timer" aria-hidden="true">
      <span className={css.timerBar}>
        <i style={{ width: `${Math.min(1, Math.max(0, part)) * 100}%` }} />
      </span>
      <span>{children}</span>
    </p>
  );
}
