/** Days by this computer's clock, for filters. */

/** Choices of the filter: any day, a few by name, or a day of the calendar. */
export type DayChoice = 'any' | 'today' | 'yesterday' | 'week' | 'one';

const DAYS_OF_WEEK = 7;

/** Returns midnight of the day `ago` days before, in milliseconds since 1970. */
function midnight(nowMs: number, ago: number): number {
  const day = new Date(nowMs);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - ago).getTime();
}

/**
 * Returns the range of a choice as ISO instants, both inclusive; empty for any day. `date` is YYYY-MM-DD, for `one`.
 */
export function rangeOf(choice: DayChoice, date: string, nowMs: number): { from?: string; to?: string } {
  const iso = (at: number): string => new Date(at).toISOString();
  const until = (ago: number): string => iso(midnight(nowMs, ago) - 1);
  switch (choice) {
    case 'any':
      return {};
    case 'today':
      return { from: iso(midnight(nowMs, 0)) };
    case 'yesterday':
      return { from: iso(midnight(nowMs, 1)), to: until(0) };
    case 'week':
      return { from: iso(midnight(nowMs, DAYS_OF_WEEK - 1)) };
    case 'one': {
      const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
      const from = new Date(year, month - 1, day).getTime();
      if (Number.isNaN(from) || date === '') return {};
      return { from: iso(from), to: iso(new Date(year, month - 1, day + 1).getTime() - 1) };
    }
  }
}
