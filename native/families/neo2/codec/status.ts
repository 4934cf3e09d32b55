/** Refusals of a reader as errors (reference section 3). */
import { TillError } from '../../../../electron/contract/index.ts';
import { status, statusName } from './codes.ts';

/** A response frame, as sessions and driver have it. */
export interface Neo2Reply {
  readonly command: number;
  readonly status: number;
  readonly data: Uint8Array;
}

/** Status bytes that mean "not now", as opposed to "not ever". */
const busy: ReadonlySet<number> = new Set([status.notAllowed, status.subcommandNotAllowed]);
/** Status bytes of a reader that has no such command. */
const unsupported: ReadonlySet<number> = new Set([
  status.unknownCommand,
  status.unknownSubcommand,
  status.notSupported,
]);

/** True when the model has no such command and will not get it. */
export function isUnsupported(reply: Neo2Reply): boolean {
  return unsupported.has(reply.status);
}

/** What a refusing reply means: TERM_BUSY where waiting helps, TERM_UNSUPPORTED where nothing does, else TERM_REFUSED. */
export function neo2Refusal(reply: Neo2Reply, what: string): TillError {
  const codeName = busy.has(reply.status)
    ? 'TERM_BUSY'
    : unsupported.has(reply.status)
      ? 'TERM_UNSUPPORTED'
      : 'TERM_REFUSED';
  return new TillError(codeName, `the terminal refused ${what}: ${statusName(reply.status)}`, {
    context: { status: reply.status.toString(16).padStart(2, '0').toUpperCase() },
  });
}

/** Gives the reply back when it is a success; throws its refusal otherwise. */
export function requireOk(reply: Neo2Reply, what: string): Neo2Reply {
  if (reply.status !== status.ok) throw neo2Refusal(reply, what);
  return reply;
}
