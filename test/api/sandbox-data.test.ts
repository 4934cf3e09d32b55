/**
 * Data on disk survives restarts and never includes card data.
 * @module-tag ci-only
 */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import type {
  Authorization,
  AuthorizationList,
  Device,
  DeviceList,
  TransferList,
} from '../../electron/platform-api/index.ts';
import { logLine, startSandbox } from '../../electron/sandbox/index.ts';
import { encryptCard, testPans } from './encryptor.ts';
import { Harness } from './harness.ts';
import { ManualClock } from './manual-clock.ts';
import { until } from '../waiting.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryFolder('sandbox-');
});

/** Contents of every file in the sandbox's folder. */
const everything = () => readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name)));

describe('a restart', () => {
  test('keeps credentials, devices, payments, used keys and idempotency', async () => {
    const clock = new ManualClock();
    const first = await Harness.start({ dataDir }, clock);
    const { username, password, merchant } = first.sandbox;
    const held = await first.authorize();
    const captured = await first.authorize('approve', { tags: { order_id: '5' } });
    await first.client.send('PUT', `/authorizations/${captured.id}`, { body: { capture_amount: 1234 } });
    const used = first.request('no-funds');
    await first.client.fails(402, 'POST', '/authorizations', used);
    const counter = await first.device('B61378A');
    await first.client.send('PUT', `/devices/${counter.id}`, { body: { name: 'Renamed' } });
    const before = {
      devices: await first.client.get<DeviceList>('/devices'),
      holds: await first.client.get<AuthorizationList>('/authorizations'),
      transfers: await first.client.get<TransferList>('/transfers'),
    };
    await first.sandbox.close();

    clock.advance(1000);
    const second = await Harness.start({ dataDir }, clock);
    try {
      expect(second.sandbox).toMatchObject({ username, password, merchant });
      const ids = (value: unknown) => JSON.stringify(value).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '');
      expect(ids(await second.client.get('/devices'))).toBe(ids(before.devices));
      expect(ids(await second.client.get('/authorizations'))).toBe(ids(before.holds));
      expect(ids(await second.client.get('/transfers'))).toBe(ids(before.transfers));
      expect((await second.client.fails(422, 'POST', '/authorizations', used)).failure_code).toBe('INSUFFICIENT_FUNDS');
      const replay = await second.client.fails(422, 'POST', '/authorizations', { ...used, idempotency_id: 'new' });
      expect(replay.failure_code).toBe('KEY_SERIAL_NUMBER_REUSED');
      const { body } = await second.client.send<Authorization>('PUT', `/authorizations/${held.id}`, {
        body: { void_me: true },
      });
      expect(body.is_void).toBe(true);
      expect((await second.client.get<Device>(`/devices/${counter.id}`)).name).toBe('Renamed');
    } finally {
      await second.sandbox.close();
    }
  });

  test('decides payments that were pending before the stop', async () => {
    const clock = new ManualClock();
    const first = await Harness.start({ dataDir }, clock);
    const request = first.request('slow');
    const answer = first.client.raw('POST', '/authorizations', { body: request });
    const broken = expect(answer).rejects.toThrow();
    await until(() => clock.waiting > 0, 'a pending answer');
    await first.sandbox.close();
    await broken;
    clock.advance(20_000);
    const second = await Harness.start({ dataDir }, clock);
    try {
      const { _embedded } = await second.client.get<AuthorizationList>(
        `/authorizations?idempotency_id=${request.idempotency_id}`,
      );
      expect(_embedded?.authorizations).toMatchObject([{ state: 'SUCCEEDED', amount: 1234 }]);
    } finally {
      await second.sandbox.close();
    }
  });

  test('creates new credentials for the same user when the file is missing or damaged', async () => {
    const first = await startSandbox({ dataDir });
    await first.close();
    const file = join(dataDir, 'sandbox-credentials.json');
    for (const spoil of [() => rmSync(file), () => writeFileSync(file, '{"username":')]) {
      spoil();
      const next = await Harness.start({ dataDir });
      expect(next.sandbox.username).toBe(first.username);
      expect(next.sandbox.password).not.toBe(first.password);
      await next.client.get('/devices');
      await next.sandbox.close();
    }
  });
});

