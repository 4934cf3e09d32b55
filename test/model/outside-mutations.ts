/** Deliberate breaks of what was mended after faults seen outside (mutations.ts): each takes one mend out. */
import { plain } from '../../electron/host/platform/refusals.ts';
import { cloud, refund, sale, small, tab, through, withEffects, type Mutation } from './mutation-parts.ts';

const lost = { hasLostWrites: true, isCounterQuiet: true, faults: 0, crashes: 1 } as const;

/** Captures whatever the bank approved. */
const approvedCaptured = through((attempt, event, real) => {
  const step = real(attempt, event);
  return withEffects(step, (effect) =>
    effect.type === 'capture' ? { ...effect, amountMinor: step?.attempt.authorization?.amountMinor ?? 0 } : effect,
  );
});

export const outsideMutations: readonly Mutation[] = [
  ...(
    [
      ['sale', sale, lost],
      ['tab', tab, lost],
      ['refund', refund, lost],
      ['same-card', { ...sale, repeat: 'ask' }, lost],
    ] as const
  ).map(([name, plan, more]) => ({
    name: `journal-believed-${name}`,
    what: `believes a journal that went back in time over a whole recovery log (${name})`,
    scenario: small(plan, ['approve'], more),
    habits: { isJournalBelieved: true },
  })),
  {
    name: 'journal-believed-reversal',
    what: 'forgets a reversal that only the recovery log knows',
    scenario: small(sale, ['approve'], { ...lost, hasReversals: 'one' }),
    habits: { isReversalForgotten: true },
  },
  {
    name: 'conflict-believed',
    what: 'takes "is being processed" for a refusal of the payment',
    scenario: small(sale, ['approve'], { crashes: 0 }),
    port: { notFoundAfter: plain },
  },
  {
    name: 'conflict-believed-refund',
    what: 'takes "is being processed" for a refusal of the refund, which is then paid out',
    scenario: small(refund, ['approve'], { crashes: 0 }),
    port: { notFoundAfter: plain },
  },
  {
    name: 'conflict-believed-reversal',
    what: 'takes "is being processed" for a refusal of the reversal',
    scenario: small(sale, ['approve'], { hasReversals: 'one', isCounterQuiet: true, crashes: 0 }),
    port: { notFoundAfter: plain },
  },
  {
    name: 'passing-refusal-believed',
    what: 'gives a completed sale away on a 404 or 409 that names no reason',
    scenario: small(sale, ['approve'], { crashes: 0 }),
    port: { afterCapture: plain },
  },
  {
    name: 'over-approval-captured',
    what: 'captures what the bank approved, though less was asked for',
    scenario: small(sale, ['over'], { faults: 0, crashes: 0 }),
    machine: approvedCaptured,
  },
  {
    name: 'over-approval-captured-with-tip',
    what: 'captures more than goods and the tip that the platform names',
    scenario: small({ ...cloud, isTipOnTerminal: true }, ['over'], { faults: 0, crashes: 0 }),
    machine: approvedCaptured,
  },
];
