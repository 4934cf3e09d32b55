/**
 * Removes characters that can make a line display something other than its content: control characters (escape
 * sequences begin with them), direction controls, fillers and invisible spaces. U+200C and U+200D stay because emoji
 * and several scripts need them, and so does a variation selector after an emoji.
 */
import { maskCardNumbers } from './cards/find.ts';

const unprintable =
  /(?:[\u034f\p{Cc}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]|(?<!\p{Extended_Pictographic})[\ufe00-\ufe0f](?!\u20e3))+/gu;
const blank = /[\p{Cc}\u2028\u2029\u2800]/u;

/**
 * Makes text of a platform, a terminal or a person safe to show, print and store: one line without hidden characters.
 * Control characters become spaces, so that words stay separate.
 */
export function visibleText(text: string): string {
  return text.toWellFormed().replace(unprintable, (run) => (blank.test(run) ? ' ' : ''));
}

/** True if `visibleText` would change the text. */
export const hidesSomething = (text: string): boolean => text.search(unprintable) !== -1;

/** Applies `visibleText` to each line of a text. */
export const visibleLines = (text: string): string => text.split('\n').map(visibleText).join('\n');

/** Applies `visibleText` to every text in plain data; returns unchanged data itself. */
export function visibleIn<Value>(value: Value): Value {
  if (typeof value === 'string') return visibleText(value) as Value;
  if (typeof value !== 'object' || value === null) return value;
  let isChanged = false;
  const clean = (inner: unknown): unknown => {
    const seen = visibleIn(inner);
    isChanged ||= seen !== inner;
    return seen;
  };
  const copy = Array.isArray(value)
    ? value.map(clean)
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clean(inner)]));
  return isChanged ? (copy as Value) : value;
}

/** JSON on one line without hidden characters, which are written as escapes. Card numbers are masked. */
export function visibleJson(value: unknown): string {
  const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const clean = (_key: string, inner: unknown): unknown => (typeof inner === 'string' ? maskCardNumbers(inner) : inner);
  return JSON.stringify(value, clean).replace(unprintable, (run) => run.split('').map(escape).join(''));
}
