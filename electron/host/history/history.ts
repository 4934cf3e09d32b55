/** Search and tabs of the history, and the indexing of payments from before the search index existed. */
import {
  toFailure,
  type AttemptView,
  type HistoryPage,
  type HistorySearch,
  type PaymentGroup,
} from '../../contract/index.ts';
import { searchTermsOf, type Finder, type Position } from '../journal/index.ts';
import type { Clock } from '../../domain/index.ts';
import type { PaymentEngine } from '../payments/index.ts';
import { readSearch } from './read-search.ts';

export interface HistoryOptions {
  finder: Finder;
  engine: Pick<PaymentEngine, 'getMany'>;
  clock: Clock;
  /** BCP 47 locale of the till. */
  locale: () => string;
  /** Called when all older payments are indexed. */
  onSorted: () => void;
  log: (level: 'info' | 'warn', message: string, context?: Record<string, unknown>) => void;
}

/** Batch size; folding and writing a batch takes about ten milliseconds. */
const SORTED_AT_ONCE = 25;
const BREATH_MS = 20;
const RETRY_MS = 30_000;

export class History {
  readonly #options: HistoryOptions;
  #stopTimer: (() => void) | null = null;

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  /** Starts to index older payments in small batches. */
  start(): void {
    this.#sortIn();
  }

  stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
  }

  /** @throws JRNL_UNWRITABLE or JRNL_CORRUPT */
  async search({ text, group, from, to, after, limit }: HistorySearch): Promise<HistoryPage> {
    const { finder, engine, clock, locale } = this.#options;
    const want = readSearch(text, { currencies: finder.currencies(), locale: locale(), now: clock.now() });
    const page = await finder.search({
      want,
      from: from === undefined ? null : Date.parse(from),
      to: to === undefined ? null : Date.parse(to),
      group: group ?? null,
      after: after === undefined ? null : positionOf(after),
      limit,
    });
    const count = (one: PaymentGroup): number => page.counts.get(one) ?? 0;
    return {
      payments: engine.getMany(page.ids),
      next: page.next === null ? null : `${page.next.startedAt} ${page.next.id}`,
      counts: {
        paid: count('paid'),
        'given-back': count('given-back'),
        held: count('held'),
        declined: count('declined'),
        cancelled: count('cancelled'),
        'not-paid': count('not-paid'),
        open: count('open'),
        decided: count('decided'),
      },
      isComplete: finder.isComplete(),
    };
  }

  /** All open authorizations, by expiry; those without an expiry come last, by age. */
  tabs(): AttemptView[] {
    const { finder, engine } = this.#options;
    const held = engine.getMany(finder.held()).filter(({ state }) => state === 'authorized');
    return held.sort(
      (a, b) => (a.expiresAt ?? '9').localeCompare(b.expiresAt ?? '9') || a.startedAt.localeCompare(b.startedAt),
    );
  }

  #sortIn(): void {
    const { finder, engine, onSorted, log } = this.#options;
    this.#stopTimer = null;
    try {
      const ids = finder.unindexed(SORTED_AT_ONCE);
      // An empty batch is the last, and marks the index as complete.
      if (ids.length > 0 || !finder.isComplete()) finder.indexed(engine.getMany(ids).map(searchTermsOf), ids);
      if (ids.length > 0) this.#sortInAfter(BREATH_MS);
      else onSorted();
    } catch (error) {
      log('warn', 'older payments are not indexed yet', { failure: toFailure(error) });
      this.#sortInAfter(RETRY_MS);
    }
  }

  #sortInAfter(delayMs: number): void {
    this.#stopTimer = this.#options.clock.after(delayMs, () => this.#sortIn());
  }
}

/** Parses the `next` of a page; any other text becomes a position after the last payment. */
function positionOf(after: string): Position {
  const blank = after.indexOf(' ');
  return { startedAt: after.slice(0, Math.max(0, blank)), id: after.slice(blank + 1) };
}
