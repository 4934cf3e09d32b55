import { expect, test } from 'vitest';
import { eachWorld, world } from './each-world.ts';

eachWorld();

const approved = { kind: 'approved', wantsSignature: false } as const;

test('a manual look-up searches for a checking payment at once, and the payment is captured once', async () => {
  world.platform.faults.authorize = ['lose-reply'];
  world.platform.faults.find = Array.from({ length: 8 }, () => 'lose-request' as const);
  const id = await world.sale();
  await world.terminal.insertCard();
  await world.clock.advance(5_000);
  expect(world.state(id)).toBe('checking');
  const asked = () => world.platform.calls.filter((call) => call === 'find').length;
  const before = asked();
  world.engine.pollNow();
  await world.clock.advance(0);
  expect(asked()).toBe(before + 1);
  // However often it is requested, one look-up runs at a time, and the card is asked nothing twice.
  for (let i = 0; i < 20; i += 1) {
    world.engine.pollNow();
    await world.clock.advance(0);
  }
  await world.terminal.finish(approved);
  await world.clock.advance(0);
  expect(world.state(id)).toBe('captured');
  expect(world.platform.calls.filter((call) => call === 'authorize')).toHaveLength(1);
  expect(world.platform.calls.filter((call) => call === 'capture')).toHaveLength(1);
});
