import type { DatabaseSync } from 'node:sqlite';
import { TillError } from '../../contract/index.ts';
import { chainAuditLog } from './audit-chain.ts';

const migrations: readonly (string | ((db: DatabaseSync) => void))[] = [
  `CREATE TABLE entry (
     seq INTEGER PRIMARY KEY,
     attempt TEXT NOT NULL,
     at TEXT NOT NULL,          -- ISO 8601: the moment of the event
     type TEXT NOT NULL,
     data TEXT NOT NULL         -- JSON of the event without type and at
   ) STRICT;
   CREATE INDEX entry_by_attempt ON entry (attempt, seq);
   -- One row for each attempt, so that a start reads the open attempts and not the whole history.
   CREATE TABLE attempt (
     id TEXT PRIMARY KEY,
     started_at TEXT NOT NULL,
     is_open INTEGER NOT NULL,
     may_appear_late INTEGER NOT NULL DEFAULT 0,  -- ended on "not found": looked up again for a while
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
   ) STRICT;`,
  `-- Until when an attempt at rest is asked about again (late creates, pending captures, holds, decisions).
   ALTER TABLE attempt ADD COLUMN watch_until TEXT;
   UPDATE attempt SET watch_until = strftime('%Y-%m-%dT%H:%M:%fZ', updated_at, '+15 minutes') WHERE may_appear_late = 1;
   DROP INDEX attempt_late;
   ALTER TABLE attempt DROP COLUMN may_appear_late;
   CREATE INDEX attempt_watch ON attempt (watch_until) WHERE watch_until IS NOT NULL;
   -- Acts that need a reason, with their person. Rows are never changed.
   CREATE TABLE audit (
     seq INTEGER PRIMARY KEY,
     at TEXT NOT NULL,
     operator TEXT NOT NULL,
     role TEXT NOT NULL,
     action TEXT NOT NULL,
     attempt TEXT,
     data TEXT NOT NULL
   ) STRICT;
   CREATE TRIGGER audit_stays BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
   CREATE TRIGGER audit_remains BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;`,
  `-- CRC-32 of type, moment and data: SQLite sees a broken page, not a flipped digit. Null: written before there was one.
   ALTER TABLE entry ADD COLUMN crc INTEGER;`,
  `-- What a manager said about a record that is at the platform and not here. Appended; the newest word counts.
   CREATE TABLE link (
     seq INTEGER PRIMARY KEY,
     at TEXT NOT NULL,
     kind TEXT NOT NULL,        -- authorization, transfer, refund, reversal
     record TEXT NOT NULL,      -- its id at the platform
     attempt TEXT,
     order_reference TEXT,
     explanation TEXT NOT NULL,
     operator TEXT NOT NULL
   ) STRICT;
   CREATE INDEX link_by_record ON link (record);
   -- The comparison of a day reads attempts that were active in a window.
   CREATE INDEX attempt_updated ON attempt (updated_at);`,
  `-- Payment links: events as of payments, and a row a link for what start-up has to know.
   CREATE TABLE pay_link_entry (
     seq INTEGER PRIMARY KEY,
     link TEXT NOT NULL,
     at TEXT NOT NULL,
     type TEXT NOT NULL,
     data TEXT NOT NULL,        -- JSON of the event without type and at
     crc INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX pay_link_entry_by_link ON pay_link_entry (link, seq);
   CREATE TABLE pay_link (
     id TEXT PRIMARY KEY,
     started_at TEXT NOT NULL,
     is_open INTEGER NOT NULL,
     watch_until TEXT,
     order_reference TEXT,
     updated_at TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX pay_link_open ON pay_link (is_open) WHERE is_open = 1;
   CREATE INDEX pay_link_watch ON pay_link (watch_until) WHERE watch_until IS NOT NULL;
   CREATE INDEX pay_link_recent ON pay_link (started_at DESC);
   CREATE INDEX pay_link_order ON pay_link (order_reference) WHERE order_reference IS NOT NULL;
   -- Tenders that a person took without the platform. Rows are never changed.
   CREATE TABLE other_way (
     id TEXT PRIMARY KEY,
     at TEXT NOT NULL,
     order_reference TEXT,
     part TEXT,                 -- the partly paid payment whose rest it is
     way TEXT NOT NULL,         -- cash, other
     amount_minor INTEGER NOT NULL,
     currency TEXT NOT NULL,
     note TEXT,
     operator TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX other_way_at ON other_way (at DESC);
   CREATE INDEX other_way_part ON other_way (part) WHERE part IS NOT NULL;
   CREATE TRIGGER other_way_stays BEFORE UPDATE ON other_way BEGIN SELECT RAISE(ABORT, 'notes are append-only'); END;
   CREATE TRIGGER other_way_remains BEFORE DELETE ON other_way BEGIN SELECT RAISE(ABORT, 'notes are append-only'); END;`,
  `-- What History searches (finder.ts): made of the entries, and made anew from them whenever that is needed.
   CREATE TABLE payment (
     started_at TEXT NOT NULL,
     id TEXT NOT NULL,
     grp TEXT NOT NULL,         -- paid, given-back, held…
     minute INTEGER NOT NULL,   -- of the day it began, by the clock on this computer's wall
     words TEXT NOT NULL,       -- folded: order, note, last four, codes, references
     PRIMARY KEY (started_at, id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX payment_by_group ON payment (grp, started_at);
   -- Every amount of a payment so far: requested, held, captured, reversed.
   CREATE TABLE payment_amount (
     currency TEXT NOT NULL,
     minor INTEGER NOT NULL,
     started_at TEXT NOT NULL,
     id TEXT NOT NULL,
     PRIMARY KEY (currency, minor, started_at, id)
   ) STRICT, WITHOUT ROWID;
   -- Progress of indexing the payments of earlier versions, newest first. NULL in both columns: all are indexed.
   CREATE TABLE sorting (version INTEGER NOT NULL, reached_at TEXT, reached_id TEXT) STRICT;
   INSERT INTO sorting VALUES (0, NULL, NULL);
   CREATE INDEX audit_by_attempt ON audit (attempt, seq) WHERE attempt IS NOT NULL;`,
  `-- A note that was a mistake: said beside it, once, never in its place.
   CREATE TABLE other_way_back (
     note TEXT PRIMARY KEY REFERENCES other_way (id),
     at TEXT NOT NULL,
     reason TEXT NOT NULL,
     operator TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TRIGGER other_way_back_stays BEFORE UPDATE ON other_way_back BEGIN SELECT RAISE(ABORT, 'notes are append-only'); END;
   CREATE TRIGGER other_way_back_remains BEFORE DELETE ON other_way_back BEGIN SELECT RAISE(ABORT, 'notes are append-only'); END;
   -- The day reads links that were active in a window.
   CREATE INDEX pay_link_updated ON pay_link (updated_at);`,
  `-- What the till calls the sale, to the letter: one order is paid once, however long ago. Filled by sorting in anew.
   ALTER TABLE payment ADD COLUMN order_reference TEXT;
   CREATE INDEX payment_by_order ON payment (order_reference, started_at) WHERE order_reference IS NOT NULL;
   CREATE INDEX payment_held_of_order ON payment (order_reference) WHERE grp = 'held';`,
  `-- What was shown at this till and put away, oldest first: outcomes and links, by name.
   CREATE TABLE put_away (seq INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
   -- Finds the newest payments, in the order of writing and not by the clock.
   CREATE INDEX entry_first ON entry (seq) WHERE type IN ('begin', 'adopted');
   CREATE INDEX pay_link_entry_first ON pay_link_entry (seq) WHERE type IN ('begin', 'adopted');`,
  `-- Which payment each card read was for: the key serial number as a keyed hash. A terminal makes each for one read only.
   CREATE TABLE card_read (hash TEXT PRIMARY KEY, attempt TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE card_read_key (key BLOB NOT NULL) STRICT;
   INSERT INTO card_read_key VALUES (randomblob(32));`,
  chainAuditLog,
  `-- What each start holds its settings against.
   CREATE INDEX audit_settings ON audit (seq) WHERE action IN ('settings-known', 'settings-changed', 'updated');`,
  `-- What each record of the platform belongs to: a payment, a link, or a reversal by its key. Made of the entries.
   CREATE TABLE platform_record (id TEXT PRIMARY KEY, owner TEXT NOT NULL) STRICT, WITHOUT ROWID;
   WITH
     whole AS (SELECT seq, attempt, type, CASE WHEN json_valid(data) THEN data ELSE '{}' END AS data FROM entry),
     link AS (SELECT link, CASE WHEN json_valid(data) THEN data ELSE '{}' END AS data FROM pay_link_entry WHERE type = 'record'),
     named AS (
       SELECT seq, attempt AS owner, json_extract(data, '$.answer.id') AS id FROM whole
         WHERE type IN ('authorization', 'found', 'capture', 'void')
       UNION ALL SELECT seq, attempt, json_extract(data, '$.answer.transfer') FROM whole
         WHERE type IN ('authorization', 'found', 'capture', 'void')
       UNION ALL SELECT seq, attempt, json_extract(data, '$.transfer.id') FROM whole WHERE type = 'transfer'
       UNION ALL SELECT seq, 'tillbridge-' || attempt || '-r-' || json_extract(data, '$.reversal'), json_extract(data, '$.answer.id')
         FROM whole WHERE type IN ('reversal', 'reversal-seen', 'reversal-found')
       UNION ALL SELECT 0, link, json_extract(payment.value, '$.transfer')
         FROM link, json_each(link.data, '$.record.payments') AS payment
     )
   INSERT OR IGNORE INTO platform_record (id, owner) SELECT id, owner FROM named WHERE typeof(id) = 'text' ORDER BY seq;`,
];

/** Grows with every change of the tables; a journal of a newer version is never touched. */
export const SCHEMA_VERSION = migrations.length;

/**
 * Brings an opened database to SCHEMA_VERSION.
 * @throws JRNL_NEWER when a newer Tillbridge wrote the database
 */
export function migrate(db: DatabaseSync, path: string): void {
  const row = db.prepare('PRAGMA user_version').get();
  const version = Number(row?.['user_version'] ?? 0);
  if (version > SCHEMA_VERSION) {
    throw new TillError(
      'JRNL_NEWER',
      `The payment journal was written by a newer version of Tillbridge (format ${version}).`,
      {
        context: { path, version },
      },
    );
  }
  if (version === SCHEMA_VERSION) return;
  // All migrations or none run, with a single flush: a new till's first start has a dozen.
  db.exec('BEGIN IMMEDIATE');
  for (const migration of migrations.slice(version)) {
    if (typeof migration === 'string') db.exec(migration);
    else migration(db);
  }
  db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT;`);
}
