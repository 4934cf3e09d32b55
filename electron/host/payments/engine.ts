/**
 * The payment engine: runs attempts through the pure machine. For each event: next state, journal line on disk, new
 * state published, effects started, in that order and without a gap in which a crash could lose money.
 *
 *   event ──► transition ──► journal.append (fsync) ──► commit + publish ──► effects ──► (their answers are events)
 */
import {
  isOpenAttempt,
  TillError,
  toFailure,
  type AttemptView,
  type Failure,
  type Prompt,
} from '../../contract/index.ts';
import { createRecoveryRecords } from './recovery-records.ts';
import { createEffects, type EffectRunner } from './effects.ts';
import type { Engine, EngineOptions } from './engine-types.ts';
import { entryOf, fold, isFirst, rowOf } from './fold.ts';
import {
  begin,
  isOpen,
  isRunning,
  reversibleMinorOf,
  transition,
  viewOf,
  type Attempt,
  type Effect,
  type MachineEvent,
  type TimedEvent,
} from './machine/index.ts';
import type { TerminalEvent } from './ports.ts';
import { createRecorder } from './recorder.ts';
import { duplicateOf, intentOf, repeatedBy, tooMuch, wrongState } from './requests.ts';
import { createWaiters } from './waiters.ts';
import { createWaits } from './waits.ts';
import { createWatch } from './watch.ts';

/** How many of the newest attempts a payment is compared with, to find one that looks like its repeat. */
const COMPARED = 50;

interface Live {
  attempt: Attempt;
  prompt: Prompt | null;
  /** What goes with `choose-application`. */
  choices: readonly string[] | null;
}

