/** Reversals of captured payments, and refunds without a payment. */
import { describe, expect, test, vi } from 'vitest';
import { eachWorld, world } from './each-world.ts';
import { settle } from './world.ts';

eachWorld();

const approved = { kind: 'approved', wantsSignature: false } as const;

async function reverse(id: string, reversal: string, amountMinor: number): Promise<void> {
  world.engine.reverse(id, { reversal, amountMinor, by: 'Mo', reason: 'returned' });
  await settle();
}

const states = (id: string): string[] => world.engine.get(id).reversals.map((one) => one.state);

describe('reversal', () => {
  test('is made in full, with operator and reason', async () => {
    const id = await world.paid(1_000);
    await reverse(id, 'rev-1', 1_000);
    expect(world.engine.get(id)).toMatchObject({
      state: 'captured',
      reversedMinor: 1_000,
      reversals: [{ id: 'rev-1', state: 'succeeded', by: 'Mo', reason: 'returned', transfer: 'RV1' }],
    });
    expect([...world.platform.reversals.keys()]).toEqual([`tillbridge-${id}-r-rev-1`]);
  });

  test('is made in parts up to the rest, and refused beyond it', async () => {
    const id = await world.paid(1_000);
    await reverse(id, 'rev-1', 400);
    await reverse(id, 'rev-2', 500);
    await expect(reverse(id, 'rev-3', 101)).rejects.toMatchObject({
      code: 'PAY_AMOUNT',
      context: { reason: 'too-much', limitMinor: 100 },
    });
    await reverse(id, 'rev-4', 100);
    expect(world.platform.reversedMinor).toBe(1_000);
    await expect(reverse(id, 'rev-5', 1)).rejects.toThrow(/PAY_AMOUNT/);
  });

  test('stays failed if a repeat was not sent, because the first request may still arrive', async () => {
    const id = await world.paid(1_000);
    world.platform.faults.reverse = ['lose-request', 'not-sent'];
    await reverse(id, 'rev-1', 700);
    await world.clock.advance(60_000);
    expect(states(id)).toEqual(['failed']);
    await reverse(id, 'rev-1', 700);
    expect(world.engine.get(id).reversals).toMatchObject([
      { state: 'failed', failure: { code: 'PAY_NEVER_ARRIVED' }, amountMinor: 700 },
    ]);
    // The amount counts as reversed. The reversal may be sent once more, and the reconciliation poll finds it if it
    // arrives after all.
    await expect(reverse(id, 'rev-2', 301)).rejects.toThrow(/PAY_AMOUNT/);
    await reverse(id, 'rev-1', 700);
    expect(states(id)).toEqual(['succeeded']);
    expect(world.platform.reversedMinor).toBe(700);
  });

  test('counts towards the limit without an answer', async () => {
    const id = await world.paid(1_000);
    world.platform.faults.reverse = ['lose-reply'];
    world.platform.faults['find-reversal'] = ['not-sent'];
    await reverse(id, 'rev-1', 700);
    expect(states(id)).toEqual(['checking']);
    await expect(reverse(id, 'rev-2', 301)).rejects.toThrow(/PAY_AMOUNT/);
    await world.clock.advance(10_000);
    expect(states(id)).toEqual(['succeeded']);
    expect(world.platform.reversals.size).toBe(1);
  });

  test('frees its amount when it fails', async () => {
    const id = await world.paid(1_000);
    world.platform.reversalState = 'FAILED';
    await reverse(id, 'rev-1', 1_000);
    expect(world.engine.get(id)).toMatchObject({
      reversedMinor: 0,
      reversals: [{ state: 'failed', failure: { code: 'PAY_REVERSAL_FAILED' } }],
    });
    world.platform.reversalState = 'SUCCEEDED';
    await reverse(id, 'rev-2', 1_000);
    expect(states(id)).toEqual(['failed', 'succeeded']);
  });

  test('is made once for the same request twice', async () => {
    const id = await world.paid(1_000);
    await reverse(id, 'rev-1', 400);
    await reverse(id, 'rev-1', 400);
    expect(world.engine.get(id).reversedMinor).toBe(400);
    expect(world.platform.calls.filter((one) => one === 'reverse')).toHaveLength(1);
  });

  test('is shown as never arrived, still counts, and goes out again under the same key', async () => {
    const id = await world.paid(1_000);
    world.platform.faults.reverse = ['lose-request'];
    await reverse(id, 'rev-1', 1_000);
    await world.clock.advance(60_000);
    expect(world.engine.get(id)).toMatchObject({
      reversedMinor: 1_000, // the reversal may still appear
      reversals: [{ state: 'failed', failure: { code: 'PAY_NEVER_ARRIVED' } }],
    });
    await expect(reverse(id, 'rev-2', 1_000)).rejects.toThrow(/PAY_AMOUNT/);
    await reverse(id, 'rev-1', 1_000);
    expect(states(id)).toEqual(['succeeded']);
    expect([...world.platform.reversals.keys()]).toEqual([`tillbridge-${id}-r-rev-1`]);
  });

  test('is found and never shown as failed if lists show it half a minute late', async () => {
    const id = await world.paid(1_000);
    world.platform.faults.reverse = ['lose-reply'];
    const find = world.platform.findReversal.bind(world.platform);
    const madeAt = world.clock.monotonic();
    world.platform.findReversal = async (by) =>
      world.clock.monotonic() - madeAt < 30_000 ? { kind: 'answered', record: null } : find(by);
    await reverse(id, 'rev-1', 400);
    await world.clock.advance(29_000);
    expect(states(id)).toEqual(['checking']);
    await world.clock.advance(31_000);
    expect(states(id)).toEqual(['succeeded']);
    const failed = world.views.flatMap(({ reversals }) => reversals.filter(({ state }) => state === 'failed'));
    expect(failed).toEqual([]);
  });

  test('is looked up by key, amount and the time of its first request', async () => {
    const id = await world.paid(1_000);
    await world.clock.advance(60_000);
    const key = {
      transfer: 'TR1',
      idempotencyId: `tillbridge-${id}-r-rev-1`,
      attempt: id,
      amountMinor: 400,
      startedAt: world.clock.now(),
    };
    const sent = vi.spyOn(world.platform, 'reverse');
    const lookedUp = vi.spyOn(world.platform, 'findReversal');
    world.platform.faults.reverse = ['lose-request', 'lose-request'];
    for (const state of ['failed', 'checking']) {
      await reverse(id, 'rev-1', 400);
      if (state === 'failed') await world.clock.advance(60_000);
      expect(states(id)).toEqual([state]);
    }
    expect(sent.mock.calls).toEqual([[key], [key]]);
    expect(lookedUp.mock.calls.length).toBeGreaterThan(3);
    for (const [by] of lookedUp.mock.calls) expect(by).toEqual(key);
  });

  test('is found by the reconciliation poll if it appears after "never arrived"', async () => {
    const id = await world.paid(1_000);
    world.platform.faults.reverse = ['lose-request'];
    await reverse(id, 'rev-1', 1_000);
    await world.clock.advance(60_000);
    await world.platform.reverse({
      transfer: 'TR1',
      idempotencyId: `tillbridge-${id}-r-rev-1`,
      amountMinor: 1_000,
      attempt: id,
      startedAt: world.clock.now(),
    });
    await world.clock.advance(120_000);
    expect(states(id)).toEqual(['succeeded']);
  });

  test('is read ever more rarely while it is pending for hours, and ends as the platform says', async () => {
    const id = await world.paid(1_000);
    world.platform.reversalState = 'PENDING';
    await reverse(id, 'rev-1', 1_000);
    expect(states(id)).toEqual(['pending']);
    await world.clock.advance(5 * 3_600_000);
    expect(states(id)).toEqual(['pending']);
    expect(world.platform.calls.filter((one) => one === 'transfer').length).toBeLessThan(60);
    Object.assign(world.platform.reversals.get(`tillbridge-${id}-r-rev-1`) ?? {}, { state: 'SUCCEEDED' });
    await world.clock.advance(3_600_000);
    expect(states(id)).toEqual(['succeeded']);
  });

  test.each(['lose-request', 'lose-reply'] as const)(
    'is found, and made at most once, after a restart while it is on its way (%s)',
    async (fault) => {
      const id = await world.paid(1_000);
      world.platform.faults.reverse = [fault];
      world.platform.faults['find-reversal'] = ['not-sent'];
      await reverse(id, 'rev-1', 1_000);
      await world.crash();
      await world.clock.advance(60_000);
      expect(states(id)).toEqual([fault === 'lose-reply' ? 'succeeded' : 'failed']);
      expect(world.platform.reversals.size).toBe(fault === 'lose-reply' ? 1 : 0);
    },
  );

  test('is resumed after a restart while it is pending', async () => {
    const id = await world.paid(1_000);
    world.platform.reversalState = 'PENDING';
    await reverse(id, 'rev-1', 1_000);
    await world.crash();
    Object.assign(world.platform.reversals.get(`tillbridge-${id}-r-rev-1`) ?? {}, { state: 'SUCCEEDED' });
    await world.clock.advance(60_000);
    expect(states(id)).toEqual(['succeeded']);
  });

  test('is looked up after a refusal before it fails and frees its amount', async () => {
    const id = await world.paid(1_000);
    world.platform.faults.reverse = ['refuse'];
    await reverse(id, 'rev-1', 1_000);
    expect(world.platform.calls).toContain('find-reversal');
    expect(world.engine.get(id)).toMatchObject({ reversedMinor: 0, reversals: [{ failure: { code: 'API_INVALID' } }] });
  });

  test('is refused for a payment that is not captured', async () => {
    const id = await world.sale();
    await expect(reverse(id, 'rev-1', 1)).rejects.toThrow(/PAY_STATE/);
    await world.terminal.finish({ kind: 'timed-out' });
    await expect(reverse(id, 'rev-1', 1)).rejects.toThrow(/PAY_STATE/);
    expect(world.platform.calls).toEqual([]);
  });

  test('does not make the next sale wait', async () => {
    const id = await world.paid(1_000);
    world.platform.reversalState = 'PENDING';
    await reverse(id, 'rev-1', 1_000);
    expect(await world.paid(500)).toBe('attempt-2');
    expect(world.state('attempt-2')).toBe('captured');
    expect(world.engine.running().map((one) => one.id)).toEqual([id]);
  });
});

