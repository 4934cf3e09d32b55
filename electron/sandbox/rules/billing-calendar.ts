/**
 * The calendar of recurring charges. Pure: times in milliseconds since 1970 (UTC), amounts in minor units. All times of
 * one Subscription share their time of day, so a period is always a whole number of days.
 */
import type { BillingInterval, TrialDetails } from '../../platform-api/index.ts';

export const DAY_MS = 24 * 60 * 60_000;

/** From its start to just before its end. */
export interface Period {
  from: number;
  until: number;
}

/** Calendar months in each interval; null for one that is counted in weeks. */
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

/** True for an interval that is charged on a day of the month. */
export const isMonthly = (interval: BillingInterval): boolean => months[interval] !== null;

export const dayOfMonth = (time: number): number => new Date(time).getUTCDate();

/** The same time of day `monthsLater` months on, on this day of the month, or on its last when it is too short. */
function onDay(time: number, monthsLater: number, day: number): number {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + monthsLater];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day, lastDay)) + (time - Math.floor(time / DAY_MS) * DAY_MS);
}

/** Whether a time lies on a billing day; the last of a month stands for the days that month does not have. */
export const isOnDay = (time: number, day: number): boolean => onDay(time, 0, day) === time;

/**
 * The billing time one interval after another.
 * @param day billing day of the month, 1 to 31; the month decides what becomes of it, so 31 comes back after a short one
 */
export function intervalAfter(time: number, interval: BillingInterval, day: number): number {
  const count = months[interval];
  return count === null ? time + 7 * DAY_MS : onDay(time, count, day);
}

/** The billing time one interval before another. */
export function intervalBefore(time: number, interval: BillingInterval, day: number): number {
  const count = months[interval];
  return count === null ? time - 7 * DAY_MS : onDay(time, -count, day);
}

/** The first billing day after `time`. */
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
 * What a part of a period costs, by days. Parts that make up the whole add up to the whole amount, however it is cut: a
 * part is the difference of two rounded running sums. One that runs to the end is rounded half up.
 * @param part lies within `full`
 */
export function prorate(amount: number, part: Period, full: Period): number {
  const days = daysIn(full);
  const upTo = (time: number) => Math.ceil((2 * amount * daysIn({ from: full.from, until: time }) - days) / (2 * days));
  return upTo(part.until) - upTo(part.from);
}
