import { newAttemptId } from '../../electron/domain/index.ts';

/** Source of random bytes, which tests replace to get known ids. */
export type RandomBytes = (length: number) => Uint8Array;

const cryptoBytes: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));

/** Creates an attempt id, once per charge request. `nowMs`: milliseconds since 1970. */
export function attemptIdFrom(nowMs: number, randomBytes: RandomBytes = cryptoBytes): string {
  return newAttemptId(nowMs, randomBytes(8));
}
