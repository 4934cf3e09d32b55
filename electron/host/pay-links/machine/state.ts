/**
 * A payment link as the machine knows it. Pure data: it is folded from journal entries and from nothing else.
 *
 *   creating ─┬─► open ──┬─► confirming ─► done (paid)
 *       │     │    ▲     ├──────────────► done (paid)
 *       ▼     │    │     └─► closing ───► done (closed, expired, or paid after all)
 *   resolving ┴────┘            ▲
 *       └──► done (failed) ─────┘  a link that turns up late is closed: nobody was ever given its address
 *
 * `creating` is sent once. Whatever happens to its answer, the link is then looked for by our tag, so one request never
 * makes two links. Only the platform's record makes `paid`, and `closed` needs its word that the link is out of use and that
 * nothing was or is being paid through it.
 */
import { backoff } from '../../../domain/index.ts';
import { type Failure, type LinkDelivery } from '../../../contract/index.ts';

/** What was asked for. Never changes after the first journal entry. */
export interface LinkIntent {
  link: string;
  /** The goods, minor units; the customer is asked for goods and tip. */
  amountMinor: number;
  tipMinor: number;
  /** What the customer may add on the page; 0: the amount is fixed. */
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

/** What the customer is asked for, minor units. */
export function linkTotalOf(intent: Pick<LinkIntent, 'amountMinor' | 'tipMinor'>): number {
  return intent.amountMinor + intent.tipMinor;
}

/** One attempt to pay through a link, by the platform's record. */
export interface LinkPayment {
  /** Null when it failed before there was a Transfer. */
  transfer: string | null;
  /** A state nobody documented is UNKNOWN: it may still become a payment. */
  state: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'UNKNOWN';
  amountMinor: number;
  currency: string;
}

/** What the platform says of a link: its record first, then the attempts to pay through it. */
export interface LinkRecord {
  id: string;
  url: string | null;
  state: 'ACTIVE' | 'DEACTIVATED' | 'COMPLETED' | 'EXPIRED' | 'UNKNOWN';
  /** Through the link, and through the copies of it that were found. */
  payments: LinkPayment[];
  /** The platform has other links with our tag: the request to make it was delivered twice. */
  hasCopies?: true;
}

/** What was paid, minor units. */
export interface Paid {
  transfer: string | null;
  amountMinor: number;
}

export type LinkOutcome =
  | { kind: 'paid'; payments: Paid[]; isTooLate: boolean; isLate: boolean }
  | { kind: 'closed' }
  | { kind: 'expired' }
  /** `mayAppear`: the request may have arrived, so the link is looked for a while longer. */
  | { kind: 'failed'; failure: Failure; mayAppear: boolean };

/** Why a link is closed: somebody's word, its time, or that it turned up after nobody waited for it any more. */
export type CloseReason = 'asked' | 'time' | 'late';

export type LinkPhase =
  /** The create request is journaled and may have left. */
  | { name: 'creating' }
  /** Its answer is missing: looked for by our tag. */
  | {
      name: 'in-doubt';
      why: 'no-answer' | 'restarted';
      since: number;
      notFound: number;
      /** How long it has been looked for, milliseconds, by timers and over restarts. */
      waitedMs: number;
      /** The create was refused: one look that finds nothing is enough. */
      refusal?: Failure;
    }
  /** Can be paid. `isBeingPaid`: somebody is at it. */
  | { name: 'open'; isBeingPaid: boolean }
  /** The platform says it was paid and has not named the payment yet. */
  | {
      name: 'confirming';
      since: number;
      unnamed: number;
      /** A payment in another currency is not ours to count, and not nothing either: it stays in doubt. */
      isOtherCurrency: boolean;
    }
  /** The platform has been asked to take it out of use, and is read until it says how that ended. */
  | {
      name: 'closing';
      why: CloseReason;
      since: number;
      inquiry: 'no-answer' | 'being-paid' | null;
      /** Out of use, and nobody has been seen paying, for this long (milliseconds, by timers); null: not yet. */
      outMs: number | null;
    }
  | { name: 'done'; outcome: LinkOutcome; at: number };

export type LinkPhaseName = LinkPhase['name'];

export interface Link {
  intent: LinkIntent;
  /** The platform's id and address, once known. */
  id: string | null;
  url: string | null;
  /** The platform was seen to have made it more than once. All but this one are out of use, and may have been paid. */
  hasCopies?: true;
  /**
   * When it is closed at the latest, milliseconds since 1970, by our own clock: a computer whose clock is wrong would think a
   * link of the platform's time over, or never over. While the till runs a timer counts; this is what a restart goes by.
   */
  endsAt: number;
  /** Somebody asked to close it. */
  closeAsked: string | null;
  /** An end without a payment was reported, and the platform has said something else since. */
  wasReported: boolean;
  /** Payments the bank refused. */
  refusedTries: number;
  deliveries: LinkDelivery[];
  phase: LinkPhase;
  updatedAt: number;
}

/** A link of which the phase is known. */
export type LinkIn<Name extends LinkPhaseName> = Link & { phase: Extract<LinkPhase, { name: Name }> };

/** Unfinished: its order is charged in no other way. */
export function isUnfinished(link: Link): boolean {
  return link.phase.name !== 'done';
}

/** What to ask the platform of a link now. `ofCopies`: other links with our tag are looked for, and taken out of use. */
export type LinkLook =
  | { type: 'look-up' }
  | { type: 'read'; id: string; ofCopies?: true }
  | { type: 'deactivate'; id: string };

/** A request that came twice shows nowhere, so copies are looked for whenever a link is over; nobody has their address. */
export function lookOf({ id, phase, hasCopies }: Link): LinkLook {
  if (id === null) return { type: 'look-up' };
  const isPaid = phase.name === 'done' && phase.outcome.kind === 'paid';
  // Paid through a copy, it can be paid once more.
  if (phase.name === 'closing' || isPaid) return { type: 'deactivate', id };
  return phase.name === 'done' || hasCopies ? { type: 'read', id, ofCopies: true } : { type: 'read', id };
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LOOK_MAX_MS = 30 * SECOND_MS;
const missedLookMs = backoff({ firstMs: SECOND_MS, maxMs: LOOK_MAX_MS });

/** A link out of use counts as closed when a second look, this much later, finds nobody paying either: lists can lag. */
export const CLOSE_PROOF_MS = 5 * SECOND_MS;

/**
 * How long to wait for the next look, milliseconds; null: no more looks. `ageMs`: how long the phase has lasted by timers, so
 * that a clock that was set changes nothing. `missed`: looks without an answer in a row. An open link is looked at often
 * while a customer stands there, and ever more rarely after.
 */
export function nextLookMs(link: Link, ageMs: number, missed: number): number | null {
  const { phase } = link;
  if (phase.name !== 'done' && missed > 0) return missedLookMs(missed);
  switch (phase.name) {
    case 'creating':
    case 'in-doubt':
      return Math.min(SECOND_MS + ageMs / 8, LOOK_MAX_MS);
    case 'confirming':
      return Math.min(2 * SECOND_MS + ageMs / 8, LOOK_MAX_MS);
    case 'closing':
      return phase.outMs === null ? Math.min(SECOND_MS + ageMs / 8, LOOK_MAX_MS) : CLOSE_PROOF_MS;
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

/** How long a finished link is asked about, milliseconds: lists can lag, and links can be switched on again. -1: never. */
function watchedForMs(outcome: LinkOutcome): number {
  if (outcome.kind === 'failed') return outcome.mayAppear ? DAY_MS : -1;
  if (outcome.kind !== 'paid') return DAY_MS;
  return outcome.payments.some(({ transfer }) => transfer === null) ? DAY_MS : 10 * MINUTE_MS;
}

/** Until when a start takes up a finished link (milliseconds since 1970); null: never again. */
export function linkWatchedUntil({ phase }: Link): number | null {
  if (phase.name !== 'done') return null;
  const forMs = watchedForMs(phase.outcome);
  return forMs < 0 ? null : phase.at + forMs;
}

/**
 * How long a phase has lasted when the till starts again, milliseconds: all that is left to go by is the clock, which may
 * have been set meanwhile, so it is believed only within what the phase can last. What is in doubt is asked about at once.
 */
export function ageAtStart({ intent, phase }: Link, now: number): number {
  if (phase.name === 'open') return Math.min(Math.max(0, now - intent.startedAt), intent.minutes * MINUTE_MS);
  return phase.name === 'done' ? Math.min(Math.max(0, now - phase.at), Math.max(0, watchedForMs(phase.outcome))) : 0;
}

/** What is left of a link's time when it is first seen, milliseconds; from then on a timer counts. */
export function lifeLeftMs({ intent, endsAt }: Link, now: number): number {
  return Math.min(Math.max(0, endsAt - now), intent.minutes * MINUTE_MS);
}
