/**
 * Tests Subscription Links and Subscription Plans.
 * @module-tag ci-only
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SubscriptionLink, SubscriptionPlan } from '../../electron/platform-api/index.ts';
import { Harness } from './harness.ts';
import { fetched, planOf, subscribe } from './subscription-calls.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.sandbox.close());

const terms = { amount: 1500, currency: 'USD', billing_interval: 'MONTHLY' } as const;
const linkOf = (more: object = {}) =>
  harness.client.post<SubscriptionLink>('/subscription_links', { ...terms, nickname: 'Beans', ...more });
const links = (query = '') =>
  harness.client.listed<SubscriptionLink>(`/subscription_links?${query}`, 'subscription_links');
const refused = async (path: string, body: object) => (await harness.client.fails(422, 'POST', path, body)).field;

describe('Subscription Links', () => {
  test('are created, listed and fetched', async () => {
    const { status, headers, body } = await harness.client.send<SubscriptionLink>('POST', '/subscription_links', {
      body: { ...terms, total_billing_intervals: 6, tags: { a: '1' } },
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${harness.sandbox.url}/subscription_links/${body.id}`);
    expect(body).toMatchObject({
      ...terms,
      state: 'ACTIVE',
      merchant: harness.sandbox.merchant,
      subscription_plan_id: null,
      total_billing_intervals: 6,
      tags: { a: '1' },
    });
    expect(body.link_url).toContain(body.id);
    expect(await harness.client.get(`/subscription_links/${body.id}`)).toEqual(body);
    harness.clock.advance(1000);
    const other = await linkOf();
    expect(await links()).toEqual([other, body]);
    expect(await links('tags.key=a')).toEqual([body]);
    expect(other.link_url).not.toBe(body.link_url);
  });

  test('take the terms of a plan', async () => {
    const plan = await planOf(harness, { trial_details: { interval_type: 'WEEK', interval_count: 2 } });
    const made = await harness.client.post<SubscriptionLink>('/subscription_links', { subscription_plan_id: plan.id });
    expect(made).toMatchObject({
      subscription_plan_id: plan.id,
      amount: 2500,
      billing_interval: 'QUARTERLY',
      trial_details: plan.trial_details,
    });
    expect(await links(`subscription_plan_id=${plan.id}`)).toEqual([made]);
    expect(await refused('/subscription_links', { subscription_plan_id: plan.id, amount: 2500 })).toBe('amount');
    expect(await refused('/subscription_links', { subscription_plan_id: 'SPnone' })).toBe('subscription_plan_id');
  });

  test.each([
    ['ACTIVE', { state: 'DEACTIVATED' }],
    ['ACTIVE', {}],
    ['DEACTIVATED', { state: 'DEACTIVATED' }],
  ])(
    'Subscription Link | PUT /subscription_links/{subscription_link_id} | any (%s, body %j) | Link deactivated',
    async (before, body) => {
      const made = await linkOf();
      const path = `/subscription_links/${made.id}`;
      if (before === 'DEACTIVATED') await harness.client.put(path, {});
      harness.clock.advance(1000);
      const gone = await harness.client.put<SubscriptionLink>(path, body);
      expect(gone).toMatchObject({ id: made.id, state: 'DEACTIVATED' });
      expect(await harness.client.get(path)).toEqual(gone);
      expect(await links('state=ACTIVE')).toEqual([]);
      expect(await links('state=DEACTIVATED')).toEqual([gone]);
    },
  );

  test('refuse to be activated again or changed otherwise', async () => {
    const made = await linkOf();
    const path = `/subscription_links/${made.id}`;
    expect((await harness.client.fails(422, 'PUT', path, { state: 'ACTIVE' })).field).toBe('state');
    expect((await harness.client.fails(422, 'PUT', path, { nickname: 'Other' })).field).toBe('nickname');
    expect(await harness.client.get(path)).toEqual(made);
  });

  test('require terms, and an eligible merchant', async () => {
    expect(await refused('/subscription_links', { ...terms, amount: undefined })).toBe('amount');
    expect(await refused('/subscription_links', { ...terms, currency: 'EUR' })).toBe('currency');
    const { merchant } = await harness.device('B000003');
    expect(await refused('/subscription_links', { ...terms, merchant })).toBe('merchant');
    expect(await links()).toEqual([]);
  });

  test('are read only by their merchant, are 404 if unknown, and cannot be deleted', async () => {
    const made = await linkOf();
    const path = `/subscription_links/${made.id}`;
    const own = await harness.login('ROLE_MERCHANT', harness.sandbox.merchant);
    const { merchant } = await harness.device('B000003');
    const other = await harness.login('ROLE_MERCHANT', merchant);
    expect(await own.get(path)).toEqual(made);
    await other.fails(404, 'GET', path);
    await own.fails(403, 'PUT', path, {});
    await own.fails(403, 'POST', '/subscription_links', terms);
    await harness.client.fails(404, 'GET', '/subscription_links/SLnone');
    await harness.client.fails(404, 'PUT', '/subscription_links/SLnone', {});
    const wrong = await harness.client.send('DELETE', path);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, PUT']);
  });
});

describe('Subscription Plans', () => {
  const plans = (query = '') =>
    harness.client.listed<SubscriptionPlan>(`/subscription_plans?${query}`, 'subscription_plans');

  test('are created, listed and fetched, and their name and tags change', async () => {
    const asked = {
      trial_details: { interval_type: 'DAY', interval_count: 7 },
      discount_phase_details: { amount: 100, billing_interval_count: 3 },
      tags: { a: '1' },
    } as const;
    const made = await planOf(harness, asked);
    expect(made).toMatchObject({ ...asked, plan_name: 'Coffee', merchant: harness.sandbox.merchant });
    expect(await harness.client.get(`/subscription_plans/${made.id}`)).toEqual(made);
    const other = await planOf(harness, { billing_interval: 'YEARLY' });
    expect(await plans('billing_interval=YEARLY')).toEqual([other]);
    expect(await plans('tags.key=a')).toEqual([made]);
    const path = `/subscription_plans/${made.id}`;
    expect(await harness.client.put(path, { plan_name: 'Tea', tags: {} })).toMatchObject({
      plan_name: 'Tea',
      tags: {},
    });
    expect((await harness.client.fails(422, 'PUT', path, { amount: 1 })).field).toBe('amount');
  });

  test('leave existing Subscriptions unchanged, and belong to one merchant', async () => {
    const plan = await planOf(harness);
    const made = await subscribe(harness, { subscription_plan_id: plan.id });
    await harness.client.put(`/subscription_plans/${plan.id}`, { plan_name: 'Tea' });
    expect(await fetched(harness, made)).toEqual(made);
    const { merchant } = await harness.device('B000002');
    const { id } = await harness.card();
    const body = { subscription_plan_id: plan.id, merchant, buyer_details: { instrument_id: id } };
    expect(await refused('/subscriptions', body)).toBe('merchant');
  });

  test('require all their terms', async () => {
    const good = { plan_name: 'Coffee', ...terms };
    for (const name of ['plan_name', 'amount', 'currency', 'billing_interval'] as const) {
      expect(await refused('/subscription_plans', { ...good, [name]: undefined })).toBe(name);
    }
    const discount_phase_details = { amount: 1500, billing_interval_count: 1 };
    expect(await refused('/subscription_plans', { ...good, discount_phase_details })).toBe(
      'discount_phase_details.amount',
    );
    expect(await refused('/subscription_plans', { ...good, currency: 'GBP' })).toBe('currency');
    await harness.client.fails(404, 'GET', '/subscription_plans/SPnone');
    await harness.client.fails(404, 'PUT', '/subscription_plans/SPnone', {});
  });
});
