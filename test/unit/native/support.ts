/** Shared parts of the tests of native: a manual clock and an in-memory link. */
import { TillError } from '../../../electron/contract/index.ts';
import type { Link } from '../../../native/link/link.ts';
import type { Clock } from '../../../electron/domain/index.ts';
import { stepWall } from '../../wall/wall.ts';

const MINUTE_MS = 60_000;
/** Adjustments of the system clock: half a minute, an hour or a day, in both directions. */
const steps = [0, -0.5, 60, -60, 0.5, 1440, -1440].map((minutes) => minutes * MINUTE_MS);

/** Manual clock. Every wait also adjusts the system clock, which must not affect anything. */
export class ManualClock implements Clock {
  #now = 1_000_000;
  #step = 0;
  #steppedMs = 0;
  #tasks: { at: number; task: () => void }[] = [];

  now(): number {
    return this.#now + this.#steppedMs;
  }

  monotonic(): number {
    return this.#now;
  }

  after(delayMs: number, task: () => void): () => void {
    stepWall();
    this.#steppedMs = steps[(this.#step += 1) % steps.length]!;
    const entry = { at: this.#now + delayMs, task };
    this.#tasks.push(entry);
    return () => {
      this.#tasks = this.#tasks.filter((other) => other !== entry);
    };
  }

  /** Advances the time by `ms` and runs due timers in order; promises settle in between. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      await settle();
      const next = this.#tasks.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#tasks = this.#tasks.filter((other) => other !== next);
      this.#now = Math.max(this.#now, next.at);
      next.task();
    }
    this.#now = until;
    await settle();
  }

  /**
   * Simulates a process that is suspended for `ms`: as in its event loop, due timers run first, and only then `read`
   * delivers the data that has arrived during that time.
   */
  async standStill(ms: number, read: () => void): Promise<void> {
    await settle();
    this.#now += ms;
    const due = this.#tasks.filter(({ at }) => at <= this.#now).sort((a, b) => a.at - b.at);
    this.#tasks = this.#tasks.filter((one) => !due.includes(one));
    for (const { task } of due) task();
    await settle();
    read();
    await settle();
  }

  /** Number of pending timers, which must be 0 after a close. */
  get pending(): number {
    return this.#tasks.length;
  }
}

/** Runs everything that waits for promises and immediates. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 3; round++) await new Promise((resolve) => setImmediate(resolve));
}

/** Link whose other end is the test. */
export class MemoryLink implements Link {
  readonly kind: Link['kind'];
  readonly address = 'tcp:127.0.0.1:1';
  readonly closed: Link['closed'];
  readonly written: Uint8Array[] = [];
  onWrite: (bytes: Uint8Array) => void = () => undefined;
  isOpen = true;
  readonly #settle: (reason: TillError | null) => void;
  readonly #listeners = new Set<(bytes: Uint8Array) => void>();

  constructor(kind: Link['kind'] = 'tcp') {
    this.kind = kind;
    const { promise, resolve } = Promise.withResolvers<TillError | null>();
    this.closed = promise;
    this.#settle = resolve;
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (!this.isOpen) throw new TillError('LINK_CLOSED', 'closed');
    this.written.push(bytes);
    this.onWrite(bytes);
  }

  onData(listener: (bytes: Uint8Array) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  feed(bytes: Uint8Array): void {
    for (const listener of this.#listeners) listener(bytes);
  }

  lose(): void {
    this.isOpen = false;
    this.#settle(new TillError('LINK_LOST', 'pulled'));
  }

  async close(): Promise<void> {
    this.isOpen = false;
    this.#settle(null);
  }
}

/** Code of a promise's rejection, or `resolved`. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'resolved';
  } catch (error) {
    return error instanceof TillError ? error.code : String(error);
  }
}

/** Blocks this process, timers included, like a busy disk or a paused virtual machine. Milliseconds. */
export function standStill(forMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, forMs);
}
