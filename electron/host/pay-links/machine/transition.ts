/** (link, event) → link and effects. Pure: no clock, no randomness, no I/O. */
import type { Failure, LinkDelivery } from '../../../contract/index.ts';
import type { CloseReason, Link, LinkIntent, LinkOutcome, LinkPhase, LinkRecord, Paid } from './state.ts';
import { linkTotalOf } from './state.ts';

export type LinkEvent =
  /** The first entry. */
  | { type: 'begin'; intent: LinkIntent }
  /** The first entry of a link of which only its breadcrumb was left. */
  | { type: 'adopted'; intent: LinkIntent }
  /** What was under way when the till stopped is taken up. */
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
export const LINK_NOT_FOUND_TRIES = 4;
export const LINK_NOT_FOUND_MS = 75_000;
/** After this many looks a paid link whose payment is not named is believed without. */
export const LINK_UNNAMED_TRIES = 4;

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
    wasTold: false,
    refusedTries: 0,
    deliveries: [],
    phase: isNew ? { name: 'creating' } : { name: 'resolving', why: 'restarted', since: at, notFound: 0 },
    updatedAt: at,
  };
  return { link, effects: [{ type: isNew ? 'create' : 'look-up' }] };
}

/** Null: the event changes nothing, so nothing is written down and nothing is done. */
export function nextLink(link: Link, event: TimedLinkEvent): LinkStep | null {
  const step = stepOf(link, event);
  return step && { ...step, link: { ...step.link, updatedAt: event.at } };
}

function stepOf(link: Link, event: TimedLinkEvent): LinkStep | null {
  const { phase } = link;
  const to = (next: LinkPhase, ...effects: LinkEffect[]): LinkStep => ({ link: { ...link, phase: next }, effects });
  switch (event.type) {
    case 'begin':
    case 'adopted':
      return null;
    case 'restarted':
      if (phase.name === 'creating') {
        return to({ name: 'resolving', why: 'restarted', since: event.at, notFound: 0 }, { type: 'look-up' });
      }
      return null;
    case 'record':
      return onRecord(link, event.record, event.at);
    case 'not-found': {
      if (phase.name === 'creating') {
        return to({ name: 'resolving', why: 'no-answer', since: event.at, notFound: 1 });
      }
      if (phase.name !== 'resolving') return null;
      const notFound = phase.notFound + 1;
      const isProven = notFound >= LINK_NOT_FOUND_TRIES && event.at - phase.since >= LINK_NOT_FOUND_MS;
      if (isProven) return to(done(neverArrived, event.at));
      // Counted no further than it is needed: the journal does not grow while time has to pass.
      return notFound > LINK_NOT_FOUND_TRIES ? null : to({ ...phase, notFound });
    }
    case 'not-made':
      if (phase.name !== 'creating') return null;
      return to(done({ kind: 'failed', failure: event.failure, mayAppear: false }, event.at));
    case 'no-answer':
      if (phase.name === 'creating') {
        return to({ name: 'resolving', why: 'no-answer', since: event.at, notFound: 0 }, { type: 'look-up' });
      }
      if (phase.name !== 'closing' || phase.inquiry !== null) return null;
      return to({ ...phase, inquiry: 'no-answer' });
    case 'close-asked':
      if (phase.name === 'done' || link.closeAsked !== null) return null;
      return closeNow({ ...link, closeAsked: event.by }, 'asked', event.at);
    case 'ended':
      return phase.name === 'open' ? closeNow(link, 'time', event.at) : null;
    case 'sent':
      return { link: { ...link, deliveries: [...link.deliveries, event.delivery] }, effects: [] };
  }
}

const neverArrived: LinkOutcome = {
  kind: 'failed',
  failure: { code: 'PAY_NEVER_ARRIVED', message: 'The platform never received the request for a link.' },
  mayAppear: true,
};

function done(outcome: LinkOutcome, at: number): LinkPhase {
  return { name: 'done', outcome, at };
}

/** Where there is no link yet, closing waits for what becomes of it. */
function closeNow(link: Link, why: CloseReason, at: number): LinkStep {
  const { name } = link.phase;
  if (link.id === null || name === 'creating' || name === 'resolving' || name === 'confirming' || name === 'closing') {
    return { link, effects: [] };
  }
  return {
    link: { ...link, phase: { name: 'closing', why, since: at, inquiry: null } },
    effects: [{ type: 'deactivate', id: link.id }],
  };
}

function onRecord(before: Link, record: LinkRecord, at: number): LinkStep | null {
  // An answer about another link is no answer (money rule 7).
  if (before.id !== null && before.id !== record.id) return null;
  const refusedTries = record.payments.filter(({ state }) => state === 'FAILED').length;
  const link: Link = {
    ...before,
    id: record.id,
    url: record.url ?? before.url,
    refusedTries: Math.max(before.refusedTries, refusedTries),
  };
  const step = judge(link, record, at);
  if (step) return step;
  const isNews = link.url !== before.url || link.refusedTries !== before.refusedTries;
  return isNews ? { link, effects: [] } : null;
}

