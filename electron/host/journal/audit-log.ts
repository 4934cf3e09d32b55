/** The journal's audit log: appended to before an act, chained (audit-chain.ts), anchored beside the database. */
import { setImmediate } from 'node:timers/promises';
import { TillError, type AuditCheck, type AuditRow } from '../../contract/index.ts';
import { readAnchor, writeAnchor, type AuditAnchor } from './audit-anchor.ts';
import { auditHash, auditRowColumns, auditTriggers, GENESIS } from './audit-chain.ts';
import { auditPage, auditRows, checkAuditLog, countsOf, DAMAGE_NOTED, glanceAtAuditLog } from './audit-check.ts';
import type { JournalDatabase } from './database.ts';
import { iso, textOrNull, type AuditEntry } from './rows.ts';
import { writtenJson } from './written.ts';

interface AuditPage {
  after?: number | undefined;
  until?: number | undefined;
  limit: number;
}

export class AuditLog {
  readonly #db: JournalDatabase;
  /** How many rows there are; null until this run has looked. */
  #count: number | null = null;

  constructor(db: JournalDatabase) {
    this.#db = db;
  }

  /** On disk when it returns. Throws JRNL_UNWRITABLE. */
  append(entry: AuditEntry): void {
    this.#count ??= this.#begin(entry.at);
    this.#insert(entry);
    this.#anchor();
  }

  /** The newest, newest first; those about one payment where it is named. */
  newest(limit: number, attempt?: string): AuditEntry[] {
    const [where, values] = attempt === undefined ? ['', [limit]] : ['WHERE attempt = ? ', [attempt, limit]];
    return this.#entries(`${where}ORDER BY seq DESC LIMIT ?`, values);
  }

  /** Every wrong PIN, and every right one after them, oldest first. */
  pins(): AuditEntry[] {
    return this.#entries("WHERE action IN ('wrong-pin', 'right-pin') ORDER BY seq", []);
  }

  /** What it says of settings and versions, oldest first; data null where it cannot be read. Throws as every reading does. */
  settings(): { action: string; data: object | null }[] {
    const actions = "('settings-known', 'settings-changed', 'updated')";
    const rows = this.#db.all(`SELECT action, data FROM audit WHERE action IN ${actions} ORDER BY seq`);
    return rows.map(({ action, data }) => ({ action: String(action), data: objectOrNull(String(data)) }));
  }

  /** Every row as it stands, oldest first. */
  rows(): Iterable<AuditRow> {
    return auditRows(this.#db);
  }

  /** Changes nothing. @param kept anchors that somebody kept elsewhere */
  check(kept: readonly AuditAnchor[] = []): AuditCheck {
    const steps = this.#checking(kept);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  /** The same while the till runs: others have their turn after each page. */
  async checkWhileRunning(kept: readonly AuditAnchor[]): Promise<AuditCheck> {
    const steps = this.#checking(kept);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      await setImmediate();
    }
  }

  /**
   * A page of an export. `until`: the row that says that the log was exported, which is the newest where it is left out. Throws
   * IPC_INVALID where it says something else.
   */
  exported({ after, until = this.#last().seq, limit }: AuditPage): { rows: AuditRow[]; until: number } {
    const row = this.#db.get("SELECT data FROM audit WHERE seq = ? AND action = 'export'", until);
    const said = row ? objectOrNull(String(row['data'])) : null;
    if (!said || !('what' in said) || said.what !== 'audit')
      throw new TillError('IPC_INVALID', 'This is not the row of an export of the audit log.', { context: { until } });
    return { rows: auditPage(this.#db, after ?? Number.MIN_SAFE_INTEGER, until, limit), until };
  }

  #checking(kept: readonly AuditAnchor[]): ReturnType<typeof checkAuditLog> {
    return checkAuditLog(this.#db, readAnchor(this.#db.path), kept);
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
   * Before the first row of a run: what was done to the log meanwhile is noted in it, since the next anchor would hide it.
   * Gives how many rows there are.
   */
  #begin(at: number): number {
    const beside = readAnchor(this.#db.path);
    const found = glanceAtAuditLog(this.#db, beside);
    if (found.length > 0) {
      this.#db.transaction(() => {
        const strange = this.#db.all("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit'");
        for (const { name } of strange) this.#db.run(`DROP TRIGGER "${String(name).replaceAll('"', '""')}"`);
        for (const sql of auditTriggers.values()) this.#db.run(sql);
      });
      const data = { found: found.map(({ what }) => what).join('; ') };
      this.#insert({ at, operator: 'tillbridge', role: 'host', action: DAMAGE_NOTED, attempt: null, data });
    }
    const { count, chained } = countsOf(this.#db);
    // From the first row of the chain on there is an anchor: one that is missing was taken away.
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
        data: writtenJson(data, clean),
        before: hash,
      };
      // In the order of auditRowColumns, as `row` has them.
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

function objectOrNull(json: string): object | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
