/** A reader's refusals as errors (reference section 3). */
import { byteHex } from '../../../framing/bytes.ts';
import { TillError } from '../../../../electron/contract/index.ts';
import { status, statusName } from './codes.ts';

/** A response frame, as sessions and driver receive it. */
export interface Neo2Reply {
  readonly command: number;
  readonly status: number;
  readonly data: Uint8Array;
}

/** Status bytes that mean "not now" instead of "never". */
const busy: ReadonlySet<number> = new Set([status.notAllowed, status.subcommandNotAllowed]);
const unsupported: ReadonlySet<number> = new Set([
  status.unknownCommand,
  status.unknownSubcommand,
  status.notSupported,
]);

/** True when the model lacks the command permanently. */
export function isUnsupported(reply: Neo2Reply): boolean {
  return unsupported.has(reply.status);
}

/**
 * Returns the error for a refusing reply: TERM_BUSY when waiting helps, TERM_UNSUPPORTED when the reader lacks the
 * command, otherwise TERM_REFUSED.
 */
export function neo2Refusal(reply: Neo2Reply, what: string): TillError {
  const codeName = busy.has(reply.status)
    ? 'TERM_BUSY'
    : unsupported.has(reply.status)
      ? 'TERM_UNSUPPORTED'
      : 'TERM_REFUSED';
  return new TillError(codeName, `the terminal refused ${what}: ${statusName(reply.status)}`, {
    context: { status: byteHex(reply.status) },
  });
}

/**
 * Returns a successful reply.
 * @throws the refusal otherwise
 */
export function requireOk(reply: Neo2Reply, what: string): Neo2Reply {
  if (reply.status !== status.ok) throw neo2Refusal(reply, what);
  return reply;
}
