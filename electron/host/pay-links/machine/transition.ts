/** (link, event) → link and effects. Pure: it uses no clock, randomness or I/O. The graph is drawn in graph.md. */
import type { Failure, LinkDelivery } from '../../../contract/index.ts';
import {
  CLOSE_PROOF_MS,
  linkTotalOf,
  type CloseReason,
  type Link,
  type LinkIn,
  type LinkIntent,
  type LinkQuery,
  type LinkOutcome,
  type LinkPhase,
  type LinkPhaseName,
  type LinkRecord,
  type Paid,
} from './state.ts';

export type LinkEvent =
  /** First entry of a link. */
  | { type: 'begin'; intent: LinkIntent }
  /** First entry of a link that had only its recovery record left. */
  | { type: 'adopted'; intent: LinkIntent }
  /** The till was restarted during the phase. */
  | { type: 'restarted' }
  /** The platform's answer to any query. */
  | { type: 'record'; record: LinkRecord }
  /** The platform has no link with the till's tag. */
  | { type: 'not-found' }
  /** The create was provably never sent, so the link is missing. (Earlier journals also have it for a refusal.) */
  | { type: 'not-made'; failure: Failure }
  /** The create was refused. A platform also refuses what it is doing or has done, so the link is searched for once. */
  | { type: 'create-refused'; failure: Failure }
  /** A query got no usable answer. */
  | { type: 'no-answer' }
  | { type: 'close-asked'; by: string }
  /** The link's time has elapsed by the till's clock. */
  | { type: 'ended' }
  | { type: 'sent'; delivery: LinkDelivery };

/**
 * `waitedMs`: time that timers waited since the last step. Earlier journals lack it and went by `at`, or have a text in
 * place of a fraction that looked like a card number.
 */
export type TimedLinkEvent = LinkEvent & { at: number; waitedMs?: number | string };

/** `look-up` searches by the till's tag; `deactivate` asks the platform to deactivate the link, then reads it. */
export type LinkEffect = { type: 'create' } | LinkQuery;

export interface LinkStep {
  link: Link;
  effects: LinkEffect[];
}

/**
 * "Not found" this often, over this long, proves that the create never arrived (a late create can follow a timeout).
 */
const LINK_NOT_FOUND_TRIES = 4;
const LINK_NOT_FOUND_MS = 75_000;
/**
 * Waited time is journaled in steps of this length, so that a search ends even on a till that is restarted every half
 * minute.
 */
const WAITED_STEP_MS = 25_000;
/** Number of queries after which a paid link is accepted without a record of the payment. */
const LINK_UNNAMED_TRIES = 4;

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
    phase: isNew ? { name: 'creating' } : inDoubt('restarted', at),
    updatedAt: at,
  };
  return { link, effects: [{ type: isNew ? 'create' : 'look-up' }] };
}

