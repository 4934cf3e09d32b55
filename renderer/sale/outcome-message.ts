import {
  askedMinorOf,
  decisionWord,
  isPartlyPaid,
  overApprovedMinorOf,
  unsettledExcessOf,
  wasBankApproved,
  type AttemptView,
  type CancelledBy,
} from '../../electron/contract/index.ts';
import type { OutcomeKind } from '../store/index.ts';
import { whatHappened, type Texts, entryOf, textOf } from '../text/index.ts';
import { partsOf } from '../text/payment-words.ts';
import { sentences, type OutcomeMessage } from './message.ts';
import { asRefund } from './refund-message.ts';

/** True when another outcome was shown before: a late answer, or a platform result after the manager's decision. */
export function isCorrected(attempt: AttemptView): boolean {
  return attempt.timings.filter(({ step }) => step === 'done').length > 1;
}

/** Returns the duration of the doubt about the outcome, in milliseconds, or null if there was none. */
export function checkedForMs({ timings }: AttemptView): number | null {
  const began = timings.find(({ step }) => step === 'checking');
  const ended = timings.findLast(({ step }) => step === 'done' || step === 'captured' || step === 'held');
  return began && ended && ended.atMs >= began.atMs ? ended.atMs - began.atMs : null;
}

/** Amount owed for a payment whose tip is still open, limited by the authorization. Minor units. */
export function owedMinorOf({ amountMinor, surchargeMinor, authorizedMinor }: AttemptView): number {
  return Math.min(amountMinor + surchargeMinor, authorizedMinor ?? 0);
}

/** Steps from which on a card may have been read. */
const afterCard: ReadonlySet<string> = new Set(['card-read', 'bank-answered', 'checking']);

/**
 * Returns the party that cancelled, when the text may name it: most texts claim that no card was read, which must be
 * certain.
 */
function cancelledFrom({ cancelledBy, route, timings }: AttemptView): CancelledBy | 'unknown' {
  if (cancelledBy === null || cancelledBy === 'customer' || cancelledBy === 'kiosk') return cancelledBy ?? 'unknown';
  return route === 'cloud' || timings.some(({ step }) => afterCard.has(step)) ? 'unknown' : cancelledBy;
}

/** Returns the texts of an outcome. `cardTimeoutMs` is the terminal's wait for a card. */
export function outcomeMessage(
  outcome: OutcomeKind,
  attempt: AttemptView,
  texts: Texts,
  cardTimeoutMs: number,
): OutcomeMessage {
  const message = chargeMessage(outcome, attempt, texts, cardTimeoutMs);
  return attempt.kind === 'refund' ? asRefund(message, outcome, texts) : message;
}

function chargeMessage(
  outcome: OutcomeKind,
  attempt: AttemptView,
  texts: Texts,
  cardTimeoutMs: number,
): OutcomeMessage {
  switch (outcome) {
    case 'paid':
    case 'too-late':
    case 'partly-paid':
    case 'refunded':
      return movedMessage(outcome, attempt, texts);
    case 'held':
    case 'add-tip':
      return heldMessage(outcome, attempt, texts);
    case 'released':
    case 'decided':
    case 'declined':
    case 'cancelled':
    case 'no-card':
    case 'too-slow':
    case 'not-completed':
    case 'failed':
      return unpaidMessage(outcome, attempt, texts, cardTimeoutMs);
  }
}

type Moved = Extract<OutcomeKind, 'paid' | 'too-late' | 'partly-paid' | 'refunded'>;
type Held = Extract<OutcomeKind, 'held' | 'add-tip'>;
type Unpaid = Exclude<OutcomeKind, Moved | Held>;

