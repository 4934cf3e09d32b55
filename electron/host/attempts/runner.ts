/**
 * Runs payments and payment links, whose state is folded from journaled events. The runner handles each event in a
 * fixed order: it computes the next state, writes the journal entry to disk, commits and publishes the new state, and
 * starts the effects. Because of this order, a crash between two steps loses no money.
 *
 *   event ──► step ──► write (fsync) ──► commit + publish ──► effects ──► (their answers are events)
 */
import { TillError, toFailure, type Failure } from '../../contract/index.ts';
import type { Clock } from '../../domain/index.ts';
import type { Entry } from '../journal/index.ts';

export interface MachineStep<State, Effect> {
  state: State;
  effects: Effect[];
}

/** A pure machine. It returns undefined for a meaningless event, which is then ignored. */
export interface Machine<State, Event, Effect> {
  /** Step of an event that begins a state, or undefined for every other event. */
  begin(event: Event): MachineStep<State, Effect> | undefined;
  next(state: State, event: Event): MachineStep<State, Effect> | undefined;
}

/** State that journal entries describe, or undefined if they do not start with the first event. */
export function fold<State, Event>(
  machine: Machine<State, Event, unknown>,
  entries: readonly Entry[],
): State | undefined {
  let state: State | undefined;
  for (const entry of entries) {
    // The till writes the journal, with a version: an entry that was written as an event is read back as an event.
    const event = entry as unknown as Event;
    const first = machine.begin(event);
    state = first ? first.state : state && (machine.next(state, event)?.state ?? state);
  }
  return state;
}

/** A payment or link in memory. Its volatile state is not in the journal, so a restart loses it. */
export interface Live<State, VolatileState> {
  state: State;
  volatile: VolatileState;
}

interface Timed {
  type: string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface RunnerOptions<State, Event extends Timed, Effect, VolatileState> {
  /** Name of what is run, and the name of its id in logs and errors. */
  what: readonly [words: string, key: string];
  machine: Machine<State, Event, Effect>;
  clock: Clock;
  /** Journal entries of an id, oldest first. */
  entries: (id: string) => readonly Entry[];
  /** Volatile state of a payment or link that was just read. */
  volatile: () => VolatileState;
  /** Adds to an event the required facts of other payments, at the moment of its step, or replaces the event. */
  inform?: (event: Event, before: State) => Event;
  /** Writes a step to disk. If this throws, state and platform are unchanged. */
  write: (id: string, step: MachineStep<State, Effect>, event: Event, before: State | undefined) => void;
  /** Called when the step is on disk and in memory: publishes it, then starts its effects. */
  commit: (
    id: string,
    live: Live<State, VolatileState>,
    step: MachineStep<State, Effect>,
    event: Event,
    before: State | undefined,
  ) => void;
  /**
   * Called for an event that could not be written: `keep` leaves it first in line until `drain` is called again, `drop`
   * discards it.
   */
  refused: (id: string, failure: Failure) => 'keep' | 'drop';
  /** Called for an event that means nothing. */
  ignored?: (id: string, event: Event, state: State | undefined) => void;
  log: (level: 'error', message: string, context?: Record<string, unknown>) => void;
}

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'at'> : never;

export class EventRunner<State, Event extends Timed, Effect, VolatileState> {
  readonly #options: RunnerOptions<State, Event, Effect, VolatileState>;
  readonly #live = new Map<string, Live<State, VolatileState>>();
  /** Events that could not be written yet; every later event waits for them. */
  readonly #unwritten: { id: string; event: Event }[] = [];
  /** Callers that wait until every event is written. */
  #onWritten: (() => void)[] = [];
  #isClosed = false;
  /** An event is being applied; events that it causes wait until it is done. */
  #isApplying = false;

  constructor(options: RunnerOptions<State, Event, Effect, VolatileState>) {
    this.#options = options;
  }

  /** States in memory, by id. */
  get live(): ReadonlyMap<string, Live<State, VolatileState>> {
    return this.#live;
  }

