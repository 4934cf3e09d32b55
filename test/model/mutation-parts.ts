/** Building blocks of the deliberate breaks. */
import { realMachine, type Machine } from './machine.ts';
import type { Attempt, Effect, Outcome, Step, TimedEvent } from '../../electron/host/payments/machine/index.ts';
import type { Port } from './refusals.ts';
import type { BankWord, Deviations, Plan, Scenario } from './world.ts';

export interface Mutation {
  name: string;
  what: string;
  scenario: Scenario;
  machine?: Partial<Machine>;
  deviations?: Deviations;
  /** Replacements of the port's classification of refusals. */
  port?: Partial<Port>;
}

type Transition = Machine['transition'];
type Wrap = (attempt: Attempt, event: TimedEvent, real: Transition) => Step | undefined;

export const through = (wrap: Wrap): Partial<Machine> => ({
  transition: (attempt, event) => wrap(attempt, event, realMachine.transition),
});

export const ended = (attempt: Attempt, outcome: Outcome, at: number): Step => ({
  attempt: { ...attempt, isTerminalBusy: false, phase: { name: 'done', outcome, at } },
  effects: [],
});
export const failedOutcome = (code: 'PAY_REFUSED' | 'PAY_NEVER_ARRIVED'): Outcome => ({
  kind: 'failed',
  failure: { code, message: '' },
});

export const small = (plan: Plan, bank: readonly BankWord[], more: Partial<Scenario> = {}): Scenario => ({
  name: 'mutated',
  plans: [plan],
  repeats: 'original',
  bank,
  faults: 1,
  crashes: 1,
  ...more,
});
export const sale: Plan = { kind: 'sale', route: 'cable' };
export const tab: Plan = { kind: 'authorization', route: 'cable' };
export const cloud: Plan = { kind: 'sale', route: 'cloud' };
export const refund: Plan = { kind: 'refund', route: 'cable' };

export function capturing(attempt: Attempt, amountMinor: number): Step {
  const phase = {
    name: 'capturing',
    amountMinor,
    tipMinor: 0,
    isFromHold: false,
    inquiry: null,
    refused: null,
  } as const;
  const authorization = attempt.authorization?.id ?? '';
  return { attempt: { ...attempt, phase }, effects: [{ type: 'capture', authorization, amountMinor, tipMinor: 0 }] };
}

/** The event with its platform state changed, whichever event type contains it. */
export function withAnswer(event: TimedEvent, change: (state: string) => string): TimedEvent {
  if ((event.type !== 'authorization' && event.type !== 'found') || !event.answer) return event;
  return { ...event, answer: { ...event.answer, state: change(event.answer.state) } } as TimedEvent;
}

export function withEffects(step: Step | undefined, change: (effect: Effect) => Effect): Step | undefined {
  return step && { attempt: step.attempt, effects: step.effects.map(change) };
}
