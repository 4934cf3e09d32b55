/**
 * The payment engine: runs attempts through the pure machine. For each event: next state, journal line on disk, new
 * state published, effects started, in that order and without a gap in which a crash could lose money.
 *
 *   event ──► transition ──► journal.append (fsync) ──► commit + publish ──► effects ──► (their answers are events)
 */
import {
  idempotencyIdOf,
  isOpenAttempt,
  reversalIdempotencyIdOf,
  TillError,
  toFailure,
  type AttemptView,
  type CancelledBy,
  type Failure,
  type Prompt,
} from '../../contract/index.ts';
import type { Journal } from '../journal/index.ts';
import { createEffects, type EffectRunner } from './effects.ts';
import { entryOf, fold, isFirst, isNowHeld, rowOf } from './fold.ts';
import {
  begin,
  isOpen,
  isRunning,
  movesMoney,
  reversibleMinorOf,
  totalOf,
  transition,
  viewOf,
  type Attempt,
  type Effect,
  type Intent,
  type MachineEvent,
  type TimedEvent,
} from './machine/index.ts';
import type { Clock, PlatformPort, TerminalEvent, TerminalPort } from './ports.ts';
import { createRecorder } from './recorder.ts';
import {
  duplicateOf,
  intentOf,
  repeatedBy,
  tooMuch,
  wrongState,
  type CaptureRequest,
  type DecisionRequest,
  type PaymentRequest,
  type ReversalRequest,
} from './requests.ts';
import { createWaiters } from './waiters.ts';
import { createWatch } from './watch.ts';

export interface EngineOptions {
  journal: Journal;
  terminals: TerminalPort;
  platform: PlatformPort;
  clock: Clock;
  /** A number in [0, 1) for jitter. */
  random: () => number;
  /** Every change of an attempt, in order. */
  publish: (attempt: AttemptView) => void;
  /** An answer that fits no running attempt: kept and shown, never applied. */
  publishStray: (stray: { at: number; attempt: string | null; what: string }) => void;
  /** The journal could not be written (why), or can be again (null); only when that changes. */
  onJournal?: (failure: Failure | null) => void;
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
}

export interface Engine {
  /** Folds the journal and takes up every unfinished attempt. Call once, before anything else. */
  recover(): void;
  /** Starts a payment, or gives back the one already started under this id. Throws TillError. */
  start(request: PaymentRequest): AttemptView;
  /** Takes up an attempt of which only its breadcrumb is left: it is looked up at the platform. */
  adopt(intent: Intent): AttemptView;
  /** The same for a reversal of a captured payment: looked up, never sent again. Throws PAY_NOT_FOUND, PAY_STATE. */
  adoptReversal(attempt: string, reversal: { reversal: string; amountMinor: number }): AttemptView;
  /** Asks for a cancel. The honest answer is the attempt's final state. Throws PAY_NOT_FOUND. */
  cancel(attempt: string, by: CancelledBy): AttemptView;
  /**
   * Passes the customer's choice of application on to the terminal. It moves no money, so it is nothing to journal. Rejects
   * with PAY_NOT_FOUND, or with what the terminal says (TERM_NOT_READY where nothing is to be chosen).
   */
  chooseApplication(attempt: string, index: number): Promise<void>;
  /** Partial approval: keeps the part. Throws PAY_NOT_FOUND, PAY_STATE, JRNL_UNWRITABLE. */
  keepPart(attempt: string, by: string): AttemptView;
  /** Captures a hold. Throws PAY_NOT_FOUND, PAY_STATE, PAY_AMOUNT, JRNL_UNWRITABLE. */
  capture(attempt: string, request: CaptureRequest): AttemptView;
  /** Gives a hold, or a part, back. Throws PAY_NOT_FOUND, PAY_STATE, JRNL_UNWRITABLE. */
  release(attempt: string, by: string): AttemptView;
  /** Gives money back of a captured payment. Throws PAY_NOT_FOUND, PAY_STATE, PAY_AMOUNT, JRNL_UNWRITABLE. */
  reverse(attempt: string, request: ReversalRequest): AttemptView;
  /** A named person's word on an attempt that nobody can explain. Throws PAY_NOT_FOUND, PAY_STATE, JRNL_UNWRITABLE. */
  decide(attempt: string, request: DecisionRequest): AttemptView;
  /** Throws PAY_NOT_FOUND. */
  get(attempt: string): AttemptView;
  list(limit: number): AttemptView[];
  /** These, in their order; one that cannot be read is left out. */
  several(attempts: readonly string[]): AttemptView[];
  /** Every attempt that something runs of, oldest first. */
  running(): AttemptView[];
  /** The open attempt on a terminal; the next sale there waits for it. */
  openOn(terminal: string): AttemptView | null;
  /** Resolves with the attempt once it is final, or as it stands after `waitMs`. */
  settled(attempt: string, waitMs: number): Promise<AttemptView>;
  /** Resolves with the attempt once `isEnough` holds, or as it stands after `waitMs`. */
  until(attempt: string, isEnough: (view: AttemptView) => boolean, waitMs: number): Promise<AttemptView>;
  /** Asks the platform again about everything that is at rest and watched. */
  sweep(): void;
  /** Stops timers. Attempts stay as they are on disk; the next start takes them up. */
  close(): void;
}

