/**
 * The second record: records that are read back, lines that a crash tears, and a size that stays limited.
 * @module-tag own-process
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
  type PathLike,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import {
  KEPT_MS,
  openRecoveryLog,
  parseRecord,
  readRecoveryLog,
  recoveryLogOf,
  type RecoveryRecord,
} from '../../../../electron/host/journal/recovery-log.ts';
import { lostPayments } from '../../../../electron/host/payments/from-recovery-log.ts';

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  return { ...real, openSync: vi.fn(real.openSync) };
});

const DAY = 24 * 60 * 60_000;
/** Path of a missing journal; its log is in the same folder. */
const fresh = (): string => join(mkdtempSync(join(tmpdir(), 'tillbridge-recovery-log-')), 'journal.sqlite');
const start = Date.UTC(2026, 4, 31, 10);
const record = (change: Partial<RecoveryRecord> = {}): RecoveryRecord => ({
  at: start,
  attempt: 'A-1',
  key: 'tillbridge-A-1',
  what: 'authorize',
  kind: 'sale',
  amountMinor: 1234,
  currency: 'USD',
  terminal: 'serial:/dev/tty USB0',
  route: 'cloud',
  ...change,
});

test('the log reads every prefix of a file as the whole lines in it', () => {
  const path = fresh();
  const log = openRecoveryLog(path);
  const all = [
    record(),
    record({ what: 'capture', at: start + 1 }),
    record({ what: 'reverse', key: 'tillbridge-A-1-r-R1', at: start + 2 }),
  ];
  for (const one of all) log.append(one);
  log.close();
  const bytes = readFileSync(recoveryLogOf(path));
  const ends = [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([index]) => index);
  for (let length = 0; length <= bytes.length; length += 1) {
    writeFileSync(recoveryLogOf(path), bytes.subarray(0, length));
    const whole = ends.filter((end) => end < length).length;
    const read = readRecoveryLog(path, 0);
    expect(read.slice(0, whole)).toEqual(all.slice(0, whole));
    // A truncated line may read as a line without a route: the same payment, looked up nevertheless.
    for (const extra of read.slice(whole)) expect(extra.attempt).toBe('A-1');
  }
});

test.skipIf(process.platform === 'win32')(
  'the log flushes the folder of a new file, so that a power cut does not lose the file',
  () => {
    const path = fresh();
    vi.mocked(openSync).mockClear();
    openRecoveryLog(path).close();
    const opened = (): PathLike[] => vi.mocked(openSync).mock.calls.map(([file]) => file);
    // The folder is opened only to be flushed.
    expect(opened()).toEqual([recoveryLogOf(path), dirname(path)]);
    vi.mocked(openSync).mockClear();
    openRecoveryLog(path).close();
    expect(opened()).toEqual([recoveryLogOf(path)]);
  },
);

test('the log writes a record after a torn line on a separate line; lines of the first version have no route', () => {
  const path = fresh();
  appendFileSync(
    recoveryLogOf(path),
    '2026-05-31T09:00:00.000Z authorize A-0 tillbridge-A-0 5 USD sale practice\n2026-05-31T10:00:00.0',
  );
  const log = openRecoveryLog(path);
  log.append(record());
  log.close();
  expect(readRecoveryLog(path, 0).map(({ attempt, route }) => [attempt, route])).toEqual([
    ['A-0', undefined],
    ['A-1', 'cloud'],
  ]);
  expect(parseRecord('2026-05-31T10:00:00.000Z authorize A-1 key 5 USD sale %E0%A4')).toBeNull();
});

test('the log reads back every written record', () => {
  const path = fresh();
  const log = openRecoveryLog(path);
  const all = ['authorize', 'ask', 'capture', 'void', 'reverse', 'hold', 'link', 'unsent'].map((what, index) =>
    record({ what, at: start + index }),
  );
  for (const one of all) log.append(one);
  log.close();
  expect(readRecoveryLog(path, start)).toEqual(all);
});

test('the log reads lines without a kind as sales at the start of the file, and as torn lines further on', () => {
  const path = fresh();
  const short = (attempt: string): string => `${new Date(start).toISOString()} authorize ${attempt} key 1234 USD\n`;
  writeFileSync(recoveryLogOf(path), short('A-0') + short('A-1'));
  const read = () => readRecoveryLog(path, 0).map(({ attempt, kind }) => [attempt, kind]);
  expect(read()).toEqual([
    ['A-0', 'sale'],
    ['A-1', 'sale'],
  ]);
  const log = openRecoveryLog(path);
  log.append(record({ attempt: 'A-2', kind: 'refund' }));
  log.close();
  appendFileSync(recoveryLogOf(path), short('A-3'));
  expect(read()).toEqual([
    ['A-0', 'sale'],
    ['A-1', 'sale'],
    ['A-2', 'refund'],
  ]);
});

