/**
 * Incidents elsewhere with amounts: more taken than was asked for, more refunded than intended. See incidents.test.ts.
 */
import { describe, expect, test } from 'vitest';
import { isPartlyPaid, overApprovedMinorOf } from '../../../../electron/contract/index.ts';
import { matchPayment, type Records } from '../../../../electron/host/reconcile/match.ts';
import { dayFigures } from '../../../../electron/host/history/day-figures.ts';
import { eachWorld, world } from './each-world.ts';
import { settle } from './world.ts';

eachWorld();

const approved = { kind: 'approved', wantsSignature: false } as const;

describe('an approval above the requested amount', () => {
  const sentAmount = (): number | undefined => [...world.platform.transfers.values()].at(-1)?.amountMinor;

  test('incident: 12.34 of an approval of 18.51 is captured, and the excess is reported', async () => {
    world.platform.approvesMore = 617;
    const id = await world.paid(1234);
    const view = world.engine.get(id);
    expect(view).toMatchObject({ state: 'captured', authorizedMinor: 1851, capturedMinor: 1234 });
    expect(overApprovedMinorOf(view)).toBe(617); // the excess is reported
    expect(isPartlyPaid(view)).toBe(false);
  });

  test.each([
    ['a tip that the reply names', 200, null, 1434],
    ['a surcharge that it names', null, 50, 1284],
    ['both', 200, 50, 1484],
  ])('adds only the amounts in the reply to the capture: %s', async (_what, tipMinor, surchargeMinor, takenMinor) => {
    Object.assign(world.platform, { approvesMore: 617, tipOnTerminalMinor: tipMinor, surchargeMinor });
    const id = await world.paid(1234);
    expect(world.engine.get(id)).toMatchObject({ authorizedMinor: 1851, capturedMinor: takenMinor });
  });

  test('captures no excess of an approval found after a lost reply or decided by a manager', async () => {
    world.platform.approvesMore = 617;
    world.platform.faults.authorize = ['lose-reply'];
    const id = await world.sale(1234);
    await world.terminal.insertCard();
    await world.clock.advance(5_000);
    await world.terminal.finish(approved);
    expect(world.engine.get(id)).toMatchObject({ capturedMinor: 1234 });
    world.platform.faults = {
      authorize: ['lose-reply'],
      find: Array.from({ length: 4 }, () => 'lose-request' as const),
    };
    const second = await world.sale(1500);
    await world.terminal.insertCard();
    await world.clock.advance(2_000);
    world.engine.decide(second, { verdict: 'paid', by: 'Ana', reason: 'the slip says so' });
    world.platform.faults = {};
    world.engine.pollNow();
    await settle();
    expect(world.engine.get(second)).toMatchObject({ state: 'captured', capturedMinor: 1500 });
  });

  test('limits the capture of a hold to the requested amount and the room for a tip', async () => {
    world.platform.approvesMore = 617;
    const id = await world.paid(1234, { kind: 'authorization', tipRoomMinor: 200 });
    const capture = (amountMinor: number) => world.engine.capture(id, { amountMinor, tipMinor: 0, by: 'Mo' });
    expect(() => capture(1435)).toThrow(
      expect.objectContaining({ code: 'PAY_AMOUNT', context: expect.objectContaining({ limitMinor: 1434 }) }),
    );
    capture(1434);
    await settle();
    expect(sentAmount()).toBe(1434);
  });

  test('incident: a Transfer larger than its capture raises an alarm until the excess is reversed', async () => {
    world.platform.capturesMore = 100;
    const id = await world.paid(1234);
    expect(world.engine.get(id)).toMatchObject({ capturedMinor: 1334, overCapturedMinor: 100 });
    const window = { from: 0, to: 2 * world.clock.now() };
    const alarms = () =>
      dayFigures({ views: [world.engine.get(id)], links: [], notes: [] }, { open: [], held: [], links: [] }, window)
        .tooMuch;
    expect(alarms()).toHaveLength(1);
    // The platform's record equals the till's, and yet the two do not match.
    const there = { hold: null, money: { state: 'SUCCEEDED', amountMinor: 1334, tipMinor: null, currency: 'USD' } };
    expect(matchPayment(world.engine.get(id), there as Records, 0)).toEqual({
      verdict: 'different',
      reasons: [{ what: 'amount', here: '1234', there: '1334' }],
    });
    await world.crash();
    expect(alarms()).toHaveLength(1);
    world.engine.reverse(id, { reversal: 'rev-1', amountMinor: 100, by: 'Mo', reason: 'taken too much' });
    await settle();
    expect(alarms()).toEqual([]);
  });
});

describe('a repeated reversal', () => {
  const giveBack = async (id: string, reversal: string, amountMinor: number, isRepeatMeant?: boolean) => {
    const more = isRepeatMeant === undefined ? {} : { isRepeatMeant };
    world.engine.reverse(id, { reversal, amountMinor, by: 'Mo', reason: 'returned', ...more });
    await settle();
  };

  test('incident: the same partial reversal typed twice is refused with a question, also after a kill', async () => {
    const id = await world.paid(1234);
    await giveBack(id, 'rev-1', 500);
    const again = {
      code: 'PAY_DUPLICATE',
      message: expect.stringContaining('given back') as string, // the message does not mention charging
      context: { attempt: id, reversal: 'rev-1', minutes: 1 },
    };
    await expect(giveBack(id, 'rev-2', 500)).rejects.toMatchObject(again);
    await world.crash();
    await expect(giveBack(id, 'rev-2', 500)).rejects.toMatchObject(again);
    world.clock.set(-3_600_000); // a clock that is put back changes nothing
    await expect(giveBack(id, 'rev-2', 500)).rejects.toMatchObject({ code: 'PAY_DUPLICATE' });
    world.clock.set(3_600_000);
    expect(world.platform.reversedMinor).toBe(500);
    await giveBack(id, 'rev-1', 500); // the same id is the same reversal
    await giveBack(id, 'rev-2', 300); // another amount is another reversal
    await giveBack(id, 'rev-3', 300, true); // a repeat that the cashier confirms is another reversal, too
    expect(world.platform.reversedMinor).toBe(1_100);
  });

  test('is made without a question after the window, unless the outcome of the first is unknown', async () => {
    const id = await world.paid(1234);
    await giveBack(id, 'rev-1', 400);
    await world.clock.advance(6 * 60_000);
    await giveBack(id, 'rev-2', 400);
    expect(world.platform.reversedMinor).toBe(800);
    world.platform.faults.reverse = ['lose-request'];
    await giveBack(id, 'rev-3', 100);
    await world.clock.advance(30 * 60_000);
    expect(world.engine.get(id).reversals[2]).toMatchObject({ failure: { code: 'PAY_NEVER_ARRIVED' } });
    await expect(giveBack(id, 'rev-4', 100)).rejects.toMatchObject({ context: { reversal: 'rev-3' } });
  });

  test('is made without a question if the first failed for good', async () => {
    const id = await world.paid(1234);
    world.platform.faults.reverse = ['refuse'];
    await giveBack(id, 'rev-1', 400);
    await giveBack(id, 'rev-2', 400);
    expect(world.platform.reversedMinor).toBe(400);
  });
});
