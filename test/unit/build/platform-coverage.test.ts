/** Coverage table: document, client and sandbox cover the whole specification, and a gap would be reported. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readReplies } from '../../../build/scripts/parts/replies.mjs';
import { coverage, report, type CoverageRow } from '../../../build/scripts/platform-coverage.ts';
import { operations } from '../../../electron/platform-api/index.ts';
import { specificationRows } from '../../api/specification-rows.ts';

test('every row of the specification and every operation is in client and sandbox', async () => {
  const rows = await coverage();
  expect(rows.filter(({ row }) => row !== null).map(({ row }) => row)).toEqual([...specificationRows]);
  expect(new Set(rows.map(({ operation }) => operation))).toEqual(new Set(Object.keys(operations)));
  expect(report(rows, false).missing).toEqual([]);
});

test('a missing row is named and counted', () => {
  const whole: CoverageRow = {
    row: 'GET /a',
    operation: 'listA',
    path: 'GET /a',
    inClient: true,
    inSandbox: true,
    tested: 3,
  };
  const rows = [
    whole,
    { ...whole, row: 'POST /a', operation: null, inClient: false, inSandbox: false, tested: 0 },
    { ...whole, row: 'PUT /a', tested: 0 },
    { ...whole, row: null, path: 'DELETE /a', inSandbox: false },
  ];
  const { text, missing } = report(rows, true);
  expect(missing).toEqual([
    'POST /a: not in document, client, sandbox, tests',
    'PUT /a: not in tests',
    'DELETE /a: not in sandbox',
  ]);
  expect(text.split('\n').at(-1)).toBe(
    '3 rows of the specification, 2 implemented in client, 2 in sandbox, 1 tested, 3 missing.',
  );
  expect(report(rows, false).missing).toHaveLength(2);
});

test('only complete lines of existing runs are counted as replies', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-replies-'));
  try {
    expect(readReplies(join(folder, 'none'))).toEqual({ total: 0, wrong: [], seen: new Map() });
    writeFileSync(join(folder, '1.tsv'), 'listA\t200\tok\nlistA\t404\tok\n-\t404\tok\nlistA\t20');
    writeFileSync(join(folder, '2.tsv'), 'listA\t200\tok\nlistB\t200\t/page must be object\n');
    expect(readReplies(folder)).toEqual({
      total: 5,
      wrong: ['listB 200: /page must be object'],
      seen: new Map([['listA', 2]]),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
