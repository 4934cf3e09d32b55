/**
 * What went wrong between tills and terminals elsewhere, as far as it concerns payments. Each test is named after what
 * went wrong and does it to the real engine and journal; each fails when the guard against it is taken out.
 */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chargeDefaults, isPartlyPaid, overApprovedMinorOf, TillError } from '../../../../electron/contract/index.ts';
import { matchPayment, type Records } from '../../../../electron/host/reconcile/match.ts';
import { dayFigures } from '../../../../electron/host/history/day-figures.ts';
import type { TerminalEvent } from '../../../../electron/host/payments/index.ts';
import { settle, World } from './world.ts';

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.close());

const approved = { kind: 'approved', wantsSignature: false } as const;
const lost = { kind: 'lost', failure: { code: 'LINK_LOST', message: 'unplugged' } } as const;

async function paid(amountMinor = 1234, more: Parameters<World['sale']>[1] = {}): Promise<string> {
  const id = await world.sale(amountMinor, more);
  await world.terminal.insertCard();
  await world.terminal.finish(approved);
  return id;
}

/** The card is read and the bank is being asked; the answer is not back yet. */
function readCard(id: string): void {
  world.terminal.listener?.({
    type: 'online-request',
    attempt: id,
    entryMode: 'chip',
    data: { encryptedEmvData: 'C0', keySerialNumber: '01', format: 1 },
  });
}

const count = (call: string): number => world.platform.calls.filter((one) => one === call).length;

describe('duplicates', () => {
  test('retry that charged twice', async () => {
    world.platform.faults.authorize = ['lose-reply'];
    world.platform.faults.find = ['not-sent', 'not-sent'];
    const id = await world.sale();
    await world.terminal.insertCard();
    expect(world.state(id)).toBe('checking');
    // The cashier sees no answer and charges again, with a new request and with the old one.
    await expect(world.sale()).rejects.toThrow(/PAY_BUSY/);
    await world.clock.advance(5_000);
    await world.terminal.finish(approved);
    expect(world.state(id)).toBe('captured');
    expect(world.engine.start(request(id))).toMatchObject({ id, state: 'captured' });
    await settle();
    expect(world.platform.authorizations.size).toBe(1);
    expect(world.platform.capturedMinor).toBe(1234);
    expect(new Set(world.platform.asked.map((one) => one.idempotencyId)).size).toBe(1);
    expect(count('authorize')).toBe(1);
  });

  test('the same request arriving twice made two payments', async () => {
    const id = await world.sale();
    expect(world.engine.start(request(id))).toMatchObject({ id });
    await settle();
    expect(world.terminal.amounts).toEqual([1234]);
  });

  test('the same amount minutes later went through unasked', async () => {
    const first = await paid();
    await world.clock.advance(60_000);
    const second = await paid(1234, { isRepeatMeant: false });
    expect(world.engine.get(second)).toMatchObject({ state: 'asking', asking: { attempt: first, minutes: 1 } });
    expect(count('capture')).toBe(1);
    world.engine.answerRepeat(second, false, 'Mo');
    await settle();
    expect(world.platform).toMatchObject({ capturedMinor: 1234, heldMinor: 0 });
    expect(await paid(1234, { isRepeatMeant: true })).not.toBe(first); // asked, not blocked
  });
});

