import { orderNameOf } from '../../electron/domain/index.ts';
import {
  askedMinorOf,
  outcomeNameOf,
  isOpenAttempt,
  isPartlyPaid,
  isPartlyPaidLink,
  isUnfinishedLink,
  type AttemptView,
  type Basket,
  type HostState,
  type PayLinkView,
} from '../../electron/contract/index.ts';
import { isDismissedAtHost, type TillState } from '../store/index.ts';

/** Stages of a customer display. It lacks controls and hides the reason of a decline. */
export type DisplayStage =
  /** The till is idle: the display shows the shop's name. */
  | { kind: 'idle' }
  /** The host is disconnected, or has not answered yet. The stage ends by itself. */
  | { kind: 'moment' }
  /** The sale that the cashier is entering. */
  | { kind: 'basket'; basket: Basket }
  | { kind: 'live'; attempt: AttemptView }
  /** Waits for the cashier's decision; the customer does not see the reason or an earlier payment. */
  | { kind: 'waiting'; sum: Sum; id: string }
  /** A payment link to be paid on the customer's phone. */
  | { kind: 'link'; link: PayLinkView }
  | { kind: 'paid'; sum: Sum; paidMinor: number; id: string }
  /** A partial approval: the cashier settles the rest. */
  | { kind: 'partly'; sum: Sum; paidMinor: number; restMinor: number; id: string }
  /** `heldMinor` is the held amount, with room for a tip if there is any. */
  | { kind: 'held'; sum: Sum; heldMinor: number; id: string }
  | { kind: 'refunded'; sum: Sum; id: string }
  | { kind: 'cancelled'; sum: Sum; id: string }
  /** Declined, in doubt or disconnected: the cashier explains it. */
  | { kind: 'speak'; sum: Sum; id: string };

/** An order as the customer sees it, minor units. */
export interface Sum {
  order: string | null;
  /** Currency of the payment, even after the till's currency changed. Null for a basket, which uses the till's. */
  currency: string | null;
  amountMinor: number;
  tipMinor: number;
  surchargeMinor: number;
  totalMinor: number;
}

/** Time in milliseconds after which an outcome disappears if the cashier does not dismiss it. */
export const OUTCOME_SHOWN_MS = 60_000;
/** Disconnection of the host during a payment, in milliseconds, that sends the customer to the cashier. */
export const LONG_AWAY_MS = 10_000;

/** Returns the requested sum of an attempt, without its room for a tip. */
export function sumOf(one: {
  order: string | null;
  currency?: string;
  amountMinor: number;
  tipMinor: number;
  surchargeMinor?: number;
}): Sum {
  const { currency = null, amountMinor, tipMinor, surchargeMinor = 0 } = one;
  return {
    order: orderNameOf(one),
    currency,
    amountMinor,
    tipMinor,
    surchargeMinor,
    totalMinor: amountMinor + tipMinor + surchargeMinor,
  };
}

function outcomeStage(attempt: AttemptView): DisplayStage {
  const sum = sumOf(attempt);
  const { id } = attempt;
  switch (attempt.state) {
    case 'captured': {
      const paidMinor = attempt.capturedMinor ?? attempt.totalMinor;
      if (!isPartlyPaid(attempt)) return { kind: 'paid', sum, paidMinor, id };
      return { kind: 'partly', sum, paidMinor, restMinor: askedMinorOf(attempt) - paidMinor, id };
    }
    case 'authorized':
      return { kind: 'held', sum, heldMinor: attempt.authorizedMinor ?? attempt.totalMinor, id };
    case 'refunded':
      return { kind: 'refunded', sum, id };
    case 'cancelled':
    case 'released':
      return { kind: 'cancelled', sum, id };
    case 'failed':
      return endedByCustomer.has(attempt.failure?.code ?? '')
        ? { kind: 'cancelled', sum, id }
        : { kind: 'speak', sum, id };
    case 'asking':
      return { kind: 'waiting', sum, id };
    case 'working':
    case 'checking':
    case 'partial':
    case 'declined':
    case 'voided':
    case 'decided':
      return { kind: 'speak', sum, id };
  }
}