/** Texts of an outcome that moved money. */
function movedMessage(outcome: Moved, attempt: AttemptView, texts: Texts): OutcomeMessage {
  const { outcomes: text, sale } = texts.words;
  const money = (amountMinor: number) => texts.money(amountMinor, attempt.currency);
  const movedMinor = attempt.capturedMinor ?? attempt.totalMinor;
  const moved = { state: 'paid', mark: 'paid', movedMinor, charged: null, urgency: 'polite' } as const;
  const excessMinor = unsettledExcessOf(attempt);
  switch (outcome) {
    case 'paid':
      return {
        ...moved,
        heading: attempt.capturedElsewhere ? text.elsewhere.heading : text.paid.heading,
        say: attempt.capturedElsewhere ? elsewhereWords(attempt, texts) : paidWords(attempt, movedMinor, texts),
        next: attempt.wantsSignature ? sale.signature : excessMinor > 0 ? text.excess.next : text.paid.next,
      };
    case 'too-late':
      return { ...moved, heading: text.paid.heading, say: text.tooLate.say, next: text.tooLate.next };
    case 'partly-paid': {
      const askedMinor = askedMinorOf(attempt);
      const isElsewhere = attempt.capturedElsewhere !== undefined;
      return {
        ...moved,
        mark: 'partly',
        heading: isElsewhere ? text.elsewhere.heading : text.partly.heading,
        say: isElsewhere
          ? elsewhereWords(attempt, texts)
          : text.partly.say({ paid: money(movedMinor), asked: money(askedMinor) }),
        next: text.partly.next({ rest: money(askedMinor - movedMinor) }),
      };
    }
    case 'refunded':
      return {
        ...moved,
        heading: text.refunded.heading,
        say: text.refunded.say({ amount: money(movedMinor) }),
        next: text.refunded.next,
      };
  }
}

function paidWords(attempt: AttemptView, movedMinor: number, texts: Texts): string | null {
  const { excess } = texts.words.outcomes;
  const money = (amountMinor: number) => texts.money(amountMinor, attempt.currency);
  const excessMinor = unsettledExcessOf(attempt);
  if (excessMinor > 0) return excess.taken({ excess: money(excessMinor) });
  if (overApprovedMinorOf(attempt) > 0) return excess.approved({ approved: money(attempt.authorizedMinor ?? 0) });
  return partsOf(attempt, movedMinor, texts);
}

/** Texts for a hold that was captured outside this till. */
function elsewhereWords(attempt: AttemptView, texts: Texts): string {
  const { elsewhere, excess } = texts.words.outcomes;
  const money = (amountMinor: number) => texts.money(amountMinor, attempt.currency);
  const takenMinor = attempt.capturedMinor ?? 0;
  const askedMinor = attempt.capturedElsewhere?.askedMinor ?? null;
  if (askedMinor === null) return elsewhere.known({ paid: money(takenMinor) });
  const excessMinor = unsettledExcessOf(attempt);
  return sentences([
    elsewhere.say({ paid: money(takenMinor), asked: money(askedMinor) }),
    takenMinor < askedMinor ? elsewhere.notPaid({ rest: money(askedMinor - takenMinor) }) : null,
    excessMinor > 0 ? excess.taken({ excess: money(excessMinor) }) : null,
  ]);
}

/**
 * Texts of an outcome that holds money without moving it. It must not show the field colour and mark of a payment.
 */
function heldMessage(outcome: Held, attempt: AttemptView, texts: Texts): OutcomeMessage {
  const money = (amountMinor: number) => texts.money(amountMinor, attempt.currency);
  const live = { state: 'live', mark: 'card', urgency: 'polite' } as const;
  switch (outcome) {
    case 'held': {
      const { heading, say, next } = texts.words.outcomes.held;
      const movedMinor = attempt.authorizedMinor ?? attempt.totalMinor;
      return { ...live, heading, movedMinor, charged: null, say: say({ amount: money(movedMinor) }), next };
    }
    case 'add-tip': {
      const { heading, charged, say, next } = texts.words.sale.addTip;
      const movedMinor = owedMinorOf(attempt);
      const owed = money(movedMinor);
      return {
        ...live,
        heading,
        movedMinor,
        charged,
        say: say({ held: money(attempt.authorizedMinor ?? 0), owed }),
        next: next({ owed }),
      };
    }
  }
}