describe('cancel', () => {
  test('cancel that hit the wrong payment', async () => {
    const first = await paid();
    const second = await world.sale(500);
    world.engine.cancel(first, 'cashier');
    await settle();
    expect(world.terminal.cancels).toBe(0);
    expect(world.engine.get(second)).toMatchObject({ state: 'working', cancelAsked: false });
    expect(world.engine.get(first)).toMatchObject({ state: 'captured', cancelTooLate: false });
  });

  test('cancel that hit the wrong payment, over the cloud', async () => {
    world.platform.cloudState = 'SUCCEEDED';
    const first = await world.sale(1234, { route: 'cloud' });
    await settle();
    expect(world.state(first)).toBe('captured');
    world.platform.cloudState = 'PENDING';
    const second = await world.sale(500, { route: 'cloud' });
    world.engine.cancel(first, 'cashier');
    await settle();
    expect(world.platform.calls).not.toContain('cancel-device');
    expect(world.state(second)).toBe('working');
  });

  test('late approval after cancel', async () => {
    const id = await world.sale();
    readCard(id);
    world.engine.cancel(id, 'cashier'); // the approval is on its way back
    expect(world.state(id)).not.toBe('cancelled');
    await settle();
    expect(world.platform.authorizations.get('AU1')?.state).toBe('SUCCEEDED');
    expect(world.terminal.answers).toEqual([{ isApproved: false, authorizationResponseCode: '05' }]);
    await world.terminal.finish({ kind: 'declined' });
    expect(world.engine.get(id)).toMatchObject({ state: 'cancelled', cancelledBy: 'cashier' });
    expect(world.platform.heldMinor).toBe(0);
    expect(world.platform.calls).not.toContain('capture');
  });

  test('cancel said to have succeeded although the terminal returned an error', async () => {
    world.terminal.cancelAnswer = new TillError('TERM_REFUSED', 'no');
    const id = await world.sale();
    await world.terminal.insertCard();
    world.engine.cancel(id, 'cashier');
    await settle();
    expect(world.state(id)).toBe('working');
    await world.terminal.finish(approved);
    expect(world.engine.get(id)).toMatchObject({ state: 'captured', cancelTooLate: true });
  });

  test('cancel over the cloud answered with success, and the tap had been quicker', async () => {
    const id = await world.sale(1234, { route: 'cloud' });
    await world.clock.advance(2_500);
    world.platform.decide('AU1', 'SUCCEEDED');
    world.engine.cancel(id, 'cashier');
    await world.clock.advance(5_000);
    expect(count('cancel-device')).toBe(1);
    expect(world.engine.get(id)).toMatchObject({ state: 'cancelled', cancelledBy: 'cashier' });
    expect(world.platform.heldMinor).toBe(0);
    expect(world.platform.capturedMinor).toBe(0);
  });

  test('customer switches to cash; terminal still waits; next customer’s request ignored', async () => {
    const first = await world.sale();
    world.engine.cancel(first, 'cashier');
    await settle();
    expect(world.terminal.cancels).toBe(1); // the terminal is told, not only the till
    await expect(world.sale()).rejects.toThrow(/PAY_BUSY/); // and the next one is not sent into the void
    await world.terminal.finish({ kind: 'cancelled', by: 'host' });
    expect(world.state(first)).toBe('cancelled');
    const next = await paid(777);
    expect(world.engine.get(next)).toMatchObject({ state: 'captured', capturedMinor: 777 });
  });

  test('a cancelled payment swallowed the next one', async () => {
    const first = await world.sale();
    const listener = world.terminal.listener;
    await world.terminal.finish({ kind: 'cancelled', by: 'cardholder' });
    const second = await world.sale(900);
    listener?.({ type: 'finished', attempt: first, result: { kind: 'cancelled', by: 'cardholder' } });
    await settle();
    expect(world.state(second)).toBe('working');
    await world.terminal.insertCard();
    await world.terminal.finish(approved);
    expect(world.engine.get(second)).toMatchObject({ state: 'captured', capturedMinor: 900 });
  });
});