test('the log keeps the merchant account, and reads a torn account as unknown', () => {
  const path = fresh();
  const log = openRecoveryLog(path);
  log.append({ ...record(), account: '1a2b3c4d/MU1' });
  log.close();
  const line = readFileSync(recoveryLogOf(path), 'utf8').trim();
  expect(parseRecord(line)).toMatchObject({ attempt: 'A-1', route: 'cloud', account: '1a2b3c4d/MU1' });
  for (let end = line.indexOf(' of:'); end < line.length; end += 1) {
    expect(parseRecord(line.slice(0, end))).toMatchObject({ attempt: 'A-1', route: 'cloud' });
    expect(parseRecord(line.slice(0, end))?.account).toBeUndefined();
  }
});

test('the log keeps the order as typed, without card numbers; a torn order is unknown, and an older version reads the line', () => {
  const path = fresh();
  const log = openRecoveryLog(path, (text) => text.replace(/4\d{15}/, '****'));
  const orders = ['A-1187; the baker’s 50 %', 'of:1; link:2,3;', 'card 4111111111111111'];
  for (const order of orders) log.append({ ...record({ what: 'link', terminal: '-' }), order, account: 'a/MU1' });
  log.close();
  const lines = readFileSync(recoveryLogOf(path), 'utf8').trim().split('\n');
  expect(lines.map((line) => parseRecord(line)?.order)).toEqual([...orders.slice(0, 2), 'card ****']);
  const [line = ''] = lines;
  for (let end = line.indexOf(' order:'); end < line.length; end += 1)
    expect(parseRecord(line.slice(0, end))).toMatchObject({ attempt: 'A-1', account: 'a/MU1' });
  expect(parseRecord(line.slice(0, -1))?.order).toBeUndefined();
  // Pattern of the previous version.
  const before =
    /^(\S+) (link) (\S+) (\S+) ([0-9]{1,15}) ([A-Z]{3}) (sale) (\S+)(?: (cable|cloud))?(?: of:([^\s;]+);)?(?: link:([^\s;,]+),([^\s;,]+);)?(?: \S*)?$/;
  expect(lines.every((one) => before.test(one))).toBe(true);
});

test('the log keeps a month and no more, even in a till that is never restarted', () => {
  const path = fresh();
  const log = openRecoveryLog(path);
  const day = 24 * 60 * 60_000;
  for (let index = 0; index < 100; index += 1) log.append(record({ attempt: `A-${index}`, at: start + index * day }));
  log.close();
  const kept = readRecoveryLog(path, 0);
  expect(kept.at(-1)?.attempt).toBe('A-99');
  expect(kept[0]?.at).toBeGreaterThanOrEqual(start + 98 * day - KEPT_MS);
  expect(kept.length).toBeLessThanOrEqual(32);
});

/** Number of files that this process has open, if the system reports it. */
const openFiles = (): number => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0);
const attemptsIn = (path: string): string[] => readRecoveryLog(path, 0).map(({ attempt }) => attempt);

test('the log reopens no file after trimming: the next record is in the file with the same name', () => {
  const path = fresh();
  const log = openRecoveryLog(path);
  for (let day = 0; day < 40; day += 1) log.append(record({ attempt: `A-${day}`, at: start + day * DAY }));
  const before = openFiles();
  const open = vi.mocked(openSync);
  const real = open.getMockImplementation();
  // The system's limit of open files is reached: only folders and the new file can be opened.
  open.mockImplementation((file: PathLike, ...more) => {
    if (file === recoveryLogOf(path)) throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
    return real!(file, ...more);
  });
  try {
    for (let day = 40; day < 80; day += 1) log.append(record({ attempt: `A-${day}`, at: start + day * DAY }));
  } finally {
    open.mockImplementation(real!);
  }
  expect(openFiles()).toBe(before);
  log.close();
  expect(attemptsIn(path).at(-1)).toBe('A-79');
  expect(attemptsIn(path).length).toBeLessThanOrEqual(32);
});

test('the log reports a failed trim, and the next line follows the others', () => {
  const path = fresh();
  const log = openRecoveryLog(path);
  for (let day = 0; day < 32; day += 1) log.append(record({ attempt: `A-${day}`, at: start + day * DAY }));
  mkdirSync(`${recoveryLogOf(path)}.new`);
  const late = record({ attempt: 'A-late', at: start + 32 * DAY });
  expect(() => log.append(late)).toThrow(expect.objectContaining({ code: 'JRNL_UNWRITABLE' }) as Error);
  log.append(late);
  rmdirSync(`${recoveryLogOf(path)}.new`);
  log.append(record({ attempt: 'A-next', at: start + 33 * DAY }));
  log.close();
  expect(attemptsIn(path).slice(-3)).toEqual(['A-31', 'A-late', 'A-next']);
});

