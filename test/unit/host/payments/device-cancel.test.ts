/** A CANCEL contains a Device but no payment: it must stop only the intended payment. */
import { describe, expect, test } from 'vitest';
import { idempotencyIdOf } from '../../../../electron/domain/index.ts';
import { eachWorld, world } from './each-world.ts';
import { settle } from './world.ts';

eachWorld();

const MINUTE = 60_000;
const cloud = { route: 'cloud' } as const;

/** A payment that the manager decided as "not paid", and that stays PENDING at the platform after every CANCEL. */
async function neverEnding(): Promise<string> {
  const id = await world.sale(1234, cloud);
  await world.clock.advance(6 * MINUTE);
  expect(world.engine.get(id)).toMatchObject({ state: 'checking', canDecide: true });
  const act = world.platform.cancelOnDevice.bind(world.platform);
  world.platform.cancelOnDevice = async () => {
    const answer = await act();
    world.platform.decide('AU1', 'PENDING');
    return answer;
  };
  world.engine.decide(id, { verdict: 'not-paid', by: 'Mo', reason: 'they left' });
  await settle();
  return id;
}

describe('a CANCEL still in progress when its payment has ended', () => {
  /** Delays CANCELs from now on: they arrive, and are answered, when the test calls the result. */
  function late(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const act = world.platform.cancelOnDevice.bind(world.platform);
    world.platform.cancelOnDevice = async () => promise.then(act);
    return resolve;
  }

  async function nextIsNotStopped(arrives: () => void): Promise<void> {
    expect(world.engine.openOn('practice')).toBeNull();
    await expect(world.sale(555, cloud)).rejects.toThrow(/PAY_BUSY/); // the CANCEL would stop it in place of this payment
    arrives();
    await settle();
    const next = await world.sale(555, cloud);
    await world.clock.advance(2 * MINUTE);
    expect(world.platform.authorizations.get('AU2')).toMatchObject({ amountMinor: 555, state: 'PENDING' });
    world.platform.decide('AU2', 'SUCCEEDED');
    await world.clock.advance(MINUTE);
    expect(world.engine.get(next)).toMatchObject({ state: 'captured', cancelAsked: false });
  }

  test.each([
    ['the customer was quicker', 'CANCELED', 'CANCELLATION_VIA_DEVICE', 'cancelled'],
    ['the bank was quicker', 'FAILED', 'DO_NOT_HONOR', 'cancelled'],
  ] as const)('delays the next payment when %s', async (_name, state, failureCode, end) => {
    const first = await world.sale(1234, cloud);
    const arrives = late();
    world.engine.cancel(first, 'cashier');
    world.platform.decide('AU1', state, failureCode);
    await world.clock.advance(3_000);
    expect(world.state(first)).toBe(end);
    await nextIsNotStopped(arrives);
  });

  test('delays the next payment when it belongs to a decision "not paid"', async () => {
    const id = await world.sale(1234, cloud);
    await world.clock.advance(6 * MINUTE);
    const arrives = late();
    world.engine.decide(id, { verdict: 'not-paid', by: 'Mo', reason: 'they left' });
    await nextIsNotStopped(arrives);
  });

  test('delays the next payment until its timeout if it is never answered, and no other terminal', async () => {
    const first = await world.sale(1234, cloud);
    const timeOut = Promise.withResolvers<void>();
    world.platform.cancelOnDevice = async () => {
      await timeOut.promise;
      return { kind: 'unknown', failure: { code: 'API_TIMEOUT', message: 'no answer' } };
    };
    world.engine.cancel(first, 'cashier');
    world.platform.decide('AU1', 'CANCELED', 'CANCELLATION_VIA_DEVICE');
    await world.clock.advance(3_000);
    await expect(world.sale(555, cloud)).rejects.toThrow(/PAY_BUSY/);
    expect(world.state(await world.sale(556, { ...cloud, terminal: 'other' }))).toBe('working');
    timeOut.resolve();
    await settle();
    expect(world.state(await world.sale(557, cloud))).toBe('working');
  });
});

test('a payment decided as "not paid" that stays PENDING gets a few CANCELs, and then ever rarer polls', async () => {
  const id = await neverEnding();
  const before = { cancels: world.count('cancel-device'), entries: world.journal.entries(id).length };
  const finds: number[] = [];
  for (let hour = 0; hour < 6; hour += 1) {
    const asked = world.count('find');
    await world.clock.advance(60 * MINUTE);
    finds.push(world.count('find') - asked);
  }
  const cancels = world.count('cancel-device') - before.cancels;
  expect(cancels).toBeGreaterThan(1); // the first CANCEL may have come before the payment did
  expect(cancels).toBeLessThanOrEqual(12);
  expect(world.journal.entries(id).length - before.entries).toBeLessThanOrEqual(cancels);
  expect(finds[0]).toBeGreaterThan(30);
  expect(finds[5]).toBeLessThan(12);
  world.platform.decide('AU1', 'CANCELED', 'CANCELLATION_VIA_API');
  await world.clock.advance(30 * MINUTE);
  expect(world.engine.get(id)).toMatchObject({ state: 'cancelled', cancelledBy: 'cashier' });
});

test.each([
  ['back by twenty minutes', -20],
  ['back by two minutes', -2],
  ['not set', 0],
])(
  'a payment decided as "not paid" that stays PENDING does not stop the next when the clock is %s',
  async (_name, by) => {
    await neverEnding();
    world.clock.set(by * MINUTE);
    const next = await world.sale(555, cloud);
    await world.clock.advance(4 * MINUTE);
    expect(world.state(next)).toBe('working');
    world.platform.decide('AU2', 'SUCCEEDED');
    await world.clock.advance(5_000);
    expect(world.state(next)).toBe('captured');
  },
);

test('an older payment that appears after the clock was put back stops no other, and the next can be cancelled', async () => {
  world.platform.faults.authorize = ['lose-request'];
  const first = await world.sale(1234, cloud);
  await world.clock.advance(7 * MINUTE);
  expect(world.state(first)).toBe('failed');
  world.clock.set(-40 * MINUTE);
  const second = await world.sale(2000, cloud);
  world.platform.create(idempotencyIdOf(first), 1234, 'USD').state = 'PENDING';
  await world.clock.advance(40_000);
  expect(world.engine.get(first)).toMatchObject({ state: 'working', cancelAsked: true });
  expect(world.platform.calls).not.toContain('cancel-device');
  await world.crash(); // the order in which the payments began survives in the journal
  await world.clock.advance(40_000);
  expect(world.platform.calls).not.toContain('cancel-device');
  expect(world.state(second)).toBe('working');
  world.engine.cancel(second, 'cashier');
  await world.clock.advance(10_000);
  expect(world.engine.get(second)).toMatchObject({ state: 'cancelled', cancelledBy: 'cashier' });
});

test('a cancel through the platform that this till did not request has no canceller', async () => {
  const id = await world.sale(1234, cloud);
  world.platform.decide('AU1', 'CANCELED', 'CANCELLATION_VIA_API');
  await world.clock.advance(3_000);
  expect(world.engine.get(id)).toMatchObject({ state: 'cancelled', cancelledBy: null, cancelAsked: false });
});
