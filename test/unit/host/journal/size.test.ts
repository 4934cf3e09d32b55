/**
 * A journal of years does not slow the start or a look-up: no statement reads a whole table (times:
 * test/bench/journal.ts).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { fillJournal, measureJournal } from '../../../bench/parts/journal-fill.ts';

test('the host resumes, lists and looks up 500 payments without reading a whole table', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-size-'));
  try {
    const path = join(folder, 'journal.sqlite');
    expect(fillJournal(path, 500)).toBeGreaterThan(3_000);
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
    const { resumed, lookUpsMs } = measureJournal(path, 500);
    const statements = new Set(prepare.mock.calls.map(([sql]) => sql));
    prepare.mockRestore();
    expect(resumed).toBe(20);
    expect(lookUpsMs.length).toBeGreaterThan(300);
    const db = new DatabaseSync(path, { readOnly: true });
    const plans = [...statements]
      .filter((sql) => /^\s*(?:SELECT|WITH|UPDATE|DELETE)\b/i.test(sql))
      .map((sql) => ({
        sql,
        steps: db
          .prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .all()
          .map((row) => String(row['detail'])),
      }));
    // The plans include at least the statements that list payments, read a payment, and find the unfinished payments.
    expect(plans.length).toBeGreaterThan(4);
    // The audit log grows with manual acts rather than payments; a start reads all of it.
    const isWhole = (sql: string, step: string): boolean =>
      /^SCAN (?!audit$|sqlite_master$)/.test(step) && !(step.includes(' USING ') && /\bLIMIT\b/.test(sql));
    expect(plans.filter(({ sql, steps }) => steps.some((step) => isWhole(sql, step)))).toEqual([]);
    db.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
