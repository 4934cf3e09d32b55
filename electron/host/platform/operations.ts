/**
 * All operations of the OpenAPI document as methods of their resources: `platform.fees.create({…})`, `for await (const
 * fee of platform.fees.list({ merchant_id }))`, `platform.files.download(id)`. One generic caller uses the table
 * generated from the document, so that a new operation needs no code here.
 *
 * Replies are read by the document's shapes (received.ts). If money or a terminal depends on a field that a reply may
 * lack, a mapper of that resource reads the reply itself: `operation(http, 'fetchTransfer', readTransfer)` is the same
 * method with another value.
 *
 * Arguments, in this order: one string per path parameter, the body if any, the query if any, options. Methods never
 * reject: failures are outcomes (call.ts). Only lists throw, with the TillError of the failed page; `pages()` returns
 * outcomes instead.
 */
import { randomUUID } from 'node:crypto';
import { TillError } from '../../contract/index.ts';
import {
  limits,
  operations,
  replies,
  resources,
  type ListItems,
  type OperationId,
  type OperationTypes,
  type ReplyTable,
} from '../../platform-api/index.ts';
import type { ApiCall, ApiOutcome } from './call.ts';
import { multipart, readDownload, type Download } from './files.ts';
import type { Http } from './http.ts';
import { checkTags, secretsIn, segment } from './limits.ts';
import { retryRuleOf, timeoutOf } from './operation-rules.ts';
import { itemsOf, pagesOf, type ListFilters, type Page } from './pages.ts';
import { asObject, textAt, type Json } from './read.ts';
import { readRecord, type ReceivedRecord } from './received.ts';

type Table<Id extends OperationId> = (typeof operations)[Id];
type Texts<Names extends readonly string[]> = { readonly [Index in keyof Names]: string };
type Query<Id extends OperationId> = Readonly<
  Partial<Record<Exclude<Table<Id>['queryParameters'][number], PagingName>, string | number | boolean>>
>;
type PagingName = 'limit' | 'offset' | 'after_cursor' | 'before_cursor';

interface CallOptions {
  /** Name for logs and errors. Default: method and path of the document. */
  name?: string;
  /** At most five minutes. Default: the operation's rule. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Secret values of the body; they must not reach errors or logs. */
  secrets?: readonly string[];
  /** Maximum bytes of each uploaded file. Default: the platform's limit for a File. */
  maxFileBytes?: number;
}

interface ListOptions {
  /** Records per page, at most 100. */
  pageSize?: number;
  /** `skip` ignores unreadable records; by default such a record ends the list. */
  unreadable?: 'fail' | 'skip';
  signal?: AbortSignal;
}

interface FetchFileOptions extends CallOptions {
  /** Default: the platform's limit for a File. */
  maxBytes?: number;
}

/** Iterates over records and loads pages on demand; can be iterated more than once. */
export interface Listing<Item> extends AsyncIterable<Item> {
  /** Pages with their outcomes; ends after the first that is not `answered`. */
  pages(): AsyncGenerator<ApiOutcome<Page<Item>>>;
}

type Reply<Id extends OperationId> = Exclude<OperationTypes[Id]['reply'], Uint8Array | undefined>;
/** Type to which an operation's reply, or each record of its list, is read. */
type ValueOf<Id extends OperationId> = Id extends keyof ListItems
  ? ReceivedRecord<ListItems[Id]>
  : [Reply<Id>] extends [never]
    ? null
    : ReceivedRecord<Reply<Id>>;
type BodyArgument<Id extends OperationId> = [OperationTypes[Id]['body']] extends [undefined]
  ? []
  : [body: NonNullable<OperationTypes[Id]['body']>];
type QueryArgument<Id extends OperationId> = Table<Id>['queryParameters'] extends readonly []
  ? []
  : [query?: Query<Id>];

