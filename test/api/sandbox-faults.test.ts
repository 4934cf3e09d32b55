/** @module-tag ci-only */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Authorization, AuthorizationList, DeviceList, ErrorEnvelope } from '../../electron/platform-api/index.ts';
import type { ControlReply } from '../../electron/sandbox/index.ts';
import { Harness } from './harness.ts';
import { until } from '../waiting.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(() => harness.sandbox.close());

const holds = async () =>
  (await harness.client.get<AuthorizationList>('/authorizations'))._embedded?.authorizations ?? [];
const create = () => harness.client.raw('POST', '/authorizations', { body: harness.request() });

test('a dropped request changes nothing, and a request with a dropped reply is committed', async () => {
  await harness.control({ type: 'fault', operation: 'createAuthorization', kind: 'drop' });
  await expect(create()).rejects.toThrow();
  expect(await holds()).toHaveLength(0);
  await harness.control({ type: 'fault', operation: 'createAuthorization', kind: 'drop', when: 'after' });
  await expect(create()).rejects.toThrow();
  expect(await holds()).toHaveLength(1);
});

test.each([409, 422, 429, 500, 503] as const)('status %i replaces the answer, with the envelope', async (status) => {
  await harness.control({
    type: 'fault',
    operation: 'createAuthorization',
    kind: 'status',
    status,
    ...(status === 429 ? { retryAfterSeconds: 7 } : {}),
  });
  const { headers, ...answer } = await harness.client.send<ErrorEnvelope>('POST', '/authorizations', {
    body: harness.request(),
  });
  expect(answer.status).toBe(status);
  expect(headers.get('retry-after')).toBe(status === 429 ? '7' : null);
  expect(await holds()).toHaveLength(0);
  expect((await create()).status).toBe(201);
});

test('a 500 after the commit leaves the payment at the platform', async () => {
  await harness.control({
    type: 'fault',
    operation: 'createAuthorization',
    kind: 'status',
    status: 500,
    when: 'after',
  });
  expect((await create()).status).toBe(500);
  expect(await holds()).toHaveLength(1);
});

test('a web page replaces JSON', async () => {
  await harness.control({ type: 'fault', operation: 'listDevices', kind: 'html', status: 503 });
  const response = await harness.client.raw('GET', '/devices');
  expect(response.status).toBe(503);
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  await expect(response.json()).rejects.toThrow();
});

test('half a body arrives, and then the connection breaks', async () => {
  await harness.control({ type: 'fault', operation: 'createAuthorization', kind: 'half-body' });
  const response = await create();
  expect(response.status).toBe(201);
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(500);
  await expect(response.text()).rejects.toThrow();
  expect(await holds()).toHaveLength(1);
});

describe('an answer with wrong contents', () => {
  test('contains the record of another payment without its key, and this payment is made', async () => {
    const first = (await (await create()).json()) as Authorization;
    await harness.control({ type: 'fault', operation: 'createAuthorization', kind: 'other-record' });
    const { status, body } = await harness.client.send<Authorization>('POST', '/authorizations', {
      body: harness.request(),
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: first.id, amount: first.amount, idempotency_id: null, tags: {} });
    // Both were created at the same time, so the list may contain either first.
    const others = (await holds()).filter(({ id }) => id !== first.id);
    expect(others).toEqual([expect.objectContaining({ idempotency_id: expect.any(String) as string })]);
  });

  test('contains its own record if there is no other record of the kind', async () => {
    await harness.control({ type: 'fault', operation: 'createAuthorization', kind: 'other-record' });
    const only = (await (await create()).json()) as Authorization;
    expect((await holds()).map(({ id }) => id)).toEqual([only.id]);
  });

  test('contains another currency in every record, although the platform stored the requested currency', async () => {
    await create();
    await harness.control({ type: 'fault', operation: 'listAuthorizations', kind: 'other-currency' });
    expect((await holds()).map(({ currency }) => currency)).toEqual(['EUR']);
    expect((await holds()).map(({ currency }) => currency)).toEqual(['USD']);
  });
});

