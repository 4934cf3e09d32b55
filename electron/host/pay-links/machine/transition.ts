/** (link, event) → link and effects. Pure: no clock, no randomness, no I/O. Where it leads is drawn in graph.md. */
import type { Failure, LinkDelivery } from '../../../contract/index.ts';
import {
  linkTotalOf,
  type CloseReason,
  type Link,
  type LinkIn,
  type LinkIntent,
  type LinkOutcome,
  type LinkPhase,
  type LinkPhaseName,
  type LinkRecord,
  type Paid,
} from './state.ts';

export type LinkEvent =
  /** The first entry. */
  | { type: 'begin'; intent: LinkIntent }
  /** The first entry of a link of which only its recovery record was left. */
  | { type: 'adopted'; intent: LinkIntent }
  /** The till was started again while this was under way. */
  | { type: 'restarted' }
  /** The platform's word, of whichever question. */
  | { type: 'record'; record: LinkRecord }
  /** The platform has no link with our tag. */
  | { type: 'not-found' }
  /** The create was refused, or provably never left: there is no link. */
  | { type: 'not-made'; failure: Failure }
  /** No usable answer to whichever question. */
  | { type: 'no-answer' }
  | { type: 'close-asked'; by: string }
  /** Its time is over by our clock. */
  | { type: 'ended' }
  | { type: 'sent'; delivery: LinkDelivery };

export type TimedLinkEvent = LinkEvent & { at: number };

export type LinkEffect =
  | { type: 'create' }
  /** By our tag. */
  | { type: 'look-up' }
  | { type: 'read'; id: string }
  /** Asks the platform to take it out of use, then reads. */
  | { type: 'deactivate'; id: string };

export interface LinkStep {
  link: Link;
  effects: LinkEffect[];
}

/** "Not found" this often, over this long, proves that the create never arrived (a late one can follow a time-out). */
const LINK_NOT_FOUND_TRIES = 4;
const LINK_NOT_FOUND_MS = 75_000;
/** After this many looks a paid link whose payment is not named is believed without. */
const LINK_UNNAMED_TRIES = 4;

/** The first step of a link. */
export function beginLink(event: TimedLinkEvent & { type: 'begin' | 'adopted' }): LinkStep {
  const { intent, at } = event;
  const isNew = event.type === 'begin';
  const link: Link = {
    intent,
    id: null,
    url: null,
    endsAt: intent.startedAt + intent.minutes * 60_000,
    closeAsked: null,
    wasReported: false,
    refusedTries: 0,
    deliveries: [],
    phase: isNew ? { name: 'creating' } : { name: 'resolving', why: 'restarted', since: at, notFound: 0 },
    updatedAt: at,
  };
  return { link, effects: [{ type: isNew ? 'create' : 'look-up' }] };
}

/** Null: the event changes nothing, so nothing is written down and nothing is done. */
export function nextLink(link: Link, event: TimedLinkEvent): LinkStep | null {
  // That phase and handler belong together is what the table's type says, row by row.
  const row = linkTable[link.phase.name] as AnyRow;
  const step = row[event.type]?.(link, event) ?? null;
  return step && { ...step, link: { ...step.link, updatedAt: event.at } };
}

type AnyRow = Readonly<Record<string, ((link: Link, event: TimedLinkEvent) => LinkStep | null) | undefined>>;

type EventOf<Type extends LinkEvent['type']> = Extract<TimedLinkEvent, { type: Type }>;

type Row<Name extends LinkPhaseName> = {
  readonly [Type in Exclude<LinkEvent['type'], 'begin' | 'adopted'>]?: (
    link: LinkIn<Name>,
    event: EventOf<Type>,
  ) => LinkStep | null;
};

function to(link: Link, phase: LinkPhase, ...effects: LinkEffect[]): LinkStep {
  return { link: { ...link, phase }, effects };
}

/** The create's answer is missing: it is looked for. */
function lookFor(link: Link, why: 'no-answer' | 'restarted', at: number): LinkStep {
  return to(link, { name: 'resolving', why, since: at, notFound: 0 }, { type: 'look-up' });
}

const always: Row<LinkPhaseName> = {
  sent: (link, { delivery }) => ({ link: { ...link, deliveries: [...link.deliveries, delivery] }, effects: [] }),
};

/** Who asks first is remembered; where there is no link yet, closing waits for what becomes of it. */
const unfinished: Row<LinkPhaseName> = {
  ...always,
  'close-asked': closeAsked((link) => ({ link, effects: [] })),
};

