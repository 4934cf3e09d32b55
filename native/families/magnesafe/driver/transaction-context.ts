/** Resources that a transaction of this family gets from its reader: dialogue, clock, limits. */
import type { Clock } from '../../../../electron/domain/index.ts';
import type { MagnesafeLimits } from '../models/limits.ts';
import type { TerminalCapabilities, TerminalNotice } from '../../shared/terminal.ts';
import type { Dialogue } from './dialogue.ts';

export interface MagnesafeContext {
  readonly dialogue: Dialogue;
  readonly clock: Clock;
  readonly limits: MagnesafeLimits;
  readonly capabilities: TerminalCapabilities;
  readonly numericCurrency: string;
  readonly firstChoice: number;
  /**
   * Sends a start to the reader and sets its clock if needed. `taken` is called in order with notifications. Rejects
   * with the reader's refusal.
   */
  readonly startReader: (command: Uint8Array, taken: () => void) => Promise<void>;
  /** Returns the result code of a cancel. */
  readonly cancelReader: () => Promise<number>;
  readonly notice: (notice: TerminalNotice) => void;
  /** Called once, just before the `finished` event, so that its listener may start a new transaction. */
  readonly onEnd: () => void;
}
