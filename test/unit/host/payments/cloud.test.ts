/**
 * The cloud route: the platform drives the terminal. Creates are PENDING, held open or never answered; a CANCEL is no
 * evidence.
 */
import { describe, expect, test } from 'vitest';
import { idempotencyIdOf } from '../../../../electron/domain/index.ts';
import { eachWorld, world } from './each-world.ts';
import { settle } from './world.ts';

eachWorld();

const MINUTE = 60_000;
const cloud = { route: 'cloud' } as const;

test('a PENDING payment is polled until the customer has paid, and the cable is never used', async () => {
  const id = await world.sale(1234, cloud);
  expect(world.engine.get(id)).toMatchObject({ state: 'working', prompt: 'follow-terminal', route: 'cloud' });
  await world.clock.advance(3 * MINUTE);
  expect(world.state(id)).toBe('working'); // customers may take minutes
  world.platform.decide('AU1', 'SUCCEEDED');
  await world.clock.advance(3_000);
  expect(world.engine.get(id)).toMatchObject({ state: 'captured', capturedMinor: 1234 });
  expect(world.terminal.attempt).toBeNull();
  expect(world.terminal.amounts).toEqual([]);
});

test('the reply contains the tip', async () => {
  world.platform.cloudState = 'SUCCEEDED';
  world.platform.tipOnTerminalMinor = 150;
  const id = await world.sale(1000, { ...cloud, isTipOnTerminal: true });
  expect(world.platform.asked[0]).toMatchObject({ isTipOnTerminal: true, card: null, device: 'DV1' });
  expect(world.engine.get(id)).toMatchObject({ state: 'captured', tipMinor: 150 });
});

test('a payment that stays PENDING for long is checked, and still ends by itself', async () => {
  const id = await world.sale(1234, cloud);
  await world.clock.advance(6 * MINUTE);
  expect(world.engine.get(id)).toMatchObject({ state: 'checking', checking: { reason: 'no-answer' } });
  world.platform.decide('AU1', 'FAILED', 'EXCEEDED_CARDHOLDER_INPUT_TIME_LIMIT');
  await world.clock.advance(MINUTE);
  expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'PAY_NO_CARD' } });
});

test('a create that the platform holds open is shown as running until it is declined', async () => {
  const reply = Promise.withResolvers<void>();
  const authorize = world.platform.authorize.bind(world.platform);
  world.platform.authorize = async (asked) => reply.promise.then(() => authorize(asked));
  world.platform.decline = 'INSUFFICIENT_FUNDS';
  const id = await world.sale(1234, cloud);
  await world.clock.advance(4 * MINUTE);
  expect(world.state(id)).toBe('working');
  reply.resolve();
  await settle();
  expect(world.engine.get(id)).toMatchObject({ state: 'declined', declineCode: 'INSUFFICIENT_FUNDS' });
});

test('a create that was never answered and never arrived counts as "not found" only after six minutes', async () => {
  world.platform.faults.authorize = ['lose-request'];
  const id = await world.sale(1234, cloud);
  await world.clock.advance(5 * MINUTE);
  expect(world.state(id)).toBe('checking');
  await world.clock.advance(2 * MINUTE);
  expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'PAY_NEVER_ARRIVED' } });
});

test('a create that was never answered but arrived is paid', async () => {
  world.platform.cloudState = 'SUCCEEDED';
  world.platform.faults.authorize = ['lose-reply'];
  const id = await world.sale(1234, cloud);
  await world.clock.advance(1_000);
  expect(world.state(id)).toBe('captured');
});

test('a late create that asks a customer for a card is cancelled', async () => {
  world.platform.faults.authorize = ['lose-request'];
  const id = await world.sale(1234, cloud);
  await world.clock.advance(7 * MINUTE);
  expect(world.state(id)).toBe('failed');
  const late = world.platform.create(`tillbridge-${id}`, 1234, 'USD');
  late.state = 'PENDING';
  await world.clock.advance(2 * MINUTE);
  expect(world.platform.calls).toContain('cancel-device');
  expect(world.platform.heldMinor).toBe(0);
  expect(world.engine.openOn('practice')).toBeNull();
});

