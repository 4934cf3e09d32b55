/**
 * An attacker with the till's own account rewrites the audit log: random changes to the database file of a stopped
 * till, in every way that SQLite offers. Every change is found, except a truncated end that is newer than the last
 * anchor. `TILLBRIDGE_TAMPERINGS` sets the number of changes (test:full: 5,000).
 *
 * @module-tag full-tampering
 */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditRow } from '../../electron/contract/index.ts';
import { auditHash, auditRowColumns, auditRowOf } from '../../electron/host/journal/audit-chain.ts';
import { openJournal, type AuditEntry, type JournalFile } from '../../electron/host/journal/index.ts';
import { Random } from '../fuzz/random.ts';

const RUNS = Number(process.env['TILLBRIDGE_TAMPERINGS'] ?? 200);
const ROWS = 40;
const clean = (text: string): string => text;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-tampering-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const entry = (index: number): AuditEntry => ({
  at: Date.UTC(2026, 0, 5, 9, index),
  operator: ['Mo', 'Ada', 'J. Ruiz'][index % 3] ?? '',
  role: 'manager',
  action: ['refund', 'reverse', 'wrong-pin', 'right-pin'][index % 4] ?? '',
  attempt: index % 2 === 0 ? `attempt-${index}` : null,
  data: { amountMinor: 100 * index, reason: 'it was cold' },
});

/** Whole number in 0..`below` - 1. */
type Draw = (below: number) => number;

const triggers = ['audit_stays', 'audit_remains', 'audit_follows'];

/** Runs an attack without the triggers, which are restored if `isTidy`. */
function withoutTriggers(db: DatabaseSync, isTidy: boolean, task: () => void): void {
  const sql = db.prepare("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit'").all();
  for (const name of triggers) db.exec(`DROP TRIGGER ${name}`);
  task();
  if (isTidy) for (const one of sql) db.exec(String(one['sql']));
}

const rowsOf = (db: DatabaseSync): AuditRow[] =>
  db.prepare(`SELECT ${auditRowColumns} FROM audit ORDER BY seq`).all().map(auditRowOf);

