/** Wakes the sandbox when an outcome is due, so that events are sent even without a request. */
import type { SandboxClock } from './clock.ts';

/** About 24 days, the maximum of one timer. Later outcomes are settled at the next request. */
const LONGEST_MS = 2_147_483_647;

export class Timers {
  readonly #clock: SandboxClock;
  readonly #task: () => void;
  readonly #cancellers = new Map<number, () => void>();
  readonly #tasks = new Map<symbol, () => void>();
  #isClosed = false;

  constructor(clock: SandboxClock, task: () => void) {
    this.#clock = clock;
    this.#task = task;
  }

  /** Sets one timer for each time, even if several outcomes are due then. */
  at(time: number): void {
    const delay = Math.max(0, time - this.#clock.now());
    if (this.#isClosed || delay > LONGEST_MS || this.#cancellers.has(time)) return;
    const cancel = this.#clock.after(delay, () => {
      this.#cancellers.delete(time);
      // A timer can fire slightly before the due time.
      if (this.#clock.now() < time) this.at(time);
      else this.#task();
    });
    this.#cancellers.set(time, cancel);
  }

  /** Runs a separate task once, unless the sandbox closes first. */
  later(delayMs: number, task: () => void): void {
    if (this.#isClosed) return;
    const key = Symbol('later');
    const cancel = this.#clock.after(delayMs, () => {
      this.#tasks.delete(key);
      task();
    });
    this.#tasks.set(key, cancel);
  }

  close(): void {
    this.#isClosed = true;
    for (const cancel of this.#cancellers.values()) cancel();
    for (const cancel of this.#tasks.values()) cancel();
    this.#cancellers.clear();
    this.#tasks.clear();
  }
}
