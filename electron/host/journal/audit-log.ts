/**
 * The journal's audit log: appended to before an act, chained (audit-chain.ts), and anchored in a file next to the
 * database.
 */
import { setImmediate } from 'node:timers/promises';
import { TillError, type AuditCheck, type AuditRow } from '../../contract/index.ts';
import { readAnchors, writeAnchor, type AuditAnchor } from './audit-anchor.ts';
import { auditHash, auditRowColumns, auditTriggers, GENESIS } from './audit-chain.ts';
import {
  setAsideLogsOf,
  auditPage,
  auditRows,
  checkAuditLog,
  countsOf,
  DAMAGE_NOTED,
  quickCheckAuditLog,
  LOG_SET_ASIDE,
} from './audit-check.ts';
import type { JournalDatabase } from './database.ts';
import { JOURNAL_SEALED, JournalSeals } from './journal-seal.ts';
import { iso, objectOrNull, textOrNull, type AuditEntry } from './rows.ts';
import { jsonWithoutCards } from './json-without-cards.ts';

const PAGE = 500;
const MANY: ReadonlySet<string> = new Set(['sign-in', 'sign-out', 'signed-out']);

interface AuditPage {
  after?: number | undefined;
  until?: number | undefined;
  limit: number;
}

export class AuditLog {
  readonly #db: JournalDatabase;
  readonly #seals: JournalSeals;
  /** Number of rows, or null until this run has counted them. */
  #count: number | null = null;

  constructor(db: JournalDatabase) {
    this.#db = db;
    this.#seals = new JournalSeals(db);
  }

  /**
   * Returns when the entry is on disk.
   * @throws JRNL_UNWRITABLE
   */
  append(entry: AuditEntry): void {
    this.#count ??= this.#begin(entry.at);
    this.#insert(entry);
    this.#anchor();
  }

  /**
   * Seals what was written to the journal, if at least `fewest` rows wait for it.
   * @throws JRNL_UNWRITABLE, JRNL_CORRUPT
   */
  seal(at: number, fewest: number): void {
    const seal = this.#seals.next(at, fewest);
    if (seal) this.append(seal);
  }

