import type { Words } from './languages.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats an age, never rounded up: "6 s", "4 min", "2 h", "3 days". `ms` is in milliseconds. */
export function duration(ms: number, words: Words): string {
  const age = Math.max(0, ms);
  const { seconds, minutes, hours, days } = words.frame.age;
  if (age < minute) return seconds({ count: Math.floor(age / second) });
  if (age < hour) return minutes({ count: Math.floor(age / minute) });
  if (age < day) return hours({ count: Math.floor(age / hour) });
  return days({ count: Math.floor(age / day) });
}

/** Formats the age next to a light: "now" under two seconds, then "12 s ago". */
export function ageAgo(ms: number, words: Words): string {
  return ms < 2 * second ? words.frame.age.now : words.frame.age.ago({ age: duration(ms, words) });
}

/** Formats a running time as a stopwatch: "0:47", "12:03", "1:02:03". */
export function stopwatch(ms: number): string {
  const total = Math.max(0, Math.floor(ms / second));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(total % 60)}` : `${minutes}:${two(total % 60)}`;
}

/** Formats a finished step in tenths of a second, cut off: "0.3 s". */
export function tenths(ms: number, locale: string, words: Words): string {
  const value = Math.floor(Math.max(0, ms) / 100) / 10;
  return words.frame.age.tenths({
    seconds: new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value),
  });
}

/** Formats an ISO instant as wall-clock time in the till's own time zone, "14:31:54"; `withTenths` adds ".1". */
export function clockTime(instant: string | number, locale: string, withTenths = false): string {
  return new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...(withTenths ? { fractionalSecondDigits: 1 as const } : {}),
  }).format(new Date(instant));
}

/** Formats an instant in the till's own time zone, "14:32", with the day when it differs from that of `nowMs`. */
export function shortTime(instant: string | number, nowMs: number, locale: string): string {
  const at = new Date(instant);
  const isToday = at.toDateString() === new Date(nowMs).toDateString();
  return new Intl.DateTimeFormat(locale, {
    ...(isToday ? {} : { day: 'numeric' as const, month: 'short' as const }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);
}
