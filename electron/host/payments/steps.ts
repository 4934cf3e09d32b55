/**
 * Carries out one event: its recovery record on disk, then its journal entry, the new state in memory and published,
 * and only then the requests that it sends. Events come from users (engine.ts), terminals, platform, timers and a
 * restart.
 */
import { TillError, toFailure, type AttemptView, type Failure, type Prompt } from '../../contract/index.ts';
import { EventRunner, type Live, type MachineStep } from '../attempts/index.ts';
import type { Entry, Journal } from '../journal/index.ts';
import { within } from '../time/index.ts';
import { EffectRunner } from './effects.ts';
import { beginEventOf, entryOf, machine, rowOf } from './fold.ts';
import type { LaggingPayment } from './logged-steps.ts';
import {
  answersProbe,
  cardDataFailure,
  isOpen,
  isRunning,
  notAboutIt,
  recordsNamedBy,
  viewOf,
  withMeaning,
  asUnknownOutcome,
  type Attempt,
  type Effect,
  type Intent,
  type MachineEvent,
  type TimedEvent,
} from './machine/index.ts';
import type { DevicePort, PlatformPort, TerminalEvent, TerminalPort } from './ports.ts';
import { Recorder } from './recorder.ts';
import { RecoveryRecords } from './recovery-records.ts';
import { RecentPayments } from './recent-payments.ts';
import { wrongState } from './requests.ts';
import { isReplayed, type ReplayOptions } from './replayed-card.ts';
import { RetryTimers } from './retry-timers.ts';
import { keepUnmatched, type UnmatchedOptions } from './unmatched.ts';

/** Dependencies of a step: its storage, its ports, and its listeners. */
export interface StepOptions extends UnmatchedOptions, ReplayOptions {
  journal: Journal;
  terminals: TerminalPort;
  platform: PlatformPort;
  devices: DevicePort;
  /** Number in [0, 1) for jitter. */
  random: () => number;
  /**
   * Payment made through a payment link, by its id as a payment, or undefined if there is none. Absent if the till has
   * no links.
   */
  linkPayment?: (id: string) => Intent | undefined;
  /** Time after a payment in which the same card and amount lead to a question. */
  sameCardWithinMs: number;
  /** Called with every change of an attempt, in order. */
  publish: (attempt: AttemptView) => void;
  /** Called with the reason when the journal cannot be written, and with null when it can again. */
  onJournal?: (failure: Failure | null) => void;
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
}

/**
 * Events of terminal and platform that cause no action. If a power cut loses them, recovery finds what a crash before
 * them would have left, which it handles. So callers do not wait for the disk.
 */
const progress: ReadonlySet<MachineEvent['type']> = new Set(['terminal-started', 'transfer']);

/** Number of newest payments that a payment is compared with after a start. */
const RECENT_AT_START = 50;

/** A terminal's progress is not part of the state, so it is kept in memory only. */
interface VolatileState {
  prompt: Prompt | null;
  /** Choices of the prompt `choose-application`. */
  choices: readonly string[] | null;
  /** Time since which the payment has been PENDING, by the monotonic clock of this process run. */
  pendingSince: number | null;
}

export type LivePayment = Live<Attempt, VolatileState>;

export class PaymentSteps {
  readonly #options: StepOptions;
  /** Called with every published change. */
  readonly #changed: (view: AttemptView) => void;
  readonly #runner: EventRunner<Attempt, TimedEvent, Effect, VolatileState>;
  readonly #recorder: Recorder;
  readonly #records: RecoveryRecords;
  readonly #effects: EffectRunner;
  readonly #timers: RetryTimers;
  readonly #recent: RecentPayments;
  /** The attempt that began last on each terminal, in the order of events and not by the clock. */
  readonly #lastBegun = new Map<string, string>();
  /**
   * Effects of attempts that only the recovery log contained. The effects wait for `lookUpAdopted`, so that only a few
   * run at once.
   */
  readonly #adopted = new Map<string, Effect[]>();

