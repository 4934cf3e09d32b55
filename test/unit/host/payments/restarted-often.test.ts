/**
 * Windows that have to end although the host restarts again and again, or the clock is set.
 * @module-tag ci-only
 */
import { expect, test } from 'vitest';
import { chargeDefaults } from '../../../../electron/contract/index.ts';
import { eachWorld, world } from './each-world.ts';

eachWorld();

const HOUR_MS = 3_600_000;

/** Number of process runs of `lifeMs` each until `isOver`. */
async function livesUntil(isOver: () => boolean, lifeMs: number): Promise<number> {
  for (let lives = 1; lives < 500; lives += 1) {
    await world.clock.advance(lifeMs);
    if (isOver()) return lives;
    await world.crash();
  }
  return Infinity;
}

test.each([
  ['a host restarted every 30 s', 'cable', 30_000, 3],
  ['a host restarted every 20 s', 'cable', 20_000, 5],
  ['a short --give-up', 'cable', 2_000, 50],
  ['a host restarted every 30 s', 'cloud', 30_000, 40],
  ['a short --give-up', 'cloud', 3_000, 300],
] as const)('incident: %s ends a create that never arrived over the %s in time', async (_, route, lifeMs, most) => {
  world.platform.faults.authorize = ['lose-request'];
  const id = await world.sale(1234, { route });
  if (route === 'cable') await world.terminal.insertCard();
  expect(await livesUntil(() => world.state(id) === 'failed', lifeMs)).toBeLessThanOrEqual(most);
  expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'PAY_NEVER_ARRIVED' } });
});

test('incident: a reversal that never arrived ends in time under a host restarted every 20 s', async () => {
  const id = await world.paid();
  world.platform.faults.reverse = ['lose-request'];
  world.engine.reverse(id, { reversal: 'R1', amountMinor: 500, by: 'Mo', reason: null });
  const lives = await livesUntil(() => world.engine.get(id).reversals[0]?.state === 'failed', 20_000);
  expect(lives).toBeLessThanOrEqual(4);
});

test('restarts do not shorten the window of a create that may still arrive', async () => {
  world.platform.faults.authorize = ['lose-request'];
  const id = await world.sale();
  await world.terminal.insertCard();
  for (let lives = 0; lives < 10; lives += 1) {
    await world.clock.advance(1_000);
    await world.crash();
    expect(world.state(id)).toBe('checking');
  }
});

test('incident: the search for late creates continues after the clock was set forward', async () => {
  Object.assign(world.platform, { now: () => world.clock.monotonic() });
  world.platform.faults.authorize = ['lose-request'];
  const id = await world.sale();
  await world.terminal.insertCard();
  await world.clock.advance(60_000);
  await world.terminal.finish({ kind: 'declined' });
  expect(world.state(id)).toBe('failed');
  await world.clock.advance(60_000);
  world.clock.set(2 * HOUR_MS);
  await world.clock.advance(120_000);
  world.engine.pollNow();
  await world.clock.advance(1_000);
  world.platform.create(`tillbridge-${id}`, 1234, 'USD');
  world.engine.pollNow();
  await world.clock.advance(60_000);
  expect(world.platform.authorizations.get('AU1')).toMatchObject({ isVoid: true });
});

test('the search ends once the platform answered a quarter of an hour later, also in another process run', async () => {
  Object.assign(world.platform, { now: () => world.clock.monotonic() });
  world.platform.faults.authorize = ['lose-request'];
  const id = await world.sale();
  await world.terminal.insertCard();
  await world.clock.advance(60_000);
  await world.terminal.finish({ kind: 'declined' });
  await world.clock.advance(120_000);
  await world.crash();
  await world.clock.advance(HOUR_MS);
  expect(world.journal.watched(world.clock.now())).not.toContain(id);
});

test('incident: a different charge under the id of a payment is refused', async () => {
  const id = await world.sale();
  const again = (more: object) => () =>
    world.engine.start({
      ...chargeDefaults,
      id,
      amountMinor: 1234,
      currency: 'USD',
      terminal: 'practice',
      cardTimeoutMs: 1,
      ...more,
    });
  expect(again({})()).toMatchObject({ id });
  for (const other of [
    { amountMinor: 1235 },
    { tipMinor: 100 },
    { currency: 'EUR' },
    { kind: 'refund' },
    { order: '7' },
  ])
    expect(again(other)).toThrow(/PAY_STATE/);
});
