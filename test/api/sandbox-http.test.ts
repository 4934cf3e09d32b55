import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorEnvelope } from '../../electron/platform-api/index.ts';
import { Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.sandbox.close());

describe('authentication', () => {
  test.each([
    ['no header', {}],
    ['an unknown user', { authorization: `Basic ${Buffer.from('USnobody:secret').toString('base64')}` }],
    ['no colon', { authorization: `Basic ${Buffer.from('USnobody').toString('base64')}` }],
    ['another scheme', { authorization: 'Bearer abc' }],
    ['rubbish', { authorization: 'Basic ***' }],
  ])('%s is refused with 401, the envelope and a challenge', async (_, headers) => {
    const response = await fetch(`${harness.sandbox.url}/devices`, { headers: headers as Record<string, string> });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
    expect(response.headers.get('service-apiuser-role')).toBeNull();
    const body = (await response.json()) as ErrorEnvelope;
    expect(body._embedded.errors).toMatchObject([{ code: 'UNKNOWN', message: 'Unauthorized' }]);
  });

  test('refuses the right user with a wrong password with 401, even on unknown paths', async () => {
    const stranger = harness.client.as({ username: harness.sandbox.username, password: 'wrong' });
    await stranger.fails(401, 'GET', '/devices');
    await stranger.fails(401, 'GET', '/nowhere');
  });

  test('refuses disabled credentials at once, and accepts them when they are enabled again', async () => {
    const { username = '', password = '' } = await harness.control({ type: 'create-user', role: 'ROLE_PARTNER' });
    const partner = harness.client.as({ username, password });
    const { headers } = await partner.send('GET', '/devices');
    expect(headers.get('service-apiuser-role')).toBe('ROLE_PARTNER');
    await harness.control({ type: 'user-enabled', user: username, enabled: false });
    await partner.fails(401, 'GET', '/devices');
    await harness.control({ type: 'user-enabled', user: username, enabled: true });
    await partner.get('/devices');
  });
});

describe('roles', () => {
  test('let a merchant read its own resources, write nothing, and see no other merchant', async () => {
    const own = await harness.device('B61378A');
    const other = await harness.device('B000002');
    const { username = '', password = '' } = await harness.control({
      type: 'create-user',
      role: 'ROLE_MERCHANT',
      merchant: own.merchant,
    });
    const merchant = harness.client.as({ username, password });
    const list = await merchant.get<{ _embedded: { devices: { merchant: string }[] } }>('/devices');
    expect(new Set(list._embedded.devices.map((device) => device.merchant))).toEqual(new Set([own.merchant]));
    await merchant.get(`/devices/${own.id}`);
    await merchant.fails(404, 'GET', `/devices/${other.id}`);
    await merchant.fails(404, 'GET', `/devices/${other.id}/device_metrics`);
    await merchant.fails(404, 'GET', `/merchants/${other.merchant}`);
    const error = await merchant.fails(403, 'PUT', `/devices/${own.id}`, { name: 'Mine' });
    expect(error.code).toBe('FORBIDDEN');
    await merchant.fails(403, 'POST', `/merchants/${own.merchant}/devices`, { model: 'PAX_A800', name: 'New' });
    await merchant.fails(403, 'POST', '/authorizations', harness.request());
    expect((await merchant.raw('POST', '/sandbox/control', { body: { type: 'clear-faults' } })).status).toBe(403);
  });
});

