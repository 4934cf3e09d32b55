/**
 * The payment engine: attempts, run through the pure machine (attempts/runner.ts) with the terminal and the platform around
 * it. The recovery record is on disk before the journal entry, the journal entry before anything is sent.
 */
import {
  isOpenAttempt,
  sameCardWithinMs,
  TillError,
  toFailure,
  type AttemptView,
  type CancelledBy,
  type Failure,
  type Prompt,
} from '../../contract/index.ts';
import { EventRunner, type Live, type MachineStep } from '../attempts/index.ts';
import { within, type Clock } from '../time/index.ts';
import type { Entry, Journal } from '../journal/index.ts';
import { deviceAtStart } from './device-choice.ts';
import { EffectRunner } from './effects.ts';
import { entryOf, machine, rowOf } from './fold.ts';
import type { BehindPayment } from './logged-steps.ts';
import {
  cardDataFailure,
  isOpen,
  isRunning,
  repeatedReversal,
  reversibleMinorOf,
  takeableOf,
  viewOf,
  type Attempt,
  type Effect,
  type Intent,
  type LoggedSteps,
  type MachineEvent,
  type TimedEvent,
  type TransferAnswer,
} from './machine/index.ts';
import { OutcomeWaiters } from './outcome-waiters.ts';
import type { DevicePort, PlatformPort, TerminalEvent, TerminalPort } from './ports.ts';
import { ReconciliationPoll } from './reconciliation-poll.ts';
import { Recorder } from './recorder.ts';
import { RecoveryRecords } from './recovery-records.ts';
import { RecentPayments } from './recent-payments.ts';
import {
  duplicateReversalOf,
  intentOf,
  isAbout,
  tooMuch,
  wrongState,
  type CaptureRequest,
  type DecisionRequest,
  type PaymentRequest,
  type ReversalRequest,
} from './requests.ts';
import { RetryTimers } from './retry-timers.ts';

export interface EngineOptions {
  journal: Journal;
  terminals: TerminalPort;
  platform: PlatformPort;
  devices: DevicePort;
  clock: Clock;
  /** A number in [0, 1) for jitter. */
  random: () => number;
  /** What was paid through a payment link, by the id it has as a payment; undefined: nothing was. Left out: there are no links. */
  linkPayment?: (id: string) => Intent | undefined;
  /** The payment that a card read was for: `attempt`, or another one that it was seen with before. Left out: nobody looks. */
  cardReads?: { ownerOf(keySerialNumber: string, attempt: string): string };
  /** How long after a payment the same card is asked about for the same amount, milliseconds; absent: as no setting says. */
  repeatWithinMs?: number;
  /** Every change of an attempt, in order. */
  publish: (attempt: AttemptView) => void;
  /** An answer that fits no running attempt: kept and shown, never applied. */
  publishUnmatched: (message: { at: number; attempt: string | null; what: string }) => void;
  /** The journal could not be written (why), or can be again (null); only when that changes. */
  onJournal?: (failure: Failure | null) => void;
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
}

/** How many of the newest payments count as recent after a start, since nobody knows how long ago they were. */
const RECENT_AT_START = 50;

/** Progress, not state: it is not journaled. */
interface Sight {
  prompt: Prompt | null;
  /** What goes with `choose-application`. */
  choices: readonly string[] | null;
}

type LivePayment = Live<Attempt, Sight>;

export class PaymentEngine {
  readonly #options: EngineOptions;
  readonly #runner: EventRunner<Attempt, TimedEvent, Effect, Sight>;
  readonly #recorder: Recorder;
  readonly #records: RecoveryRecords;
  readonly #effects: EffectRunner;
  readonly #timers: RetryTimers;
  readonly #waiters: OutcomeWaiters;
  readonly #poll: ReconciliationPoll;
  readonly #repeatWithinMs: number;
  readonly #recent: RecentPayments;
  /** By terminal the attempt that was the last to begin there, in the order it happened and not by the clock. */
  readonly #lastBegun = new Map<string, string>();

