/**
 * Tests Webhooks: creation, changes, filters, and the events they receive. webhook-delivery.test.ts tests delivery.
 * @module-tag ci-only
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { webhookEntityKnownValues } from '../../electron/platform-api/index.ts';
import type {
  Authorization,
  Device,
  Dispute,
  Transfer,
  User,
  Webhook,
  WebhookEvent,
} from '../../electron/platform-api/index.ts';
import { defaultEvents, listNameOf } from '../../electron/sandbox/rules/webhook-rules.ts';
import { form, pdf } from './dispute-calls.ts';
import { document, violations } from './document-check.ts';
import { only, resourceOf, seen, WebhookHarness } from './webhook-calls.ts';
import { isSigned, Receiver } from './webhook-receiver.ts';
import { until } from '../waiting.ts';
let hooks: WebhookHarness;
beforeEach(async () => {
  hooks = await WebhookHarness.start();
});
afterEach(() => hooks.close());

describe('a Webhook', () => {
  test('is created with a signing key that is never shown again, and with the default set of events', async () => {
    const webhook = await hooks.subscribe();
    expect(webhook.secret_signing_key).toMatch(/^[1-9A-Za-z]{44}$/);
    expect(webhook).toMatchObject({
      url: hooks.receiver.url,
      enabled: true,
      authentication: { type: 'NONE' },
      enabled_events: defaultEvents,
    });
    const fetched = await hooks.harness.client.get<Webhook>(`/webhooks/${webhook.id}`);
    expect(fetched).not.toHaveProperty('secret_signing_key');
    expect(await hooks.harness.client.listed<Webhook>('/webhooks', 'webhooks')).toEqual([fetched]);
    const changed = await hooks.harness.client.put<Webhook>(`/webhooks/${webhook.id}`, { enabled: true });
    expect(JSON.stringify(changed)).not.toContain(webhook.secret_signing_key);
    const other = await hooks.subscribe();
    expect(other.secret_signing_key).not.toBe(webhook.secret_signing_key);
    expect(await hooks.harness.client.listed('/webhooks?enabled=false', 'webhooks')).toEqual([]);
  });

  test.each([
    ['ftp://127.0.0.1/x', 'url'],
    ['not an address', 'url'],
    ['http://user:secret@127.0.0.1/x', 'url'],
    ['http://127.0.0.1/x#part', 'url'],
    [`http://127.0.0.1/${'x'.repeat(2048)}`, 'url'],
  ])('is refused if its address is invalid (%#)', async (url, field) => {
    expect((await hooks.harness.client.fails(422, 'POST', '/webhooks', { url })).field).toBe(field);
  });

  test.each([
    [{ authentication: { type: 'BASIC' } }, 'authentication.basic.username'],
    [{ authentication: { type: 'BASIC', basic: { username: 'a' } } }, 'authentication.basic.password'],
    [{ authentication: { type: 'BASIC', basic: { username: 'a:b', password: 'c' } } }, 'authentication.basic.username'],
    [{ authentication: { type: 'BEARER' } }, 'authentication.bearer.token'],
    [{ authentication: { type: 'BEARER', bearer: { token: 'a\r\nx: y' } } }, 'authentication.bearer.token'],
    [{ authentication: { type: 'DIGEST' } }, 'authentication.type'],
    [{ enabled_events: [{ entity: 'unicorn', types: ['created'] }] }, 'enabled_events.0.entity'],
    [{ enabled_events: [{ entity: 'transfer', types: ['sold'] }] }, 'enabled_events.0.types'],
    [{ enabled_events: [{ entity: 'transfer', types: [] }] }, 'enabled_events.0.types'],
  ])('is refused with %j, and the refusal contains %s', async (more, field) => {
    expect(
      (await hooks.harness.client.fails(422, 'POST', '/webhooks', { url: hooks.receiver.url, ...more })).field,
    ).toBe(field);
    const { id } = await hooks.subscribe();
    expect((await hooks.harness.client.fails(422, 'PUT', `/webhooks/${id}`, more)).field).toBe(field);
  });

  test('is hidden from merchants, which cannot create Webhooks', async () => {
    const { id } = await hooks.subscribe();
    const merchant = await hooks.harness.login('ROLE_MERCHANT', hooks.harness.sandbox.merchant);
    await merchant.fails(403, 'POST', '/webhooks', { url: hooks.receiver.url });
    await merchant.fails(403, 'PUT', `/webhooks/${id}`, { enabled: false });
    await merchant.fails(404, 'GET', `/webhooks/${id}`);
    expect(await merchant.listed('/webhooks', 'webhooks')).toEqual([]);
  });

  test('is 404 if unknown, and answers DELETE with 405 and the supported methods', async () => {
    await hooks.harness.client.fails(404, 'GET', '/webhooks/WHnone');
    await hooks.harness.client.fails(404, 'PUT', '/webhooks/WHnone', { enabled: false });
    const answer = await hooks.harness.client.send('DELETE', '/webhooks/WHnone');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, PUT']);
  });
});

describe('an event', () => {
  test('contains the resource as a GET shows it, and is signed', async () => {
    const webhook = await hooks.subscribed();
    const transfer = await hooks.sale();
    const [event] = await hooks.receiver.until(1);
    if (!event) throw new Error('No event');
    expect(event).toMatchObject({ entity: 'transfer', type: 'created', occurred_at: '2026-11-20T09:00:00.000Z' });
    expect(event.id).toMatch(/^EV/);
    expect(event.system_generated_idempotency_id).toBe(event.id);
    expect(event._embedded).toEqual({ transfers: [await hooks.harness.client.get(`/transfers/${transfer.id}`)] });
    const last = hooks.receiver.received.find((one) => one.event.id === event.id);
    if (!last) throw new Error('Nothing received');
    expect(last.headers['content-type']).toBe('application/json');
    expect(isSigned(last, webhook.secret_signing_key, hooks.harness.clock.now())).toBe(true);
  });

  test('is empty when it tests a new Webhook', async () => {
    await hooks.subscribe();
    const { event, headers } = await hooks.receiver.untilTested();
    expect(event).toEqual({});
    expect(headers.authorization).toBeUndefined();
  });

  test('matches the document, and so does every resource in it', async () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    ajv.addSchema({ $id: 'document', components: document['components'] });
    const isEvent = ajv.compile({ $ref: 'document#/components/schemas/WebhookEvent' });
    const { client } = hooks.harness;
    const types = ['created', 'updated'];
    await hooks.subscribed({ enabled_events: webhookEntityKnownValues.map((entity) => ({ entity, types })) });
    const merchant = hooks.harness.sandbox.merchant;
    const { id: sale } = await hooks.sale(888_888);
    await client.post(`/transfers/${sale}/reversals`, { refund_amount: 100 });
    const { id: hold } = await hooks.harness.authorize();
    await client.put(`/authorizations/${hold}`, { capture_amount: 1234 });
    const device = await hooks.harness.device('B61378A');
    await client.put(`/devices/${device.id}`, { name: 'Renamed' });
    await client.post(`/merchants/${merchant}/devices`, { model: 'PAX_A800', name: 'New' });
    await client.post('/fees', { merchant, amount: 10, currency: 'USD' });
    const [application] = await client.listed<{ id: string }>('/applications', 'applications');
    await client.put(`/applications/${application?.id}`, { tags: { a: '1' } });
    await client.post(`/applications/${application?.id}/users`, {});
    const [dispute] = await client.listed<{ id: string }>('/disputes', 'disputes');
    const upload = await client.send('POST', `/disputes/${dispute?.id}/evidence`, { body: form(pdf) });
    expect(upload.status).toBe(201);
    await client.post('/files', { type: 'OTHER' });
    await client.post(`/payment_instruments/${(await hooks.harness.card()).id}/verifications`, {});
    await client.put(`/disputes/${dispute?.id}`, { tags: { last: 'change' } });
    const isLast = (event: WebhookEvent) =>
      (resourceOf(event) as Partial<Dispute> | undefined)?.tags?.['last'] !== undefined;
    await until(() => hooks.receiver.events.find(isLast), 'the last change');
    const headers = new Headers({
      'content-type': 'application/hal+json',
      'x-request-id': 'x',
      date: 'x',
      'service-apiuser-role': 'ROLE_ADMIN',
    });
    for (const event of hooks.receiver.events) {
      expect(isEvent(event), JSON.stringify(isEvent.errors)).toBe(true);
      expect(Object.keys(event._embedded ?? {})).toEqual([listNameOf(event.entity ?? '')]);
      const resource = resourceOf(event) as unknown as { _links: { self?: { href: string } } };
      const path = new URL(resource._links.self?.href ?? '').pathname;
      expect(violations('GET', path, 200, headers, resource), event.entity).toEqual([]);
    }
    expect([...new Set(hooks.receiver.events.map(({ entity }) => String(entity)))].sort()).toEqual([
      'application',
      'authorization',
      'device',
      'dispute',
      'dispute_evidence',
      'fee',
      'file',
      'identity',
      'payment_instrument',
      'settlement',
      'transfer',
      'user',
      'verification',
    ]);
  });

  test('reports payments, devices, users and settlements, once for each change', async () => {
    const all = ['authorization', 'device', 'fee', 'settlement', 'transfer', 'user'];
    await hooks.subscribed({ enabled_events: all.map((entity) => ({ entity, types: ['created', 'updated'] })) });
    const hold = await hooks.harness.authorize();
    expect(seen(await hooks.receiver.until(1))).toEqual(['authorization created']);
    await hooks.harness.client.put<Authorization>(`/authorizations/${hold.id}`, { capture_amount: 1234 });
    const captured = await hooks.receiver.until(5);
    expect(seen(captured).slice(1).sort()).toEqual([
      'authorization updated',
      'fee created',
      'settlement created',
      'transfer created',
    ]);
    // Several changes of one resource in one transaction are one event, with the final state.
    const settlement = captured.find(({ entity }) => entity === 'settlement');
    expect(resourceOf(settlement)).toMatchObject({ entry_count: 2, total_amount: 1234 });
  });

  test('is not sent if no visible field has changed', async () => {
    await hooks.subscribed();
    const device = await hooks.harness.device('B61378A');
    await hooks.harness.control({ type: 'device-connection', device: device.id, connection: 'CLOSED' });
    await hooks.harness.control({ type: 'device-connection', device: device.id, connection: 'OPEN' });
    await hooks.harness.client.put<Device>(`/devices/${device.id}`, { name: 'Renamed' });
    const [event] = await hooks.receiver.until(1);
    expect(resourceOf(event)).toMatchObject({ id: device.id, name: 'Renamed' });
    expect(hooks.receiver.events).toHaveLength(1);
  });

  test('never contains the password of a User', async () => {
    await hooks.subscribed(only('user', 'created', 'updated'));
    const applications = await hooks.harness.client.listed<{ id: string }>('/applications', 'applications');
    const made = await hooks.harness.client.post<User>(`/applications/${applications[0]?.id}/users`, {});
    const [event] = await hooks.receiver.until(1);
    expect(resourceOf(event)).toMatchObject({ id: made.id, password: null });
    expect(hooks.receiver.received.map(({ body }) => body.toString()).join('')).not.toContain(made.password);
  });

  test('reports a payment that is decided later as created, then as updated', async () => {
    await hooks.subscribed(only('transfer', 'created', 'updated'));
    await hooks.harness.client.post('/transfers', {
      amount: 700,
      currency: 'USD',
      source: (await hooks.harness.card('slow')).id,
    });
    await hooks.until('delivered', 2);
    hooks.harness.clock.advance(20_000);
    const events = await hooks.receiver.until(2);
    expect(seen(events)).toEqual(['transfer created', 'transfer updated']);
    expect(events.map((event) => (resourceOf(event) as Transfer | undefined)?.state)).toEqual(['PENDING', 'SUCCEEDED']);
  });

  test('contains the failed resource of a declined payment', async () => {
    await hooks.subscribed(only('transfer', 'created'));
    const error = await hooks.harness.client.fails(402, 'POST', '/transfers', {
      amount: 102,
      currency: 'USD',
      source: (await hooks.harness.card()).id,
    });
    const [event] = await hooks.receiver.until(1);
    expect(resourceOf(event)).toMatchObject({ id: error.transfer, state: 'FAILED' });
  });
});

describe('enabled_events', () => {
  test('override the default set, at creation and later', async () => {
    const { id } = await hooks.subscribed(only('transfer', 'updated'));
    const transfer = await hooks.sale();
    await hooks.harness.client.put(`/transfers/${transfer.id}`, { tags: { order: '1' } });
    expect(seen(await hooks.receiver.until(1))).toEqual(['transfer updated']);
    await hooks.harness.client.put(`/webhooks/${id}`, only('payment_instrument', 'created'));
    await hooks.sale();
    expect(seen(await hooks.receiver.until(2))).toEqual(['transfer updated', 'payment_instrument created']);
  });

  test('may be empty, and then no event is sent', async () => {
    const { id } = await hooks.subscribed({ enabled_events: [] });
    await hooks.sale();
    await hooks.harness.client.put(`/webhooks/${id}`, only('transfer', 'created'));
    const last = await hooks.sale();
    const events = await hooks.receiver.until(1);
    expect(events.map((event) => resourceOf(event)?.id)).toEqual([last.id]);
  });

  test('exclude payment instruments and identities by default', async () => {
    await hooks.subscribed();
    await hooks.sale();
    expect(seen(await hooks.receiver.until(1))[0]).toBe('transfer created');
    expect(seen(hooks.receiver.events)).not.toContain('payment_instrument created');
    expect(defaultEvents.map(({ entity }) => entity)).not.toContain('payment_instrument');
  });

  test('are separate for each Webhook', async () => {
    const other = await Receiver.start();
    try {
      await hooks.subscribed(only('transfer', 'created'));
      await hooks.subscribe({ url: other.url, ...only('payment_instrument', 'created') });
      await hooks.sale();
      expect(seen(await hooks.receiver.until(1))).toEqual(['transfer created']);
      expect(seen(await other.until(1))).toEqual(['payment_instrument created']);
    } finally {
      await other.close();
    }
  });
});

describe('Webhook, PUT /webhooks/{webhook_id}, disable requested', () => {
  test('stops events at its URL, including waiting events, and a Webhook that is enabled again gets only new events', async () => {
    const { id } = await hooks.subscribed(only('transfer', 'created'));
    hooks.receiver.behaviour = (response) => void response.writeHead(500).end();
    await hooks.sale(1);
    await hooks.until('postponed', 1);
    expect(await hooks.harness.client.put<Webhook>(`/webhooks/${id}`, { enabled: false })).toMatchObject({
      enabled: false,
    });
    const before = hooks.receiver.received.length;
    await hooks.sale(2);
    await hooks.harness.client.put<Webhook>(`/webhooks/${id}`, { enabled: true });
    hooks.receiver.behaviour = (response) => void response.writeHead(200).end();
    hooks.harness.clock.advance(24 * 60 * 60_000);
    const last = await hooks.sale(3);
    const event = await until(() => hooks.receiver.events[before - 1], 'the event after');
    expect(resourceOf(event)?.id).toBe(last.id);
    expect(hooks.receiver.received).toHaveLength(before + 1);
  });

  test('keeps even the test event from a Webhook that is created as disabled', async () => {
    const { id } = await hooks.subscribe({ enabled: false });
    await hooks.sale();
    await hooks.harness.client.put(`/webhooks/${id}`, { enabled: true, ...only('transfer', 'created') });
    const last = await hooks.sale();
    const events = await hooks.receiver.until(1);
    expect(events.map((event) => resourceOf(event)?.id)).toEqual([last.id]);
    expect(hooks.receiver.received).toHaveLength(1);
  });
});

describe('authentication', () => {
  test('sends no header in mode NONE and its header in BASIC and BEARER, and never shows the secret', async () => {
    const { id } = await hooks.subscribed(only('transfer', 'created'));
    const put = (authentication: object) => hooks.harness.client.put<Webhook>(`/webhooks/${id}`, { authentication });
    await hooks.sale();
    await hooks.receiver.until(1);
    const basic = { type: 'BASIC', basic: { username: 'till', password: 'p: ä'.replace('ä', 'a') } };
    expect((await put(basic)).authentication).toEqual({ type: 'BASIC', basic: { username: 'till', password: null } });
    await hooks.sale();
    await hooks.receiver.until(2);
    expect((await put({ type: 'BEARER', bearer: { token: 'a.b-c' } })).authentication).toEqual({
      type: 'BEARER',
      bearer: { token: null },
    });
    await hooks.sale();
    await hooks.receiver.until(3);
    expect((await put({ type: 'NONE' })).authentication).toEqual({ type: 'NONE' });
    await hooks.sale();
    await hooks.receiver.until(4);
    expect(hooks.receiver.received.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      undefined,
      `Basic ${Buffer.from('till:p: a').toString('base64')}`,
      'Bearer a.b-c',
      undefined,
    ]);
  });
});

test.each([
  ['transfer', 'transfers'],
  ['identity', 'identities'],
  ['settlement_queue_entry', 'settlement_queue_entries'],
  ['dispute_evidence', 'evidence'],
  ['branch', 'branches'],
])('embed %s in events about %s', (entity, list) => expect(listNameOf(entity)).toBe(list));
