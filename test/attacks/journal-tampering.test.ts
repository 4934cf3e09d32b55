/**
 * An attacker with the till's own account edits payments in the journal of a stopped till and recomputes the checksums:
 * names, amounts, times, rows removed, added, swapped. `audit verify` finds each change after a closed till, and
 * changes of recorded acts even after a killed till. `TILLBRIDGE_TAMPERINGS` sets the number of changes (test:full:
 * 5,000).
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditFinding } from '../../electron/contract/index.ts';
import { openJournal, type JournalFile } from '../../electron/host/journal/index.ts';
import { crcOf } from '../../electron/host/journal/rows.ts';
import { Random } from '../fuzz/random.ts';
import { cashNote } from '../unit/renderer/fixtures/link-screens.ts';

const RUNS = Number(process.env['TILLBRIDGE_TAMPERINGS'] ?? 200);
const PAYMENTS = 30;
const clean = (text: string): string => text;
const AT = Date.UTC(2026, 0, 5, 9);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-journal-tampering-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const anchorsOf = (path: string): string[] => [
  `${path}.audit-anchor`,
  join(dirname(path), `audit-anchor.${basename(path)}`),
];

/** One day: sales, a reversal by Anna, her decision, links, cash, an explanation. */
function aDay(journal: JournalFile): void {
  const act = (action: string, attempt: string | null, data: Record<string, string | number | null>): void =>
    journal.audit({ at: AT, operator: 'Anna', role: 'manager', action, attempt, data });
  for (let index = 0; index < PAYMENTS; index += 1) {
    const id = `A-0000${index}`;
    const row = (isOpen: boolean) => ({ id, startedAt: AT, isOpen, watchUntil: null });
    journal.append(row(true), { type: 'begin', at: AT + index, intent: { attempt: id, amountMinor: 5_000 } });
    journal.append(row(false), { type: 'capture', at: AT + index, answer: { id: `AU${index}`, amountMinor: 5_000 } });
    const link = { ...row(false), id: `L-0000${index}`, order: null };
    journal.payLinks.append(link, { type: 'begin', at: AT, amountMinor: 700 });
  }
  act('reverse', 'A-00003', { reversal: 'R-1', amountMinor: 4_000, reason: 'it was cold' });
  const ended = (id: string) => ({ id, startedAt: AT, isOpen: false, watchUntil: null });
  const asked = { type: 'reversal-asked', at: AT, reversal: 'R-1', amountMinor: 4_000 } as const;
  journal.append(ended('A-00003'), { ...asked, by: 'Anna', reason: 'it was cold' });
  act('decide', 'A-00004', { verdict: 'paid', reason: 'the slip says so' });
  const decided = { type: 'operator-decided', at: AT, verdict: 'paid' } as const;
  journal.append(ended('A-00004'), { ...decided, by: 'Anna', reason: 'the slip says so' });
  act('refund', 'A-00005', { amountMinor: 5_000 });
  act('note', null, { id: 'N-1', way: 'cash', amountMinor: 1_260 });
  const at = new Date(AT).toISOString();
  journal.payLinks.note(cashNote({ id: 'N-1', at, order: null, part: null, amountMinor: 1_260, by: 'Anna' }));
  act('take-back', null, { note: 'N-1', reason: 'typed twice' });
  journal.payLinks.takeBack('N-1', { at: new Date(AT).toISOString(), reason: 'typed twice', by: 'Anna' });
  const record = { kind: 'transfer', id: 'TR1' } as const;
  journal.dayStore.link({ at: AT, record, attempt: null, order: null, explanation: 'by telephone', by: 'Anna' });
}

/** `killed` is the state of the disk after a power failure, with the data that SQLite had written. */
function journalOf(name: string, isKilled: boolean): string {
  const path = join(folder, `${name}.sqlite`);
  const journal = openJournal({ path, clean });
  aDay(journal);
  expect(journal.auditLog.check().findings).toEqual([]);
  if (!isKilled) {
    journal.close();
    return path;
  }
  const copy = join(folder, `${name}-killed.sqlite`);
  for (const part of ['', '-wal']) copyFileSync(path + part, copy + part);
  for (const [index, anchor] of anchorsOf(path).entries()) copyFileSync(anchor, anchorsOf(copy)[index] ?? '');
  journal.close();
  return copy;
}

function findingsAfter(original: string, edit: (db: DatabaseSync) => void): AuditFinding[] {
  const path = join(folder, 'edited.sqlite');
  rmSync(`${path}-wal`, { force: true });
  copyFileSync(original, path);
  if (original.includes('killed')) copyFileSync(`${original}-wal`, `${path}-wal`);
  for (const [index, anchor] of anchorsOf(original).entries()) copyFileSync(anchor, anchorsOf(path)[index] ?? '');
  const db = new DatabaseSync(path);
  edit(db);
  db.close();
  const journal = openJournal({ path, clean });
  const { findings } = journal.auditLog.check();
  journal.close();
  return findings;
}

/** Replaces an entry's text and its checksum. */
const replaced =
  (seq: number, from: string, to: string, table = 'entry') =>
  (db: DatabaseSync): void => {
    const row = db.prepare(`SELECT type, at, data FROM ${table} WHERE seq = ?`).get(seq);
    const { type = '', at = '', data = '' } = row as Record<string, string>;
    const text = data.replace(from, to);
    db.prepare(`UPDATE ${table} SET data = ?, crc = ? WHERE seq = ?`).run(text, crcOf(type, at, text), seq);
  };
const sql =
  (statement: string) =>
  (db: DatabaseSync): void =>
    db.exec(statement);

type Draw = (below: number) => number;
const lastOf = (db: DatabaseSync, table: string): number =>
  Number(db.prepare(`SELECT max(seq) AS n FROM ${table}`).get()?.['n']);
