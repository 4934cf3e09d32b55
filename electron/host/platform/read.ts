/** Reading fields of a reply without trusting it: what is missing or of the wrong type is null, never an exception. */

import { z } from 'zod';
import { amountMinorSchema } from '../../contract/index.ts';

export type Json = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

export function objectAt(record: Json, key: string): Json | null {
  return asObject(record[key]);
}

/** A string that is not empty. */
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
 * An amount in minor units: an integer of up to 12 digits, also as digits in a string; anything else is null, never
 * rounded.
 */
export function amountAt(record: Json, key: string): number | null {
  const value = record[key];
  if (typeof value === 'string' && /^[0-9]{1,12}$/.test(value)) return Number(value);
  return typeof value === 'number' && amountMinorSchema.safeParse(value).success ? value : null;
}

const momentSchema = z.iso.datetime({ offset: true });

/** A moment that says its zone, milliseconds since 1970: a date alone, or an hour of nowhere, is null. */
export function momentAt(record: Json, key: string): number | null {
  const text = textAt(record, key);
  return text !== null && momentSchema.safeParse(text).success ? Date.parse(text) : null;
}

/** An id: a string, or the `id` of an object put in its place. */
export function idAt(record: Json, key: string): string | null {
  return textAt(record, key) ?? textAt(objectAt(record, key) ?? {}, 'id');
}

/** The id at the end of the address of a link of the record: `_links.merchant.href` (facts, 1.1). */
export function linkedIdAt(record: Json, name: string): string | null {
  const href = textAt(objectAt(objectAt(record, '_links') ?? {}, name) ?? {}, 'href');
  return href?.split(/[?#]/)[0]?.split('/').at(-1) || null;
}

/** A code in upper case, so that `Open` and `OPEN` are one. */
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

/** The fields a reader does not pick out, kept for views that show whatever there is. */
export function otherFields(record: Json, known: ReadonlySet<string>): Json {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !known.has(key)));
}
