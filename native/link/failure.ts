/** Error class and link kinds of the project, re-exported for this module only. */
export { TillError, type FailureCode, type LinkKind } from '../../electron/contract/index.ts';

/** Code of an operating-system error, for example `ECONNREFUSED`, or undefined. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Reason in words of any error that a binding throws or emits, including plain strings. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : String(error);
}
