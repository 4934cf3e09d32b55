/** Webhooks, delivered for real: filters, signature, authentication, order, repetition, restarts, slow receivers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits, verifyWebhook } from '../../electron/platform-api/index.ts';
import type {
  Authorization,
  Device,
  Transfer,
  User,
  Webhook,
  WebhookCreate,
  WebhookEvent,
  WebhookWithSecret,
} from '../../electron/platform-api/index.ts';
import type { SandboxLogEntry } from '../../electron/sandbox/index.ts';
import { defaultEvents, listNameOf, MAX_ATTEMPTS, retryAfterMs } from '../../electron/sandbox/rules/webhook-rules.ts';
import { MAX_WAITING_PER_WEBHOOK } from '../../electron/sandbox/store/outbox.ts';
import { document } from './document-check.ts';
import { Bench } from './harness.ts';
import { eventually, isSigned, Receiver } from './webhook-receiver.ts';

type Deliveries = Extract<SandboxLogEntry, { kind: 'delivery' }>;

let bench: Bench;
let receiver: Receiver;
let deliveries: Deliveries[];
const log = (entry: SandboxLogEntry) => void (entry.kind === 'delivery' && deliveries.push(entry));
beforeEach(async () => {
  deliveries = [];
  bench = await Bench.start({ log });
  receiver = await Receiver.start();
});
afterEach(async () => {
  await bench.sandbox.close();
  await receiver.close();
});

const subscribe = (more: Partial<WebhookCreate> = {}) =>
  bench.client.post<WebhookWithSecret>('/webhooks', { url: more.url ?? receiver.url, ...more });
/** A Webhook whose test event has been dealt with. */
const subscribed = async (more: Partial<WebhookCreate> = {}) => {
  const webhook = await subscribe(more);
  await eventually(() => deliveries.find(({ outcome }) => outcome === 'delivered'), 'the test event acknowledged');
  return webhook;
};
const sale = async (amount = 1000) =>
  bench.client.post<Transfer>('/transfers', { amount, currency: 'USD', source: (await bench.card()).id });
const only = (entity: string, ...types: string[]) => ({ enabled_events: [{ entity, types }] });
const resourceOf = (event: WebhookEvent) => Object.values(event._embedded ?? {})[0]?.[0];
const seen = (events: readonly WebhookEvent[]) => events.map(({ entity, type }) => `${entity} ${type}`);
/** Lets the retry that waits come due. */
const nextAttempt = async (count: number) => {
  await eventually(
    () => deliveries.filter(({ outcome }) => outcome === 'postponed').length === count || undefined,
    `${count} postponed`,
  );
  bench.clock.advance(60 * 60_000);
};

