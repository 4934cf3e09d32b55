/** A journal as the first version of Tillbridge wrote it, with the tables and rows of that version. */
import { DatabaseSync } from 'node:sqlite';

const tables = `
  CREATE TABLE entry (
    seq INTEGER PRIMARY KEY,
    attempt TEXT NOT NULL,
    at TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL
  ) STRICT;
  CREATE INDEX entry_by_attempt ON entry (attempt, seq);
  CREATE TABLE attempt (
    id TEXT PRIMARY KEY,
    started_at TEXT NOT NULL,
    is_open INTEGER NOT NULL,
    may_appear_late INTEGER NOT NULL DEFAULT 0,
    updated_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX attempt_open ON attempt (is_open) WHERE is_open = 1;
  CREATE INDEX attempt_late ON attempt (may_appear_late) WHERE may_appear_late = 1;
  CREATE INDEX attempt_recent ON attempt (started_at DESC);
  CREATE TABLE stray (
    seq INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    attempt TEXT,
    what TEXT NOT NULL
  ) STRICT;
  PRAGMA user_version = 1;`;

const card = {
  brand: 'VISA',
  lastFour: '1111',
  entryMode: 'chip',
  approvalCode: '123456',
  applicationLabel: null,
  applicationIdentifier: null,
};

/** Intents of the first version lack kind and route. */
const intent = (attempt: string, startedAt: number) => ({
  attempt,
  amountMinor: 1234,
  currency: 'USD',
  terminal: 'practice',
  terminalSerialNumber: 'B61378A',
  terminalLink: 'tcp',
  order: 'A-1',
  note: null,
  cardTimeoutMs: 60_000,
  startedAt,
});

/**
 * Writes the journal: `old-paid` captured, `old-open` with its request sent and no answer (Authorization AU-OPEN at the
 * platform), `old-lost` ended on "not found" one minute before `now` and still to be looked up.
 */
export function writeVersion1(path: string, now: number): void {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL');
  db.exec(tables);
  const iso = (at: number): string => new Date(at).toISOString();
  const addEntry = db.prepare('INSERT INTO entry (attempt, at, type, data) VALUES (?, ?, ?, ?)');
  const addAttempt = db.prepare('INSERT INTO attempt VALUES (?, ?, ?, ?, ?)');
  const write = (id: string, isOpen: number, isLate: number, events: { type: string; [field: string]: unknown }[]) => {
    const startedAt = now - 120_000;
    let at = startedAt;
    for (const { type, ...data } of [{ type: 'begin', intent: intent(id, startedAt) }, ...events]) {
      addEntry.run(id, iso(at), type, JSON.stringify(data));
      at += 10_000;
    }
    addAttempt.run(id, iso(startedAt), isOpen, isLate, iso(now - 60_000));
  };
  const answer = { id: 'AU1', state: 'SUCCEEDED', isVoid: false, amountMinor: 1234, requestedMinor: 1234, card };
  const sent = [{ type: 'terminal-started' }, { type: 'online-request', entryMode: 'chip' }];
  write('old-paid', 0, 0, [
    ...sent,
    { type: 'authorization', answer: { ...answer, transfer: null, failureCode: null } },
    { type: 'terminal-finished', end: { kind: 'approved', wantsSignature: false } },
    { type: 'capture', answer: { ...answer, transfer: 'TR1', failureCode: null } },
    {
      type: 'transfer',
      transfer: { id: 'TR1', state: 'SUCCEEDED', amountMinor: 1234, tipMinor: null, failureCode: null },
    },
  ]);
  write('old-open', 1, 0, sent);
  write('old-lost', 0, 1, [
    ...sent,
    { type: 'authorization-missing', missing: { kind: 'unknown', failure: { code: 'API_TIMEOUT', message: 'none' } } },
    { type: 'terminal-finished', end: { kind: 'timed-out' } },
    ...[1, 2, 3].map(() => ({ type: 'found', answer: null })),
  ]);
  db.exec("INSERT INTO stray (at, attempt, what) VALUES ('2026-01-01T00:00:00.000Z', NULL, 'finished approved')");
  db.close();
}