test('the log trims only old lines while the clock is years ahead, and trims the lines of that time later', () => {
  const path = fresh();
  const log = openRecoveryLog(path);
  for (let day = 0; day < 20; day += 1) log.append(record({ attempt: `A-${day}`, at: start + day * DAY }));
  const ahead = start + 1_500 * DAY;
  for (let day = 0; day < 5; day += 1) log.append(record({ attempt: `ahead-${day}`, at: ahead + day * DAY }));
  expect(attemptsIn(path)).toHaveLength(25);
  expect(attemptsIn(path)).toContain('A-0');
  // Once the clock is right again, trimming continues, and lines with a future time are dropped when adjacent lines are
  // old.
  for (let day = 20; day < 100; day += 1) log.append(record({ attempt: `A-${day}`, at: start + day * DAY }));
  log.close();
  const kept = attemptsIn(path);
  expect(kept.at(-1)).toBe('A-99');
  expect(kept.filter((one) => one.startsWith('ahead'))).toEqual([]);
  expect(kept.length).toBeLessThanOrEqual(32);
  expect(kept).toContain('A-70');
});

test('the log keeps the newest days of a rarely used till, regardless of their age', () => {
  const path = fresh();
  const log = openRecoveryLog(path);
  for (let week = 0; week < 60; week += 1) log.append(record({ attempt: `A-${week}`, at: start + week * 7 * DAY }));
  log.close();
  expect(attemptsIn(path)).toEqual(Array.from({ length: 32 }, (_, n) => `A-${n + 28}`));
});

test('the log recovers a payment according to its last step', () => {
  const serial = () => 'B61378A';
  const far = (...whats: string[]) =>
    lostPayments(
      whats.map((what, index) => record({ what, at: start + index })),
      start + 10,
      serial,
    )[0]?.intent;
  expect(far('authorize')).toMatchObject({
    attempt: 'A-1',
    amountMinor: 1234,
    route: 'cloud',
    terminalSerialNumber: 'B61378A',
  });
  expect(far('authorize')).not.toHaveProperty('recovered');
  expect(far('authorize', 'capture')?.recovered).toBe('completed');
  expect(far('authorize', 'hold')?.recovered).toBe('held');
  expect(far('authorize', 'hold', 'void')?.recovered).toBe('released');
  expect(far('authorize', 'ask')?.recovered).toBe('released');
  expect(far('authorize', 'ask', 'capture')?.recovered).toBe('completed');
  const tab = [record({ kind: 'authorization' }), record({ kind: 'authorization', what: 'capture', amountMinor: 900 })];
  expect(lostPayments(tab, start, serial)).toMatchObject([{ intent: { recovered: 'held', amountMinor: 1234 } }]);
  const given = [
    record(),
    record({ what: 'capture' }),
    record({ what: 'reverse', key: 'tillbridge-A-1-r-R1', amountMinor: 200 }),
  ];
  expect(lostPayments(given, start, serial)).toMatchObject([{ reversals: [{ reversal: 'R1', amountMinor: 200 }] }]);
  // A payment of eight days ago counts as settled.
  expect(lostPayments([record()], start + 8 * 24 * 60 * 60_000, serial)).toEqual([]);
});

/** The file under the name of earlier versions, next to the present file. */
const earlierOf = (path: string): string => `${path}.crumbs`;
const lineOf = (attempt: string): string => `2026-05-31T10:00:00.000Z authorize ${attempt} key 5 USD sale practice\n`;

test('the till moves the log of an earlier version to the present name and continues it', () => {
  const path = fresh();
  writeFileSync(earlierOf(path), `${lineOf('A-0')}2026-05-31T10:00`);
  const log = openRecoveryLog(path);
  log.append(record());
  log.close();
  expect(attemptsIn(path)).toEqual(['A-0', 'A-1']);
  expect(existsSync(earlierOf(path))).toBe(false);
});

test('the till keeps every line once when both names exist after a downgrade', () => {
  const path = fresh();
  writeFileSync(recoveryLogOf(path), `${lineOf('A-0')}2026-05-31T10:0`);
  const theirs = `${lineOf('B-1')}${lineOf('B-2')}2026-05-31T10:00:00`;
  writeFileSync(earlierOf(path), theirs);
  openRecoveryLog(path).close();
  expect(attemptsIn(path)).toEqual(['A-0', 'B-1', 'B-2']);
  expect(existsSync(earlierOf(path))).toBe(false);
  // A crash came after the files were joined and before the older file was removed: the next start only removes it.
  writeFileSync(earlierOf(path), theirs);
  openRecoveryLog(path).close();
  expect(attemptsIn(path)).toEqual(['A-0', 'B-1', 'B-2']);
  expect(existsSync(earlierOf(path))).toBe(false);
});

test('the till reports a disk that cannot join both files, and loses neither file', () => {
  const path = fresh();
  writeFileSync(recoveryLogOf(path), lineOf('A-0'));
  writeFileSync(earlierOf(path), lineOf('B-1'));
  mkdirSync(`${recoveryLogOf(path)}.new`);
  expect(() => openRecoveryLog(path)).toThrow(expect.objectContaining({ code: 'JRNL_UNWRITABLE' }) as Error);
  rmdirSync(`${recoveryLogOf(path)}.new`);
  openRecoveryLog(path).close();
  expect(attemptsIn(path)).toEqual(['A-0', 'B-1']);
});