/** How many of the newest attempts a payment is compared with, to find one that looks like its repeat. */
const COMPARED = 20;

interface Live {
  attempt: Attempt;
  prompt: Prompt | null;
  /** What goes with `choose-application`. */
  choices: readonly string[] | null;
  /** Waits that run: the attempt's own under null, those of its reversals under their ids. */
  stopWaits: Map<string | null, () => void>;
}

export function createEngine(options: EngineOptions): Engine {
  const { journal, clock, log } = options;
  const live = new Map<string, Live>();
  const waiters = createWaiters(clock, need);
  const recorder = createRecorder({
    journal,
    clock,
    tell: options.onJournal,
    retry: () => unwritten.length > 0 && drain(),
  });
  /** Events that could not be written yet; nothing after them is done before they are. */
  const unwritten: { id: string; event: TimedEvent }[] = [];
  /** The event whose breadcrumbs are on disk. */
  let crumbed: TimedEvent | null = null;
  let isClosed = false;

  const effects: EffectRunner = createEffects({ ...options, dispatch, onTerminalEvent });
  const watch = createWatch({
    clock,
    watched: (now) => journal.watched(now),
    resting(id) {
      const attempt = live.has(id) ? undefined : readable(id)?.attempt;
      return attempt && !isRunning(attempt) ? attempt : undefined;
    },
    run: (attempt, effect) => effects.run(attempt, effect),
  });

  // --- the one way in --------------------------------------------------------------------------------------------

  function dispatch(id: string, event: MachineEvent): void {
    if (isClosed) return;
    unwritten.push({ id, event: { ...event, at: clock.now() } });
    drain();
  }

  function drain(): void {
    while (unwritten.length > 0) {
      const head = unwritten[0];
      if (!head) return;
      try {
        apply(head.id, head.event);
      } catch (error) {
        log('error', 'journal refused an entry; trying again', { attempt: head.id, failure: toFailure(error) });
        refuseCards(toFailure(error));
        return;
      }
      unwritten.shift();
    }
  }

  /**
   * The disk is full and a card was read: the customer is not kept waiting and nothing is sent, now or later. The
   * terminal is told no at once (which moves no money), and what waits to be written says so.
   */
  function refuseCards(failure: Failure): void {
    for (const waiting of unwritten) {
      const attempt = load(waiting.id)?.attempt;
      const isUnsent = attempt?.phase.name === 'starting' || attempt?.phase.name === 'waiting';
      if (waiting.event.type !== 'online-request' || !attempt || !isUnsent) continue;
      waiting.event = { type: 'not-recorded', failure, at: waiting.event.at };
      effects.run(attempt, { type: 'respond-declined', code: '05' });
    }
  }

  /** Throws when the journal cannot be written; then nothing has changed and nothing was sent. */
  function apply(id: string, event: TimedEvent): void {
    // An answer may come for an attempt that is long at rest: the platform's word still counts.
    const known = load(id);
    const step = isFirst(event) ? (known ? undefined : begin(event)) : known && transition(known.attempt, event);
    if (!step) {
      log('warn', 'event means nothing here', {
        attempt: id,
        event: event.type,
        phase: known?.attempt.phase.name ?? 'unknown attempt',
      });
      return;
    }
    // Crumbs first. Should the journal then refuse, the event is applied again, and its crumbs stand already.
    recorder.write(() => {
      if (crumbed !== event) {
        for (const effect of step.effects) if (movesMoney(effect)) dropCrumb(step.attempt, effect);
        // Without it a tab could not be told from a payment that its terminal never completed, were the journal lost.
        if (isNowHeld(known?.attempt, step.attempt)) dropCrumb(step.attempt, { type: 'hold' });
      }
      crumbed = event;
      journal.append(rowOf(step.attempt), entryOf(event));
    });
    const next: Live = {
      attempt: step.attempt,
      prompt: known?.prompt ?? null,
      choices: known?.choices ?? null,
      stopWaits: known?.stopWaits ?? new Map(),
    };
    live.set(id, next);
    publish(next);
    for (const effect of step.effects) perform(next, effect);
  }

  function perform(entry: Live, effect: Effect): void {
    const id = entry.attempt.intent.attempt;
    if (effect.type !== 'wait') {
      effects.run(entry.attempt, effect);
      return;
    }
    const { about, delayMs } = effect;
    entry.stopWaits.get(about)?.();
    // Up to a fifth longer, so that tills that lost the platform together do not come back together.
    const stop = clock.after(delayMs * (1 + options.random() / 5), () => {
      entry.stopWaits.delete(about);
      dispatch(id, { type: 'retry', about });
    });
    entry.stopWaits.set(about, stop);
  }

  /** What waits for its next try is tried now: the same event, only sooner. Copies, since a try may wait again at once. */
  function hurry(): void {
    for (const [id, { stopWaits }] of Array.from(live)) {
      for (const [about, stop] of Array.from(stopWaits)) {
        stop();
        stopWaits.delete(about);
        dispatch(id, { type: 'retry', about });
      }
    }
  }

  function dropCrumb(attempt: Attempt, effect: Effect | { type: 'hold' }): void {
    const { attempt: id, currency, kind, terminal, route } = attempt.intent;
    const isReversal = effect.type === 'reverse';
    journal.breadcrumbs.drop({
      at: clock.now(),
      attempt: id,
      key: isReversal ? reversalIdempotencyIdOf(id, effect.reversal) : idempotencyIdOf(id),
      what: effect.type,
      kind,
      amountMinor: isReversal || effect.type === 'capture' ? effect.amountMinor : totalOf(attempt.intent),
      currency,
      terminal,
      route,
    });
  }

  function publish(entry: Live): void {
    const view = viewOf(entry.attempt, entry.prompt, entry.choices);
    options.publish(view);
    if (!isRunning(entry.attempt)) {
      live.delete(view.id); // the journal has it
      effects.forget(view.id);
    }
    waiters.look(view);
  }

  // --- the terminal's side ---------------------------------------------------------------------------------------

  /** Only events that carry a running attempt's own id get in; everything else is kept as a stray (rule 7). */
  function onTerminalEvent(id: string, event: TerminalEvent): void {
    const known = live.get(id);
    if (event.attempt !== id || !known || !isOpen(known.attempt)) {
      keepStray(event.attempt, `${event.type}${event.type === 'finished' ? ` ${event.result.kind}` : ''}`);
      return;
    }
    switch (event.type) {
      case 'prompt':
        known.prompt = event.prompt;
        known.choices = event.choices ?? null;
        publish(known);
        return;
      case 'card':
        // A removed card is progress; the terminal's own end says what it meant.
        known.prompt = event.what === 'presented' ? 'processing' : known.prompt;
        publish(known);
        return;
      case 'online-request':
        effects.keepPayload(id, event.data);
        known.prompt = 'asking-bank';
        dispatch(id, { type: 'online-request', entryMode: event.entryMode });
        return;
      case 'finished':
        dispatch(id, { type: 'terminal-finished', end: event.result });
        return;
    }
  }

  function keepStray(attempt: string | null, what: string): void {
    const stray = { at: clock.now(), attempt, what };
    log('warn', 'answer without a running attempt kept', { attempt, what });
    try {
      journal.keepStray(stray);
    } catch (error) {
      log('error', 'stray could not be written', { failure: toFailure(error) });
    }
    options.publishStray(stray);
  }

  // --- recovery --------------------------------------------------------------------------------------------------

  function load(id: string): Live | undefined {
    const known = live.get(id);
    if (known) return known;
    const attempt = fold(journal.entries(id));
    if (!attempt) return undefined;
    return { attempt, prompt: null, choices: null, stopWaits: new Map() };
  }

  /** For lists: one damaged payment does not hide the others. Whoever asks for that one is told. */
  function readable(id: string): Live | undefined {
    try {
      return load(id);
    } catch (error) {
      log('error', 'payment cannot be read', { attempt: id, failure: toFailure(error) });
      return undefined;
    }
  }

  function recover(): void {
    recorder.probe(); // a full disk is known before the first press of Charge
    for (const id of journal.open()) {
      const entry = load(id);
      if (!entry) continue;
      live.set(id, entry);
      log('info', 'taking up an unfinished attempt', { attempt: id, phase: entry.attempt.phase.name });
      dispatch(id, { type: 'restarted' });
    }
    watch.start();
  }

  // --- the outside -----------------------------------------------------------------------------------------------

  function need(id: string): AttemptView {
    const entry = load(id);
    if (!entry) throw new TillError('PAY_NOT_FOUND', `There is no payment ${id}.`, { context: { attempt: id } });
    return viewOf(entry.attempt, entry.prompt, entry.choices);
  }

  function several(ids: readonly string[]): AttemptView[] {
    return ids.flatMap((id) => readable(id) ?? []).map((entry) => viewOf(entry.attempt, entry.prompt, entry.choices));
  }

  function openOn(terminal: string): AttemptView | null {
    for (const entry of live.values()) {
      if (entry.attempt.intent.terminal === terminal && isOpen(entry.attempt))
        return viewOf(entry.attempt, entry.prompt, entry.choices);
    }
    return null;
  }

  /** One step somebody asked for: done, or refused without a trace. */
  function operate(id: string, event: MachineEvent, what: string): AttemptView {
    const entry = load(id);
    const view = need(id);
    if (isClosed) throw new TillError('HOST_STOPPING', 'Tillbridge is stopping.');
    if (unwritten.length > 0) throw unwritable();
    const timed: TimedEvent = { ...event, at: clock.now() };
    if (!entry || !transition(entry.attempt, timed)) throw wrongState(view, what);
    apply(id, timed);
    return need(id);
  }

  function first(event: TimedEvent & { type: 'begin' | 'adopted' }): AttemptView {
    apply(event.intent.attempt, event);
    return need(event.intent.attempt);
  }

  return {
    recover,
    openOn,
    until: (id, isEnough, waitMs) => waiters.until(id, isEnough, waitMs),
    get: need,
    start(request) {
      if (journal.has(request.id)) return need(request.id);
      if (isClosed) throw new TillError('HOST_STOPPING', 'Tillbridge is stopping.');
      const waiting = openOn(request.terminal);
      if (waiting) {
        throw new TillError('PAY_BUSY', 'This terminal still has a payment that is not finished.', {
          context: { attempt: waiting.id, state: waiting.state },
        });
      }
      if (unwritten.length > 0) throw unwritable();
      const terminal = options.terminals.describe(request.terminal);
      const at = clock.now();
      const intent = intentOf(request, terminal, at);
      if (intent.route === 'cable' && !terminal.isReady) {
        throw new TillError('TERM_NOT_READY', 'The terminal is not ready.', {
          context: { terminal: request.terminal },
        });
      }
      if (request.isRepeatMeant === false) {
        const recent = journal.recent(COMPARED).flatMap((id) => load(id)?.attempt ?? []);
        const like = repeatedBy(intent, recent);
        if (like) throw duplicateOf(like, at);
      }
      return first({ type: 'begin', intent, at });
    },
    adopt(intent) {
      if (journal.has(intent.attempt)) return need(intent.attempt);
      return first({ type: 'adopted', intent, at: clock.now() });
    },
    adoptReversal(id, { reversal, amountMinor }) {
      const view = need(id);
      if (view.reversals.some((one) => one.id === reversal)) return view;
      return operate(id, { type: 'reversal-adopted', reversal, amountMinor }, 'reversed');
    },
    cancel(id, by) {
      const view = need(id);
      if (isOpenAttempt(view)) dispatch(id, { type: 'cancel-asked', by });
      return need(id);
    },
    async chooseApplication(id, index) {
      const view = need(id);
      await options.terminals.choose(view.terminal.id, id, index);
    },
    keepPart: (id, by) => operate(id, { type: 'part-kept', by }, 'kept in part'),
    capture(id, { amountMinor, tipMinor, by }) {
      const view = need(id);
      const limit = view.authorizedMinor ?? 0;
      if (view.state === 'authorized' && (amountMinor > limit || tipMinor > amountMinor)) throw tooMuch(view, limit);
      return operate(id, { type: 'capture-asked', amountMinor, tipMinor, by }, 'captured');
    },
    release: (id, by) => operate(id, { type: 'void-asked', by }, 'released'),
    reverse(id, { reversal, amountMinor, by, reason }) {
      const view = need(id);
      const known = view.reversals.find((one) => one.id === reversal);
      // Asked for twice: the same one, unless it never arrived; then it is sent again under its own key.
      if (known && (known.state !== 'failed' || known.failure?.code !== 'PAY_NEVER_ARRIVED')) return view;
      const entry = load(id);
      const limit = entry ? reversibleMinorOf(entry.attempt) : 0;
      if (!known && view.state === 'captured' && amountMinor > limit) throw tooMuch(view, limit);
      return operate(id, { type: 'reversal-asked', reversal, amountMinor, by, reason }, 'reversed');
    },
    decide: (id, { verdict, by, reason }) => operate(id, { type: 'operator-decided', verdict, by, reason }, 'decided'),
    list: (limit) => several(journal.recent(limit)),
    several,
    running: () =>
      [...live.values()]
        .filter(({ attempt }) => isRunning(attempt))
        .map((entry) => viewOf(entry.attempt, entry.prompt, entry.choices))
        .sort((a, b) => a.startedAt.localeCompare(b.startedAt)),
    settled: (id, waitMs) => waiters.until(id, (view) => !isOpenAttempt(view), waitMs),
    sweep() {
      hurry();
      watch.sweep();
    },
    close() {
      isClosed = true;
      watch.stop();
      recorder.close();
      for (const entry of live.values()) for (const stop of entry.stopWaits.values()) stop();
    },
  };
}

function unwritable(): TillError {
  return new TillError('JRNL_UNWRITABLE', 'The payment journal cannot be written at the moment.');
}