describe('a Webhook', () => {
  test('is created with a signing key that is never shown again, and with the default set of events', async () => {
    const webhook = await subscribe();
    expect(webhook.secret_signing_key).toMatch(/^[1-9A-Za-z]{44}$/);
    expect(webhook).toMatchObject({
      url: receiver.url,
      enabled: true,
      authentication: { type: 'NONE' },
      enabled_events: defaultEvents,
    });
    const fetched = await bench.client.get<Webhook>(`/webhooks/${webhook.id}`);
    expect(fetched).not.toHaveProperty('secret_signing_key');
    expect(await bench.client.listed<Webhook>('/webhooks', 'webhooks')).toEqual([fetched]);
    const changed = await bench.client.put<Webhook>(`/webhooks/${webhook.id}`, { enabled: true });
    expect(JSON.stringify(changed)).not.toContain(webhook.secret_signing_key);
    const other = await subscribe();
    expect(other.secret_signing_key).not.toBe(webhook.secret_signing_key);
    expect(await bench.client.listed('/webhooks?enabled=false', 'webhooks')).toEqual([]);
  });

  test.each([
    ['ftp://127.0.0.1/x', 'url'],
    ['not an address', 'url'],
    ['http://user:secret@127.0.0.1/x', 'url'],
    ['http://127.0.0.1/x#part', 'url'],
    [`http://127.0.0.1/${'x'.repeat(2048)}`, 'url'],
  ])('is refused for the address %#', async (url, field) => {
    expect((await bench.client.fails(422, 'POST', '/webhooks', { url })).field).toBe(field);
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
  ])('is refused with %j, naming %s', async (more, field) => {
    expect((await bench.client.fails(422, 'POST', '/webhooks', { url: receiver.url, ...more })).field).toBe(field);
    const { id } = await subscribe();
    expect((await bench.client.fails(422, 'PUT', `/webhooks/${id}`, more)).field).toBe(field);
  });

  test('is nothing for a merchant: not made, not seen', async () => {
    const { id } = await subscribe();
    const merchant = await bench.login('ROLE_MERCHANT', bench.sandbox.merchant);
    await merchant.fails(403, 'POST', '/webhooks', { url: receiver.url });
    await merchant.fails(403, 'PUT', `/webhooks/${id}`, { enabled: false });
    await merchant.fails(404, 'GET', `/webhooks/${id}`);
    expect(await merchant.listed('/webhooks', 'webhooks')).toEqual([]);
  });

  test('unknown is 404, and DELETE is 405 with the methods there are', async () => {
    await bench.client.fails(404, 'GET', '/webhooks/WHnone');
    await bench.client.fails(404, 'PUT', '/webhooks/WHnone', { enabled: false });
    const answer = await bench.client.send('DELETE', '/webhooks/WHnone');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, PUT']);
  });
});

describe('an event', () => {
  test('carries the resource as a GET shows it, and is signed', async () => {
    const webhook = await subscribed();
    const transfer = await sale();
    const [event] = await receiver.until(1);
    if (!event) throw new Error('No event');
    expect(event).toMatchObject({ entity: 'transfer', type: 'created', occurred_at: '2026-11-20T09:00:00.000Z' });
    expect(event.id).toMatch(/^EV/);
    expect(event.system_generated_idempotency_id).toBe(event.id);
    expect(event._embedded).toEqual({ transfers: [await bench.client.get(`/transfers/${transfer.id}`)] });
    const last = receiver.received.find((one) => one.event.id === event.id);
    if (!last) throw new Error('Nothing received');
    expect(last.headers['content-type']).toBe('application/json');
    expect(isSigned(last, webhook.secret_signing_key, bench.clock.now())).toBe(true);
  });

  test('of the document is what arrives', async () => {
    const webhooks = document['webhooks'] as { event: { post: { requestBody: unknown } } };
    expect(JSON.stringify(webhooks.event.post.requestBody)).toContain('WebhookEvent');
    await subscribe();
    const { event, headers } = await receiver.untilTested();
    expect(event).toEqual({});
    expect(headers.authorization).toBeUndefined();
  });

  test('tells of payments, devices, users and settlements, each once per change', async () => {
    const all = ['authorization', 'device', 'fee', 'settlement', 'transfer', 'user'];
    await subscribed({ enabled_events: all.map((entity) => ({ entity, types: ['created', 'updated'] })) });
    const hold = await bench.authorize();
    expect(seen(await receiver.until(1))).toEqual(['authorization created']);
    await bench.client.put<Authorization>(`/authorizations/${hold.id}`, { capture_amount: 1234 });
    const captured = await receiver.until(5);
    expect(seen(captured).slice(1).sort()).toEqual([
      'authorization updated',
      'fee created',
      'settlement created',
      'transfer created',
    ]);
    // What a transaction did to one resource in several steps is one event, with what it came to.
    const settlement = captured.find(({ entity }) => entity === 'settlement');
    expect(settlement && resourceOf(settlement)).toMatchObject({ entry_count: 2, total_amount: 1234 });
  });

  test('is not sent when nothing that shows has changed', async () => {
    await subscribed();
    const device = await bench.device('B61378A');
    await bench.control({ type: 'device-connection', device: device.id, connection: 'CLOSED' });
    await bench.control({ type: 'device-connection', device: device.id, connection: 'OPEN' });
    await bench.client.put<Device>(`/devices/${device.id}`, { name: 'Renamed' });
    const [event] = await receiver.until(1);
    expect(event && resourceOf(event)).toMatchObject({ id: device.id, name: 'Renamed' });
    expect(receiver.events).toHaveLength(1);
  });

  test('never carries the password of a User', async () => {
    await subscribed(only('user', 'created', 'updated'));
    const applications = await bench.client.listed<{ id: string }>('/applications', 'applications');
    const made = await bench.client.post<User>(`/applications/${applications[0]?.id}/users`, {});
    const [event] = await receiver.until(1);
    expect(event && resourceOf(event)).toMatchObject({ id: made.id, password: null });
    expect(receiver.received.map(({ body }) => body.toString()).join('')).not.toContain(made.password);
  });

  test('of a payment that is decided later comes as created, then as updated', async () => {
    await subscribed(only('transfer', 'created', 'updated'));
    await bench.client.post('/transfers', { amount: 700, currency: 'USD', source: (await bench.card('slow')).id });
    await eventually(
      () => deliveries.filter(({ outcome }) => outcome === 'delivered').length === 2 || undefined,
      'acknowledged',
    );
    bench.clock.advance(20_000);
    const events = await receiver.until(2);
    expect(seen(events)).toEqual(['transfer created', 'transfer updated']);
    expect(events.map((event) => (resourceOf(event) as Transfer | undefined)?.state)).toEqual(['PENDING', 'SUCCEEDED']);
  });

  test('of a declined payment tells of the failed resource', async () => {
    await subscribed(only('transfer', 'created'));
    const error = await bench.client.fails(402, 'POST', '/transfers', {
      amount: 102,
      currency: 'USD',
      source: (await bench.card()).id,
    });
    const [event] = await receiver.until(1);
    expect(event && resourceOf(event)).toMatchObject({ id: error.transfer, state: 'FAILED' });
  });
});

