/** Content of the journal's tables, and its form in a row. */
import { crc32 } from 'node:zlib';
import type { SearchTerms } from './search-terms.ts';

/** A stored entry: the event's own fields, and its time in milliseconds since 1970. */
export interface Entry {
  type: string;
  at: number;
  [field: string]: unknown;
}

/** A payment or payment link: the facts that a start needs before it reads entries. */
export interface AttemptRow {
  id: string;
  startedAt: number;
  /** The next start resumes it. */
  isOpen: boolean;
  /** Time until which an attempt at rest is polled, milliseconds since 1970, or null for never. */
  watchUntil: number | null;
  /** Search terms as they are after the entry. */
  found?: SearchTerms;
  /** Platform records in the entry, each with its owner: a payment, a link, or a reversal by its key. */
  records?: readonly { id: string; owner: string }[];
}

/** A message that matched no running attempt. */
export interface UnmatchedMessage {
  /** Milliseconds since 1970. */
  at: number;
  attempt: string | null;
  what: string;
}

/** A manual act that needs a name and a reason. Append-only. */
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
/** Object of a row's JSON, or null for any other value: a row that was edited may contain anything. Never throws. */
export function objectOrNull(json: string): Row | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Row) : null;
  } catch {
    return null;
  }
}
/** SQLite notices a broken page; this checksum notices a flipped digit. */
export const crcOf = (type: string, at: string, data: string): number => crc32(`${type} ${at} ${data}`);
