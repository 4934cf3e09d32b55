/** Findings of the model checker (test/model): each was a way to lose a hold, or to wait forever. */
import { expect, test } from 'vitest';
import {
  begin,
  probe,
  transition,
  watchUntil,
  type Attempt,
  type AuthorizationAnswer,
  type Effect,
  type Intent,
  type MachineEvent,
} from '../../../../electron/host/payments/machine/index.ts';
import { chipCard } from '../../../model/platform.ts';

const startedAt = 1_790_000_000_000;
const intent: Intent = {
  attempt: 'first',
  kind: 'sale',
  route: 'cable',
  amountMinor: 1_000,
  tipMinor: 0,
  surchargeMinor: 0,
  isTipOnTerminal: false,
  partialApproval: 'accept',
  currency: 'USD',
  terminal: 'counter',
  terminalSerialNumber: 'B61378A',
  terminalLink: 'serial',
  order: null,
  note: null,
  cardTimeoutMs: 60_000,
  startedAt,
};
const hold: AuthorizationAnswer = {
  id: 'AU1',
  state: 'SUCCEEDED',
  isVoid: false,
  amountMinor: 1_000,
  requestedMinor: 1_000,
  tipMinor: null,
  expiresAt: startedAt + 60_000,
  transfer: null,
  failureCode: null,
  card: chipCard,
};
const conflict = { code: 'API_CONFLICT', message: 'refused' } as const;

function after(...events: (MachineEvent & { at?: number })[]): { attempt: Attempt; effects: Effect[] } {
  let step = begin({ type: 'begin', intent, at: startedAt });
  for (const event of events) step = transition(step.attempt, { at: startedAt + 1_000, ...event }) ?? step;
  return step;
}

const refused: (MachineEvent & { at?: number })[] = [
  { type: 'terminal-started' },
  { type: 'online-request', entryMode: 'chip' },
  { type: 'authorization-missing', missing: { kind: 'refused', failure: conflict } },
];

test('the reconciliation poll finds and voids a second copy of a refused create that arrives later', () => {
  const { attempt } = after(...refused, { type: 'terminal-finished', end: { kind: 'declined' } });
  expect(attempt.phase.name).toBe('done');
  expect(watchUntil(attempt)).toBeGreaterThan(startedAt + 10 * 60_000);
  expect(probe(attempt)).toEqual([{ type: 'look-up' }]);
  const late = transition(attempt, { type: 'found', answer: hold, at: startedAt + 30_000 });
  expect(late?.effects).toEqual([{ type: 'void', authorization: 'AU1' }]);
});

test.each([
  ['an earlier journal', {}, 'done'],
  ['a journal that says how long lists may lag', { listLagMs: 60_000 }, 'in-doubt'],
])('a payment not found for 25 seconds is settled only if lists may not lag: %s', (_of, more, phase) => {
  const lost = { kind: 'unknown', failure: { code: 'API_TIMEOUT', message: 'lost' } } as const;
  const events: (MachineEvent & { at: number })[] = [
    { type: 'terminal-started', at: startedAt },
    { type: 'online-request', entryMode: 'chip', at: startedAt },
    { type: 'authorization-missing', missing: lost, at: startedAt },
    { type: 'terminal-finished', end: { kind: 'declined' }, at: startedAt },
    ...[5_000, 15_000, 25_000].map((ms) => ({ type: 'found', answer: null, at: startedAt + ms }) as const),
  ];
  let { attempt } = begin({ type: 'begin', intent: { ...intent, ...more }, at: startedAt });
  for (const event of events) attempt = transition(attempt, event)?.attempt ?? attempt;
  expect(attempt.phase.name).toBe(phase);
});

test('a request that was provably never sent is not watched', () => {
  const { attempt } = after(
    { type: 'terminal-started' },
    { type: 'online-request', entryMode: 'chip' },
    { type: 'authorization-missing', missing: { kind: 'not-sent', failure: conflict } },
    { type: 'terminal-finished', end: { kind: 'declined' } },
  );
  expect(attempt.phase.name).toBe('done');
  expect(watchUntil(attempt)).toBeNull();
});

test('a late hold is voided without waiting for a terminal that no longer answers', () => {
  const silent = { code: 'TERM_SILENT', message: 'silent' } as const;
  const { attempt } = after(
    ...refused,
    { type: 'respond-failed', failure: silent },
    { type: 'found', answer: hold },
    { type: 'void', answer: { ...hold, isVoid: true } },
  );
  expect(attempt.phase).toMatchObject({ name: 'done', outcome: { kind: 'failed' } });
});

