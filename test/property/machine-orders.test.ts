/**
 * Tests the payment machine with random sequences of 200 events, in two ways. First, any event comes at any time, and
 * answers may contradict each other: the machine never throws or breaks a rule that the sequence alone can check.
 * Second, up to 200 steps go deep into the world of the model (test/model), where answers are true and every rule can
 * be checked. The journal is folded at every prefix.
 * @module-tag full-payments
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attemptViewSchema, chargeTotalOf, type AttemptView } from '../../electron/contract/index.ts';
import { fold } from '../../electron/host/payments/index.ts';
import {
  begin,
  NOT_FOUND_TRIES,
  notFoundWindowMs,
  reversedMinorOf,
  capturedMinorOf,
  transition,
  viewOf,
  watchUntil,
  probe,
  type Attempt,
  type AuthorizationAnswer,
  type Intent,
  type MachineEvent,
  type FailedCall,
  type PlatformState,
  type Step,
  type TerminalEnd,
  type TimedEvent,
  type TransferAnswer,
} from '../../electron/host/payments/machine/index.ts';
import { expand } from '../model/actions.ts';
import { contextOf } from '../model/explore.ts';
import { brokenInTheEnd } from '../model/fair.ts';
import { foldDiffers } from '../model/journal-check.ts';
import { chipCard } from '../model/platform.ts';
import { broken } from '../model/rules.ts';
import { scenarios } from '../model/scenarios.ts';
import { decode, encode, start, type World } from '../model/world.ts';

const LENGTH = 200;
const RUNS = Number(process.env['TILLBRIDGE_RUNS'] ?? 300);
const startedAt = 1_790_000_000_000;
const expiresAt = startedAt + 600_000;

// --- any event at any time

const failure = fc.constantFrom(
  { code: 'API_TIMEOUT', message: 'no answer' } as const,
  { code: 'API_UNREADABLE', message: 'garbage' } as const,
  { code: 'API_CONFLICT', message: 'conflict' } as const,
  { code: 'API_RATE_LIMITED', message: 'later' } as const,
);
const missing: fc.Arbitrary<FailedCall> = fc.record({
  kind: fc.constantFrom('refused' as const, 'not-sent' as const, 'unknown' as const, 'unknown' as const),
  failure,
});
const state = fc.constantFrom<PlatformState>(
  'SUCCEEDED',
  'SUCCEEDED',
  'SUCCEEDED',
  'SUCCEEDED',
  'PENDING',
  'UNKNOWN',
  'FAILED',
  'CANCELED',
);
const answer: fc.Arbitrary<AuthorizationAnswer> = fc.record({
  id: fc.constant('AU1'),
  state,
  isVoid: fc.constantFrom(false, false, false, true),
  amountMinor: fc.constant(1_000),
  requestedMinor: fc.constant(1_000),
  tipMinor: fc.constantFrom(null, null, 100),
  expiresAt: fc.constantFrom(null, expiresAt),
  transfer: fc.constantFrom(null, null, 'TR1'),
  failureCode: fc.constantFrom(null, 'INSUFFICIENT_FUNDS', 'CANCELLATION_VIA_DEVICE', 'CANCELLATION_VIA_API'),
  card: fc.constant(chipCard),
});
const transfer: fc.Arbitrary<TransferAnswer> = fc.record({
  id: fc.constantFrom('TR1', 'TR1', 'TR1', 'TR2'),
  state,
  amountMinor: fc.constantFrom(1_000, 600),
  tipMinor: fc.constantFrom(null, 100),
  failureCode: fc.constant(null),
});
const end = fc.constantFrom<TerminalEnd>(
  { kind: 'approved', wantsSignature: false },
  { kind: 'approved', wantsSignature: true },
  { kind: 'declined' },
  { kind: 'cancelled', by: 'host' },
  { kind: 'cancelled', by: 'cardholder' },
  { kind: 'timed-out' },
  { kind: 'timed-out', waitedFor: 'pin' },
  { kind: 'failed', reason: 'card error' },
  { kind: 'lost', failure: { code: 'LINK_LOST', message: 'unplugged' } },
);
/**
 * The approved amount is reported once and never changes, even by a platform that contradicts itself in everything
 * else.
 */
const approvedMinor = fc.constantFrom(1_000, 1_000, 1_200, 600);

function approving(event: MachineEvent, amountMinor: number): MachineEvent {
  if (event.type !== 'authorization' && event.type !== 'capture' && event.type !== 'void' && event.type !== 'found')
    return event;
  return event.answer === null ? event : { ...event, answer: { ...event.answer, amountMinor } };
}