const setOne = (what: string) => (db: DatabaseSync, draw: Draw) =>
  sql(`UPDATE entry SET ${what} WHERE seq = ${1 + draw(PAYMENTS)}`)(db);
const edits: readonly (readonly [string, (db: DatabaseSync, draw: Draw) => void])[] = [
  ['a sum', (db, draw) => replaced(1 + draw(PAYMENTS * 2), ':5000', ':50')(db)],
  ['a link’s sum', (db, draw) => replaced(1 + draw(PAYMENTS), '700', '70', 'pay_link_entry')(db)],
  ['a name', replaced(PAYMENTS * 2 + 1, 'Anna', 'Cora')],
  ['a moment', setOne("at = '2026-01-01T00:00:00.000Z', crc = NULL")],
  ['a payment’s id', setOne("attempt = 'A-other'")],
  ['an entry removed', (db, draw) => db.prepare('DELETE FROM entry WHERE seq = ?').run(1 + draw(lastOf(db, 'entry')))],
  ['the last entry removed', sql('DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry)')],
  [
    'two entries swapped',
    (db, draw) => {
      const [a, b] = [1 + draw(PAYMENTS), 1 + PAYMENTS + draw(PAYMENTS)];
      const moves = [
        [a, -1],
        [b, a],
        [-1, b],
      ];
      for (const [from, to] of moves) db.exec(`UPDATE entry SET seq = ${to} WHERE seq = ${from}`);
    },
  ],
  ['an explanation', sql("UPDATE link SET operator = 'Cora'")],
];

test(`${RUNS} edits of the journal of a till that was closed are all found`, () => {
  const original = journalOf('closed', false);
  expect(findingsAfter(original, () => undefined)).toEqual([]);
  const missed: string[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const [name, edit] = edits[run % edits.length]!;
    const chance = new Random(run);
    const findings = findingsAfter(original, (db) => edit(db, (below) => chance.below(below)));
    if (!findings.some(({ how }) => how === 'journal')) missed.push(`${run} ${name}: ${JSON.stringify(findings)}`);
  }
  expect(missed).toEqual([]);
}, 900_000);

describe('the audit log of a till that was killed before its journal was sealed', () => {
  const acts: readonly (readonly [string, string, (db: DatabaseSync) => void])[] = [
    ['the name on a reversal', 'reverse of A-00003 R-1', replaced(PAYMENTS * 2 + 1, 'Anna', 'Cora')],
    ['the amount of a reversal', 'reverse of A-00003 R-1', replaced(PAYMENTS * 2 + 1, '4000', '400')],
    ['the name on a decision', 'decide of A-00004', replaced(PAYMENTS * 2 + 2, 'Anna', 'Cora')],
    ['the amount of a refund', 'refund of A-00005', replaced(11, ':5000', ':50')],
    [
      'the name on a cash note',
      'note of N-1',
      sql("DROP TRIGGER other_way_stays; UPDATE other_way SET operator = 'Cora'"),
    ],
    [
      'the amount of a cash note',
      'note of N-1',
      sql('DROP TRIGGER other_way_stays; UPDATE other_way SET amount_minor = 126'),
    ],
    [
      'the name on an undone cash note',
      'take-back of N-1',
      sql("DROP TRIGGER other_way_back_stays; UPDATE other_way_back SET operator = 'Cora'"),
    ],
  ];

  test.each(acts)('reveals a change of %s', (_name, said, edit) => {
    const original = journalOf(`act-${acts.findIndex(([, , one]) => one === edit)}`, true);
    expect(findingsAfter(original, () => undefined)).toEqual([]);
    expect(findingsAfter(original, edit)).toMatchObject([{ how: 'journal', what: expect.stringContaining(said) }]);
  });
});

test('entries lost from the end of the journal in a power failure are accepted, and an idle till writes a seal', () => {
  const path = join(folder, 'rest.sqlite');
  const journal = openJournal({ path, clean });
  for (let index = 0; index < 450; index += 1)
    journal.append({ id: `B-${index}`, startedAt: AT, isOpen: false, watchUntil: null }, { type: 'begin', at: AT });
  const seals = () => [...journal.auditLog.rows()].filter(({ action }) => action === 'journal-sealed');
  expect(seals().map(({ data }) => JSON.parse(data) as object)).toMatchObject([{ entry: 200 }, { entry: 400 }]);
  const copy = join(folder, 'rest-killed.sqlite');
  for (const part of ['', '-wal']) copyFileSync(path + part, copy + part);
  for (const [index, anchor] of anchorsOf(path).entries()) copyFileSync(anchor, anchorsOf(copy)[index] ?? '');
  journal.close();
  // The last rows are not sealed yet: the journal looks as if they had never reached the disk.
  expect(findingsAfter(copy, sql('DELETE FROM entry WHERE seq > 430'))).toEqual([]);
  expect(findingsAfter(copy, sql('DELETE FROM entry WHERE seq = 399'))).toMatchObject([{ how: 'journal' }]);
  // The till continues, and its next seal begins after the last.
  const again = openJournal({ path, clean });
  again.append({ id: 'B-450', startedAt: AT, isOpen: false, watchUntil: null }, { type: 'begin', at: AT });
  again.close();
  const last = openJournal({ path, clean });
  expect(last.auditLog.check().findings).toEqual([]);
  const sealed = [...last.auditLog.rows()].filter(({ action }) => action === 'journal-sealed');
  expect(sealed.map(({ data }) => JSON.parse(data) as object)).toMatchObject([
    { entry: 200 },
    { entry: 400 },
    { entry: 450 },
    { entry: 451 },
  ]);
  last.close();
});
