/**
 * The machine under exploration: the real functions as the engine calls them, and the replacements of a mutation.
 * `Book` numbers every attempt, event and effect, so that a state of the model is a few small numbers. It passes each
 * pair of attempt and event to the machine only once.
 */
import { isDeepStrictEqual } from 'node:util';
import type { AttemptView } from '../../electron/contract/index.ts';
import {
  begin,
  canDecide,
  isOpen,
  isRunning,
  probe,
  transition,
  viewOf,
  watchUntil,
  type Attempt,
  type Effect,
  type Intent,
  type MachineEvent,
  type Step,
  type TimedEvent,
} from '../../electron/host/payments/machine/index.ts';
import { canonical, expired, NOW, older } from './canonical.ts';
import { ANSWERED } from './call-status.ts';

export interface Machine {
  begin: typeof begin;
  transition: (attempt: Attempt, event: TimedEvent) => Step | undefined;
  viewOf: typeof viewOf;
  isOpen: typeof isOpen;
  isRunning: typeof isRunning;
  canDecide: typeof canDecide;
  probe: typeof probe;
  watchUntil: typeof watchUntil;
}

export const realMachine: Machine = { begin, transition, viewOf, isOpen, isRunning, canDecide, probe, watchUntil };

/** An attempt with everything that is derived from it. */
export interface Known {
  id: number;
  attempt: Attempt;
  view: AttemptView;
  isOpen: boolean;
  isRunning: boolean;
  canDecide: boolean;
  /** Effect numbers of the reconciliation poll's requests about the attempt; empty when it is not watched. */
  probes: readonly number[];
}

export interface KnownStep {
  to: Known;
  effects: readonly number[];
}

/**
 * A card number that no journal entry, state or effect may contain. Every answer of the model's platform contains it.
 */
export const CANARY = '4111111111111111';

/** Limit above the number of events in any model. */
const EVENTS = 65_536;

export class Book {
  readonly machine: Machine;
  readonly attempts: Known[] = [];
  readonly events: MachineEvent[] = [];
  readonly effects: Effect[] = [];
  /** Fault found while numbering: impurity, card data, or an exception. The first fault ends the exploration. */
  fault: string | null = null;
  private readonly attemptIds = new Map<string, number>();
  private readonly eventIds = new Map<string, number>();
  private readonly effectIds = new Map<string, number>();
  private readonly steps = new Map<number, KnownStep | null>();
  private readonly aged = new Map<number, Known>();
  private readonly callKeys = new Map<number, string>();
  private readonly ranOut = new Map<number, Known>();

  constructor(machine: Machine) {
    this.machine = machine;
  }

  event(event: MachineEvent): number {
    const key = JSON.stringify(event);
    let id = this.eventIds.get(key);
    if (id === undefined) {
      id = this.events.length;
      if (id >= EVENTS) throw new Error('the model names more events than it has room for');
      this.events.push(frozen(event));
      this.eventIds.set(key, id);
    }
    return id;
  }

  effect(effect: Effect): number {
    const key = JSON.stringify(effect);
    let id = this.effectIds.get(key);
    if (id === undefined) {
      id = this.effects.length;
      this.effects.push(frozen(effect));
      this.effectIds.set(key, id);
      if (key.includes(CANARY)) this.fault ??= `rule 8: an effect carries card data: ${effect.type}`;
    }
    return id;
  }

  at(id: number): Known {
    const known = this.attempts[id];
    if (!known) throw new Error(`no attempt numbered ${id}`);
    return known;
  }

  eventAt(id: number): MachineEvent {
    const event = this.events[id];
    if (!event) throw new Error(`no event numbered ${id}`);
    return event;
  }

  effectAt(id: number): Effect {
    const effect = this.effects[id];
    if (!effect) throw new Error(`no effect numbered ${id}`);
    return effect;
  }

  /** Compares by content, not by number. */
  compareCalls(a: number, b: number): number {
    if (a === b) return 0;
    return this.callKey(a) < this.callKey(b) ? -1 : 1;
  }

  private callKey(call: number): string {
    let key = this.callKeys.get(call);
    if (key === undefined) {
      const status = call % 65_536;
      const event = status >= ANSWERED ? this.eventAt(status - ANSWERED) : status;
      key = JSON.stringify([this.effectAt(Math.floor(call / 65_536)), event]);
      this.callKeys.set(call, key);
    }
    return key;
  }

  first(intent: Intent): KnownStep {
    const step = this.machine.begin({ type: 'begin', intent, at: NOW });
    return { to: this.known(step.attempt), effects: step.effects.map((effect) => this.effect(effect)) };
  }

  /**
   * The step, or null when the event has no meaning in this state. Each pair is given to the machine once, and each
   * answer is checked to be a pure fold.
   */
  step(from: Known, eventId: number): KnownStep | null {
    const key = from.id * EVENTS + eventId;
    const before = this.steps.get(key);
    if (before !== undefined) return before;
    const event: TimedEvent = { ...this.eventAt(eventId), at: NOW };
    const made = this.ask(from.attempt, event);
    const step = made
      ? { to: this.known(made.attempt), effects: made.effects.map((effect) => this.effect(effect)) }
      : null;
    this.steps.set(key, step);
    return step;
  }

  /**
   * An event that was written to the journal and read back must lead to the same state and effects, and inputs must not
   * change.
   */
  private ask(attempt: Attempt, event: TimedEvent): Step | undefined {
    let made: Step | undefined;
    try {
      made = this.machine.transition(attempt, event);
      const again = this.machine.transition(reread(attempt), reread(event));
      if (!isDeepStrictEqual(made && reread(made), again && reread(again)))
        this.fault ??= `the journal folds to another state than the live one after "${event.type}" in ${attempt.phase.name}`;
    } catch (error) {
      this.fault ??= `the machine threw at "${event.type}" in ${attempt.phase.name}: ${String(error)}`;
    }
    return made;
  }

  /** The same attempt after a long time: windows and time limits have elapsed. */
  later(from: Known): Known {
    let to = this.aged.get(from.id);
    if (!to) {
      to = this.known(older(from.attempt));
      this.aged.set(from.id, to);
    }
    return to;
  }

  expiry(from: Known): Known {
    let to = this.ranOut.get(from.id);
    if (!to) {
      to = this.known(expired(from.attempt));
      this.ranOut.set(from.id, to);
    }
    return to;
  }

  known(raw: Attempt): Known {
    const attempt = canonical(raw);
    const key = JSON.stringify(attempt);
    const id = this.attemptIds.get(key);
    if (id !== undefined) return this.at(id);
    if (key.includes(CANARY)) this.fault ??= 'rule 8: the state of an attempt carries card data';
    const { machine } = this;
    const shown = frozen(attempt);
    const watch = machine.watchUntil(shown);
    const rests = !machine.isRunning(shown);
    const known: Known = {
      id: this.attempts.length,
      attempt: shown,
      view: machine.viewOf(raw, null),
      isOpen: machine.isOpen(shown),
      isRunning: machine.isRunning(shown),
      canDecide: machine.canDecide(shown),
      probes:
        (rests || shown.phase.name === 'deciding') && watch !== null && watch >= NOW
          ? machine.probe(shown).map((one) => this.effect(one))
          : [],
    };
    this.attempts.push(known);
    this.attemptIds.set(key, known.id);
    return known;
  }
}

function reread<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Freezes an input, so that a machine that changes it throws, in strict mode. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}
