/** The same card, the same amount, minutes apart: a question before the capture, and only then. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { AttemptView } from '../../../../electron/contract/index.ts';
import { eachWorld, world } from './each-world.ts';
import { settle, type World } from './world.ts';

eachWorld();

const approved = { kind: 'approved', wantsSignature: false } as const;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const visa = { brand: 'VISA', lastFour: '1111' };
const other = { brand: 'VISA', lastFour: '4412' };

type More = Parameters<World['sale']>[1] & { card?: World['platform']['card'] };

/** A sale as the counter requests it, with its card read and the terminal done. */
async function pay(amountMinor = 450, { card = visa, ...more }: More = {}): Promise<AttemptView> {
  world.platform.card = card;
  const id = await world.sale(amountMinor, { isRepeatMeant: false, ...more });
  if (more.route !== 'cloud') {
    await world.terminal.insertCard();
    await world.terminal.finish(approved);
  }
  await settle();
  return world.engine.get(id);
}

async function answer(id: string, isMeant: boolean): Promise<AttemptView> {
  world.engine.answerRepeat(id, isMeant, 'Mo');
  await settle();
  return world.engine.get(id);
}

describe('the question about a repeat', () => {
  test('is not asked for forty coffees with forty cards, and asked once for a card that comes twice', async () => {
    for (let one = 0; one < 40; one += 1) {
      const { state } = await pay(450, { card: { brand: 'VISA', lastFour: String(1000 + one) } });
      expect(state).toBe('captured');
      await world.clock.advance(5_000);
    }
    expect(world.platform.capturedMinor).toBe(40 * 450);
    expect((await pay(450, { card: { brand: 'VISA', lastFour: '1039' } })).state).toBe('asking');
    expect(world.views.filter(({ state }) => state === 'asking')).toHaveLength(1);
    expect(world.count('capture')).toBe(40);
  });

  test.each<[string, More, AttemptView['state']]>([
    ['the same card', {}, 'asking'],
    ['another card', { card: other }, 'captured'],
    ['the same digits of another brand', { card: { ...visa, brand: 'MASTERCARD' } }, 'captured'],
    ['the same card at another terminal of this till', { terminal: 'other' }, 'asking'],
    ['the same amount with a tip in it', { amountMinor: 400, tipMinor: 50 }, 'asking'],
    ['another amount', { amountMinor: 451 }, 'captured'],
    ['another currency', { currency: 'EUR' }, 'captured'],
    ['another order', { order: 'A-2' }, 'captured'],
    ['the same order', { order: 'A-1' }, 'asking'],
    ['no order', {}, 'asking'],
    ['said to be another purchase', { isRepeatMeant: true }, 'captured'],
    ['an unknown card', { card: { brand: null, lastFour: null } }, 'captured'],
    ['an unknown card, for the same order', { card: { brand: null, lastFour: null }, order: 'A-1' }, 'asking'],
  ])(
    'depends on the next payment after $4.50 for an order: %s',
    async (_what, { amountMinor = 450, ...more }, state) => {
      await pay(450, { order: 'A-1' });
      expect((await pay(amountMinor, more)).state).toBe(state);
    },
  );

  test('is asked after a partial reversal, and not after a full reversal', async () => {
    const { id } = await pay();
    world.engine.reverse(id, { reversal: 'r1', amountMinor: 200, by: 'Mo', reason: null });
    await settle();
    const second = await pay();
    expect(second).toMatchObject({ state: 'asking', asking: { attempt: id } });
    await answer(second.id, false);
    world.engine.reverse(id, { reversal: 'r2', amountMinor: 250, by: 'Mo', reason: null });
    await settle();
    expect((await pay()).state).toBe('captured');
  });

  test('is not asked after a decline', async () => {
    world.platform.decline = 'DO_NOT_HONOR';
    await world.sale(450);
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'declined' });
    world.platform.decline = null;
    expect((await pay()).state).toBe('captured');
  });

  test('is asked after a lost outcome that a manager decided as paid, although the card is unknown', async () => {
    world.platform.faults = {
      authorize: ['lose-request'],
      find: Array.from({ length: 50 }, () => 'not-sent' as const),
    };
    const id = await world.sale(450);
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'timed-out' });
    await world.clock.advance(5_000);
    expect(world.state(id)).toBe('checking');
    // The same terminal waits; another terminal takes the card, and there is a question because of the payment in
    // doubt.
    await expect(world.sale(450, { isRepeatMeant: false })).rejects.toThrow(/PAY_BUSY/);
    const elsewhere = await pay(450, { terminal: 'other' });
    expect(elsewhere).toMatchObject({ state: 'asking', asking: { attempt: id, as: 'checking' } });
    await answer(elsewhere.id, false);
    world.engine.decide(id, { verdict: 'paid', by: 'Mo', reason: 'slip' });
    expect(await pay()).toMatchObject({ state: 'asking', asking: { attempt: id, as: 'paid' } });
  });

  test('is also asked over the cloud if the platform reports the card', async () => {
    world.platform.cloudState = 'SUCCEEDED';
    expect((await pay(450, { route: 'cloud' })).state).toBe('captured');
    expect((await pay(450, { route: 'cloud' })).state).toBe('asking');
    expect(world.count('capture')).toBe(1);
  });

  test('is asked for a refund before a card is read: the same amount at the same terminal', async () => {
    const kind = 'refund' as const;
    const first = await pay(450, { kind });
    expect(first.state).toBe('refunded');
    await expect(world.sale(450, { kind, isRepeatMeant: false })).rejects.toMatchObject({
      code: 'PAY_DUPLICATE',
      context: { attempt: first.id, minutes: 1 },
    });
    expect((await pay(451, { kind })).state).toBe('refunded');
    expect((await pay(450, { kind, isRepeatMeant: true })).state).toBe('refunded');
    await world.clock.advance(5 * MINUTE_MS + 1);
    expect((await pay(450, { kind })).state).toBe('refunded');
  });
});