describe('refund without a payment', () => {
  test('sends money to the card and waits for the terminal', async () => {
    const id = await world.sale(700, { kind: 'refund' });
    await world.terminal.insertCard();
    expect(world.state(id)).toBe('working');
    await world.terminal.finish(approved);
    expect(world.engine.get(id)).toMatchObject({ state: 'refunded', capturedMinor: 700, authorization: null });
    expect(world.platform.asked[0]).toMatchObject({ kind: 'refund', amountMinor: 700 });
    expect(world.platform.calls).toEqual(['authorize']); // nothing is captured
  });

  test('counts if it is done at the platform and the card is pulled', async () => {
    const id = await world.sale(700, { kind: 'refund' });
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'failed', reason: 'card removed' });
    expect(world.state(id)).toBe('refunded');
  });

  test('is shown as declined if the bank declines it', async () => {
    world.platform.decline = 'DO_NOT_HONOR';
    const id = await world.sale(700, { kind: 'refund' });
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'declined' });
    expect(world.engine.get(id)).toMatchObject({ state: 'declined', capturedMinor: null });
  });

  test('is not shown as failed while a lost request can still arrive', async () => {
    world.platform.faults.authorize = ['lose-request'];
    const id = await world.sale(700, { kind: 'refund' });
    await world.terminal.insertCard();
    await world.clock.advance(9 * 60_000);
    expect(world.state(id)).toBe('checking');
    await world.clock.advance(3 * 60_000);
    await world.terminal.finish({ kind: 'declined' });
    expect(world.state(id)).toBe('failed');
  });

  test.each([{ tipMinor: 1 }, { surchargeMinor: 1 }])('is refused with a tip or a surcharge: %o', async (more) => {
    await expect(world.sale(700, { kind: 'refund', ...more })).rejects.toThrow(/PAY_AMOUNT/);
  });
});

