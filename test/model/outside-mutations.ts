/** Deliberate breaks of fixes for faults that were seen in real use (mutations.ts). Each removes one fix. */
import { classify } from '../../electron/host/platform/classify.ts';
import { toPlatformOutcome } from '../../electron/host/platform/refusals.ts';
import { cloud, refund, sale, small, tab, through, withEffects, type Mutation } from './mutation-parts.ts';

const lost = { hasLostWrites: true, isCounterQuiet: true, faults: 0, crashes: 1 } as const;

/** Captures whatever amount the bank approved. */
const approvedCaptured = through((attempt, event, real) => {
  const step = real(attempt, event);
  return withEffects(step, (effect) =>
    effect.type === 'capture' ? { ...effect, amountMinor: step?.attempt.authorization?.amountMinor ?? 0 } : effect,
  );
});

/** Accepts every answer to a write, as if the write had had no effect. */
const gatewayBelieved: Mutation['port'] = {
  classify: (request, ...rest) => classify({ ...request, method: 'GET' }, ...rest),
};

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
    what: `accepts a journal that went back in time over a whole recovery log (${name})`,
    scenario: small(plan, ['approve'], more),
    deviations: { isJournalBelieved: true },
  })),
  {
    name: 'journal-believed-reversal',
    what: 'loses a reversal that only the recovery log contains',
    scenario: small(sale, ['approve'], { ...lost, hasReversals: 'one' }),
    deviations: { isReversalForgotten: true },
  },
  ...(
    [
      ['sale', sale, {}],
      ['tab', tab, { hasDecisions: true }],
      ['cloud', cloud, {}],
      ['refund', refund, {}],
      ['reversal', sale, { hasReversals: 'one', isCounterQuiet: true }],
    ] as const
  ).map(([name, plan, more]) => ({
    name: `any-record-believed-${name}`,
    what: `accepts a reply with another payment's record, or in another currency (${name})`,
    scenario: small(plan, ['approve'], { crashes: 0, ...more }),
    deviations: { isAnyReplyBelieved: true },
  })),
  {
    name: 'tip-of-another-capture',
    what: 'takes the requested tip from a capture that another program made',
    scenario: small({ ...sale, tipMinor: 200 }, ['approve'], { hasOtherHand: true, crashes: 0 }),
    machine: through((attempt, event, real) => {
      if (event.type !== 'transfer' || !event.transfer) return real(attempt, event);
      const { captureAsked: _none, ...transfer } = event.transfer;
      return real(attempt, { ...event, transfer });
    }),
  },
  {
    name: 'lost-platform-is-a-declined-card',
    what: 'blames the card for a payment that a terminal ended while the answer was due',
    scenario: small(sale, ['approve'], { crashes: 0 }),
    machine: through((attempt, event, real) => {
      if (event.type !== 'terminal-finished' || !('isUnanswered' in event.end)) return real(attempt, event);
      const { isUnanswered: _unsaid, ...end } = event.end;
      return real(attempt, { ...event, end });
    }),
  },
  {
    name: 'starts-over-a-card-left-in',
    what: 'starts the next payment while the card of the one before is in the terminal',
    scenario: small(sale, ['approve'], { plans: [sale, sale], faults: 0, crashes: 0, hasCardLeftIn: true }),
    deviations: { isSlotIgnored: true },
  },
  {
    name: 'late-pin-is-no-card',
    what: 'says of a PIN that was not entered in time that no card came',
    scenario: small(sale, ['approve'], { faults: 0, crashes: 0, hasCardLeftIn: true }),
    machine: through((attempt, event, real) => {
      if (event.type !== 'terminal-finished' || event.end.kind !== 'timed-out') return real(attempt, event);
      const { waitedFor: _unsaid, ...end } = event.end;
      return real(attempt, { ...event, end });
    }),
  },
  {
    name: 'conflict-believed',
    what: 'takes "is being processed" for a refusal of the payment',
    scenario: small(sale, ['approve'], { crashes: 0 }),
    port: { notFoundAfter: toPlatformOutcome },
  },
  {
    name: 'conflict-believed-refund',
    what: 'takes "is being processed" for a refusal of the refund, which is then paid out',
    scenario: small(refund, ['approve'], { crashes: 0 }),
    port: { notFoundAfter: toPlatformOutcome },
  },
  {
    name: 'conflict-believed-reversal',
    what: 'takes "is being processed" for a refusal of the reversal',
    scenario: small(sale, ['approve'], { hasReversals: 'one', isCounterQuiet: true, crashes: 0 }),
    port: { notFoundAfter: toPlatformOutcome },
  },
  ...(
    [
      ['sale', sale],
      ['cloud', cloud],
      ['refund', refund],
    ] as const
  ).map(([name, plan]) => ({
    name: `gateway-believed-${name}`,
    what: `takes a gateway's 4xx for a refusal of what was done (${name})`,
    scenario: small(plan, ['approve'], { crashes: 0 }),
    port: gatewayBelieved,
  })),
  {
    name: 'passing-refusal-believed',
    what: 'gives a completed sale away on a 404 or 409 that names no reason',
    scenario: small(sale, ['approve'], { crashes: 0 }),
    port: { afterCapture: toPlatformOutcome },
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
