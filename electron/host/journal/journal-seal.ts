/**
 * Seals of the journal in the audit log: each is a row with the hash of everything that was written to the journal
 * since the seal before. A checksum in an entry shows a flipped digit; an attacker who edits the entry also updates its
 * checksum, and the seal shows that. No seal is made while a payment runs. Entries that a killed till left after its
 * last seal are compared with acts only (audit-acts.ts).
 */
import { createHash, type Hash } from 'node:crypto';
import type { AuditFinding, AuditRow } from '../../contract/index.ts';
import type { JournalDatabase } from './database.ts';
import type { AuditEntry } from './rows.ts';

/** Action of a seal in the audit log. */
export const JOURNAL_SEALED = 'journal-sealed';
/** Maximum entries of a seal, so that a journal from before the first seal delays no payment. */
const SEALED_AT_ONCE = 5_000;
const PAGE = 1_000;

/** Sealed tables: their rows are numbered as they are written, and never change. */
const tables = {
  entry: 'seq, attempt, at, type, data, crc',
  pay_link_entry: 'seq, link, at, type, data, crc',
  link: 'seq, at, kind, record, attempt, order_reference, explanation, operator',
} as const;
type Table = keyof typeof tables;
const names = Object.keys(tables) as Table[];

/** Number of the last sealed row of each table. */
type Sealed = Record<Table, number>;
const nothing: Sealed = { entry: 0, pay_link_entry: 0, link: 0 };

/** Content of a seal, or null if the row's data is not a seal. */
function sealOf(data: string): (Sealed & { hash: string }) | null {
  try {
    const { hash, ...ends } = JSON.parse(data) as Sealed & { hash: unknown };
    return typeof hash === 'string' && names.every((name) => Number.isSafeInteger(ends[name]))
      ? { ...ends, hash }
      : null;
  } catch {
    return null;
  }
}

export class JournalSeals {
  readonly #db: JournalDatabase;
  /** Newest seal, or null until the log has been read. */
  #sealed: Sealed | null = null;

  constructor(db: JournalDatabase) {
    this.#db = db;
  }

  /** Next seal, or null if fewer than `fewest` rows wait for it. */
  next(at: number, fewest: number): AuditEntry | null {
    const from = (this.#sealed ??= this.#last());
    const to = { ...from };
    let left = SEALED_AT_ONCE;
    for (const name of names) {
      const last = Number(this.#db.get(`SELECT coalesce(max(seq), 0) AS seq FROM ${name}`)?.['seq']);
      to[name] = Math.max(from[name], Math.min(last, from[name] + left));
      left -= to[name] - from[name];
    }
    if (SEALED_AT_ONCE - left < fewest) return null;
    const hash = createHash('sha256');
    for (const name of names) for (const _page of hashed(this.#db, hash, name, from[name], to[name])) continue;
    this.#sealed = to;
    return {
      at,
      operator: 'tillbridge',
      role: 'host',
      action: JOURNAL_SEALED,
      attempt: null,
      data: { ...to, hash: hash.digest('hex') },
    };
  }

  #last(): Sealed {
    const newest = 'SELECT data FROM audit WHERE action = ? ORDER BY seq DESC LIMIT 1';
    return sealOf(String(this.#db.get(newest, JOURNAL_SEALED)?.['data'])) ?? nothing;
  }
}

function* hashed(db: JournalDatabase, hash: Hash, name: Table, from: number, to: number): Generator<undefined> {
  const select = `SELECT ${tables[name]} FROM ${name} WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ${PAGE}`;
  for (let after = from; after < to;) {
    const rows = db.all(select, after, to);
    for (const row of rows) hash.update(`${name}${JSON.stringify(Object.values(row))}\n`);
    after = rows.length < PAGE ? to : Number(rows.at(-1)?.['seq']);
    yield;
  }
}

/**
 * Compares the journal with its seals. Yields after each page.
 * @param seals rows of the audit log, oldest first
 */
export function* checkSeals(db: JournalDatabase, seals: readonly AuditRow[]): Generator<undefined, AuditFinding[]> {
  const findings: AuditFinding[] = [];
  let from = nothing;
  for (const { seq, at, data } of seals) {
    const seal = sealOf(data);
    if (!seal) continue;
    const hash = createHash('sha256');
    for (const name of names) yield* hashed(db, hash, name, from[name], seal[name]);
    if (hash.digest('hex') !== seal.hash) {
      const entries = `payment entries ${from.entry + 1} to ${seal.entry}`;
      const links = seal.pay_link_entry > from.pay_link_entry ? ', or entries of payment links,' : '';
      findings.push({
        how: 'journal',
        row: seq,
        what: `${entries}${links} were changed after they were sealed, ${at}`,
      });
    }
    from = seal;
  }
  return findings;
}