describe('a manager’s decision about a reversal with an unknown outcome', () => {
  /** Makes a reversal whose reply is lost, and whose look-ups are all unreadable. */
  async function unexplained(fault: 'lose-request' | 'lose-reply' = 'lose-request'): Promise<string> {
    const id = await world.paid(1_000);
    world.platform.faults.reverse = [fault];
    world.platform.faults['find-reversal'] = Array.from({ length: 60 }, () => 'unreadable' as const);
    await reverse(id, 'rev-1', 1_000);
    await world.clock.advance(10 * 60_000);
    expect(world.engine.get(id).reversals).toMatchObject([{ state: 'checking', checking: { canDecide: true } }]);
    return id;
  }
  const decide = (id: string, verdict: 'paid' | 'not-paid') =>
    world.engine.decide(id, { reversal: 'rev-1', verdict, by: 'Ana', reason: 'the bank says so' });
  const poll = async () => {
    world.platform.faults = {};
    world.engine.pollNow();
    await settle();
  };

  test('allows another reversal after "not reversed"; name and reason survive a restart', async () => {
    const id = await unexplained();
    const decision = { verdict: 'not-paid', by: 'Ana', reason: 'the bank says so' } as const;
    expect(decide(id, 'not-paid').reversals).toMatchObject([{ state: 'decided', decision }]);
    expect(world.engine.running()).toEqual([]);
    await world.crash();
    expect(world.engine.get(id)).toMatchObject({ reversedMinor: 0, reversals: [{ state: 'decided', decision }] });
    await poll();
    expect(states(id)).toEqual(['decided']); // "nothing found" is what was decided
    await reverse(id, 'rev-2', 1_000);
    expect(states(id)).toEqual(['decided', 'succeeded']);
    expect(world.platform.reversedMinor).toBe(1_000);
  });

  test('counts the amount after "reversed", which cannot be reversed again', async () => {
    const id = await unexplained();
    expect(decide(id, 'paid')).toMatchObject({ reversedMinor: 1_000, reversals: [{ state: 'decided' }] });
    await expect(reverse(id, 'rev-2', 1)).rejects.toThrow(/PAY_AMOUNT/);
    // The same request again is the same reversal, which has been decided.
    await reverse(id, 'rev-1', 1_000);
    expect(states(id)).toEqual(['decided']);
    expect(world.platform.reversedMinor).toBe(0);
  });

  test.each([
    ['not-paid', 'SUCCEEDED', 'succeeded', 1_000],
    ['paid', 'FAILED', 'failed', 0],
  ] as const)('%s is replaced when the platform says %s', async (verdict, found, becomes, reversedMinor) => {
    world.platform.reversalState = found;
    const id = await unexplained('lose-reply');
    decide(id, verdict);
    await poll();
    expect(world.engine.get(id)).toMatchObject({ reversedMinor, reversals: [{ state: becomes }] });
    expect(world.engine.get(id).reversals[0]).not.toHaveProperty('decision');
  });

  test('is refused too early, a second time, and for an unknown reversal', async () => {
    const id = await world.paid(1_000);
    world.platform.reversalState = 'PENDING';
    await reverse(id, 'rev-1', 400);
    expect(() => decide(id, 'paid')).toThrow(/PAY_STATE/);
    expect(() => world.engine.decide(id, { reversal: 'rev-9', verdict: 'paid', by: 'Ana', reason: 'why' })).toThrow(
      /PAY_STATE/,
    );
  });
});
