/**
 * Incidents between tills and terminals elsewhere, as far as they concern payments. Each test repeats an
 * incident with the real engine and journal, and fails when the guard against its incident is removed.
 */
import { describe, expect, test } from 'vitest';
import { chargeDefaults, TillError } from '../../../../electron/contract/index.ts';
import type { TerminalEvent } from '../../../../electron/host/payments/index.ts';
import { eachWorld, world } from './each-world.ts';
import { settle } from './world.ts';

eachWorld();

const approved = { kind: 'approved', wantsSignature: false } as const;
const lost = { kind: 'lost', failure: { code: 'LINK_LOST', message: 'unplugged' } } as const;

describe('duplicates', () => {
  test('incident: a retry after a lost reply charges once', async () => {
    world.platform.faults.authorize = ['lose-reply'];
    world.platform.faults.find = ['not-sent', 'not-sent'];
    const id = await world.sale();
    await world.terminal.insertCard();
    expect(world.state(id)).toBe('checking');
    // The cashier gets no answer and charges again: first with a new request, then with the old request.
    await expect(world.sale()).rejects.toThrow(/PAY_BUSY/);
    await world.clock.advance(5_000);
    await world.terminal.finish(approved);
    expect(world.state(id)).toBe('captured');
    expect(world.engine.start(request(id))).toMatchObject({ id, state: 'captured' });
    await settle();
    expect(world.platform.authorizations.size).toBe(1);
    expect(world.platform.capturedMinor).toBe(1234);
    expect(new Set(world.platform.asked.map((one) => one.idempotencyId)).size).toBe(1);
    expect(world.count('authorize')).toBe(1);
  });

  test('incident: the same request arriving twice makes a single payment', async () => {
    const id = await world.sale();
    expect(world.engine.start(request(id))).toMatchObject({ id });
    await settle();
    expect(world.terminal.amounts).toEqual([1234]);
  });

  test('incident: the same amount minutes later leads to a question', async () => {
    const first = await world.paid();
    await world.clock.advance(60_000);
    const second = await world.paid(1234, { isRepeatMeant: false });
    expect(world.engine.get(second)).toMatchObject({ state: 'asking', asking: { attempt: first, minutes: 1 } });
    expect(world.count('capture')).toBe(1);
    world.engine.answerRepeat(second, false, 'Mo');
    await settle();
    expect(world.platform).toMatchObject({ capturedMinor: 1234, heldMinor: 0 });
    expect(await world.paid(1234, { isRepeatMeant: true })).not.toBe(first); // allowed once the cashier has confirmed it
  });
});