export function createEngine(options: EngineOptions): Engine {
  const { journal, clock, log } = options;
  const live = new Map<string, Live>();
  /** By terminal the attempt that was the last to begin there, in the order it happened and not by the clock. */
  const lastBegun = new Map<string, string>();
  const waiters = createWaiters(clock, need);
  const recorder = createRecorder({
    journal,
    clock,
    tell: options.onJournal,
    retry: () => unwritten.length > 0 && drain(),
  });
  /** Events that could not be written yet; nothing after them is done before they are. */
  const unwritten: { id: string; event: TimedEvent }[] = [];
  let isClosed = false;
  /** An event is being applied: what comes of it meanwhile waits until that is done with. */
  let isApplying = false;

  const trail = createRecoveryRecords(journal.recoveryLog, clock);
  const waits = createWaits({
    clock,
    random: options.random,
    onOver: (id, about, waitedMs) => dispatch(id, { type: 'retry', about, waitedMs }),
  });
  const effects: EffectRunner = createEffects({ ...options, dispatch, onTerminalEvent });
  const watch = createWatch({
    clock,
    watched: (now) => [...undecided(), ...journal.watched(now)],
    resting(id) {
      const attempt = readable(id)?.attempt;
      return attempt && (!isRunning(attempt) || attempt.phase.name === 'deciding') ? attempt : undefined;
    },
    // An answer to a question of the sweep says nothing about an attempt that has gone on meanwhile.
    run: (attempt, effect) => effects.run(attempt, effect, () => isAsItWas(attempt)),
  });

  /** Parts that wait for the cashier: somebody else may give them back. */
  function undecided(): string[] {
    return [...live].filter(([, { attempt }]) => attempt.phase.name === 'deciding').map(([id]) => id);
  }

  function isAsItWas({ intent, phase, updatedAt }: Attempt): boolean {
    const now = readable(intent.attempt)?.attempt;
    return now !== undefined && now.updatedAt === updatedAt && now.phase.name === phase.name;
  }

  // --- the one way in --------------------------------------------------------------------------------------------

  function dispatch(id: string, event: MachineEvent): void {
    if (isClosed) return;
    unwritten.push({ id, event: { ...event, at: clock.now() } });
    drain();
  }

  /** One after the other: a terminal may answer while it is being told something, and that is an event like any other. */
  function drain(): void {
    while (unwritten.length > 0 && !isApplying) {
      const head = unwritten[0];
      if (!head) return;
      try {
        alone(() => apply(head.id, head.event));
      } catch (error) {
        log('error', 'journal refused an entry; trying again', { attempt: head.id, failure: toFailure(error) });
        refuseCards(toFailure(error));
        return;
      }
      unwritten.shift();
    }
  }

  function alone(task: () => void): void {
    const wasApplying = isApplying;
    isApplying = true;
    try {
      task();
    } finally {
      isApplying = wasApplying;
    }
  }

  /**
   * The disk is full and a card was read: the customer is not kept waiting and nothing is sent, now or later. The
   * terminal is told no at once (which moves no money), and what waits to be written says so.
   */
  function refuseCards(failure: Failure): void {
    for (const waiting of unwritten) {
      const attempt = readable(waiting.id)?.attempt;
      const isUnsent = attempt?.phase.name === 'starting' || attempt?.phase.name === 'waiting';
      if (waiting.event.type !== 'online-request' || !attempt || !isUnsent) continue;
      waiting.event = { type: 'not-recorded', failure, at: waiting.event.at };
      void effects.run(attempt, { type: 'respond-declined', code: '05' });
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
    // Records first. Should the journal then refuse, the event is applied again, and its records stand already.
    recorder.write(() => {
      trail.append(event, known?.attempt, step);
      journal.append(rowOf(step.attempt), entryOf(event));
    });
    const next: Live = {
      attempt: step.attempt,
      prompt: known?.prompt ?? null,
      choices: known?.choices ?? null,
    };
    live.set(id, next);
    if (event.type === 'begin') lastBegun.set(event.intent.terminal, id);
    // What was waited for belongs to the phase it was waited in: in the next one it would ask, or capture, twice.
    if (known && known.attempt.phase.name !== step.attempt.phase.name) waits.callOff(id, null);
    publish(next);
    for (const effect of step.effects) perform(next, effect);
  }

  function perform(entry: Live, effect: Effect): void {
    const id = entry.attempt.intent.attempt;
    if (effect.type === 'cancel-device' && isOvertaken(entry.attempt)) {
      log('info', 'no CANCEL is sent: the terminal is at another payment', { attempt: id });
      return;
    }
    if (effect.type !== 'wait') {
      void effects.run(entry.attempt, effect);
      return;
    }
    waits.begin(id, effect.about, effect.delayMs);
  }

  /**
   * CANCEL names a Device and no payment, and would stop whatever runs there. What is over gives way to any other that is
   * open. What is open (again: its record turned up late) gives way to the one that was the last to begin.
   */
  function isOvertaken(own: Attempt): boolean {
    const { attempt: id, terminal } = own.intent;
    return [...live.values()].some(
      ({ attempt }) =>
        attempt.intent.terminal === terminal &&
        attempt.intent.attempt !== id &&
        isOpen(attempt) &&
        (!isOpen(own) || lastBegun.get(terminal) === attempt.intent.attempt),
    );
  }

  /**
   * A step that was asked for was refused by the disk after its recovery record was on it: the request never leaves, and that
   * is said where it was said that it might. Where the disk does not take that either, the look-up after a loss finds nothing.
   */
  function withdrawRecord(id: string, event: TimedEvent): void {
    try {
      const attempt = load(id)?.attempt;
      const step = isFirst(event) ? begin(event) : attempt && transition(attempt, event);
      if (step) trail.withdraw(event, step);
    } catch (error) {
      log('warn', 'a recovery record could not be taken back', { attempt: id, failure: toFailure(error) });
    }
  }

  function publish(entry: Live): void {
    const view = viewOf(entry.attempt, entry.prompt, entry.choices);
    options.publish(view);
    if (!isRunning(entry.attempt)) {
      live.delete(view.id); // the journal has it
      waits.forget(view.id);
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
      journal.keepUnmatched(stray);
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
    return { attempt, prompt: null, choices: null };
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
      lastBegun.set(entry.attempt.intent.terminal, id); // the oldest comes first
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
    return applied(id, timed);
  }

  function first(event: TimedEvent & { type: 'begin' | 'adopted' }): AttemptView {
    return applied(event.intent.attempt, event);
  }

  function applied(id: string, event: TimedEvent): AttemptView {
    try {
      alone(() => apply(id, event));
    } catch (error) {
      withdrawRecord(id, event);
      throw error;
    }
    drain();
    return need(id);
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
      // It names no payment: on its way for the one before, it would stop this one. Its own time-out ends the wait.
      const cancelled = effects.cancellingOn(request.terminal);
      if (cancelled !== undefined) {
        throw new TillError('PAY_BUSY', 'A CANCEL for the payment before is still on its way to this terminal.', {
          context: { attempt: cancelled },
        });
      }
      if (unwritten.length > 0) throw unwritable();
      const terminal = options.terminals.describe(request.terminal);
      const at = clock.now();
      const { account } = options.platform;
      const intent = { ...intentOf(request, terminal, at), ...(account === undefined ? {} : { account }) };
      if (intent.route === 'cable' && !terminal.isReady) {
        throw new TillError('TERM_NOT_READY', 'The terminal is not ready.', {
          context: { terminal: request.terminal },
        });
      }
      if (!request.isRepeatMeant) {
        const recent = journal.recent(COMPARED).flatMap((id) => readable(id)?.attempt ?? []);
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
    decide(id, { reversal, verdict, by, reason }) {
      const about = reversal === undefined ? {} : { reversal };
      return operate(id, { type: 'operator-decided', ...about, verdict, by, reason }, 'decided');
    },
    list: (limit) => several(journal.recent(limit)),
    several,
    running: () =>
      [...live.values()]
        .filter(({ attempt }) => isRunning(attempt))
        .map((entry) => viewOf(entry.attempt, entry.prompt, entry.choices))
        .sort((a, b) => a.startedAt.localeCompare(b.startedAt)),
    settled: (id, waitMs) => waiters.until(id, (view) => !isOpenAttempt(view), waitMs),
    sweep() {
      waits.hurry();
      watch.sweep();
    },
    close() {
      isClosed = true;
      watch.stop();
      recorder.close();
      waiters.close();
      waits.forget();
    },
  };
}

function unwritable(): TillError {
  return new TillError('JRNL_UNWRITABLE', 'The payment journal cannot be written at the moment.');
}
