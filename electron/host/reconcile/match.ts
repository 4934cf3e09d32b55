/** Compares one payment, reversal or link with the platform's records of it. Pure. */
import {
  isUnfinishedLink,
  type AttemptView,
  type DayEntry,
  type DayReason,
  type PayLinkView,
  type PlatformRecord,
  type ReversalView,
  isReversalInDoubt,
  mayHaveBeenGiven,
  unsettledExcessOf,
} from '../../contract/index.ts';

export interface Match {
  /** `nothing`: the till sent no request, and the platform lacks a record. */
  verdict: Exclude<DayEntry['verdict'], 'explained' | 'only-there'> | 'nothing';
  reasons: DayReason[];
}

/** The hold under a payment's key, and the Transfer that took its money (for a refund: the payment itself). */
export interface Records {
  hold: PlatformRecord | null;
  money: PlatformRecord | null;
}

const ended: ReadonlySet<string> = new Set(['FAILED', 'CANCELED', 'VOIDED']);
export const hasMoved = ({ state }: PlatformRecord): boolean => state === 'SUCCEEDED' || state === 'PENDING';

/** @param now milliseconds since 1970: an expired hold holds nothing */
export function matchPayment(view: AttemptView, records: Records, now: number): Match {
  switch (view.state) {
    case 'working':
    case 'checking':
    case 'partial':
    case 'asking':
      return { verdict: 'open', reasons: [reason('open-here', view.state, stateOf(records))] };
    case 'captured':
    case 'refunded':
      return paid(view, records, view.capturedMinor ?? view.totalMinor);
    case 'authorized':
      return held(view, records);
    case 'decided':
      return view.decision?.verdict === 'paid' ? paid(view, records, view.totalMinor) : unpaid(view, records, now);
    case 'cancelled':
    case 'declined':
    case 'failed':
    case 'released':
    case 'voided':
      return unpaid(view, records, now);
  }
}

/** Money moved: a Transfer of that amount has to exist. */
function paid(view: AttemptView, { hold, money }: Records, amountMinor: number): Match {
  if (!hold && !money) return missing(view.state);
  const { capturedElsewhere } = view;
  const reasons = capturedElsewhere
    ? [reason('captured-elsewhere', capturedElsewhere.askedMinor, money?.amountMinor ?? null)]
    : [];
  if (!money || !hasMoved(money)) reasons.push(reason('state', view.state, stateOf({ hold, money })));
  else {
    // `amountMinor` is the captured amount, which exceeds the amount that the till had requested.
    const dueMinor = unsettledExcessOf(view) > 0 ? amountMinor - (view.overCapturedMinor ?? 0) : amountMinor;
    if (money.amountMinor !== dueMinor) reasons.push(reason('amount', dueMinor, money.amountMinor));
    if (money.tipMinor !== null && money.tipMinor !== view.tipMinor)
      reasons.push(reason('tip', view.tipMinor, money.tipMinor));
    if (money.currency !== view.currency) reasons.push(reason('currency', view.currency, money.currency));
  }
  if (hold?.state === 'VOIDED' && money === null) return different([reason('state', view.state, 'VOIDED')]);
  return different(reasons);
}

/** A kept hold: the platform must hold it, and must not have captured it. */
function held(view: AttemptView, { hold, money }: Records): Match {
  if (!hold) return missing(view.state);
  if (hold.transfer !== null || money) return different([reason('state', view.state, 'captured')]);
  if (hold.state !== 'SUCCEEDED') return different([reason('state', view.state, hold.state)]);
  const reasons: DayReason[] = [];
  if (view.authorizedMinor !== null && hold.amountMinor !== view.authorizedMinor)
    reasons.push(reason('amount', view.authorizedMinor, hold.amountMinor));
  if (hold.currency !== view.currency) reasons.push(reason('currency', view.currency, hold.currency));
  return different(reasons);
}

/** Compares a payment that captured nothing. It matches only if the platform has no capture or active hold. */
function unpaid(view: AttemptView, { hold, money }: Records, now: number): Match {
  if (!hold && !money) {
    if (view.authorization === null) return { verdict: 'nothing', reasons: [] };
    return missing(view.state);
  }
  if (money && hasMoved(money)) return different([reason('state', view.state, `captured ${money.amountMinor}`)]);
  if (hold?.transfer) return different([reason('state', view.state, 'captured')]);
  const hasExpired = view.expiresAt !== null && Date.parse(view.expiresAt) <= now;
  if (hold && !ended.has(hold.state) && !hasExpired) return different([reason('held-there', view.state, hold.state)]);
  return different([]);
}

export function matchReversal(reversal: ReversalView, record: PlatformRecord | null): Match {
  if (isReversalInDoubt(reversal))
    return { verdict: 'open', reasons: [reason('open-here', reversal.state, record?.state ?? null)] };
  const isGiven = mayHaveBeenGiven(reversal);
  if (!record) return isGiven ? missing(reversal.state) : { verdict: 'nothing', reasons: [] };
  if (hasMoved(record) !== isGiven) return different([reason('state', reversal.state, record.state)]);
  if (isGiven && record.amountMinor !== reversal.amountMinor)
    return different([reason('amount', reversal.amountMinor, record.amountMinor)]);
  return different([]);
}

/** @param records Transfers made through the link, including those that the bank refused */
export function matchPayLink(link: PayLinkView, records: readonly PlatformRecord[]): Match {
  const moved = records.filter(hasMoved);
  const state = moved[0]?.state ?? records[0]?.state ?? null;
  if (isUnfinishedLink(link)) return { verdict: 'open', reasons: [reason('open-here', link.state, state)] };
  if (link.paidMinor === null) {
    if (moved.length > 0) return different([reason('state', link.state, state)]);
    return records.length === 0 ? { verdict: 'nothing', reasons: [] } : different([]);
  }
  if (records.length === 0) return missing(link.state);
  if (moved.length === 0) return different([reason('state', link.state, state)]);
  const reasons: DayReason[] = [];
  const thereMinor = moved.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  if (thereMinor !== link.paidMinor) reasons.push(reason('amount', link.paidMinor, thereMinor));
  const other = moved.find(({ currency }) => currency !== link.currency);
  if (other) reasons.push(reason('currency', link.currency, other.currency));
  return different(reasons);
}

function missing(state: string): Match {
  return { verdict: 'only-here', reasons: [reason('missing-there', state, null)] };
}

function different(reasons: DayReason[]): Match {
  return { verdict: reasons.length === 0 ? 'matched' : 'different', reasons };
}

export function reason(
  what: DayReason['what'],
  here: string | number | null,
  there: string | number | null,
): DayReason {
  return { what, here: here === null ? null : String(here), there: there === null ? null : String(there) };
}

function stateOf({ hold, money }: Records): string | null {
  return money?.state ?? hold?.state ?? null;
}
