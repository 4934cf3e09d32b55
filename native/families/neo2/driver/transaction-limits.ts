/** What a transaction of this family gets from the reader it runs on: its session, its clock, its bounds. */
import type { Clock } from '../../../time/clock.ts';
import type { TerminalCapabilities, TerminalNotice } from '../../shared/terminal.ts';
import type { Neo2Session } from './wire.ts';

/** Bounds of a transaction, milliseconds. */
export interface Neo2TransactionLimits {
  /** Silence beyond the card time-out before the reader is told to stop. */
  readonly marginMs: number;
  /** How long a long-running command's answer may take after the reader has taken a cancel. */
  readonly settleMs: number;
  /** How long the bank's answer may take altogether. */
  readonly answerMs: number;
  /** How long the chip may take with the bank's answer. */
  readonly completeMs: number;
  /** How long a command of the transaction waits for its reply, or for word that it was taken. */
  readonly replyMs: number;
  /** How long a reader that does not say when it takes a command has for refusing it. */
  readonly consentMs: number;
}

export const defaultNeo2Limits: Neo2TransactionLimits = {
  marginMs: 15_000,
  settleMs: 500,
  answerMs: 300_000,
  completeMs: 30_000,
  replyMs: 2_000,
  consentMs: 300,
};

export interface Neo2TransactionContext {
  readonly session: Neo2Session;
  readonly clock: Clock;
  readonly limits: Neo2TransactionLimits;
  readonly capabilities: TerminalCapabilities;
  /** Four digits of ISO 4217. */
  readonly numericCurrency: string;
  /** The reader says when it has taken a command. */
  readonly saysTaken: boolean;
  readonly notice: (notice: TerminalNotice) => void;
  /** Called once, just before the `finished` event: a new transaction may start from its listener. */
  readonly onEnd: () => void;
}
