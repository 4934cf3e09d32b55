/** Implements the operations that most resources share: a list, one resource, and the answer to its creation. */
import type { Links, OperationId } from '../../../platform-api/index.ts';
import type { Filters } from '../filters.ts';
import { commonFilters } from '../filters.ts';
import type { Answer, Call } from '../handlers.ts';
import { answerList } from '../lists.ts';
import type { ListBody } from '../lists.ts';
import type { Collection, Condition, Stored } from '../../store/collection.ts';
import type { StoredUser } from '../../store/store.ts';
import { visibleOnly, visibleOr404 } from './finders.ts';
import type { World } from '../../world/world.ts';

export interface ResourceDefinition<Name extends string, Fields extends object, Item> {
  /** Key under `_embedded`. */
  name: Name;
  collection: Collection<Fields>;
  /** Filters in addition to those of every list. */
  filters?: Filters;
  hasTags?: boolean;
  isRecentOnly?: boolean;
  represent(stored: Stored<Fields>): Item;
}

type ListCall = Pick<Call<OperationId>, 'query' | 'usesCursor' | 'target' | 'user'>;

export interface Resource<Name extends string, Fields extends object, Item> {
  /** @throws Problem 422 when a parameter is invalid */
  list(call: ListCall, conditions?: readonly Condition[]): Answer<ListBody<Name, Item>>;
  /** @throws Problem 404 when the resource is missing or belongs to another merchant */
  find(user: StoredUser, id: string): Stored<Fields>;
  fetch(user: StoredUser, id: string): Answer<Item>;
  answer(stored: Stored<Fields>): Answer<Item>;
  created(stored: Stored<Fields>): Answer<Item>;
}

export function resource<
  Name extends string,
  Fields extends { merchant: string | null },
  Item extends { _links: Links },
>(world: World, definition: ResourceDefinition<Name, Fields, Item>): Resource<Name, Fields, Item> {
  const { name, collection, hasTags = true, isRecentOnly = false } = definition;
  const represent = (stored: Stored<Fields>) => definition.represent(stored);
  const filters = { ...commonFilters, ...definition.filters };
  const answer = (stored: Stored<Fields>): Answer<Item> => ({ status: 200, body: represent(stored) });
  const find = (user: StoredUser, id: string) => visibleOr404(user, collection.find(id));
  return {
    list: (call, conditions = []) =>
      answerList(world, call, {
        name,
        collection,
        filters,
        hasTags,
        isRecentOnly,
        conditions: [...visibleOnly(call.user), ...conditions],
        represent,
      }),
    find,
    fetch: (user, id) => answer(find(user, id)),
    answer,
    created: (stored) => {
      const body = represent(stored);
      const location = body._links['self']?.href;
      return { status: 201, body, ...(location === undefined ? {} : { location }) };
    },
  };
}

/** The listed fields that a request body contains. */
export function given<Body extends object, Name extends keyof Body>(
  body: Body,
  ...names: readonly Name[]
): { [Key in Name]?: Exclude<Body[Key], undefined> } {
  const entries = names.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]);
  return Object.fromEntries(entries) as { [Key in Name]?: Exclude<Body[Key], undefined> };
}
