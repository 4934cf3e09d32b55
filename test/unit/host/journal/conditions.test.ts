/**
 * A journal on real disks that are full, read-only, damaged, held by another process, newer, or missing. The money
 * stays right.
 */
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { chargeDefaults } from '../../../../electron/contract/index.ts';
import { openRecoveryLog, readRecoveryLog, recoveryLogOf } from '../../../../electron/host/journal/recovery-log.ts';
import { openJournal, openOrBegin } from '../../../../electron/host/journal/index.ts';
import { World } from '../payments/world.ts';
import { canLock, canMount, lockableDisk, smallDisk } from './disks.ts';

const clean = (text: string): string => text;
const approved = { kind: 'approved', wantsSignature: false } as const;
const NOW = Date.UTC(2026, 0, 5, 9, 0, 0);
const undo: (() => void)[] = [];
afterEach(() => {
  for (const one of undo.splice(0).reverse()) one();
});

/** A closed journal in a new folder with `count` payments of 12.34. `isLogged`: with their recovery log. */
function written(count: number, isLogged = true): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-damage-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'journal.sqlite');
  const journal = openJournal({ path, clean });
  for (let n = 0; n < count; n += 1) {
    const id = `attempt-${n}`;
    journal.append(
      { id, startedAt: NOW + n, isOpen: n === 0, watchUntil: null },
      { type: 'begin', at: NOW + n, intent: { amountMinor: 1234, note: 'x'.repeat(200) } },
    );
    if (!isLogged) continue;
    const record = { at: NOW + n, attempt: id, key: `tillbridge-${id}`, what: 'authorize', kind: 'sale' };
    journal.recoveryLog.append({ ...record, amountMinor: 1234, currency: 'USD', terminal: 'practice' });
  }
  journal.close();
  return path;
}

const openIt = (path: string, isKiosk = false) => openOrBegin({ path, clean, isKiosk, now: () => NOW + 3_600_000 });

/** A journal that the end of the test closes. */
function opened(path: string, isKiosk = false) {
  const it = openIt(path, isKiosk);
  undo.push(() => it.journal.close());
  return it;
}

function overwrite(path: string, change: (bytes: Buffer) => void): Buffer {
  const bytes = readFileSync(path);
  change(bytes);
  writeFileSync(path, bytes);
  return bytes;
}

