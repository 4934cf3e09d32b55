/**
 * Checks that the audit log is what was written: its chain row by row, the triggers that guard it, the anchors of its
 * length, logs that were set aside, and its statements about the journal.
 */
import type { AuditCheck, AuditFinding, AuditRow } from '../../contract/index.ts';
import { LoggedActs } from './audit-acts.ts';
import type { AnchorRead, AnchorsRead, AuditAnchor } from './audit-anchor.ts';
import { auditHash, auditRowColumns, auditRowOf, auditTriggers, GENESIS } from './audit-chain.ts';
import type { JournalDatabase } from './database.ts';
import { checkSeals, JOURNAL_SEALED } from './journal-seal.ts';
import { setAsideLogs, type SetAside } from './set-aside.ts';
import { objectOrNull } from './rows.ts';

/** Action under which the host notes damage that it found before it continued to write. */
export const DAMAGE_NOTED = 'audit-damage';
/** Action of the first row of a log that was begun in place of a damaged log. */
export const LOG_SET_ASIDE = 'audit-set-aside';

const PAGE = 1_000;

/** Rows with a number above `after` and up to `until`, oldest first. */
export function auditPage(db: JournalDatabase, after: number, until: number, limit = PAGE): AuditRow[] {
  const select = `SELECT ${auditRowColumns} FROM audit WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`;
  return db.all(select, after, until, limit).map(auditRowOf);
}

function* auditPages(db: JournalDatabase, until: number): Generator<AuditRow[]> {
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = auditPage(db, after, until);
    yield rows;
    const last = rows.at(-1);
    if (rows.length < PAGE || !last) return;
    after = last.seq;
  }
}

/** Every row, oldest first. */
export function* auditRows(db: JournalDatabase): Generator<AuditRow> {
  for (const rows of auditPages(db, Number.MAX_SAFE_INTEGER)) yield* rows;
}

/**
 * Yields after each page. Rows that are written after the first step are not checked: the newest row, the anchors and
 * the triggers are those of the first step. So `read` must have been read in the same turn as that step.
 * @param kept anchors that the manager kept elsewhere, to compare the log with
 */
export function* checkAuditLog(
  db: JournalDatabase,
  read: AnchorsRead,
  kept: readonly AuditAnchor[],
): Generator<undefined, AuditCheck> {
  const newest = Number(db.get('SELECT coalesce(max(seq), 0) AS seq FROM audit')?.['seq']);
  const aside = setAsideLogsOf(db);
  const triggers = triggerFindings(db);
  const { beside } = read;
  const anchors = [...anchorsIn(read, aside), ...kept];
  const hashes = new Map<number, string>([[0, GENESIS]]);
  let [count, chained] = [0, 0];
  let before: AuditRow | null = null;
  let misfit: AuditFinding | null = null;
  const noted: AuditFinding[] = [];
  const acts = new LoggedActs();
  const seals: AuditRow[] = [];
  for (const rows of auditPages(db, newest)) {
    for (const row of rows) {
      count += 1;
      if (row.form !== 0) chained += 1;
      misfit ??= misfitOf(db, before, row);
      if (row.action === DAMAGE_NOTED)
        noted.push({ how: 'noted', row: row.seq, what: `noted at ${row.at}: ${row.data}` });
      if (row.action === JOURNAL_SEALED) seals.push(row);
      acts.add(row);
      if (anchors.some((anchor) => anchor.count === count)) hashes.set(count, row.hash);
      before = row;
    }
    yield;
  }
  const findings = [
    ...(misfit ? [misfit] : []),
    ...noted,
    ...aside.map((one) => ({ how: 'lost' as const, row: one.row, what: lostWords(one) })),
    ...triggers,
    ...missingAnchors(read, chained),
    ...anchors.flatMap((anchor) => anchorFinding(anchor, count, hashes)),
    ...(yield* checkSeals(db, seals)),
    ...(yield* acts.check(db)),
  ];
  const anchored = beside === null || beside === 'none' ? 0 : beside.count;
  return { count, head: before?.hash ?? GENESIS, anchored, findings };
}

/** Logs that were set aside, by the rows of the log itself, or by their files if no row lists them yet. */
export function setAsideLogsOf(db: JournalDatabase): (SetAside & { row: number | null })[] {
  const noted = db.all('SELECT seq, data FROM audit WHERE action = ? ORDER BY seq', LOG_SET_ASIDE).map((row) => {
    const { file, count, head } = objectOrNull(String(row['data'])) ?? {};
    const anchor = typeof count === 'number' ? { count, head: String(head) } : null;
    return { row: Number(row['seq']), file: String(file), anchor };
  });
  const files = setAsideLogs(db.path).filter(({ file }) => !noted.some((one) => one.file === file));
  return [...noted, ...files.map((one) => ({ row: null, ...one }))];
}

const lostWords = ({ file, anchor }: SetAside): string =>
  `${anchor ? `a log of ${anchor.count} rows` : 'a log of unknown length'} was kept as ${file}, and a new log was started`;

/** Until the new log has its first row, the second copy describes the log before it. */
function anchorsIn({ beside, second }: AnchorsRead, aside: readonly SetAside[]): AuditAnchor[] {
  const first = beside === null || beside === 'none' ? null : beside;
  if (second === null || second === 'none') return first ? [first] : [];
  const isSame = first?.count === second.count && first.head === second.head;
  const isAside = aside.some(({ anchor }) => anchor?.count === second.count && anchor.head === second.head);
  return [...(first ? [first] : []), ...(isSame || isAside ? [] : [second])];
}

