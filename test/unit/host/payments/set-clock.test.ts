/** The till's clock is set during a payment: waits are measured by timers, and the reconciliation poll continues. */
import { expect, test } from 'vitest';
import { eachWorld, world } from './each-world.ts';

eachWorld();

const HOUR = 3_600_000;

test('the reconciliation poll continues when the clock is set back by six hours', async () => {
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

test('"never arrived" takes no longer than usual when the clock is set back by six hours', async () => {
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

test('a refund is not shown as failed while it may still arrive when the clock is set forward by an hour', async () => {
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

test('a reversal is not shown as failed and not sent twice when the clock is set forward by an hour', async () => {
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

test('watched payments are polled as soon as usual when the clock is set forward by a day', async () => {
  world.platform.transferState = 'PENDING';
  const id = await world.sale();
  await world.terminal.insertCard();
  await world.terminal.finish({ kind: 'approved', wantsSignature: false });
  await world.clock.advance(60_000);
  world.clock.set(24 * HOUR);
  await world.clock.advance(60_000);
  Object.assign(world.platform.transfers.get('TR1') ?? {}, { state: 'FAILED' });
  await world.clock.advance(60_000);
  expect(world.state(id)).toBe('failed');
});

test.each([-HOUR, HOUR])(
  'a clock set by %i ms while the customer is prompted does not change when checking begins',
  async (byMs) => {
    const id = await world.sale(1234, { route: 'cloud' });
    await world.clock.advance(60_000);
    world.clock.set(byMs);
    await world.clock.advance(4 * 60_000);
    expect(world.state(id)).toBe('working');
    await world.crash();
    await world.clock.advance(20_000);
    expect(world.state(id)).toBe('working');
    await world.clock.advance(60_000);
    expect(world.state(id)).toBe('checking');
    await world.clock.advance(60_000);
    expect(world.state(id)).toBe('checking');
  },
);

test('a hold stays, and a void needs the platform’s proof, when the clock is set forward by weeks', async () => {
  Object.assign(world.platform, { now: () => world.clock.monotonic() });
  world.platform.expiresAt = world.clock.now() + 7 * 24 * HOUR;
  const id = await world.sale(1234, { kind: 'authorization' });
  await world.terminal.insertCard();
  await world.terminal.finish({ kind: 'approved', wantsSignature: false });
  world.clock.set(30 * 24 * HOUR);
  world.engine.pollNow();
  await world.clock.advance(1_000);
  expect(world.state(id)).toBe('authorized');
  world.platform.faults.void = ['lose-request'];
  world.engine.release(id, 'Mo');
  await world.clock.advance(60_000);
  expect(world.platform.heldMinor).toBe(0);
});

test('the same amount reversed again leads to the question when the clock is set forward by an hour', async () => {
  const id = await world.paid(1_000);
  const giveBack = (reversal: string) =>
    world.engine.reverse(id, { reversal, amountMinor: 400, by: 'Mo', reason: null });
  giveBack('R1');
  await world.clock.advance(1_000);
  world.clock.set(HOUR);
  expect(() => giveBack('R2')).toThrow(/PAY_DUPLICATE/);
});
