/** Those who wait for an attempt to become something. */
import type { AttemptView } from '../../contract/index.ts';
import type { Clock } from '../clock.ts';

export interface Waiters {
  /** Tells those who wait for this attempt how it stands now. */
  look(view: AttemptView): void;
  /** Resolves with the attempt once `isEnough` holds, or as it stands after `waitMs`. */
  until(id: string, isEnough: (view: AttemptView) => boolean, waitMs: number): Promise<AttemptView>;
  /** Nobody waits any more: each is told how its attempt stands. */
  close(): void;
}

/** `get` reads an attempt as it stands; it throws for one that is unknown. */
export function createWaiters(clock: Clock, get: (id: string) => AttemptView): Waiters {
  const waiters = new Map<string, Set<(view: AttemptView) => void>>();
  const open = new Set<() => void>();
  let isClosed = false;
  return {
    look(view) {
      for (const look of waiters.get(view.id) ?? []) look(view);
    },
    until(id, isEnough, waitMs) {
      const view = get(id);
      if (isClosed || isEnough(view)) return Promise.resolve(view);
      const { promise, resolve, reject } = Promise.withResolvers<AttemptView>();
      const set = waiters.get(id) ?? new Set();
      waiters.set(id, set);
      const finish = (): void => {
        stop();
        open.delete(finish);
        set.delete(look);
        if (set.size === 0) waiters.delete(id);
        try {
          resolve(get(id));
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      const look = (now: AttemptView): void => {
        if (isEnough(now)) finish();
      };
      const stop = clock.after(waitMs, finish);
      set.add(look);
      open.add(finish);
      return promise;
    },
    close() {
      isClosed = true;
      for (const finish of Array.from(open)) finish();
    },
  };
}