describe('enabled_events', () => {
  test('override the default set, on creation and later', async () => {
    const { id } = await subscribed(only('transfer', 'updated'));
    const transfer = await sale();
    await bench.client.put(`/transfers/${transfer.id}`, { tags: { order: '1' } });
    expect(seen(await receiver.until(1))).toEqual(['transfer updated']);
    await bench.client.put(`/webhooks/${id}`, only('payment_instrument', 'created'));
    await sale();
    expect(seen(await receiver.until(2))).toEqual(['transfer updated', 'payment_instrument created']);
  });

  test('may be none at all', async () => {
    const { id } = await subscribed({ enabled_events: [] });
    await sale();
    await bench.client.put(`/webhooks/${id}`, only('transfer', 'created'));
    const last = await sale();
    const events = await receiver.until(1);
    expect(events.map((event) => resourceOf(event)?.id)).toEqual([last.id]);
  });

  test('without any, payment instruments and identities are not told of', async () => {
    await subscribed();
    await sale();
    expect(seen(await receiver.until(1))[0]).toBe('transfer created');
    expect(seen(receiver.events)).not.toContain('payment_instrument created');
    expect(defaultEvents.map(({ entity }) => entity)).not.toContain('payment_instrument');
  });

  test('each Webhook gets its own', async () => {
    const other = await Receiver.start();
    try {
      await subscribed(only('transfer', 'created'));
      await subscribe({ url: other.url, ...only('payment_instrument', 'created') });
      await sale();
      expect(seen(await receiver.until(1))).toEqual(['transfer created']);
      expect(seen(await other.until(1))).toEqual(['payment_instrument created']);
    } finally {
      await other.close();
    }
  });
});

