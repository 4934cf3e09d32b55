/** Resources that a transaction of this family gets from its reader: session, clock, limits. */
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
  /** True if the reader confirms accepted commands. */
  readonly confirmsCommands: boolean;
  readonly notice: (notice: TerminalNotice) => void;
  /** Called with requested elements that the card data lacks; usually there are none. */
  readonly noteLeftOut: (tags: readonly string[]) => void;
  /** Called once, just before the `finished` event, so that its listener may start a new transaction. */
  readonly onEnd: () => void;
}
