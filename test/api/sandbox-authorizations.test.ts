/** @module-tag ci-only */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cardKey, defaultArqc, tdes, testPans } from './encryptor.ts';
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

/** Computes ARPC method 1: card key over ARQC xor response code, then the code. */
function expectedTag91(arqc: string, code: string): string {
  const ascii = Buffer.from(code).toString('hex');
  const mixed = (BigInt(`0x${arqc}`) ^ BigInt(`0x${ascii.padEnd(16, '0')}`)).toString(16).padStart(16, '0');
  return `${tdes(cardKey, mixed)}${ascii}`.toUpperCase();
}

describe('an approved card', () => {
  test('is a hold of seven days, with the data that a receipt and the terminal need', async () => {
    const device = await harness.device('B61378A');
    const request = harness.request('approve', { device: device.id, tags: { order_id: '17' } });
    const { status, headers, body } = await calls.post(request);
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${harness.sandbox.url}/authorizations/${body.id}`);
    expect(body).toMatchObject({
      state: 'SUCCEEDED',
      amount: 1234,
      amount_requested: 1234,
      capture_amount: null,
      currency: 'USD',
      device: device.id,
      merchant: harness.sandbox.merchant,
      operation_key: 'CARD_PRESENT_AUTHORIZATION',
      idempotency_id: request.idempotency_id,
      transfer: null,
      is_void: false,
      void_state: 'UNATTEMPTED',
      failure_code: null,
      tags: { order_id: '17' },
      card_present_details: {
        brand: 'VISA',
        entry_mode: 'CHIP_ENTRY',
        masked_account_number: '************1111',
        name: null,
        payment_type: 'CREDIT',
        approval_code: expect.stringMatching(/^[0-9A-Z]{6}$/),
        emv_data: {
          application_identifier: 'A0000000031010',
          application_label: 'VISA CREDIT',
          application_transaction_counter: '0001',
          cryptogram: defaultArqc,
          pin_verified: false,
          authorization_response_code: '00',
          issuer_authentication_data: expectedTag91(defaultArqc, '00'),
          issuer_scripts: [],
        },
      },
    });
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(7 * DAY);
    expect(await calls.fetchOne(body.id)).toEqual(body);
  });

  test('needs no device, and belongs to the given merchant or to the home merchant of the credentials', async () => {
    expect(await harness.authorize()).toMatchObject({ device: null, merchant: harness.sandbox.merchant });
    const { merchant } = await harness.device('B000003');
    expect(await harness.authorize('approve', { merchant })).toMatchObject({ device: null, merchant });
  });

  test.each([
    ['chip', 'CHIP_ENTRY', true],
    ['contactless', 'CONTACTLESS', true],
    ['swipe', 'SWIPED', false],
  ] as const)('is reported after a read by %s as %s', async (entry, mode, hasEmv) => {
    const { card_present_details: details } = await harness.authorize({ entry });
    expect(details?.entry_mode).toBe(mode);
    expect(details?.emv_data !== null).toBe(hasEmv);
  });

  test('is reported with the result of its PIN', async () => {
    const offline = await harness.authorize({ pan: testPans.pin, cvm: '440302' });
    expect(offline.card_present_details).toMatchObject({ payment_type: 'DEBIT', emv_data: { pin_verified: true } });
    const failed = await harness.authorize({ pan: testPans.pin, cvm: '440301' });
    expect(failed.card_present_details?.emv_data?.pin_verified).toBe(false);
  });
});

describe('cards that decide', () => {
  test('no-funds is DECLINED with 402, the failed Authorization and the answer for the card', async () => {
    const error = await calls.refused(402, harness.request('no-funds'));
    expect(error).toMatchObject({ code: 'DECLINED', failure_code: 'INSUFFICIENT_FUNDS' });
    const failed = await calls.fetchOne(error.authorization ?? '');
    expect(failed).toMatchObject({
      state: 'FAILED',
      failure_code: 'INSUFFICIENT_FUNDS',
      failure_message: expect.any(String),
      card_present_details: {
        brand: 'MASTERCARD',
        approval_code: null,
        emv_data: { authorization_response_code: '51', issuer_authentication_data: expectedTag91(defaultArqc, '51') },
      },
    });
  });

  test('partial holds at most 30.00, and the requested amount stays visible', async () => {
    expect(await harness.authorize('partial', { amount: 5000 })).toMatchObject({
      amount: 3000,
      amount_requested: 5000,
    });
    expect(await harness.authorize('partial', { amount: 2999 })).toMatchObject({
      amount: 2999,
      amount_requested: 2999,
    });
  });

  test('slow is PENDING for twenty seconds, whether or not a caller waits, and is then answered', async () => {
    const request = harness.request('slow');
    const answer = calls.post(request);
    const [pending] = await calls.untilListed(`&idempotency_id=${request.idempotency_id}`);
    expect(pending).toMatchObject({ state: 'PENDING', card_present_details: null });
    harness.clock.advance(19_999);
    expect((await calls.fetchOne(pending?.id ?? '')).state).toBe('PENDING');
    harness.clock.advance(1);
    const { status, body } = await answer;
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: pending?.id, state: 'SUCCEEDED', card_present_details: { brand: 'DISCOVER' } });
  });

  test('slow leaves the outcome to be found by a caller that timed out', async () => {
    const request = harness.request('slow');
    const controller = new AbortController();
    const gone = fetch(`${harness.sandbox.url}/authorizations`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${harness.sandbox.username}:${harness.sandbox.password}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(request),
      signal: controller.signal,
    });
    await calls.untilListed(`&idempotency_id=${request.idempotency_id}`);
    controller.abort();
    await expect(gone).rejects.toThrow();
    harness.clock.advance(20_000);
    expect((await calls.list(`&idempotency_id=${request.idempotency_id}`))[0]?.state).toBe('SUCCEEDED');
  });

  test('slow refuses capture and void until it is decided', async () => {
    const request = harness.request('slow');
    const answer = calls.post(request);
    const [pending] = await calls.untilListed(`&idempotency_id=${request.idempotency_id}`);
    const id = pending?.id ?? '';
    for (const body of [{ capture_amount: 1 }, { void_me: true }]) {
      const error = await harness.client.fails(422, 'PUT', `/authorizations/${id}`, body);
      expect(error).toMatchObject({ failure_code: 'AUTHORIZATION_NOT_SUCCEEDED', authorization: id });
    }
    harness.clock.advance(20_000);
    await answer;
  });

  test('lost-reply is committed and breaks the connection, and the next request with its key gets an answer', async () => {
    const request = harness.request('lost-reply');
    await expect(harness.client.raw('POST', '/authorizations', { body: request })).rejects.toThrow();
    const [found] = await calls.list(`&idempotency_id=${request.idempotency_id}`);
    expect(found).toMatchObject({ state: 'SUCCEEDED', card_present_details: { brand: 'AMERICAN_EXPRESS' } });
    expect(found?.card_present_details?.masked_account_number).toBe('***********0005');
    expect((await calls.refused(422, request)).authorization).toBe(found?.id);
    expect((await calls.put(found?.id ?? '', { capture_amount: 1234 })).status).toBe(200);
  });

  test('an expired card and an unknown card are declined', async () => {
    expect((await calls.refused(402, harness.request({ expiry: '2610' }))).failure_code).toBe('EXPIRED_CARD');
    await harness.authorize({ expiry: '2611' });
    expect((await calls.refused(402, harness.request({ pan: '4242424242424242' }))).failure_code).toBe('INVALID_CARD');
  });
});

describe('amounts that decide', () => {
  test.each([
    [1, 'CALL_ISSUER'],
    [3, 'RESTRICTED_CARD'],
    [40, 'RESTRICTED_CARD'],
    [4, 'PICK_UP_CARD'],
    [41, 'PICK_UP_CARD'],
    [269, 'PICK_UP_CARD'],
    [51, 'GENERIC_DECLINE'],
    [57, 'TRANSACTION_NOT_PERMITTED'],
    [252, 'INVALID_AMOUNT'],
    [253, 'INVALID_ACCOUNT_NUMBER'],
    [260, 'INVALID_TRANSACTION'],
    [267, 'EXPIRED_CARD'],
    [102, 'GENERIC_DECLINE'],
    [193, 'INSUFFICIENT_FUNDS'],
    [194, 'INVALID_CARD_NUMBER'],
  ])('the amount %i is declined with %s', async (amount, code) => {
    const error = await calls.refused(402, harness.request('approve', { amount }));
    expect(error).toMatchObject({ code: 'DECLINED', failure_code: code });
    expect((await calls.fetchOne(error.authorization ?? '')).state).toBe('FAILED');
  });

  test.each([499, 500, 6299, 2, 999_999_999_999])('the amount %i is approved', async (amount) => {
    expect((await harness.authorize('approve', { amount })).state).toBe('SUCCEEDED');
  });

  test('the amount 103 is cancelled, and not declined', async () => {
    const error = await calls.refused(402, harness.request('approve', { amount: 103 }));
    expect((await calls.fetchOne(error.authorization ?? '')).state).toBe('CANCELED');
    expect(error.failure_code).toBe('CANCELLATION_VIA_DEVICE');
  });

  test('in-person amounts decide only on DUMMY_V1', async () => {
    const { merchant } = await harness.device('B000003');
    await harness.authorize('approve', { amount: 51, merchant });
    await calls.refused(402, harness.request('approve', { amount: 102, merchant }));
  });
});
