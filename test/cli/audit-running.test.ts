/**
 * `tillbridge audit` while the till runs, over its real socket: the same answers as for a stopped till, without
 * delaying payments.
 * @module-tag ci-only
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectShared } from '../../electron/cli/connection.ts';
import type { AuditRow } from '../../electron/contract/index.ts';
import { composeHost, hashPin, openJournal, type Host, type HostClient } from '../../electron/host/index.ts';
import { writeAnchor } from '../../electron/host/journal/audit-anchor.ts';
import { auditHash, auditRowColumns, GENESIS } from '../../electron/host/journal/audit-chain.ts';
import { hostConfig } from '../unit/host/host-config.ts';
import { tillbridge, withResult } from './in-process.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

/** Rows for three pages. */
const ROWS = 2_500;
const PIN = '246813';
const people = [{ name: 'Mo', roles: ['manager' as const], pin: hashPin(PIN, { N: 2, r: 1, p: 1 }) }];
const today = { from: '2026-01-05T00:00:00.000Z', to: '2026-01-06T00:00:00.000Z' };
const clean = (text: string): string => text;

let data: string;
let path: string;
let host: Host | null = null;
const ends: (() => Promise<void>)[] = [];

beforeEach(() => {
  data = temporaryFolder('tillbridge-audit-running-');
  path = join(data, 'journal.sqlite');
  writeFileSync(join(data, 'settings.json'), JSON.stringify({ people, ports: { onlyAsk: ['serial:/dev/none'] } }), {
    mode: 0o600,
  });
  openJournal({ path, clean }).close();
  const db = new DatabaseSync(path);
  const insert = db.prepare(
    `INSERT INTO audit (${auditRowColumns}) VALUES (?, 1, ?, 'Mo', 'manager', 'refund', NULL, ?, ?, ?)`,
  );
  let before = GENESIS;
  db.exec('BEGIN');
  for (let seq = 1; seq <= ROWS; seq += 1) {
    const [at, text] = ['2026-01-05T10:00:00.000Z', `{"amountMinor":${seq}}`];
    const row = { form: 1, at, operator: 'Mo', role: 'manager', action: 'refund', attempt: null, data: text, before };
    const hash = auditHash(row);
    insert.run(seq, at, text, before, hash);
    before = hash;
  }
  db.exec('COMMIT');
  db.close();
  writeAnchor(path, { count: ROWS, head: before });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await stop();
});

async function start(): Promise<void> {
  const ports = { neverAsk: [], onlyAsk: ['serial:/dev/none'] };
  host = await composeHost(hostConfig(data, { people, localSocket: true, ports }));
}
async function stop(): Promise<void> {
  await host?.close();
  host = null;
}
async function client(): Promise<HostClient> {
  const shared = await connectShared(data);
  if (!shared) throw new Error('the host does not answer');
  ends.push(shared.close);
  return shared.client;
}
const verify = async () => withResult(await tillbridge(['audit', 'verify', '--data', data, '--json']));
const exported = (env = {}, ...more: string[]) =>
  tillbridge(['audit', 'export', '--data', data, '--format', 'jsonl', ...more], env);
const rowsIn = (text: string): AuditRow[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditRow);

test('twenty checks while rows are written constantly report no fault', async () => {
  await start();
  const [writer, other] = [await client(), await client()];
  const writing = { isOn: true, rows: 0 };
  const written = (async () => {
    for (; writing.isOn; writing.rows += 1) await writer.day.export(today);
  })();
  const counts: number[] = [];
  for (let run = 0; run < 20; run += 1) {
    // At least one row is written during the check: it is requested after the check began.
    const [{ code, result }] = await Promise.all([verify(), other.day.export(today)]);
    expect(result).toMatchObject({ isWhole: true, findings: [] });
    expect(code).toBe(0);
    expect(result['anchored']).toBe(result['count']);
    counts.push(Number(result['count']));
  }
  writing.isOn = false;
  await written;
  expect(writing.rows).toBeGreaterThan(0);
  expect(counts).toEqual([...new Set(counts)].toSorted((a, b) => a - b));
  const { result } = await verify();
  expect(result).toMatchObject({ count: ROWS + 20 + writing.rows, findings: [] });
  await stop();
  expect((await verify()).result).toEqual(result);
});

