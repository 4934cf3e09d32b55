/** A journal of the first version is migrated with everything in it, and its unfinished payment is resolved. */
import { sameCardWithinMsOf } from '../../../../electron/contract/index.ts';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { openJournal } from '../../../../electron/host/journal/index.ts';
import { SCHEMA_VERSION } from '../../../../electron/host/journal/schema.ts';
import { History } from '../../../../electron/host/history/index.ts';
import { PaymentEngine } from '../../../../electron/host/payments/index.ts';
import { FakeDevices, FakePlatform, FakeTerminal, ManualClock } from '../payments/world.ts';
import { writeVersion1 } from './version-1.ts';
import { temporaryFolder } from '../../../fixtures/folder.ts';

let folder: string;
let path: string;
let clock: ManualClock;
beforeEach(() => {
  folder = temporaryFolder('tillbridge-migration-');
  path = join(folder, 'journal.sqlite');
  clock = new ManualClock();
  writeVersion1(path, clock.now());
});

const clean = (text: string): string => text;

test('the migration keeps every row of a journal of version 1 and continues late look-ups', () => {
  const journal = openJournal({ path, clean });
  expect(journal.recent(9).toSorted()).toEqual(['old-lost', 'old-open', 'old-paid']);
  expect(journal.open()).toEqual(['old-open']);
  expect(journal.watched(clock.now())).toEqual(['old-lost']);
  expect(journal.watched(clock.now() + 20 * 60_000)).toEqual([]);
  expect(journal.entries('old-paid').map(({ type }) => type)).toEqual([
    'begin',
    'terminal-started',
    'online-request',
    'authorization',
    'terminal-finished',
    'capture',
    'transfer',
  ]);
  expect(['AU1', 'TR1', 'AU2'].map((id) => journal.ownerOf(id))).toEqual(['old-paid', 'old-paid', undefined]);
  expect(journal.unmatched(5)).toMatchObject([{ attempt: null, what: 'finished approved' }]);
  journal.audit({ at: 0, operator: 'Mo', role: 'manager', action: 'refund', attempt: null, data: {} });
  expect(journal.audited(5)).toHaveLength(1);
  journal.close();
  const db = new DatabaseSync(path);
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: SCHEMA_VERSION });
  db.close();
  openJournal({ path, clean }).close(); // a second start has no migration to do
});

test('the migration keeps the payments of version 1, and the unfinished payment is looked up and voided', async () => {
  const journal = openJournal({ path, clean });
  const platform = new FakePlatform();
  platform.create('tillbridge-old-paid', 1234, 'USD').transfer = 'TR1';
  platform.create('tillbridge-old-open', 1234, 'USD');
  const engine: PaymentEngine = new PaymentEngine({
    sameCardWithinMs: sameCardWithinMsOf({}),
    journal,
    terminals: new FakeTerminal(),
    devices: new FakeDevices(),
    platform,
    clock,
    random: () => 0,
    publish: () => undefined,
    publishUnmatched: () => undefined,
    log: () => undefined,
  });
  engine.recover();
  await clock.advance(1_000);
  expect(engine.get('old-paid')).toMatchObject({
    state: 'captured',
    kind: 'sale',
    route: 'cable',
    capturedMinor: 1234,
  });
  expect(engine.get('old-open')).toMatchObject({ state: 'voided', order: 'A-1' });
  expect(platform.heldMinor).toBe(0);
  platform.create('tillbridge-old-lost', 1234, 'USD');
  await clock.advance(60_000);
  expect(platform.heldMinor).toBe(0);
  expect(platform.capturedMinor).toBe(0);
  engine.close();
  journal.close();
});

test('the migration indexes payments from before there was a search, newest first, and then finds them', async () => {
  const journal = openJournal({ path, clean });
  const engine = new PaymentEngine({
    sameCardWithinMs: sameCardWithinMsOf({}),
    journal,
    terminals: new FakeTerminal(),
    devices: new FakeDevices(),
    platform: new FakePlatform(),
    clock,
    random: () => 0,
    publish: () => undefined,
    publishUnmatched: () => undefined,
    log: () => undefined,
  });
  let sortedTimes = 0;
  const history = new History({
    finder: journal.finder,
    engine,
    clock,
    locale: () => 'en-US',
    onSorted: () => (sortedTimes += 1),
    log: () => undefined,
  });
  expect(await history.search({ text: '12.34', limit: 10 })).toMatchObject({ payments: [], isComplete: false });
  history.start();
  await clock.advance(1_000);
  expect(sortedTimes).toBe(1);
  const page = await history.search({ text: '12.34', limit: 10 });
  expect(page.isComplete).toBe(true);
  expect(page.payments.map(({ id }) => id).toSorted()).toEqual(['old-lost', 'old-open', 'old-paid']);
  expect((await history.search({ text: '1111 123456', limit: 10 })).payments.map(({ id }) => id)).toEqual(['old-paid']);
  expect(page.counts).toMatchObject({ paid: 1 });
  expect(journal.finder.ofOrder('A-1', 10)).toContain('old-open');
  history.stop();
  engine.close();
  journal.close();
  // The next start has nothing left to do.
  const again = openJournal({ path, clean });
  expect(again.finder.isComplete()).toBe(true);
  expect(again.finder.unindexed(10)).toEqual([]);
  again.close();
});
