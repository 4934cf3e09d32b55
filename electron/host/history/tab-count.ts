/** How many tabs are open, for every screen: counted once, and followed from there. */
import type { AttemptView } from '../../contract/index.ts';

export interface TabCount {
  /** Counts anew from the record, which may not be sorted in yet. */
  count(): void;
  /** Hears of every change of a payment. */
  changed(view: Pick<AttemptView, 'id' | 'state'>): void;
}

export function createTabCount({
  held,
  publish,
}: {
  /** Ids of everything that is held. */
  held: () => string[];
  publish: (openTabs: number) => void;
}): TabCount {
  let open = new Set<string>();
  let told = -1;

  function tell(): void {
    if (told !== open.size) publish(open.size);
    told = open.size;
  }

  return {
    count() {
      open = new Set(held());
      tell();
    },
    changed({ id, state }) {
      if (state === 'authorized') open.add(id);
      else open.delete(id);
      tell();
    },
  };
}
