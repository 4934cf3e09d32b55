import type { SandboxClock } from '../../electron/sandbox/index.ts';

/** A clock that advances only when a test moves it. */
export class ManualClock implements SandboxClock {
  #now: number;
  #tasks: { at: number; task: () => void }[] = [];

  constructor(start = Date.parse('2026-11-20T09:00:00Z')) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  after(delayMs: number, task: () => void): () => void {
    const entry = { at: this.#now + delayMs, task };
    this.#tasks.push(entry);
    return () => {
      this.#tasks = this.#tasks.filter((one) => one !== entry);
    };
  }

  /** Number of scheduled tasks that are still waiting. */
  get waiting(): number {
    return this.#tasks.length;
  }

  advance(ms: number): void {
    this.#now += ms;
    const due = this.#tasks.filter((one) => one.at <= this.#now).sort((a, b) => a.at - b.at);
    this.#tasks = this.#tasks.filter((one) => one.at > this.#now);
    for (const { task } of due) task();
  }
}