/** Texts of an outcome without a charge. */
function unpaidMessage(outcome: Unpaid, attempt: AttemptView, texts: Texts, cardTimeoutMs: number): OutcomeMessage {
  const { words } = texts;
  const text = words.outcomes;
  const money = (amountMinor: number) => texts.money(amountMinor, attempt.currency);
  const asked = money(attempt.totalMinor);
  const notCharged = attempt.mayHaveCharged ? text.notKnown : text.notCharged;
  const stopped = {
    state: 'cancelled',
    mark: 'cancelled',
    movedMinor: null,
    charged: notCharged,
    urgency: 'polite',
  } as const;
  switch (outcome) {
    case 'released': {
      const { heading, say, next } = text.released;
      return { ...stopped, heading, say: say({ amount: money(attempt.authorizedMinor ?? attempt.totalMinor) }), next };
    }
    case 'decided': {
      const { verdict, by, reason } = attempt.decision ?? { verdict: 'not-paid', by: '', reason: '' };
      return {
        ...stopped,
        heading: text.decided.heading[decisionWord(attempt, verdict)],
        charged: text.decided.charged,
        say: sentences([text.decided.say({ by, reason })]),
        next: text.decided.next,
      };
    }
    case 'declined': {
      const code = attempt.declineCode ?? 'GENERIC_DECLINE';
      const decline = entryOf(text.declines, code) ?? text.declines.GENERIC_DECLINE;
      return {
        state: 'declined',
        mark: 'declined',
        heading: text.declined.heading,
        movedMinor: null,
        charged: notCharged,
        say: textOf(decline.say, { amount: asked }),
        next: decline.next,
        urgency: 'assertive',
      };
    }
    case 'cancelled': {
      const { by } = text.cancelled;
      const say = wasBankApproved(attempt) ? by.takenBack : by[cancelledFrom(attempt)];
      return { ...stopped, heading: text.cancelled.heading, say, next: text.cancelled.next({ amount: asked }) };
    }
    case 'no-card':
      return {
        ...stopped,
        heading: text.noCard.heading,
        say: text.noCard.say({ wait: words.frame.age.seconds({ count: Math.round(cardTimeoutMs / 1000) }) }),
        next: text.noCard.next,
      };
    case 'too-slow': {
      const { what, next } = words.failures[attempt.failure?.code ?? 'PAY_NO_PIN'];
      return { ...stopped, heading: text.notCompleted.heading, say: what, next };
    }
    case 'not-completed': {
      const isLink = attempt.failure?.code.startsWith('LINK_') ?? false;
      const { heading, say, sayLink, sayCardOut, next, nextLink, nextCardOut } = text.notCompleted;
      if (attempt.isCardOut) return { ...stopped, heading, say: sayCardOut, next: nextCardOut };
      return { ...stopped, heading, say: isLink ? sayLink : say, next: isLink ? nextLink : next };
    }
    case 'failed': {
      const failure = attempt.failure && words.failures[attempt.failure.code];
      return {
        ...stopped,
        state: 'equipment',
        mark: 'equipment',
        heading: text.failed.heading,
        say: attempt.failure && whatHappened(attempt.failure, texts),
        next: attempt.isCardOut
          ? text.notCompleted.nextCardOut
          : (failure?.next ?? text.failed.next({ amount: asked })),
        urgency: 'assertive',
      };
    }
  }
}

/** Returns the spoken text of an outcome: title, amount in words, charged sentence, event, next step. */
export function spokenOutcome(message: OutcomeMessage, attempt: AttemptView, texts: Texts): string {
  const { corrected, tooLate } = texts.words.outcomes;
  const parts = [
    // The sentence of a partial approval is about the rest, so the late cancel is spoken with the heading.
    isPartlyPaid(attempt) && attempt.cancelTooLate ? `${message.heading}${tooLate.spoken}` : message.heading,
    message.movedMinor === null ? null : texts.spoken(message.movedMinor, attempt.currency),
    message.charged,
    ...(isCorrected(attempt) ? [corrected.strip, corrected.say] : []),
    message.say,
    message.next,
  ];
  return sentences(parts);
}
