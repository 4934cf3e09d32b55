/** Money rule 9: a surcharge is taken from the reply, never assumed. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { movedOf } from '../../../../electron/host/history/day-figures.ts';
import { settle, World } from './world.ts';

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.close());

const DAY_MS = 86_400_000;

async function paid(named: number | null): Promise<string> {
  world.platform.cloudState = 'SUCCEEDED';
  world.platform.surchargeMinor = named;
  const id = await world.sale(1_000, { route: 'cloud', surchargeMinor: 30 });
  await settle();
  expect(world.platform.asked[0]).toMatchObject({ amountMinor: 1_030, surchargeMinor: 30 });
  expect(world.state(id)).toBe('captured');
  return id;
}

test.each([
  ['another than was asked for', 45, 45],
  ['none at all, in so many words', 0, 0],
  ['the one that was asked for', 30, 30],
  ['nothing about it', null, 30],
])('the reply names %s', async (_words, named, shown) => {
  const id = await paid(named);
  const view = world.engine.get(id);
  expect(view).toMatchObject({ capturedMinor: 1_030, surchargeMinor: shown });
  // The day's figures are of what was charged.
  const now = world.clock.now();
  expect(movedOf(view, { from: now - DAY_MS, to: now + DAY_MS })).toEqual({
    saleMinor: 1_030 - shown,
    tipMinor: 0,
    surchargeMinor: shown,
    netMinor: 1_030,
  });
});

test('it is still known after a restart', async () => {
  const id = await paid(45);
  await world.crash();
  expect(world.engine.get(id)).toMatchObject({ state: 'captured', surchargeMinor: 45 });
});