describe('failed, but paid', () => {
  test('capture that failed but was shown as done', async () => {
    world.platform.transferState = 'FAILED';
    const id = await paid();
    expect(world.views.filter((view) => view.id === id).map((view) => view.state)).not.toContain('captured');
    expect(world.state(id)).toBe('failed');
  });

  test('capture that failed hours after it was shown as done', async () => {
    world.platform.transferState = 'PENDING';
    const id = await paid();
    expect(world.state(id)).toBe('captured');
    await world.clock.advance(3 * 3_600_000);
    Object.assign(world.platform.transfers.get('TR1') ?? {}, { state: 'FAILED' });
    await world.clock.advance(3_600_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'PAY_CAPTURE_FAILED' } });
  });

  test('reported as failed, and the card was charged', async () => {
    world.platform.faults.authorize = ['unreadable'];
    world.platform.faults.find = ['unreadable', 'lose-reply'];
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.terminal.finish(approved);
    await world.clock.advance(60_000);
    const states = world.views.filter((view) => view.id === id).map((view) => view.state);
    expect(states).not.toContain('failed');
    expect(world.platform.heldMinor).toBe(0);
    // The terminal ended before the bank's answer was known, so what was approved went back.
    expect(world.state(id)).toBe('voided');
  });

  test('disconnect, then success 1.7 s later', async () => {
    const id = await world.sale();
    world.platform.faults.authorize = ['lose-request'];
    readCard(id);
    await world.terminal.finish(lost);
    expect(world.state(id)).toBe('checking');
    await world.clock.advance(1_700);
    world.platform.create(`tillbridge-${id}`, 1234, 'USD');
    expect(world.state(id)).toBe('checking'); // still nobody has been told "failed"
    await world.clock.advance(10_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'voided', failure: { code: 'LINK_LOST' } });
    expect(world.platform.heldMinor).toBe(0);
  });

  test('cannot tell whether the payment was taken', async () => {
    world.platform.faults.authorize = ['lose-reply'];
    world.platform.faults.find = Array.from({ length: 6 }, () => 'lose-request' as const);
    const id = await world.sale();
    await world.terminal.insertCard();
    const [sent] = [world.clock.now()];
    await world.clock.advance(3_000);
    const { checking } = world.engine.get(id);
    expect(checking).toMatchObject({ reason: 'no-answer', since: new Date(sent).toISOString() });
    expect(checking?.tries).toBeGreaterThan(1);
    expect(Date.parse(checking?.nextTryAt ?? '')).toBeGreaterThan(world.clock.now());
  });

  test('force done: a payment that runs was marked as paid by hand', async () => {
    const id = await world.sale();
    const word = { verdict: 'paid', by: 'Mo', reason: 'customer showed the slip' } as const;
    expect(() => world.engine.decide(id, word)).toThrow(/PAY_STATE/);
    world.platform.faults.authorize = ['lose-reply'];
    await world.terminal.insertCard();
    await world.terminal.finish(approved);
    expect(() => world.engine.decide(id, word)).toThrow(/PAY_STATE/); // already known again
  });

  test('stuck waiting for a card after a restart', async () => {
    const id = await world.sale();
    await world.crash();
    expect(world.engine.get(id)).toMatchObject({ state: 'cancelled', cancelledBy: 'restart' });
    expect(await paid(300)).toBe('attempt-2');
    expect(world.state('attempt-2')).toBe('captured');
  });

  test('asked without end and without pause', async () => {
    world.platform.faults.authorize = ['lose-request'];
    world.platform.faults.find = Array.from({ length: 10_000 }, () => 'lose-request' as const);
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.clock.advance(3_600_000);
    expect(world.state(id)).toBe('checking');
    expect(count('find')).toBeGreaterThan(60);
    expect(count('find')).toBeLessThan(150);
  });
});

