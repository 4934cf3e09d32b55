/**
 * Tests receipts of payments, and their deliveries.
 * @module-tag ci-only
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  Authorization,
  DeliveryAttempt,
  DeliveryAttempts,
  Receipt,
  Transfer,
} from '../../electron/platform-api/index.ts';
import { testPans } from './encryptor.ts';
import { Harness } from './harness.ts';
import { open } from './page-calls.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.sandbox.close());

const sale = async (amount = 1234) =>
  harness.client.post<Transfer>('/transfers', { amount, currency: 'USD', source: (await harness.card()).id });
/** A sale with the card present on the cable route, as at the counter. */
const counterSale = async () => {
  const held = await harness.authorize();
  const { transfer } = await harness.client.put<Authorization>(`/authorizations/${held.id}`, { capture_amount: 1234 });
  return { held, transfer: transfer ?? '' };
};
const make = (entity: string, more: object = {}) =>
  harness.client.post<Receipt>('/receipts', { entity_id: entity, ...more });
const refused = async (body: object) => {
  const { field, failure_code: code } = await harness.client.fails(422, 'POST', '/receipts', body);
  return { field, code };
};
const byEmail = [{ type: 'EMAIL', destinations: ['buyer@example.com'] }];
const sentOf = (id: string) =>
  harness.client.listed<DeliveryAttempt>(`/receipts/${id}/delivery_attempts`, 'delivery_attempts');

describe('Receipts', () => {
  test('contain the amount, Merchant and card details of a sale at the counter, and are fetched and listed', async () => {
    const { transfer } = await counterSale();
    const receipt = await make(transfer, { tags: { till: '3' }, amount_breakdown: { tip_amount: 234 } });
    const { card_present_details: details } = await harness.client.get<Transfer>(`/transfers/${transfer}`);
    expect(details?.masked_account_number).toMatch(/^\*+1111$/);
    expect(receipt).toMatchObject({
      entity_id: transfer,
      entity_type: 'TRANSFER',
      type: 'SALE',
      merchant: harness.sandbox.merchant,
      merchant_name: 'Corner Shop',
      amount: 1234,
      currency: 'USD',
      amount_breakdown: { tip_amount: 234 },
      card_present_details: details,
      tags: { till: '3' },
    });
    expect(await harness.client.get(`/receipts/${receipt.id}`)).toEqual(receipt);
    await make((await sale()).id);
    expect(await harness.client.listed(`/receipts?entity_id=${transfer}`, 'receipts')).toEqual([receipt]);
    expect(await harness.client.listed('/receipts?tags.key=till', 'receipts')).toEqual([receipt]);
    expect(await harness.client.listed(`/receipts?merchant_id=${harness.sandbox.merchant}`, 'receipts')).toHaveLength(
      2,
    );
    expect(await sentOf(receipt.id)).toEqual([]);
  });

  test('are made for a pending refund, an unreferenced credit and a hold', async () => {
    const transfer = await sale();
    const refund = await harness.client.post<Transfer>(`/transfers/${transfer.id}/reversals`, { refund_amount: 200 });
    expect(refund.state).toBe('PENDING');
    expect(await make(refund.id)).toMatchObject({ type: 'REFUND', amount: 200 });
    const credit = await harness.client.post<Transfer>('/transfers', {
      amount: 300,
      currency: 'USD',
      destination: (await harness.card()).id,
    });
    expect(await make(credit.id)).toMatchObject({ type: 'CREDIT', amount: 300 });
    const held = await harness.authorize();
    expect(await make(held.id)).toMatchObject({ type: 'AUTHORIZATION', entity_type: 'AUTHORIZATION', amount: 1234 });
  });

  test('are refused for an unsuccessful payment', async () => {
    const source = (await harness.card('no-funds')).id;
    const declined = await harness.client.fails(402, 'POST', '/transfers', { amount: 5, currency: 'USD', source });
    expect((await refused({ entity_id: declined.transfer })).code).toBe('PAYMENT_NOT_SUCCEEDED');
    const bank = { amount: 1000, currency: 'USD', source: (await harness.bankAccount()).id };
    const pending = await harness.client.post<Transfer>('/transfers', bank);
    expect((await refused({ entity_id: pending.id })).code).toBe('PAYMENT_NOT_SUCCEEDED');
    const held = await harness.authorize();
    await harness.client.put(`/authorizations/${held.id}`, { void_me: true });
    expect((await refused({ entity_id: held.id })).field).toBe('entity_id');
    expect((await refused({ entity_id: 'TRnone' })).field).toBe('entity_id');
    expect((await refused({})).field).toBe('entity_id');
    await harness.client.fails(404, 'GET', '/receipts/RCnone');
  });

  test('may contain a part that equals the whole, and refuse a larger part', async () => {
    const { id } = await sale(1000);
    expect((await make(id, { amount_breakdown: { tip_amount: 1000 } })).amount_breakdown).toEqual({ tip_amount: 1000 });
    expect((await refused({ entity_id: id, amount_breakdown: { tip_amount: 1001 } })).field).toBe(
      'amount_breakdown.tip_amount',
    );
  });
});

