/** What a transaction of this family gets from the terminal it runs on: its session, its clock, its bounds. */
import type { Clock } from '../../../../electron/domain/index.ts';
import type { TransactionLimits } from '../models/limits.ts';
import type { TerminalNotice } from '../../shared/terminal.ts';
import type { StartTransaction } from '../codec/commands.ts';
import type { RestartFlag } from './restarts.ts';
import type { MmsSession } from './wire.ts';

export interface TransactionContext {
  readonly session: MmsSession;
  readonly clock: Clock;
  readonly limits: TransactionLimits;
  readonly hasPinPad: boolean;
  /** The start the terminal was given; a swipe instead of its chip is the same with fewer readers. */
  readonly start: StartTransaction;
  /** Raised just before the start. */
  readonly restarts: RestartFlag;
  readonly notice: (notice: TerminalNotice) => void;
  /** Called once, just before the `finished` event: a new transaction may start from its listener. */
  readonly onEnd: () => void;
}
