import { orderNameOf } from '../../electron/domain/index.ts';
import {
  askedMinorOf,
  endNameOf,
  isOpenAttempt,
  isPartlyPaid,
  isPartlyPaidLink,
  isUnfinishedLink,
  type AttemptView,
  type Basket,
  type HostState,
  type PayLinkView,
} from '../../electron/contract/index.ts';
import { isPutAwayAtHost, type TillState } from '../store/index.ts';

/** What a customer display shows. Never the reason of a decline, never anything to press. */
export type DisplayStage =
  /** Nobody pays: the shop's name. */
  | { kind: 'idle' }
  /** The host is away or has not been heard yet. It comes back by itself. */
  | { kind: 'moment' }
  /** What the cashier is putting together. */
  | { kind: 'basket'; basket: Basket }
  | { kind: 'live'; attempt: AttemptView }
  /** It waits for the cashier's word; the customer hears neither why nor that they paid before. */
  | { kind: 'waiting'; sum: Sum; id: string }
  /** A payment link to be paid on the customer's phone. */
  | { kind: 'link'; link: PayLinkView }
  | { kind: 'paid'; sum: Sum; paidMinor: number; id: string }
  /** Paid in part: the cashier settles the rest. */
  | { kind: 'partly'; sum: Sum; paidMinor: number; restMinor: number; id: string }
  /** `heldMinor`: what the card holds, with room for a tip where there is any. */
  | { kind: 'held'; sum: Sum; heldMinor: number; id: string }
  | { kind: 'refunded'; sum: Sum; id: string }
  | { kind: 'cancelled'; sum: Sum; id: string }
  /** Declined, checking, lost: a person says why. Null where nothing is known of the payment. */
  | { kind: 'speak'; sum: Sum; id: string };

/** An order as the customer sees it, minor units. */
export interface Sum {
  order: string | null;
  /** Its own, also after the till was set to another one. Null: a basket, which is in the till's. */
  currency: string | null;
  amountMinor: number;
  tipMinor: number;
  surchargeMinor: number;
  totalMinor: number;
}

/** How long an outcome stands when the cashier does not put it away, milliseconds. */
export const OUTCOME_SHOWN_MS = 60_000;
/** The host may be away for this long in the middle of a payment before the customer is sent to the cashier, milliseconds. */
export const LONG_AWAY_MS = 10_000;

/** What an attempt asks for, without the room it holds for a tip. */
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

/** The customer was away, too slow, or did not want to pay again: there is nothing to speak about. */
const endedByCustomer: ReadonlySet<string> = new Set(['PAY_NO_CARD', 'PAY_NO_PIN', 'PAY_NO_CHOICE', 'PAY_DUPLICATE']);

function linkPaid(link: PayLinkView): DisplayStage {
  const { id, totalMinor, paidMinor } = link;
  const sum = sumOf(link);
  if (paidMinor === 0) return { kind: 'speak', sum, id };
  if (paidMinor === null || !isPartlyPaidLink(link))
    return { kind: 'paid', sum, paidMinor: paidMinor ?? totalMinor, id };
  return { kind: 'partly', sum, paidMinor, restMinor: totalMinor - paidMinor, id };
}

/** The newest end that nobody has put away, named; undefined where there is none. A hold ends for the customer when it is held. */
export function unreadEnd(host: HostState | null): { name: string; stage: DisplayStage } | undefined {
  const unread = (one: Parameters<typeof endNameOf>[0]) => !isPutAwayAtHost(host, endNameOf(one));
  const attempt = host?.attempts.find((one) => !isOpenAttempt(one));
  // Whoever pays a link that was left open for the next customer stands somewhere else.
  const link = host?.payLinks?.find((one) => one.state === 'paid' && !isPutAwayAtHost(host, one.id));
  if (link && unread(link)) return { name: endNameOf(link), stage: linkPaid(link) };
  return attempt && unread(attempt) ? { name: endNameOf(attempt), stage: outcomeStage(attempt) } : undefined;
}

/**
 * The stage of a customer display. Pure: it follows from the host's state and the connection alone. `over`: the end that has
 * stood for its time (`unreadEnd`).
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
  // Without the record a payment does not get on, so its last prompt would not be true.
  if (open && host.journal?.failure) return { kind: 'speak', sum: sumOf(open), id: open.id };
  if (open) return open.state === 'working' ? { kind: 'live', attempt: open } : outcomeStage(open);
  const end = unreadEnd(host);
  if (end && end.name !== over) return end.stage;
  // What lies in front of the display goes before a link, which may be anybody's.
  if (host.display?.basket) return { kind: 'basket', basket: host.display.basket };
  const link = host.payLinks?.find((one) => isUnfinishedLink(one) && !isPutAwayAtHost(host, one.id));
  return link?.url ? { kind: 'link', link } : { kind: 'idle' };
}

/** Names a stage: a new name moves the focus to the title, so that a screen reader starts there. */
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
