/**
 * The terminal ends a payment because the till had no answer for the card: the outcome shows that no bank has refused.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { World } from './world.ts';

let world: World;
beforeEach(() => (world = new World()));
afterEach(() => world.close());

const MINUTE_MS = 60_000;

it.each(['declined', 'timed-out'] as const)(
  'fails with "no answer" if the request is lost and the terminal ends %s',
  async (kind) => {
    world.platform.faults = { authorize: ['lose-request'] };
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.terminal.finish({ kind });
    await world.clock.advance(5 * MINUTE_MS);
    expect(world.engine.get(id)).toMatchObject({
      state: 'failed',
      declineCode: null,
      failure: { code: 'PAY_NO_ANSWER' },
    });
    expect(world.engine.get(id).mayHaveCharged).toBe(false);
  },
);

it.each(['declined', 'timed-out'] as const)(
  'voids an approval that is found after the terminal ended %s',
  async (kind) => {
    world.platform.faults = { authorize: ['lose-reply'], find: ['lose-reply'] };
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.terminal.finish({ kind });
    await world.clock.advance(5 * MINUTE_MS);
    expect(world.engine.get(id)).toMatchObject({ state: 'voided', declineCode: null });
    expect(world.platform.heldMinor).toBe(0);
  },
);

it('has the same outcome after a restart in between', async () => {
  world.platform.faults = { authorize: ['lose-request'], find: Array.from({ length: 3 }, () => 'lose-request') };
  const id = await world.sale();
  await world.terminal.insertCard();
  await world.terminal.finish({ kind: 'declined' });
  await world.crash();
  await world.clock.advance(5 * MINUTE_MS);
  expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'PAY_NO_ANSWER' } });
});

it.each(['before the bank', 'after the bank’s yes'])(
  'a card that refuses %s is still a declined card',
  async (when) => {
    const id = await world.sale();
    if (when !== 'before the bank') await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'declined' });
    await world.clock.advance(MINUTE_MS);
    expect(world.engine.get(id)).toMatchObject({ state: 'declined', declineCode: 'CARD_DECLINED' });
  },
);

it('does not blame the card if the journal has lost the release of a late authorization', async () => {
  world.platform.faults = { authorize: ['lose-request'] };
  const id = await world.sale();
  await world.terminal.insertCard();
  await world.clock.advance(2 * MINUTE_MS);
  await world.terminal.finish({ kind: 'declined' });
  expect(world.engine.get(id)).toMatchObject({ state: 'failed' });
  const mark = world.mark();
  world.platform.create(`tillbridge-${id}`, 1_234, 'USD');
  await world.clock.advance(MINUTE_MS);
  expect(world.platform.heldMinor).toBe(0);
  await world.crash(mark);
  await world.clock.advance(5 * MINUTE_MS);
  expect(world.engine.get(id)).toMatchObject({ state: 'voided', declineCode: null });
});
