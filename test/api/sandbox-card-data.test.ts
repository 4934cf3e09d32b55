/** @module-tag ci-only */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Authorization, AuthorizationCreate } from '../../electron/platform-api/index.ts';
import { idempotencyModes } from '../../electron/sandbox/index.ts';
import { testPans } from './encryptor.ts';
import { Harness } from './harness.ts';
import { paymentCalls } from './payment-calls.ts';

let harness: Harness;
let calls: ReturnType<typeof paymentCalls>;
beforeEach(async () => {
  harness = await Harness.start();
  calls = paymentCalls(harness);
});
afterEach(() => harness.sandbox.close());

describe('requests that are refused before a hold exists', () => {
  const cases: [string, (body: AuthorizationCreate) => unknown, object][] = [
    ['no card data', ({ payment_instrument: _card, ...rest }) => rest, { failure_code: 'CARD_DATA_REQUIRED' }],
    ['no operation', ({ operation_key: _key, ...rest }) => rest, { field: 'operation_key' }],
    ['another operation', (body) => ({ ...body, operation_key: 'SALE' }), { field: 'operation_key' }],
    ['amount zero', (body) => ({ ...body, amount: 0 }), { field: 'amount' }],
    ['amount negative', (body) => ({ ...body, amount: -5 }), { field: 'amount' }],
    ['amount as text', (body) => ({ ...body, amount: '12' }), { field: 'amount' }],
    ['amount too large', (body) => ({ ...body, amount: 1e12 }), { field: 'amount' }],
    ['an amount other than the signed amount', (body) => ({ ...body, amount: 1235 }), { field: 'amount' }],
    ['a currency other than the signed currency', (body) => ({ ...body, currency: 'EUR' }), { field: 'currency' }],
    ['an unknown currency', (body) => ({ ...body, currency: 'XQX' }), { field: 'currency' }],
    ['a device that does not exist', (body) => ({ ...body, device: 'DVnone' }), { field: 'device' }],
    ['a merchant that does not exist', (body) => ({ ...body, merchant: 'MUnone' }), { field: 'merchant' }],
    ['a tag with a quote', (body) => ({ ...body, tags: { a: "it's" } }), { field: 'tags.a' }],
  ];
  test.each(cases)('contain %s', async (_, change, expected) => {
    expect(await calls.refused(422, change(harness.request()))).toMatchObject(expected);
    expect(await calls.list()).toEqual([]);
  });

  test('contain a device that is not in service, or that belongs to another merchant', async () => {
    const spare = await harness.device('B000004');
    const error = await calls.refused(422, harness.request('approve', { device: spare.id }));
    expect(error).toMatchObject({ failure_code: 'DEVICE_NOT_ENABLED', field: 'device' });
    const counter = await harness.device('B61378A');
    const { merchant } = await harness.device('B000003');
    expect((await calls.refused(422, harness.request('approve', { device: counter.id, merchant }))).field).toBe(
      'merchant',
    );
  });

  test('contain a merchant that is not approved', async () => {
    await harness.control({ type: 'merchant-state', merchant: harness.sandbox.merchant, state: 'PROVISIONING' });
    expect((await calls.refused(422, harness.request())).failure_code).toBe('MERCHANT_NOT_APPROVED');
  });
});

