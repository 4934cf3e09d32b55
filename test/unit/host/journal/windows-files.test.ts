/**
 * Simulates Windows' rules for files on this computer: an open file cannot be replaced, removed or, if open for appending,
 * truncated. Open files are read from the system, so this runs only where the system lists them (Linux). Also tries every
 * place at which the program may end while the recovery log is trimmed.
 * @module-tag own-process
 */
import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  fsyncSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FileSink } from '../../../../electron/host/log/index.ts';
import { openJournal } from '../../../../electron/host/journal/index.ts';
import {
  openRecoveryLog,
  readRecoveryLog,
  recoveryLogOf,
  type RecoveryRecord,
} from '../../../../electron/host/journal/recovery-log.ts';
import { TraceFiles } from '../../../../electron/host/terminals/trace-files.ts';

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const mocked = ['openSync', 'closeSync', 'writeSync', 'fsyncSync', 'renameSync', 'rmSync', 'ftruncateSync'] as const;
  return { ...real, ...Object.fromEntries(mocked.map((name) => [name, vi.fn(real[name] as () => unknown)])) };
});

const canAsk = process.platform === 'linux';
const DAY = 24 * 60 * 60_000;
const start = Date.UTC(2026, 0, 1, 10);
const record = (day: number): RecoveryRecord => ({
  at: start + day * DAY,
  attempt: `A-${day}`,
  key: `tillbridge-A-${day}`,
  what: 'authorize',
  kind: 'sale',
  amountMinor: 1234,
  currency: 'USD',
  terminal: 'practice',
});

let folder: string;
let journal: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tillbridge windows files ')));
  journal = join(folder, 'journal.sqlite');
});
afterEach(() => {
  for (const mock of [openSync, closeSync, writeSync, fsyncSync, renameSync, rmSync, ftruncateSync])
    vi.mocked(mock).mockReset();
  rmSync(folder, { recursive: true, force: true });
});

const openHere = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return []; // the descriptor that reads the list
    }
  });
const refused = (path: unknown) => Object.assign(new Error(`EPERM: ${String(path)}`), { code: 'EPERM' });

/** Makes the files of this process behave as on Windows. */
function likeWindows(): void {
  const [rename, remove] = [vi.mocked(renameSync).getMockImplementation(), vi.mocked(rmSync).getMockImplementation()];
  vi.mocked(renameSync).mockImplementation((from, to) => {
    if (openHere().includes(String(to))) throw refused(to);
    rename?.(from, to);
  });
  vi.mocked(rmSync).mockImplementation((path, options) => {
    if (openHere().includes(String(path))) throw refused(path);
    remove?.(path, options);
  });
  vi.mocked(ftruncateSync).mockImplementation((fd) => {
    throw refused(fd);
  });
}

describe.skipIf(!canAsk)('files as on Windows', () => {
  test('a year of sales writes every record and keeps a month of records', () => {
    likeWindows();
    const log = openRecoveryLog(journal);
    for (let day = 0; day < 365; day += 1) log.append(record(day));
    log.close();
    const kept = readRecoveryLog(journal, 0).map(({ attempt }) => attempt);
    expect(kept.at(-1)).toBe('A-364');
    expect(kept.length).toBeGreaterThanOrEqual(30);
    expect(kept.length).toBeLessThanOrEqual(32);
  });

  test('a file that another program holds keeps its length, and no sale waits for it', () => {
    likeWindows();
    const log = openRecoveryLog(journal);
    for (let day = 0; day < 40; day += 1) log.append(record(day));
    // For example a virus scanner: the file cannot be replaced.
    const held = openSync(recoveryLogOf(journal), 'r');
    for (let day = 40; day < 50; day += 1) log.append(record(day));
    expect(readRecoveryLog(journal, 0).map(({ attempt }) => attempt)).toContain('A-49');
    closeSync(held);
    for (let day = 50; day < 60; day += 1) log.append(record(day));
    log.close();
    const kept = readRecoveryLog(journal, 0);
    expect(kept.at(-1)?.attempt).toBe('A-59');
    expect(kept.length).toBeLessThanOrEqual(32);
  });

  test('journal and audit log continue, and a damaged journal is set aside', () => {
    likeWindows();
    const clean = (text: string): string => text;
    const first = openJournal({ path: journal, clean });
    for (let row = 0; row < 20; row += 1)
      first.audit({ at: start, operator: 'Mo', role: 'manager', action: 'refund', attempt: null, data: {} });
    first.close();
    openJournal({ path: journal, clean }).close();
  });

  test('logs and traces rotate', () => {
    likeWindows();
    const sink = new FileSink({ path: join(folder, 'host.log'), maxBytes: 200, keep: 2 });
    const failures: unknown[] = [];
    const traces = new TraceFiles({
      directory: join(folder, 'traces'),
      maxBytes: 200,
      keep: 2,
      onFailure: (_path, error) => failures.push(error),
    });
    const trace = traces.open('serial:COM3', 'mms');
    for (let line = 0; line < 100; line += 1) {
      sink.write(`line ${line}`);
      trace(`line ${line}`);
    }
    sink.close();
    traces.close();
    expect(failures).toEqual([]);
    expect(readdirSync(folder)).toContain('host.log.2');
    expect(readdirSync(join(folder, 'traces'))).toHaveLength(3);
  });
});