  get unwritten(): readonly { id: string; event: Event }[] {
    return this.#unwritten;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Reads from memory, or folds the journal.
   * @throws JRNL_CORRUPT, JRNL_UNWRITABLE
   */
  load(id: string): Live<State, VolatileState> | undefined {
    const known = this.#live.get(id);
    if (known) return known;
    const state = fold(this.#options.machine, this.#options.entries(id));
    return state === undefined ? undefined : { state, volatile: this.#options.volatile() };
  }

  /** For lists: a damaged payment or link does not hide the others. A caller that loads it gets the error. */
  tryLoad(id: string): Live<State, VolatileState> | undefined {
    const [words, key] = this.#options.what;
    try {
      return this.load(id);
    } catch (error) {
      this.#options.log('error', `${words} cannot be read`, { [key]: id, failure: toFailure(error) });
      return undefined;
    }
  }

  /** @throws PAY_NOT_FOUND */
  loadOrThrow(id: string): Live<State, VolatileState> {
    const known = this.load(id);
    const [words, key] = this.#options.what;
    if (!known) throw new TillError('PAY_NOT_FOUND', `There is no ${words} ${id}.`, { context: { [key]: id } });
    return known;
  }

  keep(id: string, live: Live<State, VolatileState>): void {
    this.#live.set(id, live);
  }

  /** Drops a state at rest from memory: the journal has it. */
  forget(id: string): void {
    this.#live.delete(id);
  }

  /** Applies an event of a terminal, of the platform, or of a timer. */
  dispatch(id: string, event: WithoutTime<Event>): void {
    if (this.#isClosed) return;
    this.#unwritten.push({ id, event: this.timed(event) });
    this.drain();
  }

  /**
   * Applies an event that the user requested. If the disk refuses the event, nothing changes.
   * @throws JRNL_UNWRITABLE
   */
  apply(id: string, event: Event): void {
    this.#alone(() => this.#apply(id, event));
    this.drain();
  }

  timed(event: WithoutTime<Event>): Event {
    return { ...event, at: this.#options.clock.now() } as unknown as Event;
  }

  /** Step that an event would make now. */
  stepOf(id: string, event: Event): MachineStep<State, Effect> | undefined {
    return this.#stepOf(this.load(id)?.state, event);
  }

  /**
   * Writes the waiting events one after the other: a terminal may answer during a call to it, and that answer is an
   * event too.
   */
  drain(): void {
    while (!this.#isApplying) {
      const [head] = this.#unwritten;
      if (!head) return this.#notifyWritten();
      try {
        this.#alone(() => this.#apply(head.id, head.event));
      } catch (error) {
        if (this.#options.refused(head.id, toFailure(error)) === 'keep') return;
      }
      this.#unwritten.shift();
    }
  }

  /** Resolves once every event so far is written, or the runner is closed. */
  written(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onWritten.push(resolve);
    if (this.#unwritten.length === 0 || this.#isClosed) this.#notifyWritten();
    return promise;
  }

  #notifyWritten(): void {
    const waiting = this.#onWritten;
    this.#onWritten = [];
    for (const notify of waiting) notify();
  }

  /** Replaces an event that waits to be written. */
  replace(index: number, event: Event): void {
    const waiting = this.#unwritten[index];
    if (waiting) waiting.event = event;
  }

  /** Stops applying events; the next start recovers what is on disk. */
  close(): void {
    this.#isClosed = true;
    this.#notifyWritten();
  }

  #alone(task: () => void): void {
    const wasApplying = this.#isApplying;
    this.#isApplying = true;
    try {
      task();
    } finally {
      this.#isApplying = wasApplying;
    }
  }

  #stepOf(state: State | undefined, event: Event): MachineStep<State, Effect> | undefined {
    const first = this.#options.machine.begin(event);
    if (first) return state === undefined ? first : undefined;
    return state === undefined ? undefined : this.#options.machine.next(state, event);
  }

  #apply(id: string, asked: Event): void {
    // An answer may come for a payment that is long at rest: the platform's answer still counts.
    const known = this.load(id);
    const before = known?.state;
    const event = before === undefined ? asked : (this.#options.inform?.(asked, before) ?? asked);
    const step = this.#stepOf(before, event);
    if (!step) {
      this.#options.ignored?.(id, event, before);
      return;
    }
    this.#options.write(id, step, event, before);
    const live = known ?? { state: step.state, volatile: this.#options.volatile() };
    live.state = step.state;
    this.#live.set(id, live);
    this.#options.commit(id, live, step, event, before);
  }
}