describe('the wrong sale', () => {
  test('old tip on the next sale', async () => {
    world.platform.tipOnTerminalMinor = 200;
    const first = await paid(1000, { tipMinor: 200, surchargeMinor: 30 });
    expect(world.engine.get(first)).toMatchObject({ capturedMinor: 1230, tipMinor: 200 });
    world.platform.tipOnTerminalMinor = null;
    const second = await paid(1000);
    expect(world.engine.get(second)).toMatchObject({ capturedMinor: 1000, tipMinor: 0, totalMinor: 1000 });
    expect(world.platform.asked.map(({ amountMinor, tipMinor }) => [amountMinor, tipMinor])).toEqual([
      [1230, 200],
      [1000, 0],
    ]);
    expect(world.terminal.amounts).toEqual([1230, 1000]);
  });

  test('result shown on another order', async () => {
    const first = await world.sale(500, { order: 'A-1' });
    await world.terminal.finish({ kind: 'timed-out' });
    const second = await world.sale(9_900, { order: 'A-2' });
    const late: TerminalEvent = { type: 'finished', attempt: first, result: approved };
    world.terminal.listener?.(late); // on the second one's line
    await settle();
    expect(world.engine.get(second)).toMatchObject({ state: 'working', order: 'A-2', capturedMinor: null });
    expect(world.unmatched).toMatchObject([{ attempt: first }]);
    expect(world.platform.calls).toEqual([]);
  });

  test('old payment resumes', async () => {
    const first = await world.sale(500);
    const listener = world.terminal.listener;
    await world.terminal.finish({ kind: 'timed-out' });
    const second = await world.sale(700);
    const data = { encryptedEmvData: 'C0', keySerialNumber: '01', format: 1 };
    for (const line of [listener, world.terminal.listener])
      line?.({ type: 'online-request', attempt: first, entryMode: 'chip', data });
    await settle();
    expect(world.platform.calls).toEqual([]);
    expect(world.state(first)).toBe('failed');
    expect(world.state(second)).toBe('working');
    expect(world.unmatched).toHaveLength(2);
  });

  test('unmatched approval dropped', async () => {
    await world.sale();
    world.terminal.listener?.({ type: 'finished', attempt: 'attempt-of-another-till', result: approved });
    await settle();
    await world.crash();
    expect(world.journal.unmatched(5)).toMatchObject([
      { attempt: 'attempt-of-another-till', what: 'finished approved' },
    ]);
  });

  test('0.01 less on the terminal than on the till', async () => {
    for (const amountMinor of [1, 57, 1_999, 2_015, 100_010]) {
      await paid(amountMinor, { tipMinor: 1, isRepeatMeant: true });
      expect(world.terminal.amounts.at(-1)).toBe(amountMinor + 1);
      expect(world.platform.asked.at(-1)?.amountMinor).toBe(amountMinor + 1);
    }
    await expect(world.sale(0.1 + 0.2)).rejects.toThrow(/PAY_AMOUNT/);
  });
});

