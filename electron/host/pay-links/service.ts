/**
 * Runs payment links through their pure machine (attempts/runner.ts). The till polls the platform for a link's state.
 * So an answer that could not be written is dropped, unlike a payment's answer: the till polls again.
 */
import { isUnfinishedLink, TillError, type LinkDelivery, type PayLinkView } from '../../contract/index.ts';
import { EventRunner, type Live, type MachineStep } from '../attempts/index.ts';
import type { Clock } from '../../domain/index.ts';
import type { PayLinkStore, RecoveryLog } from '../journal/index.ts';
import type { PlatformOutcome } from '../payments/index.ts';
import { maskedDestination } from './destination.ts';
import { linkMachine, linkRowOf } from './fold.ts';
import { inTheirPlaces, linkPaymentsOf } from './link-payments.ts';
import {
  ageAtStart,
  isUnfinished,
  lifeLeftMs,
  linkTotalOf,
  linkViewOf,
  queryOf,
  nextPollMs,
  type Link,
  type LinkEffect,
  type LinkEvent,
  type LinkIntent,
  type LinkRecord,
  type LinkVolatileState,
  type TimedLinkEvent,
} from './machine/index.ts';
import type { PayLinkPort } from './ports.ts';
import { intentOf, notOpen, type LinkRequest } from './requests.ts';

export interface PayLinkOptions {
  book: PayLinkStore;
  recoveryLog: RecoveryLog;
  port: PayLinkPort;
  clock: Clock;
  /** Number in [0, 1) for jitter. */
  random: () => number;
  /** Amount reversed of the payment with this id; absent if unknown. */
  reversedMinorOf?: (payment: string) => number;
  /** Transfer of a payment that has journal entries, or null. Absent if no payment has journal entries. */
  transferOf?: (payment: string) => string | null;
  /** Called with every change of a link, in order. */
  publish: (link: PayLinkView) => void;
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
}

/** State of the queries, and their results: not journaled. */
interface Polling extends LinkVolatileState {
  stopWait: (() => void) | null;
  /** A query is in progress: its answer schedules the next query. */
  isAsking: boolean;
  /** Another query is wanted as soon as that answer arrives. */
  isWanted: boolean;
  /** Time that timers waited since the last step on disk, and the age of the phase by timers. */
  waitedMs: number;
  phaseMs: number;
  /** Stops the timer of the link's time, or null once the time has elapsed. */
  stopEnd: (() => void) | null;
}

type LiveLink = Live<Link, Polling>;

const NOT_POLLED: Polling = {
  polledAt: null,
  missedPolls: 0,
  stopWait: null,
  isAsking: false,
  isWanted: false,
  waitedMs: 0,
  phaseMs: 0,
  stopEnd: null,
};

/** Pause before the platform is asked again for an answer that the journal could not take. */
const RETRY_MS = 1_000;
/** Delay before a finished link is queried after a start; up to twice as long, so that not all are queried at once. */
const AFTER_START_MS = 10_000;

export class PayLinks {
  readonly #options: PayLinkOptions;
  readonly #runner: EventRunner<Link, TimedLinkEvent, LinkEffect, Polling>;