  constructor(options: EngineOptions) {
    const { journal, clock, random, log, repeatWithinMs = sameCardWithinMs({}) } = options;
    this.#options = options;
    this.#repeatWithinMs = repeatWithinMs;
    this.#recent = new RecentPayments({
      clock,
      withinMs: repeatWithinMs,
      read: (id) => this.#runner.readable(id)?.state,
    });
    this.#runner = new EventRunner<Attempt, TimedEvent, Effect, Sight>({
      what: ['payment', 'attempt'],
      machine,
      clock,
      entries: (id) => this.#entriesOf(id),
      sight: () => ({ prompt: null, choices: null }),
      inform: (event, before) => this.#recent.compare(event, before),
      write: (_id, step, event, before) => this.#write(step, event, before),
      commit: (id, live, step, event, before) => this.#commit(id, live, step, event, before),
      refused: (id, failure) => this.#refused(id, failure),
      ignored: (attempt, event, state) =>
        log('warn', 'event means nothing here', {
          attempt,
          event: event.type,
          phase: state?.phase.name ?? 'unknown attempt',
        }),
      log,
    });
    this.#recorder = new Recorder({
      journal,
      clock,
      report: options.onJournal,
      retry: () => this.#runner.unwritten.length > 0 && this.#runner.drain(),
    });
    this.#records = new RecoveryRecords(journal.recoveryLog, clock);
    this.#waiters = new OutcomeWaiters(clock, (id) => this.get(id));
    this.#timers = new RetryTimers({
      clock,
      random,
      onOver: (id, about, waitedMs) => this.#dispatch(id, { type: 'retry', about, waitedMs }),
    });
    this.#effects = new EffectRunner({
      ...options,
      dispatch: (id, event) => this.#dispatch(id, event),
      onTerminalEvent: (id, event) => this.#onTerminalEvent(id, event),
    });
    this.#poll = new ReconciliationPoll({
      clock,
      watched: (now) => [...this.#undecided(), ...journal.watched(now)],
      resting: (id) => {
        const attempt = this.#runner.readable(id)?.state;
        return attempt && (!isRunning(attempt) || attempt.phase.name === 'deciding') ? attempt : undefined;
      },
      // An answer to the poll says nothing about an attempt that has gone on meanwhile.
      run: (attempt, effect) => this.#effects.run(attempt, effect, () => this.#isAsItWas(attempt)),
    });
  }

  // --- its life

  /**
   * Folds the journal and resumes every unfinished attempt, and every one of which the recovery log knows more. Call once,
   * before anything else.
   */
  recover(further: ReadonlyMap<string, BehindPayment> = new Map()): void {
    const { journal, log } = this.#options;
    this.#recorder.probe(); // a full disk is known before the first charge request
    for (const id of journal.recent(RECENT_AT_START).reverse()) this.#recent.add(id, false);
    for (const id of new Set([...journal.open(), ...further.keys()])) {
      const entry = this.#runner.load(id);
      if (!entry) continue;
      this.#runner.keep(id, entry);
      this.#lastBegun.set(entry.state.intent.terminal, id); // the oldest comes first
      const { behind = null, reversals = [] } = further.get(id) ?? {};
      const context = { attempt: id, phase: entry.state.phase.name };
      if (behind) log('warn', 'the recovery log is further than the journal', { ...context, ahead: behind.ahead });
      else log('info', 'recovering an unfinished attempt', context);
      if (behind ?? isRunning(entry.state)) this.#dispatch(id, behind ?? { type: 'restarted' });
      // Others are adopted once their payment is known to be captured (from-recovery-log.ts).
      for (const one of reversals)
        if (entry.state.reversals.some((known) => known.id === one.reversal)) this.#dispatch(id, one);
    }
    this.#poll.start();
  }

  /** Asks the platform again about everything that is at rest and watched. */
  pollNow(): void {
    this.#timers.hurry();
    this.#poll.pollNow();
  }

  /**
   * Asks the platform about everything that is at rest and watched, and `wanted`. Settles once each was asked, and once what
   * is being asked anyway was answered, or after `withinMs`: with those of which nothing was heard.
   */
  async sweep(wanted: (view: AttemptView) => boolean, withinMs: number): Promise<AttemptView[]> {
    this.#timers.hurry();
    const isWanted = (id: string): boolean => this.several([id]).some(wanted);
    const [unheard, running] = await Promise.all([
      this.#poll.sweep(isWanted, withinMs),
      within(this.#options.clock, withinMs, this.#effects.answered()),
    ]);
    const others = running ?? this.running().map(({ id }) => id);
    return this.several([...new Set([...unheard, ...others])]).filter(wanted);
  }

  /** Stops timers. Attempts stay as they are on disk; the next start recovers them. */
  close(): void {
    this.#runner.close();
    this.#poll.stop();
    this.#recent.close();
    this.#recorder.close();
    this.#waiters.close();
    this.#timers.forget();
  }

  // --- what is asked for

  /** Starts a payment, or gives back the one already started under this id. Throws TillError; PAY_STATE where that is another. */
  start(request: PaymentRequest): AttemptView {
    const { clock, platform, terminals, devices } = this.#options;
    if (this.#has(request.id)) return this.#startedAs(request);
    if (this.#runner.isClosed) throw stopping();
    this.#checkFree(request.terminal);
    if (this.#runner.unwritten.length > 0) throw unwritable();
    const terminal = terminals.describe(request.terminal);
    const at = clock.now();
    const { account } = platform;
    const asked = intentOf(request, terminal, at);
    const device = deviceAtStart(devices.matchOf(asked.terminalSerialNumber), asked.route);
    const intent: Intent = { ...asked, ...device, ...(account === undefined ? {} : { account }) };
    if (intent.route === 'cable' && !terminal.isReady) {
      throw new TillError('TERM_NOT_READY', 'The terminal is not ready.', { context: { terminal: request.terminal } });
    }
    this.#recent.checkBegin(intent, at);
    return this.#applied(intent.attempt, { type: 'begin', intent, at });
  }

  #startedAs(request: PaymentRequest): AttemptView {
    const live = this.#runner.need(request.id);
    const view = viewOfLive(live);
    if (view.payLink === undefined && isAbout(live.state.intent, request)) return view;
    throw new TillError('PAY_STATE', 'Another payment has this id already. Nothing was sent.', {
      context: { attempt: view.id, state: view.state },
    });
  }

  /** Recovers an attempt of which only its recovery record is left: it is looked up at the platform. */
  adopt(intent: Intent, logged: LoggedSteps): AttemptView {
    if (this.#has(intent.attempt)) return this.get(intent.attempt);
    return this.#applied(intent.attempt, { type: 'adopted', intent, logged, at: this.#options.clock.now() });
  }

  /** The same for a reversal of a captured payment: looked up, never sent again. Throws PAY_NOT_FOUND, PAY_STATE. */
  adoptReversal(id: string, { reversal, amountMinor }: { reversal: string; amountMinor: number }): AttemptView {
    const view = this.get(id);
    if (view.reversals.some((one) => one.id === reversal)) return view;
    return this.#operate(id, { type: 'reversal-adopted', reversal, amountMinor }, 'reversed');
  }

  /** Asks for a cancel. The honest answer is the attempt's final state. Throws PAY_NOT_FOUND. */
  cancel(id: string, by: CancelledBy): AttemptView {
    if (isOpenAttempt(this.get(id))) this.#dispatch(id, { type: 'cancel-asked', by });
    return this.get(id);
  }

  /**
   * Passes the customer's choice of application on to the terminal. It moves no money, so it is nothing to journal. Rejects
   * with PAY_NOT_FOUND, or with what the terminal says (TERM_NOT_READY where nothing is to be chosen).
   */
  async chooseApplication(id: string, index: number): Promise<void> {
    await this.#options.terminals.choose(this.get(id).terminal.id, id, index);
  }

  /** Partial approval: keeps the part. Throws PAY_NOT_FOUND, PAY_STATE, JRNL_UNWRITABLE. */
  keepPart(id: string, by: string): AttemptView {
    return this.#operate(id, { type: 'part-kept', by }, 'kept in part');
  }

  /**
   * Says whether a payment with the same card and amount as one minutes ago is meant. The same answer twice is one. Throws
   * PAY_NOT_FOUND, PAY_STATE, JRNL_UNWRITABLE.
   */
  answerRepeat(id: string, isMeant: boolean, by: string): AttemptView {
    const answer = this.#runner.need(id).state.repeated?.answer;
    if (answer?.isMeant === isMeant) return this.get(id);
    return this.#operate(id, { type: 'repeat-answered', isMeant, by }, 'answered any more');
  }

  /** Captures a hold. Throws PAY_NOT_FOUND, PAY_STATE, PAY_AMOUNT, JRNL_UNWRITABLE. */
  capture(id: string, { amountMinor, tipMinor, by }: CaptureRequest): AttemptView {
    const view = this.get(id);
    const limit = takeableOf(this.#runner.need(id).state);
    if (view.state === 'authorized' && (amountMinor > limit || tipMinor > amountMinor)) throw tooMuch(view, limit);
    return this.#operate(id, { type: 'capture-asked', amountMinor, tipMinor, by }, 'captured');
  }

  /** Gives a hold, or a part, back. Throws PAY_NOT_FOUND, PAY_STATE, JRNL_UNWRITABLE. */
  release(id: string, by: string): AttemptView {
    return this.#operate(id, { type: 'void-asked', by }, 'released');
  }

  /** Gives money back of a captured payment. Throws PAY_NOT_FOUND, PAY_STATE, PAY_AMOUNT, PAY_DUPLICATE, JRNL_UNWRITABLE. */
  reverse(id: string, { reversal, amountMinor, by, reason, isRepeatMeant = false }: ReversalRequest): AttemptView {
    const entry = this.#runner.need(id);
    const view = viewOfLive(entry);
    const known = view.reversals.find((one) => one.id === reversal);
    // Asked for twice: the same one, unless it never arrived; then it is sent again under its own key.
    if (known && (known.state !== 'failed' || known.failure?.code !== 'PAY_NEVER_ARRIVED')) return view;
    const limit = reversibleMinorOf(entry.state);
    if (!known && view.state === 'captured' && amountMinor > limit) throw tooMuch(view, limit);
    if (!known && !isRepeatMeant) {
      const now = this.#options.clock.now();
      const like = repeatedReversal(entry.state, amountMinor, (askedAt) => now - askedAt <= this.#repeatWithinMs);
      if (like) throw duplicateReversalOf(entry.state, like, now);
    }
    return this.#operate(id, { type: 'reversal-asked', reversal, amountMinor, by, reason }, 'reversed');
  }

  /** The platform has a reversal that nobody here asked for; one that is known, or may be ours, is left. Throws PAY_NOT_FOUND. */
  noteReversal(id: string, answer: TransferAnswer, givenAt: number): void {
    const seen = { type: 'reversal-seen', reversal: answer.id, answer, givenAt } as const;
    this.#runner.need(id);
    if (this.#runner.stepOf(id, this.#runner.timed(seen)) !== undefined) this.#operate(id, seen, 'reversed');
  }

  /** A named person's word on an attempt that nobody can explain. Throws PAY_NOT_FOUND, PAY_STATE, JRNL_UNWRITABLE. */
  decide(id: string, { reversal, verdict, by, reason }: DecisionRequest): AttemptView {
    const about = reversal === undefined ? {} : { reversal };
    return this.#operate(id, { type: 'operator-decided', ...about, verdict, by, reason }, 'decided');
  }

  // --- how things stand

  /** Throws PAY_NOT_FOUND. */
  get(id: string): AttemptView {
    return viewOfLive(this.#runner.need(id));
  }

  /** What was given back of a payment, or may have been, minor units. Of a pay link's payment the journal may know nothing. */
  reversedMinorOf(id: string): number {
    const live = this.#options.journal.has(id) ? this.#runner.readable(id) : undefined;
    return live ? viewOfLive(live).reversedMinor : 0;
  }

  list(limit: number): AttemptView[] {
    return this.several(this.#options.journal.recent(limit));
  }

  /** These, in their order; one that cannot be read is left out. */
  several(ids: readonly string[]): AttemptView[] {
    return ids.flatMap((id) => this.#runner.readable(id) ?? []).map(viewOfLive);
  }

  /** Every attempt that something runs of, oldest first. */
  running(): AttemptView[] {
    return [...this.#runner.live.values()]
      .filter(({ state }) => isRunning(state))
      .map(viewOfLive)
      .sort((a, b) => a.startedAt.localeCompare(b.startedAt));
  }

  /** The open attempt on a terminal; the next sale there waits for it. */
  openOn(terminal: string): AttemptView | null {
    for (const entry of this.#runner.live.values()) {
      if (entry.state.intent.terminal === terminal && isOpen(entry.state)) return viewOfLive(entry);
    }
    return null;
  }

  /** Resolves with the attempt once it is final, or as it stands after `waitMs`. */
  settled(id: string, waitMs: number): Promise<AttemptView> {
    return this.until(id, (view) => !isOpenAttempt(view), waitMs);
  }

  /** Resolves with the attempt once `isEnough` holds, or as it stands after `waitMs`. */
  until(id: string, isEnough: (view: AttemptView) => boolean, waitMs: number): Promise<AttemptView> {
    return this.#waiters.until(id, isEnough, waitMs);
  }

  /** What was paid through a link has no entries before money is given back of it: it begins with what the link says. */
  #entriesOf(id: string): readonly Entry[] {
    const { journal, linkPayment, platform } = this.#options;
    const own = journal.entries(id);
    const intent = own.length > 0 ? undefined : linkPayment?.(id);
    if (!intent) return own;
    const { account } = platform;
    return [entryOf(begun({ ...intent, ...(account === undefined ? {} : { account }) }))];
  }

  #has(id: string): boolean {
    return this.#options.journal.has(id) || this.#options.linkPayment?.(id) !== undefined;
  }

  // --- steps

  #dispatch(id: string, event: MachineEvent): void {
    this.#runner.dispatch(id, event);
  }

  /** One step somebody asked for: done, or refused without a trace. */
  #operate(id: string, event: MachineEvent, what: string): AttemptView {
    const view = this.get(id);
    if (this.#runner.isClosed) throw stopping();
    if (this.#runner.unwritten.length > 0) throw unwritable();
    const timed = this.#runner.timed(event);
    if (!this.#runner.stepOf(id, timed)) throw wrongState(view, what);
    return this.#applied(id, timed);
  }

  #applied(id: string, event: TimedEvent): AttemptView {
    try {
      this.#runner.apply(id, event);
    } catch (error) {
      this.#withdrawRecord(id, event);
      throw error;
    }
    return this.get(id);
  }

  /** Throws when the journal cannot be written; then nothing has changed and nothing was sent. */
  #write({ state, effects }: MachineStep<Attempt, Effect>, event: TimedEvent, before: Attempt | undefined): void {
    // Records first. Should the journal then refuse, the event is applied again, and its records stand already.
    this.#recorder.write(() => {
      this.#records.append(event, before, { attempt: state, effects });
      const { journal } = this.#options;
      // A crash between the two leaves a payment of which nothing is given back: as the link says.
      if (before?.intent.paidByLink && !journal.has(before.intent.attempt))
        journal.append(rowOf(before), entryOf(begun(before.intent)));
      journal.append(rowOf(state), entryOf(event));
    });
  }

  #commit(
    id: string,
    live: LivePayment,
    { effects }: MachineStep<Attempt, Effect>,
    event: TimedEvent,
    before: Attempt | undefined,
  ): void {
    const { state } = live;
    if (event.type === 'begin') this.#lastBegun.set(event.intent.terminal, id);
    if (before === undefined || (before.phase.name !== state.phase.name && !isOpen(state))) this.#recent.add(id, true);
    // What was waited for belongs to the phase it was waited in: in the next one it would ask, or capture, twice.
    if (before && before.phase.name !== state.phase.name) this.#timers.cancel(id, null);
    this.#publish(live);
    for (const effect of effects) this.#perform(state, effect);
  }

  #refused(id: string, failure: Failure): 'keep' {
    this.#options.log('error', 'journal refused an entry; trying again', { attempt: id, failure });
    this.#refuseCards(failure);
    return 'keep';
  }

  /**
   * The disk is full and a card was read: the customer is not kept waiting and nothing is sent, now or later. The card is
   * declined at once (which moves no money), and what waits to be written says so.
   */
  #refuseCards(failure: Failure): void {
    for (const [index, { id, event }] of this.#runner.unwritten.entries()) {
      const attempt = this.#runner.readable(id)?.state;
      const isUnsent = attempt?.phase.name === 'starting' || attempt?.phase.name === 'waiting';
      if (event.type !== 'online-request' || !attempt || !isUnsent) continue;
      this.#runner.replace(index, { type: 'not-recorded', failure, at: event.at });
      void this.#effects.run(attempt, { type: 'respond-declined', code: '05' });
    }
  }

  #perform(attempt: Attempt, effect: Effect): void {
    const id = attempt.intent.attempt;
    if (effect.type === 'wait') this.#timers.begin(id, effect.about, effect.delayMs, effect.isForPerson);
    else if (effect.type === 'cancel-device' && this.#isOvertaken(attempt)) {
      this.#options.log('info', 'no CANCEL is sent: the terminal is at another payment', { attempt: id });
    } else void this.#effects.run(attempt, effect);
  }

  /**
   * CANCEL names a Device and no payment, and would stop whatever runs there. What is over gives way to any other that is
   * open. What is open (again: its record turned up late) gives way to the one that was the last to begin.
   */
  #isOvertaken(own: Attempt): boolean {
    const { attempt: id, terminal } = own.intent;
    return [...this.#runner.live.values()].some(
      ({ state }) =>
        state.intent.terminal === terminal &&
        state.intent.attempt !== id &&
        isOpen(state) &&
        (!isOpen(own) || this.#lastBegun.get(terminal) === state.intent.attempt),
    );
  }

  /**
   * A step that was asked for was refused by the disk after its recovery record was on it: the request never leaves, and that
   * is said where it was said that it might. Where the disk does not take that either, the look-up after a loss finds nothing.
   */
  #withdrawRecord(id: string, event: TimedEvent): void {
    try {
      const step = this.#runner.stepOf(id, event);
      if (step) this.#records.withdraw(event, { attempt: step.state, effects: step.effects });
    } catch (error) {
      this.#options.log('warn', 'a recovery record could not be taken back', {
        attempt: id,
        failure: toFailure(error),
      });
    }
  }

  #publish(live: LivePayment): void {
    const { state } = live;
    const view = viewOfLive(live);
    this.#options.publish(view);
    if (!isRunning(state)) {
      this.#runner.forget(view.id); // the journal has it
      this.#timers.forget(view.id);
      this.#effects.forget(view.id);
    }
    this.#waiters.look(view);
  }

  /** Throws PAY_BUSY while the terminal has another payment. */
  #checkFree(terminal: string): void {
    const waiting = this.openOn(terminal);
    if (waiting) {
      throw new TillError('PAY_BUSY', 'This terminal still has a payment that is not finished.', {
        context: { attempt: waiting.id, state: waiting.state },
      });
    }
    // It names no payment: on its way for the one before, it would stop this one. Its own time-out ends the wait.
    const cancelled = this.#effects.cancellingOn(terminal);
    if (cancelled === undefined) return;
    throw new TillError('PAY_BUSY', 'A CANCEL for the payment before is still on its way to this terminal.', {
      context: { attempt: cancelled },
    });
  }

  /** Parts that wait for the cashier: somebody else may give them back. */
  #undecided(): string[] {
    return [...this.#runner.live].filter(([, { state }]) => state.phase.name === 'deciding').map(([id]) => id);
  }

  #isAsItWas({ intent, phase, updatedAt }: Attempt): boolean {
    const now = this.#runner.readable(intent.attempt)?.state;
    return now !== undefined && now.updatedAt === updatedAt && now.phase.name === phase.name;
  }

  // --- the terminal's side

  /** Only events that carry a running attempt's own id get in; everything else is kept as unmatched (rule 7). */
  #onTerminalEvent(id: string, event: TerminalEvent): void {
    const known = this.#runner.live.get(id);
    if (event.attempt !== id || !known || !isOpen(known.state)) {
      this.#keepUnmatched(event.attempt, `${event.type}${event.type === 'finished' ? ` ${event.result.kind}` : ''}`);
      return;
    }
    switch (event.type) {
      case 'prompt':
        known.sight = { prompt: event.prompt, choices: event.choices ?? null };
        this.#publish(known);
        return;
      case 'card':
        // A removed card is progress; the terminal's own end says what it meant.
        if (event.what === 'presented') known.sight.prompt = 'processing';
        this.#publish(known);
        return;
      case 'online-request':
        if (this.#isReplayed(known.state, event.data.keySerialNumber)) {
          this.#dispatch(id, { type: 'not-recorded', failure: cardDataFailure('repeated') });
          return;
        }
        this.#effects.keepPayload(id, event.data);
        known.sight.prompt = 'asking-bank';
        this.#dispatch(id, { type: 'online-request', entryMode: event.entryMode });
        return;
      case 'finished':
        this.#dispatch(id, { type: 'terminal-finished', end: event.result });
        return;
    }
  }

  /** Card data of another payment, played back: a terminal that is broken or was tampered with. Nothing goes to the bank. */
  #isReplayed({ intent, phase }: Attempt, keySerialNumber: string): boolean {
    const { cardReads, log } = this.#options;
    if (!cardReads || (phase.name !== 'starting' && phase.name !== 'waiting')) return false;
    const { attempt } = intent;
    try {
      const owner = cardReads.ownerOf(keySerialNumber, attempt);
      if (owner === attempt) return false;
      log('error', 'card data of another payment refused', { attempt, owner, terminal: intent.terminal });
      return true;
    } catch (error) {
      // A journal that cannot be written stops this payment by itself, before anything is sent.
      log('error', 'card read could not be written', { attempt, failure: toFailure(error) });
      return false;
    }
  }

  #keepUnmatched(attempt: string | null, what: string): void {
    const { clock, journal, log, publishUnmatched } = this.#options;
    const unmatched = { at: clock.now(), attempt, what };
    log('warn', 'answer without a running attempt kept', { attempt, what });
    try {
      journal.keepUnmatched(unmatched);
    } catch (error) {
      log('error', 'unmatched answer could not be written', { failure: toFailure(error) });
    }
    publishUnmatched(unmatched);
  }
}

function viewOfLive({ state, sight }: LivePayment): AttemptView {
  return viewOf(state, sight.prompt, sight.choices);
}

/** Paid before it is a payment of this engine. */
function begun(intent: Intent): TimedEvent {
  return { type: 'begin', intent, at: intent.paidByLink?.at ?? intent.startedAt };
}

function stopping(): TillError {
  return new TillError('HOST_STOPPING', 'Tillbridge is stopping.');
}

function unwritable(): TillError {
  return new TillError('JRNL_UNWRITABLE', 'The payment journal cannot be written at the moment.');
}