  constructor(options: StepOptions, changed: (view: AttemptView) => void) {
    const { journal, clock, random, log, sameCardWithinMs } = options;
    this.#options = options;
    this.#changed = changed;
    this.#recent = new RecentPayments({
      clock,
      sameCardWithinMs,
      platformNow: () => options.platform.now?.() ?? null,
      read: (id) => this.#runner.tryLoad(id)?.state,
    });
    this.#runner = new EventRunner<Attempt, TimedEvent, Effect, VolatileState>({
      what: ['payment', 'attempt'],
      machine,
      clock,
      entries: (id) => this.#entriesOf(id),
      volatile: () => ({ prompt: null, choices: null, pendingSince: null }),
      inform: (event, before) => this.#informed(event, before),
      write: (_id, step, event, before) => this.#write(step, event, before),
      commit: (id, live, step, event, before) => this.#commit(id, live, step, event, before),
      refused: (id, failure) => this.#refused(id, failure),
      ignored: (attempt, event, state) => {
        // The reconciliation poll asks about what is known already, so most of its answers change nothing.
        if (state && answersProbe(state, event)) return;
        const phase = state?.phase.name ?? 'unknown attempt';
        log('warn', 'event has no meaning in this phase', { attempt, event: event.type, phase });
      },
      log,
    });
    this.#recorder = new Recorder({
      journal,
      clock,
      report: options.onJournal,
      retry: () => this.#runner.unwritten.length > 0 && this.#runner.drain(),
    });
    this.#records = new RecoveryRecords(journal.recoveryLog, clock);
    this.#timers = new RetryTimers({
      clock,
      random,
      onOver: (id, about, waitedMs) =>
        this.dispatch(id, { type: 'retry', about, waitedMs, ...(about === null ? this.#pendingMs(id, waitedMs) : {}) }),
    });
    this.#effects = new EffectRunner({
      ...options,
      dispatch: (id, event) => this.dispatch(id, event),
      onTerminalEvent: (id, event) => this.#onTerminalEvent(id, event),
    });
  }

  /**
   * Time that a PENDING payment has been so, including the wait that just ended, and earlier process runs as far as
   * journaled.
   */
  #pendingMs(id: string, waitedMs: number): { pendingMs?: number } {
    const { volatile, state } = this.#runner.live.get(id) ?? {};
    if (!volatile || state?.phase.name !== 'polling') return {};
    const { pendingMs: known } = state.phase;
    const now = this.#options.clock.monotonic();
    // This is the first wait of the phase, or of this process run.
    if (known === undefined || volatile.pendingSince === null) volatile.pendingSince = now - waitedMs - (known ?? 0);
    return { pendingMs: Math.round(now - volatile.pendingSince) };
  }

  // --- start and stop

  /**
   * Folds the journal and resumes every unfinished attempt, and every attempt with additional steps in the recovery
   * log.
   */
  recover(further: ReadonlyMap<string, LaggingPayment>): void {
    const { journal, log } = this.#options;
    this.#recorder.probe(); // detects a full disk before the first charge request
    for (const id of journal.recent(RECENT_AT_START).reverse()) this.#recent.add(id, false);
    for (const id of new Set([...journal.open(), ...further.keys()])) {
      const entry = this.#runner.load(id);
      if (!entry) continue;
      this.#runner.keep(id, entry);
      this.#lastBegun.set(entry.state.intent.terminal, id); // the oldest event comes first
      const { behind = null, reversals = [] } = further.get(id) ?? {};
      const context = { attempt: id, phase: entry.state.phase.name };
      if (behind) log('warn', 'the recovery log is further than the journal', { ...context, ahead: behind.ahead });
      else log('info', 'recovering an unfinished attempt', context);
      if (behind ?? isRunning(entry.state)) this.dispatch(id, behind ?? { type: 'restarted' });
      // Other reversals are adopted once their payment is known to be captured (from-recovery-log.ts).
      for (const one of reversals)
        if (entry.state.reversals.some((known) => known.id === one.reversal)) this.dispatch(id, one);
    }
  }

  close(): void {
    this.#runner.close();
    this.#recent.close();
    this.#recorder.close();
    this.#timers.forget();
  }

  // --- queries

  has(id: string): boolean {
    return this.#options.journal.has(id) || this.#options.linkPayment?.(id) !== undefined;
  }

  /** Attempts with anything unfinished, by id. */
  get live(): ReadonlyMap<string, LivePayment> {
    return this.#runner.live;
  }

  /**
   * Reads from memory or the journal.
   * @throws PAY_NOT_FOUND
   */
  loadOrThrow(id: string): LivePayment {
    return this.#runner.loadOrThrow(id);
  }

  /** Attempt for a list, or undefined if the attempt is missing or unreadable. */
  tryLoad(id: string): LivePayment | undefined {
    return this.#runner.tryLoad(id);
  }

  /** A link's payment has no entries before it is reversed: its first entry is made from the link's record. */
  #entriesOf(id: string): readonly Entry[] {
    const { journal, linkPayment, platform } = this.#options;
    const own = journal.entries(id);
    const intent = own.length > 0 ? undefined : linkPayment?.(id);
    if (!intent) return own;
    const { account } = platform;
    return [entryOf(beginEventOf({ ...intent, ...(account === undefined ? {} : { account }) }))];
  }

  /** @throws HOST_STOPPING */
  checkOpen(): void {
    if (this.#runner.isClosed) throw new TillError('HOST_STOPPING', 'Tillbridge is stopping.');
  }

  /** @throws JRNL_UNWRITABLE while an event waits to be written */
  checkWritable(): void {
    if (this.#runner.unwritten.length === 0) return;
    throw new TillError('JRNL_UNWRITABLE', 'The payment journal cannot be written at the moment.');
  }

  // --- steps

  /** @throws PAY_DUPLICATE, JRNL_UNWRITABLE */
  begin(intent: Intent, at: number): AttemptView {
    this.#recent.checkBegin(intent, at);
    return this.apply(intent.attempt, { type: 'begin', intent, at });
  }

  /** Applies an event that follows from something that has happened. */
  dispatch(id: string, event: MachineEvent): void {
    this.#runner.dispatch(id, event);
  }

  /** True if an event would change anything now. */
  isMeaningful(id: string, event: MachineEvent): boolean {
    const timed = this.#runner.timed(event);
    return this.#notAboutIt(timed, this.loadOrThrow(id).state) === null && this.#runner.stepOf(id, timed) !== undefined;
  }

  /**
   * Applies an event that the user requested. A refused event is ignored.
   * @throws PAY_NOT_FOUND, PAY_STATE, HOST_STOPPING, JRNL_UNWRITABLE
   */
  operate(id: string, event: MachineEvent, what: string): AttemptView {
    const view = viewOfLive(this.loadOrThrow(id));
    this.checkOpen();
    this.checkWritable();
    const timed = this.#runner.timed(event);
    if (!this.#runner.stepOf(id, timed)) throw wrongState(view, what, this.#runner.loadOrThrow(id).state);
    return this.apply(id, timed);
  }

  /** @throws JRNL_UNWRITABLE; then state and platform are unchanged */
  apply(id: string, event: TimedEvent): AttemptView {
    try {
      this.#runner.apply(id, event);
    } catch (error) {
      this.#withdrawRecord(id, event);
      throw error;
    }
    return viewOfLive(this.loadOrThrow(id));
  }

  /** Adds to an event the required facts of other payments. A reply about another payment's record is no answer. */
  #informed(event: TimedEvent, before: Attempt): TimedEvent {
    const failure = this.#notAboutIt(event, before);
    if (failure) {
      const { context } = failure;
      this.#options.log('error', 'a reply does not belong to its payment', {
        attempt: before.intent.attempt,
        ...context,
      });
      return asUnknownOutcome(event, failure);
    }
    const meant = withMeaning(event, before);
    this.#recent.compare(meant, before);
    return meant;
  }

  #notAboutIt(event: TimedEvent, { intent }: Attempt): Failure | null {
    return notAboutIt(event, intent, (record) => this.#options.journal.ownerOf(record));
  }

  /**
   * @throws JRNL_UNWRITABLE when the disk refuses the entry; then the payment's state is unchanged and no request was
   * sent
   */
  #write({ state, effects }: MachineStep<Attempt, Effect>, event: TimedEvent, before: Attempt | undefined): void {
    // Records first. If the journal then refuses, the event is applied again, and its records are already on disk.
    this.#recorder.write(() => {
      this.#records.append(event, before, { attempt: state, effects });
      const { journal } = this.#options;
      // After a crash between the two writes, the journal has the payment without reversals, like the link's record.
      if (before?.intent.paidByLink && !journal.has(before.intent.attempt))
        journal.append(rowOf(before), entryOf(beginEventOf(before.intent)));
      const mayBeLost = effects.length === 0 && progress.has(event.type);
      const records = recordsNamedBy(event, state.intent);
      journal.append({ ...rowOf(state), records }, entryOf(event), mayBeLost);
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
    // Cancel the timer of the phase that ended; otherwise it would fire in the next phase and query, or capture, twice.
    if (before && before.phase.name !== state.phase.name) this.#timers.cancel(id, null);
    this.#publish(live);
    if (event.type === 'adopted') {
      this.#adopted.set(id, effects);
      return;
    }
    for (const effect of effects) this.#perform(state, effect);
  }

  lookUpAdopted(id: string): void {
    const effects = this.#adopted.get(id) ?? [];
    this.#adopted.delete(id);
    const attempt = this.#runner.tryLoad(id)?.state;
    if (attempt && isOpen(attempt) && !this.#runner.isClosed)
      for (const effect of effects) this.#perform(attempt, effect);
  }

  #refused(id: string, failure: Failure): 'keep' {
    this.#options.log('error', 'journal refused an entry; trying again', { attempt: id, failure });
    this.#refuseCards(failure);
    return 'keep';
  }

  /**
   * The disk is full and a card was read: the customer must not wait, so the request is never sent. The card is
   * declined at once (which moves no money), and an event that records the decline replaces the unwritten event.
   */
  #refuseCards(failure: Failure): void {
    for (const [index, { id, event }] of this.#runner.unwritten.entries()) {
      if (event.type !== 'online-request') continue;
      const attempt = this.#runner.tryLoad(id)?.state;
      if (attempt?.phase.name !== 'starting' && attempt?.phase.name !== 'waiting') continue;
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
   * A CANCEL contains a Device but no payment, and would stop whatever runs there. An attempt that is done gives way to
   * any other open attempt. An attempt that is open (again: its record turned up late) gives way to the attempt that
   * began last.
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
   * The disk refused a requested step after its recovery record was written. The request never leaves, so a further
   * record cancels the record that announced the request. If the disk refuses the further record too, the look-up after
   * a loss finds nothing.
   */
  #withdrawRecord(id: string, event: TimedEvent): void {
    try {
      const step = this.#runner.stepOf(id, event);
      if (step) this.#records.withdraw(event, { attempt: step.state, effects: step.effects });
    } catch (error) {
      this.#options.log('warn', 'a recovery record could not be cancelled', {
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
      this.#runner.forget(view.id); // the journal has the event
      this.#timers.forget(view.id);
      this.#effects.forget(view.id);
    }
    this.#changed(view);
  }

  // --- platform calls

  retryNow(): void {
    this.#timers.retryNow();
  }

  /** Polls about an attempt at rest. The answer is dropped if the attempt has changed since the poll was sent. */
  poll(attempt: Attempt, effect: Effect): Promise<boolean> {
    return this.#effects.run(attempt, effect, () => this.#isAsItWas(attempt));
  }

  /**
   * Waits until every event so far is in the journal, or for `withinMs`. Resolves with the attempts whose events are
   * still unwritten.
   */
  async written(withinMs: number): Promise<string[]> {
    await within(this.#options.clock, withinMs, this.#runner.written());
    return this.#runner.unwritten.map(({ id }) => id);
  }

  /** Resolves once the platform calls in progress have ended. */
  whenIdle(): ReturnType<EffectRunner['whenIdle']> {
    return this.#effects.whenIdle();
  }

  /** Attempt whose CANCEL is on its way to this terminal, or undefined. */
  cancellingOn(terminal: string): string | undefined {
    return this.#effects.cancellingOn(terminal);
  }

  #isAsItWas({ intent, phase, updatedAt }: Attempt): boolean {
    const now = this.#runner.tryLoad(intent.attempt)?.state;
    return now !== undefined && now.updatedAt === updatedAt && now.phase.name === phase.name;
  }

  // --- terminal events

  /** Accepts only events that carry a running attempt's own id; everything else is kept as unmatched (rule 7). */
  #onTerminalEvent(id: string, event: TerminalEvent): void {
    const known = this.#runner.live.get(id);
    if (event.attempt !== id || !known || !isOpen(known.state)) {
      keepUnmatched(
        this.#options,
        event.attempt,
        `${event.type}${event.type === 'finished' ? ` ${event.result.kind}` : ''}`,
      );
      return;
    }
    switch (event.type) {
      case 'prompt':
        Object.assign(known.volatile, { prompt: event.prompt, choices: event.choices ?? null });
        this.#publish(known);
        return;
      case 'card':
        // A removed card is only progress; the terminal's end has its meaning.
        if (event.what === 'presented') {
          known.volatile.prompt = 'processing';
          // The customer took longer than connections stay open.
          this.#options.platform.preconnect?.();
        }
        this.#publish(known);
        return;
      case 'online-request':
        if (isReplayed(this.#options, known.state, event.data.keySerialNumber)) {
          this.dispatch(id, { type: 'not-recorded', failure: cardDataFailure('repeated') });
          return;
        }
        this.#effects.keepPayload(id, event.data);
        known.volatile.prompt = 'asking-bank';
        this.dispatch(id, { type: 'online-request', entryMode: event.entryMode });
        return;
      case 'finished':
        this.dispatch(id, { type: 'terminal-finished', end: event.result });
        return;
    }
  }
}

/** Attempt as screens see it. */
export function viewOfLive({ state, volatile }: LivePayment): AttemptView {
  return viewOf(state, volatile.prompt, volatile.choices);
}