const insert = `(${auditRowColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const valuesOf = (row: AuditRow): SQLInputValue[] => [
  row.seq,
  row.form,
  row.at,
  row.operator,
  row.role,
  row.action,
  row.attempt,
  row.data,
  row.before,
  row.hash,
];

/** Replaces all rows; with `isChained` every hash is recomputed, as by an expert. */
function put(db: DatabaseSync, rows: readonly AuditRow[], { isNumbered = false, isChained = false } = {}): void {
  db.exec('DELETE FROM audit');
  const statement = db.prepare(`INSERT INTO audit ${insert}`);
  let before = rows[0]?.before ?? '';
  for (const [index, one] of rows.entries()) {
    const row = { ...one, seq: isNumbered ? index + 1 : one.seq };
    if (isChained) {
      row.before = before;
      row.hash = auditHash(row);
      before = row.hash;
    }
    statement.run(...valuesOf(row));
  }
}

const changes: readonly ((row: AuditRow) => AuditRow)[] = [
  (row) => ({ ...row, operator: 'Eve' }),
  (row) => ({ ...row, data: row.data.replace('00', '05') + ' ' }),
  (row) => ({ ...row, at: '2026-01-04T00:00:00.000Z' }),
  (row) => ({ ...row, action: 'nothing' }),
  (row) => ({ ...row, attempt: 'another' }),
  (row) => ({ ...row, form: 1 - row.form }),
  (row) => ({ ...row, hash: 'f'.repeat(64) }),
  (row) => ({ ...row, before: 'f'.repeat(64) }),
  // The row's hash is recomputed, so that only the next row or the anchor reveals the change.
  (row) => ({ ...row, operator: 'Eve', hash: auditHash({ ...row, operator: 'Eve' }) }),
];

interface Attack {
  name: string;
  /** Acceptable findings after this attack. */
  how: readonly string[];
  run: (db: DatabaseSync, random: Draw) => void;
}

const tidy = (
  name: string,
  how: readonly string[],
  change: (rows: AuditRow[], random: Draw) => AuditRow[],
  options = {},
): Attack => ({
  name,
  how,
  run: (db, random) => withoutTriggers(db, true, () => put(db, change(rowsOf(db), random), options)),
});

const without = (rows: readonly AuditRow[], from: number, count: number): AuditRow[] =>
  rows.filter((_, index) => index < from || index >= from + count);

const attacks: readonly Attack[] = [
  tidy('a row changed', ['changed', 'inserted', 'removed'], (rows, random) => {
    const [at, change] = [random(rows.length), changes[random(changes.length)]];
    return rows.map((row, index) => (index === at && change ? change(row) : row));
  }),
  tidy(
    'a row changed, and every hash after it made anew',
    ['changed'],
    (rows, random) => {
      const at = random(rows.length);
      return rows.map((row, index) => (index === at ? { ...row, operator: 'Eve' } : row));
    },
    { isChained: true },
  ),
  tidy('rows removed', ['removed', 'changed'], (rows, random) => without(rows, random(rows.length - 4), 1 + random(3))),
  tidy(
    'rows removed, the others numbered anew',
    ['removed', 'changed'],
    (rows, random) => without(rows, random(rows.length - 4), 1 + random(3)),
    { isNumbered: true },
  ),
  tidy(
    'rows removed, numbers and hashes made anew',
    ['truncated'],
    (rows, random) => without(rows, random(rows.length - 4), 1 + random(3)),
    { isNumbered: true, isChained: true },
  ),
  tidy(
    'a row inserted',
    ['inserted'],
    (rows, random) => {
      const at = random(rows.length - 1);
      const one = { ...rows[at]!, operator: 'Eve', before: rows[at]!.hash };
      return [...rows.slice(0, at + 1), { ...one, hash: auditHash(one) }, ...rows.slice(at + 1)];
    },
    { isNumbered: true },
  ),
  tidy(
    'a copy of a row inserted',
    ['inserted'],
    (rows, random) => {
      const [at, from] = [random(rows.length - 1), random(rows.length)];
      return [...rows.slice(0, at + 1), rows[from]!, ...rows.slice(at + 1)];
    },
    { isNumbered: true },
  ),
  tidy(
    'rows in another order',
    ['reordered', 'inserted', 'removed'],
    (rows, random) => {
      const from = random(rows.length);
      const rest = without(rows, from, 1);
      const to = (from + 1 + random(rest.length)) % rows.length;
      return [...rest.slice(0, to), rows[from]!, ...rest.slice(to)];
    },
    { isNumbered: true },
  ),
  tidy('the end cut off', ['truncated'], (rows, random) => rows.slice(0, rows.length - 1 - random(rows.length))),
  {
    name: 'a trigger dropped',
    how: ['trigger'],
    run: (db, random) => db.exec(`DROP TRIGGER ${triggers[random(3)]}`),
  },
  {
    name: 'a trigger replaced by one that does nothing',
    how: ['trigger'],
    run: (db, random) => {
      const name = triggers[random(3)];
      db.exec(`DROP TRIGGER ${name}; CREATE TRIGGER ${name} BEFORE UPDATE ON audit BEGIN SELECT 1; END`);
    },
  },
  {
    name: 'INSERT OR REPLACE, with the trigger against it dropped',
    how: ['changed'],
    run: (db, random) => {
      const row = rowsOf(db)[random(ROWS)]!;
      const sql = String(db.prepare("SELECT sql FROM sqlite_master WHERE name = 'audit_follows'").get()?.['sql']);
      db.exec('DROP TRIGGER audit_follows');
      db.prepare(`INSERT OR REPLACE INTO audit ${insert}`).run(...valuesOf({ ...row, operator: 'Eve' }));
      db.exec(sql);
    },
  },
];

/** Both copies of a journal's anchor. */
const anchorsOf = (path: string): string[] => [
  `${path}.audit-anchor`,
  join(dirname(path), `audit-anchor.${basename(path)}`),
];

function copyAnchors(from: string, to: string): void {
  for (const [index, anchor] of anchorsOf(from).entries()) copyFileSync(anchor, anchorsOf(to)[index] ?? '');
}

function written(path: string, rows: number): JournalFile {
  const journal = openJournal({ path, clean });
  for (let index = 0; index < rows; index += 1) journal.audit(entry(index));
  return journal;
}

test(`${RUNS} random tamperings are all found and described`, () => {
  const original = join(folder, 'original.sqlite');
  const journal = written(original, ROWS);
  expect(journal.auditLog.check()).toMatchObject({ count: ROWS, anchored: ROWS, findings: [] });
  journal.close();
  const missed: string[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const attack = attacks[run % attacks.length]!;
    const path = join(folder, 'tampered.sqlite');
    copyFileSync(original, path);
    copyAnchors(original, path);
    const db = new DatabaseSync(path);
    const chance = new Random(run);
    db.exec('BEGIN');
    attack.run(db, (below) => chance.below(below));
    db.exec('COMMIT');
    db.close();
    const found = openJournal({ path, clean });
    const { findings } = found.auditLog.check();
    if (!findings.some(({ how }) => attack.how.includes(how)))
      missed.push(`${run} ${attack.name}: ${JSON.stringify(findings)}`);
    // Restarting the till and writing more entries does not hide it.
    if (run % 5 === 0) {
      found.audit(entry(99));
      if (found.auditLog.check().findings.length === 0) missed.push(`${run} ${attack.name}: hidden by the next row`);
    }
    found.close();
  }
  expect(missed).toEqual([]);
}, 900_000);

test.each(['UPDATE audit SET operator = ?', 'DELETE FROM audit WHERE ? IS NOT NULL'])(
  'the database refuses %s',
  (sql) => {
    const path = join(folder, 'refused.sqlite');
    written(path, 3).close();
    const db = new DatabaseSync(path);
    expect(() => db.prepare(sql).run('Eve')).toThrow(/append-only/);
    db.close();
  },
);

test.each(['OR REPLACE', 'OR IGNORE', ''])('INSERT %s over a row, or outside the chain, is refused', (or) => {
  const path = join(folder, `insert-${or}.sqlite`);
  const journal = written(path, 3);
  const before = [...journal.auditLog.rows()];
  journal.close();
  const db = new DatabaseSync(path);
  const statement = db.prepare(`INSERT ${or} INTO audit ${insert}`);
  for (const seq of [1, 3, 4, 9])
    expect(() => statement.run(...valuesOf({ ...before[0]!, seq, operator: 'Eve' }))).toThrow(/append-only/);
  db.close();
  const again = openJournal({ path, clean });
  expect([...again.auditLog.rows()]).toEqual(before);
  again.close();
});

test('tampering that the anchor next to the journal misses is detected by an anchor kept elsewhere', () => {
  const path = join(folder, 'kept.sqlite');
  const journal = written(path, 5);
  const { count, head } = journal.auditLog.check();
  journal.close();
  // The whole log is replaced by a log of other rows, consistent in itself, with a matching anchor.
  rmSync(path);
  for (const anchor of anchorsOf(path)) rmSync(anchor);
  const forged = written(path, 9);
  expect(forged.auditLog.check().findings).toEqual([]);
  const kept = { count, head: head.replace(/./, (digit) => (digit === '0' ? '1' : '0')) };
  expect(forged.auditLog.check([kept]).findings).toMatchObject([{ how: 'changed', row: 5 }]);
  expect(forged.auditLog.check([{ count: 12, head }]).findings).toMatchObject([{ how: 'truncated' }]);
  forged.close();
});

test('rows newer than the last anchor can be cut off unnoticed, and older rows cannot', () => {
  const path = join(folder, 'newer.sqlite');
  const journal = written(path, 5);
  copyAnchors(path, `${path}.at-5`);
  for (let index = 5; index < 8; index += 1) journal.audit(entry(index));
  journal.close();
  // Either copy of the anchor is enough to reveal the attack.
  copyFileSync(`${path}.at-5.audit-anchor`, `${path}.audit-anchor`);
  const half = openJournal({ path, clean });
  expect(half.auditLog.check().findings).toEqual([]);
  half.close();
  const whole = join(folder, 'whole.sqlite');
  copyFileSync(path, whole);
  copyAnchors(path, whole);
  const shorter = new DatabaseSync(whole);
  withoutTriggers(shorter, true, () => shorter.exec('DELETE FROM audit WHERE seq > 5'));
  shorter.close();
  const shown = openJournal({ path: whole, clean });
  expect(shown.auditLog.check().findings).toMatchObject([{ how: 'truncated', row: 5 }]);
  shown.close();
  copyAnchors(`${path}.at-5`, path);
  for (const [left, how] of [
    [8, []],
    [5, []],
    [4, ['truncated']],
  ] as const) {
    const db = new DatabaseSync(path);
    withoutTriggers(db, true, () => db.exec(`DELETE FROM audit WHERE seq > ${left}`));
    db.close();
    const cut = openJournal({ path, clean });
    expect(cut.auditLog.check().findings.map((finding) => finding.how)).toEqual(how);
    cut.close();
  }
});

test('an anchor that is missing, or that has another text, is reported', () => {
  const path = join(folder, 'anchor.sqlite');
  const journal = written(path, 2);
  rmSync(`${path}.audit-anchor`);
  expect(journal.auditLog.check().findings).toMatchObject([{ how: 'anchor' }]);
  writeFileSync(`${path}.audit-anchor`, 'nothing');
  expect(journal.auditLog.check().findings).toMatchObject([{ how: 'anchor' }]);
  journal.close();
});
