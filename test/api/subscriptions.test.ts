/**
 * Tests Subscriptions: creation, change and end, and the rows of the specification's transition table.
 * @module-tag ci-only
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Authorization, Subscription, SubscriptionCreate } from '../../electron/platform-api/index.ts';
import { limits } from '../../electron/platform-api/index.ts';
import { Harness } from './harness.ts';
import { amountsOf, at, chargesOf, DAY, fetched, goTo, HOUR, planOf, subscribe } from './subscription-calls.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.sandbox.close());

const body = async (more: Partial<SubscriptionCreate> = {}): Promise<SubscriptionCreate> => ({
  amount: 1000,
  currency: 'USD',
  billing_interval: 'MONTHLY',
  buyer_details: { instrument_id: (await harness.card()).id },
  ...more,
});
/** Field for which a creation is refused. */
const refused = async (more: object) =>
  (await harness.client.fails(422, 'POST', '/subscriptions', { ...(await body()), ...more })).field;
const count = async () => (await harness.client.listed<Subscription>('/subscriptions', 'subscriptions')).length;
const holds = () => harness.client.listed<Authorization>('/authorizations', 'authorizations');

describe('transitions and effects of the specification', () => {
  test('Subscription | POST /subscriptions | No trial and start not in the future | First Transfer is created within 60 minutes', async () => {
    const started = await subscribe(harness);
    expect(started).toMatchObject({ state: 'ACTIVE', subscription_phase: 'EVERGREEN', trial_details: null });
    const first = Date.parse(started.first_charge_at) - harness.clock.now();
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(limits.firstChargeMs);
    harness.clock.advance(first - 1);
    expect(await chargesOf(harness, started)).toEqual([]);
    harness.clock.advance(1);
    expect(await chargesOf(harness, started)).toMatchObject([
      { type: 'DEBIT', state: 'SUCCEEDED', amount: 1000, source: started.buyer_details.instrument_id },
    ]);
    expect(await subscribe(harness, { start_subscription_at: '2026-11-01' })).toMatchObject({ state: 'ACTIVE' });
    const now = new Date(harness.clock.now()).toISOString();
    expect(await subscribe(harness, { start_subscription_at: now })).toMatchObject({ state: 'ACTIVE' });
  });

  test('Subscription | POST /subscriptions | start_subscription_at in the future | State NOT_STARTED, subscription_phase NONE', async () => {
    const waiting = await subscribe(harness, { start_subscription_at: '2026-12-15T10:00:00' });
    expect(waiting).toMatchObject({
      state: 'NOT_STARTED',
      subscription_phase: 'NONE',
      start_subscription_at: '2026-12-15T10:00:00.000Z',
      first_charge_at: '2026-12-15T10:00:00.000Z',
    });
    goTo(harness, '2026-12-15T09:59:59.999');
    expect(await fetched(harness, waiting)).toMatchObject({ state: 'NOT_STARTED', subscription_phase: 'NONE' });
    expect(await amountsOf(harness, waiting)).toEqual([]);
    harness.clock.advance(1);
    expect(await fetched(harness, waiting)).toMatchObject({ state: 'ACTIVE', subscription_phase: 'EVERGREEN' });
    expect(await amountsOf(harness, waiting)).toEqual([1000]);
    const next = new Date(harness.clock.now() + 1).toISOString();
    expect(await subscribe(harness, { start_subscription_at: next })).toMatchObject({ state: 'NOT_STARTED' });
  });

  test.each([
    ['DAY', 10, '2026-11-30T09:00:00'],
    ['WEEK', 2, '2026-12-04T09:00:00'],
    ['MONTH', 3, '2027-02-20T09:00:00'],
  ] as const)(
    'Subscription | POST /subscriptions | trial_details given | First charge delayed to first_charge_at (%s %i)',
    async (interval_type, interval_count, end) => {
      const tried = await subscribe(harness, { trial_details: { interval_type, interval_count } });
      expect(tried).toMatchObject({
        state: 'ACTIVE',
        subscription_phase: 'TRIAL',
        first_charge_at: `${end}.000Z`,
        next_billing_at: `${end}.000Z`,
      });
      harness.clock.advance(at(end) - harness.clock.now() - 1);
      expect(await amountsOf(harness, tried)).toEqual([]);
      harness.clock.advance(1);
      expect(await amountsOf(harness, tried)).toEqual([1000]);
      expect(await fetched(harness, tried)).toMatchObject({ state: 'ACTIVE', subscription_phase: 'EVERGREEN' });
    },
  );

  test('Subscription | POST /subscriptions | total_billing_intervals given | Expires after that many billing cycles', async () => {
    const limited = await subscribe(harness, { total_billing_intervals: 3 });
    goTo(harness, '2027-02-20T08:59:59');
    expect(await fetched(harness, limited)).toMatchObject({ state: 'ACTIVE', billing_intervals_done: 3 });
    harness.clock.advance(1000);
    expect(await fetched(harness, limited)).toMatchObject({
      state: 'EXPIRED',
      subscription_phase: 'NONE',
      next_billing_at: null,
    });
    harness.clock.advance(400 * DAY);
    expect(await amountsOf(harness, limited)).toEqual([1000, 1000, 1000]);
  });

  test.each(['NOT_STARTED', 'ACTIVE', 'PAST_DUE', 'EXPIRED', 'CANCELED'])(
    'Subscription | DELETE /subscriptions/{subscription_id} | any (%s) | Subscription cancelled',
    async (state) => {
      const made = await subscribe(harness, {
        ...(state === 'NOT_STARTED' ? { start_subscription_at: '2027-01-01' } : {}),
        ...(state === 'PAST_DUE' ? { amount: 102 } : {}),
        ...(state === 'EXPIRED' ? { total_billing_intervals: 1 } : {}),
      });
      const path = `/subscriptions/${made.id}`;
      if (state === 'CANCELED') await harness.client.send('DELETE', path);
      harness.clock.advance(state === 'EXPIRED' ? 31 * DAY : HOUR);
      expect((await fetched(harness, made)).state).toBe(state);
      const before = await amountsOf(harness, made);
      const { status, body: gone } = await harness.client.send<Subscription>('DELETE', path);
      expect(status).toBe(200);
      expect(gone).toMatchObject({ state: 'CANCELED', subscription_phase: 'NONE', next_billing_at: null });
      harness.clock.advance(400 * DAY);
      expect(await amountsOf(harness, made)).toEqual(before);
      expect(await fetched(harness, made)).toEqual(gone);
    },
  );
});

