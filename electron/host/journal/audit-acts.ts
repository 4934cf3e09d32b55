/**
 * Compares acts in the audit log with their journal entries: name and amount. Only the audit log is a chain, so an
 * edited journal entry differs here, whatever its checksum says. An act may lack an entry, because the log is written
 * first and the act may have been refused.
 */
import type { AuditFinding, AuditRow } from '../../contract/index.ts';
import type { JournalDatabase } from './database.ts';
import { objectOrNull, type Row } from './rows.ts';

/** An act in the form that log and journal share. */
interface LoggedAct {
  /** Id of the act within its kind: two rows with the same id are one act. */
  id: string;
  what: string;
}

interface Kind {
  /** Act of a row of the audit log, or null if the row contains none. */
  logged(row: AuditRow, data: Row): LoggedAct | null;
  /** Every act with this id in the journal. */
  kept(db: JournalDatabase, id: string): string[];
}

/** Makes both sides comparable: a number in the journal may have become a text because it looked like a card number. */
const fingerprint = (...parts: unknown[]): string =>
  JSON.stringify(parts.map((part) => (typeof part === 'number' ? String(part) : (part ?? null))));

function entriesOf(db: JournalDatabase, attempt: string, type: string): Row[] {
  const rows = db.all('SELECT data FROM entry WHERE attempt = ? AND type = ? ORDER BY seq', attempt, type);
  return rows.map(({ data }) => objectOrNull(String(data)) ?? {});
}

const ofAttempt = (id: string): [attempt: string, part: string] => JSON.parse(id) as [string, string];

/**
 * Kinds of acts, by the action of the log. Each act needs a person with a role, or is logged for every person, so the
 * log is complete.
 */
const kinds: Readonly<Record<string, Kind>> = {
  reverse: {
    logged: ({ attempt, operator }, { reversal, amountMinor, reason }) =>
      attempt === null
        ? null
        : { id: fingerprint(attempt, reversal), what: fingerprint(operator, amountMinor, reason) },
    kept(db, id) {
      const [attempt, reversal] = ofAttempt(id);
      const asked = entriesOf(db, attempt, 'reversal-asked').filter((one) => one['reversal'] === reversal);
      return asked.map(({ by, amountMinor, reason }) => fingerprint(by, amountMinor, reason));
    },
  },
  decide: {
    logged: ({ attempt, operator }, { reversal, verdict, reason }) =>
      attempt === null ? null : { id: fingerprint(attempt, reversal), what: fingerprint(operator, verdict, reason) },
    kept(db, id) {
      const [attempt, reversal] = ofAttempt(id);
      const decided = entriesOf(db, attempt, 'operator-decided');
      const ofThis = decided.filter((one) => (one['reversal'] ?? null) === reversal);
      return ofThis.map(({ by, verdict, reason }) => fingerprint(by, verdict, reason));
    },
  },
  refund: {
    logged: ({ attempt }, { amountMinor }) =>
      attempt === null ? null : { id: attempt, what: fingerprint(amountMinor) },
    kept: (db, id) =>
      entriesOf(db, id, 'begin').map(({ intent }) => fingerprint((intent as Row | undefined)?.['amountMinor'])),
  },
  note: {
    logged: ({ operator }, { id, way, amountMinor }) => ({
      id: String(id),
      what: fingerprint(operator, way, amountMinor),
    }),
    kept: (db, id) =>
      db
        .all('SELECT operator, way, amount_minor FROM other_way WHERE id = ?', id)
        .map((row) => fingerprint(row['operator'], row['way'], row['amount_minor'])),
  },
  'take-back': {
    logged: ({ operator }, { note, reason }) => ({ id: String(note), what: fingerprint(operator, reason) }),
    kept: (db, id) =>
      db
        .all('SELECT operator, reason FROM other_way_back WHERE note = ?', id)
        .map((row) => fingerprint(row['operator'], row['reason'])),
  },
};

/** Acts of the audit log, collected row by row. */
export class LoggedActs {
  readonly #acts = new Map<string, { action: string; id: string; row: number; contents: Set<string> }>();

  add(row: AuditRow): void {
    const act = Object.hasOwn(kinds, row.action) ? kinds[row.action]?.logged(row, objectOrNull(row.data) ?? {}) : null;
    if (!act) return;
    const key = fingerprint(row.action, act.id);
    const known = this.#acts.get(key) ?? { action: row.action, id: act.id, row: row.seq, contents: new Set<string>() };
    // A second row of an act is a retry, perhaps under another name: the journal has the first try that succeeded.
    known.contents.add(act.what);
    this.#acts.set(key, known);
  }

  /** Yields now and then, so that other work has its turn. */
  *check(db: JournalDatabase): Generator<undefined, AuditFinding[]> {
    const findings: AuditFinding[] = [];
    let looked = 0;
    for (const { action, id, row, contents: logged } of this.#acts.values()) {
      const other = kinds[action]?.kept(db, id).find((what) => !logged.has(what));
      if (other !== undefined) {
        const of = id.startsWith('[') ? ofAttempt(id).filter(Boolean).join(' ') : id;
        findings.push({
          how: 'journal',
          row,
          what: `${action} of ${of}: the log says ${[...logged].join(' or ')}, the journal ${other}`,
        });
      }
      if ((looked += 1) % 200 === 0) yield;
    }
    return findings;
  }
}