describe('Webhook, PUT /webhooks/{webhook_id}, disable requested', () => {
  test('stops receiving events at its URL, also those that waited; enabled again, it gets what comes then', async () => {
    const { id } = await subscribed(only('transfer', 'created'));
    receiver.behaviour = (response) => void response.writeHead(500).end();
    await sale(1);
    await eventually(() => deliveries.find(({ outcome }) => outcome === 'postponed'), 'postponed');
    expect(await bench.client.put<Webhook>(`/webhooks/${id}`, { enabled: false })).toMatchObject({ enabled: false });
    const before = receiver.received.length;
    await sale(2);
    bench.clock.advance(24 * 60 * 60_000);
    receiver.behaviour = (response) => void response.writeHead(200).end();
    await bench.client.put<Webhook>(`/webhooks/${id}`, { enabled: true });
    const last = await sale(3);
    const event = await eventually(() => receiver.events[before - 1 + 0], 'the event after');
    expect(resourceOf(event)?.id).toBe(last.id);
    expect(receiver.received).toHaveLength(before + 1);
  });

  test('created disabled, it is not even tested', async () => {
    const { id } = await subscribe({ enabled: false });
    await sale();
    await bench.client.put(`/webhooks/${id}`, { enabled: true, ...only('transfer', 'created') });
    const last = await sale();
    const events = await receiver.until(1);
    expect(events.map((event) => resourceOf(event)?.id)).toEqual([last.id]);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('authentication', () => {
  test('NONE sends no header, BASIC and BEARER send theirs, and their secrets are not shown', async () => {
    const { id } = await subscribed(only('transfer', 'created'));
    const put = (authentication: object) => bench.client.put<Webhook>(`/webhooks/${id}`, { authentication });
    await sale();
    await receiver.until(1);
    const basic = { type: 'BASIC', basic: { username: 'till', password: 'p: ä'.replace('ä', 'a') } };
    expect((await put(basic)).authentication).toEqual({ type: 'BASIC', basic: { username: 'till', password: null } });
    await sale();
    await receiver.until(2);
    expect((await put({ type: 'BEARER', bearer: { token: 'a.b-c' } })).authentication).toEqual({
      type: 'BEARER',
      bearer: { token: null },
    });
    await sale();
    await receiver.until(3);
    expect((await put({ type: 'NONE' })).authentication).toEqual({ type: 'NONE' });
    await sale();
    await receiver.until(4);
    expect(receiver.received.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      undefined,
      `Basic ${Buffer.from('till:p: a').toString('base64')}`,
      'Bearer a.b-c',
      undefined,
    ]);
  });
});

describe('delivery', () => {
  test('is repeated with the same id and body, later and later, until it is acknowledged', async () => {
    await subscribed(only('transfer', 'created'));
    receiver.behaviour = (response, _, count) => {
      if (count === 1) response.writeHead(500).end();
      else if (count === 2) response.destroy();
      else if (count === 3) response.writeHead(302, { location: receiver.url }).end();
      else response.writeHead(204).end();
    };
    const { waiting } = bench.clock;
    await sale();
    for (const count of [1, 2, 3]) await nextAttempt(count);
    const events = await receiver.until(4);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
    const [, first, ...later] = receiver.received;
    for (const one of later) expect(one.body.equals(first?.body ?? Buffer.of())).toBe(true);
    await eventually(() => deliveries.find(({ attempts }) => attempts === 4), 'the fourth attempt logged');
    expect(deliveries.map(({ outcome, status }) => [outcome, status])).toEqual([
      ['delivered', 200],
      ['postponed', 500],
      ['postponed', null],
      ['postponed', 302],
      ['delivered', 204],
    ]);
    expect(bench.clock.waiting).toBe(waiting);
  });

  test('is signed anew each time, so that a late one is not taken for a replay', async () => {
    const { secret_signing_key: secret } = await subscribed(only('transfer', 'created'));
    receiver.behaviour = (response, _, count) => void response.writeHead(count === 1 ? 503 : 200).end();
    await sale();
    await nextAttempt(1);
    await receiver.until(2);
    const [, first, second] = receiver.received;
    if (!first || !second) throw new Error('Two were expected');
    expect(isSigned(second, secret, bench.clock.now())).toBe(true);
    expect(isSigned(first, secret, bench.clock.now())).toBe(false);
  });

  test('is given up after eight attempts, and what follows for the same resource goes out', async () => {
    await subscribed(only('transfer', 'created', 'updated'));
    receiver.behaviour = (response, { event }) => void response.writeHead(event.type === 'created' ? 500 : 200).end();
    const { id } = await sale();
    await bench.client.put(`/transfers/${id}`, { tags: { order: '1' } });
    for (let count = 1; count < MAX_ATTEMPTS; count += 1) await nextAttempt(count);
    const events = await receiver.until(MAX_ATTEMPTS + 1);
    expect(seen(events)).toEqual([...Array<string>(MAX_ATTEMPTS).fill('transfer created'), 'transfer updated']);
    expect(deliveries.find(({ outcome }) => outcome === 'given-up')).toMatchObject({ attempts: MAX_ATTEMPTS });
    bench.clock.advance(24 * 60 * 60_000);
    await sale(2000);
    expect(seen(await receiver.until(MAX_ATTEMPTS + 2)).at(-1)).toBe('transfer created');
  });

  test('keeps the order of one resource, while others go ahead', async () => {
    await subscribed(only('transfer', 'created', 'updated'));
    const blocked = await sale();
    await receiver.until(1);
    receiver.behaviour = (response, { event }, count) =>
      void response.writeHead(resourceOf(event)?.id === blocked.id && count < 4 ? 500 : 200).end();
    for (const order of ['1', '2', '3']) await bench.client.put(`/transfers/${blocked.id}`, { tags: { order } });
    const free = await sale();
    await eventually(() => receiver.events.find((event) => resourceOf(event)?.id === free.id), 'the other resource');
    await nextAttempt(1);
    const orderOf = (event: WebhookEvent) => (resourceOf(event) as Transfer | undefined)?.tags['order'];
    await eventually(() => receiver.events.find((event) => orderOf(event) === '3'), 'the third change');
    const acknowledged = receiver.events.map(orderOf).filter((order) => order !== undefined);
    expect(acknowledged).toEqual(['1', '1', '2', '3']);
  });

  test('to a receiver that hangs blocks neither the sandbox nor other receivers, and ends after ten seconds', async () => {
    const other = await Receiver.start();
    try {
      await subscribed(only('transfer', 'created'));
      receiver.behaviour = () => {};
      await subscribe({ url: other.url, ...only('transfer', 'created') });
      for (let count = 1; count <= 6; count += 1) await sale(count);
      await other.until(6);
      await receiver.until(4);
      expect(receiver.events).toHaveLength(4);
      bench.clock.advance(10_000);
      await eventually(
        () => deliveries.filter(({ outcome }) => outcome === 'postponed').length === 4 || undefined,
        'four time-outs',
      );
      expect(new Set((await receiver.until(6)).map(({ id }) => id)).size).toBe(6);
    } finally {
      await other.close();
    }
  });

  test('an answer that trickles on forever counts by its status, and its connection is given back', async () => {
    await subscribed(only('transfer', 'created'));
    receiver.behaviour = (response) => void response.writeHead(200).write('x');
    await sale();
    await receiver.until(1);
    bench.clock.advance(10_000);
    await eventually(
      () => deliveries.filter(({ outcome }) => outcome === 'delivered').length === 2 || undefined,
      'taken as acknowledged',
    );
  });

  test('to nobody, since nothing listens there, is repeated too', async () => {
    const { port, url } = receiver;
    await receiver.close();
    await subscribe({ url, ...only('transfer', 'created') });
    await sale();
    await eventually(
      () => deliveries.filter(({ outcome }) => outcome === 'postponed').length === 2 || undefined,
      'postponed',
    );
    receiver = await Receiver.start(port);
    bench.clock.advance(5_000);
    expect(seen(await receiver.until(1))).toEqual(['transfer created']);
  });

  test('a receiver that talks no HTTP costs nothing but its own attempts', async () => {
    const garbage = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end('\u0000\u0001 no http\r\n'));
    });
    await new Promise<void>((resolve) => garbage.listen(0, '127.0.0.1', resolve));
    try {
      await subscribe({ url: `http://127.0.0.1:${(garbage.address() as AddressInfo).port}/` });
      const postponed = await eventually(() => deliveries[0], 'an attempt');
      expect(postponed).toMatchObject({ outcome: 'postponed', status: null });
    } finally {
      await new Promise((resolve) => garbage.close(resolve));
    }
  });

  test('a change that is rolled back makes no event', async () => {
    await subscribed(only('transfer', 'created'));
    const card = await bench.card();
    const body = { amount: 100, currency: 'USD', source: card.id, idempotency_id: 'once' };
    await bench.client.post('/transfers', body);
    await bench.client.fails(422, 'POST', '/transfers', body);
    const last = await sale();
    expect((await receiver.until(2)).map((event) => resourceOf(event)?.id)[1]).toBe(last.id);
  });
});