describe('paths, methods and formats', () => {
  test('answer an unknown path with 404', async () => {
    for (const path of ['/', '/device', '/devices/', '/devices/DV1/metrics', '/authorizations/AU1/void']) {
      expect((await harness.client.fails(404, 'GET', path)).code).toBe('NOT_FOUND');
    }
  });

  test.each([
    ['DELETE', '/devices', 'GET'],
    ['POST', '/devices', 'GET'],
    ['DELETE', '/devices/DV1', 'GET, PUT'],
    ['PATCH', '/devices/DV1', 'GET, PUT'],
    ['PUT', '/devices/DV1/device_metrics', 'GET'],
    ['GET', '/merchants/MU1/devices', 'POST'],
    ['DELETE', '/authorizations', 'GET, POST'],
    ['POST', '/authorizations/AU1', 'GET, PUT'],
    ['DELETE', '/transfers', 'GET, POST'],
    ['OPTIONS', '/transfers/TR1', 'GET, PUT'],
  ])('answer %s %s with 405 and allow %s', async (method, path, allowed) => {
    const { status, headers, body } = await harness.client.send<ErrorEnvelope>(method, path);
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe(allowed);
    expect(body._embedded.errors[0]?.code).toBe('METHOD_NOT_ALLOWED');
  });

  test('refuse HEAD on these paths', async () => {
    expect((await harness.client.raw('HEAD', '/devices')).status).toBe(405);
  });

  test('give hal+json unless the caller accepts only plain JSON', async () => {
    const type = async (accept: string) =>
      (await harness.client.raw('GET', '/devices', { headers: { accept } })).headers.get('content-type');
    expect(await type('*/*')).toBe('application/hal+json');
    expect(await type('application/*;q=0.5')).toBe('application/hal+json');
    expect(await type('text/html, application/hal+json')).toBe('application/hal+json');
    expect(await type('application/json')).toBe('application/json');
  });

  test('refuse an unsupported format in either direction with 406', async () => {
    const html = await harness.client.raw('GET', '/devices', { headers: { accept: 'text/html' } });
    expect(html.status).toBe(406);
    const form = await harness.client.raw('POST', '/authorizations', {
      body: 'amount=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.status).toBe(406);
  });

  test.each(['{', '', 'amount=1', '{"amount":1', '\u0000'])(
    'refuse a body that is not JSON (%j) with 400',
    async (body) => {
      expect((await harness.client.fails(400, 'POST', '/authorizations', body)).code).toBe('BAD_REQUEST');
    },
  );

  test('refuse a path with invalid escapes with 400', async () => {
    expect((await harness.client.raw('GET', '/devices/%zz')).status).toBe(400);
  });

  test('refuse a body over a megabyte with 400, which does not affect the next request', async () => {
    const body = { amount: 1, currency: 'USD', tags: { note: 'x'.repeat(1_200_000) } };
    expect((await harness.client.raw('POST', '/authorizations', { body })).status).toBe(400);
    await harness.client.get('/devices');
  });

  test('refuse JSON that is not an object, and several wrong fields at once, with 422 and each field’s name', async () => {
    await harness.client.fails(422, 'POST', '/authorizations', '[]');
    await harness.client.fails(422, 'POST', '/authorizations', 'null');
    const { status, body } = await harness.client.send<ErrorEnvelope>('POST', '/authorizations', {
      body: { amount: 12.5, currency: 'usd', idempotency_id: '' },
    });
    expect(status).toBe(422);
    expect(body.total).toBe(3);
    expect(body._embedded.errors.map((error) => error.field ?? '').sort()).toEqual([
      'amount',
      'currency',
      'idempotency_id',
    ]);
    expect(new Set(body._embedded.errors.map((error) => error.code))).toEqual(new Set(['INVALID_FIELD']));
  });
});

describe('headers', () => {
  test('contain an id for each request, which a 404 refers to and a 402 does not', async () => {
    const [one, two] = await Promise.all([
      harness.client.send<ErrorEnvelope>('GET', '/devices/DVnone'),
      harness.client.send<ErrorEnvelope>('GET', '/devices/DVnone'),
    ]);
    expect(one.headers.get('x-request-id')).not.toBe(two.headers.get('x-request-id'));
    expect(one.body._embedded.errors[0]?.logref).toBe(one.headers.get('x-request-id'));
    const declined = await harness.client.send<ErrorEnvelope>('POST', '/authorizations', {
      body: harness.request('no-funds'),
    });
    expect(declined.status).toBe(402);
    expect(declined.body._embedded.errors[0]?.logref).not.toBe(declined.headers.get('x-request-id'));
  });

  test('contain the role', async () => {
    const { headers } = await harness.client.send('GET', '/devices');
    expect(headers.get('service-apiuser-role')).toBe('ROLE_PLATFORM');
  });
});
