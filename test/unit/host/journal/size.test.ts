/** A journal of years does not slow the start or a look-up (figures at full size: test/bench/journal.ts). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { fillJournal, measureJournal } from '../../../bench/parts/journal-fill.ts';

test('5,000 payments: resumed and listed, looked up one by one, and nothing reads a whole table', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-size-'));
  try {
    const path = join(folder, 'journal.sqlite');
    expect(fillJournal(path, 5_000)).toBeGreaterThan(30_000);
    const { readyMs, resumed, lookUpsMs } = measureJournal(path, 5_000);
    expect(resumed).toBe(20);
    expect(lookUpsMs.length).toBeGreaterThan(300);
    // Generous, for a machine that does ten things at once: a table read whole takes longer at full size.
    expect(readyMs).toBeLessThan(10_000);
    expect(lookUpsMs.toSorted((a, b) => a - b)[Math.floor(lookUpsMs.length / 2)]).toBeLessThan(100);
    const db = new DatabaseSync(path, { readOnly: true });
    for (const [sql, ...values] of [
      ['SELECT at, type, data, crc FROM entry WHERE attempt = ? ORDER BY seq', 'x'],
      ['SELECT id FROM attempt WHERE is_open = 1 ORDER BY started_at'],
      ['SELECT id FROM attempt WHERE watch_until >= ? ORDER BY started_at', '2026'],
      ['SELECT id FROM attempt ORDER BY started_at DESC LIMIT ?', 50],
      ['SELECT 1 FROM attempt WHERE id = ?', 'x'],
    ] as [string, ...(string | number)[]][]) {
      const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values).map((row) => String(row['detail'])); // oxfmt-ignore
      expect(
        plan.filter((step) => step.startsWith('SCAN') && !/USING (COVERING )?INDEX/.test(step)),
        sql,
      ).toEqual([]);
    }
    db.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
