/** What a transaction of this family gets from the reader it runs on: its dialogue, its clock, its bounds. */
import type { Clock } from '../../../time/clock.ts';
import type { TerminalCapabilities, TerminalNotice } from '../../shared/terminal.ts';
import type { Dialogue } from './dialogue.ts';

/** Bounds of a transaction, milliseconds. */
export interface MagnesafeLimits {
  /** Silence beyond the card time-out before the reader is told to stop. */
  readonly marginMs: number;
  /** How long the result may take after a cancel, or after a word that nothing runs. */
  readonly settleMs: number;
  /** How long a card may stay in the slot after the result. */
  readonly removeMs: number;
  /** How long the bank's answer may take altogether. */
  readonly answerMs: number;
  /** How long the card may take with the bank's answer. */
  readonly completeMs: number;
  readonly replyMs: number;
}

export const defaultMagnesafeLimits: MagnesafeLimits = {
  marginMs: 15_000,
  settleMs: 3_000,
  removeMs: 60_000,
  answerMs: 300_000,
  completeMs: 10_000,
  replyMs: 2_000,
};

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
