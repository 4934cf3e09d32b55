/** Frequent queries read only their results instead of years of payments: SQLite's own plan contains the index. */
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openJournal } from '../../../../electron/host/journal/index.ts';
import { temporaryFolder } from '../../../fixtures/folder.ts';

let folder: string;
let asked: string[];

beforeEach(() => {
  folder = temporaryFolder('tillbridge-plan-');
  asked = [];
  const { prepare } = DatabaseSync.prototype;
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql): StatementSync {
    asked.push(sql);
    return prepare.call(this, sql);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

it('the journal uses an index for watched payments, changes of today, and the next payments to index', () => {
  const path = join(folder, 'journal.sqlite');
  const journal = openJournal({ path, clean: (text) => text });
  asked.length = 0;
  journal.watched(0);
  journal.payLinks.watched(0);
  journal.activeBetween(0, 1);
  journal.payLinks.activeBetween(0, 1);
  journal.finder.unindexed(25);
  const queries = asked.filter((sql) => sql.includes('started_at'));
  journal.close();
  vi.restoreAllMocks();
  const db = new DatabaseSync(path);
  const plans = queries.map((sql) => {
    const values = Array.from(
      { length: new Set(sql.match(/\?\d*/g)?.map((one, at) => (one === '?' ? at : one))).size },
      () => '',
    );
    return db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .map(({ detail }) => String(detail))
      .join('\n');
  });
  db.close();
  expect(plans.map((plan) => /USING (?:COVERING )?INDEX (\w+)/.exec(plan)?.[1])).toEqual([
    'attempt_watch',
    'pay_link_watch',
    'attempt_updated',
    'pay_link_updated',
    'attempt_recent',
  ]);
  // Only the first few of each table are combined.
  expect(plans.at(-1)?.match(/^CO-ROUTINE/gm)).toHaveLength(3);
});
