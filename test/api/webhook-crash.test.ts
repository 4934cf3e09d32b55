/**
 * Tests that the outbox and the change are one transaction: a sandbox that is killed at any time has both or neither.
 * @module-tag full-processes
 * @module-tag ci-only
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Identity, WebhookWithSecret } from '../../electron/platform-api/index.ts';
import { platformClock } from '../../electron/sandbox/time/clock.ts';
import { systemRandom } from '../../electron/sandbox/store/ids.ts';
import { Store } from '../../electron/sandbox/store/store.ts';
import { program } from '../fixtures/programs.ts';
import { Client } from './harness.ts';
import type { Login } from './harness.ts';
import { only, resourceOf } from './webhook-calls.ts';
import { isSigned, Receiver } from './webhook-receiver.ts';
import { until } from '../waiting.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

const entry = program('electron/sandbox/main.ts');
let dataDir: string;
let child: ChildProcess | undefined;
let receiver: Receiver;
beforeEach(async () => {
  dataDir = temporaryFolder('tillbridge-crash-');
  receiver = await Receiver.start();
});
afterEach(async () => {
  await kill();
  await receiver.close();
});

async function start(): Promise<Client> {
  const arguments_ = ['--disable-warning=ExperimentalWarning', entry, '--json', '--data', dataDir];
  const started = spawn(process.execPath, arguments_, { stdio: ['pipe', 'pipe', 'inherit'] });
  child = started;
  const [line] = (await once(createInterface(started.stdout), 'line')) as [string];
  const { url, ...login } = JSON.parse(line) as Login & { url: string };
  return new Client(url, login);
}

/** Kills the process without a clean shutdown. */
async function kill(): Promise<void> {
  if (!child) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  child = undefined;
}

const makeIdentity = (client: Client, name: string) =>
  client.post<Identity>('/identities', { entity: { last_name: name } });

test(
  'a sandbox that was killed with events on the way and waiting delivers each of them after its next start',
  { timeout: 180_000 },
  async () => {
    receiver.behaviour = () => {};
    const first = await start();
    const { secret_signing_key: secret } = await first.post<WebhookWithSecret>('/webhooks', {
      url: receiver.url,
      ...only('identity', 'created'),
    });
    const made: string[] = [];
    for (let count = 0; count < 20; count += 1) made.push((await makeIdentity(first, `Buyer ${count}`)).id);
    await until(() => receiver.received.length > 0, 'something under way');
    await kill();
    const early = receiver.events.map(({ id }) => id);
    receiver.behaviour = (response) => void response.writeHead(200).end();
    const since = receiver.received.length;
    await start();
    const after = () => receiver.received.slice(since).filter(({ event }) => event.id !== undefined);
    await until(() => after().length >= made.length, 'all events');
    expect(
      after()
        .map(({ event }) => String(resourceOf(event)?.id))
        .sort(),
    ).toEqual(made.sort());
    // An event that was under way is sent again with the same id, so that receivers can recognise it.
    expect(after().map(({ event }) => event.id)).toEqual(expect.arrayContaining(early));
    for (const one of after()) expect(isSigned(one, secret, Date.now())).toBe(true);
  },
);

test(
  'a sandbox that was killed during its work has exactly one event for each change',
  { timeout: 180_000 },
  async () => {
    receiver.behaviour = () => {};
    const first = await start();
    await first.post('/webhooks', { url: receiver.url, ...only('identity', 'created') });
    const asked = Array.from({ length: 200 }, (_, count) => makeIdentity(first, `Buyer ${count}`).catch(() => null));
    await Promise.race(asked);
    await kill();
    await Promise.all(asked);
    receiver.behaviour = (response) => void response.writeHead(200).end();
    const since = receiver.received.length;
    const second = await start();
    const kept = new Set<string>();
    for (let offset = 0; ; offset += 100) {
      const page = await second.listed<Identity>(`/identities?offset=${offset}`, 'identities');
      for (const { id, entity } of page) if (entity.last_name?.startsWith('Buyer')) kept.add(id);
      if (page.length < 100) break;
    }
    expect(kept.size).toBeGreaterThan(0);
    const announced = () => new Set(receiver.received.slice(since).flatMap(({ event }) => resourceOf(event)?.id ?? []));
    await until(() => announced().size >= kept.size, 'an event for each');
    expect([...announced()].sort()).toEqual([...kept].sort());
  },
);

test('a transaction that fails leaves no change and no event', () => {
  const store = new Store(null, platformClock, systemRandom);
  try {
    store.beforeCommit((changes) => {
      for (const { record } of changes) {
        store.outbox.add({ id: record.id, resource: record.id, body: '{}', now: 0, webhooks: ['WHx'] });
      }
    });
    const identity = { application: 'AP', merchant: null, entity: {}, tags: {} };
    expect(() =>
      store.transaction(() => {
        store.identities.insert(identity);
        throw new Error('later in the same request');
      }),
    ).toThrow('later in the same request');
    expect([store.identities.all(), store.outbox.waiting('WHx')]).toEqual([[], 0]);
    store.beforeCommit(() => {
      throw new Error('no event');
    });
    expect(() => store.identities.insert(identity)).toThrow('no event');
    expect([store.identities.all(), store.outbox.waiting('WHx')]).toEqual([[], 0]);
  } finally {
    store.close();
  }
});
