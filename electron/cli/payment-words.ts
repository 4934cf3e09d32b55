/** Texts about payments for the command line. */
import { plainAmount } from '../domain/index.ts';
import {
  askedMinorOf,
  isOpenAttempt,
  isPartlyPaid,
  overApprovedMinorOf,
  unsettledExcessOf,
  type AttemptView,
  type Failure,
  type FailureCode,
  type ReversalView,
} from '../contract/index.ts';

export function moneyOf(amountMinor: number, currency: string): string {
  return `${plainAmount(amountMinor, currency)} ${currency}`;
}

/** Age in the form `12 s`, `7 min`, `3 h`, `2 d`. */
export function ageOf(instant: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(instant)) / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 2 * 3600) return `${Math.round(seconds / 60)} min`;
  return seconds < 2 * 86_400 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`;
}

/** Reason for the payment's state; empty if the state alone is sufficient. */
function reasonOf(view: AttemptView): string {
  if (view.checking) return `${view.checking.reason}, asked ${view.checking.tries}×`;
  if (view.declineCode !== null) return view.declineCode;
  if (view.cancelledBy !== null) return `by ${view.cancelledBy}`;
  if (view.decision) return `${view.decision.verdict} by ${view.decision.by}: ${view.decision.reason}`;
  return view.failure?.code ?? '';
}

/**
 * The same for programs: the reason of the doubt, the decline code, the person or part that cancelled it, the reason of
 * a decision, or the failure's code. Returns null if the state alone is sufficient.
 */
export function reasonCodeOf(view: AttemptView): string | null {
  const { checking, declineCode, cancelledBy, decision, failure } = view;
  return checking?.reason ?? declineCode ?? cancelledBy ?? decision?.reason ?? failure?.code ?? null;
}

export function attemptLine(view: AttemptView): string {
  const { id, state, currency } = view;
  const kind = view.payLink === undefined ? view.kind : 'pay link';
  const why = reasonOf(view);
  const held = view.authorizedMinor !== null && view.state !== 'captured' ? view.authorizedMinor : null;
  const amount = moneyOf(view.capturedMinor ?? held ?? view.totalMinor, currency);
  const given = view.reversedMinor > 0 ? `, ${moneyOf(view.reversedMinor, currency)} given back` : '';
  return `${id}  ${kind}  ${state}${why === '' ? '' : ` (${why})`}  ${amount}${given}`;
}

export function reversalLine(reversal: ReversalView, currency: string): string {
  const { id, state, amountMinor, by, reason, failure, decision } = reversal;
  const verdict =
    decision &&
    `${decision.verdict === 'paid' ? 'given back' : 'not given back'} by ${decision.by}: ${decision.reason}`;
  const why = verdict ? ` (${verdict})` : failure ? ` (${failure.code})` : '';
  return `    reversal ${id}: ${state}${why}  ${moneyOf(amountMinor, currency)}, by ${by}${reason === null ? '' : `: ${reason}`}`;
}

/** Outcome of a payment, in one sentence that a cashier can act on. */
export function sentence(view: AttemptView): string {
  const amount = moneyOf(view.capturedMinor ?? view.authorizedMinor ?? view.totalMinor, view.currency);
  switch (view.state) {
    case 'captured':
      if (view.capturedElsewhere) return elsewhereWords(view, view.capturedElsewhere.askedMinor);
      if (isPartlyPaid(view)) {
        const rest = askedMinorOf(view) - (view.capturedMinor ?? 0);
        return `Paid ${amount} of ${moneyOf(askedMinorOf(view), view.currency)}: ${moneyOf(rest, view.currency)} is still to be paid. Transfer ${view.transfer}.`;
      }
      return `Paid ${amount}. Transfer ${view.transfer}.${view.cancelTooLate ? ' It was too late to cancel.' : ''}${excessWords(view)}`;
    case 'authorized':
      return `Held ${amount}${view.expiresAt === null ? '' : `, until ${view.expiresAt}`}. Capture it with: capture ${view.id}.${view.failure ? ` ${view.failure.message}` : ''}`;
    case 'refunded':
      return `Refunded ${amount}. Transfer ${view.transfer}.`;
    case 'partial':
      return `The bank approved ${amount} of ${moneyOf(askedMinorOf(view), view.currency)}. Take it with: keep ${view.id}, or release it with: void ${view.id}.`;
    case 'asking':
      return `The same card paid the same amount ${agoOf(view.asking?.minutes)} (payment ${view.asking?.attempt ?? '?'}). ${amount} is held; nothing was taken again. The hold is released unless the cashier confirms another payment at the till.`;
    case 'declined':
      return `Declined (${view.declineCode}). The customer was not charged.`;
    case 'cancelled':
      return `Cancelled${view.cancelledBy === null ? '' : ` by ${view.cancelledBy}`}. The customer was not charged.`;
    case 'voided':
      return `Not paid. The approval was voided; the customer was not charged. ${view.failure?.message ?? ''}`;
    case 'released':
      return `The hold was released; the customer was not charged.`;
    case 'decided':
      return `Decided by ${view.decision?.by ?? '?'}: ${view.decision?.verdict ?? '?'}. If the platform later disagrees, its answer replaces the decision.`;
    case 'working':
    case 'checking':
      return view.kind === 'refund'
        ? 'Checking: we do not know yet whether the customer got the money. Do not refund again.'
        : 'Checking: we do not know yet whether the customer was charged. Do not charge again. The next start of Tillbridge with this data folder continues to ask the platform.';
    case 'failed':
      if (view.failure?.code === 'PAY_DUPLICATE') {
        return `Not paid. The hold was released; the customer was not charged a second time. ${repeatedWords(view.failure)} [PAY_DUPLICATE]`;
      }
      return `Not paid. The customer was not charged. ${view.failure?.message ?? ''} [${view.failure?.code ?? view.state}]`;
  }
}

function elsewhereWords(view: AttemptView, askedMinor: number | null): string {
  const money = (amountMinor: number): string => moneyOf(amountMinor, view.currency);
  const takenMinor = view.capturedMinor ?? 0;
  const asked = askedMinor === null ? '' : ` ${money(askedMinor)} was asked for.`;
  const rest =
    askedMinor !== null && takenMinor < askedMinor
      ? ` ${money(askedMinor - takenMinor)} is not paid.`
      : excessWords(view);
  return `Taken already: ${money(takenMinor)}, not by this till.${asked}${rest} Transfer ${view.transfer}.`;
}

/** Sentence for an excess: approved but not captured, or captured and to be reversed. */
function excessWords(view: AttemptView): string {
  const money = (amountMinor: number): string => moneyOf(amountMinor, view.currency);
  const excessMinor = unsettledExcessOf(view);
  if (excessMinor > 0)
    return ` That is ${money(excessMinor)} more than was asked for. Give it back with: reverse ${view.id}.`;
  return overApprovedMinorOf(view) > 0
    ? ` The bank approved ${money(view.authorizedMinor ?? 0)}; no more was taken than was asked for.`
    : '';
}

/** Age as a phrase; if `minutes` is not a number, the age is unknown. */
export function agoOf(minutes: unknown): string {
  if (typeof minutes !== 'number') return 'earlier';
  return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
}

/**
 * Explains which payment the new payment seems to repeat, and the option for another purchase: a running command cannot
 * ask the cashier.
 */
export function repeatedWords({ context }: Failure): string {
  const { attempt, as, link, minutes } = context ?? {};
  const ago = agoOf(minutes);
  const what =
    link === undefined
      ? `The same amount ${as === 'checking' ? 'may have gone' : 'went'} through ${ago}, with the same card or for this order (payment ${String(attempt)}).`
      : `This order was paid by link ${ago} (link ${String(link)}).`;
  return `${what} If this is another purchase, confirm with --again.`;
}

/** Explains a tip that the host refused without confirmation, and the option that confirms it. */
export function largeTipWords({ context }: Failure): string {
  const money = (amount: unknown) => moneyOf(Number(amount), String(context?.['currency']));
  const { tipMinor, limitMinor } = context ?? {};
  const what = `A tip of ${money(tipMinor)} is more than ${money(limitMinor)}, the largest tip that needs no confirmation.`;
  return `${what} Nothing was sent; the customer was not charged. If the tip is right, confirm with --large-tip.`;
}

/** The failure of a request whose outcome the till no longer reports; `unknown` completes "We do not know yet whether". */
export function inDoubtFailure(failure: Failure, attempt: string, unknown: string): Failure {
  const message =
    `Checking: we do not know yet whether ${unknown}. Do not repeat it. ` +
    `Tillbridge stopped answering (${failure.message}). See payment ${attempt} in its history.`;
  return { ...failure, message };
}

/** 0: done; 1: not done; 3: outcome unknown, or a decision is needed, as with a rest that is still to be paid. */
export function exitCodeOf(view: AttemptView): number {
  const { state, kind } = view;
  if (isOpenAttempt(view) || isPartlyPaid(view)) return 3;
  const wanted = { sale: 'captured', authorization: 'authorized', refund: 'refunded' }[kind];
  return state === wanted || state === 'captured' ? 0 : 1;
}

/** Remedies for a technician, by the failure of a terminal that may not take payments. */
export const deviceRemedies: Readonly<Partial<Record<FailureCode, string>>> = {
  DEVICE_OTHER_MERCHANT: 'Create a Device under the merchant of this till, or set platform.merchant.',
  DEVICE_TWICE: 'At the platform, change the serial number of the Device that is not in use.',
  DEVICE_NOT_ENABLED: 'Activate it: tillbridge activate ID.',
  DEVICE_NONE: 'Create a Device with its serial number at the platform.',
};
