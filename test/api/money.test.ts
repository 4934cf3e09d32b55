/**
 * Tests Fees, the settlement queue, Settlements and Balances.
 * @module-tag ci-only
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  Application,
  Authorization,
  Balance,
  BalanceAdjustment,
  BalanceTransfer,
  Fee,
  Settlement,
  SettlementEntry,
  SettlementQueueEntry,
  SettlementQueueRelease,
  Transfer,
} from '../../electron/platform-api/index.ts';
import { Harness } from './harness.ts';

const DAY = 24 * 60 * 60_000;

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.sandbox.close());

const sale = async (amount: number) =>
  harness.client.post<Transfer>('/transfers', { amount, currency: 'USD', source: (await harness.card()).id });
const fees = (query = '') => harness.client.listed<Fee>(`/fees?${query}`, 'fees');
const queue = (query = '') =>
  harness.client.listed<SettlementQueueEntry>(`/settlement_queue_entries?${query}`, 'settlement_queue_entries');
const settlements = () => harness.client.listed<Settlement>('/settlements', 'settlements');
const entriesOf = (id: string) =>
  harness.client.listed<SettlementEntry>(`/settlements/${id}/settlement_entries`, 'settlement_entries');
const custom = (more: object = {}) =>
  harness.client.post<Fee>('/fees', { amount: 150, currency: 'USD', merchant: harness.sandbox.merchant, ...more });
const manual = () => harness.client.put(`/merchants/${harness.sandbox.merchant}`, { settlement_queue_mode: 'MANUAL' });

describe('Fees', () => {
  test.each([
    [1000, 59],
    [1, 30],
    [50, 31],
    [1_000_000, 29_030],
  ])('a payment of %i costs %i: 2.9 percent, rounded half up, plus 0.30', async (amount, fee) => {
    const transfer = await sale(amount);
    expect(await fees(`linked_to=${transfer.id}`)).toMatchObject([
      {
        amount: fee,
        currency: 'USD',
        merchant: harness.sandbox.merchant,
        linked_type: 'TRANSFER',
        fee_type: 'CARD_PROCESSING',
      },
    ]);
  });

  test('a capture generates a Fee; holds, declines and refunds do not; another profile has other rates', async () => {
    const held = await harness.authorize();
    expect(await fees()).toEqual([]);
    const { transfer } = await harness.client.put<Authorization>(`/authorizations/${held.id}`, {
      capture_amount: 1000,
    });
    expect(await fees()).toMatchObject([{ linked_to: transfer, amount: 59 }]);
    await harness.client.fails(402, 'POST', '/transfers', {
      amount: 5,
      currency: 'USD',
      source: (await harness.card('no-funds')).id,
    });
    await harness.client.post(`/transfers/${transfer}/reversals`, { refund_amount: 500 });
    harness.clock.advance(2_000);
    expect(await fees()).toHaveLength(1);
    const [profile] = await harness.client.listed<{ id: string }>('/application_profiles', 'application_profiles');
    await harness.client.put(`/application_profiles/${profile?.id}`, { fee_profile: null });
    await sale(1000);
    expect(await fees()).toHaveLength(1);
  });

  test('a pending payment generates one when it succeeds', async () => {
    const { id } = await harness.bankAccount();
    await harness.client.post('/transfers', { amount: 1000, currency: 'USD', source: id });
    expect(await fees()).toEqual([]);
    harness.clock.advance(60 * 60_000);
    expect(await fees()).toMatchObject([{ amount: 59 }]);
  });

  test('custom ones are created, linked, filtered and changed', async () => {
    const transfer = await sale(1000);
    const held = await harness.authorize();
    await manual();
    const fee = await custom({ label: 'Chargeback desk', linked_to: transfer.id, tags: { a: '1' } });
    expect(fee).toMatchObject({
      fee_type: 'CUSTOM',
      amount: 150,
      label: 'Chargeback desk',
      linked_to: transfer.id,
      linked_type: 'TRANSFER',
      is_settled: false,
    });
    expect(await custom({ linked_to: held.id })).toMatchObject({ linked_type: 'AUTHORIZATION' });
    expect(await fees(`linked_to=${transfer.id}`)).toHaveLength(2);
    expect(await fees('tags.key=a')).toEqual([fee]);
    expect(await fees('merchant_id=MUnone')).toEqual([]);
    const later = new Date(harness.clock.now() + 1000).toISOString().slice(0, 19);
    expect(await fees(`created_at.gte=${later}`)).toEqual([]);
    const changed = await harness.client.put<Fee>(`/fees/${fee.id}`, { amount: 175, label: 'Desk', tags: {} });
    expect(changed).toMatchObject({ amount: 175, label: 'Desk', tags: {} });
    expect(await queue(`entity_id=${fee.id}`)).toMatchObject([{ amount: -175 }]);
    expect(await harness.client.get(`/fees/${fee.id}`)).toEqual(changed);
  });

  test('the amount of a generated or settled Fee is final; its tags can change', async () => {
    await sale(1000);
    const [generated] = await fees();
    expect((await harness.client.fails(422, 'PUT', `/fees/${generated?.id}`, { amount: 1 })).field).toBe('amount');
    expect((await harness.client.put<Fee>(`/fees/${generated?.id}`, { tags: { b: '2' } })).tags).toEqual({ b: '2' });
    const settled = await custom();
    expect(settled.is_settled).toBe(true);
    expect((await harness.client.fails(422, 'PUT', `/fees/${settled.id}`, { amount: 1 })).failure_code).toBe(
      'FEE_SETTLED',
    );
  });

  test('an invalid one is 422, an unknown one 404', async () => {
    const good = { amount: 1, currency: 'USD', merchant: harness.sandbox.merchant };
    const refused = async (more: object) =>
      (await harness.client.fails(422, 'POST', '/fees', { ...good, ...more })).field;
    expect(await refused({ merchant: 'MUnone' })).toBe('merchant');
    expect(await refused({ currency: 'ZZZ' })).toBe('currency');
    expect(await refused({ amount: 0 })).toBe('amount');
    expect(await refused({ linked_to: 'TRnone' })).toBe('linked_to');
    await harness.client.fails(404, 'GET', '/fees/FEnone');
    await harness.client.fails(404, 'PUT', '/fees/FEnone', {});
  });
});

describe('settlement', () => {
  test('AUTOMATIC: all entries go into the Settlement of the day', async () => {
    const transfer = await sale(1000);
    await harness.client.post(`/transfers/${transfer.id}/reversals`, { refund_amount: 300 });
    harness.clock.advance(2_000);
    expect(await queue()).toEqual([]);
    const [one] = await settlements();
    expect(one).toMatchObject({
      state: 'ACCRUING',
      total_amount: 700,
      total_fees: 59,
      net_amount: 641,
      entry_count: 3,
    });
    expect(
      (await entriesOf(one?.id ?? ''))
        .map((entry) => [entry.entity_type, entry.amount])
        .sort((a, b) => (String(a) < String(b) ? -1 : 1)),
    ).toEqual([
      ['FEE', -59],
      ['REVERSAL', -300],
      ['TRANSFER', 1000],
    ]);
    harness.clock.advance(DAY);
    await sale(2000);
    expect((await settlements()).map((each) => [each.state, each.total_amount])).toEqual([
      ['ACCRUING', 2000],
      ['AWAITING_APPROVAL', 700],
    ]);
    expect(await harness.client.get(`/settlements/${one?.id}`)).toMatchObject({ state: 'AWAITING_APPROVAL' });
  });

  test('MANUAL: transfers, fees and reversals wait in the queue until they are released', async () => {
    await manual();
    const transfer = await sale(1000);
    await harness.client.post(`/transfers/${transfer.id}/reversals`, { refund_amount: 300 });
    harness.clock.advance(2_000);
    expect(await settlements()).toEqual([]);
    const waiting = await queue('state=PENDING');
    expect(
      waiting.map((entry) => [entry.entity_type, entry.amount]).sort((a, b) => (String(a) < String(b) ? -1 : 1)),
    ).toEqual([
      ['FEE', -59],
      ['REVERSAL', -300],
      ['TRANSFER', 1000],
    ]);
    expect(waiting.every((entry) => entry.settlement === null && entry.released_at === null)).toBe(true);
    const some = waiting.filter((entry) => entry.entity_type !== 'REVERSAL').map((entry) => entry.id);
    const { _embedded } = await harness.client.put<SettlementQueueRelease>('/settlement_queue_entries', {
      settlement_queue_entry_ids: some,
    });
    expect(_embedded.settlement_queue_entries.map((entry) => entry.state)).toEqual(['RELEASED', 'RELEASED']);
    const [settlement] = await settlements();
    expect(settlement).toMatchObject({
      state: 'AWAITING_APPROVAL',
      total_amount: 1000,
      total_fees: 59,
      net_amount: 941,
      entry_count: 2,
    });
    expect(await queue('state=PENDING')).toMatchObject([{ entity_type: 'REVERSAL' }]);
    expect(await harness.client.get(`/settlement_queue_entries/${some[0]}`)).toMatchObject({
      state: 'RELEASED',
      settlement: settlement?.id,
      released_at: new Date(harness.clock.now()).toISOString(),
    });
    expect(await fees('')).toMatchObject([{ is_settled: true }]);
  });

  test('a release is all or nothing: one unknown or already released entry makes it fail', async () => {
    await manual();
    await sale(1000);
    const [one, two] = await queue();
    const ids = (...list: (string | undefined)[]) => ({ settlement_queue_entry_ids: list });
    expect((await harness.client.fails(422, 'PUT', '/settlement_queue_entries', ids(one?.id, 'SQnone'))).field).toBe(
      'settlement_queue_entry_ids',
    );
    expect(await queue('state=RELEASED')).toEqual([]);
    await harness.client.put('/settlement_queue_entries', ids(one?.id));
    expect((await harness.client.fails(409, 'PUT', '/settlement_queue_entries', ids(two?.id, one?.id))).code).toBe(
      'CONFLICT',
    );
    expect(await queue('state=PENDING')).toMatchObject([{ id: two?.id }]);
    await harness.client.fails(422, 'PUT', '/settlement_queue_entries', ids());
    await harness.client.fails(422, 'PUT', '/settlement_queue_entries', ids(two?.id, two?.id));
    await harness.client.fails(404, 'GET', '/settlement_queue_entries/SQnone');
    await harness.client.fails(404, 'GET', '/settlements/STnone');
    await harness.client.fails(404, 'GET', '/settlements/STnone/settlement_entries');
  });

  test('one Settlement for each merchant and currency; a merchant sees its own', async () => {
    const { merchant } = await harness.device('B000003');
    await harness.client.put(`/merchants/${merchant}`, { settlement_queue_mode: 'MANUAL' });
    await manual();
    await sale(1000);
    await harness.client.post('/transfers', { amount: 500, currency: 'EUR', source: (await harness.card()).id });
    await harness.client.post('/transfers', {
      amount: 700,
      currency: 'USD',
      source: (await harness.card()).id,
      merchant,
    });
    const ids = (await queue()).map((entry) => entry.id);
    await harness.client.put('/settlement_queue_entries', { settlement_queue_entry_ids: ids });
    expect(
      (await settlements())
        .map((one) => [one.merchant === merchant, one.currency, one.total_amount])
        .sort((a, b) => (String(a) < String(b) ? -1 : 1)),
    ).toEqual([
      [false, 'EUR', 500],
      [false, 'USD', 1000],
      [true, 'USD', 700],
    ]);
    const seller = await harness.login('ROLE_MERCHANT', merchant);
    expect(await seller.listed('/settlements', 'settlements')).toMatchObject([{ total_amount: 700 }]);
    expect(await seller.listed('/settlement_queue_entries', 'settlement_queue_entries')).toHaveLength(2);
    expect(await seller.listed('/fees', 'fees')).toHaveLength(1);
    await seller.fails(403, 'PUT', '/settlement_queue_entries', { settlement_queue_entry_ids: ids });
  });
});

describe('Balances', () => {
  const application = async () =>
    (await harness.client.listed<Application>('/applications', 'applications'))[0]?.id ?? '';
  const balances = async (linkedTo: string) =>
    harness.client.listed<Balance>(`/balances?linked_to=${linkedTo}`, 'balances');
  const adjust = async (direction: string, amount: number, payment_rail = 'WIRE', more: object = {}) =>
    harness.client.post<BalanceAdjustment>('/balance_adjustments', {
      linked_to: await application(),
      amount,
      currency: 'USD',
      direction,
      payment_rail,
      ...more,
    });

  test("top-ups arrive after their rail's duration; posted is the sum of available and pending", async () => {
    const id = await application();
    expect(await balances(id)).toMatchObject([
      { currency: 'USD', available_amount: 0, pending_amount: 0, posted_amount: 0 },
    ]);
    expect(await adjust('TOP_UP', 500)).toMatchObject({ state: 'SUCCEEDED', linked_to: id });
    const slow = await adjust('TOP_UP', 200, 'ACH', { tags: { a: '1' } });
    expect(slow.state).toBe('PENDING');
    expect(await balances(id)).toMatchObject([{ available_amount: 500, pending_amount: 200, posted_amount: 700 }]);
    harness.clock.advance(DAY);
    expect(await balances(id)).toMatchObject([{ available_amount: 700, pending_amount: 0, posted_amount: 700 }]);
    expect(await harness.client.get(`/balance_adjustments/${slow.id}`)).toMatchObject({
      state: 'SUCCEEDED',
      tags: { a: '1' },
    });
    await adjust('TOP_UP', 90, 'CARD', { currency: 'CAD' });
    expect((await balances(id)).map((one) => [one.currency, one.posted_amount])).toEqual([
      ['CAD', 90],
      ['USD', 700],
    ]);
    expect(await harness.client.listed(`/balance_adjustments?linked_to=${id}`, 'balance_adjustments')).toHaveLength(3);
  });

  test('payouts reduce the balance at once, and never below zero', async () => {
    const id = await application();
    await adjust('TOP_UP', 500);
    await adjust('TOP_UP', 500, 'ACH');
    expect(
      await harness.client.fails(422, 'POST', '/balance_adjustments', {
        linked_to: id,
        amount: 501,
        currency: 'USD',
        direction: 'PAYOUT',
        payment_rail: 'WIRE',
      }),
    ).toMatchObject({ failure_code: 'INSUFFICIENT_FUNDS', field: 'amount' });
    expect((await adjust('PAYOUT', 500, 'ACH')).state).toBe('PENDING');
    expect(await balances(id)).toMatchObject([{ available_amount: 0, pending_amount: 500 }]);
  });

  test("a transfer between the Application's own accounts does not change the balance", async () => {
    const id = await application();
    const body = { linked_to: id, amount: 100, currency: 'USD', source: 'OPERATING', destination: 'SETTLEMENT' };
    const moved = await harness.client.post<BalanceTransfer>('/balance_transfers', body);
    expect(moved).toMatchObject({ ...body, state: 'SUCCEEDED' });
    expect(await harness.client.get(`/balance_transfers/${moved.id}`)).toEqual(moved);
    expect(await harness.client.listed('/balance_transfers', 'balance_transfers')).toEqual([moved]);
    expect(await balances(id)).toMatchObject([{ posted_amount: 0 }]);
    expect(
      (await harness.client.fails(422, 'POST', '/balance_transfers', { ...body, destination: 'OPERATING' })).field,
    ).toBe('destination');
  });

  test('need an application, and are hidden from merchants', async () => {
    expect((await harness.client.fails(422, 'GET', '/balances')).field).toBe('linked_to');
    await harness.client.fails(404, 'GET', '/balances?linked_to=APnone');
    const body = { linked_to: 'APnone', amount: 1, currency: 'USD', direction: 'TOP_UP', payment_rail: 'ACH' };
    expect((await harness.client.fails(422, 'POST', '/balance_adjustments', body)).field).toBe('linked_to');
    expect(
      (
        await harness.client.fails(422, 'POST', '/balance_adjustments', {
          ...body,
          linked_to: await application(),
          currency: 'ZZZ',
        })
      ).field,
    ).toBe('currency');
    const seller = await harness.login('ROLE_MERCHANT', harness.sandbox.merchant);
    await seller.fails(404, 'GET', `/balances?linked_to=${await application()}`);
    await harness.client.fails(404, 'GET', '/balance_adjustments/BAnone');
    await harness.client.fails(404, 'GET', '/balance_transfers/BTnone');
  });
});
