/** The audit log across versions and runs: one chain over all of it, with an anchor from its first row on. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GENESIS } from '../../../../electron/host/journal/audit-chain.ts';
import { openJournal, openOrBegin, type AuditEntry } from '../../../../electron/host/journal/index.ts';
import { writeVersion1 } from './version-1.ts';

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
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-audit-'));
  path = join(folder, 'journal.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

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
    PRAGMA user_version = 10;`);
  db.close();
}

test('rows of before the chain are taken into it, and say so; what follows continues it', () => {
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
  // A row of before the chain is guarded from then on like any other.
  const db = new DatabaseSync(path);
  db.exec("DROP TRIGGER audit_stays; UPDATE audit SET operator = 'Mo' WHERE seq = 2");
  db.close();
  const again = openJournal({ path, clean });
  expect(again.auditLog.check().findings).toMatchObject([{ how: 'changed', row: 2 }, { how: 'trigger' }]);
  again.close();
});

test('an empty log is whole; each row is anchored as it is written, over restarts too', () => {
  for (let run = 0; run < 3; run += 1) {
    const journal = openJournal({ path, clean });
    expect(journal.auditLog.check()).toMatchObject({ count: run * 2, anchored: run * 2, findings: [] });
    journal.audit(entry('refund'));
    expect(journal.auditLog.check()).toMatchObject({ anchored: run * 2 + 1, findings: [] });
    journal.audit(entry('reverse'));
    journal.close();
  }
});

test('an act whose anchor cannot be written is not to be done', () => {
  const journal = openJournal({ path, clean });
  journal.audit(entry('refund'));
  rmSync(`${path}.audit-anchor`);
  mkdirSync(`${path}.audit-anchor`);
  expect(() => journal.audit(entry('refund'))).toThrow(/JRNL_UNWRITABLE/);
  journal.close();
});

test('a damaged journal takes its anchor with it, and the new log begins by itself', () => {
  const journal = openJournal({ path, clean });
  journal.audit(entry('refund'));
  journal.close();
  writeFileSync(path, 'not a database at all, whatever it was'.repeat(200));
  const begun = openOrBegin({ path, clean, isKiosk: true, now: () => 0 });
  expect(begun.quarantined).not.toBeNull();
  expect(existsSync(join(folder, `${begun.quarantined?.file}.audit-anchor`))).toBe(true);
  begun.journal.audit(entry('refund'));
  expect(begun.journal.auditLog.check()).toMatchObject({ count: 1, anchored: 1, findings: [] });
  begun.journal.close();
});
