import type { ElapsedClock } from '../../../electron/domain/index.ts';
import type { Fork, ForkRequest, ProcessExit, StartedProcess } from '../../../electron/config/index.ts';

/** A clock that a test moves by hand. */
export class StillClock implements ElapsedClock {
  #now = 0;
  #timers: { at: number; callback: () => void }[] = [];

  monotonic(): number {
    return this.#now;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { at: this.#now + delayMs, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Number of waiting timers. */
  get pending(): number {
    return this.#timers.length;
  }

  async move(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = next.at;
      next.callback();
      await settle();
    }
    this.#now = end;
    await settle();
  }
}

/** Lets pending promises settle. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A process in memory, which records its messages and sends those of the test. */
export class StandInProcess implements StartedProcess {
  readonly pid = 4711;
  readonly request: ForkRequest;
  readonly sent: unknown[] = [];
  readonly ports: unknown[] = [];
  readonly kills: string[] = [];
  readonly #listeners = {
    message: [] as ((m: unknown) => void)[],
    out: [] as ((t: string) => void)[],
    err: [] as ((t: string) => void)[],
    exit: [] as ((e: ProcessExit) => void)[],
  };
  isAlive = true;
  /** Effect of SIGTERM: end (default), or none. */
  obeysTerm = true;
  /** Effect of the message `stop`: end (default), or none. */
  obeysStop = true;

  constructor(request: ForkRequest) {
    this.request = request;
  }

  send(message: unknown, ports: readonly unknown[] = []): boolean {
    if (!this.isAlive) return false;
    this.sent.push(message);
    this.ports.push(...ports);
    const isStop = (message as { type?: string }).type === 'stop';
    if (isStop && this.obeysStop) this.exit({ code: 0, signal: null });
    return true;
  }
  kill(signal: 'SIGTERM' | 'SIGKILL'): void {
    this.kills.push(signal);
    if (signal === 'SIGKILL' || this.obeysTerm) this.exit({ code: null, signal });
  }
  onMessage(listener: (message: unknown) => void): void {
    this.#listeners.message.push(listener);
  }
  onStdout(listener: (text: string) => void): void {
    this.#listeners.out.push(listener);
  }
  onStderr(listener: (text: string) => void): void {
    this.#listeners.err.push(listener);
  }
  onExit(listener: (exit: ProcessExit) => void): void {
    this.#listeners.exit.push(listener);
  }

  says(message: unknown): void {
    for (const listener of this.#listeners.message) listener(message);
  }
  prints(text: string): void {
    for (const listener of this.#listeners.out) listener(text);
  }
  complains(text: string): void {
    for (const listener of this.#listeners.err) listener(text);
  }
  exit(exit: ProcessExit): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    for (const listener of this.#listeners.exit) listener(exit);
  }
}

/** A fork that records the processes it started. */
export function standInFork(): { fork: Fork; all: StandInProcess[]; last: (name: string) => StandInProcess } {
  const all: StandInProcess[] = [];
  return {
    all,
    fork: (request) => {
      const child = new StandInProcess(request);
      all.push(child);
      return child;
    },
    last: (name) => {
      const child = all.findLast((one) => one.request.name === name);
      if (!child) throw new Error(`${name} was not started`);
      return child;
    },
  };
}
