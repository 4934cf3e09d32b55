import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { JournalDatabase } from '../../../../electron/host/journal/database.ts';
import { EntryTable, paymentShape } from '../../../../electron/host/journal/entry-table.ts';
import { openJournal } from '../../../../electron/host/journal/index.ts';

const fresh = (): string => join(mkdtempSync(join(tmpdir(), 'tillbridge-journal-')), 'journal.sqlite');
const clean = (text: string): string => text;
const row = { id: 'attempt-1', startedAt: Date.UTC(2026, 0, 1), isOpen: true, watchUntil: null };

describe('journal', () => {
  test('returns appended entries, in order, after a new start', () => {
    const path = fresh();
    const journal = openJournal({ path, clean });
    journal.append(row, { type: 'begin', at: 1_000, intent: { amountMinor: 5 } });
    journal.append({ ...row, isOpen: false }, { type: 'restarted', at: 2_000 });
    journal.close();
    const again = openJournal({ path, clean });
    expect(again.entries('attempt-1')).toEqual([
      { type: 'begin', at: 1_000, intent: { amountMinor: 5 } },
      { type: 'restarted', at: 2_000 },
    ]);
    expect(again.open()).toEqual([]);
    expect(again.recent(5)).toEqual(['attempt-1']);
    again.close();
  });

  test('runs with WAL, and waits for the disk with every entry except those that may be lost, refused or not', () => {
    const db = new JournalDatabase({ path: fresh(), clean });
    const table = new EntryTable(db, paymentShape);
    const seen: unknown[] = [];
    const see = (): void => void seen.push(...Object.values(db.get('PRAGMA synchronous') ?? {}));
    const refuse = (): never => {
      throw new Error('refused');
    };
    table.append(row, { type: 'begin', at: 1_000 }, false, see);
    table.append(row, { type: 'terminal-started', at: 2_000 }, true, see);
    see();
    expect(() => table.append(row, { type: 'terminal-started', at: 3_000 }, true, refuse)).toThrow(/JRNL_UNWRITABLE/);
    see();
    const [normal, full] = [1, 2];
    expect(seen).toEqual([full, normal, full, full]);
    expect(db.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    db.close();
  });

  test('copies the write-ahead log to the database when the last payment has ended, never during a payment', () => {
    const path = fresh();
    const journal = openJournal({ path, clean });
    const isInDatabase = (words: string): boolean => readFileSync(path).includes(words);
    for (let nth = 0; nth < 200; nth += 1) journal.append(row, { type: 'begin', at: 1_000, note: 'of a sale' });
    expect(isInDatabase('of a sale')).toBe(false);
    journal.append({ ...row, id: 'attempt-2', isOpen: false }, { type: 'begin', at: 1_000 });
    expect(isInDatabase('of a sale')).toBe(false);
    journal.append({ ...row, isOpen: false }, { type: 'transfer', at: 1_000 });
    expect(isInDatabase('of a sale')).toBe(true);
    journal.close();
  });

  test('refuses a second process with JRNL_IN_USE; the kernel frees the lock when the first is killed', async () => {
    const path = fresh();
    const holder = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        '--input-type=module',
        '-e',
        `import { openJournal } from ${JSON.stringify(pathToFileURL('electron/host/journal/index.ts').href)};
         globalThis.kept = openJournal({ path: ${JSON.stringify(path)}, clean: (t) => t }); console.log('held'); setInterval(() => {}, 1000);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await new Promise((held) => holder.stdout.once('data', held));
    expect(() => openJournal({ path, clean })).toThrow(/JRNL_IN_USE/);
    const gone = new Promise((exit) => holder.once('exit', exit));
    holder.kill('SIGKILL');
    await gone;
    openJournal({ path, clean }).close();
  });

  test('refuses a damaged file and a file of a newer version by name and leaves both alone', () => {
    const damaged = fresh();
    writeFileSync(damaged, 'this is no database, and long enough to be looked at as one '.repeat(20));
    expect(() => openJournal({ path: damaged, clean })).toThrow(/JRNL_CORRUPT/);
    const newer = fresh();
    const db = new DatabaseSync(newer);
    db.exec('PRAGMA user_version = 99');
    db.close();
    expect(() => openJournal({ path: newer, clean })).toThrow(/JRNL_NEWER/);
  });

  test('writes no text that the sink removes', () => {
    const path = fresh();
    const journal = openJournal({ path, clean: (text) => text.replaceAll('4111111111111111', '[card]') });
    journal.append(row, { type: 'begin', at: 1_000, note: 'card 4111111111111111' });
    journal.keepUnmatched({ at: 1_000, attempt: null, what: '4111111111111111' });
    journal.close();
    expect(readFileSync(path).includes('4111111111111111')).toBe(false);
  });

  test('writes the recovery log as plain lines next to the database', () => {
    const path = fresh();
    const journal = openJournal({ path, clean });
    journal.recoveryLog.append({
      at: 0,
      attempt: 'attempt-1',
      key: 'key-1',
      what: 'authorize',
      amountMinor: 1234,
      currency: 'USD',
      kind: 'sale',
      terminal: 'tcp:127.0.0.1:9001',
    });
    journal.close();
    expect(readFileSync(`${path}.recovery-log`, 'utf8')).toBe(
      '1970-01-01T00:00:00.000Z authorize attempt-1 key-1 1234 USD sale tcp%3A127.0.0.1%3A9001\n',
    );
  });
});
