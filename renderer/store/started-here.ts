/**
 * Two windows are one till, and the host shows both the same: what is one's own doing, each window remembers by itself.
 */
import { toFailure } from '../../electron/contract/index.ts';
import type { SessionMemory } from './session.ts';
import { setProblem, setSale, type TillState, type TillStore } from './till-store.ts';

/** More are not remembered: nothing older is on a counter. */
const MOST_OWN = 50;

/** Whether this window started a payment or a link, or had the last word on it. */
export function isStartedHere({ sale }: TillState, id: string): boolean {
  return sale.own.includes(id);
}

export class StartedHere {
  readonly #store: TillStore;
  readonly #memory: Pick<SessionMemory, 'keepOwn'>;

  constructor({ store, memory }: { store: TillStore; memory: Pick<SessionMemory, 'keepOwn'> }) {
    this.#store = store;
    this.#memory = memory;
  }

  add(id: string): void {
    const { own } = this.#store.getState().sale;
    if (own.includes(id)) return;
    const kept = [...own, id].slice(-MOST_OWN);
    this.#memory.keepOwn(kept);
    setSale(this.#store, { own: kept });
  }

  /** What somebody does with a payment makes it this window's; one who came second is told so on whatever screen follows. */
  async act<T>(id: string, task: () => Promise<T>): Promise<T> {
    try {
      const answer = await task();
      this.add(id);
      return answer;
    } catch (error) {
      const failure = toFailure(error);
      if (failure.code === 'PAY_STATE' && failure.context?.['instead'] !== undefined) setProblem(this.#store, failure);
      throw error;
    }
  }
}
