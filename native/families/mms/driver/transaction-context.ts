/** The parts of a terminal that its transaction uses. */
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
  /** Start request of this transaction; the fallback to the stripe repeats it with fewer readers. */
  readonly start: StartTransaction;
  /** Flag that is set just before the start. */
  readonly restarts: RestartFlag;
  readonly notice: (notice: TerminalNotice) => void;
  /** Called once, just before the `finished` event, so that the event's listener may start a new transaction. */
  readonly onEnd: () => void;
}
