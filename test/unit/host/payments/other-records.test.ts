/**
 * A platform record belongs to one payment: a reply with another payment's record, or in another currency, leaves its
 * payment in doubt.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuthorizationRecord, TransferRecord } from '../../../../electron/host/payments/index.ts';
import { settle, World } from './world.ts';

let world: World;
beforeEach(() => (world = new World()));
afterEach(() => world.close());

type Call = 'authorize' | 'findPayment' | 'capture' | 'void' | 'findTransfer' | 'reverse' | 'findReversal';
type Reply = AuthorizationRecord | TransferRecord;

/** Changes the next `times` answers of this call on their way back; the platform has done what it was asked. */
function change(call: Call, by: (record: Reply) => Reply, times = Infinity): void {
  const { platform } = world;
  const asIs = platform[call].bind(platform) as (asked: never) => Promise<{ kind: string; record?: Reply | null }>;
  let left = times;
  Object.assign(platform, {
    [call]: async (asked: never) => {
      const outcome = await asIs(asked);
      left -= 1;
      return left < 0 || !outcome.record ? outcome : { ...outcome, record: by(outcome.record) };
    },
  });
}

const holdOf = (id: string) => world.platform.authorizations.get(id) as AuthorizationRecord;
const view = (id: string) => world.engine.get(id);
const approved = { kind: 'approved', wantsSignature: false } as const;

describe('another payment’s record', () => {
  it.each(['at once', 'after a restart'])(
    'is ignored in the answer to a create, %s, and the payment’s own record is found',
    async (when) => {
      const first = await world.paid();
      if (when !== 'at once') await world.crash();
      change('authorize', () => holdOf('AU1'), 1);
      const second = await world.sale(1234, { isRepeatMeant: true });
      await world.terminal.insertCard();
      expect(world.views.findLast(({ state }) => state === 'checking')).toMatchObject({
        id: second,
        checking: { reason: 'other-record' },
        authorization: null,
      });
      await world.terminal.finish(approved);
      expect(view(second)).toMatchObject({ state: 'captured', authorization: 'AU2', transfer: 'TR2' });
      expect(view(first)).toMatchObject({ state: 'captured', authorization: 'AU1', transfer: 'TR1' });
    },
  );

  it('keeps the payment in doubt if it is in every answer, and is not captured twice', async () => {
    await world.paid();
    for (const call of ['authorize', 'findPayment'] as const) change(call, () => holdOf('AU1'));
    const second = await world.sale(1234, { isRepeatMeant: true });
    await world.terminal.insertCard();
    await world.clock.advance(3_600_000);
    expect(view(second)).toMatchObject({ state: 'checking', checking: { reason: 'other-record' }, canDecide: true });
    world.engine.decide(second, { verdict: 'not-paid', by: 'Mo', reason: 'the platform has one record' });
    await world.clock.advance(3_600_000);
    expect(view(second)).toMatchObject({ state: 'decided', authorization: null });
    expect(world.platform.capturedMinor).toBe(1234);
  });

  it('is ignored as the Transfer of the payment’s own record', async () => {
    await world.paid();
    change('authorize', (record) => ({ ...record, transfer: 'TR1' }), 1);
    const second = await world.paid(1234, { isRepeatMeant: true });
    await world.clock.advance(1_000);
    expect(world.views.some(({ checking }) => checking?.reason === 'other-record')).toBe(true);
    expect(view(second)).toMatchObject({ state: 'captured', transfer: 'TR2' });
    expect(world.platform.capturedMinor).toBe(2468);
  });

  it.each(['capture', 'void'] as const)('leads to a read of the outcome in the answer to a %s', async (call) => {
    await world.paid();
    change(call, () => holdOf('AU1'), 1);
    const hold = await world.paid(1234, { kind: 'authorization', isRepeatMeant: true });
    if (call === 'capture') world.engine.capture(hold, { amountMinor: 1234, tipMinor: 0, by: 'Mo' });
    else world.engine.release(hold, 'Mo');
    await settle();
    expect(view(hold)).toMatchObject({ state: 'checking', checking: { reason: 'other-record' } });
    await world.clock.advance(2_000);
    expect(view(hold)).toMatchObject(
      call === 'capture' ? { state: 'captured', transfer: 'TR2' } : { state: 'released', transfer: null },
    );
  });

  it('does not count as a second reversal', async () => {
    const id = await world.paid();
    world.engine.reverse(id, { reversal: 'R1', amountMinor: 500, by: 'Mo', reason: null });
    await settle();
    change('reverse', () => world.platform.transfers.get('RV1') as TransferRecord, 1);
    world.engine.reverse(id, { reversal: 'R2', amountMinor: 500, by: 'Mo', reason: null, isRepeatMeant: true });
    expect(view(id).reversals[1]).toMatchObject({ state: 'working' });
    await settle();
    expect(view(id).reversals).toMatchObject([
      { state: 'succeeded', transfer: 'RV1' },
      { state: 'succeeded', transfer: 'RV2' },
    ]);
  });

  it('keeps a second reversal in doubt with the reason if it is in every answer', async () => {
    const id = await world.paid();
    world.engine.reverse(id, { reversal: 'R1', amountMinor: 500, by: 'Mo', reason: null });
    await settle();
    for (const call of ['reverse', 'findReversal'] as const)
      change(call, () => world.platform.transfers.get('RV1') as TransferRecord);
    world.engine.reverse(id, { reversal: 'R2', amountMinor: 500, by: 'Mo', reason: null, isRepeatMeant: true });
    await world.clock.advance(3_600_000);
    expect(view(id).reversals[1]).toMatchObject({ state: 'checking', transfer: null });
    expect(view(id).reversals[1]?.checking).toMatchObject({ reason: 'other-record', canDecide: true });
  });

  it('does not count for another reversal if it is a failed reversal', async () => {
    const id = await world.paid();
    world.platform.reversalState = 'FAILED';
    world.engine.reverse(id, { reversal: 'R1', amountMinor: 500, by: 'Mo', reason: null });
    await settle();
    world.platform.reversalState = 'SUCCEEDED';
    change('reverse', () => world.platform.transfers.get('RV1') as TransferRecord, 1);
    world.engine.reverse(id, { reversal: 'R2', amountMinor: 500, by: 'Mo', reason: null });
    await settle();
    expect(view(id).reversals[1]).toMatchObject({ state: 'succeeded', transfer: 'RV2' });
  });
});