describe('creation', () => {
  test('returns the requested fields with a location, and can be listed and filtered', async () => {
    const plan = await planOf(harness);
    const asked = await body({
      nickname: 'Beans',
      discount_phase_details: { amount: 400, billing_interval_count: 2 },
      billing_cycle_day: 1,
      total_billing_intervals: 12,
      tags: { a: '1' },
    });
    const {
      status,
      headers,
      body: made,
    } = await harness.client.send<Subscription>('POST', '/subscriptions', { body: asked });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${harness.sandbox.url}/subscriptions/${made.id}`);
    expect(made).toMatchObject({ ...asked, merchant: harness.sandbox.merchant, subscription_phase: 'DISCOUNT' });
    expect(await fetched(harness, made)).toEqual(made);
    const planned = await subscribe(harness, { subscription_plan_id: plan.id });
    await subscribe(harness, { start_subscription_at: '2027-01-01' });
    const ids = async (query: string) =>
      (await harness.client.listed<Subscription>(`/subscriptions?${query}`, 'subscriptions')).map((one) => one.id);
    expect(await ids('')).toHaveLength(3);
    expect(await ids('tags.key=a')).toEqual([made.id]);
    expect(await ids(`subscription_plan_id=${plan.id}`)).toEqual([planned.id]);
    expect(await ids('billing_interval=QUARTERLY')).toEqual([planned.id]);
    expect(await ids('state=NOT_STARTED')).toHaveLength(1);
    expect((await harness.client.fails(422, 'GET', '/subscriptions?state=ASLEEP')).field).toBe('state');
  });

  test.each([
    ['amount', { amount: undefined }],
    ['currency', { currency: undefined }],
    ['billing_interval', { billing_interval: undefined }],
    ['buyer_details', { buyer_details: undefined }],
    ['buyer_details.instrument_id', { buyer_details: {} }],
    ['buyer_details.instrument_id', { buyer_details: { instrument_id: 'PInone' } }],
    ['subscription_plan_id', { amount: undefined, subscription_plan_id: 'SPnone' }],
    ['merchant', { merchant: 'MUnone' }],
    ['amount', { amount: 0 }],
    ['amount', { amount: 1_000_000_000_000 }],
    ['billing_interval', { billing_interval: 'DAILY' }],
    ['billing_cycle_day', { billing_cycle_day: 0 }],
    ['billing_cycle_day', { billing_cycle_day: 32 }],
    ['billing_cycle_day', { billing_interval: 'WEEKLY', billing_cycle_day: 1 }],
    ['total_billing_intervals', { total_billing_intervals: 0 }],
    ['trial_details.interval_type', { trial_details: { interval_type: 'YEAR', interval_count: 1 } }],
    ['trial_details.interval_count', { trial_details: { interval_type: 'DAY', interval_count: 0 } }],
    ['discount_phase_details.amount', { discount_phase_details: { amount: 1000, billing_interval_count: 1 } }],
    ['start_subscription_at', { start_subscription_at: 'soon' }],
    ['start_subscription_at', { start_subscription_at: '2027-02-29' }],
    ['start_subscription_at', { start_subscription_at: '2037-01-01' }],
    ['tags.a', { tags: { a: 'x"' } }],
  ])('is refused for %s: %j', async (field, more) => {
    expect(await refused(more)).toBe(field);
    expect(await count()).toBe(0);
    expect(await holds()).toEqual([]);
  });

  test('accepts the largest and smallest values', async () => {
    const most = {
      amount: 999_999_999_999,
      billing_cycle_day: 31,
      total_billing_intervals: 1200,
      trial_details: { interval_type: 'MONTH', interval_count: 365 },
      discount_phase_details: { amount: 999_999_999_998, billing_interval_count: 1200 },
      start_subscription_at: '2036-11-19',
      billing_interval: 'TRIYEARLY',
    } as const;
    expect(await subscribe(harness, most)).toMatchObject({ amount: 999_999_999_999, state: 'NOT_STARTED' });
    const least = {
      amount: 1,
      billing_cycle_day: 1,
      total_billing_intervals: 1,
      trial_details: { interval_type: 'DAY', interval_count: 1 },
      discount_phase_details: { amount: 0, billing_interval_count: 1 },
    } as const;
    expect(await subscribe(harness, least)).toMatchObject(least);
  });

  test('is refused with a disabled instrument', async () => {
    const { id } = await harness.card();
    await harness.client.put(`/payment_instruments/${id}`, { enabled: false });
    expect(await refused({ buyer_details: { instrument_id: id } })).toBe('buyer_details.instrument_id');
  });
});

describe('a plan', () => {
  test('provides amount and billing_interval, and a request that sets amount is refused', async () => {
    const plan = await planOf(harness);
    expect(await subscribe(harness, { subscription_plan_id: plan.id })).toMatchObject({
      subscription_plan_id: plan.id,
      amount: 2500,
      currency: 'USD',
      billing_interval: 'QUARTERLY',
    });
    const planned = async (more: object) =>
      (
        await harness.client.fails(422, 'POST', '/subscriptions', {
          subscription_plan_id: plan.id,
          buyer_details: (await body()).buyer_details,
          ...more,
        })
      ).field;
    expect(await planned({ amount: 2500 })).toBe('amount');
    expect(await planned({ billing_interval: 'MONTHLY' })).toBe('billing_interval');
    expect(await planned({ currency: 'CAD' })).toBe('currency');
    await subscribe(harness, { subscription_plan_id: plan.id, billing_interval: 'QUARTERLY', currency: 'USD' });
  });

  test('keeps its own trial and discount, and takes those of the request only if it has none', async () => {
    const trial_details = { interval_type: 'MONTH', interval_count: 1 } as const;
    const discount_phase_details = { amount: 500, billing_interval_count: 2 };
    const other = {
      trial_details: { interval_type: 'DAY', interval_count: 3 },
      discount_phase_details: { amount: 1, billing_interval_count: 9 },
    } as const;
    const full = await planOf(harness, { trial_details, discount_phase_details });
    const bare = await planOf(harness);
    const terms = { trial_details, discount_phase_details };
    expect(await subscribe(harness, { subscription_plan_id: full.id, ...other })).toMatchObject(terms);
    expect(await subscribe(harness, { subscription_plan_id: full.id })).toMatchObject(terms);
    expect(await subscribe(harness, { subscription_plan_id: bare.id, ...other })).toMatchObject(other);
  });
});

describe('an update', () => {
  test('changes amount and instrument from the next charge on', async () => {
    const made = await subscribe(harness);
    harness.clock.advance(HOUR);
    const { id } = await harness.bankAccount();
    const changed = await harness.client.put<Subscription>(`/subscriptions/${made.id}`, {
      amount: 1500,
      buyer_details: { instrument_id: id },
    });
    expect(changed).toMatchObject({ amount: 1500, buyer_details: { instrument_id: id } });
    goTo(harness, '2026-12-20T09:00:00');
    const charges = await chargesOf(harness, made);
    expect(charges.map((one) => [one.amount, one.source])).toEqual([
      [1000, made.buyer_details.instrument_id],
      [1500, id],
    ]);
  });

  test.each([
    'nickname',
    'currency',
    'billing_interval',
    'subscription_plan_id',
    'trial_details',
    'discount_phase_details',
    'start_subscription_at',
    'total_billing_intervals',
    'state',
    'tags',
  ])('refuses %s', async (field) => {
    const made = await subscribe(harness, { tags: { a: '1' }, nickname: 'x' });
    const value = { ...made, state: 'CANCELED' }[field as keyof Subscription];
    const error = await harness.client.fails(422, 'PUT', `/subscriptions/${made.id}`, { amount: 5, [field]: value });
    expect(error.field).toBe(field);
    expect(await fetched(harness, made)).toEqual(made);
  });

  test('requires a valid body, and a Subscription that has not ended', async () => {
    const made = await subscribe(harness);
    const path = `/subscriptions/${made.id}`;
    const field = async (sent: object) => (await harness.client.fails(422, 'PUT', path, sent)).field;
    await harness.client.fails(422, 'PUT', path, {});
    expect(await field({ amount: 0 })).toBe('amount');
    expect(await field({ billing_cycle_day: 32 })).toBe('billing_cycle_day');
    expect(await field({ buyer_details: { instrument_id: 'PInone' } })).toBe('buyer_details.instrument_id');
    const weekly = await subscribe(harness, { billing_interval: 'WEEKLY' });
    await harness.client.fails(422, 'PUT', `/subscriptions/${weekly.id}`, { billing_cycle_day: 5 });
    await harness.client.send('DELETE', path);
    expect((await harness.client.fails(409, 'PUT', path, { amount: 5 })).code).toBe('CONFLICT');
    await harness.client.fails(409, 'POST', `${path}/subscription_balance_entries`, { amount: 5 });
  });
});
