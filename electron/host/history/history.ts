/** History's side in the host: search, tabs, and sorting in what was written before there was an index. */
import { toFailure, type AttemptView, type HistoryPage, type PaymentGroup } from '../../contract/index.ts';
import { foundOf, type Finder, type Position } from '../journal/index.ts';
import type { Clock } from '../clock.ts';
import type { PaymentEngine } from '../payments/index.ts';
import { readSearch } from './read-search.ts';

export interface HistoryOptions {
  finder: Finder;
  engine: Pick<PaymentEngine, 'several'>;
  clock: Clock;
  /** BCP 47, of the till. */
  locale: () => string;
  /** Everything of before is sorted in. */
  onSorted: () => void;
  log: (level: 'info' | 'warn', message: string, context?: Record<string, unknown>) => void;
}

export interface SearchRequest {
  text: string;
  group?: PaymentGroup | undefined;
  from?: string | undefined;
  to?: string | undefined;
  after?: string | undefined;
  limit: number;
}

export interface History {
  /** Throws JRNL_UNWRITABLE, JRNL_CORRUPT. */
  search(request: SearchRequest): HistoryPage;
  /** Everything that is held; what ends first at the top, what has no end by its age. */
  tabs(): AttemptView[];
  /** Begins to sort in what is not sorted in yet, a little at a time. */
  start(): void;
  stop(): void;
}

/** As many as are folded and written within some ten milliseconds. */
const SORTED_AT_ONCE = 25;
const BREATH_MS = 20;
const RETRY_MS = 30_000;

export function createHistory({ finder, engine, clock, locale, onSorted, log }: HistoryOptions): History {
  let stopTimer: (() => void) | null = null;

  function sortIn(): void {
    stopTimer = null;
    try {
      const ids = finder.unsorted(SORTED_AT_ONCE);
      // An empty round is the last one, and says so.
      if (ids.length > 0 || !finder.isComplete()) finder.sorted(engine.several(ids).map(foundOf), ids);
      if (ids.length > 0) stopTimer = clock.after(BREATH_MS, sortIn);
      else onSorted();
    } catch (error) {
      log('warn', 'older payments are not sorted in yet', { failure: toFailure(error) });
      stopTimer = clock.after(RETRY_MS, sortIn);
    }
  }

  return {
    search({ text, group, from, to, after, limit }) {
      const want = readSearch(text, { currencies: finder.currencies(), locale: locale(), now: clock.now() });
      const page = finder.search({
        want,
        from: from === undefined ? null : Date.parse(from),
        to: to === undefined ? null : Date.parse(to),
        group: group ?? null,
        after: after === undefined ? null : placeOf(after),
        limit,
      });
      const count = (one: PaymentGroup): number => page.counts.get(one) ?? 0;
      return {
        payments: engine.several(page.ids),
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
    },
    tabs() {
      const held = engine.several(finder.held()).filter(({ state }) => state === 'authorized');
      return held.sort(
        (a, b) => (a.expiresAt ?? '9').localeCompare(b.expiresAt ?? '9') || a.startedAt.localeCompare(b.startedAt),
      );
    },
    start: sortIn,
    stop() {
      stopTimer?.();
      stopTimer = null;
    },
  };
}

/** `next` of a page; whatever else comes as one finds nothing older than nothing. */
function placeOf(after: string): Position {
  const blank = after.indexOf(' ');
  return { startedAt: after.slice(0, Math.max(0, blank)), id: after.slice(blank + 1) };
}