describe('cancel', () => {
  test('incident: a cancel of an ended payment leaves the next payment alone', async () => {
    const first = await world.paid();
    const second = await world.sale(500);
    world.engine.cancel(first, 'cashier');
    await settle();
    expect(world.terminal.cancels).toBe(0);
    expect(world.engine.get(second)).toMatchObject({ state: 'working', cancelAsked: false });
    expect(world.engine.get(first)).toMatchObject({ state: 'captured', cancelTooLate: false });
  });

  test('incident: a cancel of an ended payment leaves the next payment alone, over the cloud', async () => {
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

  test('incident: an approval that arrives after a cancel is voided', async () => {
    const id = await world.sale();
    world.terminal.readCard(id);
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

  test('incident: a cancel that the terminal refuses is not shown as a cancelled payment', async () => {
    world.terminal.cancelAnswer = new TillError('TERM_REFUSED', 'no');
    const id = await world.sale();
    await world.terminal.insertCard();
    world.engine.cancel(id, 'cashier');
    await settle();
    expect(world.state(id)).toBe('working');
    await world.terminal.finish(approved);
    expect(world.engine.get(id)).toMatchObject({ state: 'captured', cancelTooLate: true });
  });

  test('incident: a tap before an accepted CANCEL over the cloud leads to a released hold', async () => {
    const id = await world.sale(1234, { route: 'cloud' });
    await world.clock.advance(2_500);
    world.platform.decide('AU1', 'SUCCEEDED');
    world.engine.cancel(id, 'cashier');
    await world.clock.advance(5_000);
    expect(world.count('cancel-device')).toBe(1);
    expect(world.engine.get(id)).toMatchObject({ state: 'cancelled', cancelledBy: 'cashier' });
    expect(world.platform.heldMinor).toBe(0);
    expect(world.platform.capturedMinor).toBe(0);
  });

  test('incident: a cancelled terminal stops waiting, and the next request is refused until it has ended', async () => {
    const first = await world.sale();
    world.engine.cancel(first, 'cashier');
    await settle();
    expect(world.terminal.cancels).toBe(1); // the terminal is cancelled too
    await expect(world.sale()).rejects.toThrow(/PAY_BUSY/); // the next request is refused and not lost
    await world.terminal.finish({ kind: 'cancelled', by: 'host' });
    expect(world.state(first)).toBe('cancelled');
    const next = await world.paid(777);
    expect(world.engine.get(next)).toMatchObject({ state: 'captured', capturedMinor: 777 });
  });

  test('incident: a late end of a cancelled payment leaves the next payment alone', async () => {
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

describe('payments shown as failed although they were paid', () => {
  test('incident: a failed capture is never shown as paid', async () => {
    world.platform.transferState = 'FAILED';
    const id = await world.paid();
    expect(world.views.filter((view) => view.id === id).map((view) => view.state)).not.toContain('captured');
    expect(world.state(id)).toBe('failed');
  });

  test('incident: a capture that fails hours later is shown as failed', async () => {
    world.platform.transferState = 'PENDING';
    const id = await world.paid();
    expect(world.state(id)).toBe('captured');
    await world.clock.advance(3 * 3_600_000);
    Object.assign(world.platform.transfers.get('TR1') ?? {}, { state: 'FAILED' });
    await world.clock.advance(3_600_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'PAY_CAPTURE_FAILED' } });
  });

  test('incident: an unreadable approval is never shown as failed, and is voided', async () => {
    world.platform.faults.authorize = ['unreadable'];
    world.platform.faults.find = ['unreadable', 'lose-reply'];
    const id = await world.paid();
    await world.clock.advance(60_000);
    const states = world.views.filter((view) => view.id === id).map((view) => view.state);
    expect(states).not.toContain('failed');
    expect(world.platform.heldMinor).toBe(0);
    // The terminal ended before the bank's answer was known, so the approval was voided.
    expect(world.state(id)).toBe('voided');
  });

  test('incident: a success after a disconnect is found and voided before "failed" is shown', async () => {
    const id = await world.sale();
    world.platform.faults.authorize = ['lose-request'];
    world.terminal.readCard(id);
    await world.terminal.finish(lost);
    expect(world.state(id)).toBe('checking');
    await world.clock.advance(1_700);
    world.platform.create(`tillbridge-${id}`, 1234, 'USD');
    expect(world.state(id)).toBe('checking'); // "failed" has not been shown yet
    await world.clock.advance(10_000);
    expect(world.engine.get(id)).toMatchObject({ state: 'voided', failure: { code: 'LINK_LOST' } });
    expect(world.platform.heldMinor).toBe(0);
  });

  test('incident: a payment without an answer shows since when, why, and when it is looked up again', async () => {
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

  test('incident: a running payment and a known outcome cannot be decided by hand', async () => {
    const id = await world.sale();
    const word = { verdict: 'paid', by: 'Mo', reason: 'customer showed the slip' } as const;
    expect(() => world.engine.decide(id, word)).toThrow(/PAY_STATE/);
    world.platform.faults.authorize = ['lose-reply'];
    await world.terminal.insertCard();
    await world.terminal.finish(approved);
    expect(() => world.engine.decide(id, word)).toThrow(/PAY_STATE/); // a decision is refused, because the outcome is known
  });

  test('incident: a payment that waits for a card is cancelled at a restart, and the next payment is captured', async () => {
    const id = await world.sale();
    await world.crash();
    expect(world.engine.get(id)).toMatchObject({ state: 'cancelled', cancelledBy: 'restart' });
    expect(await world.paid(300)).toBe('attempt-2');
    expect(world.state('attempt-2')).toBe('captured');
  });

  test('incident: an unanswered payment is looked up with growing pauses', async () => {
    world.platform.faults.authorize = ['lose-request'];
    world.platform.faults.find = Array.from({ length: 10_000 }, () => 'lose-request' as const);
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.clock.advance(3_600_000);
    expect(world.state(id)).toBe('checking');
    expect(world.count('find')).toBeGreaterThan(60);
    expect(world.count('find')).toBeLessThan(150);
  });
});

describe('amounts and results of another sale', () => {
  test('incident: the tip of a sale is not added to the next sale', async () => {
    world.platform.tipOnTerminalMinor = 200;
    const first = await world.paid(1000, { tipMinor: 200, surchargeMinor: 30 });
    expect(world.engine.get(first)).toMatchObject({ capturedMinor: 1230, tipMinor: 200 });
    world.platform.tipOnTerminalMinor = null;
    const second = await world.paid(1000);
    expect(world.engine.get(second)).toMatchObject({ capturedMinor: 1000, tipMinor: 0, totalMinor: 1000 });
    expect(world.platform.asked.map(({ amountMinor, tipMinor }) => [amountMinor, tipMinor])).toEqual([
      [1230, 200],
      [1000, 0],
    ]);
    expect(world.terminal.amounts).toEqual([1230, 1000]);
  });

  test('incident: a late result is kept as unmatched and changes no other order', async () => {
    const first = await world.sale(500, { order: 'A-1' });
    await world.terminal.finish({ kind: 'timed-out' });
    const second = await world.sale(9_900, { order: 'A-2' });
    const late: TerminalEvent = { type: 'finished', attempt: first, result: approved };
    world.terminal.listener?.(late); // through the second payment's listener
    await settle();
    expect(world.engine.get(second)).toMatchObject({ state: 'working', order: 'A-2', capturedMinor: null });
    expect(world.unmatched).toMatchObject([{ attempt: first }]);
    expect(world.platform.calls).toEqual([]);
  });

  test('incident: a card request of an ended payment is kept as unmatched and sends nothing', async () => {
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

  test('incident: an approval of an unknown payment is kept in the journal', async () => {
    await world.sale();
    world.terminal.listener?.({ type: 'finished', attempt: 'attempt-of-another-till', result: approved });
    await settle();
    await world.crash();
    expect(world.journal.unmatched(5)).toMatchObject([
      { attempt: 'attempt-of-another-till', what: 'finished approved' },
    ]);
  });

  test('incident: the terminal asks for exactly the amount of the till', async () => {
    for (const amountMinor of [1, 57, 1_999, 2_015, 100_010]) {
      await world.paid(amountMinor, { tipMinor: 1, isRepeatMeant: true });
      expect(world.terminal.amounts.at(-1)).toBe(amountMinor + 1);
      expect(world.platform.asked.at(-1)?.amountMinor).toBe(amountMinor + 1);
    }
    await expect(world.sale(0.1 + 0.2)).rejects.toThrow(/PAY_AMOUNT/);
  });
});

function request(id: string) {
  return { ...chargeDefaults, id, amountMinor: 1234, currency: 'USD', terminal: 'practice', cardTimeoutMs: 1 };
}
