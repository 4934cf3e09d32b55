/**
 * What was shown and put away: the host keeps it for every window of the till. Here only what it has not confirmed yet, so
 * that a press works at once, and also while the host is away.
 */
import { toFailure, type HostState } from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';
import type { SessionMemory } from './session.ts';
import { setSale, type TillState, type TillStore } from './till-store.ts';

/** Whether something was put away, here or in another window. `name`: an end (`endNameOf`), or a link left open. */
export function isPutAway({ mirror, sale }: TillState, name: string): boolean {
  return sale.putAway.includes(name) || isPutAwayAtHost(mirror.host, name);
}

/** What the host says alone: for a window that puts nothing away itself. */
export function isPutAwayAtHost(host: HostState | null, name: string): boolean {
  return host?.putAway?.includes(name) ?? false;
}

export class DismissedItems {
  readonly #store: TillStore;
  readonly #bridge: Pick<Bridge, 'call'>;
  readonly #memory: SessionMemory;
  /** The life of the connection in which everything here was sent to the host. */
  #sentIn = '';

  constructor({ store, bridge, memory }: { store: TillStore; bridge: Pick<Bridge, 'call'>; memory: SessionMemory }) {
    this.#store = store;
    this.#bridge = bridge;
    this.#memory = memory;
    store.subscribe(() => this.#followMirror());
  }

  add(names: readonly string[]): void {
    const state = this.#store.getState();
    const news = names.filter((one) => !isPutAway(state, one));
    if (news.length === 0) return;
    this.#sentIn = connectionId(state);
    this.#keep([...state.sale.putAway, ...news]);
    void this.#send({ add: news });
  }

  /** Brings something back, in every window. */
  bringBack(name: string): void {
    const { putAway } = this.#store.getState().sale;
    if (putAway.includes(name)) this.#keep(putAway.filter((one) => one !== name));
    void this.#send({ remove: [name] });
  }

  #keep(names: string[]): void {
    this.#memory.keepPutAway(names);
    setSale(this.#store, { putAway: names });
  }

  async #send(change: { add?: string[]; remove?: string[] }): Promise<void> {
    try {
      await this.#bridge.call((client, options) => client.till.putAway(change, options));
    } catch (error) {
      // Sent again by the next life of the connection; what the host refuses stays this window's own.
      if (toFailure(error).code !== 'IPC_DISCONNECTED') return;
    }
  }

  #followMirror(): void {
    const { mirror, sale } = this.#store.getState();
    if (sale.putAway.length === 0 || !mirror.host || mirror.connection.state !== 'live') return;
    const missing = sale.putAway.filter((one) => !isPutAwayAtHost(mirror.host, one));
    if (missing.length < sale.putAway.length) return this.#keep(missing);
    if (this.#sentIn === connectionId({ mirror })) return;
    this.#sentIn = connectionId({ mirror });
    void this.#send({ add: missing });
  }
}

/** Names one life of the connection. */
export function connectionId({ mirror }: Pick<TillState, 'mirror'>): string {
  return `${mirror.epoch}/${mirror.connection.sinceMs}`;
}
