/**
 * Runs payment links through the pure machine. For each event: next state, journal line on disk, new state published, then
 * its effects. Everything that is not known is found out by reading, again and again, so an answer that could not be
 * written down is simply asked for once more.
 */
import { isUnfinishedLink, TillError, toFailure, type LinkDelivery, type PayLinkView } from '../../contract/index.ts';
import type { PayLinkStore, RecoveryLog } from '../journal/index.ts';
import type { Clock } from '../clock.ts';
import type { PlatformOutcome } from '../payments/index.ts';
import {
  beginLink,
  isUnfinished,
  linkTotalOf,
  linkViewOf,
  linkWatchedUntil,
  lookOf,
  nextLink,
  nextLookMs,
  type Link,
  type LinkEffect,
  type LinkEvent,
  type LinkIntent,
  type LinkRecord,
  type LinkSight,
  type TimedLinkEvent,
} from './machine/index.ts';
import { maskedDestination } from './destination.ts';
import { foldLink, isFirst } from './fold.ts';
import type { PayLinkPort } from './ports.ts';
import { errorOf, intentOf, notOpen, type LinkRequest } from './requests.ts';

export interface PayLinkOptions {
  book: PayLinkStore;
  recoveryLog: RecoveryLog;
  port: PayLinkPort;
  clock: Clock;
  /** A number in [0, 1) for jitter. */
  random: () => number;
  /** Every change of a link, in order. */
  publish: (link: PayLinkView) => void;
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
}

export interface PayLinks {
  /** Folds the journal, takes up every unfinished link and goes on watching. Call once, before anything else. */
  recover(): void;
  /** Makes a link, or gives back the one already made under this id. Guards are the caller's. Throws TillError. */
  open(request: LinkRequest): PayLinkView;
  /** Takes up a link of which only its recovery record is left: it is looked for at the platform. */
  adopt(intent: LinkIntent): PayLinkView;
  /** Asks to close it. The honest answer is its state. Throws PAY_NOT_FOUND, PAY_STATE, JRNL_UNWRITABLE. */
  close(link: string, by: string): PayLinkView;
  /** Rejects with PAY_NOT_FOUND, PAY_STATE, API_…; API_TIMEOUT and API_BROKEN mean that it may have been sent. */
  send(link: string, way: LinkDelivery['way'], to: string): Promise<PayLinkView>;
  /** Asks the platform now. Throws PAY_NOT_FOUND. */
  look(link: string): void;
  /** Throws PAY_NOT_FOUND. */
  get(link: string): PayLinkView;
  has(link: string): boolean;
  list(limit: number): PayLinkView[];
  /**
   * What began before `to` and last changed after `from`, milliseconds since 1970, oldest first. Throws JRNL_CORRUPT: a day
   * is told whole or not at all.
   */
  activeBetween(from: number, to: number): PayLinkView[];
  /** Every link of an order, newest first. */
  ofOrder(order: string): PayLinkView[];
  unfinished(): PayLinkView[];
  /** Stops timers. Links stay as they are on disk; the next start takes them up. */
  stop(): void;
}

interface Live {
  link: Link;
  sight: LinkSight;
  stopWait: (() => void) | null;
  /** A question is under way: its answer sets the next look. */
  isAsking: boolean;
  /** Something else is to be asked as soon as that answer is there. */
  isWanted: boolean;
}

/** A journal that could not take an answer is tried again after this, by asking anew. */
const RETRY_MS = 1_000;

