/** Reads fields of an untrusted reply: a missing field or a wrong type becomes null, never an exception. */

import { z } from 'zod';
import { amountMinorSchema } from '../../contract/index.ts';

export type Json = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

export function objectAt(record: Json, key: string): Json | null {
  return asObject(record[key]);
}

/** Text, or null if empty or not a string. */
export function textAt(record: Json, key: string): string | null {
  const value = record[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

export function flagAt(record: Json, key: string): boolean | null {
  const value = record[key];
  if (typeof value === 'boolean') return value;
  if (value === 'true') return true;
  return value === 'false' ? false : null;
}

/**
 * Amount in minor units: an integer of up to 12 digits, or such digits in a string; anything else is null, never
 * rounded.
 */
export function amountAt(record: Json, key: string): number | null {
  const value = record[key];
  if (typeof value === 'string' && /^[0-9]{1,12}$/.test(value)) return Number(value);
  return typeof value === 'number' && amountMinorSchema.safeParse(value).success ? value : null;
}

const momentSchema = z.iso.datetime({ offset: true });

/** Time with a zone, as milliseconds since 1970; a date alone or a time without a zone is null. */
export function momentAt(record: Json, key: string): number | null {
  const text = textAt(record, key);
  return text !== null && momentSchema.safeParse(text).success ? Date.parse(text) : null;
}

/** Id as a string, or the `id` of an object in its place. */
export function idAt(record: Json, key: string): string | null {
  return textAt(record, key) ?? textAt(objectAt(record, key) ?? {}, 'id');
}

/** Id at the end of a link's address: `_links.merchant.href` (facts, 1.1). */
export function linkedIdAt(record: Json, name: string): string | null {
  const href = textAt(objectAt(objectAt(record, '_links') ?? {}, name) ?? {}, 'href');
  return href?.split(/[?#]/)[0]?.split('/').at(-1) || null;
}

/** Code in upper case, so that `Open` equals `OPEN`. */
export function codeAt(record: Json, key: string): string | null {
  return textAt(record, key)?.trim().toUpperCase() ?? null;
}

export function tagsAt(record: Json, key = 'tags'): Readonly<Record<string, string>> {
  const tags: Record<string, string> = {};
  for (const [name, value] of Object.entries(objectAt(record, key) ?? {})) {
    if (typeof value === 'string') tags[name] = value;
    else if (typeof value === 'number' || typeof value === 'boolean') tags[name] = String(value);
  }
  return tags;
}

/** Remaining fields of a record, for views that show everything. */
export function otherFields(record: Json, known: ReadonlySet<string>): Json {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !known.has(key)));
}
