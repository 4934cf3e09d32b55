/** Shared parts of every representation. */
import type { Link } from '../../platform-api/index.ts';
import type { Stored } from '../store/collection.ts';
import type { World } from '../world/world.ts';

/** A time in the format of replies. */
export const instant = (time: number): string => new Date(time).toISOString();
export const instantOrNull = (time: number | null): string | null => (time === null ? null : instant(time));

export const times = (stored: { created_at: number; updated_at: number }) => ({
  created_at: instant(stored.created_at),
  updated_at: instant(stored.updated_at),
});

/** Id, times, and only the listed fields. */
export function shown<Fields extends object, Name extends keyof Fields>(
  stored: Stored<Fields>,
  ...names: readonly Name[]
): { id: string; created_at: string; updated_at: string } & Pick<Stored<Fields>, Name> {
  const picked = Object.fromEntries(names.map((name) => [name, stored[name as keyof Stored<Fields>]]));
  return { id: stored.id, ...times(stored), ...(picked as Pick<Stored<Fields>, Name>) };
}

/** Absolute links from paths; null paths are omitted. */
export function links(world: World, paths: Readonly<Record<string, string | null>>): Record<string, Link> {
  const entries = Object.entries(paths).filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries(entries.map(([name, path]) => [name, { href: world.url(path) }]));
}
