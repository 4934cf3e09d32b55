/** What every driver makes of errors that are not its own. */
import { TillError } from '../../../../electron/contract/index.ts';
import type { Link } from '../../../link/link.ts';

/** Any thrown value as a TillError; a stranger's becomes HOST_INTERNAL and stays its cause. */
export function asTillError(error: unknown): TillError {
  return error instanceof TillError
    ? error
    : new TillError('HOST_INTERNAL', error instanceof Error ? error.message : String(error), { cause: error });
}

/** Whether an error is the terminal's own "no": it is there and has answered. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof TillError &&
    (error.code === 'TERM_REFUSED' || error.code === 'TERM_BUSY' || error.code === 'TERM_UNSUPPORTED')
  );
}

/** LINK_CLOSED, for what was under way when we closed a terminal ourselves. */
export function closedError(address: string): TillError {
  return new TillError('LINK_CLOSED', `${address} was closed`, { context: { address } });
}

/** TERM_BUSY, for what cannot be done beside a transaction. */
export function busyError(attempt: string): TillError {
  return new TillError('TERM_BUSY', 'a transaction is running on this terminal', { context: { attempt } });
}

/**
 * Why an identification failed, more precisely: TERM_SILENT becomes FRAME_GARBAGE when bytes came and made no message.
 * `protocol`: its name, as people know it.
 */
export function explainIdentification(
  error: unknown,
  session: { readonly link: Link; readonly statistics: { readonly bytes: number; readonly messages: number } },
  protocol: string,
): unknown {
  const { bytes, messages } = session.statistics;
  const { address } = session.link;
  if (!(error instanceof TillError) || error.code !== 'TERM_SILENT' || bytes === 0 || messages > 0) return error;
  return new TillError('FRAME_GARBAGE', `${address} answers, but not in ${protocol}`, {
    context: { address, bytes },
    cause: error,
  });
}