/** What the record makes of the phase; null when it stays. */
function judge(link: Link, record: LinkRecord, at: number): LinkStep | null {
  const paid = paidOf(record, link.intent.currency);
  const isBeingPaid = record.payments.some(({ state }) => state === 'PENDING' || state === 'UNKNOWN');
  if (paid.length > 0) return whenPaid(link, paid, at);
  const { phase } = link;
  switch (phase.name) {
    case 'done':
      return whenDone(link, phase.outcome, record, isBeingPaid, at);
    case 'confirming': {
      if (record.state !== 'COMPLETED') return null;
      const unnamed = phase.unnamed + 1;
      if (unnamed < LINK_UNNAMED_TRIES) return { link: { ...link, phase: { ...phase, unnamed } }, effects: [] };
      // A fixed amount needs no Transfer to be known; of another one it is at least this.
      return whenPaid(link, [{ transfer: null, amountMinor: linkTotalOf(link.intent) }], at);
    }
    case 'creating':
    case 'resolving':
    case 'open':
    case 'closing':
      break;
  }
  if (record.state === 'COMPLETED') return { link: { ...link, phase: confirming(at) }, effects: [] };
  if (phase.name === 'closing') return whenClosing(link, phase, record, isBeingPaid, at);
  if (record.state === 'EXPIRED' || record.state === 'DEACTIVATED') {
    // Somebody else ended it, or its time: the same proof is asked for as when we do.
    if (!isBeingPaid) return end(link, record.state === 'EXPIRED' ? 'expired' : 'closed', at);
    const why: CloseReason = record.state === 'EXPIRED' ? 'time' : 'asked';
    return { link: { ...link, phase: { name: 'closing', why, since: at, inquiry: 'being-paid' } }, effects: [] };
  }
  if (phase.name === 'open' && phase.isBeingPaid === isBeingPaid) return null;
  const open: Link = { ...link, phase: { name: 'open', isBeingPaid } };
  // Closing was asked for while nobody knew whether there is a link.
  if (phase.name !== 'open' && link.closeAsked !== null) return closeNow(open, 'asked', at);
  return { link: open, effects: [] };
}

const confirming = (at: number): LinkPhase => ({ name: 'confirming', since: at, unnamed: 0 });

function end(link: Link, kind: 'closed' | 'expired', at: number): LinkStep {
  return { link: { ...link, phase: done({ kind }, at) }, effects: [] };
}

function whenClosing(
  link: Link,
  phase: Extract<LinkPhase, { name: 'closing' }>,
  record: LinkRecord,
  isBeingPaid: boolean,
  at: number,
): LinkStep | null {
  const isOut = record.state === 'DEACTIVATED' || record.state === 'EXPIRED';
  if (isOut && !isBeingPaid) return end(link, phase.why === 'time' ? 'expired' : 'closed', at);
  const inquiry = isBeingPaid ? 'being-paid' : phase.inquiry;
  // Where it is still in use, the next look asks again: that changes nothing where the first one arrived.
  return inquiry === phase.inquiry ? null : { link: { ...link, phase: { ...phase, inquiry: inquiry } }, effects: [] };
}

/** A finished link of which the platform says something else now. */
function whenDone(
  link: Link,
  outcome: LinkOutcome,
  record: LinkRecord,
  isBeingPaid: boolean,
  at: number,
): LinkStep | null {
  if (outcome.kind === 'paid') return null;
  const again: Link = { ...link, wasTold: true };
  if (record.state === 'COMPLETED') return { link: { ...again, phase: confirming(at) }, effects: [] };
  if (isBeingPaid) {
    const why: CloseReason = outcome.kind === 'expired' ? 'time' : outcome.kind === 'closed' ? 'asked' : 'late';
    const phase: LinkPhase = { name: 'closing', why, since: at, inquiry: 'being-paid' };
    const effects: LinkEffect[] = record.state === 'ACTIVE' ? [{ type: 'deactivate', id: record.id }] : [];
    return { link: { ...again, phase }, effects };
  }
  if (record.state !== 'ACTIVE') return null;
  // One that is in use again is watched again; one that turned up late was never shown to anybody.
  const open: Link = { ...again, phase: { name: 'open', isBeingPaid: false } };
  return outcome.kind === 'failed' ? closeNow(open, 'late', at) : { link: open, effects: [] };
}

function whenPaid(link: Link, found: Paid[], at: number): LinkStep | null {
  const { phase } = link;
  if (phase.name === 'done' && phase.outcome.kind === 'paid') {
    const known = phase.outcome.payments;
    const payments = mergedPayments(known, found);
    if (payments.length === known.length && payments.every((one, index) => isSamePaid(one, known[index]))) return null;
    // More money than was known: told anew.
    const isMore = payments.length > known.length;
    const outcome = { ...phase.outcome, payments, isLate: phase.outcome.isLate || isMore };
    return { link: { ...link, phase: done(outcome, isMore ? at : phase.at) }, effects: [] };
  }
  const outcome: LinkOutcome = {
    kind: 'paid',
    payments: found,
    isTooLate: link.closeAsked !== null,
    // Another end was told before.
    isLate: phase.name === 'done' || link.wasTold,
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
