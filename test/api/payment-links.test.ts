/**
 * Tests Payment Links: their fields, and their state table.
 * @module-tag ci-only
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentLink, PaymentLinkState } from '../../electron/platform-api/index.ts';
import { Harness } from './harness.ts';
import { choicesIn, open, pay } from './page-calls.ts';
import { fixed, paymentLinkCalls } from './payment-link-calls.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.sandbox.close());

const WEEK = 7 * 24 * 60 * 60_000;
const { make, read, put } = paymentLinkCalls(() => harness);
const refusedFields = async (id: string, body: object) => {
  const { status, body: envelope } = await harness.client.send<{ _embedded: { errors: { field?: string }[] } }>(
    'PUT',
    `/payment_links/${id}`,
    { body },
  );
  expect(status).toBe(422);
  return envelope._embedded.errors.map(({ field }) => field);
};
/** A link in each state, reached in the usual way. */
async function linkIn(state: PaymentLinkState, more: object = {}): Promise<PaymentLink> {
  const link = await make(more);
  if (state === 'DEACTIVATED') await put(link.id, { state: 'DEACTIVATED' });
  if (state === 'COMPLETED') await pay(link.link_url, 'card-approve');
  if (state === 'EXPIRED') harness.clock.advance(WEEK);
  const now = await read(link.id);
  expect(now.state).toBe(state);
  return now;
}

describe('Payment Links', () => {
  test('are created, listed, filtered and fetched', async () => {
    const link = await make({
      nickname: 'Repair 17',
      buyer_details: { first_name: 'Jane', last_name: 'Doe' },
      items: [{ name: 'Repair', quantity: 1, price_details: { sale_amount: 7500 } }],
      tags: { order_id: '17' },
    });
    expect(link).toMatchObject({
      merchant: harness.sandbox.merchant,
      nickname: 'Repair 17',
      state: 'ACTIVE',
      is_multiple_use: false,
      allowed_payment_methods: ['PAYMENT_CARD'],
      amount_details: { ...fixed, min_amount: null, max_amount: null },
      buyer_details: { first_name: 'Jane', last_name: 'Doe' },
    });
    expect(Date.parse(link.link_expires_at) - Date.parse(link.created_at)).toBe(WEEK);
    expect(await read(link.id)).toEqual(link);
    const other = await make({ is_multiple_use: true });
    await put(other.id, { state: 'DEACTIVATED' });
    const listed = (query: string) => harness.client.listed<PaymentLink>(`/payment_links?${query}`, 'payment_links');
    expect(await listed('state=ACTIVE')).toEqual([link]);
    expect(await listed('tags.key=order_id&tags.value=17')).toEqual([link]);
    expect(await listed('nickname=Repair 17')).toEqual([link]);
    expect(await listed(`merchant_id=${harness.sandbox.merchant}`)).toHaveLength(2);
    await harness.client.fails(422, 'GET', '/payment_links?state=PAID');
    await harness.client.fails(404, 'GET', '/payment_links/PLnone');
    await harness.client.fails(404, 'PUT', '/payment_links/PLnone', {});
  });

  test.each<[string, object]>([
    ['allowed_payment_methods', { allowed_payment_methods: [] }],
    ['amount_details.total_amount', { amount_details: { amount_type: 'FIXED', currency: 'USD' } }],
    ['amount_details.total_amount', { amount_details: { ...fixed, total_amount: 0 } }],
    ['amount_details.currency', { amount_details: { ...fixed, currency: 'ZZZ' } }],
    ['amount_details.min_amount', { amount_details: { ...fixed, min_amount: 5 } }],
    ['amount_details.total_amount', { amount_details: { ...fixed, amount_type: 'VARIABLE' } }],
    [
      'amount_details.min_amount',
      { amount_details: { amount_type: 'VARIABLE', currency: 'USD', min_amount: 2, max_amount: 1 } },
    ],
    ['buyer_details', { is_multiple_use: true, buyer_details: { first_name: 'Jane' } }],
    ['merchant', { merchant: 'MUnone' }],
    ['additional_details.expiration_in_minutes', { additional_details: { expiration_in_minutes: 0 } }],
  ])('are refused with 422 for a wrong %s', async (field, more) => {
    const body = { allowed_payment_methods: ['PAYMENT_CARD'], amount_details: fixed, ...more };
    expect((await harness.client.fails(422, 'POST', '/payment_links', body)).field).toBe(field);
  });

  test('are refused for an unapproved Merchant, and are read-only for ROLE_MERCHANT', async () => {
    const link = await make();
    const other = await harness.login('ROLE_MERCHANT', harness.sandbox.merchant);
    expect(await other.get(`/payment_links/${link.id}`)).toEqual(link);
    await other.fails(403, 'PUT', `/payment_links/${link.id}`, { nickname: 'x' });
    await harness.control({ type: 'merchant-state', merchant: harness.sandbox.merchant, state: 'REJECTED' });
    const body = { allowed_payment_methods: ['PAYMENT_CARD'], amount_details: fixed };
    expect((await harness.client.fails(422, 'POST', '/payment_links', body)).failure_code).toBe(
      'MERCHANT_NOT_APPROVED',
    );
  });
});

