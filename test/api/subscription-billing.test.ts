/**
 * Tests Subscriptions over time: charges and their dates, credits, and failed charges.
 * @module-tag ci-only
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  BillingInterval,
  Fee,
  Subscription,
  SubscriptionBalanceEntry,
  Transfer,
} from '../../electron/platform-api/index.ts';
import { Harness } from './harness.ts';
import { amountsOf, at, chargesOf, DAY, fetched, goTo, HOUR, subscribe } from './subscription-calls.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.sandbox.close());

const credit = (subscription: { id: string }, amount: number, more: object = {}) =>
  harness.client.post<SubscriptionBalanceEntry>(`/subscriptions/${subscription.id}/subscription_balance_entries`, {
    amount,
    ...more,
  });
const entriesOf = (subscription: { id: string }, query = '') =>
  harness.client.listed<SubscriptionBalanceEntry>(
    `/subscriptions/${subscription.id}/subscription_balance_entries?${query}`,
    'subscription_balance_entries',
  );

describe('charges', () => {
  test.each<[BillingInterval, string]>([
    ['WEEKLY', '2026-11-27'],
    ['MONTHLY', '2026-12-20'],
    ['BIMONTHLY', '2027-01-20'],
    ['QUARTERLY', '2027-02-20'],
    ['SEMIYEARLY', '2027-05-20'],
    ['YEARLY', '2027-11-20'],
    ['BIYEARLY', '2028-11-20'],
    ['TRIYEARLY', '2029-11-20'],
  ])('recur %s: the second charge is on %s, at the time of day of the first period', async (billing_interval, next) => {
    const made = await subscribe(harness, { billing_interval });
    harness.clock.advance(HOUR);
    expect(await amountsOf(harness, made)).toEqual([1000]);
    expect((await fetched(harness, made)).next_billing_at).toBe(`${next}T09:00:00.000Z`);
    goTo(harness, `${next}T08:59:59.999`);
    expect(await amountsOf(harness, made)).toEqual([1000]);
    harness.clock.advance(1);
    const charges = await chargesOf(harness, made);
    expect(charges).toMatchObject([
      { type: 'DEBIT', subtype: 'SUBSCRIPTION', amount: 1000, state: 'SUCCEEDED', operation_key: 'SALE' },
      { created_at: `${next}T09:00:00.000Z` },
    ]);
    expect(await fetched(harness, made)).toMatchObject({ state: 'ACTIVE', billing_intervals_done: 2 });
  });

  test('have the tags, cost their fee and can be refunded like any other Transfer', async () => {
    const made = await subscribe(harness, { tags: { plan: 'gold' } });
    harness.clock.advance(HOUR);
    const [charge] = await chargesOf(harness, made);
    expect(charge?.tags).toEqual({ plan: 'gold' });
    expect(await harness.client.listed<Fee>(`/fees?linked_to=${charge?.id}`, 'fees')).toMatchObject([{ amount: 59 }]);
    await harness.client.post(`/transfers/${charge?.id}/reversals`, { refund_amount: 1000 });
    expect(await fetched(harness, made)).toMatchObject({ state: 'ACTIVE' });
  });

  test('fall on the last day of shorter months if their day is the 31st', async () => {
    const made = await subscribe(harness, { start_subscription_at: '2027-01-31', billing_cycle_day: 31 });
    goTo(harness, '2028-04-01T00:00:00');
    const days: string[] = [];
    for (const month of ['2028-04-30', '2028-05-31', '2028-06-30']) {
      days.push((await fetched(harness, made)).next_billing_at ?? '');
      goTo(harness, `${month}T00:00:00`);
    }
    expect(days).toEqual(['2028-04-30', '2028-05-31', '2028-06-30'].map((one) => `${one}T00:00:00.000Z`));
    expect(await amountsOf(harness, made)).toHaveLength(18);
  });

  test('begin with a prorated charge if the start is not on the billing_cycle_day', async () => {
    const made = await subscribe(harness, { amount: 3000, billing_cycle_day: 1 });
    harness.clock.advance(HOUR);
    expect(await fetched(harness, made)).toMatchObject({
      billing_cycle_day: 1,
      next_billing_at: '2026-12-01T09:00:00.000Z',
      billing_intervals_done: 1,
    });
    goTo(harness, '2027-01-01T09:00:00');
    // 11 of 30 days, then whole months.
    expect(await amountsOf(harness, made)).toEqual([1100, 3000, 3000]);
    const onDay = await subscribe(harness, { amount: 3000, billing_cycle_day: 1 });
    harness.clock.advance(HOUR);
    expect(await amountsOf(harness, onDay)).toEqual([3000]);
  });

  test('begin with a prorated charge until the billing_cycle_day after a trial', async () => {
    const trial_details = { interval_type: 'DAY', interval_count: 10 } as const;
    const made = await subscribe(harness, { amount: 3000, billing_cycle_day: 10, trial_details });
    goTo(harness, '2026-12-10T09:00:00');
    expect(await amountsOf(harness, made)).toEqual([1000, 3000]);
  });

  test('are reduced for the discounted intervals, and a charge of zero moves no money', async () => {
    const discounted = await subscribe(harness, { discount_phase_details: { amount: 400, billing_interval_count: 2 } });
    const free = await subscribe(harness, { discount_phase_details: { amount: 0, billing_interval_count: 2 } });
    expect(discounted.subscription_phase).toBe('DISCOUNT');
    goTo(harness, '2026-12-20T09:00:00');
    expect(await fetched(harness, discounted)).toMatchObject({ subscription_phase: 'DISCOUNT' });
    goTo(harness, '2027-02-20T09:00:00');
    expect(await amountsOf(harness, discounted)).toEqual([400, 400, 1000, 1000]);
    expect(await fetched(harness, discounted)).toMatchObject({ subscription_phase: 'EVERGREEN' });
    expect(await amountsOf(harness, free)).toEqual([1000, 1000]);
    expect(await fetched(harness, free)).toMatchObject({ state: 'ACTIVE', billing_intervals_done: 4 });
  });

  test('never exceed the amount, even if it becomes less than the discounted amount', async () => {
    const made = await subscribe(harness, { discount_phase_details: { amount: 900, billing_interval_count: 5 } });
    harness.clock.advance(HOUR);
    await harness.client.put(`/subscriptions/${made.id}`, { amount: 600 });
    goTo(harness, '2026-12-20T09:00:00');
    expect(await amountsOf(harness, made)).toEqual([900, 600]);
  });

  test('follow trial and discount in order, from a start in the future', async () => {
    const made = await subscribe(harness, {
      start_subscription_at: '2026-12-01',
      trial_details: { interval_type: 'WEEK', interval_count: 1 },
      discount_phase_details: { amount: 100, billing_interval_count: 1 },
      total_billing_intervals: 2,
    });
    const seen: string[] = [];
    for (const day of ['11-30', '12-01', '12-08', '12-31', '01-08', '02-08']) {
      goTo(harness, `${day.startsWith('0') ? 2027 : 2026}-${day}T00:00:00`);
      const { state, subscription_phase } = await fetched(harness, made);
      seen.push(`${day} ${state} ${subscription_phase} ${(await amountsOf(harness, made)).join('+')}`);
    }
    expect(seen).toEqual([
      '11-30 NOT_STARTED NONE ',
      '12-01 ACTIVE TRIAL ',
      '12-08 ACTIVE DISCOUNT 100',
      '12-31 ACTIVE DISCOUNT 100',
      '01-08 ACTIVE EVERGREEN 100+1000',
      '02-08 EXPIRED NONE 100+1000',
    ]);
  });
});

describe('a change of billing_cycle_day', () => {
  test('leaves the current period in full, bridges to the new day at the next billing, and resumes full billing', async () => {
    const made = await subscribe(harness, { amount: 3000, start_subscription_at: '2026-12-01' });
    goTo(harness, '2026-12-10T00:00:00');
    const changed = await harness.client.put<Subscription>(`/subscriptions/${made.id}`, { billing_cycle_day: 16 });
    expect(changed).toMatchObject({ billing_cycle_day: 16, next_billing_at: '2027-01-01T00:00:00.000Z' });
    expect(await amountsOf(harness, made)).toEqual([3000]);
    goTo(harness, '2027-01-01T00:00:00');
    // 15 of the 31 days that end on 16 January.
    expect(await amountsOf(harness, made)).toEqual([3000, 1452]);
    expect((await fetched(harness, made)).next_billing_at).toBe('2027-01-16T00:00:00.000Z');
    goTo(harness, '2027-02-16T00:00:00');
    expect(await amountsOf(harness, made)).toEqual([3000, 1452, 3000, 3000]);
  });

  test('applies at once if it comes before the first charge', async () => {
    const made = await subscribe(harness, { amount: 3000, start_subscription_at: '2026-12-01' });
    await harness.client.put(`/subscriptions/${made.id}`, { billing_cycle_day: 16 });
    goTo(harness, '2026-12-15T00:00:00');
    expect(await amountsOf(harness, made)).toEqual([1500]);
    goTo(harness, '2026-12-16T00:00:00');
    expect(await amountsOf(harness, made)).toEqual([1500, 3000]);
  });
});

describe('balance entries', () => {
  test('reduce the next charges until they are used up', async () => {
    const made = await subscribe(harness);
    const entry = await credit(made, 2300, { description: 'Sorry', tags: { why: 'late' } });
    expect(entry).toMatchObject({
      subscription: made.id,
      type: 'CREDIT',
      amount: 2300,
      currency: 'USD',
      description: 'Sorry',
      tags: { why: 'late' },
    });
    expect((await fetched(harness, made)).balance).toBe(2300);
    harness.clock.advance(HOUR);
    expect(await fetched(harness, made)).toMatchObject({ balance: 1300, state: 'ACTIVE', billing_intervals_done: 1 });
    goTo(harness, '2027-02-20T09:00:00');
    expect(await amountsOf(harness, made)).toEqual([700, 1000]);
    expect((await fetched(harness, made)).balance).toBe(0);
  });

  test('form a timeline of one Subscription, newest first', async () => {
    const [one, other] = [await subscribe(harness), await subscribe(harness)];
    const first = await credit(one, 100, { type: 'CREDIT' });
    harness.clock.advance(1000);
    const second = await credit(one, 50, { tags: { a: '1' } });
    await credit(other, 7);
    expect(await entriesOf(one)).toEqual([second, first]);
    expect(await entriesOf(one, 'tags.key=a')).toEqual([second]);
    expect((await fetched(harness, one)).balance).toBe(150);
  });

  test('accept only credits, and only their tags can be changed', async () => {
    const [made, other] = [await subscribe(harness), await subscribe(harness)];
    const path = `/subscriptions/${made.id}/subscription_balance_entries`;
    const field = async (method: string, where: string, sent: object) =>
      (await harness.client.fails(422, method, where, sent)).field;
    for (const sent of [{ amount: 0 }, { amount: -5 }, { amount: 1.5 }, {}, { amount: 1_000_000_000_000 }]) {
      expect(await field('POST', path, sent)).toBe('amount');
    }
    expect(await field('POST', path, { amount: 5, type: 'DEBIT' })).toBe('type');
    expect((await fetched(harness, made)).balance).toBe(0);
    const entry = await credit(made, 5);
    const own = `${path}/${entry.id}`;
    expect(await harness.client.put(own, { tags: { a: '2' } })).toEqual({ ...entry, tags: { a: '2' } });
    for (const name of ['amount', 'type', 'description', 'currency'] as const) {
      expect(await field('PUT', own, { tags: {}, [name]: entry[name] })).toBe(name);
    }
    expect(await field('PUT', own, {})).toBe('tags');
    await harness.client.fails(404, 'PUT', `${path}/SBnone`, { tags: {} });
    const elsewhere = `/subscriptions/${other.id}/subscription_balance_entries/${entry.id}`;
    await harness.client.fails(404, 'PUT', elsewhere, { tags: {} });
    await harness.client.fails(404, 'POST', '/subscriptions/SUnone/subscription_balance_entries', { amount: 5 });
    const wrong = await harness.client.send('GET', own);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'PUT']);
  });
});

describe('a failed charge', () => {
  test.each([
    // The amount that remains after the credit is decisive.
    ['the issuer declines', 'GENERIC_DECLINE', 109, async () => {}],
    [
      'the instrument is disabled',
      'PAYMENT_INSTRUMENT_DISABLED',
      1000,
      ({ buyer_details: { instrument_id } }: Subscription) =>
        harness.client.put(`/payment_instruments/${instrument_id}`, { enabled: false }),
    ],
    [
      'the merchant is not approved any more',
      'MERCHANT_NOT_APPROVED',
      1000,
      ({ merchant }: Subscription) => harness.control({ type: 'merchant-state', merchant, state: 'REJECTED' }),
    ],
    [
      'the card has expired',
      'EXPIRED_CARD',
      1000,
      ({ buyer_details: { instrument_id } }: Subscription) =>
        harness.client.put(`/payment_instruments/${instrument_id}`, { expiration_year: 2025 }),
    ],
  ])('leaves PAST_DUE, is not repeated, and keeps the credit if %s', async (_why, code, amount, spoil) => {
    const made = await subscribe(harness, { amount });
    await credit(made, 7);
    await spoil(made);
    harness.clock.advance(HOUR);
    const [failed] = await chargesOf(harness, made);
    expect(failed).toMatchObject({ state: 'FAILED', failure_code: code, amount: amount - 7 });
    expect(await fetched(harness, made)).toMatchObject({ state: 'PAST_DUE', balance: 7, billing_intervals_done: 1 });
    harness.clock.advance(10 * DAY);
    expect(await chargesOf(harness, made)).toHaveLength(1);
  });

  test('is followed on its day by the next charge, which restores ACTIVE', async () => {
    const made = await subscribe(harness, { amount: 102 });
    harness.clock.advance(HOUR);
    expect((await fetched(harness, made)).state).toBe('PAST_DUE');
    await harness.client.put(`/subscriptions/${made.id}`, { amount: 900 });
    expect((await fetched(harness, made)).state).toBe('PAST_DUE');
    goTo(harness, '2026-12-20T09:00:00');
    expect(await fetched(harness, made)).toMatchObject({ state: 'ACTIVE', billing_intervals_done: 2 });
    expect((await chargesOf(harness, made)).map((one) => [one.amount, one.state])).toEqual([
      [102, 'FAILED'],
      [900, 'SUCCEEDED'],
    ]);
  });

  test('results from a partial approval', async () => {
    const { id } = await harness.card('partial');
    const made = await subscribe(harness, { amount: 3001, buyer_details: { instrument_id: id } });
    const small = await subscribe(harness, { amount: 3000, buyer_details: { instrument_id: id } });
    harness.clock.advance(HOUR);
    expect(await chargesOf(harness, made)).toMatchObject([{ state: 'FAILED', failure_code: 'INSUFFICIENT_FUNDS' }]);
    expect(await chargesOf(harness, small)).toMatchObject([{ state: 'SUCCEEDED', amount: 3000 }]);
  });

  test('is absent if a bank account succeeds after its delay', async () => {
    const { id } = await harness.bankAccount();
    const made = await subscribe(harness, { buyer_details: { instrument_id: id } });
    harness.clock.advance(at(made.first_charge_at.slice(0, 19)) - harness.clock.now());
    expect(await chargesOf(harness, made)).toMatchObject([{ state: 'PENDING', source: id }]);
    expect((await fetched(harness, made)).state).toBe('ACTIVE');
    harness.clock.advance(HOUR);
    expect(await chargesOf(harness, made)).toMatchObject([{ state: 'SUCCEEDED' }]);
  });

  test('makes the Subscription past due even if it fails late, and restores its credit', async () => {
    const slow = await harness.card('slow');
    const { id } = await harness.card();
    const made = await subscribe(harness, { amount: 302, buyer_details: { instrument_id: id } });
    await harness.client.put(`/subscriptions/${made.id}`, { buyer_details: { instrument_id: slow.id } });
    await credit(made, 200);
    harness.clock.advance(at(made.first_charge_at.slice(0, 19)) - harness.clock.now());
    expect(await chargesOf(harness, made)).toMatchObject([{ state: 'PENDING', amount: 102 }]);
    expect(await fetched(harness, made)).toMatchObject({ state: 'ACTIVE', balance: 0 });
    harness.clock.advance(20_000);
    expect(await chargesOf(harness, made)).toMatchObject([{ state: 'FAILED', failure_code: 'GENERIC_DECLINE' }]);
    expect(await fetched(harness, made)).toMatchObject({ state: 'PAST_DUE', balance: 200 });
  });
});

test('a cancelled Subscription lets a pending charge complete', async () => {
  const { id } = await harness.bankAccount();
  const made = await subscribe(harness, { buyer_details: { instrument_id: id } });
  harness.clock.advance(10 * 60_000);
  await harness.client.send('DELETE', `/subscriptions/${made.id}`);
  harness.clock.advance(HOUR);
  expect(await chargesOf(harness, made)).toMatchObject([{ state: 'SUCCEEDED' }]);
  expect(await fetched(harness, made)).toMatchObject({ state: 'CANCELED' });
});

test('equal Subscriptions are charged alike, and each Transfer belongs to one of them', async () => {
  const twins = [await subscribe(harness), await subscribe(harness)];
  goTo(harness, '2027-01-20T09:00:00');
  const all = await harness.client.listed<Transfer>('/transfers', 'transfers');
  expect(all).toHaveLength(6);
  for (const { id } of twins) expect(all.filter((one) => one.subscription === id)).toHaveLength(3);
});
