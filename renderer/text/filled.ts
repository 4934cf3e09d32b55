import type { en } from './en/index.ts';

/** A tree of words of which some may be missing. */
type Some<T> = T extends (...values: never[]) => unknown
  ? T
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? { [Key in keyof T]?: Some<T[Key]> }
      : T;

/** A language while it is being written. */
export type Translation = Some<typeof en>;

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The translation with what it lacks in English. */
export function filled<T>(whole: T, some: Some<T>): T {
  if (some === undefined) return whole;
  if (!isTree(whole) || !isTree(some)) return some as T;
  const keys = Object.keys(whole);
  return Object.fromEntries(
    keys.map((key) => [key, key in some ? filled(whole[key], some[key] as never) : whole[key]]),
  ) as T;
}
