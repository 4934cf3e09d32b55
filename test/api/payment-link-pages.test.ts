/**
 * Tests the pages of Payment Links, on which buyers pay.
 * @module-tag ci-only
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentInstrument, PaymentLink, Transfer } from '../../electron/platform-api/index.ts';
import { Harness } from './harness.ts';
import { choicesIn, open, pay, submit, tokenIn } from './page-calls.ts';
import { fixed, paymentLinkCalls } from './payment-link-calls.ts';
import { Receiver } from './webhook-receiver.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.sandbox.close());

const WEEK = 7 * 24 * 60 * 60_000;
const HOUR = 60 * 60_000;
const { make, read, put, attempts, transfers } = paymentLinkCalls(() => harness);

describe('the page', () => {
  test('shows amount, items, merchant and buyer, and test cards by name, and never a field for a number', async () => {
    const { link_url: url } = await make({
      items: [{ name: '<Repair> & "more"', quantity: 2, price_details: { sale_amount: 3750 } }],
      buyer_details: { first_name: 'Jane', last_name: 'Doe' },
    });
    const { text } = await open(url);
    expect(text).toContain('$75.00');
    expect(text).toContain('2 × &lt;Repair&gt; &amp; &quot;more&quot;');
    expect(text).toContain('Corner Shop');
    expect(text).toContain('For Jane Doe');
    expect([...text.matchAll(/<input type="(\w+)"/g)].map((match) => match[1])).toEqual([
      'radio',
      'radio',
      'radio',
      'radio',
      'radio',
      'hidden',
    ]);
    expect(text).not.toMatch(/[0-9]{12,}/);
  });

  test('offers the link’s payment methods', async () => {
    const { link_url: url } = await make({
      allowed_payment_methods: ['WALLET_B_PAY', 'BANK_ACCOUNT', 'PAYMENT_CARD', 'WALLET_A_PAY'],
    });
    expect(choicesIn(await open(url))).toEqual([
      'card-approve',
      'card-debit',
      'card-no-funds',
      'card-slow',
      'card-lost-reply',
      'bank-account',
      'wallet-a',
      'wallet-b',
    ]);
  });

  test('completes the link after a payment, gives its tags to the Transfer, and refers to both in the attempt', async () => {
    const link = await make({ tags: { order_id: '17' } });
    const done = await pay(link.link_url, 'card-approve');
    expect([done.status, done.text.includes('<h1>Paid</h1>')]).toEqual([200, true]);
    expect((await read(link.id)).state).toBe('COMPLETED');
    const [attempt, ...others] = await attempts(link.id);
    expect(others).toEqual([]);
    expect(attempt).toMatchObject({
      entity_id: link.id,
      entity_type: 'PAYMENT_LINK',
      state: 'SUCCEEDED',
      amount: 7500,
      currency: 'USD',
      failure_code: null,
      merchant: harness.sandbox.merchant,
    });
    expect(await harness.client.get(`/transfer_attempts/${attempt?.id}`)).toEqual(attempt);
    const transfer = await harness.client.get<Transfer>(`/transfers/${attempt?.transfer_id}`);
    expect(transfer).toMatchObject({
      state: 'SUCCEEDED',
      type: 'DEBIT',
      amount: 7500,
      merchant: harness.sandbox.merchant,
      source: attempt?.payment_instrument,
      tags: { order_id: '17' },
    });
    expect(await harness.client.get<PaymentInstrument>(`/payment_instruments/${transfer.source}`)).toMatchObject({
      type: 'PAYMENT_CARD',
      brand: 'VISA',
      last_four: '1111',
    });
    expect(await harness.client.listed(`/fees?linked_to=${transfer.id}`, 'fees')).toHaveLength(1);
    await harness.client.post(`/transfers/${transfer.id}/reversals`, { refund_amount: 7500 });
    expect((await open(link.link_url)).status).toBe(410);
  });

  test('lets a declined buyer pay in another way, and both attempts are stored', async () => {
    const link = await make();
    const declined = await pay(link.link_url, 'card-no-funds');
    expect(declined.text).toContain('insufficient funds');
    expect(declined.text).toContain('Pay another way');
    expect((await read(link.id)).state).toBe('ACTIVE');
    await pay(link.link_url, 'card-debit');
    expect((await read(link.id)).state).toBe('COMPLETED');
    const found = await attempts(link.id);
    expect(found.map(({ state, failure_code: code }) => [state, code])).toEqual(
      expect.arrayContaining([
        ['FAILED', 'INSUFFICIENT_FUNDS'],
        ['SUCCEEDED', null],
      ]),
    );
    const failed = found.find(({ state }) => state === 'FAILED');
    expect(await harness.client.get(`/transfers/${failed?.transfer_id}`)).toMatchObject({ state: 'FAILED' });
    expect(await harness.client.listed('/transfer_attempts?state=FAILED', 'transfer_attempts')).toEqual([failed]);
  });

  test('accepts repeated payments of a multiple-use link, which is never completed', async () => {
    const link = await make({ is_multiple_use: true });
    for (let count = 0; count < 3; count += 1)
      expect((await pay(link.link_url, 'card-approve')).text).toContain('Paid');
    expect((await read(link.id)).state).toBe('ACTIVE');
    expect(await attempts(link.id)).toHaveLength(3);
    expect(await transfers()).toHaveLength(3);
  });

  test('accepts only one of two simultaneous buyers of a single-use link', async () => {
    const link = await make();
    const pages = await Promise.all(Array.from({ length: 8 }, () => open(link.link_url)));
    const ends = await Promise.all(
      pages.map((page) => submit(link.link_url, { choice: 'card-approve', form_token: tokenIn(page) })),
    );
    expect(ends.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 410, 410, 410, 410, 410, 410, 410]);
    expect(await transfers()).toHaveLength(1);
    expect(await attempts(link.id)).toHaveLength(1);
  });

  test('blocks other buyers during a running payment, which decides the link even after its expiry', async () => {
    const link = await make({ additional_details: { expiration_in_minutes: 60 } });
    const second = await open(link.link_url);
    const waiting = await pay(link.link_url, 'bank-account').catch(() => null);
    expect(waiting?.status).toBe(422);
    await put(link.id, { allowed_payment_methods: ['PAYMENT_CARD', 'BANK_ACCOUNT'] });
    harness.clock.advance(HOUR / 2);
    const pending = await pay(link.link_url, 'bank-account');
    expect(pending.text).toContain('<h1>Payment under way</h1>');
    expect(pending.text).toContain('http-equiv="refresh"');
    expect((await submit(link.link_url, { choice: 'card-approve', form_token: tokenIn(second) })).status).toBe(409);
    expect((await open(link.link_url)).status).toBe(409);
    // The link has expired by now, but is still reserved for the buyer.
    harness.clock.advance(HOUR - 1);
    expect((await read(link.id)).state).toBe('ACTIVE');
    expect((await attempts(link.id))[0]?.state).toBe('PENDING');
    harness.clock.advance(1);
    expect((await read(link.id)).state).toBe('COMPLETED');
    expect(await attempts(link.id)).toMatchObject([{ state: 'SUCCEEDED' }]);
  });

  test('frees the link when a running payment fails, and lets it expire', async () => {
    // This amount is declined, but only after the slow issuer's delay.
    const link = await make({ amount_details: { ...fixed, total_amount: 102 } });
    await pay(link.link_url, 'card-slow');
    expect((await open(link.link_url)).status).toBe(409);
    harness.clock.advance(20_000);
    expect(await attempts(link.id)).toMatchObject([{ state: 'FAILED', failure_code: 'GENERIC_DECLINE' }]);
    expect((await open(link.link_url)).status).toBe(200);
    harness.clock.advance(WEEK);
    expect((await read(link.id)).state).toBe('EXPIRED');
  });

  test('completes a link that is deactivated during a successful payment', async () => {
    const link = await make();
    await pay(link.link_url, 'card-slow');
    await put(link.id, { state: 'DEACTIVATED' });
    harness.clock.advance(20_000);
    expect((await read(link.id)).state).toBe('COMPLETED');
  });

  test('keeps a running payment through a restart, and still blocks other buyers', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'pages-'));
    try {
      const first = await Harness.start({ dataDir });
      const link = await first.client.post<PaymentLink>('/payment_links', {
        allowed_payment_methods: ['BANK_ACCOUNT'],
        amount_details: fixed,
      });
      const form = { choice: 'bank-account', form_token: tokenIn(await open(link.link_url)) };
      await submit(link.link_url, form);
      await first.sandbox.close();
      const second = await Harness.start({ dataDir }, first.clock);
      const url = link.link_url.replace(first.sandbox.url, second.sandbox.url);
      expect((await open(url)).status).toBe(409);
      // The buyer who submits the form again sees the running payment.
      expect((await submit(url, form)).text).toContain('<h1>Payment under way</h1>');
      await second.sandbox.close();
      second.clock.advance(HOUR);
      const third = await Harness.start({ dataDir }, first.clock);
      expect(await third.client.get(`/payment_links/${link.id}`)).toMatchObject({ state: 'COMPLETED' });
      expect(await third.client.listed<Transfer>('/transfers', 'transfers')).toMatchObject([{ state: 'SUCCEEDED' }]);
      await third.sandbox.close();
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });

  test('causes Webhook events of the attempt, the Transfer and the completed link', async () => {
    const receiver = await Receiver.start();
    try {
      const entities = ['payment_link', 'transfer_attempt', 'transfer'];
      await harness.client.post('/webhooks', {
        url: receiver.url,
        enabled_events: entities.map((entity) => ({ entity, types: ['created', 'updated'] })),
      });
      await receiver.untilTested();
      const link = await make();
      await pay(link.link_url, 'card-approve');
      const events = await receiver.until(4);
      expect(events.map(({ entity, type }) => `${entity} ${type}`).sort()).toEqual([
        'payment_link created',
        'payment_link updated',
        'transfer created',
        'transfer_attempt created',
      ]);
      const announced = events.find(({ entity }) => entity === 'transfer_attempt');
      expect(announced?._embedded).toEqual({ transfer_attempts: await attempts(link.id) });
      const updated = events.find(({ type }) => type === 'updated');
      expect(updated?._embedded).toEqual({ payment_links: [await read(link.id)] });
    } finally {
      await receiver.close();
    }
  });

  test('makes one attempt of a form that is submitted twice, even if its first reply was lost', async () => {
    const link = await make({ is_multiple_use: true });
    const form = { choice: 'card-lost-reply', form_token: tokenIn(await open(link.link_url)) };
    await expect(submit(link.link_url, form)).rejects.toThrow();
    expect(await attempts(link.id)).toMatchObject([{ state: 'SUCCEEDED' }]);
    expect((await submit(link.link_url, form)).text).toContain('<h1>Paid</h1>');
    const twice = { choice: 'card-approve', form_token: tokenIn(await open(link.link_url)) };
    await Promise.all([submit(link.link_url, twice), submit(link.link_url, twice)]);
    expect(await attempts(link.id)).toHaveLength(2);
    expect(await transfers()).toHaveLength(2);
  });

  test('lets a buyer choose the amount of a VARIABLE link, within its limits', async () => {
    const link = await make({
      is_multiple_use: true,
      amount_details: { amount_type: 'VARIABLE', currency: 'USD', min_amount: 500, max_amount: 1000 },
    });
    expect((await open(link.link_url)).text).toContain('Amount in USD, from $5.00 to $10.00');
    const paid = async (amount: string) => (await pay(link.link_url, 'card-approve', { amount })).status;
    expect(await paid('5.00')).toBe(200);
    expect(await paid('10')).toBe(200);
    for (const wrong of ['4.99', '10.01', '', 'ten', '-5', '5.001']) expect(await paid(wrong), wrong).toBe(422);
    expect((await transfers()).map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([500, 1000]);
    expect(await attempts(link.id)).toHaveLength(2);
  });

  test('stores an attempt without a Transfer if the Merchant may not process', async () => {
    const link = await make();
    await harness.control({ type: 'merchant-state', merchant: harness.sandbox.merchant, state: 'REJECTED' });
    expect((await pay(link.link_url, 'card-approve')).text).toContain('<h1>Not paid</h1>');
    expect(await attempts(link.id)).toMatchObject([
      { state: 'FAILED', transfer_id: null, failure_code: 'MERCHANT_NOT_APPROVED' },
    ]);
    expect((await read(link.id)).state).toBe('ACTIVE');
    expect(await transfers()).toEqual([]);
  });

  test('answers invalid submissions, and makes no payment of them', async () => {
    const link = await make();
    const token = tokenIn(await open(link.link_url));
    expect((await submit(link.link_url, { choice: 'card-partial', form_token: token })).status).toBe(422);
    expect((await submit(link.link_url, { choice: 'bank-account', form_token: token })).status).toBe(422);
    expect((await submit(link.link_url, { choice: 'card-approve' })).status).toBe(400);
    expect((await submit(link.link_url, { choice: 'card-approve', form_token: '<' })).status).toBe(400);
    expect((await submit(link.link_url, { choice: 'x'.repeat(20_000), form_token: token })).status).toBe(413);
    const json = await fetch(link.link_url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ choice: 'card-approve', form_token: token }),
    });
    expect(json.status).toBe(400);
    expect((await fetch(link.link_url, { method: 'DELETE' })).status).toBe(405);
    expect((await open(`${harness.sandbox.url}/sandbox/pay/PLnone`)).status).toBe(404);
    const other = await make();
    await pay(other.link_url, 'card-approve');
    const [attempt] = await attempts(other.id);
    expect((await open(`${link.link_url}/attempts/${attempt?.id}`)).status).toBe(404);
    expect(await attempts(link.id)).toEqual([]);
  });
});
