import type { Clock } from '../../electron/domain/index.ts';

/** Timers that are cancelled together, for example when power fails or the terminal is closed. */
export class Timers {
  readonly #clock: Clock;
  readonly #pending = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  /** Runs `task` once after `delayMs`. Returns a function that cancels it. */
  after(delayMs: number, task: () => void): () => void {
    const cancelTimer = this.#clock.after(delayMs, () => {
      this.#pending.delete(cancelTimer);
      task();
    });
    this.#pending.add(cancelTimer);
    return () => {
      this.#pending.delete(cancelTimer);
      cancelTimer();
    };
  }

  cancelAll(): void {
    for (const cancelTimer of this.#pending) cancelTimer();
    this.#pending.clear();
  }
}
