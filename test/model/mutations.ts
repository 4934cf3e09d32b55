/**
 * Deliberate breaks of the machine and of the engine's work around it. Each must be caught at small size; a missed one
 * shows a gap in the rules or in the world of the model.
 */
import { realMachine } from './machine.ts';
import {
  capturing,
  cloud,
  ended,
  failedOutcome,
  sale,
  small,
  tab,
  through,
  withAnswer,
  withEffects,
  type Mutation,
} from './mutation-parts.ts';
import { outsideMutations } from './outside-mutations.ts';
import { reversalMutations } from './reversal-mutations.ts';

export const mutations: readonly Mutation[] = [
  ...reversalMutations,
  ...outsideMutations,
  {
    name: 'decision-captures-a-hold',
    what: 'captures a hold that is found after a decision',
    scenario: small(tab, ['approve'], { hasDecisions: true }),
    machine: through((attempt, event, real) => {
      const step = real(attempt, event);
      const { phase } = attempt;
      const isDecided = phase.name === 'done' && phase.outcome.kind === 'decided';
      if (!isDecided || step?.attempt.phase.name !== 'held' || !step.attempt.authorization) return step;
      return capturing(step.attempt, step.attempt.authorization.amountMinor);
    }),
  },
  {
    name: 'decision-takes-it-all',
    what: 'captures the whole hold after a decision during the capture of a part',
    scenario: small(tab, ['approve'], { hasDecisions: true, faults: 3, crashes: 0, isCounterQuiet: true }),
    machine: through((attempt, event, real) => {
      const step = real(attempt, event);
      const { phase } = attempt;
      const isDecided = phase.name === 'done' && phase.outcome.kind === 'decided';
      if (!isDecided || step?.attempt.phase.name !== 'capturing' || !step.attempt.authorization) return step;
      return capturing(step.attempt, step.attempt.authorization.amountMinor);
    }),
  },
  {
    name: 'same-card-unasked',
    what: 'charges the same amount to the same card again without a question',
    scenario: small({ ...sale, repeat: 'ask' }, ['approve']),
    machine: through((attempt, event, real) =>
      real(attempt, 'repeated' in event ? ({ ...event, repeated: undefined } as unknown as typeof event) : event),
    ),
  },
  ...(['retry', 'restarted'] as const).map((type): Mutation => ({
    name: `same-card-${type}-is-yes`,
    what: 'charges the same card a second time when the question has no answer',
    scenario: small({ ...sale, repeat: 'ask' }, ['approve']),
    machine: through((attempt, event, real) => {
      if (attempt.phase.name !== 'asking' || event.type !== type) return real(attempt, event);
      return real(attempt, { type: 'repeat-answered', isMeant: true, by: 'nobody', at: event.at });
    }),
  })),
  {
    name: 'tip-not-owed',
    what: 'takes what covers the goods for the whole, though a tip was given with it',
    scenario: small({ ...cloud, isTipOnTerminal: true, partialApproval: 'ask' }, ['part-tipped']),
    machine: through((attempt, event, real) => {
      const step = real(attempt, event);
      if (step?.attempt.phase.name !== 'deciding' || !step.attempt.authorization) return step;
      return capturing(step.attempt, step.attempt.authorization.amountMinor);
    }),
  },
  {
    name: 'capture-before-completion',
    what: 'captures as soon as the bank says yes, before the terminal has completed',
    scenario: small(sale, ['approve']),
    machine: through((attempt, event, real) => {
      const step = real(attempt, event);
      if (step?.attempt.phase.name !== 'completing' || !step.attempt.authorization) return step;
      const { id, amountMinor } = step.attempt.authorization;
      return {
        attempt: {
          ...step.attempt,
          phase: { name: 'capturing', amountMinor, tipMinor: 0, isFromHold: false, inquiry: null, refused: null },
        },
        effects: [{ type: 'capture', authorization: id, amountMinor, tipMinor: 0 }],
      };
    }),
  },
  {
    name: 'retry-under-new-key',
    what: 'sends the payment again under a new key instead of looking it up',
    scenario: small(sale, ['approve']),
    deviations: { isKeyRenewed: true },
    machine: through((attempt, event, real) => {
      const step = real(attempt, event);
      return withEffects(step, (effect) => (effect.type === 'look-up' ? { type: 'authorize' } : effect));
    }),
  },
  {
    name: 'first-not-found-believed',
    what: 'accepts the first "not found" as proof',
    scenario: small(sale, ['approve']),
    machine: through((attempt, event, real) =>
      attempt.phase.name === 'in-doubt' && event.type === 'found' && event.answer === null
        ? ended(attempt, failedOutcome('PAY_NEVER_ARRIVED'), event.at)
        : real(attempt, event),
    ),
  },
  {
    name: 'unknown-is-failed',
    what: 'treats UNKNOWN as FAILED',
    scenario: small(sale, ['unknown']),
    machine: through((attempt, event, real) =>
      real(
        attempt,
        withAnswer(event, (state) => (state === 'UNKNOWN' ? 'FAILED' : state)),
      ),
    ),
  },
  {
    name: 'pending-is-approved',
    what: 'treats PENDING as approved',
    scenario: small(sale, ['pending']),
    machine: through((attempt, event, real) =>
      real(
        attempt,
        withAnswer(event, (state) => (state === 'PENDING' ? 'SUCCEEDED' : state)),
      ),
    ),
  },
  {
    name: 'void-not-retried',
    what: 'stops a void at its first failure',
    scenario: small(sale, ['approve']),
    machine: through((attempt, event, real) =>
      attempt.phase.name === 'voiding' && event.type === 'void-missing'
        ? ended(attempt, attempt.phase.outcome, event.at)
        : real(attempt, event),
    ),
  },
  {
    name: 'cancelled-without-void',
    what: 'shows a cancel as done while the approved hold stands',
    scenario: small(sale, ['approve']),
    machine: through((attempt, event, real) => {
      const step = real(attempt, event);
      if (!attempt.cancel || step?.attempt.phase.name !== 'voiding') return step;
      return ended(step.attempt, { kind: 'cancelled', by: attempt.cancel }, event.at);
    }),
  },
  {
    name: 'capture-above-hold',
    what: 'captures more than is held',
    scenario: small(tab, ['approve'], { faults: 0, crashes: 0 }),
    machine: through((attempt, event, real) => {
      if (attempt.phase.name !== 'held' || event.type !== 'capture-asked') return real(attempt, event);
      const { amountMinor, tipMinor } = event;
      return {
        attempt: {
          ...attempt,
          phase: { name: 'capturing', amountMinor, tipMinor, isFromHold: true, inquiry: null, refused: null },
        },
        effects: [{ type: 'capture', authorization: attempt.authorization?.id ?? '', amountMinor, tipMinor }],
      };
    }),
  },
  {
    name: 'tip-room-taken',
    what: 'takes the room for a tip with what was asked to be captured',
    scenario: small({ ...tab, tipRoomMinor: 200 }, ['approve'], { faults: 0, crashes: 0 }),
    machine: through((attempt, event, real) =>
      withEffects(real(attempt, event), (effect) =>
        effect.type === 'capture' && event.type === 'capture-asked'
          ? { ...effect, amountMinor: attempt.authorization?.amountMinor ?? effect.amountMinor }
          : effect,
      ),
    ),
  },
  {
    name: 'late-create-ignored',
    what: 'drops a payment that turns up after "not found"',
    scenario: small(sale, ['approve'], { faults: 3, crashes: 0 }),
    machine: through((attempt, event, real) =>
      attempt.phase.name === 'done' && attempt.phase.outcome.kind !== 'decided' && event.type === 'found'
        ? undefined
        : real(attempt, event),
    ),
  },
  {
    name: 'never-watched',
    what: 'never asks again about what has ended',
    scenario: small(sale, ['approve'], { faults: 2, crashes: 0 }),
    machine: { watchUntil: () => null },
  },
  {
    name: 'refused-not-watched',
    what: 'asks again after silence, but not after a refusal',
    scenario: small(sale, ['approve'], { faults: 2, crashes: 0 }),
    machine: {
      watchUntil: (attempt) =>
        attempt.timings.some(({ step }) => step === 'refused') ? null : realMachine.watchUntil(attempt),
    },
  },
  {
    name: 'restart-forgets-the-wire',
    what: 'takes an authorization under way at the restart for cancelled',
    scenario: small(sale, ['approve']),
    machine: through((attempt, event, real) =>
      attempt.phase.name === 'authorizing' && event.type === 'restarted'
        ? ended(attempt, { kind: 'cancelled', by: 'restart' }, event.at)
        : real(attempt, event),
    ),
  },
  {
    name: 'restart-trusts-the-terminal',
    what: 'captures after a restart although the result of the terminal is unknown',
    scenario: small(sale, ['approve']),
    machine: through((attempt, event, real) =>
      attempt.phase.name === 'completing' && event.type === 'restarted'
        ? real(attempt, { type: 'terminal-finished', end: { kind: 'approved', wantsSignature: false }, at: event.at })
        : real(attempt, event),
    ),
  },
  {
    name: 'part-captured-as-full',
    what: 'captures what was asked for, not the part that was approved',
    scenario: small(sale, ['part'], { faults: 0, crashes: 0 }),
    machine: through((attempt, event, real) =>
      withEffects(real(attempt, event), (effect) =>
        effect.type === 'capture' ? { ...effect, amountMinor: attempt.intent.amountMinor } : effect,
      ),
    ),
  },
  {
    name: 'tip-assumed',
    what: 'takes the tip from the order, not from the reply',
    scenario: small({ ...cloud, isTipOnTerminal: true }, ['approve'], { faults: 0, crashes: 0 }),
    machine: through((attempt, event, real) =>
      withEffects(real(attempt, event), (effect) =>
        effect.type === 'capture' ? { ...effect, tipMinor: attempt.intent.tipMinor } : effect,
      ),
    ),
  },
  {
    name: 'decision-never-revised',
    what: "keeps a person's decision whatever the platform says later",
    scenario: small(sale, ['approve'], { hasDecisions: true, faults: 2, crashes: 0 }),
    machine: through((attempt, event, real) =>
      attempt.phase.name === 'done' && attempt.phase.outcome.kind === 'decided' ? undefined : real(attempt, event),
    ),
  },
  {
    name: 'foreign-event-applied',
    what: 'applies an end that belongs to another payment',
    scenario: small(sale, ['approve'], { hasUnmatchedEvents: true, faults: 0, crashes: 0 }),
    deviations: { isForeignApplied: true },
  },
  {
    name: 'silence-is-failure',
    what: 'treats a create without an answer as failed',
    scenario: small(sale, ['approve']),
    machine: through((attempt, event, real) =>
      event.type === 'authorization-missing'
        ? ended(attempt, { kind: 'failed', failure: event.missing.failure }, event.at)
        : real(attempt, event),
    ),
  },
  {
    name: 'capture-assumed',
    what: 'shows "paid" for a capture that got no answer',
    scenario: small(sale, ['approve']),
    machine: through((attempt, event, real) =>
      attempt.phase.name === 'capturing' && event.type === 'capture-missing'
        ? ended(
            attempt,
            {
              kind: 'captured',
              transfer: 'TR-first',
              capturedMinor: attempt.phase.amountMinor,
              tipMinor: 0,
              isPending: false,
            },
            event.at,
          )
        : real(attempt, event),
    ),
  },
  {
    name: 'capture-refusal-believed',
    what: 'takes a refused capture for unpaid without a look, "captured already" too',
    scenario: small(sale, ['approve']),
    machine: through((attempt, event, real) =>
      attempt.phase.name === 'capturing' && event.type === 'capture-missing' && event.missing.kind === 'refused'
        ? ended(attempt, failedOutcome('PAY_REFUSED'), event.at)
        : real(attempt, event),
    ),
  },
  {
    name: 'batch-failure-missed',
    what: 'keeps showing "paid" for a capture that was PENDING and failed',
    scenario: small(sale, ['approve'], { isBatched: true, faults: 0, crashes: 0 }),
    machine: through((attempt, event, real) =>
      attempt.phase.name === 'done' && event.type === 'transfer' ? undefined : real(attempt, event),
    ),
  },
  {
    name: 'card-says-no-captured-anyway',
    what: "captures although the card declined after the bank's yes",
    scenario: small(sale, ['approve'], { faults: 0, crashes: 0 }),
    machine: through((attempt, event, real) =>
      attempt.phase.name === 'completing' && event.type === 'terminal-finished'
        ? real(attempt, { ...event, end: { kind: 'approved', wantsSignature: false } })
        : real(attempt, event),
    ),
  },
  {
    name: 'sent-before-journaled',
    what: 'sends the payment while the journal still says "waiting"',
    scenario: small(sale, ['approve'], { faults: 0, crashes: 0 }),
    machine: through((attempt, event, real) => {
      const step = real(attempt, event);
      if (event.type !== 'online-request' || !step) return step;
      return { attempt: { ...step.attempt, phase: { name: 'waiting' } }, effects: step.effects };
    }),
  },
  {
    name: 'next-sale-does-not-wait',
    what: 'starts the next payment while a payment is open on the terminal',
    scenario: small(sale, ['approve'], { plans: [sale, sale], faults: 0, crashes: 0 }),
    deviations: { isBusyIgnored: true },
  },
  {
    name: 'next-sale-does-not-wait-for-a-cancel',
    what: 'starts the next payment while the CANCEL for the one before is on its way to the terminal',
    scenario: small(cloud, ['pending'], { plans: [cloud, cloud], faults: 0, crashes: 0 }),
    deviations: { isCancelIgnored: true },
  },
  {
    name: 'too-late-not-said',
    what: 'does not say that a cancel came too late',
    scenario: small(sale, ['approve'], { faults: 0, crashes: 0 }),
    machine: { viewOf: (...from) => ({ ...realMachine.viewOf(...from), cancelTooLate: false }) },
  },
  {
    name: 'card-data-kept',
    what: "keeps the platform's whole record, card number and all",
    scenario: small(sale, ['approve'], { faults: 0, crashes: 0 }),
    machine: through((attempt, event, real) => {
      const step = real(attempt, event);
      if (event.type !== 'authorization' || !step?.attempt.authorization) return step;
      return { ...step, attempt: { ...step.attempt, authorization: event.answer } };
    }),
  },
  {
    name: 'impure',
    what: 'stores a fact that the journal lacks',
    scenario: small(sale, ['approve'], { faults: 0, crashes: 0 }),
    machine: (() => {
      let answers = 0;
      return through((attempt, event, real) => {
        const step = real(attempt, event);
        if (event.type !== 'authorization' || !step) return step;
        answers += 1;
        return { ...step, attempt: { ...step.attempt, isCancelTooLate: answers % 2 === 0 } };
      });
    })(),
  },
  {
    name: 'late-hold-waits-for-the-terminal',
    what: 'takes a late hold back and then waits for a terminal that was given up',
    scenario: small(sale, ['approve'], { faults: 2, crashes: 0 }),
    machine: through((attempt, event, real) => {
      const step = real(attempt, event);
      if (event.type !== 'respond-failed' || step?.attempt.phase.name !== 'done') return step;
      return { ...step, attempt: { ...step.attempt, isTerminalBusy: attempt.isTerminalBusy } };
    }),
  },
];