describe('the window of the question', () => {
  test('lasts five minutes from the end, however long the payment was checked', async () => {
    world.platform.faults = { capture: Array.from({ length: 50 }, () => 'lose-request' as const) };
    const { id } = await pay();
    await world.clock.advance(6 * MINUTE_MS);
    expect(world.state(id)).toBe('checking');
    world.platform.faults = {};
    await world.clock.advance(2 * MINUTE_MS);
    expect(world.state(id)).toBe('captured');
    const endedAt = Date.parse(world.engine.get(id).finishedAt ?? '');
    await world.clock.advance(endedAt + 5 * MINUTE_MS - world.clock.now());
    const second = await pay();
    expect(second).toMatchObject({ state: 'asking', asking: { attempt: id, minutes: 5 } });
    await answer(second.id, false);
    await world.clock.advance(1);
    expect((await pay()).state).toBe('captured');
  });

  test.each([-25 * HOUR_MS, -HOUR_MS, HOUR_MS, 25 * HOUR_MS])(
    'neither hides nor invents the question when the clock is set by %i ms',
    async (byMs) => {
      const first = await pay();
      await world.clock.advance(MINUTE_MS);
      world.clock.set(byMs);
      const second = await pay();
      expect(second).toMatchObject({ state: 'asking', asking: { attempt: first.id, minutes: null } });
      await answer(second.id, false);
      await world.clock.advance(4 * MINUTE_MS + 1);
      expect((await pay()).state).toBe('captured');
    },
  );

  const DAY_MS = 24 * HOUR_MS;
  /** `platformMs`: progress of the platform's clock, or null if unknown. */
  test.each<[string, clockMs: number, platformMs: number | null, minutes: number | null | 'not asked']>([
    ['the clock says three minutes', 3 * MINUTE_MS, null, 3],
    ['both say three minutes', 3 * MINUTE_MS, 3 * MINUTE_MS, 3],
    ['the clock says half an hour', 30 * MINUTE_MS, null, 'not asked'],
    ['both say a day', DAY_MS, DAY_MS, 'not asked'],
    ['the clock was set on by a day, the platform says three minutes', DAY_MS, 3 * MINUTE_MS, null],
    ['the clock was a day off both times', 3 * MINUTE_MS, DAY_MS, null],
    ['the clock was set back', -HOUR_MS, null, null],
    ['the clock was set back, the platform says half an hour', -HOUR_MS, 30 * MINUTE_MS, 'not asked'],
    ['a date of years later', 400 * DAY_MS, null, null],
  ])('depends on both clocks after a start: %s', async (_, clockMs, platformMs, minutes) => {
    const first = await pay();
    const paidAt = world.clock.now();
    world.clock.set(clockMs);
    await world.crash();
    if (platformMs !== null) Object.assign(world.platform, { now: () => paidAt + platformMs });
    const second = await pay();
    if (minutes === 'not asked') {
      expect(second.state).toBe('captured');
      return;
    }
    expect(second).toMatchObject({ state: 'asking', asking: { attempt: first.id, minutes } });
    await answer(second.id, false);
    await world.crash();
    await world.clock.advance(5 * MINUTE_MS + 1);
    expect((await pay()).state).toBe('captured');
  });

  test('ends before a refund of the next day', async () => {
    const kind = 'refund' as const;
    await pay(450, { kind });
    await world.crash();
    await expect(world.sale(450, { kind, isRepeatMeant: false })).rejects.toMatchObject({ code: 'PAY_DUPLICATE' });
    world.clock.set(DAY_MS);
    expect((await pay(450, { kind })).state).toBe('refunded');
  });
});

