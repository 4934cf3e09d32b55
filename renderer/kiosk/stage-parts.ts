import type { ReactNode } from 'react';
import type { QuietTimer } from './use-kiosk.ts';

/** What every stage gets. */
export interface StageParts {
  /** Null where the stage has no time limit. */
  timer: QuietTimer | null;
  /** Larger, Contrast, Lower and Help. */
  easierKeys: ReactNode;
  onStart: () => void;
  /** Back to the attract stage, with nothing left of this customer. */
  onStartOver: () => void;
}
