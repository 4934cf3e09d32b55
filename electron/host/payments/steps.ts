/**
 * What one event leads to: its recovery record on disk, then its journal entry, the new state in memory and published, and
 * only then whatever it sends. Events come from people (engine.ts), terminals, platform, timers and a restart.
 */
import { TillError, toFailure, type AttemptView, type Failure, type Prompt } from '../../contract/index.ts';
import { EventRunner, type Live, type MachineStep } from '../attempts/index.ts';
import type { Entry, Journal } from '../journal/index.ts';
import { within } from '../time/index.ts';
import { EffectRunner } from './effects.ts';
import { begun, entryOf, machine, rowOf } from './fold.ts';
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

/** What a step needs: where it is written, what it is carried out with, whom it is told. */
export interface StepOptions extends UnmatchedOptions, ReplayOptions {
  journal: Journal;
  terminals: TerminalPort;
  platform: PlatformPort;
  devices: DevicePort;
  /** A number in [0, 1) for jitter. */
  random: () => number;
  /** What was paid through a payment link, by the id it has as a payment; undefined: nothing was. Left out: there are no links. */
  linkPayment?: (id: string) => Intent | undefined;
  /** How long after a payment the same card is asked about for the same amount, milliseconds. */
  sameCardWithinMs: number;
  /** Every change of an attempt, in order. */
  publish: (attempt: AttemptView) => void;
  /** The journal could not be written (why), or can be again (null); only when that changes. */
  onJournal?: (failure: Failure | null) => void;
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
}

/**
 * Words of terminal and platform that nothing is done upon: a power cut that takes them leaves what a crash before they came would have
 * left, and recovery knows that. Nobody waits for the disk.
 */
const progress: ReadonlySet<MachineEvent['type']> = new Set(['terminal-started', 'transfer']);

/** How many of the newest payments another one is compared with after a start. */
const RECENT_AT_START = 50;

/** Progress, not state: it is not journaled. */
interface VolatileState {
  prompt: Prompt | null;
  /** What goes with `choose-application`. */
  choices: readonly string[] | null;
  /** Since when it has been PENDING, by the monotonic clock of this life. */
  pendingSince: number | null;
}

/** A payment in memory. */
export type LivePayment = Live<Attempt, VolatileState>;

export class PaymentSteps {
  readonly #options: StepOptions;
  /** Told of every published change. */
  readonly #changed: (view: AttemptView) => void;
  readonly #runner: EventRunner<Attempt, TimedEvent, Effect, VolatileState>;
  readonly #recorder: Recorder;
  readonly #records: RecoveryRecords;
  readonly #effects: EffectRunner;
  readonly #timers: RetryTimers;
  readonly #recent: RecentPayments;
  /** By terminal the attempt that was the last to begin there, in the order it happened and not by the clock. */
  readonly #lastBegun = new Map<string, string>();
  /** What is to be asked about those that only the recovery log knew: not of all of them at once. */
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
      sight: () => ({ prompt: null, choices: null, pendingSince: null }),
      inform: (event, before) => this.#informed(event, before),
      write: (_id, step, event, before) => this.#write(step, event, before),
      commit: (id, live, step, event, before) => this.#commit(id, live, step, event, before),
      refused: (id, failure) => this.#refused(id, failure),
      ignored: (attempt, event, state) => {
        // The reconciliation poll asks what is known already: that nothing has changed is what it hears most.
        if (state && answersProbe(state, event)) return;
        const phase = state?.phase.name ?? 'unknown attempt';
        log('warn', 'event means nothing here', { attempt, event: event.type, phase });
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

  /** How long one that is PENDING has been so, the wait included that is over now; in earlier lives as far as it is written. */
  #pendingMs(id: string, waitedMs: number): { pendingMs?: number } {
    const { sight, state } = this.#runner.live.get(id) ?? {};
    if (!sight || state?.phase.name !== 'polling') return {};
    const { pendingMs: known } = state.phase;
    const now = this.#options.clock.monotonic();
    // The first wait of this turn at it, or of this life.
    if (known === undefined || sight.pendingSince === null) sight.pendingSince = now - waitedMs - (known ?? 0);
    return { pendingMs: Math.round(now - sight.pendingSince) };
  }

  // --- its life

