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
import type { Texts } from '../text/index.ts';
import { partsOf } from '../text/payment-words.ts';
import { sentences, type OutcomeMessage } from './message.ts';
import { asRefund } from './refund-message.ts';

/** True where another end was shown before: a late answer, or the platform's word on what a person had decided. */
export function isCorrected(attempt: AttemptView): boolean {
  return attempt.timings.filter(({ step }) => step === 'done').length > 1;
}

/** How long it was not known how this would end, milliseconds; null where it was known all along. */
export function checkedForMs({ timings }: AttemptView): number | null {
  const began = timings.find(({ step }) => step === 'checking');
  const ended = timings.findLast(({ step }) => step === 'done' || step === 'captured' || step === 'held');
  return began && ended && ended.atMs >= began.atMs ? ended.atMs - began.atMs : null;
}

/** What is owed of a payment whose tip is still to come, as far as the card holds it. Minor units. */
export function owedMinorOf({ amountMinor, surchargeMinor, authorizedMinor }: AttemptView): number {
  return Math.min(amountMinor + surchargeMinor, authorizedMinor ?? 0);
}

/** Steps from which on a card may have been read. */
const afterCard: ReadonlySet<string> = new Set(['card-read', 'bank-answered', 'checking']);

/** Who cancelled, as far as words can say it: most of them say that no card was read, so that has to be known. */
function cancelledFrom({ cancelledBy, route, timings }: AttemptView): CancelledBy | 'unknown' {
  if (cancelledBy === null || cancelledBy === 'customer' || cancelledBy === 'kiosk') return cancelledBy ?? 'unknown';
  return route === 'cloud' || timings.some(({ step }) => afterCard.has(step)) ? 'unknown' : cancelledBy;
}

/** What an outcome says. `cardTimeoutMs`: how long the terminal waits for a card. */
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
    case 'not-completed':
    case 'failed':
      return unpaidMessage(outcome, attempt, texts, cardTimeoutMs);
  }
}

type Moved = Extract<OutcomeKind, 'paid' | 'too-late' | 'partly-paid' | 'refunded'>;
type Held = Extract<OutcomeKind, 'held' | 'add-tip'>;
type Unpaid = Exclude<OutcomeKind, Moved | Held>;

/** What an outcome says by which money has moved. */
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
        heading: text.paid.heading,
        say:
          excessMinor > 0
            ? text.excess.taken(money(excessMinor))
            : overApprovedMinorOf(attempt) > 0
              ? text.excess.approved(money(attempt.authorizedMinor ?? 0))
              : partsOf(attempt, movedMinor, texts),
        next: attempt.wantsSignature ? sale.signature : excessMinor > 0 ? text.excess.next : text.paid.next,
      };
    case 'too-late':
      return { ...moved, heading: text.paid.heading, say: text.tooLate.say, next: text.tooLate.next };
    case 'partly-paid': {
      const askedMinor = askedMinorOf(attempt);
      return {
        ...moved,
        mark: 'partly',
        heading: text.partly.heading,
        say: text.partly.say(money(movedMinor), money(askedMinor)),
        next: text.partly.next(money(askedMinor - movedMinor)),
      };
    }
    case 'refunded':
      return {
        ...moved,
        heading: text.refunded.heading,
        say: text.refunded.say(money(movedMinor)),
        next: text.refunded.next,
      };
  }
}

/** What an outcome says by which money is held on the card and nothing has moved: neither field nor mark of a payment. */
function heldMessage(outcome: Held, attempt: AttemptView, texts: Texts): OutcomeMessage {
  const money = (amountMinor: number) => texts.money(amountMinor, attempt.currency);
  const live = { state: 'live', mark: 'card', urgency: 'polite' } as const;
  switch (outcome) {
    case 'held': {
      const { heading, say, next } = texts.words.outcomes.held;
      const movedMinor = attempt.authorizedMinor ?? attempt.totalMinor;
      return { ...live, heading, movedMinor, charged: null, say: say(money(movedMinor)), next };
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
        say: say(money(attempt.authorizedMinor ?? 0), owed),
        next: next(owed),
      };
    }
  }
}

/** What an outcome says by which nothing was taken. */
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
      return { ...stopped, heading, say: say(money(attempt.authorizedMinor ?? attempt.totalMinor)), next };
    }
    case 'decided': {
      const { verdict, by, reason } = attempt.decision ?? { verdict: 'not-paid', by: '', reason: '' };
      return {
        ...stopped,
        heading: text.decided.heading[decisionWord(attempt, verdict)],
        charged: text.decided.charged,
        say: sentences([text.decided.say(by, reason)]),
        next: text.decided.next,
      };
    }
    case 'declined': {
      const code = attempt.declineCode ?? 'GENERIC_DECLINE';
      const decline = text.declines[code] ?? text.declines['GENERIC_DECLINE'];
      return {
        state: 'declined',
        mark: 'declined',
        heading: text.declined.heading,
        movedMinor: null,
        charged: notCharged,
        say: decline?.(asked).say ?? null,
        next: decline?.(asked).next ?? '',
        urgency: 'assertive',
      };
    }
    case 'cancelled': {
      const { by } = text.cancelled;
      const say = wasBankApproved(attempt) ? by.takenBack : by[cancelledFrom(attempt)];
      return { ...stopped, heading: text.cancelled.heading, say, next: text.cancelled.next(asked) };
    }
    case 'no-card':
      return {
        ...stopped,
        heading: text.noCard.heading,
        say: text.noCard.say(words.frame.age.seconds(Math.round(cardTimeoutMs / 1000))),
        next: text.noCard.next,
      };
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
        say: failure?.what ?? null,
        next: attempt.isCardOut ? text.notCompleted.nextCardOut : (failure?.next ?? text.failed.next(asked)),
        urgency: 'assertive',
      };
    }
  }
}

/** What the live region says of an outcome: title, amount in words, charged sentence, what happened, next step. */
export function spokenOutcome(message: OutcomeMessage, attempt: AttemptView, texts: Texts): string {
  const { corrected, tooLate } = texts.words.outcomes;
  const parts = [
    // Of a part the sentence is about what is left, so that the cancel is said with the word.
    isPartlyPaid(attempt) && attempt.cancelTooLate ? `${message.heading}${tooLate.spoken}` : message.heading,
    message.movedMinor === null ? null : texts.spoken(message.movedMinor, attempt.currency),
    message.charged,
    ...(isCorrected(attempt) ? [corrected.strip, corrected.say] : []),
    message.say,
    message.next,
  ];
  return sentences(parts);
}
