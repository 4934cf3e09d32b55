/**
 * The payment attempt as the machine knows it. Pure data: it is folded from journal entries and from nothing else.
 *
 *   cable: starting ─ waiting ─┬─ stopping ──────────────────────────────────► done
 *                              └─ authorizing ─┬─ refusing ──────────────────► done (declined, failed)
 *   cloud: ───────────────────── authorizing   ├─ completing ─┬─ capturing ─ confirming ─► done (captured)
 *                                   │    │     │ (cable only) ├─ deciding (partial approval: the cashier says)
 *                                   │    │     │              ├─ asking (the same card again: the cashier says)
 *                                   │ polling  │              └─ held (authorization only) ─ capturing / voiding
 *                                   │ (PENDING)└─ finishing ─────────────────► done (refunded)
 *                                resolving  voiding ─────────────────────────► done (cancelled, voided, released…)
 *
 * Up to and including `stopping` nothing has left for the platform, so nothing can have been charged. From `authorizing`
 * on only evidence ends an attempt, or a named operator's decision (README, "Money rules"). Reversals hang on a captured
 * attempt, each with its own key and its own little life (reversals.ts).
 */
import {
  type AwaitedAct,
  type CardDataFault,
  chargeTotalOf,
  type AttemptKind,
  type CancelledBy,
  type ChargeRequest,
  type DoubtReason,
  type EmvView,
  type EntryMode,
  type Failure,
  type LinkKind,
  type PaymentRoute,
} from '../../../contract/index.ts';

/** What was asked for. Never changes after the first journal entry. */
export interface Intent {
  attempt: string;
  /** `sale`: authorize and capture. `authorization`: hold only. `refund`: unreferenced refund, money to the card. */
  kind: AttemptKind;
  /** Who drives the terminal: this till over the cable, or the platform over its own network. */
  route: PaymentRoute;
  /** The goods, minor units. Terminal and platform are asked for the total: see `chargeTotalOf`. */
  amountMinor: number;
  tipMinor: number;
  surchargeMinor: number;
  /** Held on top so that a tip fits; never taken by itself. Journals from before there was any have none. */
  tipRoomMinor?: number;
  /** The terminal asks for the tip (cloud route); what it was comes with the reply. */
  isTipOnTerminal: boolean;
  /** What to do when the bank approves less than was asked for. */
  partialApproval: ChargeRequest['partialApproval'];
  currency: string;
  terminal: string;
  terminalSerialNumber: string | null;
  /** The platform's Device it is to name; null: the platform has none. Left out: not known when it began. */
  device?: string | null;
  terminalLink: LinkKind | null;
  order: string | null;
  note: string | null;
  cardTimeoutMs: number;
  /**
   * Time that the platform's lists may take to show a record of it, milliseconds. Absent in earlier journals, whose payments ended by
   * the time of then (`LEGACY_LIST_LAG_MS`) and must go on meaning what they meant.
   */
  listLagMs?: number;
  /** Milliseconds since 1970. */
  startedAt: number;
  /**
   * The same card may not pay the same amount again unasked: a person is asked, or where nobody can be (`refuse`) the hold is
   * let go. Absent: another payment is meant, and in journals from before the card was compared.
   */
  repeat?: 'ask' | 'refuse';
  /** The merchant account it stands in (account.ts). Journals from before that was written down have none. */
  account?: string;
  /**
   * Its recovery records alone say how far it had come: held on purpose, completed at the terminal and about to be captured,
   * or about to be given back. Left out where the journal knows, and where the records do not say.
   */
  recovered?: 'held' | 'completed' | 'released';
  /** Name of the person who was signed in and took it, or who allowed a refund. Absent: no person was, and in earlier journals. */
  person?: string;
  /** Paid through a payment link, at no terminal: paid from its first entry on, so that money can be given back of it. */
  paidByLink?: PaidByLink;
}

/** Lists show a record up to half a minute after it was made; twice that is waited for. */
export const LIST_LAG_MS = 60_000;
const LEGACY_LIST_LAG_MS = 20_000;

export const listLagOf = ({ listLagMs = LEGACY_LIST_LAG_MS }: Pick<Intent, 'listLagMs'>): number => listLagMs;