/** For each phase the events that mean something in it; a phase without a row does not compile. */
export const linkTable: { readonly [Name in LinkPhaseName]: Row<Name> } = {
  creating: {
    ...unfinished,
    record: onRecord(unlessCompleted(whenInUse)),
    'not-found': (link, { at }) => to(link, { name: 'resolving', why: 'no-answer', since: at, notFound: 1 }),
    'not-made': (link, { failure, at }) => to(link, done({ kind: 'failed', failure, mayAppear: false }, at)),
    'no-answer': (link, { at }) => lookFor(link, 'no-answer', at),
    restarted: (link, { at }) => lookFor(link, 'restarted', at),
  },
  resolving: {
    ...unfinished,
    record: onRecord(unlessCompleted(whenInUse)),
    'not-found': (link, { at }) => {
      const { phase } = link;
      const notFound = phase.notFound + 1;
      const isProven = notFound >= LINK_NOT_FOUND_TRIES && at - phase.since >= LINK_NOT_FOUND_MS;
      if (isProven) return to(link, done(neverArrived, at));
      // Counted no further than it is needed: the journal does not grow while time has to pass.
      return notFound > LINK_NOT_FOUND_TRIES ? null : to(link, { ...phase, notFound });
    },
  },
  open: {
    ...unfinished,
    record: onRecord(unlessCompleted(whenInUse)),
    'close-asked': closeAsked((link, at) => closeNow(link, 'asked', at)),
    ended: (link, { at }) => closeNow(link, 'time', at),
  },
  confirming: { ...unfinished, record: onRecord(whenConfirming) },
  closing: {
    ...unfinished,
    record: onRecord(unlessCompleted(whenClosing)),
    'no-answer': (link) => (link.phase.inquiry === null ? to(link, { ...link.phase, inquiry: 'no-answer' }) : null),
  },
  done: { ...always, record: onRecord(whenDone) },
};

const neverArrived: LinkOutcome = {
  kind: 'failed',
  failure: { code: 'PAY_NEVER_ARRIVED', message: 'The platform never received the request for a link.' },
  mayAppear: true,
};

function done(outcome: LinkOutcome, at: number): LinkPhase {
  return { name: 'done', outcome, at };
}

function closeAsked(
  then: (link: Link, at: number) => LinkStep,
): (link: Link, event: EventOf<'close-asked'>) => LinkStep | null {
  return (link, { by, at }) => (link.closeAsked === null ? then({ ...link, closeAsked: by }, at) : null);
}

/** Takes it out of use, once it is known at the platform. */
function closeNow(link: Link, why: CloseReason, at: number): LinkStep {
  if (link.id === null) return { link, effects: [] };
  return to(link, { name: 'closing', why, since: at, inquiry: null }, { type: 'deactivate', id: link.id });
}

/** What a record makes of a phase; null when the phase stays. */
type Reading<Name extends LinkPhaseName> = (link: LinkIn<Name>, record: LinkRecord, at: number) => LinkStep | null;

/** The platform's word about the link: paid, or what the phase makes of it. */
function onRecord<Name extends LinkPhaseName>(
  then: Reading<Name>,
): (link: LinkIn<Name>, event: EventOf<'record'>) => LinkStep | null {
  return (before, { record, at }) => {
    // An answer about another link is no answer (money rule 7).
    if (before.id !== null && before.id !== record.id) return null;
    const refusedTries = record.payments.filter(({ state }) => state === 'FAILED').length;
    const link = {
      ...before,
      id: record.id,
      url: record.url ?? before.url,
      refusedTries: Math.max(before.refusedTries, refusedTries),
    };
    const paid = paidOf(record, link.intent.currency);
    const step = paid.length > 0 ? whenPaid(link, paid, at) : then(link, record, at);
    if (step) return step;
    const isNews = link.url !== before.url || link.refusedTries !== before.refusedTries;
    return isNews ? { link, effects: [] } : null;
  };
}

/** Paid, and the payment is not named yet: read until it is. */
function unlessCompleted<Name extends LinkPhaseName>(then: Reading<Name>): Reading<Name> {
  return (link, record, at) => (record.state === 'COMPLETED' ? to(link, confirming(at)) : then(link, record, at));
}

const confirming = (at: number): LinkPhase => ({ name: 'confirming', since: at, unnamed: 0 });

function isBeingPaid({ payments }: LinkRecord): boolean {
  return payments.some(({ state }) => state === 'PENDING' || state === 'UNKNOWN');
}