const reversal = fc.constantFrom('r1', 'r2', 'r3');
const by = fc.constantFrom('cashier', 'manager');
const repeated = fc.constant({ attempt: 'before', as: 'paid', minutes: 1 } as const);
const of = <Type extends MachineEvent['type']>(type: Type) => fc.constant(type);
const often = 8;
const seldom = 1;

const event: fc.Arbitrary<MachineEvent> = fc.oneof(
  { weight: often, arbitrary: fc.record({ type: of('terminal-started') }) },
  { weight: seldom, arbitrary: fc.record({ type: of('terminal-refused'), failure }) },
  {
    weight: often,
    arbitrary: fc.record({
      type: of('online-request'),
      entryMode: fc.constantFrom('chip' as const, 'contactless' as const),
    }),
  },
  { weight: often, arbitrary: fc.record({ type: of('authorization'), answer }) },
  { weight: 2, arbitrary: fc.record({ type: of('authorization-missing'), missing }) },
  { weight: often, arbitrary: fc.record({ type: of('found'), answer: fc.option(answer) }) },
  { weight: 2, arbitrary: fc.record({ type: of('lookup-missing'), missing }) },
  { weight: seldom, arbitrary: fc.record({ type: of('respond-failed'), failure }) },
  { weight: 2, arbitrary: fc.record({ type: of('terminal-finished'), end }) },
  { weight: often, arbitrary: fc.record({ type: of('capture'), answer }) },
  { weight: 4, arbitrary: fc.record({ type: of('capture-missing'), missing }) },
  { weight: often, arbitrary: fc.record({ type: of('transfer'), transfer: fc.option(transfer) }) },
  { weight: 2, arbitrary: fc.record({ type: of('transfer-missing'), missing }) },
  { weight: 4, arbitrary: fc.record({ type: of('void'), answer }) },
  { weight: 4, arbitrary: fc.record({ type: of('void-missing'), missing }) },
  {
    weight: seldom,
    arbitrary: fc.record({
      type: of('cancel-asked'),
      by: fc.constantFrom('cashier' as const, 'customer' as const, 'link' as const),
    }),
  },
  { weight: seldom, arbitrary: fc.record({ type: of('cancel-too-late') }) },
  { weight: seldom, arbitrary: fc.record({ type: of('cancel-failed'), failure }) },
  { weight: seldom, arbitrary: fc.record({ type: of('device-cancelled') }) },
  { weight: 2, arbitrary: fc.record({ type: of('part-kept'), by }) },
  { weight: 2, arbitrary: fc.record({ type: of('repeat-answered'), isMeant: fc.boolean(), by }) },
  { weight: 2, arbitrary: fc.record({ type: of('found'), answer, repeated }) },
  { weight: 2, arbitrary: fc.record({ type: of('terminal-finished'), end, repeated }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: of('capture-asked'),
      amountMinor: fc.constantFrom(0, 500, 1_000, 5_000),
      tipMinor: fc.constantFrom(0, 100, -1, 9_000),
      by,
    }),
  },
  { weight: seldom, arbitrary: fc.record({ type: of('void-asked'), by }) },
  { weight: seldom, arbitrary: fc.record({ type: of('hold-expired') }) },
  {
    weight: seldom,
    arbitrary: fc.record({
      type: of('operator-decided'),
      verdict: fc.constantFrom('paid' as const, 'not-paid' as const),
      by,
      reason: fc.constant('slip'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: of('operator-decided'),
      reversal,
      verdict: fc.constantFrom('paid' as const, 'not-paid' as const),
      by,
      reason: fc.constant('slip'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: of('reversal-asked'),
      reversal,
      amountMinor: fc.constantFrom(-5, 0, 400, 600, 1_000),
      by,
      reason: fc.constant(null),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: of('reversal'), reversal, answer: transfer }) },
  { weight: 2, arbitrary: fc.record({ type: of('reversal-missing'), reversal, missing }) },
  { weight: 2, arbitrary: fc.record({ type: of('reversal-found'), reversal, answer: fc.option(transfer) }) },
  { weight: 2, arbitrary: fc.record({ type: of('reversal-lookup-missing'), reversal, missing }) },
  { weight: 4, arbitrary: fc.record({ type: of('retry'), about: fc.constantFrom(null, 'r1', 'r2') }) },
  { weight: seldom, arbitrary: fc.record({ type: of('restarted') }) },
);

const intent: fc.Arbitrary<Intent> = fc.record({
  attempt: fc.constant('first'),
  kind: fc.constantFrom('sale' as const, 'sale' as const, 'authorization' as const, 'refund' as const),
  route: fc.constantFrom('cable' as const, 'cloud' as const),
  amountMinor: fc.constant(1_000),
  tipMinor: fc.constant(0),
  surchargeMinor: fc.constant(0),
  isTipOnTerminal: fc.boolean(),
  partialApproval: fc.constantFrom('ask' as const, 'accept' as const, 'release' as const),
  currency: fc.constant('USD'),
  terminal: fc.constant('counter'),
  terminalSerialNumber: fc.constant('B61378A'),
  terminalLink: fc.constant('serial' as const),
  order: fc.constant(null),
  note: fc.constant(null),
  cardTimeoutMs: fc.constant(60_000),
  startedAt: fc.constant(startedAt),
});

/** Only these events can end an attempt whose request has been sent. */
const evidence = new Set<MachineEvent['type']>([
  'authorization',
  'found',
  'capture',
  'transfer',
  'void',
  'hold-expired',
  'operator-decided',
]);

interface Past {
  creates: number;
  missed: number;
  isDecidedPaid: boolean;
}

const unpaid: ReadonlySet<AttemptView['state']> = new Set(['cancelled', 'declined', 'failed', 'released', 'voided']);

/** Checks the rules that depend on the sequence only. Throws the violation. */
function checkStep(before: Attempt, happened: TimedEvent, { attempt, effects }: Step, past: Past): void {
  const { phase, intent: asked } = attempt;
  if (phase.name === 'in-doubt' && before.phase.name !== 'in-doubt') past.missed = 0;
  if (happened.type === 'found') past.missed = happened.answer === null ? past.missed + 1 : 0;
  const isOwnDecision = happened.type === 'operator-decided' && happened.reversal === undefined;
  if (isOwnDecision && happened.verdict === 'paid') past.isDecidedPaid = true;
  for (const effect of effects) {
    if (effect.type === 'authorize') past.creates += 1;
    if (effect.type === 'capture') {
      expect(effect.amountMinor, 'rule 9').toBeGreaterThan(0);
      expect(effect.amountMinor, 'rule 9').toBeLessThanOrEqual(attempt.authorization?.amountMinor ?? 0);
      expect(effect.tipMinor, 'rule 9').toBeLessThanOrEqual(effect.amountMinor);
      const isCompleted = asked.route === 'cloud' || attempt.terminalEnd?.kind === 'approved' || past.isDecidedPaid;
      expect(isCompleted, 'rule 5: captured only when the terminal has completed').toBe(true);
    }
    if (effect.type === 'reverse')
      expect(reversedMinorOf(attempt), 'rule 9').toBeLessThanOrEqual(capturedMinorOf(before));
  }
  expect(past.creates, 'rule 2: one attempt, one create').toBeLessThanOrEqual(1);
  const hasLeft = past.creates > 0;
  const isEnd = phase.name === 'done' && before.phase.name !== 'done';
  if (isEnd && hasLeft && before.phase.name !== 'refusing' && before.phase.name !== 'finishing') {
    const isRefused = happened.type === 'authorization-missing' && happened.missing.kind !== 'unknown';
    expect(evidence.has(happened.type) || isRefused, `rule 3: ended by ${happened.type}`).toBe(true);
  }
  if (isEnd && happened.type === 'found' && happened.answer === null && before.phase.name === 'in-doubt') {
    expect(past.missed, 'rule 4').toBeGreaterThanOrEqual(NOT_FOUND_TRIES);
    expect(happened.at - before.phase.inquiry.since, 'rule 4').toBeGreaterThanOrEqual(notFoundWindowMs(asked));
  }
  if (phase.name === 'done' && phase.outcome.kind === 'captured' && happened.type === 'transfer')
    expect(happened.transfer?.amountMinor, 'rule 9').toBe(phase.outcome.capturedMinor);
  expect(chargeTotalOf(asked), 'what was asked for never changes').toBe(1_000);
  const view = viewOf(attempt, null);
  expect(view.checking !== null, 'rule 3').toBe(view.state === 'checking');
  attemptViewSchema.parse(view);
  const mayHaveLeft =
    hasLeft || attempt.authorization !== null || attempt.timings.some(({ step }) => step === 'checking');
  if (asked.kind === 'refund') expect(view.mayHaveCharged, 'a refund charges nobody').toBe(false);
  else if (view.state === 'working')
    expect(view.mayHaveCharged && !mayHaveLeft, 'charged before anything left').toBe(false);
  else expect(view.mayHaveCharged, view.state).toBe(!unpaid.has(view.state));
  if (watchUntil(attempt) !== null) expect(probe(attempt).length + attempt.reversals.length).toBeGreaterThan(0);
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}

const asEntries = (events: readonly TimedEvent[]) => events as unknown as Parameters<typeof fold>[0];
const reread = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

test(
  'any 200 events in any order throw no error and break no rule, and the journal folds to the live state',
  { timeout: 1_200_000 },
  () => {
    let applied = 0;
    let folded = 0;
    const reached = new Map<string, number>();
    const steps = fc.array(fc.tuple(event, fc.constantFrom(0, 50, 2_000, 25_000)), {
      minLength: LENGTH,
      maxLength: LENGTH,
    });
    fc.assert(
      fc.property(intent, fc.nat({ max: 9 }), approvedMinor, steps, (asked, luck, amountMinor, order) => {
        const first = { type: luck === 0 ? 'adopted' : 'begin', intent: asked, at: startedAt } as const;
        const journal: TimedEvent[] = [first];
        const states: Attempt[] = [];
        const begun = begin(first);
        const past: Past = {
          creates: begun.effects.filter(({ type }) => type === 'authorize').length,
          missed: 0,
          isDecidedPaid: false,
        };
        let live = frozen(begun.attempt);
        let at = startedAt;
        for (const [what, pauseMs] of order) {
          at += pauseMs;
          const happened = frozen({ ...approving(what, amountMinor), at });
          const step = transition(live, happened);
          if (!step) continue;
          checkStep(live, happened, step, past);
          live = frozen(step.attempt);
          journal.push(happened);
          states.push(live);
          applied += 1;
          const { phase } = live;
          const name = phase.name === 'done' ? phase.outcome.kind : phase.name;
          reached.set(name, (reached.get(name) ?? 0) + 1);
        }
        // Every prefix, in one pass: a restart after entry n must fold to the live state after entry n.
        const entries = reread(journal);
        let replayed = fold(asEntries(entries.slice(0, 1)));
        for (const [index, entry] of entries.slice(1).entries()) {
          replayed = replayed && transition(replayed, entry)?.attempt;
          expect(JSON.stringify(replayed)).toBe(JSON.stringify(states[index]));
          folded += 1;
        }
        expect(JSON.stringify(fold(asEntries(entries)))).toBe(JSON.stringify(live));
      }),
      { numRuns: RUNS },
    );
    console.log(
      `${RUNS} random orders of ${LENGTH} events: ${applied} applied, ${folded} journal prefixes folded, 0 rules broken`,
    );
    // A sequence that stays in the first phases is no evidence. Asking the cashier is the rarest phase: once in a
    // hundred sequences.
    const seldomReached = RUNS >= 2_000 ? ['deciding'] : [];
    for (const name of [
      'captured',
      'refunded',
      'declined',
      'cancelled',
      'voided',
      'failed',
      'held',
      'decided',
      'released',
      ...seldomReached,
    ])
      expect(reached.get(name) ?? 0, name).toBeGreaterThan(0);
  },
);

test(
  'up to 200 steps in a consistent world break no rule and resolve, and the journal folds at every prefix',
  { timeout: 1_200_000 },
  () => {
    let walked = 0;
    let prefixes = 0;
    // A few walks suffice in addition to the exploration, because each is far deeper than its layers.
    const walks = Math.max(20, Math.round(RUNS / 4));
    fc.assert(
      fc.property(
        fc.constantFrom(...scenarios),
        fc.array(fc.nat(), { minLength: LENGTH, maxLength: LENGTH }),
        (scenario, choices) => {
          const ctx = contextOf({ ...scenario, faults: 12, crashes: 2 });
          let world = start({ ...scenario, faults: 12, crashes: 2 });
          const way: number[] = [];
          for (const choice of choices) {
            const next: World[] = [];
            expand(ctx, world, (one) => next.push(one));
            const taken = next[choice % next.length];
            if (!taken) break;
            way.push(choice % next.length);
            expect(taken.breach ?? broken(ctx, taken), `${scenario.name}:${way.join('.')}`).toBeNull();
            world = decode(encode(taken, ctx.book), ctx.book);
            walked += 1;
          }
          const wrong = brokenInTheEnd(ctx, world, encode(world, ctx.book), new Set());
          expect(wrong, `${scenario.name}:${way.join('.')}`).toBeNull();
          const check = foldDiffers({ ...scenario, faults: 12, crashes: 2 }, way.slice(0, 60));
          prefixes += check.compared;
          expect(check.wrong).toBeNull();
        },
      ),
      { numRuns: walks },
    );
    console.log(`${walks} walks: ${walked} steps, ${prefixes} journal prefixes folded, 0 rules broken`);
  },
);