describe('the state table', () => {
  test('Payment Link | PUT | Link is ACTIVE | DEACTIVATED when the state field is set so', async () => {
    const { id, link_url: url } = await make();
    expect((await put(id, { state: 'DEACTIVATED' })).state).toBe('DEACTIVATED');
    expect((await open(url)).status).toBe(410);
  });

  test('Payment Link | PUT | Link is DEACTIVATED | ACTIVE when the state field is set so', async () => {
    const { id, link_url: url } = await linkIn('DEACTIVATED');
    expect((await put(id, { state: 'ACTIVE' })).state).toBe('ACTIVE');
    expect((await open(url)).status).toBe(200);
  });

  test.each<PaymentLinkState>(['COMPLETED', 'EXPIRED', 'DEACTIVATED'])(
    'Payment Link in %s | PUT | any | Only nickname and tags may change',
    async (state) => {
      const { id } = await linkIn(state);
      const changed = await put(id, { nickname: 'Kept', tags: { a: '1' } });
      expect(changed).toMatchObject({ nickname: 'Kept', tags: { a: '1' }, state });
      expect(await refusedFields(id, { allowed_payment_methods: ['BANK_ACCOUNT'], buyer_details: {} })).toEqual([
        'allowed_payment_methods',
        'buyer_details',
      ]);
      // With one wrong field, the update changes nothing.
      expect(await refusedFields(id, { nickname: 'No', buyer_details: {} })).toEqual(['buyer_details']);
      expect((await read(id)).nickname).toBe('Kept');
    },
  );

  test.each<PaymentLinkState>(['COMPLETED', 'EXPIRED'])(
    'a link in %s refuses to be activated or deactivated',
    async (state) => {
      const { id } = await linkIn(state);
      for (const wanted of ['ACTIVE', 'DEACTIVATED'])
        expect(await refusedFields(id, { state: wanted })).toEqual(['state']);
    },
  );

  test('a link refuses every other state, and stays unchanged by its current state', async () => {
    const { id } = await make();
    for (const state of ['COMPLETED', 'EXPIRED', 'PAID']) expect(await refusedFields(id, { state })).toEqual(['state']);
    expect((await put(id, { state: 'ACTIVE' })).state).toBe('ACTIVE');
  });

  test('a link that is activated again accepts no other change in the same request', async () => {
    const { id } = await linkIn('DEACTIVATED');
    expect(await refusedFields(id, { state: 'ACTIVE', buyer_details: {} })).toEqual(['buyer_details']);
    expect((await read(id)).state).toBe('DEACTIVATED');
  });

  test('allowed_payment_methods change on an ACTIVE link, whether single-use or not', async () => {
    for (const is_multiple_use of [false, true]) {
      const { id, link_url: url } = await make({ is_multiple_use });
      const changed = await put(id, { allowed_payment_methods: ['BANK_ACCOUNT', 'WALLET_A_PAY'] });
      expect(changed.allowed_payment_methods).toEqual(['BANK_ACCOUNT', 'WALLET_A_PAY']);
      expect(choicesIn(await open(url))).toEqual(['bank-account', 'wallet-a']);
    }
  });

  test('buyer_details change only on an ACTIVE single-use link', async () => {
    const single = await make();
    const changed = await put(single.id, { buyer_details: { first_name: 'Ann', email: 'ann@example.com' } });
    expect(changed.buyer_details).toEqual({ first_name: 'Ann', email: 'ann@example.com' });
    expect((await open(single.link_url)).text).toContain('For Ann');
    const multiple = await make({ is_multiple_use: true });
    expect(await refusedFields(multiple.id, { buyer_details: { first_name: 'Ann' } })).toEqual(['buyer_details']);
  });

  test('a link expires at its exact time, even while deactivated', async () => {
    const [short, off, long] = [
      await make({ additional_details: { expiration_in_minutes: 1 } }),
      await make({ additional_details: { expiration_in_minutes: 1 } }),
      await make({ additional_details: { expiration_in_minutes: 2 } }),
    ];
    await put(off.id, { state: 'DEACTIVATED' });
    harness.clock.advance(59_999);
    expect((await read(short.id)).state).toBe('ACTIVE');
    harness.clock.advance(1);
    expect((await read(short.id)).state).toBe('EXPIRED');
    expect((await read(off.id)).state).toBe('EXPIRED');
    expect((await read(long.id)).state).toBe('ACTIVE');
    expect((await open(short.link_url)).status).toBe(410);
  });

  test('a completed link never expires', async () => {
    const { id } = await linkIn('COMPLETED');
    harness.clock.advance(WEEK);
    expect((await read(id)).state).toBe('COMPLETED');
  });

  test('a link’s expiry survives a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'links-'));
    try {
      const first = await Harness.start({ dataDir });
      const { id } = await first.client.post<PaymentLink>('/payment_links', {
        allowed_payment_methods: ['PAYMENT_CARD'],
        amount_details: fixed,
      });
      await first.sandbox.close();
      first.clock.advance(WEEK);
      const second = await Harness.start({ dataDir }, first.clock);
      expect(await second.client.get(`/payment_links/${id}`)).toMatchObject({ state: 'EXPIRED' });
      await second.sandbox.close();
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });
});
