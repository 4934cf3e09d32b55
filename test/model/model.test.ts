/** Runs the model checker at small size (`npm run test:model` is the full size), and proves that it can fail. */
import { describe, expect, test } from 'vitest';
import { explore, replay } from './explore.ts';
import { foldDiffers, journalAudit } from './journal-check.ts';
import { realMachine } from './machine.ts';
import { exploreLinks, linkMutations, linkScenarios } from './links.ts';
import { isCaught } from './mutate.ts';
import { mutations } from './mutations.ts';
import { broken } from './rules.ts';
import { scenarios } from './scenarios.ts';
import { isNewcomers } from '../../build/scripts/parts/sizes.mjs';

const limit = { timeout: 180_000 };
const STATES = 1_000;

describe('the machine of a payment', () => {
  test.for(scenarios)('breaks no money rule under any event: $name', limit, (scenario) => {
    const audit = journalAudit(scenario, 100);
    const { states, violations } = explore(scenario, { maxStates: STATES, audit });
    expect(violations).toEqual([]);
    expect(states).toBeGreaterThanOrEqual(STATES);
    expect(audit.folded() > 0 || scenario.hasExpiry).toBe(true);
  });

  test('breaks no money rule in any state of a sale with one crash', limit, () => {
    const scenario = {
      name: 'whole',
      plans: [{ kind: 'sale', route: 'cable' }],
      bank: ['approve'],
      repeats: 'original',
    } as const;
    const all = explore({ ...scenario, faults: 0, crashes: 1 });
    expect(all.isComplete).toBe(true);
    expect(all.violations).toEqual([]);
    expect(all.states).toBeGreaterThan(10_000);
  });
});

describe('an order with a pay link and a card', () => {
  test.for(linkScenarios)('is paid once, and this is reported: $name', limit, (scenario) => {
    const { states, violation } = exploreLinks(scenario, {}, STATES * 4);
    expect(violation).toBeNull();
    expect(states).toBeGreaterThan(STATES);
  });

  test.for(linkMutations)('breaks a rule with the deviation $name: $what', limit, ({ scenario, deviations }) => {
    expect(exploreLinks(scenario, deviations).violation?.what).toMatch(/\w/);
    expect(exploreLinks(scenario).violation).toBeNull();
  });
});

describe('a deliberate break', () => {
  test('is one of at least twenty, with distinct names', () => {
    expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length);
    expect(mutations.length).toBeGreaterThanOrEqual(20);
  });

  test.for(mutations.filter((_, index) => !isNewcomers || index % 3 === 0))(
    'is caught: $name, $what',
    limit,
    (mutation) => {
      expect(isCaught(mutation)?.what).toMatch(/\w/);
      // The real machine passes in the same world, so the checker caught the break, and not the world.
      expect(explore(mutation.scenario, { maxStates: 1_000 }).violations).toEqual([]);
    },
  );
});

test('a violation is replayed, step by step, to the same end', limit, () => {
  const mutation = mutations.find(({ name }) => name === 'void-not-retried');
  if (!mutation) throw new Error('the mutation is gone');
  const options = { machine: { ...realMachine, ...mutation.machine } };
  const [violation] = explore(mutation.scenario, options).violations;
  if (!violation) throw new Error('not caught');
  const { trace, worlds, ctx } = replay(mutation.scenario, violation.steps, options);
  expect(violation.trace.slice(0, trace.length)).toEqual(trace);
  expect(worlds).toHaveLength(violation.steps.length + 1);
  for (const world of worlds.slice(0, -1)) expect(world.breach ?? broken(ctx, world)).toBeNull();
});

test('a journal that folds to another state is reported', limit, () => {
  const [scenario] = scenarios;
  if (!scenario) throw new Error('no scenarios');
  const machine = {
    ...realMachine,
    transition: (...[attempt, event]: Parameters<typeof realMachine.transition>) => {
      const step = realMachine.transition(attempt, event);
      return step && { ...step, attempt: { ...step.attempt, isCancelTooLate: true } };
    },
  };
  // Payment 1 begins, the terminal starts, and reports it.
  const steps = [0, 0, 0];
  expect(foldDiffers(scenario, steps).wrong).toBeNull();
  expect(foldDiffers(scenario, steps, { machine }).wrong).toContain('folds to another state');
});
