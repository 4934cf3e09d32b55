/**
 * Turns the query parameters of lists into conditions. Each resource declares its own: `{ ...commonFilters,
 * serial_number: text('serial_number'), amount: integer('amount', '=') }`. Undeclared parameters are ignored, as on the
 * platform.
 */
import { invalidField } from '../rules/refusal.ts';
import type { Refusal } from '../rules/refusal.ts';
import { parseInstant } from '../rules/instants.ts';
import { field } from '../store/collection.ts';
import type { Condition } from '../store/collection.ts';

/** Query parameters, with the first value of each. */
export type Query = Readonly<Record<string, string | undefined>>;

/** Turns one parameter's value into a condition, or null when the value is invalid. */
export type Filter = (value: string) => Condition | null;
export type Filters = Readonly<Record<string, Filter>>;

type Comparison = '=' | '>' | '>=' | '<' | '<=';

export const text =
  (path: string): Filter =>
  (value) => ({ sql: `${field(path)} = ?`, values: [value] });

export const oneOf =
  (path: string, allowed: readonly string[]): Filter =>
  (value) =>
    allowed.includes(value) ? { sql: `${field(path)} = ?`, values: [value] } : null;

const integer =
  (path: string, comparison: Comparison): Filter =>
  (value) =>
    /^-?[0-9]{1,15}$/.test(value) ? { sql: `${field(path)} ${comparison} ?`, values: [Number(value)] } : null;

export const flag =
  (path: string): Filter =>
  (value) =>
    value === 'true' || value === 'false' ? { sql: `${field(path)} = ?`, values: [value === 'true' ? 1 : 0] } : null;

const instant =
  (column: 'created_at' | 'updated_at', comparison: '>=' | '<='): Filter =>
  (value) => {
    const time = parseInstant(value);
    return time === null ? null : { sql: `${column} ${comparison} ?`, values: [time] };
  };

export const createdFilters: Filters = {
  'created_at.gte': instant('created_at', '>='),
  'created_at.lte': instant('created_at', '<='),
};

/** Filters of every list of changeable resources. `tagCondition` reads `tags.key` and `tags.value` together. */
export const commonFilters: Filters = {
  ...createdFilters,
  'updated_at.gte': instant('updated_at', '>='),
  'updated_at.lte': instant('updated_at', '<='),
  id: (value) => ({ sql: 'id = ?', values: [value] }),
  merchant_id: text('merchant'),
};

export const amountFilters: Filters = {
  amount: integer('amount', '='),
  'amount.gt': integer('amount', '>'),
  'amount.gte': integer('amount', '>='),
  'amount.lt': integer('amount', '<'),
  'amount.lte': integer('amount', '<='),
};

/** A tag has this key and this value; either may be undefined. */
function tagCondition(key: string | undefined, value: string | undefined): Condition | null {
  const parts = [
    { sql: 'tag.key = ?', value: key },
    { sql: 'tag.value = ?', value },
  ].filter((part): part is { sql: string; value: string } => part.value !== undefined);
  if (parts.length === 0) return null;
  // Reading the tags in the JSON of every record is expensive, so a text search runs first. It searches for the value,
  // because most records have the key.
  const inText = JSON.stringify(value ?? key);
  const isTag = `EXISTS (SELECT 1 FROM json_each(record, '$.tags') AS tag WHERE ${parts.map((part) => part.sql).join(' AND ')})`;
  return { sql: `instr(record, ?) > 0 AND ${isTag}`, values: [inText, ...parts.map((part) => part.value)] };
}

/** The only order of lists. */
const NEWEST_FIRST = 'created_at,desc';

/** The conditions of a query, and its refusals. Absent and empty parameters add no condition. */
export function readFilters(
  query: Query,
  filters: Filters,
  hasTags: boolean,
): { conditions: Condition[]; refusals: Refusal[] } {
  const conditions: Condition[] = [];
  const refusals: Refusal[] = [];
  for (const [name, filter] of Object.entries(filters)) {
    const value = query[name];
    if (value === undefined || value === '') continue;
    const condition = filter(value);
    if (condition) conditions.push(condition);
    else refusals.push(invalidField(name, `${name} has a value that makes no sense.`));
  }
  const order = query['sort'] ?? '';
  if (order !== '' && order !== NEWEST_FIRST)
    refusals.push(invalidField('sort', `Lists are sorted by ${NEWEST_FIRST} and nothing else.`));
  const tags = hasTags ? tagCondition(query['tags.key'] || undefined, query['tags.value'] || undefined) : null;
  if (tags) conditions.push(tags);
  return { conditions, refusals };
}