/** The check without the chain, for use before a row is written. */
export function quickCheckAuditLog(db: JournalDatabase, read: AnchorsRead): AuditFinding[] {
  const { count, chained } = countsOf(db);
  const anchors = anchorsIn(read, setAsideLogsOf(db));
  const hashes = new Map<number, string>([[0, GENESIS]]);
  for (const anchor of anchors) {
    const nth = anchor.count > 0 && db.get('SELECT hash FROM audit ORDER BY seq LIMIT 1 OFFSET ?', anchor.count - 1);
    if (nth) hashes.set(anchor.count, String(nth['hash']));
  }
  const ofAnchors = anchors.flatMap((anchor) => anchorFinding(anchor, count, hashes));
  return [...triggerFindings(db), ...missingAnchors(read, chained), ...ofAnchors];
}

/** Number of rows, and number of rows that were written with the chain. */
export function countsOf(db: JournalDatabase): { count: number; chained: number } {
  const row = db.get('SELECT count(*) AS count, count(nullif(form, 0)) AS chained FROM audit');
  return { count: Number(row?.['count']), chained: Number(row?.['chained']) };
}

function triggerFindings(db: JournalDatabase): AuditFinding[] {
  const found = new Map(
    db
      .all("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit'")
      .map((row) => [String(row['name']), String(row['sql'])]),
  );
  const wrong = [...auditTriggers].filter(([name, sql]) => found.get(name) !== sql).map(([name]) => name);
  const strange = [...found.keys()].filter((name) => !auditTriggers.has(name));
  return [
    ...wrong.map((name) => trigger(`the trigger ${name} is ${found.has(name) ? 'another one' : 'missing'}`)),
    ...strange.map((name) => trigger(`the trigger ${name} was added`)),
  ];
}

const trigger = (what: string): AuditFinding => ({ how: 'trigger', row: null, what });

/** A missing second copy is not a finding: a till of an earlier version has none. */
function missingAnchors({ beside, second }: AnchorsRead, chained: number): AuditFinding[] {
  const finding = (what: string): AuditFinding => ({ how: 'anchor', row: null, what });
  const found: AnchorRead[] = [beside, second];
  return [
    ...(found.includes(null) ? [finding('an anchor of the log cannot be read')] : []),
    ...(beside === 'none' && chained > 0 ? [finding('the anchor beside the journal is missing')] : []),
  ];
}

function anchorFinding(anchor: AuditAnchor, count: number, hashes: ReadonlyMap<number, string>): AuditFinding[] {
  if (anchor.count > count) {
    const what = `the log had ${anchor.count} rows; ${anchor.count - count} are missing at the end`;
    return [{ how: 'truncated', row: count === 0 ? null : count, what }];
  }
  if (hashes.get(anchor.count) === anchor.head) return [];
  const what = `row ${anchor.count} is not the anchored row: this row, or a row before it, was changed`;
  return [{ how: 'changed', row: anchor.count, what }];
}

/** Finding if a row does not continue the row before it, or null if it does. */
function misfitOf(db: JournalDatabase, before: AuditRow | null, row: AuditRow): AuditFinding | null {
  const expected = before?.hash ?? GENESIS;
  const isContent = auditHash(row) === row.hash;
  const isNext = row.before === expected;
  const finding = (how: AuditFinding['how'], seq: number, what: string): AuditFinding => ({ how, row: seq, what });
  if (!isContent) {
    const next = db.get('SELECT before FROM audit WHERE seq > ? ORDER BY seq LIMIT 1', row.seq)?.['before'];
    if (next === expected) return finding('inserted', row.seq, `row ${row.seq} was inserted`);
    return finding('changed', row.seq, `row ${row.seq} was changed`);
  }
  if (isNext) {
    // The chain is intact, but the row's number or form differs from the original.
    const isNumbered = row.form === 0 || row.seq === (before?.seq ?? 0) + 1;
    const isForm = row.form === 1 || (row.form === 0 && (before === null || before.form === 0));
    return isNumbered && isForm ? null : finding('changed', row.seq, `row ${row.seq} has another number or form`);
  }
  const seqOf = (column: 'hash' | 'before', value: string, where: string): number | null => {
    const found = db.get(`SELECT seq FROM audit WHERE ${column} = ? AND ${where} LIMIT 1`, value, row.seq)?.['seq'];
    return found === undefined ? null : Number(found);
  };
  if (seqOf('hash', row.hash, 'seq <> ?') !== null)
    return finding('inserted', row.seq, `row ${row.seq} was inserted: it is a copy of another row`);
  const named = row.before === GENESIS ? 0 : seqOf('hash', row.before, 'seq <> ?');
  if (seqOf('before', expected, 'seq > ?') !== null)
    return named === null
      ? finding('inserted', row.seq, `row ${row.seq} was inserted`)
      : finding('reordered', row.seq, `row ${row.seq} is in the place of another row`);
  if (named === null) {
    if (before !== null && row.form === 1 && row.seq === before.seq + 1)
      return finding('changed', before.seq, `row ${before.seq} was changed, or a row after it was removed`);
    return finding('removed', row.seq, `the rows before row ${row.seq} were removed`);
  }
  if (before !== null && named < before.seq)
    return finding('inserted', before.seq, `row ${before.seq} was inserted before row ${row.seq}`);
  return finding('reordered', row.seq, `row ${row.seq} is in the place of another row`);
}
