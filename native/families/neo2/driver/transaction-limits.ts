/** What a transaction of this family gets from the reader it runs on: its session, its clock, its bounds. */
import type { Clock } from '../../../../electron/domain/index.ts';
import type { Neo2TransactionLimits } from '../models/limits.ts';
import type { TerminalCapabilities, TerminalNotice } from '../../shared/terminal.ts';
import type { Neo2Session } from './wire.ts';

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
  /** Called with the elements that the card data leave out although they were asked for; most often none. */
  readonly noteLeftOut: (tags: readonly string[]) => void;
  /** Called once, just before the `finished` event: a new transaction may start from its listener. */
  readonly onEnd: () => void;
}
