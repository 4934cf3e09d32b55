/** Tests the cloud route, where the platform drives the terminal, for Authorizations and Transfers alike. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Authorization, Device, Transfer } from '../../electron/platform-api/index.ts';
import { Harness } from './harness.ts';
import { until } from '../waiting.ts';

let harness: Harness;
let device: Device;
beforeEach(async () => {
  harness = await Harness.start();
  device = await harness.device('B61378A');
});
afterEach(() => harness.sandbox.close());

describe.each(['/authorizations', '/transfers'] as const)('the cloud route by POST %s with a device', (target) => {
  const start = (more: object = {}) =>
    harness.client.post<Authorization & Transfer>(target, {
      amount: 1500,
      currency: 'USD',
      device: device.id,
      ...more,
    });
  const read = (id: string) => harness.client.get<Authorization & Transfer>(`${target}/${id}`);

  test('is PENDING at first, and is decided when the customer has paid', async () => {
    const started = await start();
    expect(started).toMatchObject({ state: 'PENDING', device: device.id, card_present_details: null, amount: 1500 });
    harness.clock.advance(2_999);
    expect((await read(started.id)).state).toBe('PENDING');
    harness.clock.advance(1);
    expect(await read(started.id)).toMatchObject({
      state: 'SUCCEEDED',
      card_present_details: { brand: 'VISA', entry_mode: 'CONTACTLESS', masked_account_number: '************1111' },
    });
  });

  test.each([
    ['no-funds', {}, 'FAILED', 'INSUFFICIENT_FUNDS'],
    ['approve', { amount: 103 }, 'CANCELED', 'CANCELLATION_VIA_DEVICE'],
    ['approve', { amount: 51 }, 'FAILED', 'GENERIC_DECLINE'],
  ] as const)('ends a payment by the card %s with %o as %s', async (card, more, state, code) => {
    await harness.control({ type: 'cloud-route', card });
    const started = await start(more);
    expect(started.state).toBe('PENDING');
    harness.clock.advance(3_000);
    expect(await read(started.id)).toMatchObject({ state, failure_code: code });
  });

  test('pays the available funds of a partial card', async () => {
    await harness.control({ type: 'cloud-route', card: 'partial', decidesAfterMs: 10 });
    const started = await start({ amount: 5000 });
    harness.clock.advance(10);
    expect(await read(started.id)).toMatchObject({ amount: 3000, amount_requested: 5000 });
  });

  test.each([
    ['as the request asks', 'approve', { device_configuration: { prompt_tip_on_screen: true } }, 1650, 150],
    [
      'none if the request excludes it',
      'approve',
      { device_configuration: { prompt_tip_on_screen: false } },
      1500,
      null,
    ],
    ['none if the request omits it', 'approve', {}, 1500, null],
    [
      'none from a card with too little on it',
      'partial',
      { amount: 5000, device_configuration: { prompt_tip_on_screen: true } },
      3000,
      0,
    ],
  ] as const)('charges a tip: %s', async (_words, card, more, amount, tip) => {
    await harness.control({ type: 'cloud-route', card, tipMinor: 150, decidesAfterMs: 10 });
    const started = await start(more);
    harness.clock.advance(10);
    expect(await read(started.id)).toMatchObject({ amount, tip_amount: tip, amount_requested: started.amount });
  });

  test('returns the additional charges with the payment, and includes them in the amount', async () => {
    const charges = { convenience_amount: 30, rent_surcharge_amount: 20 };
    const started = await start({ additional_buyer_charges: charges });
    expect(started).toMatchObject({ amount: 1500, additional_buyer_charges: charges });
    const error = await harness.client.fails(422, 'POST', target, {
      amount: 49,
      currency: 'USD',
      device: device.id,
      additional_buyer_charges: charges,
    });
    expect(error.field).toBe('additional_buyer_charges');
  });

  test('keeps the device busy until the payment is decided', async () => {
    const started = await start();
    for (const other of ['/authorizations', '/transfers']) {
      const error = await harness.client.fails(422, 'POST', other, { amount: 1, currency: 'USD', device: device.id });
      expect(error).toMatchObject({ failure_code: 'DEVICE_IN_USE', field: 'device' });
    }
    harness.clock.advance(3_000);
    expect((await read(started.id)).state).toBe('SUCCEEDED');
    await start();
  });

  test('ends the payment at a CANCEL on the device, which is free at once', async () => {
    const started = await start();
    harness.clock.advance(1_000);
    const reply = await harness.client.put<Device>(`/devices/${device.id}`, { action: 'CANCEL' });
    expect(reply.id).toBe(device.id);
    expect(await read(started.id)).toMatchObject({ state: 'CANCELED', failure_code: 'CANCELLATION_VIA_API' });
    const next = await start();
    harness.clock.advance(3_000);
    expect((await read(started.id)).state).toBe('CANCELED');
    expect((await read(next.id)).state).toBe('SUCCEEDED');
  });

  test('keeps the outcome if CANCEL comes after the payment', async () => {
    const started = await start();
    harness.clock.advance(3_000);
    await harness.client.put(`/devices/${device.id}`, { action: 'CANCEL' });
    expect((await read(started.id)).state).toBe('SUCCEEDED');
  });

  test('requires a device that is online and in service', async () => {
    await harness.control({ type: 'device-connection', device: device.id, connection: 'CLOSED' });
    const body = { amount: 1, currency: 'USD' };
    expect((await harness.client.fails(422, 'POST', target, { ...body, device: device.id })).failure_code).toBe(
      'DEVICE_NOT_CONNECTED',
    );
    const spare = await harness.device('B000004');
    expect((await harness.client.fails(422, 'POST', target, { ...body, device: spare.id })).failure_code).toBe(
      'DEVICE_NOT_ENABLED',
    );
    expect((await harness.client.fails(422, 'POST', target, { ...body, device: 'DVnone' })).field).toBe('device');
  });

  test('holds a request open, and answers with the outcome, or with 402 as soon as the payment is cancelled', async () => {
    const held = await Harness.start();
    try {
      await held.control({ type: 'cloud-route', answers: 'held' });
      const terminal = await held.device('B61378A');
      const body = { amount: 1500, currency: 'USD', device: terminal.id };
      const isRunning = async () => (await held.client.listed(`${target}?state=PENDING`, target.slice(1))).length > 0;
      const paid = held.client.send<Transfer>('POST', target, { body });
      await until(isRunning, 'a pending transfer');
      let isAnswered = false;
      void paid.finally(() => (isAnswered = true));
      await until(() => {
        held.clock.advance(250);
        return isAnswered;
      }, 'the outcome');
      expect(await paid).toMatchObject({ status: 201, body: { state: 'SUCCEEDED' } });
      const cancelled = held.client.send<Transfer>('POST', target, { body });
      await until(isRunning, 'a pending transfer');
      await held.client.put(`/devices/${terminal.id}`, { action: 'CANCEL' });
      held.clock.advance(250);
      expect((await cancelled).status).toBe(402);
    } finally {
      await held.sandbox.close();
    }
  });

  test('finds a payment later by its idempotency key', async () => {
    const started = await start({ idempotency_id: `cloud-${target}` });
    harness.clock.advance(10_000);
    const name = target.slice(1);
    expect(await harness.client.listed(`${target}?idempotency_id=cloud-${target}`, name)).toMatchObject([
      { id: started.id, state: 'SUCCEEDED' },
    ]);
  });
});
