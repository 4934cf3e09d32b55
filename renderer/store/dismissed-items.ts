/**
 * Dismissed outcomes. The host stores them for every window of the till; this window keeps only those that the host has
 * not confirmed yet, so that a key works at once, even while the host is disconnected.
 */
import { toFailure, type HostState } from '../../electron/contract/index.ts';
import type { Bridge } from './bridge.ts';
import type { SessionMemory } from './session.ts';
import { setSale, type TillState, type TillStore } from './till-store.ts';

/** True if an item was dismissed, in any window. `name`: `outcomeNameOf` an outcome, or the id of a link left open. */
export function isDismissed({ mirror, sale }: TillState, name: string): boolean {
  return sale.dismissed.includes(name) || isDismissedAtHost(mirror.host, name);
}

/** True if the host has an item as dismissed; for windows that dismiss nothing themselves. */
export function isDismissedAtHost(host: HostState | null, name: string): boolean {
  return host?.dismissed?.includes(name) ?? false;
}

export class DismissedItems {
  readonly #store: TillStore;
  readonly #bridge: Pick<Bridge, 'call'>;
  readonly #memory: SessionMemory;
  /** Connection on which the unconfirmed items were last sent to the host. */
  #sentIn = '';

  constructor({ store, bridge, memory }: { store: TillStore; bridge: Pick<Bridge, 'call'>; memory: SessionMemory }) {
    this.#store = store;
    this.#bridge = bridge;
    this.#memory = memory;
    store.subscribe(() => this.#followMirror());
  }

  add(names: readonly string[]): void {
    const state = this.#store.getState();
    const news = names.filter((one) => !isDismissed(state, one));
    if (news.length === 0) return;
    this.#sentIn = connectionId(state);
    this.#keep([...state.sale.dismissed, ...news]);
    void this.#send({ add: news });
  }

  /** Shows a dismissed item again, in every window. */
  restore(name: string): void {
    const { dismissed } = this.#store.getState().sale;
    if (dismissed.includes(name)) this.#keep(dismissed.filter((one) => one !== name));
    void this.#send({ remove: [name] });
  }

  #keep(names: string[]): void {
    this.#memory.keepDismissed(names);
    setSale(this.#store, { dismissed: names });
  }

  async #send(change: { add?: string[]; remove?: string[] }): Promise<void> {
    try {
      await this.#bridge.call((client, options) => client.till.dismiss(change, options));
    } catch (error) {
      // `#followMirror` sends it again on the next connection. If the host refuses, only this window keeps the change.
      if (toFailure(error).code !== 'IPC_DISCONNECTED') return;
    }
  }

  #followMirror(): void {
    const { mirror, sale } = this.#store.getState();
    if (sale.dismissed.length === 0 || !mirror.host || mirror.connection.state !== 'live') return;
    const missing = sale.dismissed.filter((one) => !isDismissedAtHost(mirror.host, one));
    if (missing.length < sale.dismissed.length) return this.#keep(missing);
    if (this.#sentIn === connectionId({ mirror })) return;
    this.#sentIn = connectionId({ mirror });
    void this.#send({ add: missing });
  }
}

/** Id of the current connection; a reconnection has a new id. */
export function connectionId({ mirror }: Pick<TillState, 'mirror'>): string {
  return `${mirror.epoch}/${mirror.connection.sinceMs}`;
}