  /** Newest entries, newest first; only those about `attempt` if it is set. */
  newest(limit: number, attempt?: string): AuditEntry[] {
    if (attempt !== undefined) return this.#entries('WHERE attempt = ? ORDER BY seq DESC LIMIT ?', [attempt, limit]);
    return newestOf(this.#entriesBackwards(), limit);
  }

  /** Newest entries of one action, newest first, whatever was written since. */
  ofAction(action: string, limit: number): AuditEntry[] {
    return this.#entries('WHERE action = ? ORDER BY seq DESC LIMIT ?', [action, limit]);
  }

  /** Every wrong PIN, and every right PIN after them, oldest first. */
  pins(): AuditEntry[] {
    return this.#entries("WHERE action IN ('wrong-pin', 'right-pin') ORDER BY seq", []);
  }

  /**
   * Entries about settings and versions, oldest first; data is null if it cannot be read.
   * @throws JRNL_UNWRITABLE, JRNL_CORRUPT
   */
  settings(): { action: string; data: object | null }[] {
    const actions = "('settings-known', 'settings-changed', 'updated')";
    const rows = this.#db.all(`SELECT action, data FROM audit WHERE action IN ${actions} ORDER BY seq`);
    return rows.map(({ action, data }) => ({ action: String(action), data: objectOrNull(String(data)) }));
  }

  /** Every row as it is stored, oldest first. */
  rows(): Iterable<AuditRow> {
    return auditRows(this.#db);
  }

  /**
   * Changes nothing.
   * @param kept anchors that the manager kept elsewhere
   */
  check(kept: readonly AuditAnchor[] = []): AuditCheck {
    const steps = this.#checking(kept);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  /** The same check while the till runs: other work has its turn after each page. */
  async checkWhileRunning(kept: readonly AuditAnchor[]): Promise<AuditCheck> {
    const steps = this.#checking(kept);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      await setImmediate();
    }
  }

  /**
   * A page of an export. `until`: number of the row that records the export of the log, by default the newest row.
   * @throws IPC_INVALID when that row records something else
   */
  exported({ after, until = this.#last().seq, limit }: AuditPage): { rows: AuditRow[]; until: number } {
    const row = this.#db.get("SELECT data FROM audit WHERE seq = ? AND action = 'export'", until);
    const exportData = row ? objectOrNull(String(row['data'])) : null;
    if (exportData?.['what'] !== 'audit')
      throw new TillError('IPC_INVALID', 'This is not the row of an export of the audit log.', { context: { until } });
    return { rows: auditPage(this.#db, after ?? Number.MIN_SAFE_INTEGER, until, limit), until };
  }

  #checking(kept: readonly AuditAnchor[]): ReturnType<typeof checkAuditLog> {
    return checkAuditLog(this.#db, readAnchors(this.#db.path), kept);
  }

  *#entriesBackwards(): Generator<AuditEntry> {
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      const page = this.#db.all('SELECT seq FROM audit WHERE seq < ? ORDER BY seq DESC LIMIT ?', before, PAGE);
      const last = page.at(-1);
      if (!last) return;
      const first = Number(last['seq']);
      yield* this.#entries('WHERE seq < ? AND seq >= ? ORDER BY seq DESC', [before, first]);
      before = first;
    }
  }

  #entries(rest: string, values: readonly (string | number)[]): AuditEntry[] {
    const select = `SELECT at, operator, role, action, attempt, data FROM audit ${rest}`;
    return this.#db.all(select, ...values).map((row) => ({
      at: Date.parse(String(row['at'])),
      operator: String(row['operator']),
      role: String(row['role']),
      action: String(row['action']),
      attempt: textOrNull(row['attempt']),
      data: this.#db.parsed(String(row['data'])) as AuditEntry['data'],
    }));
  }

  /**
   * Runs before the first row of a run: changes made to the log since the previous run are recorded in it, because the
   * next anchor would hide them. Returns the number of rows.
   */
  #begin(at: number): number {
    const found = quickCheckAuditLog(this.#db, readAnchors(this.#db.path));
    const noted = (action: string, data: AuditEntry['data']): void =>
      this.#insert({ at, operator: 'tillbridge', role: 'host', action, attempt: null, data });
    for (const { row, file, anchor } of setAsideLogsOf(this.#db)) {
      const { count = null, head = null } = anchor ?? {};
      if (row === null) noted(LOG_SET_ASIDE, { file, count, head });
    }
    if (found.length > 0) {
      this.#db.transaction(() => {
        const strange = this.#db.all("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit'");
        for (const { name } of strange) this.#db.run(`DROP TRIGGER "${String(name).replaceAll('"', '""')}"`);
        for (const sql of auditTriggers.values()) this.#db.run(sql);
      });
      noted(DAMAGE_NOTED, { found: found.map(({ what }) => what).join('; ') });
    }
    const { count, chained } = countsOf(this.#db);
    // The anchor is as old as the chain's first row: a missing anchor was removed.
    if (chained === 0) writeAnchor(this.#db.path, { count, head: this.#last().hash });
    return count;
  }

  #insert({ at, operator, role, action, attempt, data }: AuditEntry): void {
    const { clean } = this.#db;
    this.#db.write(() => {
      const { seq, hash } = this.#last();
      const row = {
        form: 1,
        at: iso(at),
        operator: clean(operator),
        role,
        action,
        attempt,
        data: jsonWithoutCards(data, clean),
        before: hash,
      };
      // The values are in the order of `auditRowColumns`, as in `row`.
      const values = [seq + 1, ...Object.values(row), auditHash(row)];
      this.#db.run(`INSERT INTO audit (${auditRowColumns}) VALUES (${values.map(() => '?').join(', ')})`, ...values);
    });
    if (this.#count !== null) this.#count += 1;
  }

  #anchor(): void {
    writeAnchor(this.#db.path, { count: this.#count ?? 0, head: this.#last().hash });
  }

  #last(): { seq: number; hash: string } {
    const row = this.#db.get('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1');
    return row ? { seq: Number(row['seq']), hash: String(row['hash']) } : { seq: 0, hash: GENESIS };
  }
}

/**
 * Keeps only the newest row of each person for actions that a person without a PIN can repeat indefinitely. Such
 * actions thus cannot push other rows out of the list. Seals of the journal are for checks only.
 */
function newestOf(entries: Iterable<AuditEntry>, limit: number): AuditEntry[] {
  const found: AuditEntry[] = [];
  const folded = new Set<string>();
  for (const entry of entries) {
    if (found.length === limit) break;
    const { action, operator, role } = entry;
    if (action === JOURNAL_SEALED) continue;
    const key = JSON.stringify([action, operator, role]);
    if (MANY.has(action) && folded.has(key)) continue;
    folded.add(key);
    found.push(entry);
  }
  return found;
}
