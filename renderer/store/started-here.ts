/**
 * Payments and links that this window started or acted on. The host shows every window of the till the same state, so
 * each window stores its own.
 */
import { toFailure } from '../../electron/contract/index.ts';
import type { SessionMemory } from './session.ts';
import { setProblem, setSale, type TillState, type TillStore } from './till-store.ts';

/** Maximum number of stored ids; older payments are never on a counter's screen. */
const MAX_STARTED = 50;

/** True if this window started the payment or link, or acted on it. */
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
    const kept = [...own, id].slice(-MAX_STARTED);
    this.#memory.keepOwn(kept);
    setSale(this.#store, { own: kept });
  }

  /**
   * Runs a command on a payment, after which the payment counts as started here. If another window acted first
   * (PAY_STATE with `instead`), the refusal is shown on whichever screen follows. Rejects as the task does.
   */
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