export interface PaidByLink {
  link: string;
  transfer: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** What the customer owes as far as is known: the total without the room for a tip, minor units. */
export function owedOf(intent: Pick<Intent, 'amountMinor' | 'tipMinor' | 'surchargeMinor'>): number {
  return chargeTotalOf({ ...intent, tipRoomMinor: null });
}

/**
 * What the platform keeps under our key, as far as it is kept here: an Authorization, or for a refund the Transfer.
 * No card data beyond brand and last four.
 */
export interface AuthorizationFacts {
  id: string;
  /** What was approved; less than `requestedMinor` is a partial approval. */
  amountMinor: number;
  requestedMinor: number;
  /** A tip given on the terminal; null when the platform names none. */
  tipMinor: number | null;
  /** Surcharge the platform names; absent where it names none, and in journals from before it was read. */
  surchargeMinor?: number | null;
  /** When the hold can no longer be captured, milliseconds since 1970 in the till's time; null when not said. */
  expiresAt: number | null;
  transfer: string | null;
  card: {
    brand: string | null;
    lastFour: string | null;
    entryMode: EntryMode;
    approvalCode: string | null;
    applicationLabel: string | null;
    applicationIdentifier: string | null;
    /** For the receipt; absent where the platform names nothing of it. */
    emv?: EmvView;
  };
}

/** How it ended at the terminal; null while the terminal is still at it. */
export type TerminalEnd =
  | { kind: 'approved'; wantsSignature: boolean }
  /** `isUnanswered`: the terminal had been given no approval, so that no bank has refused the card. */
  | { kind: 'declined'; isUnanswered?: true }
  | { kind: 'cancelled'; by: 'host' | 'cardholder' }
  /** `waitedFor`: left out where it was the card, and in journals from before it was asked. */
  | { kind: 'timed-out'; waitedFor?: AwaitedAct; isUnanswered?: true }
  /**
   * `isCardOut`: the card was pulled. Left out where the terminal did not say so, and in journals from before it was asked.
   * `cardData`: its card data did not belong to this payment. Left out where they did, and in earlier journals.
   */
  | { kind: 'failed'; reason: string; isCardOut?: true; cardData?: CardDataFault }
  | { kind: 'lost'; failure: Failure };

/** How an attempt ended. */
export type Outcome =
  /**
   * `isPending`: the platform has taken it and not batched it yet; it is read again until it is certain. `askedMinor`: what
   * this till asked to be captured; left out where it asked for none, and in journals from before it was kept. `isElsewhere`:
   * somebody else captured it. Left out where this till did, where that is not known, and in earlier journals.
   */
  | {
      kind: 'captured';
      transfer: string;
      capturedMinor: number;
      tipMinor: number;
      isPending: boolean;
      askedMinor?: number;
      isElsewhere?: true;
    }
  | { kind: 'refunded'; transfer: string; refundedMinor: number }
  | { kind: 'declined'; code: string }
  /** `by` null: through the platform, and nobody here asked for it. */
  | { kind: 'cancelled'; by: CancelledBy | null }
  /** Approved, but not completed: taken back. */
  | { kind: 'voided'; failure: Failure }
  /** A hold given back on somebody's word, or run out. */
  | { kind: 'released'; by: string }
  | { kind: 'failed'; failure: Failure }
  /**
   * Nobody could find out, so a person decided. Revised by itself when the platform later disagrees. `capture`: what was to
   * be captured, where that had been said; only that is taken of a hold.
   */
  | {
      kind: 'decided';
      verdict: Verdict;
      by: string;
      reason: string;
      capture?: { amountMinor: number; tipMinor: number };
    };

export type Verdict = 'paid' | 'not-paid';

/** Outcomes possible once a void is proven. */
export type UnpaidOutcome = Exclude<Outcome, { kind: 'captured' | 'refunded' | 'decided' }>;

/** What is being asked of the platform when an answer is missing. */
export interface Inquiry {
  reason: DoubtReason;
  since: number;
  /** Time spent waiting between tries, milliseconds, by timers and not by the clock. Earlier journals lack it. */
  waitedMs?: number;
  /** Tries before the last restart: the back-off begins anew with each. */
  triesBefore?: number;
  tries: number;
  nextTryAt: number | null;
}

export type Phase =
  /** The start command is on its way to the terminal. */
  | { name: 'starting' }
  /** The terminal waits for a card or talks to it. Nothing at the platform. */
  | { name: 'waiting' }
  /** A cancel is on its way to the terminal. Still nothing at the platform, and nothing will be sent. */
  | { name: 'stopping' }
  /** The create request is journaled and may have left. */
  | { name: 'authorizing' }
  /**
   * The platform has it and has not decided: PENDING. Nothing wrong with that for a while: `pendingMs` is how long it has been,
   * by a clock that nobody sets. Before the first wait, and in earlier journals, it is over at `until`.
   */
  | { name: 'polling'; tries: number; until: number; pendingMs?: number }
  /**
   * The create request got no usable answer: look it up by its key until there is one. `hasPended`: it has been PENDING for
   * longer than is usual, and goes on being asked about here; earlier journals lack it.
   */
  | { name: 'in-doubt'; inquiry: Inquiry; notFound: number; hasPended?: boolean }
  /** The bank said yes; its answer is on its way to the card, and the terminal has not finished. */
  | { name: 'completing' }
  /** Nothing was or will be charged; the terminal has been answered and has not finished. */
  | { name: 'refusing'; outcome: UnpaidOutcome }
  /** The money has moved, whatever the terminal still says; it is being waited for. */
  | { name: 'finishing'; outcome: Extract<Outcome, { kind: 'refunded' }> }
  /** Held, the terminal has completed, and it is less than was asked for: the cashier says what to do. */
  | { name: 'deciding' }
  /** Held, and the same card paid the same amount minutes ago: a person says whether this one is meant. */
  | { name: 'asking'; since: number }
  /** Held on purpose, to be captured or released later. `refused`: why the last capture was not done. */
  | { name: 'held'; refused: Failure | null }
  /** The capture is journaled and may have left. `isFromHold`: a refusal leads back to the hold, not to its release. */
  | {
      name: 'capturing';
      amountMinor: number;
      tipMinor: number;
      isFromHold: boolean;
      inquiry: Inquiry | null;
      refused: Failure | null;
    }
  /** The capture made a Transfer; its state is being read. `askedMinor` as in the outcome; `by`: who captured, as far as known. */
  | {
      name: 'confirming';
      transfer: string;
      tipMinor: number;
      askedMinor?: number;
      by?: 'till' | 'elsewhere';
      inquiry: Inquiry | null;
    }
  /** The hold is being released; `outcome` holds once that is proven. */
  | { name: 'voiding'; outcome: UnpaidOutcome; inquiry: Inquiry }
  /** `searchedFrom`: when nothing was found under its key first after the end, by the platform's clock. */
  | { name: 'done'; outcome: Outcome; at: number; searchedFrom?: number };

export type PhaseName = Phase['name'];
export type PhaseOf<Name extends PhaseName> = Extract<Phase, { name: Name }>;
/** Phases in which an answer that did not come is asked for again and again. */
export type InquiringPhase = 'in-doubt' | 'capturing' | 'confirming' | 'voiding';

export type ReversalPhase =
  /** The request is journaled and may have left. */
  | { name: 'sending' }
  /**
   * No usable answer: looked up by its key. `refused`: what the platform said, believed once nothing is found. `isConflict`:
   * it said that it is at it already, so that it is looked for longer.
   */
  | { name: 'in-doubt'; inquiry: Inquiry; notFound: number; refused: Failure | null; isConflict?: true }
  /** The platform has taken it; the money is on its way. */
  | { name: 'pending'; transfer: string; tries: number; nextTryAt: number }
  | { name: 'succeeded'; transfer: string; at: number }
  /**
   * `isProven` false: it never got an answer, so its amount counts as given back. `isFinal` false: no record was seen under
   * its key; one might still turn up (a second copy of the request), and is looked up for a while. `searchedFrom`: as of an
   * attempt that is done.
   */
  | { name: 'failed'; failure: Failure; isProven: boolean; isFinal: boolean; at: number; searchedFrom?: number }
  /** Nobody could find out, so a person decided. Revised by itself when the platform later disagrees. */
  | { name: 'decided'; verdict: Verdict; by: string; reason: string; at: number };

/** Money given back of a captured attempt. One reversal, one key. */
export interface Reversal {
  id: string;
  amountMinor: number;
  /** The operator who asked. */
  by: string;
  reason: string | null;
  askedAt: number;
  /** Only its recovery record was left: `askedAt` is when it was recovered, and its request had left before. */
  isAdopted?: boolean;
  /** Nobody at this till asked for it: `askedAt` is when the platform made it. */
  isElsewhere?: boolean;
  /** A request of an earlier try may still arrive, so that nothing said about a later one proves that no money moves. */
  isSentAgain?: boolean;
  phase: ReversalPhase;
}

/** The payment that another one looks like the repeat of, as it stood when the two were compared. */
export interface Repeated {
  attempt: string;
  as: 'paid' | 'held' | 'checking';
  /** How long ago that was; null where it is not known: the till started, or the clock was set, since. */
  minutes: number | null;
}

export interface Attempt {
  intent: Intent;
  phase: Phase;
  /** The terminal took the start command and may still be at it. */
  isTerminalBusy: boolean;
  terminalEnd: TerminalEnd | null;
  /** Who asked for a cancel, first asker wins; null when nobody did. */
  cancel: CancelledBy | null;
  /** Name of the person who was signed in and asked for it. Absent: no person was. */
  cancelPerson?: string;
  /** The terminal said it cannot be stopped any more. */
  isCancelTooLate: boolean;
  authorization: AuthorizationFacts | null;
  entryMode: EntryMode;
  reversals: readonly Reversal[];
  /** What it looks like the repeat of, and what was said to that. */
  repeated?: Repeated & { answer?: { isMeant: boolean; by: string } };
  /** Over, and nothing of it had come to the platform when nothing could be on its way any more. */
  isSearched?: boolean;
  /** Milliseconds from start to each step, in order. */
  timings: readonly { step: string; atMs: number }[];
  updatedAt: number;
}

/** An attempt of which the phase is known. */
export type AttemptIn<Name extends PhaseName> = Attempt & { phase: PhaseOf<Name> };

/**
 * A tip given on the terminal, minor units: owed on top of what was asked for. Nothing before the reply names one. A Device may
 * ask for one by itself; then a part is known by the platform's word on what it asked the bank for.
 */
export function terminalTipOf({ intent, authorization }: Attempt): number {
  const tipMinor = authorization?.tipMinor ?? 0;
  if (intent.isTipOnTerminal) return tipMinor;
  const isPart = authorization !== null && authorization.amountMinor < authorization.requestedMinor;
  return intent.kind === 'sale' && intent.route === 'cloud' && isPart ? Math.max(0, tipMinor - intent.tipMinor) : 0;
}

/**
 * By how much the platform asked the bank for more or less surcharge than the till had asked for, minor units: waived for a
 * debit card, or put on top by the platform. Only where its word on what it asked for agrees; a surcharge that is merely
 * named differently is a part of the same amount.
 */
export function surchargeChangeOf(attempt: Attempt): number {
  const { intent, authorization } = attempt;
  const named = authorization?.surchargeMinor ?? null;
  if (authorization === null || named === null) return 0;
  const change = named - intent.surchargeMinor;
  return authorization.requestedMinor === chargeTotalOf(intent) + terminalTipOf(attempt) + change ? change : 0;
}

/**
 * What may be captured of what was approved, minor units: what was asked for, and what the platform names as a tip or a
 * surcharge on top. A bank that approves more than that has approved money nobody owes.
 */
export function takeableOf(attempt: Attempt): number {
  const { intent, authorization } = attempt;
  if (!authorization) return 0;
  const tipMinor = Math.max(terminalTipOf(attempt), (authorization.tipMinor ?? 0) - intent.tipMinor, 0);
  const surchargeMinor = Math.max((authorization.surchargeMinor ?? 0) - intent.surchargeMinor, 0);
  return Math.min(authorization.amountMinor, chargeTotalOf(intent) + tipMinor + surchargeMinor);
}

/** True while the terminal or an answer is waited for: the next sale on that terminal waits too. */
export function isOpen(attempt: Attempt): boolean {
  return attempt.phase.name !== 'done' && attempt.phase.name !== 'held';
}

/** True for a reversal whose end is not known. */
export function isReversalOpen({ phase }: Reversal): boolean {
  return phase.name !== 'succeeded' && phase.name !== 'failed' && phase.name !== 'decided';
}

/** True while something of it runs, so that it is kept in memory and recovered by the next start. */
export function isRunning(attempt: Attempt): boolean {
  return isOpen(attempt) || attempt.reversals.some(isReversalOpen);
}

/** Whether the customer may have been charged, or may have a hold, while an attempt is in a phase. `done`: its outcome says. */
const charging: Readonly<Record<PhaseName, boolean>> = {
  starting: false,
  waiting: false,
  stopping: false,
  authorizing: true,
  polling: true,
  'in-doubt': true,
  completing: true,
  refusing: false,
  finishing: false,
  deciding: true,
  asking: true,
  held: true,
  capturing: true,
  confirming: true,
  voiding: true,
  done: false,
};

/**
 * Whether the customer may have been charged, or may have a hold, as far as is known now. False only where the journal
 * proves that no request left, or where the platform's answer proves that nothing is held.
 */
export function mayHaveCharged({ phase, intent }: Attempt): boolean {
  if (intent.kind === 'refund') return false;
  if (phase.name !== 'done') return charging[phase.name];
  return phase.outcome.kind === 'captured' || phase.outcome.kind === 'decided';
}
