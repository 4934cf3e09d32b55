/**
 * The only source of time. Everything that happens is a task in one queue, ordered by its time and then by when it was
 * queued; between two tasks all promises settle. So the same seed gives the same order of everything.
 */
import type { Clock } from '../../electron/domain/index.ts';
import { Killed } from './crash.ts';

interface Task {
  at: number;
  order: number;
  run: (() => void) | null;
}

/** The shop opens on Monday at nine o'clock. */
export const OPENING = Date.UTC(2026, 0, 5, 9);

export class Scheduler implements Clock {
  #now = OPENING;
  #order = 0;
  readonly #heap: Task[] = [];
  /** Requests inside the platform's HTTP server, which takes a few turns of the event loop to answer. */
  readonly #isBusy: () => boolean;
  ran = 0;

  constructor(isBusy: () => boolean) {
    this.#isBusy = isBusy;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  after(delayMs: number, run: () => void): () => void {
    const task: Task = { at: this.#now + Math.max(0, Math.round(delayMs)), order: (this.#order += 1), run };
    this.#push(task);
    return () => {
      task.run = null;
    };
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve));
  }

  /** Runs tasks up to `end` (milliseconds since 1970), and sets the time to it. */
  async runUntil(end: number): Promise<void> {
    await this.#settle();
    for (let task = this.#heap[0]; task && task.at <= end; task = this.#heap[0]) {
      this.#pop();
      const { run } = task;
      if (!run) continue;
      this.#now = Math.max(this.#now, task.at);
      this.ran += 1;
      try {
        run();
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
      await this.#settle();
    }
    this.#now = Math.max(this.#now, end);
  }

  /** A turn of the event loop runs every promise that is ready; the server's answers take some more turns. */
  async #settle(): Promise<void> {
    await turn();
    for (let more = 0; more < 6 && this.#isBusy(); more += 1) await turn();
  }

  #push(task: Task): void {
    const heap = this.#heap;
    let at = heap.push(task) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(task, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = task;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (!isBefore(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
  }
}

function isBefore(a: Task, b: Task): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
