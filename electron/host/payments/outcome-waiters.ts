/** Promises that resolve when an attempt has reached a state. */
import type { AttemptView } from '../../contract/index.ts';
import type { Clock } from '../../domain/index.ts';

export class OutcomeWaiters {
  readonly #clock: Clock;
  readonly #get: (id: string) => AttemptView;
  readonly #byAttempt = new Map<string, Set<(view: AttemptView) => void>>();
  readonly #open = new Set<() => void>();
  #isClosed = false;

  /** @param get reads the current state of an attempt; throws for an unknown id */
  constructor(clock: Clock, get: (id: string) => AttemptView) {
    this.#clock = clock;
    this.#get = get;
  }

  /** Notifies the waiters of an attempt of its new state. */
  update(view: AttemptView): void {
    for (const waiter of this.#byAttempt.get(view.id) ?? []) waiter(view);
  }

  /** Resolves with the attempt once `isEnough` holds, or with its current state after `waitMs`. */
  until(id: string, isEnough: (view: AttemptView) => boolean, waitMs: number): Promise<AttemptView> {
    const view = this.#get(id);
    if (this.#isClosed || isEnough(view)) return Promise.resolve(view);
    const { promise, resolve, reject } = Promise.withResolvers<AttemptView>();
    const own = this.#byAttempt.get(id) ?? new Set();
    this.#byAttempt.set(id, own);
    const finish = (): void => {
      stop();
      this.#open.delete(finish);
      own.delete(waiter);
      if (own.size === 0) this.#byAttempt.delete(id);
      try {
        resolve(this.#get(id));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    const waiter = (now: AttemptView): void => {
      if (isEnough(now)) finish();
    };
    const stop = this.#clock.after(waitMs, finish);
    own.add(waiter);
    this.#open.add(finish);
    return promise;
  }

  /** Ends every wait with the attempt's current state. */
  close(): void {
    this.#isClosed = true;
    for (const finish of Array.from(this.#open)) finish();
  }
}
