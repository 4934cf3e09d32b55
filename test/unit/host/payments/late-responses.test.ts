/**
 * Evidence after the end: the manager's decision and the answers that overrule it, captures that fail later, the
 * reconciliation poll.
 */
import { describe, expect, test } from 'vitest';
import { eachWorld, world } from './each-world.ts';
import type { Fault } from './world.ts';

eachWorld();

const approved = { kind: 'approved', wantsSignature: false } as const;
const HOUR = 3_600_000;
const forever = (fault: Fault): Fault[] => Array.from({ length: 2_000 }, () => fault);

/** A payment that is checking without an answer. `isThere`: the platform has the hold. */
async function doubtful(isThere: boolean): Promise<string> {
  world.platform.faults.authorize = [isThere ? 'lose-reply' : 'lose-request'];
  world.platform.faults.find = forever('not-sent');
  const id = await world.sale();
  await world.terminal.insertCard();
  await world.terminal.finish({ kind: 'timed-out' });
  await world.clock.advance(5_000);
  return id;
}

describe('a manager’s decision', () => {
  test('is accepted once the platform has not answered; it has name and reason, and frees the terminal', async () => {
    const id = await doubtful(false);
    expect(world.engine.get(id)).toMatchObject({ state: 'checking', canDecide: true });
    const view = world.engine.decide(id, { verdict: 'not-paid', by: 'Mo', reason: 'customer left' });
    expect(view).toMatchObject({
      state: 'decided',
      decision: { verdict: 'not-paid', by: 'Mo', reason: 'customer left' },
    });
    expect(world.engine.openOn('practice')).toBeNull();
    expect(() => world.engine.decide(id, { verdict: 'paid', by: 'Mo', reason: 'changed' })).toThrow(/PAY_STATE/);
    await world.crash();
    expect(world.state(id)).toBe('decided');
  });

  test('is refused for a payment that runs, waits or has ended', async () => {
    const id = await world.sale();
    const word = { verdict: 'paid', by: 'Mo', reason: 'because' } as const;
    expect(() => world.engine.decide(id, word)).toThrow(/PAY_STATE/);
    await world.terminal.insertCard();
    await world.terminal.finish(approved);
    expect(() => world.engine.decide(id, word)).toThrow(/PAY_STATE/);
    expect(() => world.engine.decide('nobody', word)).toThrow(/PAY_NOT_FOUND/);
  });

  test('"not paid" releases a hold at the platform', async () => {
    const id = await doubtful(true);
    world.engine.decide(id, { verdict: 'not-paid', by: 'Mo', reason: 'customer left' });
    world.platform.faults = {};
    await world.clock.advance(2 * 60_000);
    expect(world.platform.heldMinor).toBe(0);
    expect(world.platform.capturedMinor).toBe(0);
    expect(world.state(id)).toBe('released');
  });

  test('"paid" captures a hold at the platform once', async () => {
    const id = await doubtful(true);
    world.engine.decide(id, { verdict: 'paid', by: 'Mo', reason: 'the slip says so' });
    world.platform.faults = {};
    await world.clock.advance(2 * 60_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'captured', capturedMinor: 1234 });
    expect(world.platform.transfers.size).toBe(1);
  });

  test('"paid" is replaced by a decline at the platform', async () => {
    world.platform.decline = 'DO_NOT_HONOR';
    const id = await doubtful(true);
    world.engine.decide(id, { verdict: 'paid', by: 'Mo', reason: 'the slip says so' });
    world.platform.faults = {};
    await world.clock.advance(2 * 60_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'declined', declineCode: 'DO_NOT_HONOR' });
  });

  test('"not paid" is replaced by a capture of another client', async () => {
    const id = await doubtful(true);
    world.engine.decide(id, { verdict: 'not-paid', by: 'Mo', reason: 'customer left' });
    await world.platform.capture({ authorization: 'AU1', amountMinor: 1234 });
    world.platform.faults = {};
    await world.clock.advance(2 * 60_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'captured', capturedMinor: 1234 });
  });

  test('stays if the platform has no record', async () => {
    const id = await doubtful(false);
    world.engine.decide(id, { verdict: 'paid', by: 'Mo', reason: 'paid in cash' });
    world.platform.faults = {};
    await world.clock.advance(3 * HOUR);
    expect(world.state(id)).toBe('decided');
  });
});

