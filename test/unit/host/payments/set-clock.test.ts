/** Somebody sets the till's clock in the middle of it: what is waited for is waited for by timers, and the reconciliation poll goes on. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { World } from './world.ts';

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.close());

const HOUR = 3_600_000;

test('back by six hours: the reconciliation poll goes on', async () => {
  world.platform.transferState = 'PENDING';
  const id = await world.sale();
  await world.terminal.insertCard();
  await world.terminal.finish({ kind: 'approved', wantsSignature: false });
  await world.clock.advance(60_000);
  world.clock.set(-6 * HOUR);
  Object.assign(world.platform.transfers.get('TR1') ?? {}, { state: 'FAILED' });
  await world.clock.advance(5 * 60_000);
  expect(world.state(id)).toBe('failed');
});

test('back by six hours while checking: "never arrived" is found out as soon as ever', async () => {
  world.platform.faults.authorize = ['lose-request'];
  const id = await world.sale();
  await world.terminal.insertCard();
  await world.clock.advance(2_000);
  expect(world.state(id)).toBe('checking');
  world.clock.set(-6 * HOUR);
  await world.clock.advance(60_000);
  await world.terminal.finish({ kind: 'declined' });
  expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'PAY_NEVER_ARRIVED' } });
});

test('forward by an hour while a refund is checked: not called failed while it may still arrive', async () => {
  world.platform.faults.authorize = ['lose-request'];
  const id = await world.sale(1234, { kind: 'refund' });
  await world.terminal.insertCard();
  await world.clock.advance(2_000);
  world.clock.set(HOUR);
  await world.clock.advance(20_000);
  await world.terminal.finish({ kind: 'failed', reason: 'gave up' });
  expect(world.state(id)).toBe('checking');
  await world.clock.advance(11 * 60_000);
  expect(world.state(id)).toBe('failed');
});

test('forward by an hour while a reversal is checked: the same, and asking for it again does not send it twice', async () => {
  const id = await world.sale();
  await world.terminal.insertCard();
  await world.terminal.finish({ kind: 'approved', wantsSignature: false });
  world.platform.faults.reverse = ['lose-request'];
  world.engine.reverse(id, { reversal: 'R1', amountMinor: 1234, by: 'Mo', reason: null });
  await world.clock.advance(1_000);
  world.clock.set(HOUR);
  await world.clock.advance(5_000);
  expect(world.engine.get(id).reversals).toMatchObject([{ state: 'checking' }]);
  world.engine.pollNow();
  await world.clock.advance(1_000);
  expect(world.engine.get(id).reversals).toMatchObject([{ state: 'checking' }]);
  await world.clock.advance(60_000);
  expect(world.engine.get(id).reversals).toMatchObject([{ state: 'failed', failure: { code: 'PAY_NEVER_ARRIVED' } }]);
});