describe('invalid encrypted card data', () => {
  /** Changes the card part of a valid request. */
  const spoiled = (change: (card: NonNullable<AuthorizationCreate['payment_instrument']>) => object) => {
    const body = harness.request();
    const card = body.payment_instrument;
    if (!card) throw new Error('No card in the request');
    return { ...body, payment_instrument: { ...card, ...change(card) } };
  };
  const flip = (text: string, at: number) => {
    const place = at < 0 ? text.length + at : at;
    return text.slice(0, place) + (text[place] === '0' ? '1' : '0') + text.slice(place + 1);
  };
  const data = (change: (hex: string) => string) =>
    spoiled((card) => ({ encrypted_emv_data: change(card.encrypted_emv_data) }));

  const cases: [string, () => unknown, string | undefined][] = [
    ['a wrong MAC', () => data((hex) => flip(hex, -1)), 'ENCRYPTED_DATA_MAC_INVALID'],
    ['one bit of ciphertext changed', () => data((hex) => flip(hex, 140)), 'ENCRYPTED_DATA_MAC_INVALID'],
    ['a byte too many', () => data((hex) => `${hex}00`), 'ENCRYPTED_DATA_MALFORMED'],
    ['cut short', () => data((hex) => hex.slice(0, 60)), 'ENCRYPTED_DATA_MALFORMED'],
    ['one byte', () => data(() => 'AA'), 'ENCRYPTED_DATA_MALFORMED'],
    ['no blob at all', () => data(() => 'AA'.repeat(100)), 'ENCRYPTED_DATA_MALFORMED'],
    ['odd digits', () => data((hex) => hex.slice(1)), undefined],
    ['no hexadecimal', () => data((hex) => `zz${hex}`), undefined],
    [
      'a KSN that differs from the KSN inside',
      () => spoiled(() => ({ emv_data_key_serial_number: harness.nextKsn() })),
      'ENCRYPTED_DATA_MALFORMED',
    ],
    ['an undocumented format', () => spoiled(() => ({ encrypted_emv_format: 0 })), 'ENCRYPTED_FORMAT_UNSUPPORTED'],
    ['no format', () => spoiled(() => ({ encrypted_emv_format: undefined })), 'ENCRYPTED_FORMAT_UNSUPPORTED'],
    ['another key set', () => harness.request({ ksn: 'AAAA9876543210E00001' }), 'KEY_SERIAL_NUMBER_UNKNOWN'],
    [
      '57 and 5A of different cards',
      () => harness.request({ tags: { '5A': testPans.pin } }),
      'ENCRYPTED_DATA_MALFORMED',
    ],
    ['no track', () => harness.request({ tags: { '57': null } }), 'ENCRYPTED_DATA_MALFORMED'],
    ['no entry mode', () => harness.request({ tags: { '9F39': null } }), 'ENCRYPTED_DATA_MALFORMED'],
    ['an unknown entry mode', () => harness.request({ tags: { '9F39': '42' } }), 'ENCRYPTED_DATA_MALFORMED'],
    ['a chip without a cryptogram', () => harness.request({ tags: { '9F26': null } }), 'ENCRYPTED_DATA_MALFORMED'],
  ];
  test.each(cases)('is refused with 422: %s', async (_, build, code) => {
    const error = await calls.refused(422, build());
    expect(error.code).toBe('INVALID_FIELD');
    expect(error.field).toMatch(/^payment_instrument\./);
    expect(error.failure_code).toBe(code);
    expect(await calls.list()).toEqual([]);
  });

  test('accepts a key serial number once, whatever the idempotency_id, and a refused request leaves it unused', async () => {
    const ksn = harness.nextKsn();
    await calls.refused(422, { ...harness.request({ ksn }), amount: 1 });
    await calls.refused(
      422,
      (() => {
        const body = harness.request({ ksn });
        const card = body.payment_instrument;
        return {
          ...body,
          payment_instrument: { ...card, encrypted_emv_data: flip(card?.encrypted_emv_data ?? '', -1) },
        };
      })(),
    );
    const first = harness.request({ ksn });
    expect((await calls.post(first)).status).toBe(201);
    const replay = await calls.refused(422, { ...first, idempotency_id: randomUUID() });
    expect(replay).toMatchObject({
      field: 'payment_instrument.emv_data_key_serial_number',
      failure_code: 'KEY_SERIAL_NUMBER_REUSED',
    });
    expect(await calls.list()).toHaveLength(1);
  });
});

describe('idempotency', () => {
  test('refuses a repeat with 422 and the original’s id by default, even with another body', async () => {
    const request = harness.request();
    const { body: original } = await calls.post(request);
    for (const repeat of [request, harness.request('approve', { ...request, amount: 999, tags: { other: '1' } })]) {
      const error = await calls.refused(422, repeat);
      expect(error).toMatchObject({ field: 'idempotency_id', authorization: original.id });
      expect(error).not.toHaveProperty('failure_code');
    }
    expect(await calls.list()).toHaveLength(1);
  });

  test('adds the failure code to the refusal of a repeat of a declined request', async () => {
    const request = harness.request('no-funds');
    const declined = await calls.refused(402, request);
    expect(await calls.refused(422, request)).toMatchObject({
      authorization: declined.authorization,
      failure_code: 'INSUFFICIENT_FUNDS',
    });
  });

  test('leaves the id of a refused request unused', async () => {
    const request = harness.request('approve', { device: 'DVnone' });
    await calls.refused(422, request);
    const { device: _, ...again } = request;
    expect((await calls.post(again)).status).toBe(201);
  });

  test('makes a single hold of two simultaneous requests', async () => {
    const request = harness.request();
    const answers = await Promise.all([calls.post(request), calls.post(request), calls.post(request)]);
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 422, 422]);
    expect(await calls.list()).toHaveLength(1);
  });

  test('still answers a repeat after the device was taken out of service', async () => {
    const device = await harness.device('B61378A');
    const request = harness.request('approve', { device: device.id });
    const { body } = await calls.post(request);
    await harness.client.send('PUT', `/devices/${device.id}`, { body: { action: 'DEACTIVATE' } });
    expect((await calls.refused(422, request)).authorization).toBe(body.id);
  });

  test('makes a new hold for every request without an id', async () => {
    const anonymous = () => {
      const { idempotency_id: _, ...body } = harness.request();
      return body;
    };
    await calls.post(anonymous());
    await calls.post(anonymous());
    expect(await calls.list()).toHaveLength(2);
  });

  test.each(idempotencyModes)('answers repeats according to the mode %s', async (idempotency) => {
    const other = await Harness.start({ idempotency });
    try {
      const send = (body: unknown) => other.client.send<Authorization>('POST', '/authorizations', { body });
      const request = other.request();
      const declined = other.request('no-funds');
      const { body: original } = await send(request);
      await other.client.fails(402, 'POST', '/authorizations', declined);
      if (idempotency === 'return-original') {
        expect(await send(request)).toMatchObject({ status: 201, body: original });
        const again = await other.client.fails(402, 'POST', '/authorizations', declined);
        expect(again.failure_code).toBe('INSUFFICIENT_FUNDS');
        const differs = { ...request, tags: { changed: 'yes' } };
        const error = await other.client.fails(422, 'POST', '/authorizations', differs);
        expect(error).toMatchObject({ field: 'idempotency_id', authorization: original.id });
      } else {
        const error = await other.client.fails(422, 'POST', '/authorizations', request);
        expect(error.field).toBe('idempotency_id');
        expect(error.authorization).toBe(idempotency === 'reject' ? undefined : original.id);
      }
    } finally {
      await other.sandbox.close();
    }
  });
});