describe('what waits', () => {
  test('survives a restart and arrives at least once, with its id', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-webhooks-'));
    try {
      await bench.sandbox.close();
      bench = await Bench.start({ dataDir, log });
      receiver.behaviour = () => {};
      const { secret_signing_key: secret } = await subscribe(only('transfer', 'created'));
      const transfer = await sale();
      const [first] = await receiver.until(1);
      await bench.sandbox.close();
      receiver.behaviour = (response) => void response.writeHead(200).end();
      bench = await Bench.start({ dataDir, log }, bench.clock);
      const events = await receiver.until(2);
      expect(events[1]).toEqual(first);
      expect(resourceOf(events[1] ?? {})?.id).toBe(transfer.id);
      for (const one of receiver.received) expect(isSigned(one, secret, bench.clock.now())).toBe(true);
      await eventually(
        () => deliveries.filter(({ outcome }) => outcome === 'delivered').length === 2 || undefined,
        'both delivered',
      );
      await bench.sandbox.close();
      bench = await Bench.start({ dataDir, log }, bench.clock);
      await sale(2);
      expect(await receiver.until(3)).toHaveLength(3);
    } finally {
      await bench.sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  test(`is bounded: beyond ${MAX_WAITING_PER_WEBHOOK} the oldest is dropped`, { timeout: 120_000 }, async () => {
    await subscribed(only('transfer', 'updated'));
    receiver.behaviour = (response) => void response.writeHead(500).end();
    const { id } = await sale();
    const change = (order: number) =>
      bench.client.raw('PUT', `/transfers/${id}`, { body: { tags: { order: `${order}` } } });
    for (let order = 1; order <= MAX_WAITING_PER_WEBHOOK; order += 1) await (await change(order)).arrayBuffer();
    expect(deliveries.filter(({ outcome }) => outcome === 'dropped')).toEqual([]);
    await change(0);
    expect(deliveries.filter(({ outcome }) => outcome === 'dropped')).toHaveLength(1);
  });
});

describe('verifyWebhook, for receivers', () => {
  const delivered = async () => {
    const { secret_signing_key: secret } = await subscribed(only('transfer', 'created'));
    await sale();
    await receiver.until(1);
    const received = receiver.received.at(-1);
    if (!received) throw new Error('Nothing received');
    const header = String(received.headers['service-signature']);
    return { received, header, body: new Uint8Array(received.body), secret, now: bench.clock.now() };
  };

  test('accepts what was sent, as bytes and as text', async () => {
    const { header, body, secret, now } = await delivered();
    const timestamp = Math.floor(now / 1000);
    expect(await verifyWebhook({ header, body, secret, now })).toEqual({ ok: true, timestamp });
    const text = new TextDecoder().decode(body);
    expect(await verifyWebhook({ header, body: text, secret, now })).toEqual({ ok: true, timestamp });
  });

  test('refuses every altered body, as Node’s own crypto does', async () => {
    const { received, header, body, secret, now } = await delivered();
    expect(isSigned(received, secret, now)).toBe(true);
    for (let index = 0; index < body.length; index += 37) {
      const altered = Uint8Array.from(body);
      altered[index] = (altered[index] ?? 0) ^ 1;
      expect(await verifyWebhook({ header, body: altered, secret, now })).toEqual({
        ok: false,
        reason: 'SIGNATURE_MISMATCH',
      });
      expect(isSigned({ ...received, body: Buffer.from(altered) }, secret, now)).toBe(false);
    }
    for (const other of [body.subarray(1), Uint8Array.of(...body, 32), Uint8Array.of()]) {
      expect(await verifyWebhook({ header, body: other, secret, now })).toMatchObject({ ok: false });
    }
  });

  test('refuses a wrong key, an altered time and an old one', async () => {
    const { received, header, body, secret, now } = await delivered();
    expect(await verifyWebhook({ header, body, secret: `${secret}x`, now })).toMatchObject({
      reason: 'SIGNATURE_MISMATCH',
    });
    expect(isSigned(received, `${secret}x`, now)).toBe(false);
    const later = header.replace(/timestamp=(\d+)/, (_, time: string) => `timestamp=${Number(time) + 1}`);
    expect(await verifyWebhook({ header: later, body, secret, now })).toMatchObject({ reason: 'SIGNATURE_MISMATCH' });
    const edge = limits.signatureToleranceSeconds * 1000;
    expect(await verifyWebhook({ header, body, secret, now: now + edge })).toMatchObject({ ok: true });
    for (const off of [edge + 1000, -edge - 1000]) {
      expect(await verifyWebhook({ header, body, secret, now: now + off })).toEqual({
        ok: false,
        reason: 'TIMESTAMP_OUTSIDE_TOLERANCE',
      });
    }
    expect(await verifyWebhook({ header, body, secret, now: now + 5000, toleranceSeconds: 4 })).toMatchObject({
      ok: false,
    });
  });

  test.each([
    [undefined, 'HEADER_MISSING'],
    ['', 'HEADER_MISSING'],
    ['sig=00', 'HEADER_MALFORMED'],
    [`timestamp=1, sig=${'0'.repeat(63)}`, 'HEADER_MALFORMED'],
    [`timestamp=x, sig=${'0'.repeat(64)}`, 'HEADER_MALFORMED'],
    [`timestamp=1, sig=${'0'.repeat(64)}`, 'SIGNATURE_MISMATCH'],
  ])('refuses the header %j: %s', async (header, reason) => {
    expect(await verifyWebhook({ header, body: '{}', secret: 'key', now: 1000 })).toEqual({ ok: false, reason });
  });
});

test('waiting times double, with jitter, up to an hour', () => {
  expect([1, 2, 3, 4].map((attempts) => retryAfterMs(attempts, 0))).toEqual([2500, 5000, 10_000, 20_000]);
  expect(retryAfterMs(1, 0.999)).toBeGreaterThan(retryAfterMs(1, 0.001));
  expect(retryAfterMs(1, 0.999)).toBeLessThan(5000);
  expect(retryAfterMs(40, 0)).toBe(30 * 60_000);
});

test.each([
  ['transfer', 'transfers'],
  ['identity', 'identities'],
  ['settlement_queue_entry', 'settlement_queue_entries'],
  ['dispute_evidence', 'evidence'],
])('events about %s embed %s', (entity, list) => expect(listNameOf(entity)).toBe(list));