/** Returns null for an event that changes nothing; then the journal stays unchanged and no effect runs. */
export function nextLink(link: Link, event: TimedLinkEvent): LinkStep | null {
  // The table's type guarantees row by row that phase and handler belong together.
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

/** Looks for the link: the create's answer is missing or not trusted. */
function startLookUp(link: Link, why: 'no-answer' | 'restarted', at: number, refusal?: Failure): LinkStep {
  const phase = inDoubt(why, at);
  return to(link, refusal ? { ...phase, refusal } : phase, { type: 'look-up' });
}

function inDoubt(why: 'no-answer' | 'restarted', since: number): Extract<LinkPhase, { name: 'in-doubt' }> {
  return { name: 'in-doubt', why, since, notFound: 0, waitedMs: 0 };
}

const always: Row<LinkPhaseName> = {
  sent: (link, { delivery }) => ({ link: { ...link, deliveries: [...link.deliveries, delivery] }, effects: [] }),
};

/** The name of the first cashier who asks is stored. Until the link exists, closing waits for the create's outcome. */
const unfinished: Row<LinkPhaseName> = {
  ...always,
  'close-asked': closeAsked((link) => ({ link, effects: [] })),
};

/** Meaningful events by phase; a phase without a row does not compile. */
export const linkTable: { readonly [Name in LinkPhaseName]: Row<Name> } = {
  creating: {
    ...unfinished,
    record: onRecord(unlessCompleted(whenInUse)),
    'not-found': (link, { at }) => to(link, { ...inDoubt('no-answer', at), notFound: 1 }),
    'not-made': (link, { failure, at }) => to(link, done({ kind: 'failed', failure, mayAppear: false }, at)),
    'create-refused': (link, { failure, at }) => startLookUp(link, 'no-answer', at, failure),
    'no-answer': (link, { at }) => startLookUp(link, 'no-answer', at),
    restarted: (link, { at }) => startLookUp(link, 'restarted', at),
  },
  'in-doubt': {
    ...unfinished,
    record: onRecord(unlessCompleted(whenInUse)),
    'not-found': whenNotFound,
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

function whenNotFound(link: LinkIn<'in-doubt'>, { at, waitedMs }: EventOf<'not-found'>): LinkStep | null {
  const { phase } = link;
  if (phase.refusal) return to(link, done({ kind: 'failed', failure: phase.refusal, mayAppear: true }, at));
  const notFound = Math.min(phase.notFound + 1, LINK_NOT_FOUND_TRIES);
  const total = phase.waitedMs + (typeof waitedMs === 'number' ? waitedMs : 0);
  const isProven =
    notFound === LINK_NOT_FOUND_TRIES && (waitedMs === undefined ? at - phase.since : total) >= LINK_NOT_FOUND_MS;
  if (isProven) return to(link, done(neverArrived, at));
  // Only some queries are journaled, so that the journal does not grow while the till only waits.
  const isNews = notFound > phase.notFound || total - phase.waitedMs >= WAITED_STEP_MS;
  return isNews ? to(link, { ...phase, notFound, waitedMs: total }) : null;
}

const neverArrived: LinkOutcome = {
  kind: 'failed',
  failure: { code: 'PAY_NEVER_ARRIVED', message: 'The platform has no record of the link.' },
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

/** Deactivates the link, once the platform has it. */
function closeNow(link: Link, why: CloseReason, at: number): LinkStep {
  if (link.id === null) return { link, effects: [] };
  return to(link, closing(why, at, null), { type: 'deactivate', id: link.id });
}

function closing(
  why: CloseReason,
  since: number,
  inquiry: 'being-paid' | null,
): Extract<LinkPhase, { name: 'closing' }> {
  return { name: 'closing', why, since, inquiry, outMs: null };
}

/** Step that a record causes in a phase, or null if the phase stays. */
type Reading<Name extends LinkPhaseName> = (link: LinkIn<Name>, record: LinkRecord, time: Times) => LinkStep | null;

interface Times {
  at: number;
  waitedMs: TimedLinkEvent['waitedMs'];
}

/** Handles the platform's record of the link: paid, or what the phase makes of it. */
function onRecord<Name extends LinkPhaseName>(
  then: Reading<Name>,
): (link: LinkIn<Name>, event: EventOf<'record'>) => LinkStep | null {
  return (before, { record, at, waitedMs }) => {
    // An answer about another link is no answer (money rule 7).
    if (before.id !== null && before.id !== record.id) return null;
    const refusedTries = record.payments.filter(({ state }) => state === 'FAILED').length;
    const link = {
      ...before,
      id: record.id,
      url: record.url ?? before.url,
      ...(record.hasCopies ? { hasCopies: record.hasCopies } : {}),
      refusedTries: Math.max(before.refusedTries, refusedTries),
    };
    const paid = paidOf(record, link.intent.currency);
    if (paid.length > 0) return whenPaid(link, paid, at) ?? news(link, before);
    const step = isPaidOtherwise(record) ? whenPaidOtherwise(link, at) : then(link, record, { at, waitedMs });
    if (step) return step;
    return news(link, before);
  };
}

/** Changes that a record brings in addition to payments. */
function news(link: Link, before: Link): LinkStep | null {
  const isNews =
    link.url !== before.url || link.refusedTries !== before.refusedTries || link.hasCopies !== before.hasCopies;
  return isNews ? { link, effects: [] } : null;
}

/** True if money came in a currency other than the link's. Called only if no money came in the link's currency. */
function isPaidOtherwise({ payments }: LinkRecord): boolean {
  return payments.some(({ state }) => state === 'SUCCEEDED');
}

function whenPaidOtherwise(link: Link, at: number): LinkStep | null {
  const { phase } = link;
  if (phase.name === 'confirming' && phase.isOtherCurrency) return null;
  // A paid link stays paid.
  if (phase.name === 'done' && phase.outcome.kind === 'paid') return null;
  const wasReported = link.wasReported || phase.name === 'done';
  return to({ ...link, wasReported }, confirming(at, true));
}

/** Reads a paid link until the platform reports its payment. */
function unlessCompleted<Name extends LinkPhaseName>(then: Reading<Name>): Reading<Name> {
  return (link, record, time) =>
    record.state === 'COMPLETED' ? to(link, confirming(time.at)) : then(link, record, time);
}

const confirming = (since: number, isOtherCurrency = false): LinkPhase => ({
  name: 'confirming',
  since,
  unnamed: 0,
  isOtherCurrency,
});

function isBeingPaid({ payments }: LinkRecord): boolean {
  return payments.some(({ state }) => state === 'PENDING' || state === 'UNKNOWN');
}

function whenInUse(link: LinkIn<'creating' | 'in-doubt' | 'open'>, record: LinkRecord, time: Times): LinkStep | null {
  const { phase } = link;
  const isPaying = isBeingPaid(record);
  if (record.state === 'EXPIRED' || record.state === 'DEACTIVATED') {
    const isOver = record.state === 'EXPIRED';
    // The link was closed remotely or has expired: the till verifies that as if it had closed the link.
    const phaseNow = closing(isOver ? 'time' : 'asked', time.at, isPaying ? 'being-paid' : null);
    return whenOut({ ...link, phase: phaseNow }, isPaying, time) ?? to(link, phaseNow);
  }
  if (phase.name === 'open' && phase.isBeingPaid === isPaying) return null;
  const open = to(link, { name: 'open', isBeingPaid: isPaying });
  // The cashier requested closing before the till had determined whether there is a link.
  return phase.name !== 'open' && link.closeAsked !== null ? closeNow(open.link, 'asked', time.at) : open;
}

function whenConfirming(link: LinkIn<'confirming'>, record: LinkRecord, { at }: Times): LinkStep | null {
  if (record.state !== 'COMPLETED' || link.phase.isOtherCurrency) return null;
  const unnamed = link.phase.unnamed + 1;
  if (unnamed < LINK_UNNAMED_TRIES) return to(link, { ...link.phase, unnamed });
  // A fixed amount is known without a Transfer; a variable amount is at least this.
  return whenPaid(link, [{ transfer: null, amountMinor: linkTotalOf(link.intent) }], at);
}

function whenClosing(link: LinkIn<'closing'>, record: LinkRecord, time: Times): LinkStep | null {
  const { phase } = link;
  const isPaying = isBeingPaid(record);
  if (record.state === 'DEACTIVATED' || record.state === 'EXPIRED') {
    const step = whenOut(link, isPaying, time);
    if (step || !isPaying) return step;
  }
  const inquiry = isPaying ? 'being-paid' : phase.inquiry;
  // If the link is still in use, the next query asks again: that changes nothing if the first request arrived.
  return inquiry === phase.inquiry && phase.outMs === null ? null : to(link, { ...phase, inquiry, outMs: null });
}

/**
 * The link is deactivated. After a single empty list, a customer may still have paid in the last moment: only a second
 * query, some seconds later, proves that the link is unpaid.
 */
function whenOut(link: LinkIn<'closing'>, isPaying: boolean, { at, waitedMs }: Times): LinkStep | null {
  const { phase } = link;
  if (isPaying) return null;
  // Only a second query that was proof has been journaled, so a text in place of its time was long enough.
  const isLongEnough = (outMs: number) => typeof waitedMs !== 'number' || outMs + waitedMs >= CLOSE_PROOF_MS;
  const isProven = waitedMs === undefined || (phase.outMs !== null && isLongEnough(phase.outMs));
  if (isProven) return to(link, done({ kind: phase.why === 'time' ? 'expired' : 'closed' }, at));
  return phase.outMs === null ? to(link, { ...phase, inquiry: null, outMs: 0 }) : null;
}

/** Handles a finished link that the platform now describes differently. */
function whenDone(link: LinkIn<'done'>, record: LinkRecord, { at }: Times): LinkStep | null {
  const { outcome } = link.phase;
  if (outcome.kind === 'paid') return null;
  const again: Link = { ...link, wasReported: true };
  if (record.state === 'COMPLETED') return to(again, confirming(at));
  if (isBeingPaid(record)) {
    const why: CloseReason = outcome.kind === 'expired' ? 'time' : outcome.kind === 'closed' ? 'asked' : 'late';
    const effects: LinkEffect[] = record.state === 'ACTIVE' ? [{ type: 'deactivate', id: record.id }] : [];
    return to(again, closing(why, at, 'being-paid'), ...effects);
  }
  if (record.state !== 'ACTIVE') return null;
  // A link that is in use again is watched again. A link that turned up late was never shown to a customer.
  const open = to(again, { name: 'open', isBeingPaid: false });
  return outcome.kind === 'failed' ? closeNow(open.link, 'late', at) : open;
}

function whenPaid(link: Link, found: Paid[], at: number): LinkStep | null {
  const { phase } = link;
  if (phase.name === 'done' && phase.outcome.kind === 'paid') {
    const known = phase.outcome.payments;
    const payments = mergedPayments(known, found);
    if (payments.length === known.length && payments.every((one, index) => isSamePaid(one, known[index]))) return null;
    // More money than was known has to be reported.
    const isMore = payments.length > known.length;
    const outcome = { ...phase.outcome, payments, isLate: phase.outcome.isLate || isMore };
    return { link: { ...link, phase: done(outcome, isMore ? at : phase.at) }, effects: [] };
  }
  const outcome: LinkOutcome = {
    kind: 'paid',
    payments: found,
    isTooLate: link.closeAsked !== null,
    // The link was reported with another end before.
    isLate: phase.name === 'done' || link.wasReported,
  };
  return { link: { ...link, phase: done(outcome, at) }, effects: [] };
}

function isSamePaid(a: Paid, b: Paid | undefined): boolean {
  return a.transfer === b?.transfer && a.amountMinor === b.amountMinor;
}

/** A payment with a record replaces a payment that was accepted without a record. A payment that was found stays. */
function mergedPayments(known: readonly Paid[], found: readonly Paid[]): Paid[] {
  const named = known.filter(({ transfer }) => transfer !== null);
  const news = found.filter(({ transfer }) => transfer !== null && !named.some((one) => one.transfer === transfer));
  const all = [...named, ...news];
  return all.length > 0 ? all : [...known];
}

/** The same Transfer twice is one payment; a payment in another currency is not counted. */
function paidOf(record: LinkRecord, currency: string): Paid[] {
  const paid = new Map<string, Paid>();
  for (const one of record.payments) {
    if (one.state !== 'SUCCEEDED' || one.currency !== currency) continue;
    paid.set(one.transfer ?? '', { transfer: one.transfer, amountMinor: one.amountMinor });
  }
  return [...paid.values()];
}
