/** Answers a list: filters, page, `_embedded` and links. */
import { limits } from '../../platform-api/index.ts';
import type { Links, OffsetPage, CursorPage, OperationId } from '../../platform-api/index.ts';
import type { Collection, Condition, Stored } from '../store/collection.ts';
import type { Refusal } from '../rules/refusal.ts';
import { DAY_MS } from '../rules/billing-calendar.ts';
import { Problem } from '../world/problem.ts';
import { readFilters } from './filters.ts';
import type { Filters } from './filters.ts';
import type { Answer, Call } from './handlers.ts';
import { readPage, readPageRequest } from './pagination.ts';
import type { World } from '../world/world.ts';

export interface ListDefinition<Name extends string, Fields extends object, Item> {
  /** Key under `_embedded`. */
  name: Name;
  collection: Collection<Fields>;
  filters: Filters;
  hasTags: boolean;
  /** Conditions that apply to every query. */
  conditions?: readonly Condition[];
  /** True if a query without filters returns only records of the last `defaultListWindowDays`. */
  isRecentOnly?: boolean;
  represent(stored: Stored<Fields>): Item;
}

export interface ListBody<Name extends string, Item> {
  /** Absent for an empty list (observed). */
  _embedded?: Record<Name, Item[]>;
  _links: Links;
  page: OffsetPage | CursorPage;
}

/** @throws Problem 422 when a parameter is invalid */
export function answerList<Name extends string, Fields extends object, Item>(
  world: World,
  call: Pick<Call<OperationId>, 'query' | 'usesCursor' | 'target'>,
  list: ListDefinition<Name, Fields, Item>,
): Answer<ListBody<Name, Item>> {
  const { conditions, refusals } = readFilters(call.query, list.filters, list.hasTags);
  const request = readPageRequest(call.query, call.usesCursor);
  const all: Refusal[] = 'kind' in request ? refusals : [request, ...refusals];
  const [first, ...rest] = all;
  if (first) throw new Problem([first, ...rest]);
  if (!('kind' in request)) throw new Problem(request);
  const where = [...(list.conditions ?? []), ...conditions];
  if (list.isRecentOnly === true && conditions.length === 0) {
    where.push({ sql: 'created_at >= ?', values: [world.clock.now() - limits.defaultListWindowDays * DAY_MS] });
  }
  const { items, page, next } = readPage(list.collection, where, request);
  const links: Links = { self: { href: world.url(call.target) } };
  if (next) {
    const address = new URL(world.url(call.target));
    for (const name of ['offset', 'limit', 'after_cursor', 'before_cursor']) address.searchParams.delete(name);
    for (const [name, value] of Object.entries(next)) address.searchParams.set(name, value);
    links['next'] = { href: address.href };
  }
  const embedded = { [list.name]: items.map((item) => list.represent(item)) } as Record<Name, Item[]>;
  return { status: 200, body: { ...(items.length > 0 ? { _embedded: embedded } : {}), _links: links, page } };
}