test('a gateway’s answer arrives first, and the request is carried out afterwards', async () => {
  const fault = { operation: 'createAuthorization', kind: 'html', status: 403, when: 'meanwhile' } as const;
  await harness.control({ type: 'fault', ...fault, delayMs: 5000 });
  expect((await create()).status).toBe(403);
  await until(() => harness.clock.waiting === 1, 'an answer that waits');
  expect(await holds()).toHaveLength(0);
  harness.clock.advance(5000);
  expect(await holds()).toHaveLength(1);
});

describe('delay', () => {
  test('makes no payment before its end if it comes before the commit', async () => {
    await harness.control({ type: 'fault', operation: 'createAuthorization', kind: 'answer', delayMs: 5000 });
    const answer = create();
    await until(() => harness.clock.waiting === 1, 'an answer that waits');
    expect(await holds()).toHaveLength(0);
    harness.clock.advance(5000);
    expect((await answer).status).toBe(201);
  });

  test('makes the payment at once and withholds the answer if it comes after the commit', async () => {
    await harness.control({
      type: 'fault',
      operation: 'createAuthorization',
      kind: 'answer',
      delayMs: 5000,
      when: 'after',
    });
    const answer = create();
    await until(() => harness.clock.waiting === 1, 'an answer that waits');
    expect(await holds()).toHaveLength(1);
    harness.clock.advance(5000);
    const body = (await (await answer).json()) as Authorization;
    expect(body.id).toBe((await holds())[0]?.id);
  });

  test('close() aborts hanging requests without waiting', async () => {
    await harness.control({ type: 'fault', operation: 'listDevices', kind: 'answer', delayMs: 300_000 });
    const hanging = harness.client.raw('GET', '/devices');
    const slow = harness.client.raw('POST', '/authorizations', { body: harness.request('slow') });
    const settled = Promise.allSettled([hanging, slow]);
    await until(() => harness.clock.waiting === 2, 'an answer that waits');
    // The clock does not move, so a close that waited for either answer would hang.
    await harness.sandbox.close();
    await harness.sandbox.close();
    expect((await settled).map((one) => one.status)).toEqual(['rejected', 'rejected']);
    expect(harness.clock.waiting).toBe(0);
  });
});

test('faults are used in order, each by its own endpoint, for the requested number of times', async () => {
  await harness.control({ type: 'fault', operation: 'listDevices', kind: 'status', status: 500, times: 2 });
  await harness.control({ type: 'fault', operation: '*', kind: 'status', status: 503 });
  const status = async (path: string) => (await harness.client.raw('GET', path)).status;
  expect(await status('/transfers')).toBe(503);
  expect([await status('/devices'), await status('/devices'), await status('/devices')]).toEqual([500, 500, 200]);
});

test('the queue of faults can be read and cleared', async () => {
  await harness.control({ type: 'fault', operation: 'fetchDevice', kind: 'drop', times: 3 });
  const read = (await (await harness.client.raw('GET', '/sandbox/control')).json()) as ControlReply;
  expect(read.faults).toMatchObject([{ operation: 'fetchDevice', kind: 'drop', when: 'before', times: 3 }]);
  expect((await harness.control({ type: 'clear-faults' })).faults).toEqual([]);
  const { _embedded } = await harness.client.get<DeviceList>('/devices');
  await harness.client.get(`/devices/${_embedded?.devices[0]?.id}`);
});

test.each([
  [{ type: 'fault', operation: 'nothing', kind: 'drop' }, 'operation'],
  [{ type: 'fault', operation: '*', kind: 'explode' }, 'kind'],
  [{ type: 'fault', operation: '*', kind: 'status', status: 418 }, 'status'],
  [{ type: 'fault', operation: '*', kind: 'answer', delayMs: -1 }, 'delayMs'],
  [{ type: 'device-connection', device: 'DVnone', connection: 'OPEN' }, 'device'],
  [{ type: 'create-user', role: 'ROLE_MERCHANT' }, 'merchant'],
  [{ type: 'nonsense' }, 'type'],
])('the command %j is refused', async (command, field) => {
  const response = await harness.client.raw('POST', '/sandbox/control', { body: command });
  expect(response.status).toBe(422);
  expect(((await response.json()) as ErrorEnvelope)._embedded.errors[0]?.field).toBe(field);
});
