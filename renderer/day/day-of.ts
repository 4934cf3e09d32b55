/** Days of the calendar by this computer's clock. */
import { localDay } from '../../electron/domain/index.ts';
import type { Stretch } from '../store/index.ts';

/** Returns the first moment of a day, or of the day `later` days after it, or null for an invalid date. */
export function midnightOf(date: string, later = 0): Date | null {
  const [, year, month, day] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(date) ?? [];
  if (year === undefined) return null;
  return new Date(Number(year), Number(month) - 1, Number(day) + later);
}

/** Returns the whole day, with 23 or 25 hours where the clock changes. */
export function stretchOfDay(date: string): Stretch | null {
  const [from, next] = [midnightOf(date), midnightOf(date, 1)];
  if (!from || !next) return null;
  return { from: from.toISOString(), to: new Date(next.getTime() - 1).toISOString() };
}

/** Returns the day before (-1) or after (1). */
export function neighbourOf(date: string, later: -1 | 1): string {
  return localDay(midnightOf(date, later)?.getTime() ?? Date.parse(date));
}