export type Method<Id extends OperationId, Value = ValueOf<Id>> = Id extends keyof ListItems
  ? (...args: [...Texts<Table<Id>['pathParameters']>, query?: Query<Id>, options?: ListOptions]) => Listing<Value>
  : Table<Id>['rawReplyTypes'] extends readonly []
    ? (
        ...args: [
          ...Texts<Table<Id>['pathParameters']>,
          ...BodyArgument<Id>,
          ...QueryArgument<Id>,
          options?: CallOptions,
        ]
      ) => Promise<ApiOutcome<Value>>
    : (
        ...args: [...Texts<Table<Id>['pathParameters']>, ...QueryArgument<Id>, options?: FetchFileOptions]
      ) => Promise<ApiOutcome<Download>>;

type Resources = typeof resources;
/** All operations, by resource and name. */
export type Operations = {
  readonly [Resource in keyof Resources]: {
    readonly [Name in keyof Resources[Resource]]: Resources[Resource][Name] extends OperationId
      ? Method<Resources[Resource][Name]>
      : never;
  };
};

/** Parts of an operation's table that the caller needs. */
interface OperationTable {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly pathParameters: readonly string[];
  readonly queryParameters: readonly string[];
  readonly bodyType: string | null;
  readonly rawReplyTypes: readonly string[];
  readonly reply: ReplyTable;
}

export function createOperations(http: Http): Operations {
  const built = Object.entries(resources).map(([resource, methods]) => [
    resource,
    Object.fromEntries(Object.entries(methods).map(([name, id]) => [name, methodOf(http, tableOf(id))])),
  ]);
  // Types and tables come from the same document, so each function matches its name.
  return Object.fromEntries(built) as Operations;
}

/** Builds an operation whose reply, or each record of whose list, is read by a mapper. */
export function operation<Id extends OperationId, Value>(
  http: Http,
  id: Id,
  read: (record: Json) => Value | null,
): Method<Id, Value> {
  return methodOf(http, tableOf(id), read) as Method<Id, Value>;
}

function tableOf(id: OperationId): OperationTable {
  return { ...operations[id], id, reply: replies[id] };
}

type AnyMethod = (...args: unknown[]) => unknown;
type Mapper = (record: Json) => unknown;

function methodOf(
  http: Http,
  table: OperationTable,
  read: Mapper = (record) => readRecord(table.reply.shape, record),
): AnyMethod {
  const count = table.pathParameters.length;
  const hasBody = table.bodyType !== null;
  const hasQuery = table.queryParameters.length > 0;
  const take = (args: readonly unknown[]) => {
    const ids = args.slice(0, count) as string[];
    const rest = args.slice(count);
    const body = hasBody ? (rest.shift() as object | undefined) : undefined;
    const query = hasQuery ? (rest.shift() as ListFilters | undefined) : undefined;
    return { ids, body, query, options: rest[0] };
  };
  if (table.reply.listKey !== null) {
    return (...args) => {
      const { ids, query, options } = take(args);
      return listing(http, table, { ids, filters: query ?? {}, read }, options ?? {});
    };
  }
  if (table.rawReplyTypes.length > 0) {
    return async (...args) => {
      const { ids, query, options } = take(args);
      return withoutSending(table, () => download(http, table, ids, query, (options ?? {}) as FetchFileOptions));
    };
  }
  return async (...args) => {
    const { ids, body, query, options } = take(args);
    return withoutSending(table, () =>
      exchange(http, table, { ids, body, query, read }, (options ?? {}) as CallOptions),
    );
  };
}

const nameOf = ({ method, path }: OperationTable): string => `${method} ${path}`;
const isJson = (type: string): boolean => type.endsWith('json');

function listing(
  http: Http,
  table: OperationTable,
  { ids, filters, read }: { ids: readonly string[]; filters: ListFilters; read: Mapper },
  { pageSize, unreadable, signal }: ListOptions,
): Listing<unknown> {
  const request = () => ({
    path: fill(table, ids),
    name: nameOf(table),
    key: table.reply.listKey ?? '',
    filters,
    ...(pageSize === undefined ? {} : { pageSize }),
    ...(unreadable === undefined ? {} : { unreadable }),
    ...(signal === undefined ? {} : { signal }),
    read,
  });
  return {
    [Symbol.asyncIterator]: async function* () {
      yield* itemsOf(http, request());
    },
    pages: async function* () {
      const checked = await withoutSending(table, async () => ({ kind: 'answered', value: request() }));
      if (checked.kind === 'answered') yield* pagesOf(http, checked.value);
      else yield checked;
    },
  };
}

