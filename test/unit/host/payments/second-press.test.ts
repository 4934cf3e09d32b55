/**
 * Two windows of one till: the second caller receives the action that was done instead, and every action is done only
 * once.
 */
import { expect, test } from 'vitest';
import { toFailure } from '../../../../electron/contract/index.ts';
import { eachWorld, world } from './each-world.ts';
import { settle, type World } from './world.ts';

eachWorld();

const visa = { brand: 'VISA', lastFour: '1111' };

async function paid(amountMinor: number, more: Parameters<World['sale']>[1] = {}): Promise<string> {
  const id = await world.paid(amountMinor, more);
  await settle();
  return id;
}

function contextOf(task: () => unknown) {
  try {
    task();
  } catch (error) {
    const { code, context } = toFailure(error);
    return { code, context };
  }
  throw new Error('it was not refused');
}

test('the second of two captures of a hold is refused with the amount of the first', async () => {
  const id = await paid(10_000, { kind: 'authorization' });
  world.engine.capture(id, { amountMinor: 4_500, tipMinor: 0, by: 'Mo' });
  const second = () => world.engine.capture(id, { amountMinor: 6_000, tipMinor: 0, by: 'Ana' });
  const told = { code: 'PAY_STATE', context: { attempt: id, instead: 'taken', amountMinor: 4_500, currency: 'USD' } };
  // The second caller gets the same answer during the capture and after it.
  expect(contextOf(second)).toMatchObject(told);
  await settle();
  expect(contextOf(second)).toMatchObject(told);
  expect(world.platform.capturedMinor).toBe(4_500);
});

test('a capture and a release of a hold at once run only the first, and the second caller learns which', async () => {
  const [charged, released] = [
    await paid(1_000, { kind: 'authorization' }),
    await paid(2_000, { kind: 'authorization' }),
  ];
  world.engine.capture(charged, { amountMinor: 1_000, tipMinor: 0, by: 'Mo' });
  expect(contextOf(() => world.engine.release(charged, 'Ana'))).toMatchObject({ context: { instead: 'taken' } });
  world.engine.release(released, 'Mo');
  const capture = () => world.engine.capture(released, { amountMinor: 2_000, tipMinor: 0, by: 'Ana' });
  expect(contextOf(capture)).toMatchObject({ context: { instead: 'given-back' } });
  await settle();
  expect(contextOf(capture)).toMatchObject({ context: { instead: 'given-back' } });
  expect(world.platform.capturedMinor).toBe(1_000);
});

test('the second of two contrary decisions is refused with the first decision and its author', async () => {
  world.platform.faults.authorize = ['lose-request'];
  world.platform.faults.find = Array.from({ length: 500 }, () => 'not-sent' as const);
  const id = await world.sale(1_234);
  await world.terminal.insertCard();
  await world.clock.advance(20_000);
  expect(world.engine.get(id)).toMatchObject({ state: 'checking', canDecide: true });
  world.engine.decide(id, { verdict: 'not-paid', by: 'Ana', reason: 'no slip' });
  expect(contextOf(() => world.engine.decide(id, { verdict: 'paid', by: 'Mo', reason: 'a slip' }))).toMatchObject({
    code: 'PAY_STATE',
    context: { attempt: id, instead: 'not-paid', by: 'Ana' },
  });
  expect(world.engine.get(id).decision).toMatchObject({ verdict: 'not-paid', by: 'Ana' });
});

test('the second of two contrary answers to "the same card" is refused with the result of the first', async () => {
  world.platform.card = visa;
  await paid(450, { isRepeatMeant: false });
  for (const [isMeant, instead] of [
    [false, 'given-back'],
    [true, 'taken'],
  ] as const) {
    const id = await paid(450, { isRepeatMeant: false });
    expect(world.state(id)).toBe('asking');
    world.engine.answerRepeat(id, isMeant, 'Mo');
    expect(contextOf(() => world.engine.answerRepeat(id, !isMeant, 'Ana'))).toMatchObject({ context: { instead } });
    await settle();
  }
  expect(world.platform.capturedMinor).toBe(900);
});
