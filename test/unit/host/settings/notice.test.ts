/**
 * Entries of a start about its settings in the audit log: a complete host, started several times with one data folder.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SettingsNotice } from '../../../../electron/host/settings/notice.ts';
import { composeHost, openJournal, type HostConfig } from '../../../../electron/host/index.ts';
import { hostConfig } from '../host-config.ts';

const PIN = 'scrypt$1024,1,1$c2FsdA==$aGFzaC1vZi1Nbw==';
const platform = { url: 'http://127.0.0.1:1', username: 'USwho', password: 'open sesame', merchant: 'MU1' };
const till = hostConfig('').till;

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'tillbridge-settings-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Entry = [action: string, data: Record<string, unknown>];

/** Starts a till with these settings, and returns the complete log. */
async function started(change: Partial<HostConfig>): Promise<Entry[]> {
  const host = await composeHost(hostConfig(folder, { settingsNoted: 'all', version: '1.0.0', ...change }));
  await host.close();
  return log();
}

function log(): Entry[] {
  const journal = openJournal({ path: join(folder, 'journal.sqlite'), clean: (text) => text });
  try {
    expect(journal.auditLog.check().findings).toEqual([]);
    return journal
      .audited(100)
      .toReversed()
      .map(({ action, data }) => [action, data]);
  } finally {
    journal.close();
  }
}

const people: HostConfig['people'] = [{ name: 'Mo', roles: ['manager'], pin: PIN }];

test('the first start records the settings, and a start with the same settings records none', async () => {
  const [first, ...more] = await started({ people, platform });
  expect(more).toEqual([]);
  expect(first).toMatchObject(['settings-known', { version: '1.0.0', because: 'first' }]);
  const known = JSON.parse(String(first?.[1]['settings'])) as Record<string, string>;
  expect(known).toMatchObject({ 'till.currency': 'USD', 'people.Mo.roles': 'manager', 'platform.merchant': 'MU1' });
  expect(await started({ people, platform })).toHaveLength(1);
});

test('each changed key is recorded with both values before other entries of the start, and a new version with both versions', async () => {
  await started({ people, platform });
  const changed = { people: [], platform, till: { ...till, currency: 'EUR' }, version: '1.1.0' };
  expect((await started(changed)).slice(1)).toEqual([
    ['updated', { from: '1.0.0', to: '1.1.0' }],
    ['settings-changed', { key: 'till.currency', from: 'USD', to: 'EUR' }],
    ['settings-changed', { key: 'people.Mo.roles', from: 'manager', to: null }],
    ['settings-changed', { key: 'people.Mo.pin', from: 'secret', to: null, mark: null }],
  ]);
  expect(await started(changed)).toHaveLength(5);
});

test('a changed secret is recorded, and the log does not contain it', async () => {
  const proxy = 'http://me:other-secret@proxy:3128';
  await started({ people, platform: { ...platform, proxy } });
  const other = [{ name: 'Mo', roles: ['manager' as const], pin: `${PIN.slice(0, -3)}Q==` }];
  const now = { people: other, platform: { ...platform, username: 'USother', password: 'friend', proxy } };
  const rows = await started(now);
  expect(rows.slice(1)).toMatchObject(
    ['platform.username', 'platform.password', 'people.Mo.pin'].map((key) => [
      'settings-changed',
      { key, from: 'secret', to: 'changed', mark: expect.stringMatching(/^[0-9a-f]{16}:[0-9a-f]{4}$/) as unknown },
    ]),
  );
  const whole = JSON.stringify(rows);
  for (const secret of ['sesame', 'friend', 'USwho', 'USother', 'other-secret', PIN, 'aGFzaC1vZi'])
    expect(whole).not.toContain(secret);
  expect(await started(now)).toHaveLength(4);
});

test("a command's host records the settings that it uses, and no other setting of the till", async () => {
  const asCommand = { settingsNoted: 'command' as const, version: 'cli', till: { ...till, name: 'Command line' } };
  await started({ people, platform, ...asCommand });
  expect(await started({ people, platform })).toMatchObject([
    ['settings-known', { version: null }],
    ['settings-known', { version: '1.0.0', because: 'first' }],
  ]);
  expect((await started({ people: [], platform, ...asCommand })).slice(2)).toMatchObject([
    ['settings-changed', { key: 'people.Mo.roles', to: null }],
    ['settings-changed', { key: 'people.Mo.pin', to: null }],
  ]);
});

test('changing ports of sandbox and practice terminal do not count as settings in training mode', async () => {
  const training = (port: number): Partial<HostConfig> => ({
    mode: 'training',
    platform: { ...platform, url: `http://127.0.0.1:${port}` },
    terminals: [{ address: `tcp:127.0.0.1:${port}`, isPractice: true }],
  });
  await started(training(1));
  expect(await started(training(2))).toHaveLength(1);
});

test('an unreadable row does not prevent a start: the settings are recorded again', async () => {
  await started({ people });
  const path = join(folder, 'journal.sqlite');
  const db = new DatabaseSync(path);
  db.exec("DROP TRIGGER audit_stays; UPDATE audit SET data = '{' WHERE action = 'settings-known'");
  db.close();
  const host = await composeHost(hostConfig(folder, { people, settingsNoted: 'all', version: '1.0.0' }));
  await host.close();
  const again = new DatabaseSync(path);
  const rows = again.prepare('SELECT action, data FROM audit ORDER BY seq').all();
  again.close();
  expect(rows.map(({ action }) => action)).toEqual(['settings-known', 'audit-damage', 'settings-known']);
  expect(JSON.parse(String(rows[2]?.['data']))).toMatchObject({ because: 'damaged' });
});

test('no other entry is written before settings that cannot be recorded', () => {
  const written: string[] = [];
  let isFull = true;
  const notice = new SettingsNotice({
    config: hostConfig(folder, { settingsNoted: 'all' }),
    known: () => [],
    audit: ({ action }) => {
      if (isFull) throw new Error('disk full');
      written.push(action);
    },
    now: () => 0,
    clean: (text) => text,
  });
  expect(() => notice.write()).toThrow('disk full');
  isFull = false;
  notice.write();
  notice.write();
  expect(written).toEqual(['settings-known']);
});

test('an export of the day is recorded, with the operator if given', async () => {
  const host = await composeHost(hostConfig(folder));
  const window = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' };
  await host.client.day.export(window);
  await host.client.day.export({ ...window, operator: { name: 'Maya' } });
  const rows = await host.client.payment.audit({ limit: 9 });
  await host.close();
  const exported = { action: 'export', role: 'anybody', data: { what: 'day', ...window } };
  expect(rows).toMatchObject(['Maya', 'cashier'].map((operator) => ({ operator, ...exported })));
});
