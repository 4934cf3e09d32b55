import {
  endNameOf,
  isOpenAttempt,
  isUnfinishedLink,
  MAX_PUT_AWAY,
  type HostEvent,
  type HostState,
  type PutAwayChange,
} from '../../contract/index.ts';

export interface DismissedItemsOptions {
  /** The journal's (put-away-store.ts). `change` throws JRNL_UNWRITABLE. */
  store: { names(): string[]; change(change: PutAwayChange, kept: number): void };
  state: () => HostState;
  publish: (event: HostEvent) => void;
  log: (level: 'warn', message: string, context?: Record<string, unknown>) => void;
}

/** A start does not bring back what ended longer ago than this, milliseconds. */
const STALE_MS = 10 * 60_000;

/** What was shown at this till and put away, for all of its windows. */
export class DismissedItems {
  readonly #options: DismissedItemsOptions;

  constructor(options: DismissedItemsOptions) {
    this.#options = options;
  }

  /**
   * What an earlier life of the host knew, and what is old news by now (`now`, milliseconds since 1970). Only here a clock
   * is asked, and only about what ended before: a wrong one shows an end once more, or leaves an old one out.
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
    publish({ type: 'put-away', add: [...new Set([...stale.map(endNameOf), ...store.names()])], remove: [] });
  }

  /** On a disk that cannot be written it holds until the host ends: nobody is kept from the next sale. */
  change(change: PutAwayChange): void {
    const { store, publish, log } = this.#options;
    try {
      store.change(change, MAX_PUT_AWAY);
    } catch (error) {
      log('warn', 'what was put away could not be kept', { error });
    }
    publish({ type: 'put-away', ...change });
  }
}