describe('more than was asked for', () => {
  const sentAmount = (): number | undefined => [...world.platform.transfers.values()].at(-1)?.amountMinor;

  test('asked 12.34, the bank approved 18.51, and 18.51 was captured', async () => {
    world.platform.approvesMore = 617;
    const id = await paid(1234);
    const view = world.engine.get(id);
    expect(view).toMatchObject({ state: 'captured', authorizedMinor: 1851, capturedMinor: 1234 });
    expect(overApprovedMinorOf(view)).toBe(617); // and it is said
    expect(isPartlyPaid(view)).toBe(false);
  });

  test.each([
    ['a tip that the reply names', 200, null, 1434],
    ['a surcharge that it names', null, 50, 1284],
    ['both', 200, 50, 1484],
  ])('what is named is taken, and no more: %s', async (_what, tipMinor, surchargeMinor, takenMinor) => {
    Object.assign(world.platform, { approvesMore: 617, tipOnTerminalMinor: tipMinor, surchargeMinor });
    const id = await paid(1234);
    expect(world.engine.get(id)).toMatchObject({ authorizedMinor: 1851, capturedMinor: takenMinor });
  });

  test('an approval that is found after a lost reply, and one that a person decided about', async () => {
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

  test('a hold of which more was approved than asked for', async () => {
    world.platform.approvesMore = 617;
    const id = await paid(1234, { kind: 'authorization', tipRoomMinor: 200 });
    const capture = (amountMinor: number) => world.engine.capture(id, { amountMinor, tipMinor: 0, by: 'Mo' });
    expect(() => capture(1435)).toThrow(
      expect.objectContaining({ code: 'PAY_AMOUNT', context: expect.objectContaining({ limitMinor: 1434 }) }),
    );
    capture(1434);
    await settle();
    expect(sentAmount()).toBe(1434);
  });

  test('a Transfer came back larger than its capture, and nobody was told', async () => {
    world.platform.capturesMore = 100;
    const id = await paid(1234);
    expect(world.engine.get(id)).toMatchObject({ capturedMinor: 1334, overCapturedMinor: 100 });
    const window = { from: 0, to: world.clock.now() };
    const alarms = () =>
      dayFigures({ views: [world.engine.get(id)], links: [], notes: [] }, { open: [], held: [], links: [] }, window)
        .tooMuch;
    expect(alarms()).toHaveLength(1);
    // The platform's record says what the till says, and yet it is nothing that matches.
    const there = { hold: null, money: { state: 'SUCCEEDED', amountMinor: 1334, tipMinor: null, currency: 'USD' } };
    expect(matchPayment(world.engine.get(id), there as Records, 0)).toEqual({
      verdict: 'different',
      reasons: [{ what: 'amount', here: '1234', there: '1334' }],
    });
    await world.crash();
    expect(alarms()).toHaveLength(1);
    world.engine.reverse(id, { reversal: 'rev-1', amountMinor: 100, by: 'Mo', reason: 'taken too much' });
    await settle();
    expect(alarms()).toEqual([]); // settled
  });
});

describe('given back twice', () => {
  const giveBack = async (id: string, reversal: string, amountMinor: number, isRepeatMeant?: boolean) => {
    const more = isRepeatMeant === undefined ? {} : { isRepeatMeant };
    world.engine.reverse(id, { reversal, amountMinor, by: 'Mo', reason: 'returned', ...more });
    await settle();
  };

  test('the same partial reversal typed twice, also after a kill', async () => {
    const id = await paid(1234);
    await giveBack(id, 'rev-1', 500);
    const again = {
      code: 'PAY_DUPLICATE',
      message: expect.stringContaining('given back') as string, // and not of charging
      context: { attempt: id, reversal: 'rev-1', minutes: 1 },
    };
    await expect(giveBack(id, 'rev-2', 500)).rejects.toMatchObject(again);
    await world.crash();
    await expect(giveBack(id, 'rev-2', 500)).rejects.toMatchObject(again);
    world.clock.set(-3_600_000); // a clock put back forgets nothing
    await expect(giveBack(id, 'rev-2', 500)).rejects.toMatchObject({ code: 'PAY_DUPLICATE' });
    world.clock.set(3_600_000);
    expect(world.platform.reversedMinor).toBe(500);
    await giveBack(id, 'rev-1', 500); // the same one is the same one
    await giveBack(id, 'rev-2', 300); // another amount is another one
    await giveBack(id, 'rev-3', 300, true); // and so is one that somebody says is
    expect(world.platform.reversedMinor).toBe(1_100);
  });

  test('after the window nothing is asked, unless nobody knows what became of the first', async () => {
    const id = await paid(1234);
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

  test('one that failed for good is asked for again without a question', async () => {
    const id = await paid(1234);
    world.platform.faults.reverse = ['refuse'];
    await giveBack(id, 'rev-1', 400);
    await giveBack(id, 'rev-2', 400);
    expect(world.platform.reversedMinor).toBe(400);
  });
});

describe('seven gaps and a residual of the closest peer', () => {
  test('1: the create’s reply comes after the cancel', async () => {
    const reply = Promise.withResolvers<void>();
    world.platform.authorize = async (asked) => {
      await reply.promise; // held open, as a platform may for minutes
      const record = world.platform.create(asked.idempotencyId, asked.amountMinor, asked.currency);
      return { kind: 'answered', record: { ...record } };
    };
    const id = await world.sale(1234, { route: 'cloud' });
    world.engine.cancel(id, 'cashier');
    await world.clock.advance(30_000);
    expect(count('cancel-device')).toBeGreaterThan(1); // the first may have come before the payment did
    expect(world.state(id)).toBe('working'); // "cancelling": not cancelled before anything proves it
    reply.resolve();
    await world.clock.advance(10_000);
    expect(world.platform.heldMinor).toBe(0);
    expect(world.platform.calls).not.toContain('capture');
    expect(world.state(id)).toBe('cancelled');
  });

  test('2: 422, then the fetch fails', async () => {
    // The port found the key used before and could not read what stands under it (host/platform): unknown.
    world.platform.authorize = async (asked) => {
      world.platform.calls.push('authorize');
      world.platform.create(asked.idempotencyId, asked.amountMinor, asked.currency);
      return { kind: 'unknown', failure: { code: 'API_CONFLICT', message: 'this key was used before' } };
    };
    world.platform.faults.find = ['lose-request', 'not-sent'];
    const id = await world.sale();
    await world.terminal.insertCard();
    expect(world.state(id)).toBe('checking');
    await world.clock.advance(5_000);
    await world.terminal.finish(approved);
    expect(world.state(id)).toBe('captured');
    expect(world.platform.authorizations.size).toBe(1);
  });

  test('3: partial approval recorded as paid', async () => {
    world.platform.approveAtMost = 1_000;
    const id = await paid(1234, { partialApproval: 'ask' });
    expect(world.engine.get(id)).toMatchObject({ state: 'partial', authorizedMinor: 1_000, capturedMinor: null });
    expect(world.platform.capturedMinor).toBe(0);
    world.engine.keepPart(id, 'Mo');
    await settle();
    expect(world.engine.get(id)).toMatchObject({ state: 'captured', totalMinor: 1234, capturedMinor: 1_000 });
  });

  test('4: checking without a note on disk', async () => {
    const id = await world.sale();
    world.platform.faults.authorize = ['lose-reply'];
    const append = world.journal.append.bind(world.journal);
    readCard(id);
    world.journal.append = () => {
      throw new TillError('JRNL_UNWRITABLE', 'disk full');
    };
    await settle();
    expect(world.state(id)).not.toBe('checking'); // shown only once it is on disk
    world.journal.append = append;
    await world.crash(); // and without the note the restart knows all the same
    await world.clock.advance(5_000);
    expect(world.state(id)).toBe('voided');
    expect(world.platform.heldMinor).toBe(0);
  });

  test('5: cancelled rows never asked about again', async () => {
    world.platform.faults.authorize = ['lose-request'];
    const id = await world.sale();
    readCard(id);
    world.engine.cancel(id, 'cashier');
    await world.terminal.finish({ kind: 'declined' });
    await world.clock.advance(60_000);
    expect(world.state(id)).toBe('cancelled');
    world.platform.create(`tillbridge-${id}`, 1234, 'USD');
    await world.crash();
    await world.clock.advance(120_000);
    expect(world.platform.heldMinor).toBe(0);
    expect(world.state(id)).toBe('cancelled');
  });

  test('6: cancelled blindly when both probes fail', async () => {
    const never = Array.from({ length: 100 }, () => 'lose-request' as const);
    const id = await world.sale();
    readCard(id);
    world.platform.faults.void = [...never];
    world.platform.faults.find = [...never];
    world.engine.cancel(id, 'cashier');
    await world.terminal.finish({ kind: 'declined' });
    await world.clock.advance(10 * 60_000);
    expect(world.state(id)).toBe('checking');
    expect(world.platform.heldMinor).toBe(1234);
    world.platform.faults = {};
    await world.clock.advance(60_000);
    expect(world.state(id)).toBe('cancelled');
    expect(world.platform.heldMinor).toBe(0);
  });

  test('7: paid row without a transfer', async () => {
    world.platform.hidesTransfer = true;
    const id = await paid();
    await world.clock.advance(10_000);
    const view = world.engine.get(id);
    expect(view).toMatchObject({ state: 'captured', transfer: 'TR1' });
    for (const seen of world.views) if (seen.state === 'captured') expect(seen.transfer).not.toBeNull();
    expect(world.platform.transfers.size).toBe(1);
  });

  test('residual: dead local database', async () => {
    world.platform.faults.capture = ['lose-reply'];
    const id = await paid();
    // Everything that left the till stands in the second record, with the key to ask for.
    const records = readFileSync(`${world.path}.recovery-log`, 'utf8').trim().split('\n');
    expect(records.map((line) => line.split(' ').slice(1, 4))).toEqual([
      ['authorize', id, `tillbridge-${id}`],
      ['capture', id, `tillbridge-${id}`],
    ]);
  });
});

function request(id: string) {
  return { ...chargeDefaults, id, amountMinor: 1234, currency: 'USD', terminal: 'practice', cardTimeoutMs: 1 };
}