describe('the data folder', () => {
  test.skipIf(process.platform === 'win32')('is readable only by this user', async () => {
    const sandbox = await startSandbox({ dataDir });
    for (const name of ['sandbox.sqlite', 'sandbox-credentials.json']) {
      expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0);
    }
    await sandbox.close();
  });

  test('stores no password in the database', async () => {
    const sandbox = await startSandbox({ dataDir });
    await sandbox.close();
    expect(readFileSync(join(dataDir, 'sandbox.sqlite')).includes(sandbox.password)).toBe(false);
  });

  test('belongs to a single sandbox at a time', async () => {
    const sandbox = await startSandbox({ dataDir });
    await expect(startSandbox({ dataDir })).rejects.toMatchObject({ code: 'JRNL_IN_USE' });
    await sandbox.close();
    await (await startSandbox({ dataDir })).close();
  });

  test('is refused with a code if it is no folder, no database, or of a newer version', async () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, 'x');
    await expect(startSandbox({ dataDir: file })).rejects.toMatchObject({ code: 'JRNL_UNWRITABLE' });
    writeFileSync(join(dataDir, 'sandbox.sqlite'), 'no database at all '.repeat(100));
    await expect(startSandbox({ dataDir })).rejects.toMatchObject({ code: 'JRNL_CORRUPT' });
    rmSync(join(dataDir, 'sandbox.sqlite'));
    const database = new DatabaseSync(join(dataDir, 'sandbox.sqlite'));
    database.exec('PRAGMA user_version = 999');
    database.close();
    await expect(startSandbox({ dataDir })).rejects.toMatchObject({ code: 'JRNL_NEWER' });
  });

  test('a port that is in use is refused with a code, and the data folder is free again', async () => {
    const sandbox = await startSandbox();
    const port = Number(new URL(sandbox.url).port);
    await expect(startSandbox({ port, dataDir })).rejects.toMatchObject({ code: 'LINK_BUSY' });
    await sandbox.close();
    await (await startSandbox({ dataDir })).close();
  });
});

describe('card data', () => {
  test('is in no file, no log line and no reply, whatever the outcome of the request', async () => {
    const lines: string[] = [];
    const harness = await Harness.start({ dataDir, log: (entry) => lines.push(logLine(entry)) });
    const replies: string[] = [];
    const secrets = new Set<string>();
    const send = async (body: unknown) => {
      try {
        const response = await harness.client.raw('POST', '/authorizations', { body });
        replies.push(JSON.stringify([...response.headers]), await response.text());
      } catch {
        replies.push('(broken off)');
      }
    };
    for (const [id, pan] of Object.entries(testPans)) {
      const ksn = harness.nextKsn();
      const good = harness.request({ pan, ksn });
      const blob = encryptCard({ pan, ksn, amount: 1234 });
      secrets.add(pan).add(blob.slice(-40)).add(blob.slice(100, 140));
      if (id === 'slow') {
        const answer = send(good);
        await until(() => harness.clock.waiting > 0, 'a pending answer');
        harness.clock.advance(20_000);
        await answer;
      } else await send(good);
      await send(good);
      await send({ ...good, idempotency_id: `again-${id}` });
      await send({ ...good, amount: 99, idempotency_id: `other-${id}` });
      await send(harness.request({ pan, tags: { '5A': '4000000000000002' } }));
      await send(harness.request({ pan, tags: { '9F39': null } }));
      await send(`${JSON.stringify(good)}}`);
    }
    await send(harness.request({ pan: '4242424242424242' }));
    secrets.add('4242424242424242').add('4000000000000002');
    for (const path of ['/authorizations?limit=100', '/transfers', '/devices']) {
      replies.push(await (await harness.client.raw('GET', path)).text());
    }
    const open = everything();
    await harness.sandbox.close();
    const haystacks = [...open, ...everything(), Buffer.from(lines.join('\n')), Buffer.from(replies.join('\n'))];

    expect(lines.length).toBeGreaterThan(40);
    expect(replies.join('\n')).toContain('************1111');
    expect(everything().some((file) => file.includes('************1111'))).toBe(true);
    for (const secret of secrets) {
      for (const form of [Buffer.from(secret), Buffer.from(secret.toLowerCase())]) {
        expect(
          haystacks.some((bytes) => bytes.includes(form)),
          secret,
        ).toBe(false);
      }
      if (/^\d+$/.test(secret)) {
        const packed = Buffer.from(secret.length % 2 === 0 ? secret : `${secret}F`, 'hex');
        expect(
          haystacks.some((bytes) => bytes.includes(packed)),
          `${secret} packed`,
        ).toBe(false);
      }
    }
  });
});
