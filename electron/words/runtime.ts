/** The two choices that messages make at run time. Everything else is fixed when the catalogues are built. */
import type { LanguageTag } from '../domain/languages.ts';

/** A value that a message shows: text unchanged, a number by its digits. */
export type Value = string | number;

const rules = new Map<LanguageTag, Intl.PluralRules>();

/**
 * Text for a count: that of `=COUNT` if the message has it, otherwise that of the count's CLDR category in the
 * language.
 */
export function plural(
  language: LanguageTag,
  count: number,
  texts: Readonly<Record<string, string> & { other: string }>,
): string {
  const exact = texts[`=${count}`];
  if (exact !== undefined) return exact;
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return texts[known.select(count)] ?? texts.other;
}

/** Text for a value; `none` is for an absent or empty value. */
export function select(value: Value | undefined, texts: Readonly<Record<string, string> & { other: string }>): string {
  return texts[value === undefined || value === '' ? 'none' : value] ?? texts.other;
}

/** A message of a table in which some messages have placeholders and others have none. */
export type Message<Values extends object> = string | ((values: Values) => string);

export function textOf<Values extends object>(message: Message<Values>, values: Values): string {
  return typeof message === 'string' ? message : message(values);
}

/** Entry of a table for an untrusted key, such as a code of the platform, or undefined. */
export function entryOf<Table extends object>(table: Table, key: string): Table[keyof Table] | undefined {
  return Object.hasOwn(table, key) ? table[key as keyof Table] : undefined;
}

export type Context = Readonly<Record<string, Value | boolean | null | undefined>>;

/**
 * Text of a message about a failure, whose context may lack values: a placeholder for a missing value becomes empty.
 */
export function contextText(message: string | ((values: never) => string), context: Context): string {
  if (typeof message === 'string') return message;
  const values = new Proxy(context, { get: (all, name) => String(all[String(name)] ?? '') });
  return message(values as never);
}
