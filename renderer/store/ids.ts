import { newAttemptId } from '../../electron/domain/index.ts';

/** Random bytes by parameter, so that tests know what comes out. */
export type RandomBytes = (length: number) => Uint8Array;

/** From the browser's cryptographic generator. */
const cryptoBytes: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));

/** A new attempt id, made once per charge request. `nowMs` in milliseconds since 1970. */
export function attemptIdFrom(nowMs: number, randomBytes: RandomBytes = cryptoBytes): string {
  return newAttemptId(nowMs, randomBytes(8));
}
