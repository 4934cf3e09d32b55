/** Authorization only, capture with another amount and with a tip, partial approvals, expiry. */
import { beforeEach, describe, expect, test } from 'vitest';
import { askedMinorOf, isPartlyPaid } from '../../../../electron/contract/index.ts';
import { eachWorld, world } from './each-world.ts';
import { settle, type World } from './world.ts';

eachWorld();

const HOUR = 3_600_000;

async function held(more: Parameters<World['sale']>[1] = {}, amountMinor = 10_000): Promise<string> {
  const id = await world.paid(amountMinor, { kind: 'authorization', ...more });
  return id;
}

describe('a hold', () => {
  test('stays, captures nothing, leaves the terminal free, and survives a restart', async () => {
    const id = await held();
    expect(world.engine.get(id)).toMatchObject({ state: 'authorized', authorizedMinor: 10_000, capturedMinor: null });
    expect(world.platform.calls).toEqual(['authorize']);
    expect(world.engine.openOn('practice')).toBeNull();
    await world.crash();
    await world.clock.advance(HOUR);
    expect(world.state(id)).toBe('authorized');
    expect(world.platform.heldMinor).toBe(10_000);
  });

  test('is captured for less, with a tip in it', async () => {
    const id = await held();
    world.engine.capture(id, { amountMinor: 8_500, tipMinor: 1_500, by: 'Mo' });
    await settle();
    expect(world.engine.get(id)).toMatchObject({ state: 'captured', capturedMinor: 8_500, tipMinor: 1_500 });
    expect(world.platform.capturedMinor).toBe(8_500);
  });

  test.each([
    [10_001, 0, /PAY_AMOUNT/],
    [5_000, 5_001, /PAY_AMOUNT/],
    [0, 0, /PAY_STATE/],
    [-1, 0, /PAY_AMOUNT/],
    [100, -1, /PAY_STATE/],
  ])('refuses a capture of %i with a tip of %i and changes nothing', async (amountMinor, tipMinor, code) => {
    const id = await held();
    expect(() => world.engine.capture(id, { amountMinor, tipMinor, by: 'Mo' })).toThrow(code);
    await settle();
    expect(world.state(id)).toBe('authorized');
    expect(world.platform.calls).toEqual(['authorize']);
  });

  test('holds the room for a tip and captures it only as a tip', async () => {
    const id = await held({ tipRoomMinor: 2_500, surchargeMinor: 100 }, 10_000);
    expect(world.engine.get(id)).toMatchObject({
      amountMinor: 10_000,
      tipRoomMinor: 2_500,
      totalMinor: 12_600,
      authorizedMinor: 12_600,
    });
    world.engine.capture(id, { amountMinor: 11_600, tipMinor: 1_500, by: 'Mo' });
    await settle();
    expect(world.engine.get(id)).toMatchObject({ state: 'captured', capturedMinor: 11_600, tipMinor: 1_500 });
    expect(world.platform.heldMinor).toBe(0);
  });

  test('counts as fully approved with less room for a tip than requested, as long as the amount owed is held', async () => {
    world.platform.approveAtMost = 10_400;
    const id = await held({ tipRoomMinor: 2_500, partialApproval: 'ask' }, 10_000);
    expect(world.state(id)).toBe('authorized');
  });

  test('asks for a decision about less than the amount owed, with or without room for a tip', async () => {
    world.platform.approveAtMost = 9_000;
    const id = await held({ tipRoomMinor: 2_500, partialApproval: 'ask' }, 10_000);
    expect(world.state(id)).toBe('partial');
  });

  test('may have room for a tip, and a sale may not', async () => {
    await expect(held({ kind: 'sale', tipRoomMinor: 1 })).rejects.toThrow(/PAY_AMOUNT/);
  });

  test('is captured once: a second capture is refused, and there is one Transfer', async () => {
    const id = await held();
    world.engine.capture(id, { amountMinor: 4_000, tipMinor: 0, by: 'Mo' });
    expect(() => world.engine.capture(id, { amountMinor: 4_000, tipMinor: 0, by: 'Mo' })).toThrow(/PAY_STATE/);
    await settle();
    expect(() => world.engine.capture(id, { amountMinor: 1, tipMinor: 0, by: 'Mo' })).toThrow(/PAY_STATE/);
    expect(world.platform.transfers.size).toBe(1);
  });

  test('is read after a capture whose reply is lost, and the capture is not sent again', async () => {
    world.platform.faults.capture = ['lose-reply'];
    const id = await held();
    world.engine.capture(id, { amountMinor: 4_000, tipMinor: 0, by: 'Mo' });
    await settle();
    expect(world.state(id)).toBe('checking');
    await world.clock.advance(10_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'captured', capturedMinor: 4_000 });
    expect([...world.platform.authorizations.values()].map((one) => one.captures)).toEqual([1]);
  });

  test('stays after a capture refused for good, shows the reason and can be captured again', async () => {
    world.platform.faults.capture = ['refuse'];
    const id = await held();
    world.engine.capture(id, { amountMinor: 4_000, tipMinor: 0, by: 'Mo' });
    await world.clock.advance(1_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'authorized', failure: { code: 'API_INVALID' } });
    expect(world.platform.heldMinor).toBe(10_000);
    world.engine.capture(id, { amountMinor: 3_000, tipMinor: 0, by: 'Mo' });
    await settle();
    expect(world.engine.get(id)).toMatchObject({ state: 'captured', capturedMinor: 3_000, failure: null });
  });

  test('is shown as released only once the platform has proven it', async () => {
    world.platform.faults.void = ['lose-request'];
    const id = await held();
    world.engine.release(id, 'Mo');
    await settle();
    expect(world.state(id)).not.toBe('released');
    expect(world.platform.heldMinor).toBe(10_000);
    await world.clock.advance(10_000);
    expect(world.state(id)).toBe('released');
    expect(world.platform.heldMinor).toBe(0);
    expect(() => world.engine.capture(id, { amountMinor: 1, tipMinor: 0, by: 'Mo' })).toThrow(/PAY_STATE/);
  });

  test('is not affected by a cancel', async () => {
    const id = await held();
    world.engine.cancel(id, 'cashier');
    await settle();
    expect(world.state(id)).toBe('authorized');
    expect(world.platform.heldMinor).toBe(10_000);
  });

  test('is shown as captured or released after another client has done so', async () => {
    const [first, second] = [await held(), await held({ isRepeatMeant: true })];
    await world.platform.capture({ authorization: 'AU1', amountMinor: 2_000 });
    await world.platform.void({ authorization: 'AU2' });
    await world.clock.advance(60_000);
    expect(world.engine.get(first)).toMatchObject({ state: 'captured', capturedMinor: 2_000 });
    expect(world.state(second)).toBe('released');
  });

  test('is released after it expired while the till was off for a month', async () => {
    world.platform.expiresAt = world.clock.now() + 7 * 24 * HOUR;
    const id = await held();
    world.clock.set(30 * 24 * HOUR);
    await world.crash();
    await world.clock.advance(60_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'released' });
  });

  test('is released by expiry, not before, and only after the platform was read', async () => {
    world.platform.expiresAt = world.clock.now() + 2 * HOUR;
    const id = await held();
    await world.clock.advance(HOUR);
    expect(world.state(id)).toBe('authorized');
    world.platform.faults.find = Array.from({ length: 500 }, () => 'lose-request' as const);
    await world.clock.advance(2 * HOUR);
    expect(world.state(id)).toBe('authorized'); // without an answer it may have been captured
    world.platform.faults = {};
    world.engine.pollNow();
    await settle();
    expect(world.state(id)).toBe('released');
  });
});

