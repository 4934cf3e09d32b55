/**
 * The payment engine: runs attempts through the pure machine. For each event: next state, journal line on disk, new
 * state published, effects started, in that order and without a gap in which a crash could lose money.
 *
 *   event ──► transition ──► journal.append (fsync) ──► commit + publish ──► effects ──► (their answers are events)
 */
import {
  idempotencyIdOf,
  isOpenAttempt,
  TillError,
  toFailure,
  type AttemptView,
  type CancelledBy,
  type Prompt,
} from '../../contract/index.ts';
import type { AttemptRow, Entry, Journal } from '../journal/index.ts';
import { createEffects, type EffectRunner } from './effects.ts';
import {
  begin,
  isOpen,
  movesMoney,
  transition,
  viewOf,
  type Attempt,
  type Effect,
  type Intent,
  type MachineEvent,
  type TimedEvent,
} from './machine/index.ts';
import type { Clock, PlatformPort, TerminalEvent, TerminalPort } from './ports.ts';

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
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
}

export interface SaleRequest {
  id: string;
  amountMinor: number;
  currency: string;
  terminal: string;
  order: string | null;
  note: string | null;
  cardTimeoutMs: number;
}

export interface Engine {
  /** Folds the journal and takes up every unfinished attempt. Call once, before anything else. */
  recover(): void;
  /** Starts a sale, or gives back the one already started under this id. Throws TillError. */
  start(request: SaleRequest): AttemptView;
  /** Asks for a cancel. The honest answer is the attempt's final state. Throws PAY_NOT_FOUND. */
  cancel(attempt: string, by: CancelledBy): AttemptView;
  /**
   * Passes the customer's choice of application on to the terminal. It moves no money, so it is nothing to journal. Rejects
   * with PAY_NOT_FOUND, or with what the terminal says (TERM_NOT_READY where nothing is to be chosen).
   */
  chooseApplication(attempt: string, index: number): Promise<void>;
  /** Throws PAY_NOT_FOUND. */
  get(attempt: string): AttemptView;
  list(limit: number): AttemptView[];
  /** The open attempt on a terminal; the next sale there waits for it. */
  openOn(terminal: string): AttemptView | null;
  /** Resolves with the attempt once it is final, or as it stands after `waitMs`. */
  settled(attempt: string, waitMs: number): Promise<AttemptView>;
  /** Stops timers. Attempts stay as they are on disk; the next start takes them up. */
  close(): void;
}

/** How long after its end an attempt that "never arrived" is still looked up, milliseconds. */
const LATE_WINDOW_MS = 15 * 60_000;
const SWEEP_EVERY_MS = 30_000;
const JOURNAL_RETRY_MS = 500;

interface Live {
  attempt: Attempt;
  prompt: Prompt | null;
  /** What goes with `choose-application`. */
  choices: readonly string[] | null;
  stopWait: (() => void) | null;
}

