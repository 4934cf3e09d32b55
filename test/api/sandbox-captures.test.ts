/** @module-tag ci-only */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Authorization, Transfer, TransferList } from '../../electron/platform-api/index.ts';
import { Harness } from './harness.ts';
import { paymentCalls } from './payment-calls.ts';

const DAY = 24 * 60 * 60_000;

let harness: Harness;
let calls: ReturnType<typeof paymentCalls>;
beforeEach(async () => {
  harness = await Harness.start();
  calls = paymentCalls(harness);
});
afterEach(() => harness.sandbox.close());

describe('capture', () => {
  test('makes one succeeded Transfer of the captured amount, and the Authorization contains its id', async () => {
    const device = await harness.device('B61378A');
    const held = await harness.authorize('approve', { device: device.id, amount: 1234, tags: { order_id: '9' } });
    harness.clock.advance(1000);
    const { status, body } = await calls.put(held.id, { capture_amount: 1000, fee: 12 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'SUCCEEDED', amount: 1234, capture_amount: 1000, is_void: false });
    const transfer = await harness.client.get<Transfer>(`/transfers/${body.transfer}`);
    expect(transfer).toMatchObject({
      type: 'DEBIT',
      subtype: 'API',
      state: 'SUCCEEDED',
      amount: 1000,
      amount_requested: 1000,
      currency: 'USD',
      fee: 12,
      device: device.id,
      merchant: held.merchant,
      tags: { order_id: '9' },
      card_present_details: held.card_present_details,
    });
    const { _embedded } = await harness.client.get<TransferList>('/transfers');
    expect(_embedded?.transfers).toEqual([transfer]);
  });

  test.each([
    [
      'an amount above the held amount',
      async (id: string) => ({ id, body: { capture_amount: 1235 } }),
      'capture_amount',
      undefined,
    ],
    ['a capture without an amount', async (id: string) => ({ id, body: {} }), 'capture_amount', undefined],
    ['a capture of zero', async (id: string) => ({ id, body: { capture_amount: 0 } }), 'capture_amount', undefined],
    [
      'a capture with a void',
      async (id: string) => ({ id, body: { capture_amount: 5, void_me: true } }),
      'void_me',
      undefined,
    ],
    [
      'a second capture',
      async (id: string) => {
        await calls.put(id, { capture_amount: 5 });
        return { id, body: { capture_amount: 5 } };
      },
      undefined,
      'AUTHORIZATION_EXPIRED_OR_ALREADY_CAPTURED',
    ],
    [
      'a capture after a void',
      async (id: string) => {
        await calls.put(id, { void_me: true });
        return { id, body: { capture_amount: 5 } };
      },
      undefined,
      'ALREADY_VOID',
    ],
    [
      'a capture after seven days',
      async (id: string) => {
        harness.clock.advance(7 * DAY);
        return { id, body: { capture_amount: 5 } };
      },
      undefined,
      'AUTHORIZATION_EXPIRED_OR_ALREADY_CAPTURED',
    ],
    [
      'a capture of a declined Authorization',
      async () => {
        const { authorization = '' } = await calls.refused(402, harness.request('no-funds'));
        return { id: authorization, body: { capture_amount: 5 } };
      },
      undefined,
      'AUTHORIZATION_NOT_SUCCEEDED',
    ],
  ] as const)('%s is refused with 422', async (_, prepare, field, code) => {
    const held = await harness.authorize();
    const { id, body } = await prepare(held.id);
    const error = await harness.client.fails(422, 'PUT', `/authorizations/${id}`, body);
    expect(error.field).toBe(field);
    expect(error.failure_code).toBe(code);
  });

  test('succeeds until just before the expiry, and for at most the partial amount', async () => {
    const held = await harness.authorize('partial', { amount: 5000 });
    harness.clock.advance(7 * DAY - 1);
    await harness.client.fails(422, 'PUT', `/authorizations/${held.id}`, { capture_amount: 3001 });
    expect((await calls.put(held.id, { capture_amount: 3000 })).body.capture_amount).toBe(3000);
  });

  test('requires an online device only if the device is configured so', async () => {
    const device = await harness.device('B61378A');
    const one = await harness.authorize('approve', { device: device.id });
    const two = await harness.authorize('approve', { device: device.id });
    await harness.control({ type: 'device-connection', device: device.id, connection: 'CLOSED' });
    expect((await calls.put(one.id, { capture_amount: 1 })).status).toBe(200);
    await harness.control({ type: 'device-connection', device: device.id, connection: 'OPEN' });
    await harness.client.send('PUT', `/devices/${device.id}`, {
      body: { configuration: { bypass_device_on_capture: false } },
    });
    await harness.control({ type: 'device-connection', device: device.id, connection: 'CLOSED' });
    const error = await harness.client.fails(422, 'PUT', `/authorizations/${two.id}`, { capture_amount: 1 });
    expect(error.failure_code).toBe('DEVICE_NOT_CONNECTED');
  });
});

