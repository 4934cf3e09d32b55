/** The audit log across versions and runs: one chain over all of it, with an anchor from its first row on. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { GENESIS } from '../../../../electron/host/journal/audit-chain.ts';
import { openJournal, openOrBegin, type AuditEntry } from '../../../../electron/host/journal/index.ts';
import { writeVersion1 } from './version-1.ts';
import { temporaryFolder } from '../../../fixtures/folder.ts';

const clean = (text: string): string => text;
const entry = (action: string): AuditEntry => ({
  at: 0,
  operator: 'Mo',
  role: 'manager',
  action,
  attempt: null,
  data: {},
});

let folder: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder('tillbridge-audit-');
  path = join(folder, 'journal.sqlite');
});

/** A journal as the version before the chain left it, with two rows in its audit log. */
function writeUnchained(): void {
  writeVersion1(path, 0);
  openJournal({ path, clean }).close();
  const db = new DatabaseSync(path);
  db.exec(`DROP TABLE audit;
    CREATE TABLE audit (seq INTEGER PRIMARY KEY, at TEXT NOT NULL, operator TEXT NOT NULL, role TEXT NOT NULL,
      action TEXT NOT NULL, attempt TEXT, data TEXT NOT NULL) STRICT;
    CREATE TRIGGER audit_stays BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
    CREATE TRIGGER audit_remains BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
    INSERT INTO audit VALUES (1, '2025-01-01T00:00:00.000Z', 'Mo', 'manager', 'refund', NULL, '{"amountMinor":5}');
    INSERT INTO audit VALUES (2, '2025-01-02T00:00:00.000Z', 'Eve', 'unknown', 'wrong-pin', NULL, '{"tries":1}');
    DROP TABLE platform_record;
    PRAGMA user_version = 10;`);
  db.close();
}

test('the chain takes earlier rows in and marks them; new rows continue it', () => {
  writeUnchained();
  const journal = openJournal({ path, clean });
  expect(journal.auditLog.check()).toMatchObject({ count: 2, anchored: 0, findings: [] });
  journal.audit(entry('reverse'));
  const rows = [...journal.auditLog.rows()];
  expect(rows.map(({ form, operator }) => [form, operator])).toEqual([
    [0, 'Mo'],
    [0, 'Eve'],
    [1, 'Mo'],
  ]);
  expect(rows.map(({ before }) => before)).toEqual([GENESIS, rows[0]?.hash, rows[1]?.hash]);
  expect(journal.auditLog.check()).toMatchObject({ count: 3, anchored: 3, head: rows[2]?.hash, findings: [] });
  expect(journal.audited(9)).toMatchObject([
    { action: 'reverse' },
    { action: 'wrong-pin' },
    { data: { amountMinor: 5 } },
  ]);
  journal.close();
  // A row from before the chain is guarded from then on like any other.
  const db = new DatabaseSync(path);
  db.exec("DROP TRIGGER audit_stays; UPDATE audit SET operator = 'Mo' WHERE seq = 2");
  db.close();
  const again = openJournal({ path, clean });
  expect(again.auditLog.check().findings).toMatchObject([{ how: 'changed', row: 2 }, { how: 'trigger' }]);
  again.close();
});

test('an empty log is intact, and each row is anchored as it is written, across restarts too', () => {
  for (let run = 0; run < 3; run += 1) {
    const journal = openJournal({ path, clean });
    expect(journal.auditLog.check()).toMatchObject({ count: run * 2, anchored: run * 2, findings: [] });
    journal.audit(entry('refund'));
    expect(journal.auditLog.check()).toMatchObject({ anchored: run * 2 + 1, findings: [] });
    journal.audit(entry('reverse'));
    journal.close();
  }
});

test('the audit log refuses an act whose anchor cannot be written', () => {
  const journal = openJournal({ path, clean });
  journal.audit(entry('refund'));
  rmSync(`${path}.audit-anchor`);
  mkdirSync(`${path}.audit-anchor`);
  expect(() => journal.audit(entry('refund'))).toThrow(/JRNL_UNWRITABLE/);
  journal.close();
});

