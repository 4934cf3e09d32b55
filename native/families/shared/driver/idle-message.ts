/** Refusals of idle messages that a model cannot show. */
import { TillError } from '../../../../electron/contract/index.ts';
import type { TerminalCapabilities } from '../terminal.ts';

export const NO_IDLE_DISPLAY = 'this model has no display for an idle message';
export const ONLY_ASCII = 'this model shows the letters, digits and signs of ASCII only';

export function refusedIdleMessage(idleMessage: TerminalCapabilities['idleMessage'], why: string): TillError {
  return new TillError('TERM_UNSUPPORTED', why, { context: { idleMessage } });
}