describe('partial approval', () => {
  beforeEach(() => {
    world.platform.approveAtMost = 3_000;
  });

  test('waits for the cashier on "ask": the next sale waits, and "keep" captures the approved amount', async () => {
    const id = await held({ kind: 'sale', partialApproval: 'ask' });
    expect(world.engine.get(id)).toMatchObject({ state: 'partial', authorizedMinor: 3_000, totalMinor: 10_000 });
    await expect(world.sale()).rejects.toThrow(/PAY_BUSY/);
    await world.crash();
    expect(world.state(id)).toBe('partial');
    world.engine.keepPart(id, 'Mo');
    await settle();
    expect(world.engine.get(id)).toMatchObject({ state: 'captured', capturedMinor: 3_000 });
    expect(() => world.engine.keepPart(id, 'Mo')).toThrow(/PAY_STATE/);
  });

  test('voids the hold on "ask" when the cashier releases it', async () => {
    const id = await held({ kind: 'sale', partialApproval: 'ask' });
    world.engine.release(id, 'Mo');
    await settle();
    expect(world.state(id)).toBe('released');
    expect(world.platform.heldMinor).toBe(0);
  });

  test('voids the hold on "ask" when it is cancelled', async () => {
    const id = await held({ kind: 'sale', partialApproval: 'ask' });
    world.engine.cancel(id, 'customer');
    await settle();
    expect(world.engine.get(id)).toMatchObject({ state: 'cancelled', cancelledBy: 'customer' });
    expect(world.platform.heldMinor).toBe(0);
  });

  test('captures the approved amount on "accept", with the part above the price of the goods as the tip', async () => {
    const id = await held({ kind: 'sale', partialApproval: 'accept', tipMinor: 500 }, 2_800);
    expect(world.engine.get(id)).toMatchObject({ state: 'captured', capturedMinor: 3_000, tipMinor: 200 });
  });

  test('voids the hold at once on "release", with the reason', async () => {
    const id = await held({ kind: 'sale', partialApproval: 'release' });
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'PAY_PARTIAL' } });
    expect(world.platform.heldMinor).toBe(0);
    expect(world.platform.capturedMinor).toBe(0);
  });

  test('keeps a hold that is approved in part', async () => {
    const id = await held({ partialApproval: 'accept' });
    expect(world.engine.get(id)).toMatchObject({ state: 'authorized', authorizedMinor: 3_000 });
    expect(() => world.engine.capture(id, { amountMinor: 3_001, tipMinor: 0, by: 'Mo' })).toThrow(/PAY_AMOUNT/);
  });
});

