/** Time by parameter: tests move it by hand. */
export interface SandboxClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `task` after `delayMs`; returns a function that cancels it. */
  after(delayMs: number, task: () => void): () => void;
}

export const systemClock: SandboxClock = {
  now: () => Date.now(),
  after: (delayMs, task) => {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

/** A clock that can be put ahead of another, or behind it. */
export class SkewedClock implements SandboxClock {
  readonly #base: SandboxClock;
  #skewMs = 0;

  constructor(base: SandboxClock) {
    this.#base = base;
  }

  now(): number {
    return this.#base.now() + this.#skewMs;
  }

  after(delayMs: number, task: () => void): () => void {
    return this.#base.after(delayMs, task);
  }

  set(skewMs: number): void {
    this.#skewMs = skewMs;
  }
}

/** Waits on `clock`. Resolves to false, at once, when `signal` aborts first. */
export function wait(clock: SandboxClock, delayMs: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const onAbort = () => {
      cancel();
      resolve(false);
    };
    const cancel = clock.after(delayMs, () => {
      signal.removeEventListener('abort', onAbort);
      resolve(true);
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
