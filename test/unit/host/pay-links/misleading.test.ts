/**
 * Misleading answers about a link: lists that lag, refusals of what was done, other currencies, clocks that are set.
 */
import { expect, test } from 'vitest';
import { isUnfinishedLink } from '../../../../electron/contract/index.ts';
import { eachLinkWorld, MINUTE_MS, onlyLink, world } from './world.ts';

eachLinkWorld();

test('a refused create is searched for once before "no link"', async () => {
  world.platform.faults.create = ['refused'];
  world.platform.faults.find = ['lost'];
  world.open();
  await world.clock.advance(500);
  expect(world.get()).toMatchObject({ state: 'checking', checking: { reason: 'no-answer' } });
  await world.clock.advance(2_000);
  expect(world.get()).toMatchObject({ state: 'failed', failure: { code: 'API_INVALID' } });
  expect(world.platform.asked).toEqual(['create', 'find', 'find']);
});

test('the till finds and uses the link of a create that was refused after it was done (401, 409, 422)', async () => {
  world.platform.faults.create = ['refused'];
  world.platform.make('link-0001');
  world.open();
  await world.clock.advance(1_000);
  expect(world.get()).toMatchObject({ state: 'open', url: 'https://pay.example/PL1', failure: null });
  expect(world.platform.links.size).toBe(1);
});

test('the till closes the link of a refused create that appears later, because no customer got its address', async () => {
  world.platform.faults.create = ['refused'];
  world.open();
  await world.clock.advance(1_000);
  expect(world.get().state).toBe('failed');
  world.platform.make('link-0001');
  await world.clock.advance(MINUTE_MS);
  expect(onlyLink().state).toBe('DEACTIVATED');
});

test('the till closes a link only after a second poll, which finds a payment that the list showed late', async () => {
  world.open();
  await world.clock.advance(1_000);
  world.links.close('link-0001', 'Maya');
  await world.clock.advance(1_000);
  expect(onlyLink().state).toBe('DEACTIVATED');
  expect(isUnfinishedLink(world.get())).toBe(true);
  // The customer had pressed Pay before, and the platform's list shows the payment only now.
  onlyLink().payments.push({ transfer: 'TR-lag', state: 'PENDING', amountMinor: 4260, currency: 'USD' });
  await world.clock.advance(6_000);
  expect(world.get()).toMatchObject({ state: 'checking', checking: { reason: 'being-paid' } });
  world.platform.decide('PL1', 'SUCCEEDED');
  await world.clock.advance(10_000);
  expect(world.get()).toMatchObject({ state: 'paid', isTooLate: true, isLate: false });
});

test('the time to the second poll restarts when a customer tries and fails while the link is closed', async () => {
  world.open();
  await world.clock.advance(1_000);
  world.links.close('link-0001', 'Maya');
  await world.clock.advance(1_000);
  onlyLink().payments.push({ transfer: 'TR-x', state: 'PENDING', amountMinor: 4260, currency: 'USD' });
  await world.clock.advance(5_000);
  world.platform.decide('PL1', 'FAILED');
  await world.clock.advance(3_000);
  expect(isUnfinishedLink(world.get())).toBe(true);
  await world.clock.advance(10_000);
  expect(world.get().state).toBe('closed');
});

test('the till keeps a link paid in another currency in doubt until the platform has a payment in the till’s', async () => {
  for (const close of [false, true]) {
    const id = `link-${close}`;
    world.links.open({ id, amountMinor: 4260, currency: 'USD', order: id, note: null, part: null });
    await world.clock.advance(1_000);
    const made = world.platform.tagged(id)[0]!;
    made.payments.push({ transfer: 'TR-eur', state: 'SUCCEEDED', amountMinor: 4260, currency: 'EUR' });
    made.state = 'COMPLETED';
    if (close) world.links.close(id, 'Maya');
    await world.clock.advance(2 * MINUTE_MS);
    expect(world.get(id)).toMatchObject({ state: 'checking', checking: { reason: 'other-currency' }, paidMinor: null });
    expect(world.written(id).length).toBeLessThan(6);
    made.payments.push({ transfer: 'TR-usd', state: 'SUCCEEDED', amountMinor: 4260, currency: 'USD' });
    await world.clock.advance(MINUTE_MS);
    expect(world.get(id)).toMatchObject({ state: 'paid', payments: [{ transfer: 'TR-usd' }] });
  }
});

test('the till waits for a create on its way and keeps an open link open when the clock is set forward a day', async () => {
  world.platform.faults.create = ['lost'];
  world.open();
  world.open('link-open', { order: 'A-1' });
  await world.clock.advance(5_000);
  world.setClock(26 * 60 * MINUTE_MS);
  await world.clock.advance(30_000);
  expect(world.get()).toMatchObject({ state: 'checking' });
  expect(world.get('link-open')).toMatchObject({ state: 'open' });
  world.platform.make('link-0001');
  await world.clock.advance(20_000);
  expect(world.get()).toMatchObject({ state: 'open' });
  await world.clock.advance(15 * MINUTE_MS);
  expect(world.get('link-open')).toMatchObject({ state: 'expired' });
});

test('the till ends a link and a lost create in their time when the clock is set back a day', async () => {
  world.platform.faults.create = ['lost'];
  world.open();
  world.open('link-open', { order: 'A-1' });
  await world.clock.advance(5_000);
  world.setClock(-26 * 60 * MINUTE_MS);
  await world.clock.advance(2 * MINUTE_MS);
  expect(world.get()).toMatchObject({ state: 'failed', failure: { code: 'PAY_NEVER_ARRIVED' } });
  await world.clock.advance(15 * MINUTE_MS);
  expect(world.get('link-open')).toMatchObject({ state: 'expired' });
});

test('the till finds the payment of a link that was switched on again, although the clock jumped a day', async () => {
  world.open();
  await world.clock.advance(1_000);
  world.links.close('link-0001', 'Maya');
  await world.clock.advance(10_000);
  expect(world.get().state).toBe('closed');
  world.setClock(25 * 60 * MINUTE_MS);
  await world.clock.advance(MINUTE_MS);
  const link = onlyLink();
  link.payments.push({ transfer: 'TR-late', state: 'SUCCEEDED', amountMinor: 4260, currency: 'USD' });
  link.state = 'COMPLETED';
  await world.clock.advance(20 * MINUTE_MS);
  expect(world.get()).toMatchObject({ state: 'paid', isLate: true });
});

test('the till ends a create that never arrived, although the till restarts every thirty seconds', async () => {
  world.platform.faults.create = ['lost'];
  world.open();
  for (let starts = 0; starts < 8; starts += 1) {
    await world.clock.advance(30_000);
    world.restart();
  }
  expect(world.get()).toMatchObject({ state: 'failed', failure: { code: 'PAY_NEVER_ARRIVED' } });
  expect(world.platform.asked.filter((one) => one === 'create')).toHaveLength(1);
});