describe('the answer to the question', () => {
  let id: string;
  beforeEach(async () => {
    await pay();
    ({ id } = await pay());
    expect(world.engine.get(id)).toMatchObject({ state: 'asking', mayHaveCharged: true, canCancel: true });
    expect(world.platform).toMatchObject({ capturedMinor: 450, heldMinor: 450 });
  });

  test('yes captures the payment once', async () => {
    await expect(answer(id, true)).resolves.toMatchObject({ state: 'captured', capturedMinor: 450 });
    expect((await answer(id, true)).state).toBe('captured');
    expect(() => world.engine.answerRepeat(id, false, 'Mo')).toThrow(/PAY_STATE/);
    await world.clock.advance(10 * MINUTE_MS);
    expect(world.platform).toMatchObject({ capturedMinor: 900, heldMinor: 0 });
    expect(world.count('capture')).toBe(2);
  });

  test('no releases the hold with the name', async () => {
    await expect(answer(id, false)).resolves.toMatchObject({ state: 'released', mayHaveCharged: false });
    expect(() => world.engine.answerRepeat(id, true, 'Mo')).toThrow(/PAY_STATE/);
    await world.clock.advance(10 * MINUTE_MS);
    expect(world.platform).toMatchObject({ capturedMinor: 450, heldMinor: 0 });
  });

  test('is replaced after a minute by a release, whatever the clock says and even if the platform is polled', async () => {
    world.clock.set(-HOUR_MS);
    world.engine.pollNow();
    await world.clock.advance(59_999);
    expect(world.state(id)).toBe('asking');
    await expect(world.sale(999)).rejects.toThrow(/PAY_BUSY/);
    await world.clock.advance(1);
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'PAY_DUPLICATE' } });
    expect(() => world.engine.answerRepeat(id, true, 'Mo')).toThrow(/PAY_STATE/);
    expect(world.platform).toMatchObject({ capturedMinor: 450, heldMinor: 0 });
  });

  test('is replaced by a cancel, which releases the hold', async () => {
    world.engine.cancel(id, 'cashier');
    await settle();
    expect(world.engine.get(id)).toMatchObject({ state: 'cancelled', cancelledBy: 'cashier' });
    expect(world.platform.heldMinor).toBe(0);
  });

  test('is replaced by a restart, which releases the hold and captures nothing', async () => {
    await world.crash();
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'PAY_DUPLICATE' } });
    expect(world.platform).toMatchObject({ capturedMinor: 450, heldMinor: 0 });
  });

  test('yes before a restart still counts', async () => {
    world.platform.faults.capture = ['lose-request'];
    world.engine.answerRepeat(id, true, 'Mo');
    await world.crash();
    await world.clock.advance(MINUTE_MS);
    expect(world.state(id)).toBe('captured');
    expect(world.platform.capturedMinor).toBe(900);
  });
});

test('the hold is released at once if no cashier can answer', async () => {
  const first = await pay();
  const { id, state } = await pay(450, { onRepeat: 'refuse' });
  expect(state).toBe('failed');
  expect(world.engine.get(id).failure).toMatchObject({
    code: 'PAY_DUPLICATE',
    context: { attempt: first.id, minutes: 1 },
  });
  expect(world.views.some((view) => view.state === 'asking')).toBe(false);
  expect(world.platform).toMatchObject({ capturedMinor: 450, heldMinor: 0 });
  expect(world.count('capture')).toBe(1);
});

test('the question about a hold comes before the hold is kept', async () => {
  const kind = 'authorization' as const;
  const { id } = await pay(450, { kind });
  expect(world.state(id)).toBe('authorized');
  const second = await pay(450, { kind });
  expect(second).toMatchObject({ state: 'asking', asking: { attempt: id, as: 'held' } });
  expect((await answer(second.id, true)).state).toBe('authorized');
  const third = await pay(450, { kind });
  expect((await answer(third.id, false)).state).toBe('released');
  expect(world.platform.heldMinor).toBe(900);
});
