import { useCallback, useEffect, useState } from 'react';
import { useSettled } from '../components/use-settled.ts';
import {
  toFailure,
  type DayLink,
  type DayProgress,
  type DayReport,
  type DayTotals,
  type Failure,
} from '../../electron/contract/index.ts';
import { useCommands, useTill, type Stretch } from '../store/index.ts';
import { useAnswer } from '../store/use-answer.ts';

/** Debounce of changes, and interval of progress queries, milliseconds. */
const QUIET_MS = 400;
const PROGRESS_EVERY_MS = 500;

/** The day's figures from the host's record, added up again whenever a payment, link or note of the mirror changes. */
export function useTotals(stretch: Stretch | null): { totals: DayTotals | null; isAway: boolean } {
  const { dayTotals } = useCommands();
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  const latest = useTill(({ mirror: { host } }) =>
    [
      ...[...(host?.attempts ?? []), ...(host?.payLinks ?? [])].map(({ id, updatedAt }) => id + updatedAt),
      ...(host?.payLinks ?? []).map(({ reversedMinor }) => reversedMinor),
      ...(host?.otherTenders ?? []).map(({ id, takenBack }) => id + (takenBack?.at ?? '')),
    ].join(),
  );
  const settled = useSettled(latest, QUIET_MS);
  const { from, to } = stretch ?? { from: '', to: '' };
  const ask = isLive && stretch ? () => dayTotals({ from, to }) : null;
  // The previous figures stay, marked as old.
  const { value: totals, failure } = useAnswer(ask, `${from} ${to} ${settled}`);
  return { totals: totals?.from === from && totals.to === to ? totals : null, isAway: failure !== null };
}

export interface Comparison {
  report: DayReport | null;
  /** Progress while the comparison runs, or null. */
  asking: { sinceMs: number; progress: DayProgress | null } | null;
  failure: Failure | null;
  compare: () => void;
  /** Marks a record as explained in the report, without another query. */
  explained: (link: DayLink) => void;
}

/** Compares the day with the platform's on request. */
export function useComparison(stretch: Stretch | null, now: () => number): Comparison {
  const { reconcileDay, dayProgress } = useCommands();
  const [report, setReport] = useState<DayReport | null>(null);
  const [asking, setAsking] = useState<Comparison['asking']>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isAsking = asking !== null;

  useEffect(() => {
    if (!isAsking) return undefined;
    const timer = setInterval(() => {
      dayProgress().then(
        (progress) => setAsking((last) => last && { ...last, progress }),
        () => {
          // The comparison itself reports why the host is unreachable.
        },
      );
    }, PROGRESS_EVERY_MS);
    return () => clearInterval(timer);
  }, [isAsking, dayProgress]);

  const compare = useCallback(() => {
    if (!stretch || isAsking) return;
    setAsking({ sinceMs: now(), progress: null });
    setFailure(null);
    reconcileDay(stretch)
      .then(setReport, (error: unknown) => setFailure(toFailure(error)))
      .finally(() => setAsking(null));
  }, [stretch, isAsking, now, reconcileDay]);

  const explained = useCallback((link: DayLink) => {
    setReport((last) => last && withLink(last, link));
  }, []);

  const isOfThisDay = report !== null && report.from === stretch?.from && report.to === stretch.to;
  return { report: isOfThisDay ? report : null, asking, failure, compare, explained };
}

const countOf = {
  matched: 'matched',
  different: 'different',
  'only-here': 'onlyHere',
  'only-there': 'onlyThere',
  explained: 'explained',
  open: 'open',
} as const;

/** Returns the report with one record explained. */
export function withLink(report: DayReport, link: DayLink): DayReport {
  const counts = { ...report.counts };
  const entries = report.entries.map((entry) => {
    if (!entry.there.some(({ id }) => id === link.record.id)) return entry;
    counts[countOf[entry.verdict]] -= 1;
    counts.explained += 1;
    return { ...entry, verdict: 'explained' as const, attempt: link.attempt ?? entry.attempt, link };
  });
  return { ...report, counts, entries };
}
