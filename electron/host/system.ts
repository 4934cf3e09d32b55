/** The real clock and real chance, which the composition hands to everything that needs them. */
import type { Clock } from './payments/index.ts';

/** The computer's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

/** A number in [0, 1) from the cryptographic source; used for jitter only. */
export const random = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;