describe('void', () => {
  test('releases the hold, and the state stays SUCCEEDED', async () => {
    const held = await harness.authorize();
    const { status, body } = await calls.put(held.id, { void_me: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'SUCCEEDED', is_void: true, void_state: 'SUCCEEDED', transfer: null });
    expect(await calls.fetchOne(held.id)).toEqual(body);
    expect((await harness.client.get<TransferList>('/transfers'))._embedded).toBeUndefined();
  });

  test('is refused after a void, after a capture, after seven days, and when declined', async () => {
    const voided = await harness.authorize();
    await calls.put(voided.id, { void_me: true });
    const captured = await harness.authorize();
    const { body } = await calls.put(captured.id, { capture_amount: 1 });
    const { authorization: declined = '' } = await calls.refused(402, harness.request('no-funds'));
    const expired = await harness.authorize();
    const codes = async (id: string) => harness.client.fails(422, 'PUT', `/authorizations/${id}`, { void_me: true });
    expect((await codes(voided.id)).failure_code).toBe('ALREADY_VOID');
    expect(await codes(captured.id)).toMatchObject({
      failure_code: 'AUTHORIZATION_EXPIRED_OR_ALREADY_CAPTURED',
      authorization: captured.id,
      transfer: body.transfer,
    });
    expect((await codes(declined)).failure_code).toBe('AUTHORIZATION_NOT_SUCCEEDED');
    harness.clock.advance(7 * DAY);
    expect((await codes(expired.id)).failure_code).toBe('AUTHORIZATION_EXPIRED_OR_ALREADY_CAPTURED');
  });

  test('keeps the hold if void_me is false', async () => {
    const held = await harness.authorize();
    expect((await harness.client.fails(422, 'PUT', `/authorizations/${held.id}`, { void_me: false })).field).toBe(
      'capture_amount',
    );
  });

  test('answers 404 for an unknown Authorization', async () => {
    await harness.client.fails(404, 'GET', '/authorizations/AUnone');
    await harness.client.fails(404, 'PUT', '/authorizations/AUnone', { void_me: true });
    await harness.client.fails(404, 'GET', '/transfers/TRnone');
  });
});

describe('listing payments', () => {
  test('returns only the last 30 days without a filter, and all matches with a filter', async () => {
    const old = await harness.authorize('approve', { amount: 700, tags: { order_id: 'old' } });
    harness.clock.advance(30 * DAY + 1);
    const fresh = await harness.authorize();
    const ids = async (query: string) => (await calls.list(query)).map((one) => one.id);
    expect(await ids('')).toEqual([fresh.id]);
    const today = new Date(harness.clock.now()).toISOString();
    expect(await ids(`&created_at.lte=${today}`)).toEqual([fresh.id, old.id]);
    expect(await ids(`&created_at.lte=${old.created_at.slice(0, 19)}`)).toEqual([old.id]);
    expect(await ids(`&idempotency_id=${old.idempotency_id}`)).toEqual([old.id]);
    expect(await ids('&tags.key=order_id')).toEqual([old.id]);
  });

  test('returns exactly the matches of every filter', async () => {
    const device = await harness.device('B61378A');
    const a = await harness.authorize('approve', { amount: 500, device: device.id, tags: { order_id: 'A' } });
    harness.clock.advance(5000);
    const b = await harness.authorize('partial', { amount: 5000, tags: { order_id: 'B' } });
    harness.clock.advance(5000);
    const { authorization: c = '' } = await calls.refused(402, harness.request('no-funds', { amount: 900 }));
    await calls.put(a.id, { void_me: true });
    const captured = await calls.put(b.id, { capture_amount: 2500 });
    const ids = async (query: string) => (await calls.list(`&${query}`)).map((one) => one.id);
    const time = (one: Authorization, shift: number) =>
      new Date(Date.parse(one.created_at) + shift).toISOString().slice(0, 19);
    expect(await ids('state=FAILED')).toEqual([c]);
    expect(await ids('state=SUCCEEDED')).toEqual([b.id, a.id]);
    expect(await ids('is_void=true')).toEqual([a.id]);
    expect(await ids('is_void=false')).toEqual([c, b.id]);
    expect(await ids(`device=${device.id}`)).toEqual([a.id]);
    expect(await ids(`id=${b.id}`)).toEqual([b.id]);
    expect(await ids(`trace_id=${a.trace_id}`)).toEqual([a.id]);
    expect(await ids('amount=500')).toEqual([a.id]);
    expect(await ids('amount.gt=500')).toEqual([c, b.id]);
    expect(await ids('amount.gte=500&amount.lt=1000')).toEqual([c, a.id]);
    expect(await ids('amount.lte=900')).toEqual([c, a.id]);
    expect(await ids('tags.key=order_id&tags.value=B')).toEqual([b.id]);
    expect(await ids('instrument_card_last4=5454')).toEqual([b.id]);
    expect(await ids('instrument_brand_type=MASTERCARD')).toEqual([c, b.id]);
    expect(await ids(`created_at.gte=${time(a, 1000)}`)).toEqual([c, b.id]);
    expect(await ids(`created_at.lte=${time(a, 1000)}`)).toEqual([a.id]);
    expect(await ids(`updated_at.gte=${time(a, 6000)}`)).toEqual([c, b.id, a.id]);
    expect(await ids(`merchant_id=${harness.sandbox.merchant}&state=SUCCEEDED&is_void=false`)).toEqual([b.id]);
    expect(await ids("tags.value=x' OR 1=1 --")).toEqual([]);

    const transfers = async (query: string) =>
      ((await harness.client.get<TransferList>(`/transfers?${query}`))._embedded?.transfers ?? []).map((one) => one.id);
    expect(await transfers('type=DEBIT&state=SUCCEEDED&amount=2500')).toEqual([captured.body.transfer]);
    expect(await transfers('tags.key=order_id&tags.value=B')).toEqual([captured.body.transfer]);
    expect(await transfers('type=REVERSAL')).toEqual([]);
    expect(await transfers(`device=${device.id}`)).toEqual([]);
  });

  test.each([
    'state=DONE',
    'is_void=maybe',
    'amount=ten',
    'amount.gt=1.5',
    'created_at.gte=yesterday',
    'created_at.lte=2026-02-30T00:00:00',
    'instrument_card_last4=12',
  ])('refuses %s with 422', async (query) => {
    const error = await harness.client.fails(422, 'GET', `/authorizations?${query}`);
    expect(error).toMatchObject({ code: 'INVALID_FIELD', field: query.split('=')[0] });
  });
});