/** The customer gave no card, PIN or choice in time, or declined to pay again: so the display ends at once. */
const endedByCustomer: ReadonlySet<string> = new Set(['PAY_NO_CARD', 'PAY_NO_PIN', 'PAY_NO_CHOICE', 'PAY_DUPLICATE']);

function linkPaid(link: PayLinkView): DisplayStage {
  const { id, totalMinor, paidMinor } = link;
  const sum = sumOf(link);
  if (paidMinor === 0) return { kind: 'speak', sum, id };
  if (paidMinor === null || !isPartlyPaidLink(link))
    return { kind: 'paid', sum, paidMinor: paidMinor ?? totalMinor, id };
  return { kind: 'partly', sum, paidMinor, restMinor: totalMinor - paidMinor, id };
}

/** Returns the newest outcome that was not dismissed, with its name, or undefined. A new hold is an outcome too. */
export function unreadEnd(host: HostState | null): { name: string; stage: DisplayStage } | undefined {
  const unread = (one: Parameters<typeof outcomeNameOf>[0]) => !isDismissedAtHost(host, outcomeNameOf(one));
  const attempt = host?.attempts.find((one) => !isOpenAttempt(one));
  // A link that was left open for the next customer is paid elsewhere, so its payment is not shown.
  const link = host?.payLinks?.find((one) => one.state === 'paid' && !isDismissedAtHost(host, one.id));
  if (link && unread(link)) return { name: outcomeNameOf(link), stage: linkPaid(link) };
  return attempt && unread(attempt) ? { name: outcomeNameOf(attempt), stage: outcomeStage(attempt) } : undefined;
}

/**
 * Returns the stage of a customer display. Pure: it follows from the host's state and the connection alone. `over` is
 * the name of the outcome whose time has elapsed (`unreadEnd`).
 */
export function displayStage(
  { mirror: { host, connection } }: Pick<TillState, 'mirror'>,
  nowMs: number,
  over: string | null = null,
): DisplayStage {
  const open = host?.attempts.find(isOpenAttempt);
  if (!host || connection.state !== 'live') {
    const isLong = nowMs - connection.sinceMs >= LONG_AWAY_MS;
    return open && isLong ? { kind: 'speak', sum: sumOf(open), id: open.id } : { kind: 'moment' };
  }
  // An unwritable journal stops the payment, so its last prompt would be wrong.
  if (open && host.journal?.failure) return { kind: 'speak', sum: sumOf(open), id: open.id };
  if (open) return open.state === 'working' ? { kind: 'live', attempt: open } : outcomeStage(open);
  const end = unreadEnd(host);
  if (end && end.name !== over) return end.stage;
  // The basket belongs to the present customer, while an open link may be another customer's.
  if (host.display?.basket) return { kind: 'basket', basket: host.display.basket };
  const link = host.payLinks?.find((one) => isUnfinishedLink(one) && !isDismissedAtHost(host, one.id));
  return link?.url ? { kind: 'link', link } : { kind: 'idle' };
}

/** Returns the name of a stage: a new name moves the focus to the title, so that a screen reader starts there. */
export function displayStageKey(stage: DisplayStage): string {
  switch (stage.kind) {
    case 'idle':
    case 'moment':
      return stage.kind;
    case 'basket':
      return stage.basket.isChoosingTip ? 'basket/tip' : 'basket';
    case 'live':
      return `live/${stage.attempt.id}/${stage.attempt.prompt ?? 'starting'}`;
    case 'link':
      return `link/${stage.link.id}/${stage.link.isBeingPaid}`;
    case 'paid':
    case 'partly':
    case 'held':
    case 'refunded':
    case 'cancelled':
    case 'waiting':
    case 'speak':
      return `${stage.kind}/${stage.id}`;
  }
}