describe('sending', () => {
  test('makes Delivery Attempts by email and SMS, like the counter, which become SENT', async () => {
    const { transfer } = await counterSale();
    const receipt = await make(transfer, {
      send_receipt_to_buyer: true,
      requested_delivery_methods: [...byEmail, { type: 'SMS', destinations: ['+14155550100'] }],
    });
    expect(await sentOf(receipt.id)).toHaveLength(2);
    harness.clock.advance(1_000);
    const sent = await sentOf(receipt.id);
    expect(new Set(sent.map(({ type, destination, state }) => `${type} ${destination} ${state}`))).toEqual(
      new Set(['EMAIL buyer@example.com SENT', 'SMS +14155550100 SENT']),
    );
    expect(sent[0]).toMatchObject({ linked_to: receipt.id, linked_type: 'RECEIPT' });
  });

  test('shows a failed address in its attempt, and allows another address', async () => {
    const { id } = await make((await sale()).id, {
      send_receipt_to_buyer: true,
      requested_delivery_methods: [{ type: 'EMAIL', destinations: ['typo@undeliverable.example'] }],
    });
    harness.clock.advance(1_000);
    expect(await sentOf(id)).toMatchObject([{ state: 'FAILED', failure_code: 'UNDELIVERABLE' }]);
    const again = await harness.client.post<DeliveryAttempts>(`/receipts/${id}/delivery_attempts`, {
      requested_delivery_methods: byEmail,
      tags: { second: 'try' },
    });
    expect(again._embedded.delivery_attempts).toMatchObject([{ state: 'PENDING', tags: { second: 'try' } }]);
    harness.clock.advance(1_000);
    expect((await sentOf(id)).map(({ state }) => state).sort()).toEqual(['FAILED', 'SENT']);
  });

  test('prints on a printer that is a Device', async () => {
    const { id: device } = await harness.device('B61378A');
    const { id } = await make((await sale()).id, {
      send_receipt_to_buyer: true,
      requested_delivery_methods: [{ type: 'PRINT', destinations: [device] }],
    });
    expect(await sentOf(id)).toMatchObject([{ type: 'PRINT', destination: device }]);
    const { id: strange } = await harness.device('B000002');
    for (const destination of [strange, 'DVnone', 'printer']) {
      const body = { requested_delivery_methods: [{ type: 'PRINT', destinations: [destination] }] };
      await harness.client.fails(422, 'POST', `/receipts/${id}/delivery_attempts`, body);
    }
    expect(await sentOf(id)).toHaveLength(1);
  });

  test('happens only on request, and a missing or invalid destination is refused', async () => {
    const { id } = await sale();
    const kept = await make(id, { requested_delivery_methods: byEmail });
    expect(kept.requested_delivery_methods).toEqual(byEmail);
    expect(await sentOf(kept.id)).toEqual([]);
    expect((await refused({ entity_id: id, send_receipt_to_buyer: true })).field).toBe('requested_delivery_methods');
    const wrong = [{ type: 'EMAIL', destinations: ['nobody'] }];
    expect((await refused({ entity_id: id, requested_delivery_methods: wrong })).field).toBe(
      'requested_delivery_methods.0.destinations.0',
    );
    expect(await harness.client.listed('/receipts', 'receipts')).toHaveLength(1);
  });

  test('allows more than 15 destinations, which are the limit of Payment Links', async () => {
    const destinations = Array.from({ length: 16 }, (_, index) => `b${index}@example.com`);
    const { id } = await make((await sale()).id, {
      send_receipt_to_buyer: true,
      requested_delivery_methods: [{ type: 'EMAIL', destinations }],
    });
    expect(await sentOf(id)).toHaveLength(16);
  });

  test('is refused to a Merchant, which reads its own receipts', async () => {
    const receipt = await make((await sale()).id, { send_receipt_to_buyer: true, requested_delivery_methods: byEmail });
    const own = await harness.login('ROLE_MERCHANT', harness.sandbox.merchant);
    expect(await own.get(`/receipts/${receipt.id}`)).toEqual(receipt);
    await own.fails(403, 'POST', '/receipts', { entity_id: receipt.entity_id });
    const merchants = await harness.client.listed<{ id: string }>('/merchants', 'merchants');
    const stranger = merchants.find(({ id }) => id !== harness.sandbox.merchant);
    const other = await harness.login('ROLE_MERCHANT', stranger?.id ?? '');
    await other.fails(404, 'GET', `/receipts/${receipt.id}`);
    await other.fails(404, 'GET', `/receipts/${receipt.id}/delivery_attempts`);
    expect(await other.listed('/receipts', 'receipts')).toEqual([]);
  });
});

test('the receipt as a page shows the card details, and only four digits of its number', async () => {
  const { transfer } = await counterSale();
  const receipt = await make(transfer, {
    items: [{ name: 'Tea & <cake>', quantity: 2, amount: 1000 }],
    amount_breakdown: { tip_amount: 234 },
  });
  const { status, text } = await open(receipt.receipt_url);
  expect(status).toBe(200);
  for (const part of ['Corner Shop', '$12.34', '2 × Tea &amp; &lt;cake&gt;', 'Tip amount', '$2.34', '1111', transfer]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain(testPans.approve);
  expect((await open(`${harness.sandbox.url}/sandbox/receipts/none`)).status).toBe(404);
  // A payment without a present card has fewer details, and empty lines are left out.
  const plain = await open((await make((await sale()).id)).receipt_url);
  expect(plain.text).not.toMatch(/null|undefined|<td><\/td>/);
});
