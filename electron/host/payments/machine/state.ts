/**
 * State of a payment attempt in the machine. Pure data, folded from journal entries alone.
 *
 *   cable: starting ─ waiting ─┬─ stopping ──────────────────────────────────► done
 *                              └─ authorizing ─┬─ refusing ──────────────────► done (declined, failed)
 *   cloud: ───────────────────── authorizing   ├─ completing ─┬─ capturing ─ confirming ─► done (captured)
 *                                   │    │     │ (cable only) ├─ deciding (partial approval: the cashier says)
 *                                   │    │     │              ├─ asking (the same card again: the cashier says)
 *                                   │ polling  │              └─ held (authorization only) ─ capturing / voiding
 *                                   │ (PENDING)└─ finishing ─────────────────► done (refunded)
 *                                in-doubt   voiding ─────────────────────────► done (cancelled, voided, released…)
 *
 * Up to and including `stopping` nothing has left for the platform, so nothing can have been charged. After that
 * only evidence or a named operator's decision ends an attempt (README, "Money rules"). Reversals belong to a captured
 * attempt, each with its own key and its own states (reversals.ts).
 */
import {
  type AwaitedAction,
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

/** Request for a payment. Never changes after the first journal entry. */
export interface Intent {
  attempt: string;
  /** `sale`: authorize and capture. `authorization`: hold only. `refund`: unreferenced refund, money to the card. */
  kind: AttemptKind;
  /** Driver of the terminal: this till over the cable, or the platform over its own network. */
  route: PaymentRoute;
  /** Amount of the goods. Terminal and platform are asked for the total: see `chargeTotalOf`. */
  amountMinor: number;
  tipMinor: number;
  surchargeMinor: number;
  /** Additional hold for a later tip; never captured by itself. Absent in journals from before it existed. */
  tipRoomMinor?: number;
  /** The terminal asks for the tip (cloud route); the reply has its amount. */
  isTipOnTerminal: boolean;
  /** Reaction if the bank approves less than the requested amount. */
  partialApproval: ChargeRequest['partialApproval'];
  currency: string;
  terminal: string;
  terminalSerialNumber: string | null;
  /** The platform's Device for the payment, or null if the platform has none. Absent if it was unknown at the start. */
  device?: string | null;
  terminalLink: LinkKind | null;
  order: string | null;
  note: string | null;
  cardTimeoutMs: number;
  /**
   * Time that the platform's lists may take to show a record. Absent in earlier journals: their payments ended by the
   * lag used then (`LEGACY_LIST_LAG_MS`), and must keep their meaning.
   */
  listLagMs?: number;
  /** Milliseconds since 1970. */
  startedAt: number;
  /**
   * Handling of the same card paying the same amount again: the cashier is asked (`ask`), or the hold is released if no
   * cashier is present (`refuse`). Absent if another payment is intended, and in journals from before cards were
   * compared.
   */
  repeat?: 'ask' | 'refuse';
  /** Merchant account of the payment (account.ts). Absent in journals from before it was written. */
  account?: string;
  /**
   * Progress of the payment according to its recovery records only: held on purpose, completed at the terminal and
   * about to be captured, or about to be released. Absent if the journal contains the progress, or if the records do
   * not show it.
   */
  recovered?: 'held' | 'completed' | 'released';
  /**
   * Name of the signed-in person who took the payment, or who allowed a refund. Absent if no person was signed in, and
   * in earlier journals.
   */
  person?: string;
  /** Paid through a payment link, at no terminal: paid from its first entry on, so that it can be reversed. */
  paidByLink?: PaidByLink;
}

/** Lists show a record up to half a minute after its creation; the till waits twice that time. */
export const LIST_LAG_MS = 60_000;
const LEGACY_LIST_LAG_MS = 20_000;

export const listLagOf = ({ listLagMs = LEGACY_LIST_LAG_MS }: Pick<Intent, 'listLagMs'>): number => listLagMs;

export interface PaidByLink {
  link: string;
  transfer: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Amount that the customer owes as far as known: the total without the room for a tip. */
export function owedOf(intent: Pick<Intent, 'amountMinor' | 'tipMinor' | 'surchargeMinor'>): number {
  return chargeTotalOf({ ...intent, tipRoomMinor: null });
}

/**
 * Stored facts of the platform's record under the payment's key: an Authorization, or for a refund the Transfer. The
 * only card data is the brand and the last four digits.
 */
export interface AuthorizationFacts {
  id: string;
  /** Approved amount; less than `requestedMinor` is a partial approval. */
  amountMinor: number;
  requestedMinor: number;
  /** Tip given on the terminal, or null if the platform reports none. */
  tipMinor: number | null;
  /** Surcharge in the platform's reply; absent if the reply contains none, and in journals from before it was read. */
  surchargeMinor?: number | null;
  /** Time when the hold can no longer be captured, milliseconds since 1970 by the till's clock, or null if unknown. */
  expiresAt: number | null;
  transfer: string | null;
  card: {
    brand: string | null;
    lastFour: string | null;
    entryMode: EntryMode;
    approvalCode: string | null;
    applicationLabel: string | null;
    applicationIdentifier: string | null;
    /** For the receipt; absent if the platform reports no EMV data. */
    emv?: EmvView;
  };
}

/** End of a payment at the terminal, or null while the terminal is still running it. */
export type TerminalEnd =
  | { kind: 'approved'; wantsSignature: boolean }
  /** `isUnanswered`: the terminal received no approval, so the decline came from the terminal or the till. */
  | { kind: 'declined'; isUnanswered?: true }
  | { kind: 'cancelled'; by: 'host' | 'cardholder' }
  /** `waitedFor`: absent for the card, and in journals from before this was recorded. */
  | { kind: 'timed-out'; waitedFor?: AwaitedAction; isUnanswered?: true }
  /**
   * `isCardOut`: the card was pulled. Absent if the terminal did not report it, and in journals from before it was
   * recorded. `cardData`: its card data did not belong to this payment. Absent if they did, and in earlier journals.
   */
  | { kind: 'failed'; reason: string; isCardOut?: true; cardData?: CardDataFault }
  | { kind: 'lost'; failure: Failure };

export type Outcome =
  /**
   * `isPending`: the platform has accepted the capture and not batched it yet; it is read again until it is certain.
   * `askedMinor`: amount that this till asked to capture; absent if it asked for none, and in journals from before it
   * was kept. `isElsewhere`: another client captured it. Absent if this till did, if that is unknown, and in earlier
   * journals.
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
  /** `by` is null if the payment was cancelled through the platform and not requested at this till. */
  | { kind: 'cancelled'; by: CancelledBy | null }
  /** Approved, but not completed: the hold was voided. */
  | { kind: 'voided'; failure: Failure }
  /** A hold that was released by the cashier or at the platform, or that expired. */
  | { kind: 'released'; by: string }
  | { kind: 'failed'; failure: Failure }
  /**
   * The outcome was unknown, so the manager decided. Revised automatically if the platform later disagrees. `capture`:
   * the capture that had been requested, if any; only that amount of a hold is captured.
   */
  | {
      kind: 'decided';
      verdict: Verdict;
      by: string;
      reason: string;
      capture?: { amountMinor: number; tipMinor: number };
    };

export type Verdict = 'paid' | 'not-paid';

/** Outcomes that are possible once a void is proven. */
export type UnpaidOutcome = Exclude<Outcome, { kind: 'captured' | 'refunded' | 'decided' }>;

/** A query of the platform for a missing answer. */
export interface Inquiry {
  reason: DoubtReason;
  since: number;
  /** Time spent waiting between tries, by timers and not by the clock. Absent in earlier journals. */
  waitedMs?: number;
  /** Tries before the last restart: each restart resets the back-off. */
  triesBefore?: number;
  tries: number;
  nextTryAt: number | null;
}

export type Phase =
  /** The start command is on its way to the terminal. */
  | { name: 'starting' }
  /** The terminal waits for a card or reads it. The platform has no record. */
  | { name: 'waiting' }
  /** A cancel is on its way to the terminal. The platform never receives a request. */
  | { name: 'stopping' }
  /** The create request is journaled and may have been sent. */
  | { name: 'authorizing' }
  /**
   * The platform has the payment and has not decided: PENDING. This is normal for a while. `pendingMs`: time that it
   * has been PENDING, by a clock that users cannot set. Before the first wait, and in earlier journals, the phase ends
   * at `until`.
   */
  | { name: 'polling'; tries: number; until: number; pendingMs?: number }
  /**
   * The create request got no usable answer: look it up by its key until there is one. `hasPended`: the payment has
   * been PENDING for longer than is normal, and is polled here; absent in earlier journals.
   */
  | { name: 'in-doubt'; inquiry: Inquiry; notFound: number; hasPended?: boolean }
  /** The bank approved; its answer is on its way to the card, and the terminal has not finished. */
  | { name: 'completing' }
  /** Nothing was or will be charged; the terminal has been answered and has not finished. */
  | { name: 'refusing'; outcome: UnpaidOutcome }
  /** The money has moved, and the till waits only for the terminal's end. */
  | { name: 'finishing'; outcome: Extract<Outcome, { kind: 'refunded' }> }
  /** Held, the terminal has completed, and it is less than was asked for: the cashier decides. */
  | { name: 'deciding' }
  /**
   * Held, and the same card paid the same amount minutes ago: the cashier or guest confirms that this payment is
   * intended.
   */
  | { name: 'asking'; since: number }
  /** Held on purpose, to be captured or released later. `refused`: reason why the last capture was not done. */
  | { name: 'held'; refused: Failure | null }
  /**
   * The capture is journaled and may have been sent. `isFromHold`: a refusal leads back to the hold, not to its
   * release.
   */
  | {
      name: 'capturing';
      amountMinor: number;
      tipMinor: number;
      isFromHold: boolean;
      inquiry: Inquiry | null;
      refused: Failure | null;
    }
  /**
   * The capture made a Transfer; its state is being read. `askedMinor`: as in the outcome. `by`: where the capture came
   * from, as far as known.
   */
  | {
      name: 'confirming';
      transfer: string;
      tipMinor: number;
      askedMinor?: number;
      by?: 'till' | 'elsewhere';
      inquiry: Inquiry | null;
    }
  /** The hold is being released; `outcome` applies once that is proven. */
  | { name: 'voiding'; outcome: UnpaidOutcome; inquiry: Inquiry }
  /** `searchedFrom`: time of the first "not found" under its key after the end, by the platform's clock. */
  | { name: 'done'; outcome: Outcome; at: number; searchedFrom?: number };

export type PhaseName = Phase['name'];
export type PhaseOf<Name extends PhaseName> = Extract<Phase, { name: Name }>;
/** Phases that ask again and again for a missing answer. */
export type InquiringPhase = 'in-doubt' | 'capturing' | 'confirming' | 'voiding';

export type ReversalPhase =
  /** The request is journaled and may have been sent. */
  | { name: 'sending' }
  /**
   * No usable answer: it is looked up by its key. `refused`: the platform's refusal, accepted once nothing is found.
   * `isConflict`: the platform reported that it is already working on it, so that the search lasts longer.
   */
  | { name: 'in-doubt'; inquiry: Inquiry; notFound: number; refused: Failure | null; isConflict?: true }
  /** The platform has accepted the reversal; the money is on its way. */
  | { name: 'pending'; transfer: string; tries: number; nextTryAt: number }
  | { name: 'succeeded'; transfer: string; at: number }
  /**
   * `isProven` false: it never got an answer, so its amount counts as reversed. `isFinal` false: no record was seen
   * under its key; a second copy of the request might still arrive, and the till searches for it for a while.
   * `searchedFrom`: as in an attempt that is done.
   */
  | { name: 'failed'; failure: Failure; isProven: boolean; isFinal: boolean; at: number; searchedFrom?: number }
  /** The outcome was unknown, so the manager decided. Revised automatically if the platform later disagrees. */
  | { name: 'decided'; verdict: Verdict; by: string; reason: string; at: number };

/** Reversal of a captured attempt, in full or in part. Each reversal has its own key. */
export interface Reversal {
  id: string;
  amountMinor: number;
  /** Operator who requested the reversal. */
  by: string;
  reason: string | null;
  askedAt: number;
  /** Only its recovery record was left: `askedAt` is the time of the recovery, and its request had been sent before. */
  isAdopted?: boolean;
  /**
   * True for a reversal that was not requested at this till: `askedAt` is then the time at which the platform made it.
   */
  isElsewhere?: boolean;
  /** A request of an earlier try may still arrive and move money, whatever is answered to a later try. */
  isSentAgain?: boolean;
  phase: ReversalPhase;
}

/** The payment that another payment seems to repeat, as it was when the two were compared. */
export interface Repeated {
  attempt: string;
  as: 'paid' | 'held' | 'checking';
  /** Age at that time, or null if unknown, because the till started or the clock was set since. */
  minutes: number | null;
}

export interface Attempt {
  intent: Intent;
  phase: Phase;
  /** The terminal accepted the start command and may still be running it. */
  isTerminalBusy: boolean;
  terminalEnd: TerminalEnd | null;
  /** Origin of the first cancel request, or null. */
  cancel: CancelledBy | null;
  /** Name of the signed-in person who requested the cancel. Absent if no person was signed in. */
  cancelPerson?: string;
  /** The terminal reported that it cannot be stopped any more. */
  isCancelTooLate: boolean;
  authorization: AuthorizationFacts | null;
  entryMode: EntryMode;
  reversals: readonly Reversal[];
  /** The earlier payment that this payment seems to repeat, and the answer to that question. */
  repeated?: Repeated & { answer?: { isMeant: boolean; by: string } };
  /** Done, and the platform still had no record after the latest possible arrival of a request. */
  isSearched?: boolean;
  /** Time from the start to each step, in order. */
  timings: readonly { step: string; atMs: number }[];
  updatedAt: number;
}

export type AttemptIn<Name extends PhaseName> = Attempt & { phase: PhaseOf<Name> };

/**
 * Tip given on the terminal, owed on top of the requested amount. Only the reply contains it. A Device may ask for a
 * tip by itself; then the platform's statement of what it asked the bank for shows a partial approval.
 */
export function terminalTipOf({ intent, authorization }: Attempt): number {
  const tipMinor = authorization?.tipMinor ?? 0;
  if (intent.isTipOnTerminal) return tipMinor;
  const isPart = authorization !== null && authorization.amountMinor < authorization.requestedMinor;
  return intent.kind === 'sale' && intent.route === 'cloud' && isPart ? Math.max(0, tipMinor - intent.tipMinor) : 0;
}

/**
 * Difference between the surcharge that the platform asked the bank for and the till's: waived for a debit card, or
 * added by the platform. The difference counts only if the platform's statement of the whole requested amount agrees; a
 * surcharge that is merely reported differently is a part of the same amount.
 */
export function surchargeChangeOf(attempt: Attempt): number {
  const { intent, authorization } = attempt;
  const named = authorization?.surchargeMinor ?? null;
  if (authorization === null || named === null) return 0;
  const change = named - intent.surchargeMinor;
  return authorization.requestedMinor === chargeTotalOf(intent) + terminalTipOf(attempt) + change ? change : 0;
}

/**
 * Amount of the approval that may be captured: the requested amount, plus a tip or a surcharge that the platform
 * reports on top. If a bank approves more than that, the customer owes only this amount.
 */
export function takeableOf(attempt: Attempt): number {
  const { intent, authorization } = attempt;
  if (!authorization) return 0;
  const tipMinor = Math.max(terminalTipOf(attempt), (authorization.tipMinor ?? 0) - intent.tipMinor, 0);
  const surchargeMinor = Math.max((authorization.surchargeMinor ?? 0) - intent.surchargeMinor, 0);
  return Math.min(authorization.amountMinor, chargeTotalOf(intent) + tipMinor + surchargeMinor);
}

/** True while the terminal or an answer is awaited: the next sale on that terminal waits too. */
export function isOpen(attempt: Attempt): boolean {
  return attempt.phase.name !== 'done' && attempt.phase.name !== 'held';
}

/** True for a reversal that has not ended. */
export function isReversalOpen({ phase }: Reversal): boolean {
  return phase.name !== 'succeeded' && phase.name !== 'failed' && phase.name !== 'decided';
}

/** True while anything of the attempt is unfinished, so that it is kept in memory and recovered by the next start. */
export function isRunning(attempt: Attempt): boolean {
  return isOpen(attempt) || attempt.reversals.some(isReversalOpen);
}

/** True if the customer may have been charged, or may have a hold, in each phase. For `done` the outcome decides. */
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
 * True if the customer may have been charged, or may have a hold, as far as is known now. False only if the journal
 * proves that no request was sent, or if the platform's answer proves that nothing is held.
 */
export function mayHaveCharged({ phase, intent }: Attempt): boolean {
  if (intent.kind === 'refund') return false;
  if (phase.name !== 'done') return charging[phase.name];
  return phase.outcome.kind === 'captured' || phase.outcome.kind === 'decided';
}
