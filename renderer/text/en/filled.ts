import type { en } from './index.ts';

type English = typeof en;

/**
 * What a translation says of each part. Which codes stay hidden and what card brands are called is no language's to say.
 */
interface Said extends Omit<English, 'outcomes'> {
  outcomes: Omit<English['outcomes'], 'hiddenCodes' | 'facts'> & {
    facts: Omit<English['outcomes']['facts'], 'brands'>;
  };
}

/** One part of a language, e.g. `Part<'counter'>`. */
export type Part<Key extends keyof Said> = Said[Key];

/** A language besides English: it lacks nothing, and says nothing more. */
export type Translation = Said;

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The translation, with what it does not say as in English. */
export function filled<T>(whole: T, some: unknown): T {
  if (some === undefined) return whole;
  if (!isTree(whole) || !isTree(some)) return some as T;
  const parts = Object.keys(whole).map((key) => [key, filled(whole[key], some[key])]);
  return { ...some, ...Object.fromEntries(parts) } as T;
}
