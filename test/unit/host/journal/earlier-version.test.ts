/**
 * Data folders written by an earlier version (test/fixtures/earlier-version) mean the same to the present build: every
 * payment and link, searches, figures, and what a start recovers, with and without the database.
 */
import { sameCardWithinMsOf } from '../../../../electron/contract/index.ts';
import { chmodSync, copyFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { openJournal, openOrBegin, type JournalFile } from '../../../../electron/host/journal/index.ts';
import { Day, History } from '../../../../electron/host/history/index.ts';
import { lostLinks } from '../../../../electron/host/pay-links/from-recovery-log.ts';
import { PayLinks, recoverLinks } from '../../../../electron/host/pay-links/index.ts';
import {
  PaymentEngine,
  lostPayments,
  resumePayments,
  type PlatformPort,
} from '../../../../electron/host/payments/index.ts';
import { readSettings } from '../../../../electron/config/index.ts';
import { openPairings } from '../../../../electron/host/terminals/index.ts';
import { FakeDevices, FakeTerminal, ManualClock, settle } from '../payments/world.ts';
import { temporaryFolder } from '../../../fixtures/folder.ts';

const fixtures = join(import.meta.dirname, '../../../fixtures/earlier-version');

/** Fields whose names differ from those in the fixtures. The names occur only in memory. */
const renamed: Readonly<Record<string, string>> = {
  otherWays: 'otherTenders',
  lookedAt: 'polledAt',
  missedLooks: 'missedPolls',
};

type Meaning = Record<string, unknown>;

/** A platform that never answers: resumed payments stay as they are. */
const silent = new Proxy({} as PlatformPort, {
  get: (_target, name) => (name === 'account' ? undefined : () => new Promise(() => undefined)),
});

function till(journal: JournalFile, clock: ManualClock) {
  const ports = { clock, random: () => 0, publish: () => undefined, log: () => undefined };
  const engine = new PaymentEngine({
    sameCardWithinMs: sameCardWithinMsOf({}),
    ...ports,
    journal,
    terminals: new FakeTerminal(),
    devices: new FakeDevices(),
    platform: silent,
    publishUnmatched: () => undefined,
  });
  const port = silent as never;
  const links = new PayLinks({ ...ports, book: journal.payLinks, recoveryLog: journal.recoveryLog, port });
  const history = new History({
    finder: journal.finder,
    engine,
    clock,
    locale: () => 'en-US',
    onSorted: () => undefined,
    log: () => undefined,
  });
  const day = new Day({ journal, finder: journal.finder, engine, links, linkBook: journal.payLinks });
  return { engine, links, history, day };
}

const searches = [
  '',
  '12.34',
  '$100',
  '10',
  '1111',
  '123456',
  'A-1201',
  'birthday',
  'raumung',
  'insufficient',
  'tab 12',
];
const groups = ['paid', 'given-back', 'held', 'declined', 'cancelled', 'not-paid', 'open', 'decided'] as const;
const DAY_MS = 24 * 60 * 60_000;

/** Lists were once ordered by the clock, and are now in the order of writing. */
function byTheClock<View extends { id: string }>(views: readonly View[], at: (view: View) => string): View[] {
  const byId = views.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return byId.toSorted((a, b) => (at(a) === at(b) ? 0 : at(a) < at(b) ? 1 : -1));
}

const startedAt = (view: { startedAt: string }) => view.startedAt;

async function meaningOf(folder: string, now: number): Promise<Meaning> {
  const path = join(folder, 'journal.sqlite');
  const journal = openJournal({ path, clean: (text) => text });
  const clock = new ManualClock();
  clock.set(now - clock.now());
  const { engine, links, history, day } = till(journal, clock);
  history.start();
  await clock.advance(10_000);
  clock.set(-10_000);
  const ids = (all: readonly { id: string }[]): string[] => all.map(({ id }) => id);
  const read = {
    payments: byTheClock(engine.list(1_000), startedAt),
    payLinks: byTheClock(links.list(1_000), ({ openedAt }) => openedAt),
    notes: journal.payLinks.notes(1_000),
    strays: journal.unmatched(1_000),
    audited: journal.audited(1_000),
    explanations: journal.dayStore.links(),
    open: journal.open(),
    watched: journal.watched(now),
    openLinks: journal.payLinks.open(),
    watchedLinks: journal.payLinks.watched(now),
    searches: await Promise.all(
      searches.map(async (text) => {
        const page = await history.search({ text, limit: 1_000 });
        return { text, found: ids(page.payments), counts: page.counts, isComplete: page.isComplete };
      }),
    ),
    groups: await Promise.all(
      groups.map(async (group) => {
        const page = await history.search({ text: '', group, limit: 1_000 });
        return { group, found: ids(page.payments) };
      }),
    ),
    tabs: ids(history.tabs()),
    ofOrder: journal.finder.ofOrder('A-1201', 10),
    recoveryLog: {
      payments: lostPayments(journal.recoveryRecords(0), now, () => null),
      payLinks: lostLinks(journal.recoveryRecords(0), now, () => false),
    },
  };
  engine.recover();
  links.recover();
  await settle();
  const window = { from: new Date(now - DAY_MS).toISOString(), to: new Date(now + DAY_MS).toISOString() };
  const started = { running: engine.running(), unfinishedLinks: links.unfinished(), totals: await day.totals(window) };
  engine.close();
  links.stop();
  history.stop();
  journal.close();
  return { ...read, started };
}

/** Recovers the same folder without its database, from the recovery log. */
async function afterTheLoss(folder: string, now: number): Promise<Meaning> {
  const clock = new ManualClock();
  clock.set(now - clock.now());
  const { journal } = openOrBegin({
    path: join(folder, 'journal.sqlite'),
    clean: (text) => text,
    isKiosk: false,
    now: () => now,
  });
  const { engine, links } = till(journal, clock);
  const common = { clock, log: () => undefined };
  const payments = resumePayments({ ...common, engine, journal, serialNumberOf: () => null }).recovery;
  links.recover();
  const payLinks = recoverLinks({ ...common, links, journal });
  await clock.advance(5 * 60_000);
  const found = {
    adoptedPayments: byTheClock(engine.list(1_000), startedAt),
    adoptedLinks: links.list(1_000),
    openAfterLoss: journal.open(),
  };
  payments.stop();
  payLinks.stop();
  engine.close();
  links.stop();
  journal.close();
  return found;
}

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('tillbridge-earlier-');
});