export function createEngine(options: EngineOptions): Engine {
  const { journal, clock, log } = options;
  const live = new Map<string, Live>();
  const waiters = new Map<string, Set<() => void>>();
  /** Events that could not be written yet; nothing after them is done before they are. */
  const unwritten: { id: string; event: TimedEvent }[] = [];
  let stopJournalRetry: (() => void) | null = null;
  let stopSweep: (() => void) | null = null;
  let isClosed = false;

  const effects: EffectRunner = createEffects({ ...options, dispatch, onTerminalEvent });

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
        stopJournalRetry ??= clock.after(JOURNAL_RETRY_MS, () => {
          stopJournalRetry = null;
          drain();
        });
        return;
      }
      unwritten.shift();
    }
  }

  /** Throws when the journal cannot be written; then nothing has changed and nothing was sent. */
  function apply(id: string, event: TimedEvent): void {
    const known = live.get(id);
    const step =
      event.type === 'begin' ? (known ? undefined : begin(event)) : known && transition(known.attempt, event);
    if (!step) {
      log('warn', 'event means nothing here', {
        attempt: id,
        event: event.type,
        phase: known?.attempt.phase.name ?? 'unknown attempt',
      });
      return;
    }
    // Crumbs first: should the journal then refuse, the event is applied again and only the crumb stands twice.
    for (const effect of step.effects) if (movesMoney(effect)) dropCrumb(step.attempt, effect);
    journal.append(rowOf(step.attempt), entryOf(event));
    const next: Live = {
      attempt: step.attempt,
      prompt: known?.prompt ?? null,
      choices: known?.choices ?? null,
      stopWait: known?.stopWait ?? null,
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
    entry.stopWait?.();
    // Up to a fifth longer, so that tills that lost the platform together do not come back together.
    entry.stopWait = clock.after(effect.delayMs * (1 + options.random() / 5), () => {
      entry.stopWait = null;
      dispatch(id, { type: 'retry' });
    });
  }

  function dropCrumb(attempt: Attempt, effect: Effect): void {
    journal.breadcrumbs.drop({
      at: clock.now(),
      attempt: attempt.intent.attempt,
      key: idempotencyIdOf(attempt.intent.attempt),
      what: effect.type,
      amountMinor: effect.type === 'capture' ? effect.amountMinor : attempt.intent.amountMinor,
      currency: attempt.intent.currency,
    });
  }

  function publish(entry: Live): void {
    const view = viewOf(entry.attempt, entry.prompt, entry.choices);
    options.publish(view);
    if (isOpenAttempt(view)) return;
    live.delete(view.id); // the journal has it
    effects.forget(view.id);
    for (const wake of waiters.get(view.id) ?? []) wake();
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
    return { attempt, prompt: null, choices: null, stopWait: null };
  }

  function recover(): void {
    for (const id of journal.open()) {
      const entry = load(id);
      if (!entry) continue;
      live.set(id, entry);
      log('info', 'taking up an unfinished attempt', { attempt: id, phase: entry.attempt.phase.name });
      dispatch(id, { type: 'restarted' });
    }
    sweepLater();
  }

  function sweepLater(): void {
    if (isClosed) return;
    stopSweep = clock.after(SWEEP_EVERY_MS, () => {
      for (const id of journal.late(clock.now() - LATE_WINDOW_MS)) {
        const entry = load(id);
        if (!entry || isOpen(entry.attempt)) continue;
        live.set(id, entry);
        effects.run(entry.attempt, { type: 'look-up' });
      }
      sweepLater();
    });
  }

  // --- the outside -----------------------------------------------------------------------------------------------

  function need(id: string): AttemptView {
    const entry = load(id);
    if (!entry) throw new TillError('PAY_NOT_FOUND', `There is no payment ${id}.`, { context: { attempt: id } });
    return viewOf(entry.attempt, entry.prompt, entry.choices);
  }

  function openOn(terminal: string): AttemptView | null {
    for (const entry of live.values()) {
      if (entry.attempt.intent.terminal === terminal && isOpen(entry.attempt))
        return viewOf(entry.attempt, entry.prompt, entry.choices);
    }
    return null;
  }

  return {
    recover,
    openOn,
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
      if (unwritten.length > 0)
        throw new TillError('JRNL_UNWRITABLE', 'The payment journal cannot be written at the moment.');
      const terminal = options.terminals.describe(request.terminal);
      if (!terminal.isReady) {
        throw new TillError('TERM_NOT_READY', 'The terminal is not ready.', {
          context: { terminal: request.terminal },
        });
      }
      const at = clock.now();
      const intent: Intent = {
        attempt: request.id,
        amountMinor: request.amountMinor,
        currency: request.currency,
        terminal: request.terminal,
        terminalSerialNumber: terminal.serialNumber,
        terminalLink: terminal.link,
        order: request.order,
        note: request.note,
        cardTimeoutMs: request.cardTimeoutMs,
        startedAt: at,
      };
      apply(request.id, { type: 'begin', intent, at });
      return need(request.id);
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
    list: (limit) =>
      journal
        .recent(limit)
        .map((id) => load(id))
        .filter((entry) => entry !== undefined)
        .map((entry) => viewOf(entry.attempt, entry.prompt, entry.choices)),
    settled(id, waitMs) {
      const { promise, resolve } = Promise.withResolvers<AttemptView>();
      const view = need(id);
      if (!isOpenAttempt(view)) return Promise.resolve(view);
      const set = waiters.get(id) ?? new Set();
      waiters.set(id, set);
      const finish = (): void => {
        stop();
        set.delete(finish);
        if (set.size === 0) waiters.delete(id);
        resolve(need(id));
      };
      const stop = clock.after(waitMs, finish);
      set.add(finish);
      return promise;
    },
    close() {
      isClosed = true;
      stopSweep?.();
      stopJournalRetry?.();
      for (const entry of live.values()) entry.stopWait?.();
    },
  };
}

/** The attempt that a list of journal entries describes; undefined when they do not begin with `begin`. */
export function fold(entries: readonly Entry[]): Attempt | undefined {
  let attempt: Attempt | undefined;
  for (const entry of entries) {
    // The journal is ours and versioned: what was written as a TimedEvent is read back as one.
    const event = entry as unknown as TimedEvent;
    attempt =
      event.type === 'begin' ? begin(event).attempt : attempt && (transition(attempt, event)?.attempt ?? attempt);
  }
  return attempt;
}

function rowOf(attempt: Attempt): AttemptRow {
  const { phase } = attempt;
  const isNeverArrived =
    phase.name === 'done' && phase.outcome.kind !== 'captured' && attempt.timings.some((t) => t.step === 'checking');
  return {
    id: attempt.intent.attempt,
    startedAt: attempt.intent.startedAt,
    isOpen: isOpen(attempt),
    mayAppearLate: isNeverArrived && attempt.authorization === null,
  };
}

function entryOf(event: TimedEvent): Entry {
  return { ...event };
}
