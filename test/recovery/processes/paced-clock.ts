/** A clock that can run faster than real time, for the payment engine's waits only (look-up windows last minutes). */
import type { Clock } from '../../../electron/domain/index.ts';

interface Task {
  at: number;
  run: () => void;
  timer: NodeJS.Timeout | null;
}

export class PacedClock implements Clock {
  #pace = 1;
  /** Time by the paced clock at the real time `#since`. */
  #base: number;
  #since = performance.now();
  readonly #tasks = new Set<Task>();

  /**
   * @param start milliseconds since 1970; a later process run continues where the previous one ended, because till
   * clocks do not go back
   */
  constructor(start: number) {
    this.#base = start;
  }

  now(): number {
    return Math.round(this.#base + (performance.now() - this.#since) * this.#pace);
  }

  monotonic(): number {
    return this.now();
  }

  after(delayMs: number, run: () => void): () => void {
    const task: Task = { at: this.now() + delayMs, run, timer: null };
    this.#tasks.add(task);
    this.#schedule(task);
    return () => {
      if (task.timer) clearTimeout(task.timer);
      this.#tasks.delete(task);
    };
  }

  /** Runs `pace` times as fast as real time from now on; running waits are shortened too. */
  setPace(pace: number): void {
    this.#base = this.now();
    this.#since = performance.now();
    this.#pace = pace;
    for (const task of this.#tasks) this.#schedule(task);
  }

  #schedule(task: Task): void {
    if (task.timer) clearTimeout(task.timer);
    task.timer = setTimeout(
      () => {
        this.#tasks.delete(task);
        task.run();
      },
      Math.max(0, task.at - this.now()) / this.#pace,
    );
  }
}