describe('a full disk', () => {
  test.runIf(canMount)(
    'a read card is declined before anything is sent; nothing is lost, and payments continue with new space',
    async () => {
      const disk = smallDisk(768);
      undo.push(() => disk.remove());
      const world = new World(disk.folder);
      undo.push(() => world.engine.close());
      const id = await world.sale();
      disk.fill();
      await world.terminal.insertCard();
      expect(world.terminal.answers).toEqual([{ isApproved: false, authorizationResponseCode: '05' }]);
      await world.terminal.finish({ kind: 'declined' });
      expect(world.journalSaid).toEqual(['JRNL_UNWRITABLE']);
      await world.clock.advance(30_000);
      expect(world.platform.calls).toEqual([]);
      expect(() => world.engine.start(request('attempt-99'))).toThrow(/JRNL_UNWRITABLE|PAY_BUSY/);
      disk.free();
      await world.clock.advance(1_000);
      expect(world.journalSaid).toEqual(['JRNL_UNWRITABLE', null]);
      expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'JRNL_UNWRITABLE' } });
      const next = await world.sale();
      await world.terminal.insertCard();
      await world.terminal.finish(approved);
      expect(world.engine.get(next)).toMatchObject({ state: 'captured', capturedMinor: 1234 });
      // Everything is on disk, not only in memory; and every recovery record is a complete line.
      expect(world.journal.entries(id).map(({ type }) => type)).toEqual(
        expect.arrayContaining(['begin', 'terminal-started', 'not-recorded', 'terminal-finished']),
      );
      const log = readFileSync(`${world.path}.recovery-log`, 'utf8').trim().split('\n');
      expect(log.map((line) => line.split(' ')[1])).toEqual(['authorize', 'capture']);
      expect(world.platform.capturedMinor).toBe(1234);
      expect(world.platform.heldMinor).toBe(0);
    },
  );

  test.runIf(canMount)(
    'a bank’s answer stays in memory, and the payment is captured once when there is space',
    async () => {
      const later = smallDisk(768);
      undo.push(() => later.remove());
      const world = new World(later.folder);
      undo.push(() => world.engine.close());
      const id = await world.sale();
      await world.terminal.insertCard();
      later.fill();
      await world.terminal.finish(approved);
      await world.clock.advance(30_000);
      expect(world.platform.calls).toEqual(['authorize']);
      later.free();
      await world.clock.advance(1_000);
      expect(world.engine.get(id)).toMatchObject({ state: 'captured', capturedMinor: 1234 });
      expect(world.platform.transfers.size).toBe(1);
      for (const line of readFileSync(`${world.path}.recovery-log`, 'utf8').trim().split('\n')) {
        expect(line).toMatch(/^\S+Z (authorize|capture) attempt-1 tillbridge-attempt-1 1234 USD sale practice/);
      }
    },
  );

  test.runIf(canMount)('a new record after a half-written recovery record is on a separate line', () => {
    const torn = smallDisk(256);
    undo.push(() => torn.remove());
    const path = join(torn.folder, 'journal.sqlite');
    const file = recoveryLogOf(path);
    const log = openRecoveryLog(path);
    undo.push(() => log.close());
    const record = {
      key: 'key',
      what: 'authorize',
      kind: 'sale',
      amountMinor: 1,
      currency: 'USD',
      terminal: 'practice',
    };
    let appended = 0;
    const append = (): void => log.append({ ...record, at: NOW + appended, attempt: `attempt-${(appended += 1)}` });
    // Fills the file almost to the end of a page, so that the next line begins on this page and needs another.
    while (statSync(file).size % 4096 < 4096 - 60) append();
    torn.fill();
    const before = statSync(file).size;
    expect(append).toThrow(/JRNL_UNWRITABLE/);
    expect(statSync(file).size).toBeGreaterThan(before);
    torn.free();
    append();
    const kept = readRecoveryLog(path, 0).map(({ attempt }) => attempt);
    expect(kept).toHaveLength(appended - 1);
    expect(kept.at(-1)).toBe(`attempt-${appended}`);
  });

  test.runIf(canMount)(
    'a payment is captured after a power failure, because its record says that the card had completed',
    async () => {
      const lost = smallDisk(768);
      undo.push(() => lost.remove());
      const world = new World(lost.folder);
      undo.push(() => world.engine.close());
      const id = await world.sale();
      await world.terminal.insertCard();
      lost.fill();
      await world.terminal.finish(approved);
      expect(world.platform.heldMinor).toBe(1234);
      lost.free();
      await world.crash();
      await world.clock.advance(10_000);
      expect(world.state(id)).toBe('captured');
      expect(world.platform.heldMinor).toBe(0);
      expect(world.platform.capturedMinor).toBe(1234);
    },
  );

  test.skipIf(process.platform === 'win32')(
    'a limit of the process (RLIMIT_FSIZE) refuses an entry and leaves every earlier entry complete',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'tillbridge-limit-'));
      undo.push(() => rmSync(folder, { recursive: true, force: true }));
      const path = join(folder, 'journal.sqlite');
      const program = `
      import { openJournal } from ${JSON.stringify(join(process.cwd(), 'electron/host/journal/index.ts'))};
      process.on('SIGXFSZ', () => {});
      const journal = openJournal({ path: ${JSON.stringify(path)}, clean: (t) => t });
      let count = 0;
      try {
        for (; count < 100_000; count += 1)
          journal.append({ id: 'a' + count, startedAt: count, isOpen: false, watchUntil: null }, { type: 'begin', at: count });
      } catch (error) { console.log(JSON.stringify({ code: error.code, count })); }
      process.exit(0);`;
      const said = await output('sh', [
        '-c',
        `ulimit -f 1024; exec "$0" --disable-warning=ExperimentalWarning --input-type=module -e "$1"`,
        process.execPath,
        program,
      ]);
      const { code, count } = JSON.parse(said) as { code: string; count: number };
      expect(code).toBe('JRNL_UNWRITABLE');
      expect(count).toBeGreaterThan(0);
      const journal = openJournal({ path, clean });
      undo.push(() => journal.close());
      expect(journal.recent(100_000)).toHaveLength(count);
    },
  );
});

