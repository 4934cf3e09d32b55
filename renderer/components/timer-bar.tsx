import type { ReactNode } from 'react';
import './timer-bar.css';

/** Bar and words of a time limit. The seconds are for the eye only. `part`: what is left, 1 to 0. */
export function TimerBar({ part, children }: { part: number; children: ReactNode }) {
  return (
    <p className="tb-timer" aria-hidden="true">
      <span className="tb-timer-bar">
        <i style={{ width: `${Math.min(1, Math.max(0, part)) * 100}%` }} />
      </span>
      <span>{children}</span>
    </p>
  );
}