describe('the program ends while the log is trimmed', () => {
  const calls = [openSync, closeSync, writeSync, fsyncSync, renameSync, rmSync] as const;

  // The ended program leaves files open, and then Windows does not remove their folder.
  test.skipIf(process.platform === 'win32')(
    'the file is either the old or the new file after an end at any step, and the next start continues it',
    () => {
      let places = 0;
      for (let place = 1; ; place += 1) {
        rmSync(folder, { recursive: true, force: true });
        folder = realpathSync(mkdtempSync(join(tmpdir(), 'tillbridge windows files ')));
        journal = join(folder, 'journal.sqlite');
        const log = openRecoveryLog(journal);
        for (let day = 0; day < 40; day += 1) log.append(record(day));
        const before = readRecoveryLog(journal, 0).map(({ attempt }) => attempt);
        const hasEnded = endAt(place, () => log.append(record(75)));
        const after = readRecoveryLog(journal, 0).map(({ attempt }) => attempt);
        const [newest] = after.splice(after.indexOf('A-75'), after.includes('A-75') ? 1 : 0);
        expect(newest === 'A-75' || hasEnded, `place ${place}`).toBe(true);
        // The file has all lines, or only those of the last month.
        if (after.length !== before.length) expect(after, `place ${place}`).toEqual(before.slice(-after.length));
        expect(after.length, `place ${place}`).toBeGreaterThanOrEqual(30);
        const next = openRecoveryLog(journal);
        next.append(record(76));
        next.close();
        expect(readRecoveryLog(journal, 0).at(-1)?.attempt).toBe('A-76');
        if (!hasEnded) break;
        places += 1;
      }
      expect(places).toBeGreaterThan(6);
    },
  );

  /**
   * Runs `task` up to its call number `place` of the file system, which is not carried out. Returns true if it came
   * that far.
   */
  function endAt(place: number, task: () => void): boolean {
    let count = 0;
    const former = calls.map((call) => vi.mocked(call as () => unknown).getMockImplementation());
    for (const [index, call] of calls.entries()) {
      vi.mocked(call as (...args: unknown[]) => unknown).mockImplementation((...args) => {
        count += 1;
        if (count >= place) throw new Error('ended');
        return (former[index] as (...all: unknown[]) => unknown)(...args);
      });
    }
    try {
      task();
      return false;
    } catch {
      return true;
    } finally {
      for (const [index, call] of calls.entries())
        vi.mocked(call as () => unknown).mockImplementation(former[index] as () => unknown);
    }
  }
});

test('a draft that a crash left is replaced', () => {
  const log = openRecoveryLog(journal);
  for (let day = 0; day < 40; day += 1) log.append(record(day));
  appendFileSync(`${recoveryLogOf(journal)}.new`, '2026-01-01T10:00:00.000Z authorize X-1 key 5 USD sale practice\n');
  log.append(record(75));
  log.close();
  expect(readRecoveryLog(journal, 0).map(({ attempt }) => attempt)).not.toContain('X-1');
});
