/** Reads lists with both kinds of pagination (specification, "Conventions"), as pages or as a stream of records. */
import { TillError, type FailureCode } from '../../contract/index.ts';
import { limits } from '../../platform-api/generated/operations.ts';
import { LIST_TIMEOUT_MS, READ_TIMEOUT_MS, type ApiCall, type ApiOutcome } from './call.ts';
import type { Http } from './http.ts';
import { asObject, objectAt, type Json } from './read.ts';

export type ListFilters = NonNullable<ApiCall<unknown>['query']>;

export interface ListRequest<T> {
  path: string;
  /** Name for logs and errors. */
  name: string;
  signal?: AbortSignal;
  /** Key under `_embedded`. */
  key: string;
  filters?: ListFilters;
  /** Records per page, at most 100. */
  pageSize?: number;
  read: (record: Json) => T | null;
  /**
   * Handling of an unreadable record. `fail` (default) ends the list with API_UNREADABLE, because an absence must not
   * be concluded from a partly read list; `skip` is for lists that are only shown.
   */
  unreadable?: 'fail' | 'skip';
}

export interface Page<T> {
  items: T[];
  /**
   * Query of the next page; null on the last page; `unsaid` if the reply does not show whether there is more;
   * `too-long` if the list is longer than offsets reach.
   */
  next: ListFilters | 'unsaid' | 'too-long' | null;
}

/** Maximum pages, above any list of a till; ends endless pagination. */
const MAX_PAGES = 1_000;

/**
 * Pages of a list, first to last, within LIST_TIMEOUT_MS. Ends after the first outcome that is not `answered`. The
 * platform's version decides the kind of pagination, so each reply is inspected: `page.next_cursor`, otherwise
 * `page.offset` and `page.count`.
 */
export async function* pagesOf<T>(http: Http, request: ListRequest<T>): AsyncGenerator<ApiOutcome<Page<T>>> {
  const pageSize = Math.min(request.pageSize ?? limits.pageSize, limits.pageSize);
  let position: ListFilters = {};
  const seen = new Set<string>();
  const deadline = http.monotonic() + LIST_TIMEOUT_MS;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const outcome = await http.call({
      operation: request.name,
      method: 'GET',
      path: request.path,
      query: { ...request.filters, limit: pageSize, ...position },
      timeoutMs: Math.min(READ_TIMEOUT_MS, deadline - http.monotonic()),
      ...(request.signal ? { signal: request.signal } : {}),
      read: (body) => readPage(body, request, pageSize),
    });
    yield outcome;
    if (outcome.kind !== 'answered' || outcome.value.next === null) return;
    if (outcome.value.next === 'unsaid') {
      if (request.unreadable !== 'skip') yield unread('API_UNREADABLE', request, 'the list does not say where it ends');
      return;
    }
    if (outcome.value.next === 'too-long') {
      yield unread('API_UNREADABLE', request, 'the list is longer than offsets reach', 'too-long');
      return;
    }
    position = outcome.value.next;
    const key = JSON.stringify(position);
    if (seen.has(key)) break;
    seen.add(key);
    if (http.monotonic() >= deadline) {
      yield unread('API_TIMEOUT', request, `the list takes longer than ${LIST_TIMEOUT_MS} ms`, 'too-long');
      return;
    }
  }
  const isLoop = seen.size < MAX_PAGES;
  yield unread('API_UNREADABLE', request, 'the pages never end', ...(isLoop ? [] : ['too-long' as const]));
}

/** Reason `too-long` means that narrower filters could read the whole list. */
function unread(
  code: FailureCode,
  request: ListRequest<unknown>,
  words: string,
  reason?: 'too-long',
): ApiOutcome<never> {
  const operation = request.name;
  const context = { operation, ...(reason === undefined ? {} : { reason }) };
  const error = new TillError(code, `${operation}: ${words}`, { context });
  return { kind: 'unknown', error, details: null };
}

/**
 * Records of a list, first to last.
 * @throws TillError of the first page that fails
 */
export async function* itemsOf<T>(http: Http, request: ListRequest<T>): AsyncGenerator<T> {
  for await (const outcome of pagesOf(http, request)) {
    if (outcome.kind !== 'answered') throw outcome.error;
    yield* outcome.value.items;
  }
}

function readPage<T>(body: Json, request: ListRequest<T>, pageSize: number): Page<T> | null {
  const page = objectAt(body, 'page');
  const embedded = body['_embedded'];
  // An empty list lacks `_embedded` but always contains its page; a body that lacks both is not a list.
  if (!page && embedded === undefined) return null;
  const records = embedded === undefined || embedded === null ? [] : listIn(embedded, request.key);
  if (records === null) return null;
  const items: T[] = [];
  for (const value of records) {
    const record = asObject(value);
    const item = record === null ? null : request.read(record);
    if (item !== null) items.push(item);
    else if (request.unreadable !== 'skip') return null;
  }
  if (records.length === 0 && embedded === undefined && numberIn(page, 'count') > 0 && isFirstPage(page)) return null;
  return { items, next: nextPosition(page, records.length, pageSize) };
}

function listIn(embedded: unknown, key: string): readonly unknown[] | null {
  const record = asObject(embedded);
  if (!record) return null;
  const named = record[key];
  if (Array.isArray(named)) return named;
  // Some lists use the kind's name as the key instead of the path's; a single list is unambiguous.
  const lists = Object.values(record).filter((value) => Array.isArray(value));
  if (named !== undefined || lists.length > 1) return null;
  return lists[0] ?? (Object.keys(record).length === 0 ? [] : null);
}

function nextPosition(page: Json | null, received: number, pageSize: number): Page<unknown>['next'] {
  // An explicitly empty list is complete; a list with records but without a `page` may have more.
  if (!page) return received === 0 ? null : 'unsaid';
  if ('next_cursor' in page) {
    const cursor = page['next_cursor'];
    if (typeof cursor === 'string' && cursor !== '') return { after_cursor: cursor };
    return cursor === null || cursor === '' ? null : 'unsaid';
  }
  const offset = numberIn(page, 'offset') + received;
  const hasMore =
    typeof page['count'] === 'number' ? offset < page['count'] : received === (numberIn(page, 'limit') || pageSize);
  if (received === 0 || !hasMore) return null;
  return offset < limits.offsetWindow ? { offset } : 'too-long';
}

function isFirstPage(page: Json | null): boolean {
  return numberIn(page, 'offset') === 0;
}

function numberIn(page: Json | null, key: string): number {
  const value = page?.[key];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
