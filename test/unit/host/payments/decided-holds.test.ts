/**
 * The manager's decision about a hold with an unknown outcome: it covers only the existence of the hold, or the
 * requested capture.
 */
import { expect, test } from 'vitest';
import { eachWorld, world } from './each-world.ts';
import type { World, Fault } from './world.ts';

eachWorld();

const forever = (fault: Fault): Fault[] => Array.from({ length: 2_000 }, () => fault);

async function held(more: Parameters<World['sale']>[1] = {}): Promise<string> {
  const id = await world.paid(10_000, { kind: 'authorization', ...more });
  return id;
}

/** The capture is lost, the platform is silent, and a manager decides "paid"; then the platform is back. */
async function decidedWhileCapturing(id: string, capture: { amountMinor: number; tipMinor: number }): Promise<void> {
  world.platform.faults.capture = forever('lose-request');
  world.platform.faults.find = forever('not-sent');
  world.engine.capture(id, { ...capture, by: 'Mo' });
  await world.clock.advance(10_000);
  expect(world.engine.get(id)).toMatchObject({ state: 'checking', canDecide: true });
  world.engine.decide(id, { verdict: 'paid', by: 'Mo', reason: 'they saw the slip' });
  world.platform.faults = {};
  await world.clock.advance(3 * 60_000);
}

test('a decision "paid" captures the requested amount, not the whole hold', async () => {
  const id = await held();
  await decidedWhileCapturing(id, { amountMinor: 5_000, tipMinor: 0 });
  expect(world.engine.get(id)).toMatchObject({ state: 'captured', capturedMinor: 5_000 });
  expect(world.platform.capturedMinor).toBe(5_000);
});

test('a decision "paid" captures the requested tip', async () => {
  const id = await held({ tipRoomMinor: 2_000 });
  await decidedWhileCapturing(id, { amountMinor: 11_500, tipMinor: 1_500 });
  expect(world.engine.get(id)).toMatchObject({ state: 'captured', capturedMinor: 11_500, tipMinor: 1_500 });
});

test('a decision "paid" captures the requested amount after a restart too', async () => {
  const id = await held();
  world.platform.faults.capture = forever('lose-request');
  world.platform.faults.find = forever('not-sent');
  world.engine.capture(id, { amountMinor: 5_000, tipMinor: 500, by: 'Mo' });
  await world.clock.advance(10_000);
  world.engine.decide(id, { verdict: 'paid', by: 'Mo', reason: 'they saw the slip' });
  await world.crash();
  world.platform.faults = {};
  await world.clock.advance(3 * 60_000);
  expect(world.engine.get(id)).toMatchObject({ state: 'captured', capturedMinor: 5_000, tipMinor: 500 });
});

test('a decision "paid" about a hold without a requested capture keeps the hold', async () => {
  world.platform.faults.authorize = ['lose-reply'];
  world.platform.faults.find = forever('not-sent');
  const id = await world.paid(10_000, { kind: 'authorization' });
  await world.clock.advance(10_000);
  world.engine.decide(id, { verdict: 'paid', by: 'Mo', reason: 'they saw the slip' });
  world.platform.faults = {};
  await world.clock.advance(3 * 60_000);
  expect(world.engine.get(id)).toMatchObject({ state: 'authorized', authorizedMinor: 10_000, capturedMinor: null });
  expect(world.platform.calls).not.toContain('capture');
});
