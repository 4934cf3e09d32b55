/**
 * The reconciliation poll during sales: a few queries at a time, and an old answer never interferes with a new step.
 */
import { expect, test } from 'vitest';
import { TillError } from '../../../../electron/contract/index.ts';
import { eachWorld, world } from './each-world.ts';
import { settle } from './world.ts';

eachWorld();

const approved = { kind: 'approved', wantsSignature: false } as const;

async function paid(): Promise<void> {
  await world.paid();
}

test('hundreds of unbatched captures are polled after a restart, never more than four at once', async () => {
  world.platform.transferState = 'PENDING';
  for (let count = 0; count < 200; count += 1) await paid();
  await world.clock.advance(60 * 60_000);
  await world.crash();
  let flying = 0;
  let most = 0;
  const asked = new Set<string>();
  const find = world.platform.findTransfer.bind(world.platform);
  world.platform.findTransfer = async (id) => {
    asked.add(id);
    flying += 1;
    most = Math.max(most, flying);
    await settle();
    const answer = await find(id);
    flying -= 1;
    return answer;
  };
  await world.clock.advance(31_000);
  for (let turn = 0; turn < 200; turn += 1) await settle();
  expect(asked.size).toBe(200);
  expect(most).toBe(4);
});

test('an answer on its way while a tab is captured sends no second capture', async () => {
  const id = await world.paid(10_000, { kind: 'authorization' });
  const [record] = world.platform.authorizations.values();
  const old = { ...record! };
  const read = Promise.withResolvers<void>();
  const find = world.platform.findPayment.bind(world.platform);
  world.platform.findPayment = async () => {
    world.platform.findPayment = find;
    await read.promise;
    return { kind: 'answered', record: old };
  };
  const answer = Promise.withResolvers<void>();
  const capture = world.platform.capture.bind(world.platform);
  world.platform.capture = async (request) => {
    await answer.promise;
    return capture(request);
  };
  await world.clock.advance(31_000); // the reconciliation poll sends its query
  world.engine.capture(id, { amountMinor: 5_000, tipMinor: 0, by: 'Mo' });
  await settle();
  read.resolve();
  await world.clock.advance(5_000);
  expect(world.state(id)).toBe('working');
  answer.resolve();
  await world.clock.advance(5_000);
  expect(world.platform.calls.filter((call) => call === 'capture')).toHaveLength(1);
  expect(world.engine.get(id)).toMatchObject({ state: 'captured', capturedMinor: 5_000, failure: null });
});

test('a partial approval voided by another client is released in place of waiting for the cashier', async () => {
  world.platform.approveAtMost = 600;
  const id = await world.paid(1_000, { partialApproval: 'ask' });
  expect(world.state(id)).toBe('partial');
  for (const record of world.platform.authorizations.values()) record.isVoid = true;
  await world.clock.advance(40_000);
  expect(world.state(id)).toBe('released');
});

test.each([
  ['a hold that is kept', { kind: 'authorization' } as const, 'authorized', 0],
  ['a part that waits for the cashier', { partialApproval: 'ask' } as const, 'partial', 600],
])('%s is polled for hours without a warning while nothing changes', async (_what, charge, state, atMost) => {
  if (atMost > 0) world.platform.approveAtMost = atMost;
  const id = await world.paid(1_000, charge);
  expect(world.state(id)).toBe(state);
  const before = world.platform.calls.length;
  await world.clock.advance(3 * 60 * 60_000);
  expect(world.platform.calls.length).toBeGreaterThan(before + 20);
  expect(world.warnings).toEqual([]);
});

test('a payment that never arrived is searched for without a warning', async () => {
  world.platform.faults.authorize = ['lose-request'];
  const id = await world.sale();
  await world.terminal.insertCard();
  await world.terminal.finish({ kind: 'timed-out' });
  await world.clock.advance(2 * 60_000);
  expect(world.state(id)).toBe('failed');
  world.platform.faults.find = Array.from({ length: 10 }, () => 'not-sent');
  world.warnings = [];
  const before = world.platform.calls.length;
  await world.clock.advance(10 * 60_000);
  expect(world.platform.calls.length).toBeGreaterThan(before + 10);
  expect(world.warnings).toEqual([]);
});

test('an unexpected event causes a warning, also for a watched payment', async () => {
  world.platform.transferState = 'PENDING';
  const id = await world.sale();
  const answered = Promise.withResolvers<void>();
  world.terminal.respond = () => answered.promise;
  await world.terminal.insertCard();
  await world.terminal.finish(approved);
  expect(world.state(id)).toBe('captured');
  await world.clock.advance(10 * 60_000);
  expect(world.warnings).toEqual([]);
  answered.reject(new TillError('LINK_LOST', 'The terminal was unplugged.'));
  await settle();
  expect(world.warnings).toEqual([
    { message: 'event has no meaning in this phase', context: { attempt: id, event: 'respond-failed', phase: 'done' } },
  ]);
});