describe('a journal on a read-only disk', () => {
  test.runIf(canLock)(
    'is refused by name with and without an existing journal; opens when the disk is writable again',
    () => {
      const disk = lockableDisk();
      undo.push(() => disk.remove());
      const path = join(disk.folder, 'journal.sqlite');
      disk.setReadOnly(true);
      expect(() => openIt(path)).toThrow(/JRNL_UNWRITABLE/);
      disk.setReadOnly(false);
      openIt(path).journal.close();
      disk.setReadOnly(true);
      expect(() => openIt(path)).toThrow(/JRNL_UNWRITABLE/);
      expect(() => openIt(path, true)).toThrow(/JRNL_UNWRITABLE/);
      disk.setReadOnly(false);
      openIt(path).journal.close();
      expect(readdirSync(disk.folder).filter((name) => name.includes('damaged'))).toEqual([]);
    },
  );
});

describe('a damaged journal', () => {
  const damages: [string, (path: string) => void][] = [
    ['header overwritten', (path) => overwrite(path, (bytes) => bytes.fill(0xff, 0, 100))],
    ['cut in the middle', (path) => truncateSync(path, 4096 * 3 + 100)],
    ['not a database at all', (path) => writeFileSync(path, 'power failure '.repeat(1_000))],
    ['schema page overwritten', (path) => overwrite(path, (bytes) => bytes.fill(0x5a, 100, 4_000))],
  ];
  test.each(damages)(
    '%s: the file is quarantined unchanged, a new journal begins, and the recovery log stays',
    (_name, damage) => {
      const path = written(200);
      const log = readFileSync(`${path}.recovery-log`, 'utf8');
      damage(path);
      const bytes = readFileSync(path);
      const { journal, quarantined } = opened(path);
      expect(quarantined).toMatchObject({
        at: NOW + 3_600_000,
        file: expect.stringMatching(/^journal\.sqlite\.damaged-/),
      });
      expect(readFileSync(join(dirname(path), quarantined?.file ?? ''))).toEqual(bytes);
      expect(journal.recent(5)).toEqual([]);
      expect(readFileSync(`${path}.recovery-log`, 'utf8')).toBe(log);
      journal.append({ id: 'new', startedAt: NOW, isOpen: false, watchUntil: null }, { type: 'begin', at: NOW });
      expect(journal.recent(5)).toEqual(['new']);
    },
  );

  /** Both bytes of the amount in the first entry's text: the page stays valid for SQLite. */
  const flipDigit = (bytes: Buffer): void => {
    const at = bytes.indexOf('"amountMinor":1234');
    expect(at).toBeGreaterThan(0);
    bytes[at + '"amountMinor":'.length] = 0x39;
  };

  test('a flipped digit of an amount never gives a wrong amount; the next start sets the journal aside', () => {
    const path = written(3);
    overwrite(path, flipDigit);
    const first = openIt(path); // the pages are valid for SQLite
    expect(() => first.journal.recent(9).map((id) => first.journal.entries(id))).toThrow(/JRNL_CORRUPT/);
    first.journal.close();
    const { journal, quarantined } = opened(path);
    expect(quarantined).not.toBeNull();
    expect(journal.recent(9)).toEqual([]);
  });

  test('an overwritten page in the middle is found by the next read or write there, and by the next start', () => {
    const path = written(400);
    overwrite(path, (bytes) => {
      // The first pages hold the schema: damage there is found before anything is read.
      const pages = bytes.length / 4096;
      bytes.fill(0xa5, 4096 * Math.floor(pages / 2), 4096 * Math.floor(pages));
    });
    let caught: unknown;
    try {
      const first = openIt(path);
      undo.push(() => first.journal.close());
      for (const id of first.journal.recent(9_999)) first.journal.entries(id);
      first.journal.append({ id: 'x', startedAt: NOW, isOpen: false, watchUntil: null }, { type: 'begin', at: NOW });
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ code: 'JRNL_CORRUPT' });
    undo.pop()?.();
    expect(opened(path).quarantined).not.toBeNull();
  });

  test('is refused by name at a counter without a recovery log; a kiosk continues', () => {
    const path = written(3, false);
    overwrite(path, (bytes) => bytes.fill(0, 0, 100));
    expect(() => openIt(path)).toThrow(/JRNL_CORRUPT/);
    expect(readdirSync(dirname(path)).filter((name) => name.includes('damaged'))).toEqual([]);
    expect(opened(path, true).quarantined).not.toBeNull();
  });

  test('keeps its write-ahead log out of the new journal', () => {
    const path = written(50);
    const copy = `${path}.copy`;
    const journal = openJournal({ path, clean });
    journal.append({ id: 'in-the-log', startedAt: NOW, isOpen: true, watchUntil: null }, { type: 'begin', at: NOW });
    copyFileSync(`${path}-wal`, copy); // as a killed process leaves it
    journal.close();
    renameSync(copy, `${path}-wal`);
    // The log's own frames are damaged as well; otherwise it would repair the first page.
    overwrite(`${path}-wal`, (bytes) => bytes.fill(0x11, 32 + 24));
    overwrite(path, (bytes) => bytes.fill(0x11, 0, 100));
    const { journal: fresh, quarantined } = opened(path);
    expect(quarantined).not.toBeNull();
    expect(fresh.recent(9)).toEqual([]);
    expect(readFileSync(`${path}-wal`).includes('in-the-log')).toBe(false);
  });

  test('is reported at each start until the manager removes the file', () => {
    const path = written(3);
    writeFileSync(path, 'x'.repeat(5_000));
    const first = openIt(path);
    first.journal.close();
    const second = openIt(path);
    second.journal.close();
    expect(second.quarantined?.file).toBe(first.quarantined?.file);
    rmSync(join(dirname(path), first.quarantined?.file ?? ''));
    expect(opened(path).quarantined).toBeNull();
  });
});

