/** How many tabs are open, for every screen: counted once, and followed from there. */
import type { AttemptView } from '../../contract/index.ts';

export interface TabCountOptions {
  /** Ids of everything that is held. */
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

  /** Counts anew from the record, which may not be sorted in yet. */
  count(): void {
    this.#open = new Set(this.#options.held());
    this.#publish();
  }

  /** Follows every change of a payment. */
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
