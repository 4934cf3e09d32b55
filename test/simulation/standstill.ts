/**
 * A process that is stopped and continued: during the stop its timers and reads wait. Then both come at once, overdue
 * timers first, as in a real event loop.
 */
import type { Record as Log } from './record.ts';
import type { Scheduler } from './scheduler.ts';

/** A request in progress, and whether the till has stopped waiting for it. */
interface Leg {
  readonly isAborted: boolean;
}

export class Standstill {
  readonly #scheduler: Scheduler;
  readonly #log: Log;
  #isOn = false;
  #timers: (() => void)[] = [];
  #arrivals: (() => void)[] = [];
  /** Requests whose answer came during the stop. */
  #answered: Leg[] = [];

  constructor(scheduler: Scheduler, log: Log) {
    this.#scheduler = scheduler;
    this.#log = log;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  begin(forMs: number): void {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#log.fault('pause', `${forMs} ms`);
    this.#scheduler.after(forMs, () => this.#goOn());
  }

  after(delayMs: number, task: () => void): () => void {
    let isCancelled = false;
    const run = (): void => {
      if (!isCancelled) task();
    };
    const cancelTask = this.#scheduler.after(delayMs, () => {
      if (this.#isOn) this.#timers.push(run);
      else run();
    });
    return () => {
      isCancelled = true;
      cancelTask();
    };
  }

  /** Handles an arrival for this process. `leg`: the request that it answers. */
  read(task: () => void, leg?: Leg): void {
    if (!this.#isOn) return task();
    this.#arrivals.push(task);
    if (leg && !leg.isAborted) this.#answered.push(leg);
  }

  #goOn(): void {
    const scheduler = this.#scheduler;
    const answered = this.#answered;
    this.#isOn = false;
    for (const timer of this.#timers) scheduler.after(0, timer);
    // Only timers have run before the first arrival is read.
    scheduler.after(0, () => this.#checkTimers(answered));
    for (const arrival of this.#arrivals) scheduler.after(0, arrival);
    this.#timers = [];
    this.#arrivals = [];
    this.#answered = [];
  }

  /** A timer that is late only because of the pause is no evidence about the other side. */
  #checkTimers(answered: readonly Leg[]): void {
    const givenUp = answered.filter(({ isAborted }) => isAborted).length;
    if (givenUp > 0) this.#log.breach('pause', null, `${givenUp} requests were given up whose answers had arrived`);
  }
}