/** Copies a data folder, with its database unless that is lost. Returns when it was left, milliseconds since 1970. */
function layOut(name: string, isDatabaseLost: boolean): number {
  const from = join(fixtures, name);
  for (const log of ['journal.sqlite.crumbs', 'journal.sqlite.recovery-log'])
    if (existsSync(join(from, log))) copyFileSync(join(from, log), join(folder, log));
  for (const file of isDatabaseLost ? [] : ['journal.sqlite', 'journal.sqlite-wal']) {
    const packed = join(from, `${file}.gz`);
    if (existsSync(packed)) writeFileSync(join(folder, file), gunzipSync(readFileSync(packed)));
  }
  return Date.parse(readFileSync(join(from, 'now.txt'), 'utf8'));
}

/**
 * Expected meaning of the folder, from the version that wrote it: each line has one member of a list, or one other
 * value.
 */
function expected(name: string, of: Meaning): Meaning {
  const meant: Meaning = Object.fromEntries(
    Object.entries(of).map(([key, now]) => [key, Array.isArray(now) ? [] : now]),
  );
  for (const line of readFileSync(join(fixtures, name, 'expected.ndjson'), 'utf8')
    .trim()
    .split('\n')) {
    for (const [key, value] of Object.entries(JSON.parse(line, withNewNames) as Meaning)) {
      const list = meant[key];
      if (Array.isArray(list)) list.push(value);
      else if (key in meant) meant[key] = value;
    }
  }
  return meant;
}

/** Texts of the command line and of logs that have changed. */
const reworded: Readonly<Record<string, string>> = {
  'The platform never received the payment.': 'The platform has no record of the payment.',
  'The platform never received the reversal.':
    'The platform has no record of the reversal, which still counts as given back.',
  'The platform never received the request for a link.': 'The platform has no record of the link.',
};

function withNewNames(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return reworded[value] ?? value;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [renamed[key] ?? key, one]));
}

/** Fields may have been added since; none may be missing or different. */
function expectSame(name: string, meaning: Meaning): void {
  const meant = expected(name, meaning);
  const of = (one: Meaning, key: string): unknown => {
    if (key === 'openAfterLoss') return (one[key] as string[]).toSorted();
    return key === 'adoptedPayments' ? withoutMoments(one[key]) : one[key];
  };
  for (const key of Object.keys(meant)) expect({ [key]: of(meaning, key) }).toMatchObject({ [key]: of(meant, key) });
}

/**
 * Removes the times of resuming, which differ: earlier versions resumed a few payments at a time, newest first; this
 * version resumes all payments at once, in their order.
 */
function withoutMoments(payments: unknown): unknown {
  return (payments as Meaning[]).map(
    ({ updatedAt: _changed, timings: _timings, finishedAt: _ended, checking, ...one }) => ({
      ...one,
      checking: checking && { ...checking, since: null },
    }),
  );
}

test.each(['shop', 'killed', 'sales'])('%s: reads every payment, link, search and figure unchanged', async (name) => {
  const now = layOut(name, false);
  expectSame(name, await meaningOf(folder, now));
});

test.each(['shop', 'killed', 'sales'])(
  '%s without its database: recovers the same payments from the recovery log',
  async (name) => {
    const now = layOut(name, true);
    expectSame(name, await afterTheLoss(folder, now));
  },
);

test('this version reads pairings unchanged', () => {
  const path = join(folder, 'pairings.json');
  cpSync(join(fixtures, 'killed', 'pairings.json'), path);
  const report = (what: string): never => expect.fail(what);
  expectSame('killed', { pairings: openPairings(path, report).all() });
});

test.each(['settings.json', 'few-settings.json', 'second-form-settings.json'])(
  'this version reads %s with its meaning',
  async (file) => {
    const path = join(folder, 'settings.json');
    cpSync(join(fixtures, 'settings', file), path);
    chmodSync(path, 0o600);
    const meant = JSON.parse(readFileSync(join(fixtures, 'settings', 'expected.json'), 'utf8')) as Meaning;
    // The newer form has the password here, and not in the file.
    const env = { TILLBRIDGE_PASSWORD: 'not-a-secret' };
    const read = JSON.stringify(await readSettings({ dataDir: folder, env }));
    const asWritten = read.replaceAll(JSON.stringify(folder).slice(1, -1), 'DATA').replaceAll('DATA\\\\', 'DATA/');
    expect(JSON.parse(asWritten)).toMatchObject(meant[file] as Meaning);
  },
);
