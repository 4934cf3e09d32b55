/** Time and chance as parameters. Everything in the host that waits or dates something is handed these. */
import type { Clock } from '../../contract/index.ts';

export type { Clock };

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
