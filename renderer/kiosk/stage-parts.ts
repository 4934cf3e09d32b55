import type { ReactNode } from 'react';
import type { QuietTimer } from './use-kiosk.ts';

/** Parts that every stage receives. */
export interface StageParts {
  /** Timer of the stage, or null when it has no time limit. */
  timer: QuietTimer | null;
  /** Larger, Contrast, Lower and Help. */
  easierKeys: ReactNode;
  onStart: () => void;
  /** Returns to the attract stage and clears everything of this customer. */
  onStartOver: () => void;
}
