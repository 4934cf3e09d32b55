/**
 * Tests Transfers with and without a card present, credits and refunds.
 * @module-tag ci-only
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Authorization, Device, Transfer } from '../../electron/platform-api/index.ts';
import { Harness } from './harness.ts';

let harness: Harness;
let device: Device;
beforeEach(async () => {
  harness = await Harness.start();
  device = await harness.device('B61378A');
});
afterEach(() => harness.sandbox.close());

const sale = async (amount = 1000, more: object = {}) =>
  harness.client.post<Transfer>('/transfers', { amount, currency: 'USD', source: (await harness.card()).id, ...more });
const reversals = (transfer: Transfer) =>
  harness.client.listed<Transfer>(`/transfers/${transfer.id}/reversals`, 'transfers');
const refund = (transfer: Transfer, refund_amount: number, more: object = {}) =>
  harness.client.post<Transfer>(`/transfers/${transfer.id}/reversals`, { refund_amount, ...more });

describe('a sale from a stored instrument', () => {
  test('succeeds at once, contains its source, and accepts changes to its tags', async () => {
    const card = await harness.card();
    const transfer = await harness.client.post<Transfer>('/transfers', {
      amount: 1000,
      currency: 'USD',
      source: card.id,
      fee: 7,
      tags: { order: '1' },
    });
    expect(transfer).toMatchObject({
      state: 'SUCCEEDED',
      type: 'DEBIT',
      subtype: 'API',
      amount: 1000,
      source: card.id,
      device: null,
      fee: 7,
      operation_key: 'SALE',
      merchant: harness.sandbox.merchant,
      parent_transfer: null,
    });
    const changed = await harness.client.put<Transfer>(`/transfers/${transfer.id}`, { tags: { order: '2' } });
    expect(changed).toMatchObject({ amount: 1000, tags: { order: '2' } });
    expect((await harness.client.fails(422, 'PUT', `/transfers/${transfer.id}`, {})).field).toBe('tags');
    await harness.client.fails(404, 'PUT', '/transfers/TRnone', { tags: {} });
  });

  test.each([
    ['no-funds', 1000, 'INSUFFICIENT_FUNDS'],
    ['approve', 102, 'GENERIC_DECLINE'],
    ['approve', 889_986, 'ADDRESS_VERIFICATION_FAILED'],
    ['approve', 889_987, 'SECURITY_CODE_VERIFICATION_FAILED'],
  ] as const)('is declined for %s and %i with 402, %s and the failed Transfer', async (card, amount, code) => {
    const { id } = await harness.card(card);
    const error = await harness.client.fails(402, 'POST', '/transfers', { amount, currency: 'USD', source: id });
    expect(error).toMatchObject({ code: 'PAYMENT_DECLINED', failure_code: code });
    expect(await harness.client.get(`/transfers/${error.transfer}`)).toMatchObject({
      state: 'FAILED',
      failure_code: code,
    });
  });

  test('ignores the test amounts for sales in person, and declines an expired card', async () => {
    expect((await sale(51)).state).toBe('SUCCEEDED');
    const { id } = await harness.card('approve', { expiration_year: 2025 });
    expect(
      (await harness.client.fails(402, 'POST', '/transfers', { amount: 1, currency: 'USD', source: id })).failure_code,
    ).toBe('EXPIRED_CARD');
  });

  test('needs an hour from a bank account', async () => {
    const { id } = await harness.bankAccount();
    const transfer = await harness.client.post<Transfer>('/transfers', { amount: 500, currency: 'USD', source: id });
    expect(transfer.state).toBe('PENDING');
    harness.clock.advance(60 * 60_000 - 1);
    expect((await harness.client.get<Transfer>(`/transfers/${transfer.id}`)).state).toBe('PENDING');
    harness.clock.advance(1);
    expect((await harness.client.get<Transfer>(`/transfers/${transfer.id}`)).state).toBe('SUCCEEDED');
  });

  test.each([
    ['source', { source: 'PInone' }],
    ['currency', { currency: 'ZZZ' }],
    ['amount', { amount: 0 }],
    ['operation_key', { operation_key: 'CARD_PRESENT_DEBIT' }],
    ['operation_key', { operation_key: 'BARTER' }],
    ['merchant', { merchant: 'MUnone' }],
  ])('is refused with 422 for a wrong %s', async (field, more) => {
    const { id } = await harness.card();
    const error = await harness.client.fails(422, 'POST', '/transfers', {
      amount: 100,
      currency: 'USD',
      source: id,
      ...more,
    });
    expect(error.field).toBe(field);
  });

  test('is refused for a source with a device, and for no source at all', async () => {
    const { id } = await harness.card();
    const body = { amount: 100, currency: 'USD' };
    expect(
      (await harness.client.fails(422, 'POST', '/transfers', { ...body, source: id, device: device.id })).field,
    ).toBe('source');
    expect((await harness.client.fails(422, 'POST', '/transfers', body)).failure_code).toBe('CARD_DATA_REQUIRED');
  });

  test('accepts card data from a terminal too, once for each key', async () => {
    const { operation_key: _key, ...request } = harness.request('approve', { amount: 700 });
    const transfer = await harness.client.post<Transfer>('/transfers', {
      ...request,
      operation_key: 'CARD_PRESENT_DEBIT',
    });
    expect(transfer).toMatchObject({ state: 'SUCCEEDED', amount: 700, card_present_details: { brand: 'VISA' } });
    const again = await harness.client.fails(422, 'POST', '/transfers', {
      ...request,
      operation_key: 'CARD_PRESENT_DEBIT',
      idempotency_id: randomUUID(),
    });
    expect(again.failure_code).toBe('KEY_SERIAL_NUMBER_REUSED');
  });
});

describe('credits', () => {
  test('are made to a stored card, and unreferenced on a device', async () => {
    const { id } = await harness.card();
    const pushed = await harness.client.post<Transfer>('/transfers', { amount: 100, currency: 'USD', destination: id });
    expect(pushed).toMatchObject({ type: 'CREDIT', destination: id, source: null, operation_key: 'PUSH_TO_CARD' });
    const returned = await harness.client.post<Transfer>('/transfers', {
      amount: 100,
      currency: 'USD',
      device: device.id,
      operation_key: 'CARD_PRESENT_UNREFERENCED_REFUND',
    });
    expect(returned).toMatchObject({ type: 'CREDIT', state: 'PENDING', device: device.id });
    harness.clock.advance(3_000);
    expect((await harness.client.get<Transfer>(`/transfers/${returned.id}`)).state).toBe('SUCCEEDED');
    expect(
      (
        await harness.client.fails(422, 'POST', '/transfers', {
          amount: 1,
          currency: 'USD',
          destination: id,
          operation_key: 'SALE',
        })
      ).field,
    ).toBe('operation_key');
    expect(
      (
        await harness.client.fails(422, 'POST', '/transfers', {
          amount: 1,
          currency: 'USD',
          destination: id,
          source: id,
        })
      ).field,
    ).toBe('destination');
    expect(
      (await harness.client.fails(422, 'POST', `/transfers/${pushed.id}/reversals`, { refund_amount: 1 })).failure_code,
    ).toBe('TRANSFER_NOT_REVERSIBLE');
  });
});

describe('refunds', () => {
  test('are PENDING, then SUCCEEDED, and contain the refunded Transfer', async () => {
    const transfer = await sale();
    const back = await refund(transfer, 400, { tags: { why: 'broken' } });
    expect(back).toMatchObject({
      type: 'REVERSAL',
      state: 'PENDING',
      amount: 400,
      parent_transfer: transfer.id,
      tags: { why: 'broken' },
      destination: transfer.source,
    });
    harness.clock.advance(2_000);
    expect((await harness.client.get<Transfer>(`/transfers/${back.id}`)).state).toBe('SUCCEEDED');
    expect((await reversals(transfer)).map((one) => one.id)).toEqual([back.id]);
  });

  test('never exceed the transfer together, and a failed refund does not count', async () => {
    const transfer = await sale(1000);
    await refund(transfer, 600);
    const error = await harness.client.fails(422, 'POST', `/transfers/${transfer.id}/reversals`, {
      refund_amount: 401,
    });
    expect(error).toMatchObject({
      field: 'refund_amount',
      failure_code: 'REFUND_EXCEEDS_TRANSFER',
      transfer: transfer.id,
    });
    const failing = await refund(transfer, 102);
    harness.clock.advance(2_000);
    expect(await harness.client.get(`/transfers/${failing.id}`)).toMatchObject({
      state: 'FAILED',
      failure_code: 'GENERIC_DECLINE',
    });
    await refund(transfer, 400);
    await harness.client.fails(422, 'POST', `/transfers/${transfer.id}/reversals`, { refund_amount: 1 });
    expect(await reversals(transfer)).toHaveLength(3);
  });

  test('are made only for successful sales, and never for a refund', async () => {
    const { id } = await harness.bankAccount();
    const pending = await harness.client.post<Transfer>('/transfers', { amount: 500, currency: 'USD', source: id });
    const early = await harness.client.fails(422, 'POST', `/transfers/${pending.id}/reversals`, { refund_amount: 1 });
    expect(early.failure_code).toBe('TRANSFER_NOT_SUCCEEDED');
    const back = await refund(await sale(), 5);
    harness.clock.advance(2_000);
    const twice = await harness.client.fails(422, 'POST', `/transfers/${back.id}/reversals`, { refund_amount: 1 });
    expect(twice.failure_code).toBe('TRANSFER_NOT_REVERSIBLE');
    await harness.client.fails(404, 'POST', '/transfers/TRnone/reversals', { refund_amount: 1 });
    await harness.client.fails(404, 'GET', '/transfers/TRnone/reversals');
    expect((await harness.client.fails(422, 'POST', `/transfers/${back.id}/reversals`, {})).failure_code).toBe(
      'TRANSFER_NOT_REVERSIBLE',
    );
  });

  test('are made for a captured sale on its device, and refused on another merchant’s device', async () => {
    const held = await harness.authorize('approve', { device: device.id });
    const captured = await harness.client.put<Authorization>(`/authorizations/${held.id}`, { capture_amount: 1234 });
    const transfer = await harness.client.get<Transfer>(`/transfers/${captured.transfer}`);
    expect(await refund(transfer, 1234, { device: device.id })).toMatchObject({
      device: device.id,
      card_present_details: { brand: 'VISA' },
    });
    const other = await harness.device('B000003');
    expect(
      (
        await harness.client.fails(422, 'POST', `/transfers/${transfer.id}/reversals`, {
          refund_amount: 1,
          device: other.id,
        })
      ).field,
    ).toBe('device');
  });
});

describe('idempotency per endpoint', () => {
  test('accepts an id once on each of the three endpoints, and refers to the original at its second use', async () => {
    const idempotency_id = randomUUID();
    const source = (await harness.card()).id;
    const body = { amount: 300, currency: 'USD', source, idempotency_id };
    const transfer = await harness.client.post<Transfer>('/transfers', body);
    const back = await refund(transfer, 100, { idempotency_id });
    const held = await harness.client.post<Authorization>('/authorizations', body);
    expect((await harness.client.fails(422, 'POST', '/transfers', body)).transfer).toBe(transfer.id);
    expect(
      (
        await harness.client.fails(422, 'POST', `/transfers/${transfer.id}/reversals`, {
          refund_amount: 100,
          idempotency_id,
        })
      ).transfer,
    ).toBe(back.id);
    expect((await harness.client.fails(422, 'POST', '/authorizations', body)).authorization).toBe(held.id);
    expect(await reversals(transfer)).toHaveLength(1);
    expect(
      (await harness.client.listed<Transfer>(`/transfers?idempotency_id=${idempotency_id}`, 'transfers'))
        .map((one) => one.id)
        .sort(),
    ).toEqual([transfer.id, back.id].sort());
  });

  test('uses up the key of a declined transfer', async () => {
    const body = { amount: 300, currency: 'USD', source: (await harness.card('no-funds')).id, idempotency_id: 'k' };
    const declined = await harness.client.fails(402, 'POST', '/transfers', body);
    expect(await harness.client.fails(422, 'POST', '/transfers', body)).toMatchObject({
      failure_code: 'INSUFFICIENT_FUNDS',
      transfer: declined.transfer,
    });
  });

  test('answers a repeat with the original in mode return-original, and refuses another body', async () => {
    const other = await Harness.start({ idempotency: 'return-original' });
    try {
      const body = { amount: 300, currency: 'USD', source: (await other.card()).id, idempotency_id: 'k' };
      const first = await other.client.post<Transfer>('/transfers', body);
      expect(await other.client.post('/transfers', body)).toEqual(first);
      expect((await other.client.fails(422, 'POST', '/transfers', { ...body, amount: 301 })).transfer).toBe(first.id);
    } finally {
      await other.sandbox.close();
    }
  });
});

describe('an Authorization of a stored card', () => {
  test('is held, captured and voided like any other Authorization', async () => {
    const { id } = await harness.card();
    const held = await harness.client.post<Authorization>('/authorizations', {
      amount: 900,
      currency: 'USD',
      source: id,
    });
    expect(held).toMatchObject({
      state: 'SUCCEEDED',
      source: id,
      device: null,
      operation_key: 'CARD_NOT_PRESENT_AUTHORIZATION',
      card_present_details: null,
    });
    const captured = await harness.client.put<Authorization>(`/authorizations/${held.id}`, { capture_amount: 800 });
    expect(await harness.client.get(`/transfers/${captured.transfer}`)).toMatchObject({
      amount: 800,
      source: id,
      operation_key: 'SALE',
    });
    expect(
      (
        await harness.client.fails(422, 'POST', '/authorizations', {
          amount: 1,
          currency: 'USD',
          source: (await harness.bankAccount()).id,
        })
      ).field,
    ).toBe('source');
    expect(
      (await harness.client.fails(422, 'POST', '/authorizations', { ...harness.request(), source: id })).field,
    ).toBe('source');
    const { authorization } = await harness.client.fails(402, 'POST', '/authorizations', {
      amount: 1,
      currency: 'USD',
      source: (await harness.card('no-funds')).id,
    });
    expect(await harness.client.get(`/authorizations/${authorization}`)).toMatchObject({ state: 'FAILED' });
  });
});
