/**
 * Fills a journal with payments as the engine writes them, and measures a start with it. Benchmark and unit test share
 * this file.
 */
import { sameCardWithinMsOf } from '../../../electron/contract/index.ts';
import { closeSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { openJournal, type AttemptRow, type Entry, type JournalFile } from '../../../electron/host/journal/index.ts';
import { PaymentEngine, resumePayments } from '../../../electron/host/payments/index.ts';
import { FakeDevices, FakePlatform, FakeTerminal, ManualClock, World } from '../../unit/host/payments/world.ts';

const clean = (text: string): string => text;
const DAY_MS = 24 * 3_600_000;
/** Payments of a busy day. */
const A_DAY = 200;
/** Days for which lines stay in the recovery log. */
const LOGGED_DAYS = 30;

/** The real engine's entries for one payment, in the journal and in the recovery log. */
async function sample(): Promise<{ lines: { row: AttemptRow; entry: Entry }[]; logged: string[] }> {
  const world = new World();
  const lines: { row: AttemptRow; entry: Entry }[] = [];
  const append = world.journal.append.bind(world.journal);
  world.journal.append = (row, entry) => {
    lines.push({ row, entry });
    append(row, entry);
  };
  await world.sale(1234, { order: 'A-1', note: 'table 4' });
  await world.terminal.insertCard();
  await world.terminal.finish({ kind: 'approved', wantsSignature: false });
  const logged = readFileSync(`${world.path}.recovery-log`, 'utf8').trim().split('\n');
  world.close();
  return { lines, logged };
}

const { lines, logged } = await sample();

/**
 * Writes `payments` payments, 200 a day, the newest of them held (watched), unfinished or paid, and a month of recovery
 * log. The rows are inserted in one transaction, because a hundred thousand fsyncs are not part of the measurement.
 * @returns the number of entries
 */
export function fillJournal(path: string, payments: number): number {
  openJournal({ path, clean }).close();
  const first = lines[0]?.entry.at ?? 0;
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; BEGIN');
  const real = openJournalOn(db);
  let entries = 0;
  let log = '';
  for (let n = 0; n < payments; n += 1) {
    const id = `${String(n).padStart(8, '0')}-bench`;
    const startedAt = first - (payments - n) * (DAY_MS / A_DAY);
    const isOpen = n % Math.ceil(payments / 20) === 0; // Twenty unfinished payments, as after a power cut.
    const kept = isOpen ? lines.slice(0, 3) : lines;
    for (const { row, entry } of kept) {
      // Each payment has its own reference, except those of a table that returns every day.
      const order = n % 8 === 0 ? 'A-1' : `T-${n}`;
      const text = JSON.stringify(entry).replaceAll(row.id, id).replace('"order":"A-1"', `"order":"${order}"`);
      const { type, at, ...data } = JSON.parse(text) as Entry;
      real.insert(id, new Date(startedAt + (at - first)).toISOString(), type, JSON.stringify(data));
      entries += 1;
    }
    if (payments - n < LOGGED_DAYS * A_DAY) {
      // An unfinished payment stopped right after its first record.
      for (const line of isOpen ? logged.slice(0, 1) : logged) {
        const [moment = '', ...rest] = line.replaceAll(lines[0]?.row.id ?? '', id).split(' ');
        log += `${new Date(startedAt + (Date.parse(moment) - first)).toISOString()} ${rest.join(' ')}\n`;
      }
    }
    const watchUntil = n > payments - 200 && !isOpen ? new Date(startedAt + 30 * DAY_MS).toISOString() : null;
    real.upsert(id, new Date(startedAt).toISOString(), isOpen, watchUntil);
  }
  db.exec('COMMIT');
  db.close();
  writeFileSync(`${path}.recovery-log`, log);
  // Otherwise the first payments would wait until the disk has stored all of this.
  for (const file of [path, `${path}.recovery-log`]) toDisk(file);
  return entries;
}

function toDisk(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

function openJournalOn(db: DatabaseSync) {
  const insert = db.prepare('INSERT INTO entry (attempt, at, type, data, crc) VALUES (?, ?, ?, ?, ?)');
  const upsert = db.prepare(
    'INSERT INTO attempt (id, started_at, is_open, watch_until, updated_at) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    insert: (id: string, at: string, type: string, data: string) =>
      insert.run(id, at, type, data, crc32(`${type} ${at} ${data}`)),
    upsert: (id: string, startedAt: string, isOpen: boolean, watchUntil: string | null) =>
      upsert.run(id, startedAt, isOpen ? 1 : 0, watchUntil, startedAt),
  };
}

export interface Measured {
  /** Time from start until the host has all unfinished payments and the first list, milliseconds. */
  readyMs: number;
  /** Unfinished payments resumed. */
  resumed: number;
  /** Duration of each of some hundred lookups, spread over the journal, milliseconds. */
  lookUpsMs: number[];
}

/**
 * Opens the journal, lists, recovers, and looks payments up. The platform does not answer, so the next start has the
 * same work.
 */
export function measureJournal(path: string, payments: number): Measured {
  const began = performance.now();
  const journal = openJournal({ path, clean });
  const clock = new ManualClock();
  const engine = engineOn(journal, clock);
  const listed = engine.list(50);
  const { recovery, lost } = resumePayments({
    engine,
    journal,
    clock,
    serialNumberOf: () => null,
    log: () => undefined,
  });
  const readyMs = performance.now() - began;
  const resumed = journal.open().length;
  if (lost > 0) throw new Error(`${lost} payments seem lost`);
  if (listed.length !== Math.min(50, payments)) throw new Error(`listed ${listed.length}`);
  const lookUpsMs: number[] = [];
  const step = Math.max(1, Math.floor(payments / 333));
  for (let n = 0; n < payments; n += step) {
    const id = `${String(n).padStart(8, '0')}-bench`;
    const asked = performance.now();
    const view = engine.get(id);
    lookUpsMs.push(performance.now() - asked);
    if (view.id !== id) throw new Error(`asked for ${id}, got ${view.id}`);
  }
  recovery.stop();
  engine.close();
  journal.close();
  return { readyMs, resumed, lookUpsMs };
}

function engineOn(journal: JournalFile, clock: ManualClock): PaymentEngine {
  const platform = new FakePlatform();
  const never = new Promise<never>(() => undefined);
  platform.findPayment = () => never;
  return new PaymentEngine({
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
}