export function createPayLinks(options: PayLinkOptions): PayLinks {
  const { book, clock, log, port } = options;
  const live = new Map<string, Live>();
  let isStopped = false;

  const viewOf = ({ link, sight }: Live): PayLinkView => linkViewOf(link, sight);

  function load(id: string): Live | undefined {
    const known = live.get(id);
    if (known) return known;
    const link = foldLink(book.entries(id));
    return (
      link && { link, sight: { lookedAt: null, missedLooks: 0 }, stopWait: null, isAsking: false, isWanted: false }
    );
  }

  /** For lists: one damaged link does not hide the others. */
  function readable(id: string): Live | undefined {
    try {
      return load(id);
    } catch (error) {
      log('error', 'payment link cannot be read', { link: id, failure: toFailure(error) });
      return undefined;
    }
  }

  function need(id: string): Live {
    const entry = load(id);
    if (!entry) throw new TillError('PAY_NOT_FOUND', `There is no payment link ${id}.`, { context: { link: id } });
    return entry;
  }

  // --- the one way in --------------------------------------------------------------------------------------------

  /** Throws when the journal cannot be written; then nothing has changed and nothing was sent. */
  function apply(id: string, event: TimedLinkEvent): Live | undefined {
    const known = load(id);
    const step = isFirst(event) ? (known ? null : beginLink(event)) : known ? nextLink(known.link, event) : null;
    if (!step) return undefined;
    for (const effect of step.effects) if (effect.type === 'create') appendRecord(step.link);
    book.append(
      {
        id,
        startedAt: step.link.intent.startedAt,
        isOpen: isUnfinished(step.link),
        watchUntil: linkWatchedUntil(step.link),
        order: step.link.intent.order,
      },
      { ...event },
    );
    const next: Live = known ?? {
      link: step.link,
      sight: { lookedAt: null, missedLooks: 0 },
      stopWait: null,
      isAsking: false,
      isWanted: false,
    };
    next.link = step.link;
    live.set(id, next);
    options.publish(viewOf(next));
    for (const effect of step.effects) run(next, effect);
    return next;
  }

  function appendRecord({ intent }: Link): void {
    options.recoveryLog.append({
      at: clock.now(),
      attempt: intent.link,
      key: intent.link,
      what: 'link',
      kind: 'sale',
      amountMinor: linkTotalOf(intent),
      currency: intent.currency,
      terminal: '-',
    });
  }

  /** An event of the platform's or the clock's. What the journal cannot take now is asked for again. */
  function dispatch(entry: Live, event: LinkEvent): void {
    if (isStopped) return;
    try {
      apply(entry.link.intent.link, { ...event, at: clock.now() });
    } catch (error) {
      log('error', 'journal refused an entry of a link; asking again', {
        link: entry.link.intent.link,
        failure: toFailure(error),
      });
      wait(entry, RETRY_MS);
    }
  }

  // --- questions and answers -------------------------------------------------------------------------------------

  function run(entry: Live, effect: LinkEffect): void {
    const { intent } = entry.link;
    entry.stopWait?.();
    entry.stopWait = null;
    // Never two questions of one link at once. `create` is the first there is.
    if (entry.isAsking) {
      entry.isWanted = true;
      return;
    }
    entry.isAsking = true;
    const asked = ask(intent, effect);
    void asked.then((outcome) => {
      entry.isAsking = false;
      if (!isStopped) answered(entry, effect, outcome);
    });
  }

  function ask(intent: LinkIntent, effect: LinkEffect): Promise<PlatformOutcome<LinkRecord | null>> {
    switch (effect.type) {
      case 'create':
        return port.create(intent);
      case 'look-up':
        return port.find(intent);
      case 'read':
        return port.read(effect.id, intent);
      case 'deactivate':
        return port.deactivate(effect.id, intent);
    }
  }

  function answered(entry: Live, effect: LinkEffect, outcome: PlatformOutcome<LinkRecord | null>): void {
    const wasAnswered = outcome.kind === 'answered';
    entry.sight = wasAnswered
      ? { lookedAt: clock.now(), missedLooks: 0 }
      : { ...entry.sight, missedLooks: entry.sight.missedLooks + 1 };
    const before = entry.link;
    if (wasAnswered)
      dispatch(entry, outcome.record ? { type: 'record', record: outcome.record } : { type: 'not-found' });
    else if (effect.type === 'create' && outcome.kind !== 'unknown') {
      dispatch(entry, { type: 'not-made', failure: outcome.failure });
    } else dispatch(entry, { type: 'no-answer' });
    if (!wasAnswered) {
      log('debug', 'payment link: no answer', { link: entry.link.intent.link, failure: outcome.failure });
    }
    // The age of the last look is shown, also where the look found nothing new.
    if (entry.link === before) options.publish(viewOf(entry));
    const { isWanted } = entry;
    entry.isWanted = false;
    if (isWanted && !entry.isAsking && isUnfinished(entry.link)) run(entry, lookOf(entry.link));
    schedule(entry);
  }

  function schedule(entry: Live): void {
    if (entry.isAsking || entry.stopWait || isStopped) return;
    const now = clock.now();
    const next = nextLookMs(entry.link, now, entry.sight.missedLooks);
    if (next === null) {
      live.delete(entry.link.intent.link);
      return;
    }
    // Up to a fifth longer, so that tills that lost the platform together do not come back together.
    const pause = next * (1 + options.random() / 5);
    const toEnd = entry.link.phase.name === 'open' ? Math.max(0, entry.link.endsAt - now) : pause;
    wait(entry, Math.min(pause, toEnd));
  }

  function wait(entry: Live, delayMs: number): void {
    entry.stopWait?.();
    entry.stopWait = clock.after(delayMs, () => {
      entry.stopWait = null;
      lookNow(entry);
    });
  }

  function lookNow(entry: Live): void {
    if (isStopped) return;
    if (entry.link.phase.name === 'open' && clock.now() >= entry.link.endsAt) dispatch(entry, { type: 'ended' });
    // An event may have begun to ask already.
    if (!entry.isAsking && !entry.stopWait) run(entry, lookOf(entry.link));
  }

  // --- the outside -----------------------------------------------------------------------------------------------

  function first(event: TimedLinkEvent & { type: 'begin' | 'adopted' }): PayLinkView {
    if (isStopped) throw new TillError('HOST_STOPPING', 'Tillbridge is stopping.');
    apply(event.intent.link, event);
    return viewOf(need(event.intent.link));
  }

  return {
    recover() {
      for (const id of new Set([...book.open(), ...book.watched(clock.now())])) {
        const entry = readable(id);
        if (!entry) continue;
        live.set(id, entry);
        options.publish(viewOf(entry));
        if (!isUnfinished(entry.link)) {
          schedule(entry);
          continue;
        }
        log('info', 'taking up an unfinished payment link', { link: id, phase: entry.link.phase.name });
        dispatch(entry, { type: 'restarted' });
        if (!entry.isAsking) lookNow(entry);
      }
    },
    open(request) {
      if (book.has(request.id)) return viewOf(need(request.id));
      const at = clock.now();
      return first({ type: 'begin', intent: intentOf(request, at), at });
    },
    adopt(intent) {
      if (book.has(intent.link)) return viewOf(need(intent.link));
      return first({ type: 'adopted', intent, at: clock.now() });
    },
    close(id, by) {
      const entry = need(id);
      if (isStopped) throw new TillError('HOST_STOPPING', 'Tillbridge is stopping.');
      if (isUnfinishedLink(viewOf(entry))) apply(id, { type: 'close-asked', by, at: clock.now() });
      return viewOf(need(id));
    },
    async send(id, way, to) {
      const { link } = need(id);
      if (link.id === null || link.phase.name !== 'open') throw notOpen(viewOf(need(id)));
      const masked = maskedDestination(way, to);
      const outcome = await port.send(link.id, way, to);
      if (outcome.kind !== 'answered') throw errorOf(outcome.failure);
      const at = clock.now();
      apply(id, { type: 'sent', delivery: { way, to: masked, at: new Date(at).toISOString() }, at });
      return viewOf(need(id));
    },
    look(id) {
      const entry = need(id);
      if (!entry.isAsking && !isStopped) {
        live.set(id, entry);
        entry.stopWait?.();
        entry.stopWait = null;
        lookNow(entry);
      }
    },
    get: (id) => viewOf(need(id)),
    has: (id) => book.has(id),
    list: (limit) =>
      book
        .recent(limit)
        .flatMap((id) => readable(id) ?? [])
        .map(viewOf),
    activeBetween: (from, to) => book.activeBetween(from, to).map((id) => viewOf(need(id))),
    ofOrder: (order) =>
      book
        .ofOrder(order)
        .flatMap((id) => readable(id) ?? [])
        .map(viewOf),
    unfinished: () => [...live.values()].map(viewOf).filter(isUnfinishedLink),
    stop() {
      isStopped = true;
      for (const entry of live.values()) entry.stopWait?.();
    },
  };
}