describe('another currency', () => {
  const inEuro = (record: Reply): Reply => ({ ...record, currency: 'EUR' });

  it('keeps a hold in doubt without a capture, and a manager may decide', async () => {
    for (const call of ['authorize', 'findPayment'] as const) change(call, inEuro);
    const id = await world.paid();
    await world.clock.advance(3_600_000);
    expect(view(id)).toMatchObject({ state: 'checking', checking: { reason: 'other-currency' }, canDecide: true });
    expect(world.platform.capturedMinor).toBe(0);
  });

  it('does not show a capture’s Transfer as paid in the till’s currency', async () => {
    change('findTransfer', inEuro);
    const id = await world.paid();
    await world.clock.advance(60_000);
    expect(view(id)).toMatchObject({ state: 'checking', checking: { reason: 'other-currency' }, capturedMinor: null });
  });

  it('does not change a captured payment that is read again', async () => {
    world.platform.transferState = 'PENDING';
    const id = await world.paid();
    change('findTransfer', (record) => ({ ...inEuro(record), state: 'SUCCEEDED', amountMinor: 99 }));
    await world.clock.advance(120_000);
    expect(view(id)).toMatchObject({ state: 'captured', capturedMinor: 1234, currency: 'USD' });
  });

  it('keeps a refund and a reversal in doubt', async () => {
    for (const call of ['authorize', 'findPayment', 'reverse', 'findReversal'] as const) change(call, inEuro);
    const refund = await world.paid(1234, { kind: 'refund' });
    await world.clock.advance(10_000);
    expect(view(refund)).toMatchObject({ state: 'checking', checking: { reason: 'other-currency' } });
  });
});

describe('a field of a reply taken from another payment', () => {
  const calls = ['authorize', 'findPayment', 'capture', 'findTransfer', 'reverse', 'findReversal'] as const;
  const holdFields = [
    'id',
    'state',
    'isVoid',
    'amountMinor',
    'requestedMinor',
    'tipMinor',
    'currency',
    'transfer',
    'failureCode',
    'idempotencyId',
    'expiresAt',
    'card',
    'issuer',
  ];
  const moneyFields = ['id', 'state', 'amountMinor', 'tipMinor', 'currency', 'failureCode', 'idempotencyId'];
  const fieldsOf = (call: Call) => (['authorize', 'findPayment', 'capture'].includes(call) ? holdFields : moneyFields);

  it.each(calls.flatMap((call) => [...fieldsOf(call), '*'].map((field) => [call, field] as const)))(
    '%s, %s: makes no second payment of one record, and no report of a missing record',
    async (call, field) => {
      const { platform, engine } = world;
      const first = await world.paid(1_234);
      engine.reverse(first, { reversal: 'R1', amountMinor: 500, by: 'Mo', reason: null });
      await settle();
      const others: Partial<Record<Call, Reply>> = {
        findTransfer: platform.transfers.get('TR1') as TransferRecord,
        reverse: platform.transfers.get('RV1') as TransferRecord,
        findReversal: platform.transfers.get('RV1') as TransferRecord,
      };
      const other = { ...(others[call] ?? holdOf('AU1')) };
      change(call, (record) => (field === '*' ? other : { ...record, [field]: other[field as keyof typeof other] }));
      if (call !== 'authorize') platform.faults = { authorize: ['lose-reply'], reverse: ['lose-reply'] };
      const second = await world.paid(1_500, { isRepeatMeant: true });
      await world.clock.advance(60_000);
      if (view(second).state === 'captured')
        engine.reverse(second, { reversal: 'R1', amountMinor: 500, by: 'Mo', reason: null });
      await world.clock.advance(3_600_000);
      const views = [view(first), view(second)];
      const named = views.flatMap(({ transfer, reversals }) => [transfer, ...reversals.map((one) => one.transfer)]);
      const known = named.filter((id) => id !== null);
      expect(known).toHaveLength(new Set(known).size);
      const holds = views.map(({ authorization }) => authorization).filter((id) => id !== null);
      expect(holds).toHaveLength(new Set(holds).size);
      if (field !== 'amountMinor') {
        const told = views.reduce((sum, { capturedMinor }) => sum + (capturedMinor ?? 0), 0);
        expect(told).toBeLessThanOrEqual(platform.capturedMinor);
      }
    },
  );
});