  constructor(options: PayLinkOptions) {
    const { book, clock, log } = options;
    this.#options = options;
    this.#runner = new EventRunner<Link, TimedLinkEvent, LinkEffect, Polling>({
      what: ['payment link', 'link'],
      machine: linkMachine,
      clock,
      entries: (id) => book.entries(id),
      volatile: () => ({ ...NOT_POLLED }),
      write: (_id, step, event) => this.#write(step, event),
      commit: (_id, live, { effects }, _event, before) => {
        this.#restartTimes(live, before);
        this.#publish(live);
        for (const effect of effects) this.#ask(live, effect);
      },
      refused: (link, failure) => {
        log('error', 'journal refused an entry of a link; trying again', { link, failure });
        const live = this.#runner.live.get(link);
        if (live) this.#wait(live, RETRY_MS);
        return 'drop';
      },
      log,
    });
  }

  // --- start and stop

  /** Folds the journal, resumes every unfinished link and continues watching. Call once, before anything else. */
  recover(): void {
    const { book, clock, log } = this.#options;
    for (const id of new Set([...book.open(), ...book.watched(clock.now())])) {
      const live = this.#runner.tryLoad(id);
      if (!live) continue;
      this.#runner.keep(id, live);
      this.#restartTimes(live, undefined);
      live.volatile.phaseMs = ageAtStart(live.state, clock.now());
      this.#publish(live);
      if (!isUnfinished(live.state)) {
        // The age of a link is insufficient: if the journal is old, only a query shows that the link was paid in the
        // meantime.
        this.#wait(live, AFTER_START_MS * (1 + this.#options.random()));
        continue;
      }
      log('info', 'recovering an unfinished payment link', { link: id, phase: live.state.phase.name });
      this.#dispatch(live, { type: 'restarted' });
      if (!live.volatile.isAsking) this.#pollNow(live);
    }
  }

  /** Stops timers. Links stay as they are on disk; the next start recovers them. */
  stop(): void {
    this.#runner.close();
    for (const { volatile } of this.#runner.live.values()) {
      volatile.stopWait?.();
      volatile.stopEnd?.();
    }
  }

  // --- commands

  /**
   * Opens a link. A known id returns the link that was already created under it. The caller checks the guards.
   * @throws PAY_AMOUNT, HOST_STOPPING, JRNL_UNWRITABLE
   */
  open(request: LinkRequest): PayLinkView {
    const { book, clock } = this.#options;
    if (book.has(request.id)) return this.get(request.id);
    const at = clock.now();
    return this.#first({ type: 'begin', intent: intentOf(request, at), at });
  }

  /** Recovers a link that has only its recovery record left: it is searched for at the platform. */
  recoverFromLog(intent: LinkIntent): PayLinkView {
    if (this.#options.book.has(intent.link)) return this.get(intent.link);
    return this.#first({ type: 'adopted', intent, at: this.#options.clock.now() });
  }

  /**
   * Requests the closing of a link. Its state shows the result.
   * @throws PAY_NOT_FOUND, HOST_STOPPING, JRNL_UNWRITABLE
   */
  close(id: string, by: string): PayLinkView {
    const view = this.get(id);
    if (this.#runner.isClosed) throw stopping();
    if (isUnfinishedLink(view)) this.#runner.apply(id, this.#runner.timed({ type: 'close-asked', by }));
    return this.get(id);
  }

  /**
   * Sends a link that can be paid.
   * @throws PAY_NOT_FOUND, PAY_STATE, RECEIPT_ADDRESS, API_…; after API_TIMEOUT and API_BROKEN the link may have been
   * sent
   */
  async send(id: string, way: LinkDelivery['way'], to: string): Promise<PayLinkView> {
    const { port, clock } = this.#options;
    const { state } = this.#runner.loadOrThrow(id);
    if (state.id === null || state.phase.name !== 'open') throw notOpen(this.get(id));
    const masked = maskedDestination(way, to);
    const outcome = await port.send(state.id, way, to);
    if (outcome.kind !== 'answered') throw TillError.of(outcome.failure);
    const at = clock.now();
    this.#runner.apply(id, { type: 'sent', delivery: { way, to: masked, at: new Date(at).toISOString() }, at });
    return this.get(id);
  }

  /**
   * Asks the platform about a link now.
   * @throws PAY_NOT_FOUND
   */
  poll(id: string): void {
    const live = this.#runner.loadOrThrow(id);
    if (live.volatile.isAsking || this.#runner.isClosed) return;
    this.#runner.keep(id, live);
    stopWaiting(live);
    this.#pollNow(live);
  }

  // --- views

  /** @throws PAY_NOT_FOUND */
  get(id: string): PayLinkView {
    return this.#viewOf(this.#runner.loadOrThrow(id));
  }

  has(id: string): boolean {
    return this.#options.book.has(id);
  }

  list(limit: number): PayLinkView[] {
    return this.#getMany(this.#options.book.recent(limit));
  }

  /**
   * Links that began before `to` and last changed after `from`, milliseconds since 1970, oldest first.
   * @throws JRNL_CORRUPT: a day is reported whole or not at all
   */
  activeBetween(from: number, to: number): PayLinkView[] {
    return this.#options.book.activeBetween(from, to).map((id) => this.get(id));
  }

  /** Every link of an order, newest first. */
  ofOrder(order: string): PayLinkView[] {
    return this.#getMany(this.#options.book.ofOrder(order));
  }

  unfinished(): PayLinkView[] {
    return [...this.#runner.live.values()].map((live) => this.#viewOf(live)).filter(isUnfinishedLink);
  }

  /** Publishes a link again because a payment through it was reversed. */
  publishAgain(id: string): void {
    const live = this.#runner.tryLoad(id);
    if (live) this.#publish(live);
  }

  #viewOf({ state, volatile }: LiveLink): PayLinkView {
    const { reversedMinorOf = () => 0 } = this.#options;
    const reversedMinor = linkPaymentsOf(state).reduce((sum, { attempt }) => sum + reversedMinorOf(attempt), 0);
    return linkViewOf(state, { ...volatile, reversedMinor });
  }

  #getMany(ids: readonly string[]): PayLinkView[] {
    return ids.flatMap((id) => this.#runner.tryLoad(id) ?? []).map((live) => this.#viewOf(live));
  }

  // --- steps

  #first(event: TimedLinkEvent & { type: 'begin' | 'adopted' }): PayLinkView {
    if (this.#runner.isClosed) throw stopping();
    this.#runner.apply(event.intent.link, event);
    return this.get(event.intent.link);
  }

  #dispatch({ state, volatile }: LiveLink, event: LinkEvent): void {
    this.#runner.dispatch(state.intent.link, { ...event, waitedMs: volatile.waitedMs });
  }

  /** Restarts the counted times after a step, or when the link is first seen. */
  #restartTimes(live: LiveLink, before: Link | undefined): void {
    const { state, volatile } = live;
    volatile.waitedMs = 0;
    if (before?.phase.name !== state.phase.name) volatile.phaseMs = 0;
    if (before) return;
    const { clock } = this.#options;
    volatile.stopEnd = clock.after(lifeLeftMs(state, clock.now()), () => {
      volatile.stopEnd = null;
      // If a query is in progress, the query after its answer ends the link.
      if (live.state.phase.name === 'open' && !volatile.isAsking) this.#pollNow(live);
    });
  }

  #write({ state, effects }: MachineStep<Link, LinkEffect>, event: TimedLinkEvent): void {
    const { recoveryLog, clock, book } = this.#options;
    const { link, currency, order } = state.intent;
    if (effects.some(({ type }) => type === 'create')) {
      recoveryLog.append({
        at: clock.now(),
        attempt: link,
        key: link,
        what: 'link',
        kind: 'sale',
        amountMinor: linkTotalOf(state.intent),
        currency,
        terminal: '-',
        ...(order === null ? {} : { order }),
      });
    }
    book.append(linkRowOf(state), { ...event });
  }

  #publish(live: LiveLink): void {
    this.#options.publish(this.#viewOf(live));
  }

  // --- queries and answers

  #ask(live: LiveLink, effect: LinkEffect): void {
    stopWaiting(live);
    // At most one query of a link runs at a time; `create` is the first.
    if (live.volatile.isAsking) {
      live.volatile.isWanted = true;
      return;
    }
    live.volatile.isAsking = true;
    void this.#answerTo(live.state.intent, effect).then((outcome) => {
      live.volatile.isAsking = false;
      if (!this.#runner.isClosed) this.#answered(live, effect, outcome);
    });
  }

  #answerTo(intent: LinkIntent, effect: LinkEffect): Promise<PlatformOutcome<LinkRecord | null>> {
    const { port } = this.#options;
    switch (effect.type) {
      case 'create':
        return port.create(intent);
      case 'look-up':
        return port.find(intent);
      case 'read':
        return port.read(effect.id, intent, effect.ofCopies);
      case 'deactivate':
        return port.deactivate(effect.id, intent);
    }
  }

  #answered(live: LiveLink, effect: LinkEffect, outcome: PlatformOutcome<LinkRecord | null>): void {
    const { clock, log, transferOf = () => null } = this.#options;
    const { volatile, state: before } = live;
    if (outcome.kind === 'answered') {
      volatile.polledAt = clock.now();
      volatile.missedPolls = 0;
      const record = outcome.record && inTheirPlaces(outcome.record, before.intent, transferOf);
      this.#dispatch(live, record ? { type: 'record', record } : { type: 'not-found' });
    } else {
      volatile.missedPolls += 1;
      this.#dispatch(live, unanswered(effect, outcome));
      log('debug', 'payment link: no answer', { link: before.intent.link, failure: outcome.failure });
    }
    // The age of the last answer is on screen, so it is published even if the answer brought nothing new.
    if (live.state === before) this.#publish(live);
    const { isWanted } = volatile;
    volatile.isWanted = false;
    if (isWanted && !volatile.isAsking && isUnfinished(live.state)) this.#ask(live, queryOf(live.state));
    this.#schedule(live);
  }

  #schedule(live: LiveLink): void {
    const { state, volatile } = live;
    if (volatile.isAsking || volatile.stopWait || this.#runner.isClosed) return;
    const next = nextPollMs(state, volatile.phaseMs, volatile.missedPolls);
    if (next === null) {
      volatile.stopEnd?.();
      this.#runner.forget(state.intent.link);
      return;
    }
    // Delays are up to a fifth longer, so that tills that lost the platform together do not return together.
    this.#wait(live, isOver(live) ? 0 : next * (1 + this.#options.random() / 5));
  }

  #wait(live: LiveLink, leastMs: number): void {
    stopWaiting(live);
    const { volatile } = live;
    // The delay is journaled, and a long fraction can look like a card number, which the journal hides.
    const delayMs = Math.ceil(leastMs);
    volatile.stopWait = this.#options.clock.after(delayMs, () => {
      volatile.stopWait = null;
      volatile.waitedMs += delayMs;
      volatile.phaseMs += delayMs;
      this.#pollNow(live);
    });
  }

  #pollNow(live: LiveLink): void {
    if (this.#runner.isClosed) return;
    if (isOver(live)) this.#dispatch(live, { type: 'ended' });
    // The event may have started a query already.
    if (!live.volatile.isAsking && !live.volatile.stopWait) this.#ask(live, queryOf(live.state));
  }
}

/** True for an open link whose time has elapsed. */
function isOver({ state, volatile }: LiveLink): boolean {
  return state.phase.name === 'open' && volatile.stopEnd === null;
}

/**
 * Event of a query without an answer. A refused create may have been carried out: 401, 409 and 422 do not disprove it.
 */
function unanswered(
  effect: LinkEffect,
  { kind, failure }: Exclude<PlatformOutcome<unknown>, { kind: 'answered' }>,
): LinkEvent {
  if (effect.type !== 'create' || kind === 'unknown') return { type: 'no-answer' };
  return { type: kind === 'refused' ? 'create-refused' : 'not-made', failure };
}

function stopWaiting({ volatile }: LiveLink): void {
  volatile.stopWait?.();
  volatile.stopWait = null;
}

function stopping(): TillError {
  return new TillError('HOST_STOPPING', 'Tillbridge is stopping.');
}