test('a damaged journal keeps its anchor, and the new log records the length of the old log', () => {
  const journal = openJournal({ path, clean });
  journal.audit(entry('refund'));
  const { count, head } = journal.auditLog.check();
  journal.close();
  writeFileSync(path, 'not a database at all, whatever it was'.repeat(200));
  const begun = openOrBegin({ path, clean, isKiosk: true, now: () => 0 });
  const file = begun.quarantined?.file ?? '';
  expect(existsSync(join(folder, `${file}.audit-anchor`))).toBe(true);
  // The loss is reported even before the new log has a row.
  const what = expect.stringContaining(`a log of 1 rows was kept as ${file}`);
  expect(begun.journal.auditLog.check()).toMatchObject({ count: 0, findings: [{ how: 'lost', row: null, what }] });
  begun.journal.audit(entry('refund'));
  expect([...begun.journal.auditLog.rows()].map(({ action, data }) => [action, data])).toEqual([
    ['audit-set-aside', JSON.stringify({ file, count, head })],
    ['refund', '{}'],
  ]);
  expect(begun.journal.auditLog.check()).toMatchObject({
    count: 2,
    anchored: 2,
    findings: [{ how: 'lost', row: 1, what }],
  });
  begun.journal.close();
  // The row stays even if the file is removed, and a later run writes no second row.
  for (const name of readdirSync(folder)) if (name.includes('.damaged-')) rmSync(join(folder, name));
  const later = openJournal({ path, clean });
  later.audit(entry('refund'));
  expect(later.auditLog.check()).toMatchObject({ count: 3, findings: [{ how: 'lost', row: 1, what }] });
  later.close();
});

test('the second anchor shows that journal and anchor were lost or replaced by an older copy', () => {
  const written = openJournal({ path, clean });
  written.audit(entry('refund'));
  written.close();
  for (const name of ['', '.audit-anchor']) copyFileSync(path + name, `${folder}/older${name}`);
  const more = openJournal({ path, clean });
  for (let row = 0; row < 2; row += 1) more.audit(entry('reverse'));
  more.close();
  const lost = (rows: number) => [
    { how: 'truncated', what: expect.stringContaining(`the log had 3 rows; ${rows} are missing`) },
  ];
  for (const [name, kept] of [
    ['older', 1],
    [null, 0],
  ] as const) {
    for (const file of readdirSync(folder)) if (file.startsWith('journal.sqlite')) rmSync(join(folder, file));
    for (const part of name === null ? [] : ['', '.audit-anchor'])
      copyFileSync(`${folder}/${name}${part}`, path + part);
    const found = openJournal({ path, clean });
    expect(found.auditLog.check()).toMatchObject({ count: kept, findings: lost(3 - kept) });
    found.close();
  }
  // The next log records the finding.
  const again = openJournal({ path, clean });
  again.audit(entry('refund'));
  expect(again.auditLog.check()).toMatchObject({ count: 2, anchored: 2, findings: [{ how: 'noted', row: 1 }] });
  again.close();
});

test('the audit log keeps the newest rows in the list despite three hundred sign-ins and seals of the journal', () => {
  const journal = openJournal({ path, clean });
  journal.audit({ ...entry('reverse'), operator: 'Anna' });
  journal.audit(entry('settings'));
  for (let time = 0; time < 300; time += 1) {
    for (const action of ['sign-in', 'sign-out'])
      journal.audit({ ...entry(action), operator: ['Kim', 'Lou'][time % 2] ?? '' });
    if (time % 100 === 0)
      journal.append({ id: 'A-1', startedAt: 0, isOpen: false, watchUntil: null }, { type: 'begin', at: 0 });
    if (time % 100 === 0) journal.auditLog.seal(0, 1);
  }
  const shown = (limit: number) => journal.audited(limit).map(({ action, operator }) => `${action} ${operator}`);
  expect(shown(500)).toEqual([
    'sign-out Lou',
    'sign-in Lou',
    'sign-out Kim',
    'sign-in Kim',
    'settings Mo',
    'reverse Anna',
  ]);
  expect(shown(2)).toEqual(['sign-out Lou', 'sign-in Lou']);
  expect(journal.auditLog.ofAction('settings', 1)).toMatchObject([{ operator: 'Mo' }]);
  journal.close();
});