describe('a journal held by another process', () => {
  test('is refused by name without quarantine, even with a damaged header, until that process has ended', async () => {
    const path = written(3);
    const holder = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        '-e',
        `const { DatabaseSync } = require('node:sqlite');
         const db = new DatabaseSync(${JSON.stringify(path)});
         db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT; BEGIN EXCLUSIVE');
         console.log('held'); setInterval(() => {}, 1000);`,
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const ended = new Promise((exit) => holder.once('exit', exit));
    undo.push(() => holder.kill('SIGKILL'));
    await Promise.race([new Promise((held) => holder.stdout.once('data', held)), ended]);
    expect(() => openIt(path, true)).toThrow(/JRNL_IN_USE/);
    expect(readdirSync(dirname(path)).filter((name) => name.includes('damaged'))).toEqual([]);
    holder.kill('SIGKILL');
    await ended;
    expect(opened(path).journal.recent(9)).toHaveLength(3);
  });
});

describe('a journal of a newer version', () => {
  test('is refused by name with its version, and no byte is changed', () => {
    const path = written(3);
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 99');
    db.close();
    const bytes = readFileSync(path);
    for (const isKiosk of [false, true]) {
      expect(() => openIt(path, isKiosk)).toThrow(
        expect.objectContaining({ code: 'JRNL_NEWER', context: expect.objectContaining({ version: 99 }) }),
      );
    }
    expect(readFileSync(path)).toEqual(bytes);
    expect(readdirSync(dirname(path)).filter((name) => name.includes('damaged'))).toEqual([]);
  });
});

describe('a lost journal', () => {
  // Windows does not delete an open file.
  test.skipIf(process.platform === 'win32')(
    'declines the card and sends nothing if the journal was deleted during the run',
    async () => {
      const world = new World();
      undo.push(() => world.close());
      await world.sale();
      for (const name of readdirSync(dirname(world.path))) {
        if (name.startsWith(basename(world.path)) && !name.endsWith('.recovery-log'))
          rmSync(join(dirname(world.path), name));
      }
      await world.terminal.insertCard();
      await world.clock.advance(5_000);
      expect(world.platform.calls).toEqual([]);
      expect(world.terminal.answers).toEqual([{ isApproved: false, authorizationResponseCode: '05' }]);
      expect(world.journalSaid).toEqual(['JRNL_UNWRITABLE']);
      expect(() =>
        world.journal.append({ id: 'x', startedAt: 0, isOpen: false, watchUntil: null }, { type: 'begin', at: 0 }),
      ).toThrow(expect.objectContaining({ context: expect.objectContaining({ reason: 'gone' }) }));
    },
  );

  test('begins a new journal at the next start if the journal was deleted between two runs', () => {
    const path = written(3);
    for (const part of ['', '-wal', '-shm']) rmSync(`${path}${part}`, { force: true });
    expect(opened(path).journal.recent(9)).toEqual([]);
    expect(readFileSync(`${path}.recovery-log`, 'utf8').split('\n')).toHaveLength(4); // one line for each payment to query
  });
});

function request(id: string) {
  return { ...chargeDefaults, id, amountMinor: 1, currency: 'USD', terminal: 'practice', cardTimeoutMs: 60_000 };
}

/** Standard output of a program that ends by itself. */
async function output(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await new Promise((ended) => child.once('exit', ended));
  return text;
}
