/** What a transaction of this family gets from the reader it runs on: its dialogue, its clock, its bounds. */
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
  /** Number of the first choice of a selection. */
  readonly firstChoice: number;
  /** Brings a start to the reader, clock and all; `taken` is called in order with notifications. Rejects with its refusal. */
  readonly startReader: (command: Uint8Array, taken: () => void) => Promise<void>;
  /** The result code of a cancel. */
  readonly cancelReader: () => Promise<number>;
  readonly notice: (notice: TerminalNotice) => void;
  /** Called once, just before the `finished` event: a new transaction may start from its listener. */
  readonly onEnd: () => void;
}
