/** Time and randomness as parameters for every part of the host that waits or records times. */
import { afterSilence, type Clock } from '../../domain/index.ts';

export { Ages, endedAt, CompletionAges, type Ended } from './ages.ts';
export { windowOf, type TimeWindow } from './window.ts';

/**
 * Milliseconds since this computer started: one clock for all processes, which cannot be set. It pauses while the
 * computer sleeps.
 */
export const sinceBoot = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** Result of `work`, or null if it takes longer; `work` then continues unobserved. Rejects like `work`. */
export async function within<T>(clock: Clock, limitMs: number, work: Promise<T>): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const stop = afterSilence(clock, limitMs, () => late.resolve(null));
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    stop();
  }
}

/** Random number in [0, 1) from the cryptographic source; used for jitter only. */
export const random = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;
