/** Time and chance as parameters. Everything in the host that waits or dates something is handed these. */
import { afterSilence, type Clock } from '../../domain/index.ts';

export { Ages, endedAt, CompletionAges, type Ended } from './ages.ts';
export { windowOf, type TimeWindow } from './window.ts';

/** Milliseconds since this computer started: one clock for all its processes, which nobody sets. Stands still while it sleeps. */
export const sinceBoot = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** What `work` resolves with, or null when that takes longer; it goes on by itself then. Rejects as `work` does. */
export async function within<T>(clock: Clock, limitMs: number, work: Promise<T>): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const stop = afterSilence(clock, limitMs, () => late.resolve(null));
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    stop();
  }
}

/** A number in [0, 1) from the cryptographic source; used for jitter only. */
export const random = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;
