/**
 * Reads a reply tolerantly by the OpenAPI document's shapes: each documented field has its documented kind or is null,
 * whatever the platform sent; unknown fields and unknown enumeration values are kept.
 */
import { shapes, type Shape } from '../../platform-api/index.ts';
import { isId } from './limits.ts';
import { asObject, type Json } from './read.ts';

/**
 * Guarantees of a documented type after reading: any field may be missing or null, a string may have an undocumented
 * value, and there may be further fields (`extra`).
 */
type Received<T> = T extends string
  ? T | (string & {})
  : T extends number | boolean | null | undefined
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Received<Item>[]
      : T extends object
        ? { readonly [Key in keyof T]?: Received<T[Key]> | null }
        : T;

/** Record of a reply; if its type has an id, the id is always present. */
export type ReceivedRecord<T> = Received<T> & (T extends { id: string } ? { readonly id: string } : unknown);

/**
 * Reads a reply or a list's record by the name of its shape. Returns null if it is not an object or lacks the id that
 * its shape requires.
 */
export function readRecord(shape: string | null, body: Json): Json | null {
  const fields = shape === null ? undefined : fieldsOf(`@${shape}`);
  if (!fields) return body;
  const record = readFields(fields, body);
  if (!('id' in fields)) return record;
  const { id } = record as { id?: unknown };
  return typeof id === 'string' && isId(id) ? record : null;
}

/** Value of an undocumented field of a reply, or undefined. */
export function extra(record: object, name: string): unknown {
  return Object.hasOwn(record, name) ? (record as Json)[name] : undefined;
}

function fieldsOf(shape: Shape): Readonly<Record<string, Shape>> | undefined {
  if (typeof shape === 'string') {
    const named = shape.startsWith('@') ? shapes[shape.slice(1)] : undefined;
    return named === undefined ? undefined : fieldsOf(named);
  }
  return 'fields' in shape ? shape.fields : undefined;
}

function readFields(fields: Readonly<Record<string, Shape>>, record: Json): Json {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const shape = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return [name, shape === undefined ? value : readValue(shape, value)];
    }),
  );
}

/** Reads as deep as the document describes; values of undocumented fields stay unread. */
function readValue(shape: Shape, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof shape === 'string') {
    if (shape === 'text') return readText(value);
    if (shape === 'number') return readNumber(value);
    if (shape === 'flag') return readFlag(value);
    const named = shape.startsWith('@') ? shapes[shape.slice(1)] : undefined;
    return named === undefined ? value : readValue(named, value);
  }
  if ('known' in shape) {
    const text = readText(value);
    return shape.known.find((known) => known.toUpperCase() === text?.trim().toUpperCase()) ?? text;
  }
  if ('fields' in shape || 'each' in shape) {
    const record = asObject(value);
    if (!record) return null;
    if ('fields' in shape) return readFields(shape.fields, record);
    return Object.fromEntries(Object.entries(record).map(([name, item]) => [name, readValue(shape.each, item)]));
  }
  if (!Array.isArray(value)) return null;
  const [item] = shape;
  return value.map((each: unknown) => readValue(item, each)).filter((each) => each !== null);
}

/** Text; a number, or the id of an object in its place, is converted. */
function readText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  const id = asObject(value)?.['id'];
  return typeof id === 'string' ? id : null;
}

/** Number, or digits in a string; never rounded, and null beyond exact integers. */
function readNumber(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?[0-9]{1,15}(?:\.[0-9]{1,9})?$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return null;
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? null : number;
}

function readFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value === 'true') return true;
  return value === 'false' ? false : null;
}
