/**
 * Tests deliveries of events: repetition, order, hanging receivers, restarts, limits.
 * @module-tag ci-only
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transfer, WebhookEvent } from '../../electron/platform-api/index.ts';
import { MAX_ATTEMPTS, retryAfterMs } from '../../electron/sandbox/rules/webhook-rules.ts';
import type { SandboxLogEntry } from '../../electron/sandbox/index.ts';
import { systemRandom } from '../../electron/sandbox/store/ids.ts';
import { MAX_WAITING_PER_WEBHOOK } from '../../electron/sandbox/store/outbox.ts';
import { Store } from '../../electron/sandbox/store/store.ts';
import { platformClock } from '../../electron/sandbox/time/clock.ts';
import { Events } from '../../electron/sandbox/webhooks/events.ts';
import { only, resourceOf, seen, WebhookHarness } from './webhook-calls.ts';
import { isSigned, Receiver } from './webhook-receiver.ts';
import { until } from '../waiting.ts';
let hooks: WebhookHarness;
beforeEach(async () => {
  hooks = await WebhookHarness.start();
});
afterEach(() => hooks.close());

describe('delivery', () => {
  test('is repeated with the same id and body, with growing delays, until it is acknowledged', async () => {
    await hooks.subscribed(only('transfer', 'created'));
    hooks.receiver.behaviour = (response, _, count) => {
      if (count === 1) response.writeHead(500).end();
      else if (count === 2) response.destroy();
      else if (count === 3) response.writeHead(302, { location: hooks.receiver.url }).end();
      else response.writeHead(204).end();
    };
    const { waiting } = hooks.harness.clock;
    await hooks.sale();
    for (const count of [1, 2, 3]) await hooks.nextAttempt(count);
    const events = await hooks.receiver.until(4);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
    const [, first, ...later] = hooks.receiver.received;
    for (const one of later) expect(one.body.equals(first?.body ?? Buffer.of())).toBe(true);
    await until(() => hooks.deliveries.find(({ attempts }) => attempts === 4), 'the fourth attempt logged');
    expect(hooks.deliveries.map(({ outcome, status }) => [outcome, status])).toEqual([
      ['delivered', 200],
      ['postponed', 500],
      ['postponed', null],
      ['postponed', 302],
      ['delivered', 204],
    ]);
    expect(hooks.harness.clock.waiting).toBe(waiting);
  });

  test('is signed again each time, so that a late delivery does not look like a replay', async () => {
    const { secret_signing_key: secret } = await hooks.subscribed(only('transfer', 'created'));
    hooks.receiver.behaviour = (response, _, count) => void response.writeHead(count === 1 ? 503 : 200).end();
    await hooks.sale();
    await hooks.nextAttempt(1);
    await hooks.receiver.until(2);
    const [, first, second] = hooks.receiver.received;
    if (!first || !second) throw new Error('Two were expected');
    expect(isSigned(second, secret, hooks.harness.clock.now())).toBe(true);
    expect(isSigned(first, secret, hooks.harness.clock.now())).toBe(false);
  });

  test('stops after eight attempts, and the next event for the same resource is sent', async () => {
    await hooks.subscribed(only('transfer', 'created', 'updated'));
    hooks.receiver.behaviour = (response, { event }) =>
      void response.writeHead(event.type === 'created' ? 500 : 200).end();
    const { id } = await hooks.sale();
    await hooks.harness.client.put(`/transfers/${id}`, { tags: { order: '1' } });
    for (let count = 1; count < MAX_ATTEMPTS; count += 1) await hooks.nextAttempt(count);
    const events = await hooks.receiver.until(MAX_ATTEMPTS + 1);
    expect(seen(events)).toEqual([...Array<string>(MAX_ATTEMPTS).fill('transfer created'), 'transfer updated']);
    expect(hooks.deliveries.find(({ outcome }) => outcome === 'given-up')).toMatchObject({ attempts: MAX_ATTEMPTS });
    hooks.harness.clock.advance(24 * 60 * 60_000);
    await hooks.sale(2000);
    expect(seen(await hooks.receiver.until(MAX_ATTEMPTS + 2)).at(-1)).toBe('transfer created');
  });

  test('keeps the order of one resource, while other resources go ahead', async () => {
    await hooks.subscribed(only('transfer', 'created', 'updated'));
    const blocked = await hooks.sale();
    await hooks.receiver.until(1);
    hooks.receiver.behaviour = (response, { event }, count) =>
      void response.writeHead(resourceOf(event)?.id === blocked.id && count < 4 ? 500 : 200).end();
    for (const order of ['1', '2', '3'])
      await hooks.harness.client.put(`/transfers/${blocked.id}`, { tags: { order } });
    const free = await hooks.sale();
    await until(() => hooks.receiver.events.find((event) => resourceOf(event)?.id === free.id), 'the other resource');
    await hooks.nextAttempt(1);
    const orderOf = (event: WebhookEvent) => (resourceOf(event) as Transfer | undefined)?.tags['order'];
    await until(() => hooks.receiver.events.find((event) => orderOf(event) === '3'), 'the third change');
    const acknowledged = hooks.receiver.events.map(orderOf).filter((order) => order !== undefined);
    expect(acknowledged).toEqual(['1', '1', '2', '3']);
  });

  test('delays neither the sandbox nor other receivers if a receiver hangs, and ends after ten seconds', async () => {
    const other = await Receiver.start();
    try {
      await hooks.subscribed(only('transfer', 'created'));
      hooks.receiver.behaviour = () => {};
      await hooks.subscribe({ url: other.url, ...only('transfer', 'created') });
      for (let count = 1; count <= 6; count += 1) await hooks.sale(count);
      await other.until(6);
      await hooks.receiver.until(4);
      expect(hooks.receiver.events).toHaveLength(4);
      hooks.harness.clock.advance(10_000);
      await hooks.until('postponed', 4);
      expect(new Set((await hooks.receiver.until(6)).map(({ id }) => id)).size).toBe(6);
    } finally {
      await other.close();
    }
  });

  test('counts an endless answer by its status, and releases its connection', async () => {
    await hooks.subscribed(only('transfer', 'created'));
    hooks.receiver.behaviour = (response) => void response.writeHead(200).write('x');
    await hooks.sale();
    await hooks.receiver.until(1);
    hooks.harness.clock.advance(10_000);
    await hooks.until('delivered', 2);
  });

  test('is repeated for a closed port too', async () => {
    const { port, url } = hooks.receiver;
    await hooks.receiver.close();
    await hooks.subscribe({ url, ...only('transfer', 'created') });
    await hooks.sale();
    await hooks.until('postponed', 2);
    hooks.receiver = await Receiver.start(port);
    hooks.harness.clock.advance(5_000);
    expect(seen(await hooks.receiver.until(1))).toEqual(['transfer created']);
  });

  test('fails only for its own receiver if that receiver does not speak HTTP', async () => {
    const garbage = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end('\u0000\u0001 no http\r\n'));
    });
    await new Promise<void>((resolve) => garbage.listen(0, '127.0.0.1', resolve));
    try {
      await hooks.subscribe({ url: `http://127.0.0.1:${(garbage.address() as AddressInfo).port}/` });
      const postponed = await until(() => hooks.deliveries[0], 'an attempt');
      expect(postponed).toMatchObject({ outcome: 'postponed', status: null });
    } finally {
      await new Promise((resolve) => garbage.close(resolve));
    }
  });

  test('does not happen for a change that is rolled back', async () => {
    await hooks.subscribed(only('transfer', 'created'));
    const card = await hooks.harness.card();
    const body = { amount: 100, currency: 'USD', source: card.id, idempotency_id: 'once' };
    await hooks.harness.client.post('/transfers', body);
    await hooks.harness.client.fails(422, 'POST', '/transfers', body);
    const last = await hooks.sale();
    expect((await hooks.receiver.until(2)).map((event) => resourceOf(event)?.id)[1]).toBe(last.id);
  });
});

describe('a waiting event', () => {
  test('survives a restart and arrives at least once, with its id', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-webhooks-'));
    try {
      await hooks.restart({ dataDir });
      hooks.receiver.behaviour = () => {};
      const { secret_signing_key: secret } = await hooks.subscribe(only('transfer', 'created'));
      const transfer = await hooks.sale();
      const [first] = await hooks.receiver.until(1);
      await hooks.harness.sandbox.close();
      hooks.receiver.behaviour = (response) => void response.writeHead(200).end();
      await hooks.restart({ dataDir });
      const events = await hooks.receiver.until(2);
      expect(events[1]).toEqual(first);
      expect(resourceOf(events[1] ?? {})?.id).toBe(transfer.id);
      for (const one of hooks.receiver.received) expect(isSigned(one, secret, hooks.harness.clock.now())).toBe(true);
      await hooks.until('delivered', 2);
      await hooks.restart({ dataDir });
      await hooks.sale(2);
      expect(await hooks.receiver.until(3)).toHaveLength(3);
    } finally {
      await hooks.harness.sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  test('is sent on time after a restart for a PENDING payment, even without a request', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-webhooks-'));
    try {
      await hooks.restart({ dataDir });
      await hooks.subscribed(only('transfer', 'updated'));
      const source = (await hooks.harness.card('slow')).id;
      await hooks.harness.client.post('/transfers', { amount: 700, currency: 'USD', source });
      await hooks.restart({ dataDir });
      hooks.harness.clock.advance(20_000);
      const [event] = await hooks.receiver.until(1);
      expect(resourceOf(event)).toMatchObject({ state: 'SUCCEEDED' });
    } finally {
      await hooks.harness.sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  test(`is dropped if it is the oldest and more than ${MAX_WAITING_PER_WEBHOOK} wait`, async () => {
    const store = new Store(null, platformClock, systemRandom);
    const dropped: string[] = [];
    const log = (entry: SandboxLogEntry) => {
      if (entry.kind === 'delivery') dropped.push(`${entry.outcome} ${entry.event}`);
    };
    // Delivery is not started, so that the events stay queued.
    const events = new Events({ store, clock: platformClock, random: systemRandom, log });
    try {
      const webhook = store.webhooks.insert({
        application: 'AP',
        merchant: null,
        url: hooks.receiver.url,
        enabled: true,
        authentication: { type: 'NONE' },
        enabled_events: [{ entity: 'transfer', types: ['updated'] }],
        secret_signing_key: 'key',
      });
      const change = () => events.emit({ entity: 'transfer', type: 'updated', record: { id: 'TR1' } });
      for (let count = 1; count <= MAX_WAITING_PER_WEBHOOK; count += 1) change();
      expect(dropped).toEqual([]);
      const [oldest] = store.outbox.due(webhook.id, Date.now(), 1);
      change();
      expect(dropped).toHaveLength(1);
      expect(store.outbox.waiting(webhook.id)).toBe(MAX_WAITING_PER_WEBHOOK);
      expect(store.outbox.due(webhook.id, Date.now(), 1)[0]?.event).toBe((oldest?.event ?? 0) + 1);
    } finally {
      await events.close();
      store.close();
    }
  });
});

test('the delays double up to an hour, with jitter', () => {
  expect([1, 2, 3, 4].map((attempts) => retryAfterMs(attempts, 0))).toEqual([2500, 5000, 10_000, 20_000]);
  expect(retryAfterMs(1, 0.999)).toBeGreaterThan(retryAfterMs(1, 0.001));
  expect(retryAfterMs(1, 0.999)).toBeLessThan(5000);
  expect(retryAfterMs(40, 0)).toBe(30 * 60_000);
});
