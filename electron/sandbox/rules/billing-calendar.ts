/**
 * The calendar of recurring charges. Pure: times in milliseconds since 1970 (UTC), amounts in minor units. All times of
 * one Subscription share their time of day, so a period is always a whole number of days.
 */
import type { BillingInterval, TrialDetails } from '../../platform-api/index.ts';

export const DAY_MS = 24 * 60 * 60_000;

/** A period from `from` up to, but not including, `until`. */
export interface Period {
  from: number;
  until: number;
}

/** Calendar months in each interval, or null for an interval that is counted in weeks. */
const months: Readonly<Record<BillingInterval, number | null>> = {
  WEEKLY: null,
  MONTHLY: 1,
  BIMONTHLY: 2,
  QUARTERLY: 3,
  SEMIYEARLY: 6,
  YEARLY: 12,
  BIYEARLY: 24,
  TRIYEARLY: 36,
};

export const isMonthly = (interval: BillingInterval): boolean => months[interval] !== null;

export const dayOfMonth = (time: number): number => new Date(time).getUTCDate();

/** The same time of day, `monthsLater` months later, on this day of the month or on the last day of a shorter month. */
function onDay(time: number, monthsLater: number, day: number): number {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + monthsLater];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day, lastDay)) + (time - Math.floor(time / DAY_MS) * DAY_MS);
}

/** True if a time is on a billing day. The last day of a shorter month counts as the days that the month lacks. */
export const isOnDay = (time: number, day: number): boolean => onDay(time, 0, day) === time;

/**
 * The billing time that is one interval after another.
 * @param day billing day of the month, 1..31; a shorter month uses its last day, and 31 applies again afterwards
 */
export function intervalAfter(time: number, interval: BillingInterval, day: number): number {
  const count = months[interval];
  return count === null ? time + 7 * DAY_MS : onDay(time, count, day);
}

export function intervalBefore(time: number, interval: BillingInterval, day: number): number {
  const count = months[interval];
  return count === null ? time - 7 * DAY_MS : onDay(time, -count, day);
}

export function nextOnDay(time: number, day: number): number {
  const sameMonth = onDay(time, 0, day);
  return sameMonth > time ? sameMonth : onDay(time, 1, day);
}

export function trialEnd(start: number, { interval_type, interval_count }: TrialDetails): number {
  if (interval_type === 'MONTH') return onDay(start, interval_count, dayOfMonth(start));
  return start + interval_count * (interval_type === 'WEEK' ? 7 : 1) * DAY_MS;
}

const daysIn = ({ from, until }: Period): number => Math.round((until - from) / DAY_MS);

/**
 * The price of a part of a period, by days. However a period is divided, its parts add up to the whole amount, because
 * each part is the difference of two rounded running sums. A part that ends with the period is rounded half up.
 * @param part is within `full`
 */
export function prorate(amount: number, part: Period, full: Period): number {
  const days = daysIn(full);
  const upTo = (time: number) => Math.ceil((2 * amount * daysIn({ from: full.from, until: time }) - days) / (2 * days));
  return upTo(part.until) - upTo(part.from);
}