describe.each([
  ['requested by the till', true],
  ['requested by the Device itself', false],
] as const)('goods and a tip given on the terminal, %s', (_name, isTipOnTerminal) => {
  async function approvedFor(amountMinor: number): Promise<string> {
    world.platform.cloudState = 'PENDING';
    const id = await world.sale(10_000, { route: 'cloud', isTipOnTerminal, partialApproval: 'ask' });
    const [record] = world.platform.authorizations.values();
    Object.assign(record!, { amountMinor, requestedMinor: 12_000, tipMinor: 2_000, state: 'SUCCEEDED' });
    await world.clock.advance(10_000);
    return id;
  }

  test('asks the cashier about an approval of less than both, and "keep" pays it in part', async () => {
    const id = await approvedFor(10_500);
    expect(world.state(id)).toBe('partial');
    expect(askedMinorOf(world.engine.get(id))).toBe(12_000);
    expect(world.platform.calls).not.toContain('capture');
    await world.crash();
    world.engine.keepPart(id, 'Mo');
    await settle();
    const kept = world.engine.get(id);
    expect(kept).toMatchObject({ state: 'captured', capturedMinor: 10_500, tipMinor: 2_000 });
    expect([isPartlyPaid(kept), askedMinorOf(kept)]).toEqual([true, 12_000]);
  });

  test('is not partial if the whole amount is approved', async () => {
    const id = await approvedFor(12_000);
    const paid = world.engine.get(id);
    expect(paid).toMatchObject({ state: 'captured', capturedMinor: 12_000, tipMinor: 2_000 });
    expect(isPartlyPaid(paid)).toBe(false);
  });
});

describe('a capture made elsewhere', () => {
  /** Lets the platform refuse or make the capture, and show this Transfer on the hold. */
  function capturedAs(amountMinor: number, captureAsked: string | null, isRefused = true): void {
    const { platform } = world;
    platform.capture = async ({ authorization }) => {
      const hold = platform.authorizations.get(authorization);
      if (!hold) throw new Error('no such authorization');
      const rest = {
        state: 'SUCCEEDED',
        tipMinor: null,
        currency: 'USD',
        failureCode: null,
        idempotencyId: null,
      } as const;
      platform.transfers.set('TR9', { id: 'TR9', amountMinor, captureAsked, ...rest });
      hold.transfer = 'TR9';
      return { kind: 'answered', record: { ...hold }, ...(isRefused ? { isRefused: true } : {}) };
    };
  }

  test.each([
    ['refused, another amount and no tag', 1_000, null, true, true],
    ['refused, with the tag of another request', 1_000, '1000', true, true],
    ['refused, and yet it carries ours: another copy of the request was first', 1_000, '1200', true, false],
    ['refused, of the amount that was asked for', 1_200, null, true, false],
    ['done as asked, and the platform took less', 1_000, null, false, false],
  ] as const)('is recognized by its amount and tag: %s', async (_what, amountMinor, tag, isRefused, isElsewhere) => {
    const id = await world.paid(1_234, { kind: 'authorization' });
    capturedAs(amountMinor, tag, isRefused);
    world.engine.capture(id, { amountMinor: 1_200, tipMinor: 200, by: 'Mo' });
    await world.clock.advance(1_000);
    const view = world.engine.get(id);
    expect(view).toMatchObject({
      state: 'captured',
      capturedMinor: amountMinor,
      tipMinor: amountMinor === 1_200 ? 200 : 0,
    });
    expect(view.capturedElsewhere).toEqual(isElsewhere ? { askedMinor: 1_200 } : undefined);
  });

  test('is still recognized after a restart, and once the Transfer is batched', async () => {
    const id = await world.paid(1_234, { kind: 'authorization' });
    capturedAs(1_000, null);
    world.engine.capture(id, { amountMinor: 1_200, tipMinor: 200, by: 'Mo' });
    await world.clock.advance(1_000);
    await world.crash();
    expect(world.engine.get(id)).toMatchObject({ tipMinor: 0, capturedElsewhere: { askedMinor: 1_200 } });
  });
});
