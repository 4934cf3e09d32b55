import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSettled } from '../components/use-settled.ts';
import { toFailure, type AttemptView, type HistoryPage } from '../../electron/contract/index.ts';
import { useCommands, useTill, type HistorySearch } from '../store/index.ts';

/** Size of a page, and maximum number of payments read again after a change. */
const PAGE = 60;
const MAX_ROWS = 200;
/** Debounce of typing and changes, milliseconds. */
const QUIET_MS = 150;

export interface Found {
  /** Newest first. The mirror overrides the host's answer, because it is always current for its payments. */
  list: readonly AttemptView[];
  counts: HistoryPage['counts'] | null;
  isComplete: boolean;
  hasMore: boolean;
  /** `loading`: the payments are not known yet. */
  state: 'loading' | 'ready' | 'away';
  isLoadingMore: boolean;
  more: () => void;
}

type Wanted = Pick<HistorySearch, 'text' | 'group' | 'from' | 'to'>;

interface Answer {
  payments: readonly AttemptView[];
  next: string | null;
  counts: HistoryPage['counts'];
  isComplete: boolean;
}

/** Joins two lists, each payment once. */
function joined(first: readonly AttemptView[], then: readonly AttemptView[]): AttemptView[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...then.filter(({ id }) => !known.has(id))];
}

/** Combines the first pages, read again, with older loaded payments. `held` is the number of loaded payments. */
function readAgain(last: Answer | null, page: HistoryPage, held: number): Answer {
  const rest = held > MAX_ROWS ? (last?.payments.slice(MAX_ROWS) ?? []) : [];
  return {
    ...page,
    payments: joined(page.payments, rest),
    next: rest.length > 0 ? (last?.next ?? null) : page.next,
  };
}

/** The matching payments from the host's record, page by page; read again when a payment or link changes. */
export function useHistory(wanted: Wanted): Found {
  const { searchPayments } = useCommands();
  const mirrored = useTill((state) => state.mirror.host?.attempts);
  const links = useTill((state) => state.mirror.host?.payLinks);
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [isAway, setIsAway] = useState(false);
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const question = JSON.stringify(wanted);
  const asked = useSettled(question, QUIET_MS);
  // State of every payment in the mirror: when it changes, the page is read again.
  const shape = [
    ...(mirrored ?? []).map(({ id, state, reversals }) => [id, state, ...reversals.map((one) => one.state)].join(' ')),
    ...(links ?? []).map(({ id, paidMinor, reversedMinor }) => [id, paidMinor, reversedMinor].join(' ')),
  ].join();
  const settledShape = useSettled(shape, QUIET_MS);
  const reading = useMemo(() => ({ asked, shape: settledShape }), [asked, settledShape]);
  const lastAsked = useRef(asked);
  const held = useRef(0);
  const turn = useRef(0);

  useEffect(() => {
    if (!isLive) return;
    if (lastAsked.current !== reading.asked) held.current = 0;
    lastAsked.current = reading.asked;
    const mine = (turn.current += 1);
    const search = JSON.parse(reading.asked) as Wanted;
    const limit = Math.min(MAX_ROWS, Math.max(PAGE, held.current));
    searchPayments({ ...search, limit }).then(
      (page) => {
        if (turn.current !== mine) return;
        setIsAway(false);
        setAnswer((last) => readAgain(last, page, held.current));
      },
      (error: unknown) => {
        // The field itself warns about a card number.
        if (turn.current === mine) setIsAway(toFailure(error).code !== 'TEXT_CARD_NUMBER');
      },
    );
  }, [reading, isLive, searchPayments]);

  const next = answer?.next ?? null;
  const more = useCallback(() => {
    if (next === null || isLoadingMore) return;
    const mine = turn.current;
    setIsLoadingMore(true);
    searchPayments({ ...(JSON.parse(asked) as Wanted), after: next, limit: PAGE })
      .then(
        (page) => {
          if (turn.current !== mine) return;
          setAnswer((last) => {
            if (!last) return last;
            const payments = joined(last.payments, page.payments);
            held.current = payments.length;
            return { ...last, payments, next: page.next };
          });
        },
        () => setIsAway(true),
      )
      .finally(() => setIsLoadingMore(false));
  }, [next, isLoadingMore, asked, searchPayments]);

  const list = useMemo(() => {
    const fresh = new Map((mirrored ?? []).map((attempt) => [attempt.id, attempt]));
    // Without an answer from the host, the mirror's payments are better than an empty screen.
    if (!answer) return isAway ? (mirrored ?? []) : [];
    return answer.payments.map((attempt) => fresh.get(attempt.id) ?? attempt);
  }, [answer, isAway, mirrored]);

  return {
    list,
    counts: answer?.counts ?? null,
    isComplete: answer?.isComplete ?? true,
    hasMore: next !== null,
    state: isAway ? 'away' : answer ? 'ready' : 'loading',
    isLoadingMore,
    more,
  };
}
