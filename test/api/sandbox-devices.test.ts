/** @module-tag ci-only */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  Device,
  DeviceAction,
  DeviceList,
  DeviceMetricList,
  DeviceUpdate,
  Merchant,
} from '../../electron/platform-api/index.ts';
import { Harness } from './harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.sandbox.close());

const put = (device: Device, body: DeviceUpdate | Record<string, unknown>) =>
  harness.client.send<Device>('PUT', `/devices/${device.id}`, { body });
const withConnection = (device: Device) => harness.client.get<Device>(`/devices/${device.id}?include_connection=true`);

describe('seeds', () => {
  test('are a home merchant, a merchant on each gateway, and four devices of which one is in service', async () => {
    const { _embedded } = await harness.client.get<DeviceList>('/devices');
    const devices = _embedded?.devices ?? [];
    const processors = await Promise.all(
      devices.map(async ({ merchant }) => (await harness.client.get<Merchant>(`/merchants/${merchant}`)).processor),
    );
    expect(devices.map((one, index) => [one.name, one.serial_number, one.enabled, processors[index]])).toEqual([
      ['Counter terminal', 'B61378A', true, 'DUMMY_V1'],
      ['Terminal 2', 'B000002', false, 'GATEWAY_B_V1'],
      ['Back office', 'B000003', false, 'GATEWAY_A_V1'],
      ['Spare', 'B000004', false, 'DUMMY_V1'],
    ]);
    expect(devices[0]?.merchant).toBe(harness.sandbox.merchant);
    expect(harness.sandbox.processor).toBe('DUMMY_V1');
    const home = await harness.client.get<Merchant>(`/merchants/${harness.sandbox.merchant}`);
    expect(home).toMatchObject({ id: harness.sandbox.merchant, state: 'APPROVED', processor: 'DUMMY_V1' });
  });
});

describe('creating', () => {
  const create = (body: unknown) =>
    harness.client.send<Device>('POST', `/merchants/${harness.sandbox.merchant}/devices`, { body });

  test('returns 201 and a location for a device that is not in service and has no versions before its activation', async () => {
    const { status, headers, body } = await create({ model: 'PAX_A800', name: 'New', serial_number: 'B000009' });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${harness.sandbox.url}/devices/${body.id}`);
    expect(body.id).toMatch(/^DV[1-9A-Za-z]{22}$/);
    expect(body).toMatchObject({ model: 'PAX_A800', name: 'New', serial_number: 'B000009', enabled: false, tags: {} });
    expect(body).not.toHaveProperty('connection');
    expect(body).not.toHaveProperty('firmware_version');
    expect(await harness.client.get<Device>(`/devices/${body.id}`)).toEqual(body);
  });

  test('ignores configuration_details, applies configuration, and drops unknown settings', async () => {
    const settings = { prompt_receipt_confirmation: false, allow_standalone_sales: true, made_up: 1 };
    const ignored = await create({ model: 'PAX_A800', name: 'Trap', configuration_details: settings });
    expect(ignored.status).toBe(201);
    expect(ignored.body.configuration_details).toMatchObject({
      prompt_receipt_confirmation: true,
      allow_standalone_sales: false,
    });
    const heard = await create({ model: 'PAX_A800', name: 'Right', configuration: settings });
    expect(heard.body.configuration_details).toMatchObject({
      prompt_receipt_confirmation: false,
      allow_standalone_sales: true,
    });
    expect(heard.body.configuration_details).not.toHaveProperty('made_up');
  });

  test.each([
    ['model', { name: 'x' }],
    ['name', { model: 'PAX_A800' }],
    ['name', { model: 'PAX_A800', name: '' }],
    ['serial_number', { model: 'PAX_A800', name: 'x', serial_number: 7 }],
    ['configuration.surcharge_basis_points', { model: 'm', name: 'x', configuration: { surcharge_basis_points: 301 } }],
    ['configuration.prompt_for_signature', { model: 'm', name: 'x', configuration: { prompt_for_signature: 'MAYBE' } }],
    ['tags', { model: 'm', name: 'x', tags: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v'])) }],
    ['tags', { model: 'm', name: 'x', tags: { ['k'.repeat(41)]: 'v' } }],
    ['tags', { model: 'm', name: 'x', tags: { 'a,b': 'v' } }],
    ['tags.note', { model: 'm', name: 'x', tags: { note: 'v'.repeat(501) } }],
    ['tags.note', { model: 'm', name: 'x', tags: { note: 'it"s' } }],
    ['tags.note', { model: 'm', name: 'x', tags: { note: 5 } }],
  ])('refuses an invalid %s with 422 and its name', async (field, body) => {
    const error = await harness.client.fails(422, 'POST', `/merchants/${harness.sandbox.merchant}/devices`, body);
    expect(error).toMatchObject({ code: 'INVALID_FIELD', field });
  });

  test('accepts tags at their limits', async () => {
    const tags = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${i}`.padStart(40, 'k'), 'é'.repeat(500)]));
    const { status, body } = await create({ model: 'PAX_A800', name: 'Full', tags });
    expect(status).toBe(201);
    expect(body.tags).toEqual(tags);
  });

  test('answers 404 under an unknown merchant', async () => {
    await harness.client.fails(404, 'POST', '/merchants/MUnone/devices', { model: 'PAX_A800', name: 'x' });
  });
});

