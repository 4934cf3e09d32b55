/** What a transaction of this family gets from the terminal it runs on: its session, its clock, its bounds. */
import type { Clock } from '../../../time/clock.ts';
import type { TerminalNotice } from '../../shared/terminal.ts';
import type { StartTransaction } from '../codec/commands.ts';
import type { RestartFlag } from './restarts.ts';
import type { MmsSession } from './wire.ts';

/** Bounds of a transaction, milliseconds. */
export interface TransactionLimits {
  /** Silence beyond the card time-out before the terminal is asked what is going on. */
  readonly marginMs: number;
  /** How long the last notifications may take after a result, a cancel or a "nothing running". */
  readonly settleMs: number;
  /** How long a card may stay in the slot after the result. */
  readonly removeMs: number;
  /** How long the bank's answer may take altogether. */
  readonly answerMs: number;
  /** How long it may take with the bank's answer when its response to that was lost. */
  readonly completeMs: number;
  /** How long a command of the transaction waits for its response. */
  readonly replyMs: number;
}

export const defaultTransactionLimits: TransactionLimits = {
  marginMs: 15_000,
  settleMs: 3_000,
  removeMs: 60_000,
  answerMs: 300_000,
  completeMs: 10_000,
  replyMs: 2_000,
};

export interface TransactionContext {
  readonly session: MmsSession;
  readonly clock: Clock;
  readonly limits: TransactionLimits;
  /** The start the terminal was given; a swipe instead of its chip is the same with fewer readers. */
  readonly start: StartTransaction;
  /** Raised just before the start. */
  readonly restarts: RestartFlag;
  readonly notice: (notice: TerminalNotice) => void;
  /** Called once, just before the `finished` event: a new transaction may start from its listener. */
  readonly onEnd: () => void;
}
