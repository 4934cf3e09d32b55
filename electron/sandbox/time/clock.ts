import { pause, systemClock, type Clock } from '../../domain/index.ts';

export type SandboxClock = Pick<Clock, 'now' | 'after'>;

/** The platform's clock. A test that sets the clock of the till's computer leaves this clock alone. */
export const platformClock: SandboxClock = { ...systemClock };

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
export async function wait(clock: SandboxClock, delayMs: number, signal: AbortSignal): Promise<boolean> {
  if (!signal.aborted) await pause(clock, delayMs, signal);
  return !signal.aborted;
}
