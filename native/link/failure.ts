/** The project's error class and link kinds, for this module only. */
export { TillError, type FailureCode, type LinkKind } from '../../electron/contract/index.ts';

/** The code of an operating-system error, e.g. `ECONNREFUSED`; undefined where there is none. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** What went wrong in words, from whatever a binding throws (some throw or emit plain strings). */
export function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : String(error);
}
