/**
 * Implements both kinds of pagination. The Service-Version chooses: 2022-02-01 pages by cursor, every other version by
 * offset.
 *
 * A cursor holds the first and the last position of its page: `after_cursor` continues after the last, `before_cursor`
 * goes back before the first (the specification returns `next_cursor` for both directions).
 */
import { limits } from '../../platform-api/index.ts';
import type { CursorPage, OffsetPage } from '../../platform-api/index.ts';
import { invalidField } from '../rules/refusal.ts';
import type { Refusal } from '../rules/refusal.ts';
import type { Collection, Condition, Position, Stored } from '../store/collection.ts';
import type { Query } from './filters.ts';

export type PageRequest =
  | { kind: 'offset'; limit: number; offset: number }
  | { kind: 'cursor'; limit: number; after: Position | null; before: Position | null };

interface Span {
  first: Position;
  last: Position;
}

const cursorVersion = 'c1';

function writeCursor({ first, last }: Span): string {
  return Buffer.from(JSON.stringify([cursorVersion, first.createdAt, first.id, last.createdAt, last.id])).toString(
    'base64url',
  );
}

function readCursor(text: string): Span | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (!Array.isArray(parts) || parts.length !== 5) return null;
    const [version, firstAt, firstId, lastAt, lastId] = parts as unknown[];
    if (version !== cursorVersion || !Number.isSafeInteger(firstAt) || !Number.isSafeInteger(lastAt)) return null;
    if (typeof firstId !== 'string' || typeof lastId !== 'string') return null;
    return {
      first: { createdAt: firstAt as number, id: firstId },
      last: { createdAt: lastAt as number, id: lastId },
    };
  } catch {
    // Every invalid cursor is answered in the same way.
    return null;
  }
}

/** A whole number in a query; `fallback` if missing, null if invalid. */
function readInteger(query: Query, name: string, fallback: number): number | null {
  const value = query[name];
  if (value === undefined || value === '') return fallback;
  return /^[0-9]{1,9}$/.test(value) ? Number(value) : null;
}

/** The page that a query asks for, or the refusal. A limit above the maximum is reduced to it. */
export function readPageRequest(query: Query, usesCursor: boolean): PageRequest | Refusal {
  const asked = readInteger(query, 'limit', limits.defaultPageSize);
  if (asked === null || asked < 1) return invalidField('limit', 'limit is a whole number from 1.');
  const limit = Math.min(asked, limits.pageSize);
  if (!usesCursor) {
    const offset = readInteger(query, 'offset', 0);
    if (offset === null) return invalidField('offset', 'offset is a whole number from 0.');
    if (offset >= limits.offsetWindow) {
      return invalidField(
        'offset',
        `Offset pagination reaches ${limits.offsetWindow} results; use created_at filters.`,
      );
    }
    return { kind: 'offset', limit, offset };
  }
  const after = query['after_cursor'] || undefined;
  const before = query['before_cursor'] || undefined;
  if (after !== undefined && before !== undefined) {
    return invalidField('before_cursor', 'Give after_cursor or before_cursor, not both.');
  }
  const afterSpan = after === undefined ? null : readCursor(after);
  if (after !== undefined && afterSpan === null) return invalidField('after_cursor', 'That is no cursor.');
  const beforeSpan = before === undefined ? null : readCursor(before);
  if (before !== undefined && beforeSpan === null) return invalidField('before_cursor', 'That is no cursor.');
  return { kind: 'cursor', limit, after: afterSpan?.last ?? null, before: beforeSpan?.first ?? null };
}

export interface PageOf<Fields> {
  items: Stored<Fields>[];
  page: OffsetPage | CursorPage;
  /** Query parameters of the next page, or null when this is the last. */
  next: Record<string, string> | null;
}

const positionOf = (one: { created_at: number; id: string }): Position => ({ createdAt: one.created_at, id: one.id });

export function readPage<Fields extends object>(
  collection: Collection<Fields>,
  conditions: readonly Condition[],
  request: PageRequest,
): PageOf<Fields> {
  const { limit } = request;
  if (request.kind === 'offset') {
    const { offset } = request;
    const items = collection.list({
      conditions,
      limit: Math.min(limit, limits.offsetWindow - offset),
      from: { offset },
    });
    const count = collection.count(conditions);
    const nextOffset = offset + limit;
    const hasNext = nextOffset < Math.min(count, limits.offsetWindow);
    return {
      items,
      page: { offset, limit, count },
      next: hasNext ? { limit: String(limit), offset: String(nextOffset) } : null,
    };
  }
  const from = request.before ? { before: request.before } : request.after ? { after: request.after } : { offset: 0 };
  // One record more than requested shows whether there are more in that direction.
  const found = collection.list({ conditions, limit: limit + 1, from });
  const hasMore = found.length > limit;
  const items = request.before ? found.slice(-limit) : found.slice(0, limit);
  const [first] = items;
  const last = items.at(-1);
  const cursor = hasMore && first && last ? writeCursor({ first: positionOf(first), last: positionOf(last) }) : null;
  return {
    items,
    page: { limit, next_cursor: cursor },
    next:
      cursor === null ? null : { limit: String(limit), [request.before ? 'before_cursor' : 'after_cursor']: cursor },
  };
}