describe('cancel', () => {
  test.each([
    ['that is answered', undefined],
    ['whose reply is lost', 'lose-reply'],
  ] as const)('a CANCEL %s ends the payment as cancelled once its record shows it', async (_name, fault) => {
    if (fault) world.platform.faults['cancel-device'] = [fault];
    const id = await world.sale(1234, cloud);
    world.engine.cancel(id, 'cashier');
    expect(world.state(id)).toBe('working');
    await world.clock.advance(5_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'cancelled', cancelledBy: 'cashier' });
  });

  test('a hold is released if the CANCEL was refused and the customer paid', async () => {
    world.platform.faults['cancel-device'] = Array.from({ length: 20 }, () => 'refuse');
    const id = await world.sale(1234, cloud);
    world.engine.cancel(id, 'cashier');
    await world.clock.advance(5_000);
    expect(world.state(id)).toBe('working');
    world.platform.decide('AU1', 'SUCCEEDED');
    await world.clock.advance(5_000);
    expect(world.state(id)).toBe('cancelled');
    expect(world.platform.heldMinor).toBe(0);
  });

  test('a lost CANCEL is sent again while the terminal is still asking', async () => {
    world.platform.faults['cancel-device'] = ['lose-request', 'lose-request'];
    const id = await world.sale(1234, cloud);
    world.engine.cancel(id, 'cashier');
    await world.clock.advance(15_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'cancelled', cancelledBy: 'cashier' });
    expect(world.platform.calls.filter((call) => call === 'cancel-device')).toHaveLength(3);
  });

  test('a CANCEL sent before the payment is at the terminal is sent again afterwards', async () => {
    const reply = Promise.withResolvers<void>();
    const create = world.platform.authorize.bind(world.platform);
    world.platform.authorize = async (asked) => {
      await reply.promise;
      return create(asked);
    };
    const id = await world.sale(1234, cloud);
    world.engine.cancel(id, 'cashier');
    await world.clock.advance(1_000); // a CANCEL to a Device that does nothing yet
    reply.resolve();
    await world.clock.advance(5_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'cancelled', cancelledBy: 'cashier' });
  });

  test('the terminal is stopped if "not paid" was decided while it is still asking', async () => {
    const id = await world.sale(1234, cloud);
    world.platform.faults.find = Array.from({ length: 200 }, () => 'not-sent');
    await world.clock.advance(6 * 60_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'checking', canDecide: true });
    world.engine.decide(id, { verdict: 'not-paid', by: 'Mo', reason: 'they left' });
    world.platform.faults = {};
    await world.clock.advance(60_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'cancelled' });
    expect(world.platform.heldMinor).toBe(0);
  });

  test('a CANCEL for a payment that appears late is not sent while the terminal is at the next payment', async () => {
    world.platform.faults.authorize = ['lose-request'];
    const first = await world.sale(1234, cloud);
    await world.clock.advance(7 * 60_000);
    expect(world.state(first)).toBe('failed');
    const second = await world.sale(2000, cloud);
    world.platform.create(idempotencyIdOf(first), 1234, 'USD').state = 'PENDING';
    await world.clock.advance(40_000);
    expect(world.state(first)).toBe('checking');
    expect(world.platform.calls).not.toContain('cancel-device');
    for (const [au, record] of world.platform.authorizations)
      if (record.amountMinor === 2000) world.platform.decide(au, 'SUCCEEDED');
    await world.clock.advance(60_000);
    expect(world.state(second)).toBe('captured');
    expect(world.platform.calls).toContain('cancel-device');
    expect(world.state(first)).toBe('cancelled');
  });

  test('a cancel on the terminal is shown as the customer’s', async () => {
    const id = await world.sale(1234, cloud);
    world.platform.decide('AU1', 'CANCELED', 'CANCELLATION_VIA_DEVICE');
    await world.clock.advance(3_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'cancelled', cancelledBy: 'customer' });
  });
});

test.each([
  ['DEVICE_IN_USE', 'TERM_BUSY'],
  ['DEVICE_NOT_CONNECTED', 'TERM_NOT_READY'],
  ['DEVICE_NOT_ENABLED', 'DEVICE_NOT_ENABLED'],
  ['DEVICE_UNREACHABLE', 'TERM_NOT_READY'],
  ['INCOMPLETE_TRANSACTION', 'PAY_NOT_COMPLETED'],
])('a failure with %s ends as %s, and not as a decline', async (failureCode, code) => {
  const id = await world.sale(1234, cloud);
  world.platform.decide('AU1', 'FAILED', failureCode);
  await world.clock.advance(3_000);
  expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code } });
});

test('a payment is read again after a restart, and is paid if the platform says so', async () => {
  const id = await world.sale(1234, cloud);
  await world.crash();
  world.platform.decide('AU1', 'SUCCEEDED');
  await world.clock.advance(3_000);
  expect(world.state(id)).toBe('captured');
  expect(world.platform.authorizations.size).toBe(1);
});

test('the cloud route works without a cable, and a terminal may be paired for it', async () => {
  world.terminal.isReady = false;
  await expect(world.sale(1)).rejects.toThrow(/TERM_NOT_READY/);
  const describe_ = world.terminal.describe.bind(world.terminal);
  world.terminal.describe = (id) => ({ ...describe_(id), route: 'cloud' as const });
  const id = await world.sale(1234);
  expect(world.engine.get(id)).toMatchObject({ route: 'cloud', state: 'working' });
});
