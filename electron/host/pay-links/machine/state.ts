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
import { backoff, type Failure, type LinkDelivery } from '../../../contract/index.ts';

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
  payments: LinkPayment[];
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
  | { name: 'resolving'; why: 'no-answer' | 'restarted'; since: number; notFound: number }
  /** Can be paid. `isBeingPaid`: somebody is at it. */
  | { name: 'open'; isBeingPaid: boolean }
  /** The platform says it was paid and has not named the payment yet. */
  | { name: 'confirming'; since: number; unnamed: number }
  /** The platform has been asked to take it out of use, and is read until it says how that ended. */
  | { name: 'closing'; why: CloseReason; since: number; inquiry: 'no-answer' | 'being-paid' | null }
  | { name: 'done'; outcome: LinkOutcome; at: number };

export type LinkPhaseName = LinkPhase['name'];

export interface Link {
  intent: LinkIntent;
  /** The platform's id and address, once known. */
  id: string | null;
  url: string | null;
  /**
   * When it is closed at the latest, milliseconds since 1970, by our own clock from beginning to end: a computer whose clock
   * is wrong would think a link of the platform's time over, or never over.
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

/** What to ask the platform of a link now. */
export type LinkLook = { type: 'look-up' } | { type: 'read'; id: string } | { type: 'deactivate'; id: string };

export function lookOf({ id, phase }: Link): LinkLook {
  if (id === null) return { type: 'look-up' };
  return phase.name === 'closing' ? { type: 'deactivate', id } : { type: 'read', id };
}

const SECOND_MS = 1_000;
const LOOK_MAX_MS = 30 * SECOND_MS;
const missedLookMs = backoff({ firstMs: SECOND_MS, maxMs: LOOK_MAX_MS });

/**
 * How long to wait for the next look, milliseconds; null: no more looks. `missed`: looks without an answer in a row.
 * An open link is looked at often while a customer stands there, and ever more rarely after.
 */
export function nextLookMs(link: Link, now: number, missed: number): number | null {
  const { phase, intent } = link;
  if (phase.name !== 'done' && missed > 0) return missedLookMs(missed);
  switch (phase.name) {
    case 'creating':
    case 'resolving':
      return Math.min(SECOND_MS + Math.max(0, now - intent.startedAt) / 8, LOOK_MAX_MS);
    case 'confirming':
      return 2 * SECOND_MS;
    case 'closing':
      return Math.min(SECOND_MS + Math.max(0, now - phase.since) / 8, LOOK_MAX_MS);
    case 'open': {
      const age = now - intent.startedAt;
      const pause = age < 2 * MINUTE_MS ? 2 : age < 20 * MINUTE_MS ? 5 : age < 2 * 60 * MINUTE_MS ? 20 : 60;
      return phase.isBeingPaid ? 2 * SECOND_MS : pause * SECOND_MS;
    }
    case 'done': {
      const until = linkWatchedUntil(link);
      if (until === null || until < now) return null;
      const age = now - phase.at;
      if (age < 2 * MINUTE_MS) return 10 * SECOND_MS;
      if (age < 20 * MINUTE_MS) return MINUTE_MS;
      return age < 2 * 60 * MINUTE_MS ? 10 * MINUTE_MS : 60 * MINUTE_MS;
    }
  }
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Until when a finished link is asked about (milliseconds since 1970); null: never again. Lists can lag behind what was
 * paid, and links can be switched on again at the platform.
 */
export function linkWatchedUntil({ phase }: Link): number | null {
  if (phase.name !== 'done') return null;
  const { outcome } = phase;
  if (outcome.kind === 'failed') return outcome.mayAppear ? phase.at + DAY_MS : null;
  if (outcome.kind !== 'paid') return phase.at + DAY_MS;
  return outcome.payments.some(({ transfer }) => transfer === null) ? phase.at + DAY_MS : phase.at + 10 * MINUTE_MS;
}