test('a void that never gets through ends when the hold has expired', () => {
  const lost = { code: 'LINK_LOST', message: 'unplugged' } as const;
  const { attempt } = after(
    { type: 'terminal-started' },
    { type: 'online-request', entryMode: 'chip' },
    { type: 'authorization', answer: hold },
    { type: 'terminal-finished', end: { kind: 'lost', failure: lost } },
    { type: 'void-missing', missing: { kind: 'refused', failure: conflict } },
    { type: 'found', answer: hold, at: startedAt + 59_000 },
  );
  expect(attempt.phase.name).toBe('voiding');
  const ended = transition(attempt, { type: 'found', answer: hold, at: startedAt + 60_000 });
  expect(ended?.attempt.phase).toMatchObject({ name: 'done', outcome: { kind: 'voided' } });
});

test('a reversal requested before its capture failed ends as failed too', () => {
  const pending = { id: 'TR1', state: 'PENDING', amountMinor: 1_000, tipMinor: null, failureCode: null } as const;
  const { attempt } = after(
    { type: 'terminal-started' },
    { type: 'online-request', entryMode: 'chip' },
    { type: 'authorization', answer: hold },
    { type: 'terminal-finished', end: { kind: 'approved', wantsSignature: false } },
    { type: 'capture', answer: { ...hold, transfer: 'TR1' } },
    { type: 'transfer', transfer: pending },
    { type: 'reversal-asked', reversal: 'r1', amountMinor: 400, by: 'manager', reason: null },
    { type: 'transfer', transfer: { ...pending, state: 'FAILED' } },
    { type: 'reversal-missing', reversal: 'r1', missing: { kind: 'refused', failure: conflict } },
    { type: 'reversal-found', reversal: 'r1', answer: null },
  );
  expect(attempt.phase).toMatchObject({ name: 'done', outcome: { kind: 'failed' } });
  expect(attempt.reversals.map(({ phase }) => phase.name)).toEqual(['failed']);
});

test('the reconciliation poll finds a second copy of a refused reversal that arrives later', () => {
  const made = { id: 'TR1', state: 'SUCCEEDED', amountMinor: 1_000, tipMinor: null, failureCode: null } as const;
  const { attempt } = after(
    { type: 'terminal-started' },
    { type: 'online-request', entryMode: 'chip' },
    { type: 'authorization', answer: hold },
    { type: 'terminal-finished', end: { kind: 'approved', wantsSignature: false } },
    { type: 'capture', answer: { ...hold, transfer: 'TR1' } },
    { type: 'transfer', transfer: made },
    { type: 'reversal-asked', reversal: 'r1', amountMinor: 400, by: 'manager', reason: null },
    { type: 'reversal-missing', reversal: 'r1', missing: { kind: 'refused', failure: conflict } },
    { type: 'reversal-found', reversal: 'r1', answer: null },
  );
  expect(attempt.reversals.map(({ phase }) => phase.name)).toEqual(['failed']);
  expect(watchUntil(attempt)).toBeGreaterThan(startedAt);
  expect(probe(attempt)).toEqual([{ type: 'find-reversal', reversal: 'r1', transfer: 'TR1' }]);
  const late = transition(attempt, {
    type: 'reversal-found',
    reversal: 'r1',
    answer: { ...made, id: 'RV1', amountMinor: 400 },
    at: startedAt + 30_000,
  });
  expect(late?.attempt.reversals.map(({ phase }) => phase.name)).toEqual(['succeeded']);
});

test('a reversal is not sent again once it exceeds the captured amount at the platform', () => {
  const made = { id: 'TR1', state: 'PENDING', amountMinor: 1_000, tipMinor: null, failureCode: null } as const;
  const silence = { kind: 'unknown', failure: { code: 'API_TIMEOUT', message: 'no answer' } } as const;
  const late = { type: 'reversal-found', reversal: 'r1', answer: null, at: startedAt + 70_000 } as const;
  const ask = { type: 'reversal-asked', reversal: 'r1', amountMinor: 1_000, by: 'manager', reason: null } as const;
  const { attempt } = after(
    { type: 'terminal-started' },
    { type: 'online-request', entryMode: 'chip' },
    { type: 'authorization', answer: hold },
    { type: 'terminal-finished', end: { kind: 'approved', wantsSignature: false } },
    { type: 'capture', answer: { ...hold, transfer: 'TR1' } },
    { type: 'transfer', transfer: made },
    ask,
    { type: 'reversal-missing', reversal: 'r1', missing: silence },
    late,
    late,
    late,
  );
  expect(attempt.reversals.map(({ phase }) => phase.name)).toEqual(['failed']);
  expect(transition(attempt, { ...ask, at: startedAt + 70_000 })?.effects).toHaveLength(1);
  const less = transition(attempt, {
    type: 'transfer',
    transfer: { ...made, state: 'SUCCEEDED', amountMinor: 600 },
    at: startedAt + 65_000,
  });
  if (!less) throw new Error('the read means nothing here');
  expect(transition(less.attempt, { ...ask, at: startedAt + 70_000 })).toBeUndefined();
});