test('a row is written and other work runs between two pages of a check', async () => {
  const journal = openJournal({ path, clean });
  const noted = { at: 0, operator: 'Mo', role: 'manager', action: 'refund', attempt: null, data: {} };
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    if (turns < 3) journal.audit(noted);
    next = setImmediate(turn);
  };
  const check = journal.auditLog.checkWhileRunning([]);
  let next = setImmediate(turn);
  journal.audit(noted);
  expect(await check).toMatchObject({ count: ROWS, anchored: ROWS, findings: [] });
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(2);
  expect(await journal.auditLog.checkWhileRunning([])).toMatchObject({
    count: ROWS + turns + 1 - Math.max(0, turns - 2),
  });
  journal.close();
});

test('the running till finds a changed row, and confirms an anchor that was kept', async () => {
  await start();
  const anchor = String((await verify()).result['anchor']);
  await stop();
  const db = new DatabaseSync(path);
  db.exec(`DROP TRIGGER audit_remains; DELETE FROM audit WHERE seq > 2400; DROP TRIGGER audit_stays;
    UPDATE audit SET operator = 'Eve' WHERE seq = 1500`);
  db.close();
  await start();
  const { code, result } = await verify();
  expect(code).toBe(1);
  expect(result).toMatchObject({
    isWhole: false,
    findings: [
      { how: 'changed', row: 1_500 },
      { how: 'trigger' },
      { how: 'trigger' },
      { how: 'truncated', row: 2_400 },
    ],
  });
  const kept = await tillbridge(['audit', 'verify', '--data', data, '--anchor', anchor]);
  expect(kept.stdout.match(/truncated/g)).toHaveLength(2);
});

test('exports of the running and the stopped till are equal, and each ends with its own log entry', async () => {
  await start();
  const running = await exported();
  expect(running.stderr).toBe('');
  await stop();
  const stopped = await exported();
  expect(stopped.stdout.startsWith(running.stdout)).toBe(true);
  const rows = rowsIn(stopped.stdout);
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: ROWS + 2 }, (_, index) => index + 1));
  const entry = { operator: 'cashier', role: 'anybody', action: 'export', data: '{"what":"audit"}' };
  expect(rows.slice(-2)).toMatchObject([entry, entry]);
  expect((await verify()).result).toMatchObject({ isWhole: true, count: ROWS + 2 });
});

test.each(['running', 'stopped'])('an export is logged, and requires a PIN if people have PINs: %s', async (how) => {
  if (how === 'running') await start();
  const refused = await exported({}, '--operator', 'Mo');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('ROLE_REQUIRED');
  const { stdout } = await exported({ TILLBRIDGE_PIN: PIN }, '--operator', 'Mo');
  const added = rowsIn(stdout)
    .slice(ROWS)
    .map(({ operator, action }) => `${operator} ${action}`);
  expect(added.at(-1)).toBe('Mo export');
  expect(added.filter((one) => one.endsWith('export'))).toHaveLength(1);
  const wrong = await exported({ TILLBRIDGE_PIN: '111111' }, '--operator', 'Mo');
  expect(wrong).toMatchObject({ stdout: '' });
  expect(wrong.stderr).toContain('ROLE_PIN_WRONG');
});

test('a page is returned only for a logged export, without newer rows', async () => {
  await start();
  const { audit, day } = await client();
  await day.export(today);
  for (const until of [1, ROWS + 1, ROWS + 2])
    await expect(audit.rows({ until })).rejects.toMatchObject({ data: { code: 'IPC_INVALID' } });
  const first = await audit.rows({ limit: 10 });
  expect(first.until).toBe(ROWS + 2);
  await day.export(today);
  const rest = await audit.rows({ after: ROWS, until: first.until });
  expect([...first.rows, ...rest.rows].map(({ seq }) => seq)).toEqual([
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    ROWS + 1,
    ROWS + 2,
  ]);
});

test('doctor prints the anchor of a running and of a stopped till', async () => {
  const said = async () => (await tillbridge(['doctor', '--data', data])).stdout.match(/audit log: anchor (\S+)/)?.[1];
  await start();
  const anchor = (await verify()).result['anchor'];
  expect(await said()).toBe(anchor);
  await stop();
  expect(await said()).toBe(anchor);
  writeFileSync(`${path}.audit-anchor`, 'lost');
  expect((await tillbridge(['doctor', '--data', data])).stdout).toMatch(
    /problem +audit log: The anchor of the audit log cannot be read/,
  );
});
