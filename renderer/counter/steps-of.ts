import {
  isOpenAttempt,
  wasBankApproved,
  type AttemptState,
  type AttemptView,
  type Prompt,
} from '../../electron/contract/index.ts';
import type { EvidenceLine } from '../components/keys.tsx';
import type { Step } from '../components/steps.tsx';
import type { Texts } from '../text/index.ts';

/** Time after which a running step shows its seconds: earlier, the seconds only make cashiers nervous. */
const SHOWN_FROM_MS = 10_000;

type OpenState = 'working' | 'checking' | 'partial' | 'asking';

/** Step of a payment to which each prompt belongs. */
const stepOfPrompt: Record<Prompt, 'sent' | 'card' | 'pin' | 'bank' | 'out' | 'stop'> = {
  starting: 'sent',
  'card-left-in': 'sent',
  'present-card': 'card',
  'insert-card': 'card',
  'swipe-card': 'card',
  'tap-again': 'card',
  'one-card-only': 'card',
  'see-phone': 'card',
  'choose-on-terminal': 'card',
  'choose-application': 'card',
  'confirm-amount': 'card',
  'choose-tip': 'card',
  'enter-pin': 'pin',
  sign: 'out',
  processing: 'card',
  'asking-bank': 'bank',
  'remove-card': 'out',
  cancelling: 'stop',
  'follow-terminal': 'card',
};

/** Milliseconds from the start of the payment to a step, or undefined before the step is reached. */
function reachedAt(attempt: AttemptView, step: string): number | undefined {
  return attempt.timings.find((timing) => timing.step === step)?.atMs;
}

/**
 * Steps of a running payment: a completed step has its duration in tenths of a second; the running step has a
 * stopwatch, once the step takes long.
 * `nowMs`: milliseconds since 1970. `isNarrow`: the keys' column is narrow, so names are short.
 */
export function stepsOf(attempt: AttemptView, nowMs: number, texts: Texts, isNarrow = false): Step[] {
  const { steps } = texts.words.counter;
  const { evidence } = texts.words.outcomes;
  const sent = reachedAt(attempt, 'terminal-started');
  const card = reachedAt(attempt, 'card-read');
  const bank = reachedAt(attempt, 'bank-answered');
  const ended = reachedAt(attempt, 'terminal-finished');
  const isHold = attempt.kind === 'authorization';
  const paid = reachedAt(attempt, isHold ? 'held' : 'captured');
  const entry = attempt.card?.entryMode ?? 'unknown';
  const isPin = attempt.prompt !== null && stepOfPrompt[attempt.prompt] === 'pin';
  const cardDone = { chip: steps.cardInserted, contactless: steps.cardTapped, swipe: steps.cardSwiped } as const;
  const cardName =
    card === undefined
      ? isPin
        ? steps.pin
        : steps.card
      : entry === 'chip' || entry === 'contactless' || entry === 'swipe'
        ? cardDone[entry]
        : steps.cardRead;
  const bankName = bank === undefined ? steps.bank : wasBankApproved(attempt) ? steps.bankYes : evidence.answered;
  const wanted: { name: string; at: number | undefined }[] = [
    { name: sent === undefined ? steps.sending : isNarrow ? steps.sentShort : steps.sent, at: sent },
    { name: cardName, at: card },
    { name: bankName, at: bank },
    // Only an inserted card has to be removed.
    ...(entry === 'contactless' || entry === 'swipe' ? [] : [{ name: steps.cardOut, at: ended }]),
    { name: isHold ? texts.words.outcomes.held.heading : steps.paid, at: paid },
  ];
  const elapsed = Math.max(0, nowMs - Date.parse(attempt.startedAt));
  const now = wanted.findIndex((step) => step.at === undefined);
  let before = 0;
  return wanted.map(({ name, at }, index) => {
    if (at !== undefined && (now < 0 || index < now)) {
      const took = at - before;
      before = at;
      return { name, state: 'done', time: texts.tenths(took) };
    }
    if (index === now) {
      const runsMs = elapsed - before;
      return { name, state: 'now', time: runsMs >= SHOWN_FROM_MS ? texts.stopwatch(runsMs) : '' };
    }
    return { name, state: 'to-come', time: '' };
  });
}

/**
 * States which party answered. A refusal by the card differs from a decline by the bank, and a payment that the
 * platform ended never reached the bank.
 */
function bankLine(attempt: AttemptView, texts: Texts): string {
  const { evidence } = texts.words.outcomes;
  if (attempt.authorizedMinor !== null || attempt.state === 'captured')
    return evidence.bankApproved({
      amount: texts.money(attempt.authorizedMinor ?? attempt.totalMinor, attempt.currency),
    });
  if (wasBankApproved(attempt)) return evidence.bankAnswered;
  return attempt.declineCode === null || attempt.declineCode === 'CARD_DECLINED'
    ? evidence.answered
    : evidence.bankDeclined;
}

/**
 * Events of a payment with their times, as far as the host reports them. `withTenths`: the order of the events matters.
 */
export function evidenceOf(attempt: AttemptView, texts: Texts, withTenths = false): EvidenceLine[] {
  const { evidence } = texts.words.outcomes;
  const startedMs = Date.parse(attempt.startedAt);
  const names: Readonly<Record<string, string>> = {
    'terminal-started': evidence.sent,
    'card-read': evidence.card,
    'bank-answered': bankLine(attempt, texts),
    'cancel-asked': evidence.cancelAsked,
    'terminal-finished': evidence.terminalFinished,
    captured: evidence.captured,
    checking: evidence.checking,
    'taking-back': evidence.takingBack,
    ...(isOpenAttempt(attempt) ? {} : { done: evidence.done[attempt.state as Exclude<AttemptState, OpenState>] }),
  };
  const lines = attempt.timings.flatMap(({ step, atMs }) => {
    const text = names[step];
    if (text === undefined || (step === 'done' && attempt.state === 'captured')) return [];
    return [{ time: texts.clockTime(startedMs + atMs, withTenths), text, isHot: false }];
  });
  const last = lines.at(-1);
  if (last) last.isHot = true;
  // The plate has room for six lines; the newest lines are the most informative.
  return lines.slice(-6);
}