function whenInUse(link: LinkIn<'creating' | 'resolving' | 'open'>, record: LinkRecord, at: number): LinkStep | null {
  const { phase } = link;
  const isPaying = isBeingPaid(record);
  if (record.state === 'EXPIRED' || record.state === 'DEACTIVATED') {
    const isOver = record.state === 'EXPIRED';
    // Somebody else ended it, or its time: the same proof is asked for as when we do.
    if (!isPaying) return to(link, done({ kind: isOver ? 'expired' : 'closed' }, at));
    return to(link, { name: 'closing', why: isOver ? 'time' : 'asked', since: at, inquiry: 'being-paid' });
  }
  if (phase.name === 'open' && phase.isBeingPaid === isPaying) return null;
  const open = to(link, { name: 'open', isBeingPaid: isPaying });
  // Closing was asked for while nobody knew whether there is a link.
  return phase.name !== 'open' && link.closeAsked !== null ? closeNow(open.link, 'asked', at) : open;
}

function whenConfirming(link: LinkIn<'confirming'>, record: LinkRecord, at: number): LinkStep | null {
  if (record.state !== 'COMPLETED') return null;
  const unnamed = link.phase.unnamed + 1;
  if (unnamed < LINK_UNNAMED_TRIES) return to(link, { ...link.phase, unnamed });
  // A fixed amount needs no Transfer to be known; of another one it is at least this.
  return whenPaid(link, [{ transfer: null, amountMinor: linkTotalOf(link.intent) }], at);
}

function whenClosing(link: LinkIn<'closing'>, record: LinkRecord, at: number): LinkStep | null {
  const { phase } = link;
  const isPaying = isBeingPaid(record);
  const isOut = record.state === 'DEACTIVATED' || record.state === 'EXPIRED';
  if (isOut && !isPaying) return to(link, done({ kind: phase.why === 'time' ? 'expired' : 'closed' }, at));
  const inquiry = isPaying ? 'being-paid' : phase.inquiry;
  // Where it is still in use, the next look asks again: that changes nothing where the first one arrived.
  return inquiry === phase.inquiry ? null : to(link, { ...phase, inquiry });
}

/** A finished link of which the platform says something else now. */
function whenDone(link: LinkIn<'done'>, record: LinkRecord, at: number): LinkStep | null {
  const { outcome } = link.phase;
  if (outcome.kind === 'paid') return null;
  const again: Link = { ...link, wasReported: true };
  if (record.state === 'COMPLETED') return to(again, confirming(at));
  if (isBeingPaid(record)) {
    const why: CloseReason = outcome.kind === 'expired' ? 'time' : outcome.kind === 'closed' ? 'asked' : 'late';
    const effects: LinkEffect[] = record.state === 'ACTIVE' ? [{ type: 'deactivate', id: record.id }] : [];
    return to(again, { name: 'closing', why, since: at, inquiry: 'being-paid' }, ...effects);
  }
  if (record.state !== 'ACTIVE') return null;
  // One that is in use again is watched again; one that turned up late was never shown to anybody.
  const open = to(again, { name: 'open', isBeingPaid: false });
  return outcome.kind === 'failed' ? closeNow(open.link, 'late', at) : open;
}

function whenPaid(link: Link, found: Paid[], at: number): LinkStep | null {
  const { phase } = link;
  if (phase.name === 'done' && phase.outcome.kind === 'paid') {
    const known = phase.outcome.payments;
    const payments = mergedPayments(known, found);
    if (payments.length === known.length && payments.every((one, index) => isSamePaid(one, known[index]))) return null;
    // More money than was known: that is news.
    const isMore = payments.length > known.length;
    const outcome = { ...phase.outcome, payments, isLate: phase.outcome.isLate || isMore };
    return { link: { ...link, phase: done(outcome, isMore ? at : phase.at) }, effects: [] };
  }
  const outcome: LinkOutcome = {
    kind: 'paid',
    payments: found,
    isTooLate: link.closeAsked !== null,
    // Another end was reported before.
    isLate: phase.name === 'done' || link.wasReported,
  };
  return { link: { ...link, phase: done(outcome, at) }, effects: [] };
}

function isSamePaid(a: Paid, b: Paid | undefined): boolean {
  return a.transfer === b?.transfer && a.amountMinor === b.amountMinor;
}

/** What is named now takes the place of what was believed without a name; nothing that was found is lost again. */
function mergedPayments(known: readonly Paid[], found: readonly Paid[]): Paid[] {
  const named = known.filter(({ transfer }) => transfer !== null);
  const news = found.filter(({ transfer }) => transfer !== null && !named.some((one) => one.transfer === transfer));
  const all = [...named, ...news];
  return all.length > 0 ? all : [...known];
}

/** The same Transfer twice is one payment; one in another currency than ours is none of ours. */
function paidOf(record: LinkRecord, currency: string): Paid[] {
  const paid = new Map<string, Paid>();
  for (const one of record.payments) {
    if (one.state !== 'SUCCEEDED' || one.currency !== currency) continue;
    paid.set(one.transfer ?? '', { transfer: one.transfer, amountMinor: one.amountMinor });
  }
  return [...paid.values()];
}