  /** Folds the journal and resumes every unfinished attempt, and every one of which the recovery log knows more. */
  recover(further: ReadonlyMap<string, LaggingPayment>): void {
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
      if (behind ?? isRunning(entry.state)) this.dispatch(id, behind ?? { type: 'restarted' });
      // Others are adopted once their payment is known to be captured (from-recovery-log.ts).
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

  // --- what is there

  has(id: string): boolean {
    return this.#options.journal.has(id) || this.#options.linkPayment?.(id) !== undefined;
  }

  /** Everything that something runs of, by its id. */
  get live(): ReadonlyMap<string, LivePayment> {
    return this.#runner.live;
  }

  /** From memory or the journal. Throws PAY_NOT_FOUND. */
  loadOrThrow(id: string): LivePayment {
    return this.#runner.loadOrThrow(id);
  }

  /** For lists: undefined where there is none, or it cannot be read. */
  tryLoad(id: string): LivePayment | undefined {
    return this.#runner.tryLoad(id);
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

  /** Throws HOST_STOPPING. */
  checkOpen(): void {
    if (this.#runner.isClosed) throw new TillError('HOST_STOPPING', 'Tillbridge is stopping.');
  }

  /** Throws JRNL_UNWRITABLE while something waits to be written. */
  checkWritable(): void {
    if (this.#runner.unwritten.length === 0) return;
    throw new TillError('JRNL_UNWRITABLE', 'The payment journal cannot be written at the moment.');
  }

  // --- steps

  /** Throws PAY_DUPLICATE, JRNL_UNWRITABLE. */
  begin(intent: Intent, at: number): AttemptView {
    this.#recent.checkBegin(intent, at);
    return this.apply(intent.attempt, { type: 'begin', intent, at });
  }

  /** One step that follows from something that has happened. */
  dispatch(id: string, event: MachineEvent): void {
    this.#runner.dispatch(id, event);
  }

  /** Whether an event would change anything now. */
  isMeaningful(id: string, event: MachineEvent): boolean {
    const timed = this.#runner.timed(event);
    return this.#notAboutIt(timed, this.loadOrThrow(id).state) === null && this.#runner.stepOf(id, timed) !== undefined;
  }

  /**
   * One step somebody asked for: done, or refused without a trace. Throws PAY_NOT_FOUND, PAY_STATE, HOST_STOPPING,
   * JRNL_UNWRITABLE.
   */
  operate(id: string, event: MachineEvent, what: string): AttemptView {
    const view = viewOfLive(this.loadOrThrow(id));
    this.checkOpen();
    this.checkWritable();
    const timed = this.#runner.timed(event);
    if (!this.#runner.stepOf(id, timed)) throw wrongState(view, what, this.#runner.loadOrThrow(id).state);
    return this.apply(id, timed);
  }

  /** Throws JRNL_UNWRITABLE; then nothing has changed and nothing was sent. */
  apply(id: string, event: TimedEvent): AttemptView {
    try {
      this.#runner.apply(id, event);
    } catch (error) {
      this.#withdrawRecord(id, event);
      throw error;
    }
    return viewOfLive(this.loadOrThrow(id));
  }

  /** With what it has to know of other payments; a reply about another payment's record is no answer. */
  #informed(event: TimedEvent, before: Attempt): TimedEvent {
    const failure = this.#notAboutIt(event, before);
    if (failure) {
      const { context } = failure;
      this.#options.log('error', 'a reply is not about its payment', { attempt: before.intent.attempt, ...context });
      return asUnknownOutcome(event, failure);
    }
    const meant = withMeaning(event, before);
    this.#recent.compare(meant, before);
    return meant;
  }

  #notAboutIt(event: TimedEvent, { intent }: Attempt): Failure | null {
    return notAboutIt(event, intent, (record) => this.#options.journal.ownerOf(record));
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
    // What was waited for belongs to the phase it was waited in: in the next one it would ask, or capture, twice.
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
   * The disk is full and a card was read: the customer is not kept waiting and nothing is sent, now or later. The card is
   * declined at once (which moves no money), and what waits to be written says so.
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
    this.#changed(view);
  }

  // --- the platform is asked

  /** What waits for its next try goes out now. */
  retryNow(): void {
    this.#timers.retryNow();
  }

  /** Asks again about one at rest; the answer says nothing about an attempt that has gone on meanwhile. */
  poll(attempt: Attempt, effect: Effect): Promise<boolean> {
    return this.#effects.run(attempt, effect, () => this.#isAsItWas(attempt));
  }

  /** Settles once what was heard so far is in the journal: with nothing, or after `withinMs` with whose words are not. */
  async written(withinMs: number): Promise<string[]> {
    await within(this.#options.clock, withinMs, this.#runner.written());
    return this.#runner.unwritten.map(({ id }) => id);
  }

  /** Settles once what the platform is being asked now is answered. */
  whenIdle(): ReturnType<EffectRunner['whenIdle']> {
    return this.#effects.whenIdle();
  }

  /** The attempt whose CANCEL is on its way to this terminal. */
  cancellingOn(terminal: string): string | undefined {
    return this.#effects.cancellingOn(terminal);
  }

  #isAsItWas({ intent, phase, updatedAt }: Attempt): boolean {
    const now = this.#runner.tryLoad(intent.attempt)?.state;
    return now !== undefined && now.updatedAt === updatedAt && now.phase.name === phase.name;
  }

  // --- the terminal's side

  /** Only events that carry a running attempt's own id get in; everything else is kept as unmatched (rule 7). */
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
        Object.assign(known.sight, { prompt: event.prompt, choices: event.choices ?? null });
        this.#publish(known);
        return;
      case 'card':
        // A removed card is progress; the terminal's own end says what it meant.
        if (event.what === 'presented') {
          known.sight.prompt = 'processing';
          // It took somebody longer than connections live.
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
        known.sight.prompt = 'asking-bank';
        this.dispatch(id, { type: 'online-request', entryMode: event.entryMode });
        return;
      case 'finished':
        this.dispatch(id, { type: 'terminal-finished', end: event.result });
        return;
    }
  }
}

/** As screens see it. */
export function viewOfLive({ state, sight }: LivePayment): AttemptView {
  return viewOf(state, sight.prompt, sight.choices);
}