interface Arguments {
  ids: readonly string[];
  body: object | undefined;
  query: ListFilters | undefined;
  read: Mapper;
}

async function exchange(
  http: Http,
  table: OperationTable,
  { ids, body, query, read }: Arguments,
  { name, timeoutMs, signal, secrets, maxFileBytes }: CallOptions,
): Promise<ApiOutcome<unknown>> {
  const path = fill(table, ids);
  const tags = body === undefined ? null : asObject((body as Json)['tags']);
  if (tags) checkTags(tags);
  const { shape } = table.reply;
  const ruled = { ...table, isList: false };
  const own = /\{\w+\}$/.test(table.path) ? (ids.at(-1) ?? null) : null;
  const isMultipart = table.bodyType !== null && !isJson(table.bodyType);
  const outcome = await http.call<unknown>({
    operation: name ?? nameOf(table),
    method: table.method as ApiCall<unknown>['method'],
    path,
    ...(query === undefined ? {} : { query }),
    ...(body === undefined || isMultipart ? {} : { body }),
    ...(isMultipart
      ? {
          upload: multipart(
            { ...body },
            { boundary: `till-${randomUUID()}`, maxFileBytes: maxFileBytes ?? limits.fileBytes },
          ),
        }
      : {}),
    secrets: [...(secrets ?? []), ...secretsIn(body)],
    ...(signal === undefined ? {} : { signal }),
    timeoutMs: timeoutMs ?? timeoutOf(ruled),
    retry: retryRuleOf(ruled, body),
    // If the document specifies no body, an empty answer and any JSON object are valid.
    ...(shape === null ? { whenEmpty: null } : {}),
    read: (answer) => {
      if (shape === null) return 'errors' in (asObject(answer['_embedded']) ?? {}) ? null : answer;
      const value = read(answer);
      // Reject an answer about another record.
      const id = textAt(asObject(value) ?? {}, 'id');
      return own !== null && id !== null && id !== own ? null : value;
    },
  });
  return shape === null && outcome.kind === 'answered' ? { kind: 'answered', value: null } : outcome;
}

async function download(
  http: Http,
  table: OperationTable,
  ids: readonly string[],
  query: ListFilters | undefined,
  { timeoutMs, signal, maxBytes }: FetchFileOptions,
): Promise<ApiOutcome<Download>> {
  const { types } = table.reply;
  return http.call<Download>({
    operation: nameOf(table),
    method: 'GET',
    path: fill(table, ids),
    ...(query === undefined ? {} : { query }),
    accept: [...types, 'application/hal+json;q=0.5', 'application/json;q=0.5'].join(', '),
    ...(signal === undefined ? {} : { signal }),
    timeoutMs: timeoutMs ?? timeoutOf({ ...table, isList: false }),
    read: () => null,
    file: { maxBytes: maxBytes ?? limits.fileBytes, read: (headers, bytes) => readDownload(headers, bytes, types) },
  });
}

/**
 * Path with the ids filled in.
 * @throws API_INVALID when a text is not an id
 */
function fill({ path, pathParameters }: OperationTable, ids: readonly string[]): string {
  return pathParameters.reduce((filled, name, index) => filled.replace(`{${name}}`, segment(ids[index] ?? '')), path);
}

/** Runs a task in which a thrown TillError proves that nothing was sent; any other error is a bug and is rethrown. */
async function withoutSending<T>(table: OperationTable, task: () => Promise<ApiOutcome<T>>): Promise<ApiOutcome<T>> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof TillError)) throw error;
    const { code, plainMessage, context } = error;
    const operation = nameOf(table);
    return {
      kind: 'not-sent',
      error: new TillError(code, `${operation}: ${plainMessage}`, { context: { operation, ...context } }),
    };
  }
}
