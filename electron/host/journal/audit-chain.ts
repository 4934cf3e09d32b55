/**
 * The audit log as a chain: each row carries the SHA-256 of itself and of the row before, so that changing, removing,
 * inserting or moving a row changes every hash after it. The database itself refuses a row that does not continue the
 * chain.
 */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { AuditRow } from '../../contract/index.ts';
import { textOrNull, type Row } from './rows.ts';

/** Hash before the first row. */
export const GENESIS = '0'.repeat(64);

export const auditRowColumns = 'seq, form, at, operator, role, action, attempt, data, before, hash';

export const auditRowOf = (row: Row): AuditRow => ({
  seq: Number(row['seq']),
  form: Number(row['form']),
  at: String(row['at']),
  operator: String(row['operator']),
  role: String(row['role']),
  action: String(row['action']),
  attempt: textOrNull(row['attempt']),
  data: String(row['data']),
  before: String(row['before']),
  hash: String(row['hash']),
});

/** SHA-256, in hex, of a JSON array of the row's content and the hash of the row before. */
export function auditHash(row: Omit<AuditRow, 'seq' | 'hash'>): string {
  const { form, at, operator, role, action, attempt, data, before } = row;
  const content = JSON.stringify([form, at, operator, role, action, attempt, data, before]);
  return createHash('sha256').update(content).digest('hex');
}

const appendOnly = (name: string, when: string): [string, string] => [
  name,
  `CREATE TRIGGER ${name} BEFORE ${when} BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`,
];

/**
 * Triggers by name, as they are in the database. The last trigger also catches INSERT OR REPLACE, which bypasses the
 * trigger for deletion: a new row must have the next number and contain the hash of the newest row.
 */
export const auditTriggers: ReadonlyMap<string, string> = new Map([
  appendOnly('audit_stays', 'UPDATE ON audit'),
  appendOnly('audit_remains', 'DELETE ON audit'),
  appendOnly(
    'audit_follows',
    `INSERT ON audit WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM audit)
     OR NEW.before IS NOT coalesce((SELECT hash FROM audit ORDER BY seq DESC LIMIT 1), '${GENESIS}')`,
  ),
]);

/**
 * Part of a migration: takes rows of earlier versions into the chain, in the form of rows from before there was a
 * chain.
 */
export function chainAuditLog(db: DatabaseSync): void {
  db.exec(`DROP TRIGGER audit_stays; DROP TRIGGER audit_remains;
     ALTER TABLE audit ADD COLUMN form INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE audit ADD COLUMN before TEXT NOT NULL DEFAULT '';
     ALTER TABLE audit ADD COLUMN hash TEXT NOT NULL DEFAULT '';
     -- Rows from which lock-outs are counted.
     CREATE INDEX audit_pins ON audit (seq) WHERE action IN ('wrong-pin', 'right-pin');`);
  const update = db.prepare('UPDATE audit SET before = ?, hash = ? WHERE seq = ?');
  let before = GENESIS;
  for (const found of db.prepare(`SELECT ${auditRowColumns} FROM audit ORDER BY seq`).all()) {
    const row = { ...auditRowOf(found), before };
    const hash = auditHash(row);
    update.run(before, hash, row.seq);
    before = hash;
  }
  for (const trigger of auditTriggers.values()) db.exec(trigger);
}
