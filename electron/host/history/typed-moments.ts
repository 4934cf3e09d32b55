/** Parses times and days typed into a search, in the till's language and time zone. Pure except for the time zone. */
import { foldText } from '../journal/index.ts';

/** Minutes of the day, both ends inclusive. */
export interface MinuteRange {
  fromMinute: number;
  toMinute: number;
}

/** Milliseconds since 1970; `until` is exclusive. */
export interface DayRange {
  from: number;
  until: number;
}

const clock = /^([0-9]{1,2})(?:\s?(?::|h|\.)\s?([0-9]{0,2})(?::[0-9]{0,2})?)?\s?(?:([ap])\.?\s?m\.?)?$/;

/** Parses folded text: "14:32", "14:3" (ten minutes), "14h", "2:32" (both halves of the day), "2:32 pm". */
export function minuteRanges(text: string): MinuteRange[] {
  const [whole, hourText = '', minuteText, half] = clock.exec(text) ?? [];
  if (whole === undefined || (minuteText === undefined && half === undefined)) return [];
  // "14.3" is an amount; a time with a point has two minute digits.
  if (/[0-9]\./.test(text) && minuteText?.length === 1) return [];
  const hour = Number(hourText);
  const minute = Number((minuteText ?? '').padEnd(2, '0'));
  if (hour > 23 || minute > 59 || (half !== undefined && (hour > 12 || hour === 0))) return [];
  const span = 10 ** (2 - (minuteText ?? '').length);
  const length = span === 100 ? 60 : span;
  const hours =
    half === undefined
      ? hour >= 1 && hour < 12
        ? [hour, hour + 12]
        : [hour]
      : [(hour % 12) + (half === 'p' ? 12 : 0)];
  return hours.map((one) => ({ fromMinute: one * 60 + minute, toMinute: one * 60 + minute + length - 1 }));
}

/**
 * Parses folded text: "2026-11-21", "21.11.", "11/21" (in the locale's order if possible), "21 nov", "november 21,
 * 2026". A day without a year is the most recent such day. `now` is in milliseconds since 1970.
 */
export function dayRanges(text: string, locale: string, now: number): DayRange[] {
  const iso = /^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})$/.exec(text);
  if (iso) return dayOf(Number(iso[3]), Number(iso[2]), Number(iso[1]), now);
  const numeric = /^([0-9]{1,2})[./-]([0-9]{1,2})(?:[./-]([0-9]{2}|[0-9]{4})?)?$/.exec(text);
  if (numeric) {
    const [first, second] = [Number(numeric[1]), Number(numeric[2])];
    const year = yearOf(numeric[3]);
    const orders = isMonthFirst(locale)
      ? ([
          [second, first],
          [first, second],
        ] as const)
      : ([
          [first, second],
          [second, first],
        ] as const);
    for (const [day, month] of orders) {
      const found = dayOf(day, month, year, now);
      if (found.length > 0) return found;
    }
    return [];
  }
  return namedDay(text, locale, now);
}

function namedDay(text: string, locale: string, now: number): DayRange[] {
  const words = text.split(/[\s.,]+/).filter((word) => word !== '' && !little.has(word));
  if (words.length < 2 || words.length > 3) return [];
  let day: number | null = null;
  let year: number | null = null;
  let month: number | null = null;
  for (const word of words) {
    const number = /^([0-9]{1,2})(?:st|nd|rd|th|er)?$/.exec(word)?.[1];
    if (number !== undefined && day === null) day = Number(number);
    else if (/^[0-9]{4}$/.test(word) && year === null) year = Number(word);
    else if (month === null && monthOf(word, locale) !== null) month = monthOf(word, locale);
    else return [];
  }
  return day === null || month === null ? [] : dayOf(day, month, year, now);
}

/** Words between day and month in some languages. */
const little: ReadonlySet<string> = new Set(['de', 'of', 'le', 'the', 'el', 'der', 'den', 'am']);

/** Month as 1..12, or null if the word does not begin a month's name. */
function monthOf(word: string, locale: string): number | null {
  if (!/^\p{L}{3,}$/u.test(word)) return null;
  for (const one of [locale, 'en']) {
    for (let month = 0; month < 12; month += 1) {
      const at = new Date(2026, month, 15);
      const names = (['long', 'short'] as const).map((style) =>
        foldText(
          new Intl.DateTimeFormat(one, { month: style, day: 'numeric' })
            .formatToParts(at)
            .find(({ type }) => type === 'month')?.value ?? '',
        ),
      );
      if (names.some((name) => name.replace(/\.$/, '') === word || name.startsWith(word))) return month + 1;
    }
  }
  return null;
}

function dayOf(day: number, month: number, year: number | null, now: number): DayRange[] {
  if (month < 1 || month > 12 || day < 1 || day > 31) return [];
  const thisYear = new Date(now).getFullYear();
  const years = year === null ? [thisYear, thisYear - 1, thisYear - 4] : [year];
  for (const one of years) {
    const from = new Date(one, month - 1, day);
    const exists = from.getMonth() === month - 1 && from.getDate() === day;
    if (!exists || (year === null && from.getTime() > now)) continue;
    return [{ from: from.getTime(), until: new Date(one, month - 1, day + 1).getTime() }];
  }
  return [];
}

function yearOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

const monthFirst = new Map<string, boolean>();

function isMonthFirst(locale: string): boolean {
  const known = monthFirst.get(locale);
  if (known !== undefined) return known;
  const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric' }).formatToParts(0);
  const answer = parts.findIndex(({ type }) => type === 'month') < parts.findIndex(({ type }) => type === 'day');
  monthFirst.set(locale, answer);
  return answer;
}
