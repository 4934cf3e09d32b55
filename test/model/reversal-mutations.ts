/** Deliberate breaks of reversals (mutations.ts). */
import { sale, small, through, withEffects, type Mutation } from './mutation-parts.ts';

export const reversalMutations: readonly Mutation[] = [
  {
    name: 'reversal-cap-ignored',
    what: 'lets more be given back than was captured',
    scenario: small(sale, ['approve'], { hasReversals: true, isCounterQuiet: true, faults: 0, crashes: 0 }),
    machine: through((attempt, event, real) => {
      const step = real(attempt, event);
      if (step || event.type !== 'reversal-asked' || attempt.phase.name !== 'done') return step;
      if (attempt.phase.outcome.kind !== 'captured' || attempt.reversals.some(({ id }) => id === event.reversal))
        return step;
      const { reversal: id, amountMinor, by, reason, at } = event;
      const { transfer } = attempt.phase.outcome;
      const one = { id, amountMinor, by, reason, askedAt: at, phase: { name: 'sending' } } as const;
      return {
        attempt: { ...attempt, reversals: [...attempt.reversals, one] },
        effects: [{ type: 'reverse', reversal: id, transfer, amountMinor }],
      };
    }),
  },
  {
    name: 'reversal-under-new-key',
    what: 'sends a reversal again under a new key instead of looking it up',
    scenario: small(sale, ['approve'], { hasReversals: true, isCounterQuiet: true, crashes: 0 }),
    deviations: { isReversalKeyRenewed: true },
    machine: through((attempt, event, real) =>
      withEffects(real(attempt, event), (effect) => {
        if (effect.type !== 'find-reversal') return effect;
        const amountMinor = attempt.reversals.find(({ id }) => id === effect.reversal)?.amountMinor ?? 0;
        return { type: 'reverse', reversal: effect.reversal, transfer: effect.transfer, amountMinor };
      }),
    ),
  },
  {
    name: 'reversal-second-try-believed',
    what: 'takes a reversal for proven failed because its second request never left, while the first may still arrive',
    scenario: small(sale, ['approve'], { hasReversals: 'one', isCounterQuiet: true, faults: 2, crashes: 0 }),
    machine: through((attempt, event, real) => {
      const isForgotten = event.type === 'reversal-missing' && event.missing.kind === 'not-sent';
      if (!isForgotten) return real(attempt, event);
      const reversals = attempt.reversals.map((one) => ({ ...one, isSentAgain: false }));
      return real({ ...attempt, reversals }, event);
    }),
  },
  {
    name: 'reversal-decision-never-revised',
    what: "keeps a person's decision about a reversal whatever the platform says later",
    scenario: small(sale, ['approve'], { hasReversals: 'decided', isCounterQuiet: true, faults: 2, crashes: 0 }),
    machine: through((attempt, event, real) =>
      event.type === 'reversal-found' &&
      attempt.reversals.some(({ id, phase }) => id === event.reversal && phase.name === 'decided')
        ? undefined
        : real(attempt, event),
    ),
  },
];
