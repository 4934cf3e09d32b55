import type { Clock } from './clock.ts';

/** Timers that can be called off all at once: when power fails, or the terminal is closed. */
export class Timers {
  readonly #clock: Clock;
  readonly #pending = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs `task` once after `delayMs`; gives a function that calls it off. */
  after(delayMs: number, task: () => void): () => void {
    const callOff = this.#clock.after(delayMs, () => {
      this.#pending.delete(callOff);
      task();
    });
    this.#pending.add(callOff);
    return () => {
      this.#pending.delete(callOff);
      callOff();
    };
  }

  cancelAll(): void {
    for (const callOff of this.#pending) callOff();
    this.#pending.clear();
  }
}