describe('a captured payment that is not yet batched', () => {
  async function pending(): Promise<string> {
    world.platform.transferState = 'PENDING';
    const id = await world.paid();
    expect(world.state(id)).toBe('captured');
    return id;
  }

  test('stays paid once it is batched, and is not polled any more', async () => {
    const id = await pending();
    Object.assign(world.platform.transfers.get('TR1') ?? {}, { state: 'SUCCEEDED' });
    await world.clock.advance(60_000);
    const asked = world.count('transfer');
    await world.clock.advance(24 * HOUR);
    expect(world.count('transfer')).toBe(asked);
    expect(world.state(id)).toBe('captured');
  });

  test('is no longer shown as paid if it fails after a restart', async () => {
    const id = await pending();
    await world.crash();
    Object.assign(world.platform.transfers.get('TR1') ?? {}, { state: 'FAILED' });
    await world.clock.advance(60_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'PAY_CAPTURE_FAILED' } });
  });
});

describe('the reconciliation poll', () => {
  test('polls soon at first, then ever more rarely, then not at all', async () => {
    world.platform.transferState = 'PENDING';
    await world.paid();
    const hours: number[] = [];
    for (let hour = 0; hour < 24 * 6; hour += 1) {
      const before = world.count('transfer');
      await world.clock.advance(HOUR);
      hours.push(world.count('transfer') - before);
    }
    expect(hours[0]).toBeGreaterThanOrEqual(30); // every half minute for a quarter of an hour
    expect(hours[0]).toBeLessThanOrEqual(80);
    expect(hours[10]).toBeGreaterThanOrEqual(1); // then every half hour
    expect(hours[10]).toBeLessThanOrEqual(3);
    expect(hours.slice(24 * 5 + 2).every((times) => times === 0)).toBe(true); // no batch is expected after five days
  });

  test('searches for a request that may still arrive until the platform has answered, however long that takes', async () => {
    world.platform.faults.authorize = ['lose-request'];
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'timed-out' });
    await world.clock.advance(60_000);
    expect(world.state(id)).toBe('failed');
    // The create arrives late, and then there is no connection for hours.
    world.platform.create(`tillbridge-${id}`, 1_000, 'USD');
    world.platform.faults.find = forever('not-sent');
    await world.clock.advance(5 * HOUR);
    expect(world.platform.heldMinor).toBeGreaterThan(0);
    await world.crash();
    await world.clock.advance(HOUR);
    world.platform.faults = {};
    await world.clock.advance(HOUR);
    expect(world.platform.heldMinor).toBe(0);
    expect(world.state(id)).toBe('failed');
  });

  test('stops once the platform has answered after that time', async () => {
    world.platform.faults.authorize = ['lose-request'];
    await world.sale();
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'timed-out' });
    await world.clock.advance(30 * 60_000);
    const before = world.count('find');
    expect(before).toBeGreaterThan(20);
    await world.clock.advance(8 * HOUR);
    expect(world.count('find')).toBe(before);
    await world.crash();
    await world.clock.advance(8 * HOUR);
    expect(world.count('find')).toBe(before);
  });

  test('polls at once on request', async () => {
    world.platform.transferState = 'PENDING';
    await world.paid();
    const before = world.count('transfer');
    world.engine.pollNow();
    await world.clock.advance(1);
    expect(world.count('transfer')).toBe(before + 1);
  });

  test('stops with the engine', async () => {
    world.platform.transferState = 'PENDING';
    await world.paid();
    world.engine.close();
    const before = world.platform.calls.length;
    await world.clock.advance(HOUR);
    expect(world.platform.calls).toHaveLength(before);
  });
});
