/**
 * The day of this till beside the platform's: every payment, reversal and payment link with its records, and every record
 * that belongs to none. Records are ours by their key, by an id the journal knows, or, where they have no key, by our tag. Pure.
 */
import {
  idempotencyIdOf,
  linkTipOf,
  reversalIdempotencyIdOf,
  type AttemptView,
  type DayEntry,
  type DayLink,
  type DayReport,
  type PayLinkView,
  type PlatformRecord,
} from '../../contract/index.ts';
import { hasMoved, judgeLink, judgePayment, judgeReversal, reason, type Judgement, type Records } from './judge.ts';

export interface DayFacts {
  /** Milliseconds since 1970, both included. */
  from: number;
  to: number;
  now: number;
  /** Everything of this till that happened, or may have, in the window. */
  attempts: readonly AttemptView[];
  /** The payment links of the window, as the payments. */
  payLinks: readonly PayLinkView[];
  /** Everything the platform has of the window, and a little around it. */
  records: readonly PlatformRecord[];
  /** What managers have explained. */
  links: readonly DayLink[];
}

export type Comparison = Pick<DayReport, 'entries' | 'counts' | 'totals'>;

export function compareDay(facts: DayFacts): Comparison {
  const { attempts, links, now } = facts;
  const isInWindow = (instant: string | null): boolean => {
    const at = Date.parse(instant ?? '');
    return at >= facts.from && at <= facts.to;
  };
  const book = bookOf(facts.records);
  const taken = new Set<string>();
  const entries: { at: string; entry: DayEntry }[] = [];
  const totals = new Map<string, { hereMinor: number; thereMinor: number }>();
  let nothingSent = 0;

  const addTotal = (currency: string, hereMinor: number, thereMinor: number): void => {
    const total = totals.get(currency) ?? { hereMinor: 0, thereMinor: 0 };
    totals.set(currency, { hereMinor: total.hereMinor + hereMinor, thereMinor: total.thereMinor + thereMinor });
  };
  const push = (at: string, judgement: Judgement, entry: Omit<DayEntry, 'verdict' | 'reasons' | 'link'>): void => {
    if (judgement.verdict === 'nothing') {
      nothingSent += 1;
      return;
    }
    const link = links.findLast((one) => entry.there.some(({ id }) => id === one.record.id)) ?? null;
    const verdict = link && judgement.verdict !== 'matched' ? 'explained' : judgement.verdict;
    entries.push({ at, entry: { ...entry, verdict, reasons: judgement.reasons, link } });
  };

  for (const view of attempts) {
    const records = book.ofPayment(view);
    const there = [records.hold, records.money].filter((one) => one !== null);
    // Taken whether or not it is in the window: it is ours, and not a stranger in another day.
    for (const { id } of there) taken.add(id);
    const isMoneyMoved = view.state === 'captured' || view.state === 'refunded';
    const isMoneyNow = isMoneyMoved && isInWindow(view.finishedAt);
    if (isInWindow(view.startedAt) || isMoneyNow || there.some(({ createdAt }) => isInWindow(createdAt))) {
      const { state, tipMinor, currency, order, startedAt: at } = view;
      const amountMinor = view.capturedMinor ?? view.authorizedMinor ?? view.totalMinor;
      push(at, judgePayment(view, records, now), {
        what: 'payment',
        attempt: view.id,
        reversal: null,
        here: { state, amountMinor, tipMinor, currency, at, order },
        there,
      });
      const sign = view.kind === 'refund' ? -1 : 1;
      const isThere = records.money !== null && (isMoneyNow || isInWindow(records.money.createdAt));
      addTotal(currency, isMoneyNow ? sign * amountMinor : 0, isThere ? movedMinor(records.money) : 0);
    }
    for (const reversal of view.reversals) {
      const record = book.ofReversal(view.id, reversal.id, reversal.transfer);
      if (record) taken.add(record.id);
      if (!isInWindow(reversal.askedAt)) continue;
      const { amountMinor, askedAt: at } = reversal;
      push(at, judgeReversal(reversal, record), {
        what: 'reversal',
        attempt: view.id,
        reversal: reversal.id,
        here: { state: reversal.state, amountMinor, tipMinor: 0, currency: view.currency, at, order: view.order },
        there: record ? [record] : [],
      });
      const isGiven = reversal.state === 'succeeded' || reversal.state === 'pending';
      addTotal(view.currency, isGiven ? -amountMinor : 0, movedMinor(record));
    }
  }

  for (const view of facts.payLinks) {
    const there = book.ofLink(view);
    for (const { id } of there) taken.add(id);
    const isMoneyNow = view.paidMinor !== null && isInWindow(view.finishedAt);
    if (!isInWindow(view.openedAt) && !isMoneyNow && !there.some(({ createdAt }) => isInWindow(createdAt))) continue;
    const { id, state, currency, order, openedAt: at } = view;
    const amountMinor = view.paidMinor ?? view.totalMinor;
    push(at, judgeLink(view, there), {
      what: 'pay-link',
      attempt: null,
      reversal: null,
      payLink: id,
      here: { state, amountMinor, tipMinor: linkTipOf(view), currency, at, order },
      there,
    });
    // A till that was off learns the next day what a customer paid at night: both sides count when it did.
    const counted = there.filter(({ createdAt }) => (view.paidMinor === null ? isInWindow(createdAt) : isMoneyNow));
    addTotal(currency, isMoneyNow ? amountMinor : 0, 0);
    for (const record of counted) addTotal(record.currency, 0, movedMinor(record));
  }

  const known = new Map(attempts.map((view) => [view.id, view]));
  for (const group of book.strangers(taken)) {
    if (!group.some(({ createdAt }) => isInWindow(createdAt) || createdAt === null)) continue;
    const entry = onlyThere(group, known, attempts, links);
    entries.push({ at: group[0]?.createdAt ?? '', entry });
    for (const record of group) addTotal(record.currency, 0, movedMinor(record));
  }

  const sorted = entries.sort((a, b) => a.at.localeCompare(b.at)).map(({ entry }) => entry);
  const count = (verdict: DayEntry['verdict']): number => sorted.filter((one) => one.verdict === verdict).length;
  return {
    entries: sorted,
    counts: {
      matched: count('matched'),
      different: count('different'),
      onlyHere: count('only-here'),
      onlyThere: count('only-there'),
      explained: count('explained'),
      open: count('open'),
      nothingSent,
    },
    totals: [...totals]
      .map(([currency, total]) => ({ currency, ...total }))
      .sort((a, b) => a.currency.localeCompare(b.currency)),
  };
}

