/** Number of open tabs, for every screen: counted once from the journal, then updated with each payment. */
import type { AttemptView } from '../../contract/index.ts';

export interface TabCountOptions {
  /** Ids of the open authorizations. */
  held: () => string[];
  publish: (openTabs: number) => void;
}

export class TabCount {
  readonly #options: TabCountOptions;
  #open = new Set<string>();
  #published = -1;

  constructor(options: TabCountOptions) {
    this.#options = options;
  }

  /** Counts again from the journal, whose index may be incomplete. */
  count(): void {
    this.#open = new Set(this.#options.held());
    this.#publish();
  }

  /** Called on every change of a payment. */
  changed({ id, state }: Pick<AttemptView, 'id' | 'state'>): void {
    if (state === 'authorized') this.#open.add(id);
    else this.#open.delete(id);
    this.#publish();
  }

  #publish(): void {
    if (this.#published !== this.#open.size) this.#options.publish(this.#open.size);
    this.#published = this.#open.size;
  }
}
