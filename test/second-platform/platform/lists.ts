import { Buffer } from 'node:buffer';
import type { Ledger } from './ledger.ts';
import { Refusal, notFound } from './refusal.ts';
import type { Switches } from './switches.ts';

type View = Record<string, unknown> & { id: string };

/** Filters that the documents name: the query parameter, and its comparison with the view. */
type Filters = Readonly<Record<string, (view: View, value: string) => boolean>>;

const equals =
  (field: string) =>
  (view: View, value: string): boolean =>
    String(view[field]) === value;
const atLeast =
  (field: string) =>
  (view: View, value: string): boolean =>
    Number(instant(view[field]) ?? view[field]) >= Number(instant(value) ?? value);
const atMost =
  (field: string) =>
  (view: View, value: string): boolean =>
    Number(instant(view[field]) ?? view[field]) <= Number(instant(value) ?? value);

function instant(value: unknown): number | null {
  if (typeof value !== 'string' || !value.includes('T')) return null;
  const zoned = /(?:Z|[+-]\d\d:\d\d)$/.test(value) ? value : `${value}Z`;
  return Date.parse(zoned);
}

const everywhere: Filters = {
  'created_at.gte': atLeast('created_at'),
  'created_at.lte': atMost('created_at'),
  merchant_id: (view, value) => view['merchant'] === value || view['merchant_id'] === value,
  type: equals('type'),
  'tags.key': (view, value) => Object.keys(view['tags'] ?? {}).includes(value),
  'tags.value': (view, value) => Object.values(view['tags'] ?? {}).includes(value),
};
const ofMoney: Filters = {
  ...everywhere,
  'updated_at.gte': atLeast('updated_at'),
  'updated_at.lte': atMost('updated_at'),
  id: equals('id'),
  idempotency_id: equals('idempotency_id'),
  trace_id: equals('trace_id'),
  state: equals('state'),
  amount: equals('amount'),
  'amount.gte': atLeast('amount'),
  'amount.lte': atMost('amount'),
};
const known: Readonly<Record<string, Filters>> = {
  transfers: ofMoney,
  authorizations: { ...ofMoney, is_void: equals('is_void') },
  devices: { ...everywhere, serial_number: equals('serial_number') },
};

/** @throws Refusal 400 when a date has a fraction or a zone */
function checkDates(query: URLSearchParams, switches: Switches): void {
  if (!switches.strictDates) return;
  for (const [name, value] of query)
    if (/^(?:created|updated)_at\./.test(name) && !/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d)?$/.test(value))
      throw new Refusal(400, 'BAD_REQUEST', `${name} is no date of the form YYYY-MM-DDTHH:MM:SS.`);
}

const secondsOf30Days = 30 * 86_400;

export interface Listed {
  name: string;
  query: URLSearchParams;
  /** Version in the request header, or null. */
  version: string | null;
  self: string;
}

/**
 * Page of a list.
 * @param entries oldest first
 * @throws Refusal
 */
export function page<T extends { id: string; createdAt: number; updatedAt: number }>(
  entries: readonly T[],
  view: (entry: T) => View,
  listed: Listed,
  ledger: Ledger,
  switches: Switches,
): object {
  const { name, query, version, self } = listed;
  checkDates(query, switches);
  const at = ledger.now() - switches.listLagSeconds * 1_000;
  const asOf = entries.flatMap((entry) => ('past' in entry ? (ledger.asOf<never>(entry as never, at) ?? []) : entry));
  let views = asOf.map(view);
  const filters = known[name] ?? everywhere;
  let isLookUp = false;
  for (const [parameter, value] of query) {
    const filter = filters[parameter];
    if (filter) views = views.filter((one) => filter(one, value));
    isLookUp ||= filter !== undefined && !/_at\./.test(parameter);
  }
  if (name === 'authorizations' && query.size === 0)
    views = views.filter((one) => (instant(one['created_at']) ?? Infinity) >= ledger.now() - secondsOf30Days * 1_000);
  // A list of some days is empty, as recorded; a search with a filter may ask for a resource that does not exist.
  if (views.length === 0 && isLookUp && switches.emptyLists === 'not-found')
    throw notFound(`Anything of ${name} like that`);
  if (switches.listOrder === 'newest') views.reverse();

  const limit = Math.min(Number(query.get('limit') ?? 20) || 20, 100, switches.pageSize);
  const hasCursor = version !== null && version >= '2022-02-01' && !switches.offsetLists.includes(name);
  const shown = (from: number): object => {
    const some = views.slice(from, from + limit);
    return some.length > 0 || switches.emptyLists === 'empty' ? { _embedded: { [name]: some } } : {};
  };
  if (!hasCursor) {
    const offset = Number(query.get('offset') ?? 0) || 0;
    return { ...shown(offset), _links: { self: { href: self } }, page: { offset, limit, count: views.length } };
  }
  const from = startOf(views, query, limit);
  const last = views[from + limit - 1];
  const next = last && from + limit < views.length ? Buffer.from(`after:${last.id}`).toString('base64url') : null;
  return { ...shown(from), _links: { self: { href: self } }, page: { limit, next_cursor: next } };
}

/** @throws Refusal 400 when a cursor is unknown */
function startOf(views: readonly View[], query: URLSearchParams, limit: number): number {
  const cursor = query.get('after_cursor') ?? query.get('before_cursor');
  if (cursor === null) return 0;
  const id = Buffer.from(cursor, 'base64url').toString().replace('after:', '');
  const at = views.findIndex((one) => one.id === id);
  if (at < 0) throw new Refusal(400, 'BAD_REQUEST', 'The cursor is unknown.');
  return query.has('after_cursor') ? at + 1 : Math.max(0, at - limit);
}
