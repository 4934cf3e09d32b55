/**
 * State of a payment link in the machine. Pure data, folded from journal entries alone.
 *
 *   creating ─┬─► open ──┬─► confirming ─► done (paid)
 *       │     │    ▲     ├──────────────► done (paid)
 *       ▼     │    │     └─► closing ───► done (closed, expired, or paid after all)
 *   in-doubt ─┴────┘            ▲
 *       └──► done (failed) ─────┘  a link that appears late is closed: no customer ever got its address
 *
 * `creating` is sent once. Whatever happens to its answer, the link is then searched for by the till's tag, so one
 * request never makes two links. Only the platform's record makes a link `paid`. `closed` needs the platform's answer
 * that the link is out of use, and that nothing was or is being paid through it.
 */
import { backoff } from '../../../domain/index.ts';
import { type Failure, type LinkDelivery } from '../../../contract/index.ts';

/** Request for a link. Never changes after the first journal entry. */
export interface LinkIntent {
  link: string;
  /** Amount of the goods; the customer is asked for goods and tip. */
  amountMinor: number;
  tipMinor: number;
  /** Most that the customer may add on the page; 0 if the amount is fixed. */
  tipMaxMinor: number;
  currency: string;
  order: string | null;
  note: string | null;
  /** The partly paid payment whose rest this is. */
  part: string | null;
  minutes: number;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** Amount that the customer is asked for. */
export function linkTotalOf(intent: Pick<LinkIntent, 'amountMinor' | 'tipMinor'>): number {
  return intent.amountMinor + intent.tipMinor;
}

/** An attempt to pay through a link, by the platform's record. */
export interface LinkPayment {
  /** Id of the Transfer, or null if the payment failed before a Transfer was created. */
  transfer: string | null;
  /** An undocumented state is UNKNOWN: it may still become a payment. */
  state: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'UNKNOWN';
  amountMinor: number;
  currency: string;
}

/** The platform's record of a link, read first, and then the attempts to pay through it. */
export interface LinkRecord {
  id: string;
  url: string | null;
  state: 'ACTIVE' | 'DEACTIVATED' | 'COMPLETED' | 'EXPIRED' | 'UNKNOWN';
  /** Payments through the link, and through the copies of it that were found. */
  payments: LinkPayment[];
  /** The platform has other links with the till's tag: the create request was delivered twice. */
  hasCopies?: true;
}

export interface Paid {
  transfer: string | null;
  amountMinor: number;
}

export type LinkOutcome =
  | { kind: 'paid'; payments: Paid[]; isTooLate: boolean; isLate: boolean }
  | { kind: 'closed' }
  | { kind: 'expired' }
  /** `mayAppear`: the request may have arrived, so the till searches for the link for a while. */
  | { kind: 'failed'; failure: Failure; mayAppear: boolean };

/**
 * Reason for closing a link: a cashier's request, the end of its time, or its late discovery after the search had
 * ended.
 */
export type CloseReason = 'asked' | 'time' | 'late';

export type LinkPhase =
  /** The create request is journaled and may have been sent. */
  | { name: 'creating' }
  /** The create's answer is missing: the link is searched for by its tag. */
  | {
      name: 'in-doubt';
      why: 'no-answer' | 'restarted';
      since: number;
      notFound: number;
      /** Duration of the search, by timers and across restarts. */
      waitedMs: number;
      /** The create was refused: a single empty look-up is enough. */
      refusal?: Failure;
    }
  /** The link can be paid. `isBeingPaid`: a customer is paying. */
  | { name: 'open'; isBeingPaid: boolean }
  /** The platform reports the link as paid, and has not reported the payment yet. */
  | {
      name: 'confirming';
      since: number;
      unnamed: number;
      /** A payment in another currency is not counted as paid, but it exists: the link stays in doubt. */
      isOtherCurrency: boolean;
    }
  /** The platform was asked to deactivate the link, and is polled until it reports the result. */
  | {
      name: 'closing';
      why: CloseReason;
      since: number;
      inquiry: 'no-answer' | 'being-paid' | null;
      /**
       * Time that the link has been inactive without a payment in progress, by timers, or null while the link is in
       * use.
       */
      outMs: number | null;
    }
  | { name: 'done'; outcome: LinkOutcome; at: number };

export type LinkPhaseName = LinkPhase['name'];

export interface Link {
  intent: LinkIntent;
  /** The platform's id and address, once known. */
  id: string | null;
  url: string | null;
  /** The platform made the link more than once. All copies except this link are deactivated, and may have been paid. */
  hasCopies?: true;
  /**
   * Latest time of closing, milliseconds since 1970, by the till's own clock: with the platform's time, a computer
   * whose clock is wrong would think a link over, or never over. While the till runs a timer counts; a restart uses
   * this value.
   */
  endsAt: number;
  /** Name of the cashier who asked to close it, or null. */
  closeAsked: string | null;
  /** An end without a payment was reported, and the platform has reported a different state since. */
  wasReported: boolean;
  /** Number of payments that the bank refused. */
  refusedTries: number;
  deliveries: LinkDelivery[];
  phase: LinkPhase;
  updatedAt: number;
}

export type LinkIn<Name extends LinkPhaseName> = Link & { phase: Extract<LinkPhase, { name: Name }> };

/** While a link is unfinished, its order is charged in no other way. */
export function isUnfinished(link: Link): boolean {
  return link.phase.name !== 'done';
}

/**
 * A query of the platform about a link. `ofCopies`: other links with the till's tag are searched for and deactivated.
 */
export type LinkQuery =
  | { type: 'look-up' }
  | { type: 'read'; id: string; ofCopies?: true }
  | { type: 'deactivate'; id: string };

/**
 * Next query about a link. A request that was delivered twice leaves no sign, so copies are searched for whenever a
 * link has ended; customers never received their address.
 */
export function queryOf({ id, phase, hasCopies }: Link): LinkQuery {
  if (id === null) return { type: 'look-up' };
  const isPaid = phase.name === 'done' && phase.outcome.kind === 'paid';
  // A link that was paid through a copy can be paid once more.
  if (phase.name === 'closing' || isPaid) return { type: 'deactivate', id };
  return phase.name === 'done' || hasCopies ? { type: 'read', id, ofCopies: true } : { type: 'read', id };
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const POLL_MAX_MS = 30 * SECOND_MS;
const missedPollMs = backoff({ firstMs: SECOND_MS, maxMs: POLL_MAX_MS });

/**
 * A deactivated link counts as closed when a second query, this much later, finds no payment in progress either: lists
 * can lag.
 */
export const CLOSE_PROOF_MS = 5 * SECOND_MS;

/**
 * Delay before the next query, or null for no more queries. `ageMs`: age of the phase by timers, so that setting the
 * clock changes nothing. `missed`: queries without an answer in a row. An open link is queried often while a customer
 * is at the counter, and then less and less often.
 */
export function nextPollMs(link: Link, ageMs: number, missed: number): number | null {
  const { phase } = link;
  if (phase.name !== 'done' && missed > 0) return missedPollMs(missed);
  switch (phase.name) {
    case 'creating':
    case 'in-doubt':
      return Math.min(SECOND_MS + ageMs / 8, POLL_MAX_MS);
    case 'confirming':
      return Math.min(2 * SECOND_MS + ageMs / 8, POLL_MAX_MS);
    case 'closing':
      return phase.outMs === null ? Math.min(SECOND_MS + ageMs / 8, POLL_MAX_MS) : CLOSE_PROOF_MS;
    case 'open': {
      const pause = ageMs < 2 * MINUTE_MS ? 2 : ageMs < 20 * MINUTE_MS ? 5 : ageMs < 2 * 60 * MINUTE_MS ? 20 : 60;
      return phase.isBeingPaid ? 2 * SECOND_MS : pause * SECOND_MS;
    }
    case 'done': {
      const leftMs = watchedForMs(phase.outcome) - ageMs;
      const pause = ageMs < 20 * MINUTE_MS ? MINUTE_MS : ageMs < 2 * 60 * MINUTE_MS ? 10 * MINUTE_MS : 60 * MINUTE_MS;
      return leftMs <= 0 ? null : Math.min(ageMs < 2 * MINUTE_MS ? 10 * SECOND_MS : pause, leftMs);
    }
  }
}

/** Time for which a finished link is queried: lists can lag, and links can be switched on again. -1: never. */
function watchedForMs(outcome: LinkOutcome): number {
  if (outcome.kind === 'failed') return outcome.mayAppear ? DAY_MS : -1;
  if (outcome.kind !== 'paid') return DAY_MS;
  return outcome.payments.some(({ transfer }) => transfer === null) ? DAY_MS : 10 * MINUTE_MS;
}

/** Time until which a start resumes a finished link, milliseconds since 1970, or null for never again. */
export function linkWatchedUntil({ phase }: Link): number | null {
  if (phase.name !== 'done') return null;
  const forMs = watchedForMs(phase.outcome);
  return forMs < 0 ? null : phase.at + forMs;
}

/**
 * Age of a phase when the till starts, in milliseconds. Only the clock gives it, and the clock may have been set since
 * then, so the age is limited to what the phase can last. A link in doubt is queried at once.
 */
export function ageAtStart({ intent, phase }: Link, now: number): number {
  if (phase.name === 'open') return Math.min(Math.max(0, now - intent.startedAt), intent.minutes * MINUTE_MS);
  return phase.name === 'done' ? Math.min(Math.max(0, now - phase.at), Math.max(0, watchedForMs(phase.outcome))) : 0;
}

/** Rest of a link's time when the link is first seen; from then on a timer counts. */
export function lifeLeftMs({ intent, endsAt }: Link, now: number): number {
  return Math.min(Math.max(0, endsAt - now), intent.minutes * MINUTE_MS);
}
