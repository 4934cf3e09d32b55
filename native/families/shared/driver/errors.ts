/** Error conversions that every driver shares. */
import { TillError } from '../../../../electron/contract/index.ts';
import type { Link } from '../../../link/link.ts';

/** Any thrown value as a TillError; a foreign error becomes HOST_INTERNAL with the original as its cause. */
export function asTillError(error: unknown): TillError {
  return error instanceof TillError
    ? error
    : new TillError('HOST_INTERNAL', error instanceof Error ? error.message : String(error), { cause: error });
}

/** True if an error is a refusal, which proves that the terminal is connected and has answered. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof TillError &&
    (error.code === 'TERM_REFUSED' || error.code === 'TERM_BUSY' || error.code === 'TERM_UNSUPPORTED')
  );
}

/** LINK_CLOSED error for operations that were pending when the host itself closed the terminal. */
export function closedError(address: string): TillError {
  return new TillError('LINK_CLOSED', `${address} was closed`, { context: { address } });
}

/** TERM_BUSY error for operations that are impossible during a transaction. */
export function busyError(attempt: string): TillError {
  return new TillError('TERM_BUSY', 'a transaction is running on this terminal', { context: { attempt } });
}

/**
 * Refines the error of a failed identification: TERM_SILENT becomes FRAME_GARBAGE when bytes came but formed no
 * message. `protocol` is the protocol's public name.
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
