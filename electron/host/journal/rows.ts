/** What the journal's tables hold, and how it stands in a row. */
import { crc32 } from 'node:zlib';
import type { SearchTerms } from './search-terms.ts';

/** An entry as it is stored: the event's own fields, its moment in milliseconds since 1970. */
export interface Entry {
  type: string;
  at: number;
  [field: string]: unknown;
}

/** One payment or pay link: what a start has to know before it reads entries. */
export interface AttemptRow {
  id: string;
  startedAt: number;
  /** Resumed by the next start. */
  isOpen: boolean;
  /** At rest, and asked about again until then (milliseconds since 1970); null: never. */
  watchUntil: number | null;
  /** What it is found by, as it stands after the entry. */
  found?: SearchTerms;
  /** Records of the platform that the entry names, each with what it belongs to: a payment, a link, or a reversal by its key. */
  records?: readonly { id: string; owner: string }[];
}

/** A message that matched no running attempt. */
export interface UnmatchedMessage {
  /** Milliseconds since 1970. */
  at: number;
  attempt: string | null;
  what: string;
}

/** Something a person did that needs a name and a reason. Append-only. */
export interface AuditEntry {
  at: number;
  operator: string;
  role: string;
  action: string;
  attempt: string | null;
  data: Record<string, string | number | boolean | null>;
}

export type Row = Readonly<Record<string, unknown>>;

export const iso = (at: number): string => new Date(at).toISOString();
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
/** SQLite notices a broken page; this notices a flipped digit. */
export const crcOf = (type: string, at: string, data: string): number => crc32(`${type} ${at} ${data}`);
