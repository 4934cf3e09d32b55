import type { ReactNode } from 'react';
import * as css from './timer-bar.module.css';

/** Bar and text of a time limit, hidden from screen readers. `part`: remaining share, 0..1. */
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
