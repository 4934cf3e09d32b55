import {
  outcomeNameOf,
  isOpenAttempt,
  isUnfinishedLink,
  MAX_DISMISSED,
  type HostEvent,
  type HostState,
  type DismissedChange,
} from '../../contract/index.ts';

export interface DismissedItemsOptions {
  /** Persistent store of the dismissed items (journal/dismissed-store.ts). `change` throws JRNL_UNWRITABLE. */
  store: { names(): string[]; change(change: DismissedChange, kept: number): void };
  state: () => HostState;
  publish: (event: HostEvent) => void;
  log: (level: 'warn', message: string, context?: Record<string, unknown>) => void;
}

/** Age above which an ended payment or link stays dismissed after a restart. */
const STALE_MS = 10 * 60_000;

/** Items dismissed at this till, shared by all of its windows. */
export class DismissedItems {
  readonly #options: DismissedItemsOptions;

  constructor(options: DismissedItemsOptions) {
    this.#options = options;
  }

  /**
   * Restores the dismissed items and also dismisses stale ends. `now` is in milliseconds since 1970. The wall clock is
   * read only here. A wrong clock merely shows an old end again, or hides it.
   */
  start(now: number): void {
    const { store, state, publish } = this.#options;
    const { attempts, payLinks = [] } = state();
    const ends = [
      ...attempts.filter((one) => !isOpenAttempt(one)),
      ...payLinks.filter((one) => !isUnfinishedLink(one)),
    ];
    const stale = ends.filter(
      ({ finishedAt, updatedAt }) => Math.abs(now - Date.parse(finishedAt ?? updatedAt)) > STALE_MS,
    );
    publish({ type: 'dismissed', add: [...new Set([...stale.map(outcomeNameOf), ...store.names()])], remove: [] });
  }

  /** If the disk is unwritable, the change holds until the host exits, so the cashier can start the next sale. */
  change(change: DismissedChange): void {
    const { store, publish, log } = this.#options;
    try {
      store.change(change, MAX_DISMISSED);
    } catch (error) {
      log('warn', 'dismissed items could not be stored', { error });
    }
    publish({ type: 'dismissed', ...change });
  }
}
