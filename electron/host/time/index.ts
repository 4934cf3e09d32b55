/** Time and chance as parameters. Everything in the host that waits or dates something is handed these. */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `task` after `delayMs`; returns a function that cancels it. */
  after(delayMs: number, task: () => void): () => void;
}

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
