/**
 * `tillbridge audit` for a stopped till: checks and exports; and the warning of `pin` about a short PIN.
 * @module-tag ci-only
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import type { AuditRow } from '../../electron/contract/index.ts';
import { auditHash } from '../../electron/host/journal/audit-chain.ts';
import { openJournal } from '../../electron/host/journal/index.ts';
import { tillbridge, withResult } from './in-process.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

let data: string;
let path: string;
const clean = (text: string): string => text;
/** A formula, an escape sequence, and a mark that reverses the direction of writing. */
const nasty = '=HYPERLINK("x")\u001b[2J\u202eEve';
beforeEach(() => {
  data = temporaryFolder('tillbridge-audit-cli-');
  path = join(data, 'journal.sqlite');
  const journal = openJournal({ path, clean });
  for (const operator of ['Mo', nasty, 'Ada'])
    journal.audit({ at: 0, operator, role: 'manager', action: 'refund', attempt: null, data: { reason: nasty } });
  journal.close();
});

const verify = async (...more: string[]) =>
  withResult(await tillbridge(['audit', 'verify', '--data', data, '--json', ...more]));

test('verify reports OK with the count and an anchor to keep, also against a kept anchor', async () => {
  const { code, result } = await verify();
  expect(result).toMatchObject({ isWhole: true, count: 3, anchored: 3, findings: [] });
  expect(code).toBe(0);
  const anchor = String(result['anchor']);
  expect(anchor).toBe(`3:${String(result['head'])}`);
  expect((await verify('--anchor', anchor)).code).toBe(0);
  expect((await verify('--anchor', `4${anchor.slice(1)}`)).result).toMatchObject({ findings: [{ how: 'truncated' }] });
  expect((await tillbridge(['audit', 'verify', '--data', data, '--anchor', 'yes'])).code).toBe(2);
  const said = await tillbridge(['audit', 'verify', '--data', data]);
  expect(said.stdout).toBe(`OK: 3 entries, 3 of them anchored beside the journal.\nAnchor: ${anchor}\n`);
});

test('verify names the first wrong row and its fault, with exit code 1', async () => {
  const db = new DatabaseSync(path);
  db.exec("DROP TRIGGER audit_stays; UPDATE audit SET operator = 'Mo' WHERE seq = 2");
  db.close();
  const { code, stdout } = await tillbridge(['audit', 'verify', '--data', data]);
  expect(stdout).toMatch(/The audit log was changed:\nchanged: row 2 was changed\ntrigger: .*audit_stays is missing\n/);
  expect(code).toBe(1);
});

test('export prints JSON lines byte for byte, with hashes that can be recomputed, and no raw control characters', async () => {
  const { stdout } = await tillbridge(['audit', 'export', '--data', data, '--format', 'jsonl']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditRow);
  expect(rows.map(({ operator }) => operator)).toEqual(['Mo', nasty, 'Ada', 'cashier']);
  for (const row of rows) expect(auditHash(row)).toBe(row.hash);
  // oxlint-disable-next-line no-control-regex -- matches the forbidden characters
  expect(stdout).not.toMatch(/[\u001b\u202e]/);
});

test('export prints no CSV cell that is a formula or has hidden characters', async () => {
  const { stdout } = await tillbridge(['audit', 'export', '--data', data]);
  const lines = stdout.trim().split('\r\n');
  expect(stdout.startsWith('\ufeff')).toBe(true);
  expect(lines[0]).toBe('seq,form,at,operator,role,action,attempt,data,before,hash');
  expect(lines).toHaveLength(5);
  expect(lines[2]).toContain(`"'=HYPERLINK(""x"") [2JEve"`);
  // oxlint-disable-next-line no-control-regex -- matches the forbidden characters
  expect(stdout).not.toMatch(/[\u001b\u202e]/);
});

test('a folder in use by another command, or without a journal, is reported', async () => {
  const journal = openJournal({ path, clean });
  expect((await verify()).result).toMatchObject({ error: { code: 'JRNL_IN_USE' } });
  journal.close();
  rmSync(path);
  expect(await verify()).toMatchObject({ code: 2, result: { error: { code: 'CFG_INVALID' } } });
});

test.each([
  [
    '2468',
    /finds a PIN of 4 digits in [0-9]+ (minutes|hours) on one core .*, and a PIN of 6 digits in [0-9]+ (hours|days)/,
  ],
  ['246813', /^$/],
])('`pin` reports for %s how long a search takes', async (pin, warning) => {
  const { code, stdout, stderr } = await tillbridge(['pin'], {}, [`${pin}\n`]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^scrypt\$[^\n]+\n$/);
  expect(stderr).toMatch(warning);
});