/** What a record moved: to the shop positive, away from it negative. A hold moves nothing. Minor units. */
function movedMinor(record: PlatformRecord | null): number {
  if (!record || record.kind === 'authorization') return 0;
  if (record.state !== 'SUCCEEDED' && record.state !== 'PENDING') return 0;
  return record.kind === 'transfer' ? record.amountMinor : -record.amountMinor;
}

function onlyThere(
  group: readonly PlatformRecord[],
  known: ReadonlyMap<string, AttemptView>,
  attempts: readonly AttemptView[],
  links: readonly DayLink[],
): DayEntry {
  const link = links.findLast((one) => group.some(({ id }) => id === one.record.id)) ?? null;
  const tagged = group.find(({ attempt }) => attempt !== null)?.attempt ?? null;
  const parent = group.find(({ kind }) => kind === 'reversal')?.transfer ?? null;
  // Given back elsewhere of a payment of ours, or a second record that carries our tag: the payment is named.
  const near =
    (tagged === null ? undefined : known.get(tagged)) ??
    (parent === null ? undefined : attempts.find(({ transfer }) => transfer === parent));
  // A reversal may carry the tags of its Transfer.
  const isTills = group.some(
    ({ kind, idempotencyId, payLink }) =>
      idempotencyId?.startsWith('tillbridge-') || (kind === 'transfer' && typeof payLink === 'string'),
  );
  const state = group.map((record) => `${record.kind} ${record.state}`).join(', ');
  return {
    verdict: link ? 'explained' : 'only-there',
    what: 'record',
    attempt: link?.attempt ?? near?.id ?? null,
    reversal: null,
    here: null,
    there: [...group],
    reasons: [reason(!near && isTills ? 'other-till' : 'unknown-here', null, state)],
    link,
  };
}

/** The platform's records, found by whatever names them. */
function bookOf(records: readonly PlatformRecord[]) {
  const byId = new Map(records.map((record) => [record.id, record]));
  const byKey = new Map(records.flatMap((record) => (record.idempotencyId ? [[record.idempotencyId, record]] : [])));
  const nameless = new Map(
    records.flatMap((record) => (!record.idempotencyId && record.attempt ? [[`${record.kind} ${record.attempt}`, record]] : [])),
  ); // prettier-ignore
  const at = (id: string | null): PlatformRecord | null => (id === null ? null : (byId.get(id) ?? null));

  return {
    ofPayment(view: AttemptView): Records {
      const own = at(view.authorization) ?? byKey.get(idempotencyIdOf(view.id)) ?? null;
      if (view.kind === 'refund') {
        const money = at(view.transfer) ?? own ?? nameless.get(`refund ${view.id}`) ?? null;
        return { hold: null, money };
      }
      const hold = own ?? nameless.get(`authorization ${view.id}`) ?? null;
      return { hold, money: at(hold?.transfer ?? view.transfer) ?? at(view.transfer) };
    },
    ofReversal(attempt: string, reversal: string, transfer: string | null): PlatformRecord | null {
      return at(transfer) ?? byKey.get(reversalIdempotencyIdOf(attempt, reversal)) ?? null;
    },
    /** What was paid, or tried, through a link; what moved money first. */
    ofLink({ id, payments }: PayLinkView): PlatformRecord[] {
      const named = new Set(payments.map(({ transfer }) => transfer));
      const found = records.filter(
        (record) => record.kind === 'transfer' && (record.payLink === id || named.has(record.id)),
      );
      return found.toSorted((a, b) => Number(hasMoved(b)) - Number(hasMoved(a)));
    },
    /** What is nobody's: a hold together with the Transfer of its capture, everything else alone. */
    strangers(taken: ReadonlySet<string>): PlatformRecord[][] {
      const rest = records.filter(({ id }) => !taken.has(id));
      const captures = new Set(rest.flatMap(({ kind, transfer }) => (kind === 'authorization' && transfer ? [transfer] : []))); // prettier-ignore
      return rest
        .filter(({ id }) => !captures.has(id))
        .map((record) => {
          const capture = record.kind === 'authorization' ? at(record.transfer) : null;
          return capture && !taken.has(capture.id) ? [record, capture] : [record];
        });
    },
  };
}