describe('updating', () => {
  test('changes name, description, serial number, tags and single settings, and keeps all other fields', async () => {
    const before = await harness.device('B61378A');
    harness.clock.advance(60_000);
    const { status, body } = await put(before, {
      name: 'Front',
      description: null,
      serial_number: 'B99',
      tags: { shelf: '2' },
      configuration: { allow_debit: false, tipping_details: { percent_options: [10, 15, 20] } },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Front', description: null, serial_number: 'B99', tags: { shelf: '2' } });
    expect(body.configuration_details).toEqual({
      ...before.configuration_details,
      allow_debit: false,
      tipping_details: { percent_options: [10, 15, 20] },
    });
    expect(Date.parse(body.updated_at) - Date.parse(before.updated_at)).toBeGreaterThanOrEqual(60_000);
    expect(body.created_at).toBe(before.created_at);
    expect(await harness.client.get<Device>(`/devices/${before.id}`)).toEqual(body);
  });

  test('requires exactly three tip options', async () => {
    const device = await harness.device('B61378A');
    const error = await harness.client.fails(422, 'PUT', `/devices/${device.id}`, {
      configuration: { tipping_details: { fixed_options: [100, 200] } },
    });
    expect(error.field).toBe('configuration.tipping_details.fixed_options');
  });

  test('answers 404 for an unknown device', async () => {
    await harness.client.fails(404, 'PUT', '/devices/DVnone', { name: 'x' });
    await harness.client.fails(404, 'GET', '/devices/DVnone');
  });
});

describe('connection', () => {
  test('is shown only on request', async () => {
    const device = await harness.device('B61378A');
    expect(device).not.toHaveProperty('connection');
    expect((await withConnection(device)).connection).toBe('OPEN');
    const without = await harness.client.get<Device>(`/devices/${device.id}?include_connection=false`);
    expect(without).not.toHaveProperty('connection');
  });

  test('is required for every PUT', async () => {
    const device = await harness.device('B61378A');
    await harness.control({ type: 'device-connection', device: device.id, connection: 'CLOSED' });
    expect((await withConnection(device)).connection).toBe('CLOSED');
    for (const body of [{ name: 'x' }, { action: 'DEACTIVATE' }, { action: 'CANCEL' }]) {
      const error = await harness.client.fails(422, 'PUT', `/devices/${device.id}`, body);
      expect(error).toMatchObject({ code: 'UNPROCESSABLE_ENTITY', failure_code: 'DEVICE_NOT_CONNECTED' });
    }
    await harness.control({ type: 'device-connection', device: device.id, connection: 'OPEN' });
    expect((await put(device, { name: 'Back' })).body.name).toBe('Back');
  });
});

/** Processors of each action: the specification's table, row by row. */
const doneBy: Record<DeviceAction, string[]> = {
  ACTIVATE: ['DUMMY_V1', 'GATEWAY_A_V1', 'GATEWAY_B_V1'],
  DEACTIVATE: ['DUMMY_V1', 'GATEWAY_A_V1', 'GATEWAY_B_V1'],
  CANCEL: ['DUMMY_V1'],
  REBOOT: ['GATEWAY_B_V1'],
  CREATE_IDLE_MESSAGE: ['GATEWAY_B_V1'],
};
const serialOf = { DUMMY_V1: 'B61378A', GATEWAY_A_V1: 'B000003', GATEWAY_B_V1: 'B000002' };

describe('actions', () => {
  const cases = Object.entries(doneBy).flatMap(([action, processors]) =>
    Object.entries(serialOf).map(
      ([processor, serial]) => [action, processor, serial, processors.includes(processor)] as const,
    ),
  );

  test.each(cases)('answer whether %s on %s (%s) is done: %s', async (action, _, serial, isDone) => {
    const device = await harness.device(serial);
    await put(device, { action: 'ACTIVATE', activation_code: '123456' });
    const body = { action, idle_message: 'Hello', activation_code: '123456' };
    if (isDone) {
      const answer = await put(device, body);
      expect(answer.status).toBe(200);
      expect(answer.body.id).toBe(device.id);
    } else {
      const error = await harness.client.fails(422, 'PUT', `/devices/${device.id}`, body);
      expect(error).toMatchObject({ failure_code: 'ACTION_NOT_SUPPORTED', field: 'action' });
    }
  });

  test('put a device in service with its versions (ACTIVATE) and take it out (DEACTIVATE), and may be repeated', async () => {
    const spare = await harness.device('B000004');
    for (let round = 0; round < 2; round += 1) {
      expect((await put(spare, { action: 'ACTIVATE' })).body).toMatchObject({
        enabled: true,
        android_version: '10',
        firmware_version: expect.any(String),
        payment_app_version: '5.5.0',
      });
    }
    for (let round = 0; round < 2; round += 1) {
      expect((await put(spare, { action: 'DEACTIVATE' })).body.enabled).toBe(false);
    }
  });

  test('require the code on the terminal at Gateway B', async () => {
    const device = await harness.device('B000002');
    for (const body of [{ action: 'ACTIVATE' }, { action: 'ACTIVATE', activation_code: '000000' }]) {
      const error = await harness.client.fails(422, 'PUT', `/devices/${device.id}`, body);
      expect(error).toMatchObject({ field: 'activation_code', failure_code: 'ACTIVATION_CODE_INVALID' });
    }
    expect((await harness.device('B000002')).enabled).toBe(false);
    expect((await put(device, { action: 'ACTIVATE', activation_code: '123456' })).body.enabled).toBe(true);
  });

  test('refuse CANCEL, REBOOT and CREATE_IDLE_MESSAGE for a device that is out of service', async () => {
    const gatewayB = await harness.device('B000002');
    for (const body of [{ action: 'REBOOT' }, { action: 'CREATE_IDLE_MESSAGE', idle_message: 'x' }]) {
      const error = await harness.client.fails(422, 'PUT', `/devices/${gatewayB.id}`, body);
      expect(error.failure_code).toBe('DEVICE_NOT_ENABLED');
    }
    const spare = await harness.device('B000004');
    const error = await harness.client.fails(422, 'PUT', `/devices/${spare.id}`, { action: 'CANCEL' });
    expect(error.failure_code).toBe('DEVICE_NOT_ENABLED');
  });

  test('take a device off the network for three seconds (REBOOT), during which it refuses requests', async () => {
    const device = await harness.device('B000002');
    await put(device, { action: 'ACTIVATE', activation_code: '123456' });
    expect((await put(device, { action: 'REBOOT' })).status).toBe(200);
    expect((await withConnection(device)).connection).toBe('CLOSED');
    harness.clock.advance(2_999);
    expect((await withConnection(device)).connection).toBe('CLOSED');
    const error = await harness.client.fails(422, 'PUT', `/devices/${device.id}`, { action: 'REBOOT' });
    expect(error.failure_code).toBe('DEVICE_NOT_CONNECTED');
    harness.clock.advance(1);
    expect((await withConnection(device)).connection).toBe('OPEN');
  });

  test('show the text of CREATE_IDLE_MESSAGE, which is required', async () => {
    const device = await harness.device('B000002');
    await put(device, { action: 'ACTIVATE', activation_code: '123456' });
    expect((await put(device, { action: 'CREATE_IDLE_MESSAGE', idle_message: 'Bonjour' })).body.idle_message).toBe(
      'Bonjour',
    );
    expect((await harness.device('B000002')).idle_message).toBe('Bonjour');
    for (const idle_message of [undefined, '']) {
      const error = await harness.client.fails(422, 'PUT', `/devices/${device.id}`, {
        action: 'CREATE_IDLE_MESSAGE',
        idle_message,
      });
      expect(error.field).toBe('idle_message');
    }
  });

  test('are refused with 422 if unknown, and ignore other fields of the request', async () => {
    const device = await harness.device('B61378A');
    expect((await harness.client.fails(422, 'PUT', `/devices/${device.id}`, { action: 'DANCE' })).field).toBe('action');
    expect((await put(device, { action: 'CANCEL', name: 'Other' })).body.name).toBe('Counter terminal');
  });
});

describe('metrics', () => {
  const metrics = async (device: Device, query = '') =>
    (await harness.client.get<DeviceMetricList>(`/devices/${device.id}/device_metrics?limit=100${query}`))._embedded
      ?.device_metrics ?? [];

  test('cover a day of the counter terminal, newest first, with undocumented fields', async () => {
    const list = await metrics(await harness.device('B61378A'));
    expect(list).toHaveLength(96);
    const times = list.map((metric) => Date.parse(metric.created_at));
    expect([...times].sort((a, b) => b - a)).toEqual(times);
    expect((times[0] ?? 0) - (times.at(-1) ?? 0)).toBe(95 * 15 * 60_000);
    for (const metric of list) {
      expect(metric).toMatchObject({
        connection: expect.stringMatching(/^(OPEN|CLOSED)$/),
        connectivity_network_type: expect.any(String),
        connectivity_signal_strength: expect.any(String),
        battery_percentage: expect.any(Number),
        payment_processing_ms: expect.any(Number),
      });
    }
    expect(list.filter((metric) => metric.connection === 'CLOSED')).toHaveLength(2);
    expect(await metrics(await harness.device('B000004'))).toEqual([]);
  });

  test('are the same for the same seed, and differ for another seed', async () => {
    const day = async (other: Harness) => {
      const { id } = await other.device('B61378A');
      const { _embedded } = await other.client.get<DeviceMetricList>(`/devices/${id}/device_metrics?limit=100`);
      return (_embedded?.device_metrics ?? []).map(({ id: _id, device: _device, _links, ...values }) => values);
    };
    const [same, different] = await Promise.all([Harness.start(), Harness.start({ seed: 2 })]);
    try {
      expect(await day(same)).toEqual(await day(harness));
      expect(await day(different)).not.toEqual(await day(harness));
    } finally {
      await Promise.all([same.sandbox.close(), different.sandbox.close()]);
    }
  });

  test('increase by one with every action except a refused action', async () => {
    const spare = await harness.device('B000004');
    await put(spare, { action: 'ACTIVATE' });
    harness.clock.advance(1000);
    await put(spare, { action: 'CANCEL' });
    await harness.client.fails(422, 'PUT', `/devices/${spare.id}`, { action: 'REBOOT' });
    const list = await metrics(spare);
    expect(list).toHaveLength(2);
    expect(list[0]).toMatchObject({ device: spare.id, connection: 'OPEN' });
  });

  test('are filtered by connection, network, strength and time', async () => {
    const device = await harness.device('B61378A');
    const all = await metrics(device);
    const closed = await metrics(device, '&connection=CLOSED');
    expect(closed).toEqual(all.filter((metric) => metric.connection === 'CLOSED'));
    const wifi = await metrics(device, '&connectivity_network_type=WIFI');
    expect(wifi).toEqual(all.filter((metric) => metric.connectivity_network_type === 'WIFI'));
    expect(wifi.length).toBeGreaterThan(0);
    const fair = await metrics(device, '&connectivity_signal_strength=FAIR');
    expect(fair).toEqual(all.filter((metric) => metric.connectivity_signal_strength === 'FAIR'));
    const middle = all[48]?.created_at ?? '';
    const plain = middle.replace(/\.\d+Z$/, '');
    expect(await metrics(device, `&created_at.gte=${plain}`)).toEqual(all.slice(0, 49));
    expect(await metrics(device, `&created_at.lte=${plain}`)).toEqual(all.slice(48));
    const error = await harness.client.fails(422, 'GET', `/devices/${device.id}/device_metrics?connection=AJAR`);
    expect(error.field).toBe('connection');
  });
});

describe('listing', () => {
  test('returns the matches of a serial number, merchant, service, id and tags', async () => {
    const counter = await harness.device('B61378A');
    await put(counter, { tags: { floor: '1', zone: 'a' } });
    const names = async (query: string) =>
      ((await harness.client.get<DeviceList>(`/devices?${query}`))._embedded?.devices ?? []).map((one) => one.name);
    expect(await names(`merchant_id=${counter.merchant}`)).toEqual(['Counter terminal', 'Spare']);
    expect(await names('enabled=true')).toEqual(['Counter terminal']);
    expect(await names(`id=${counter.id}`)).toEqual(['Counter terminal']);
    expect(await names('tags.key=floor')).toEqual(['Counter terminal']);
    expect(await names('tags.key=floor&tags.value=1')).toEqual(['Counter terminal']);
    expect(await names('tags.key=floor&tags.value=a')).toEqual([]);
    expect(await names('tags.value=a')).toEqual(['Counter terminal']);
    expect(await names('something_unknown=1')).toHaveLength(4);
  });

  test('omits _embedded from an empty list', async () => {
    const { body } = await harness.client.send<DeviceList>('GET', '/devices?serial_number=none');
    expect(Object.keys(body).sort()).toEqual(['_links', 'page']);
    expect(body.page).toEqual({ offset: 0, limit: 20, count: 0 });
  });
});
