import { pause, systemClock, type Clock } from '../../domain/index.ts';

export type SandboxClock = Pick<Clock, 'now' | 'after'>;

/**
 * The platform's clock. It is a separate object, so that a test that sets the clock of the till's computer does not
 * change it.
 */
export const platformClock: SandboxClock = { ...systemClock };

/** A clock with an offset from another clock. */
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
export async function wait(clock: SandboxClock, delayMs: number, signal: AbortSignal): Promise<boolean> {
  if (!signal.aborted) await pause(clock, delayMs, signal);
  return !signal.aborted;
}
