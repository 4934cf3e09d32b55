/** Formats amounts, dates and names for receipts, in one locale and time zone. Pure. */
import { moneyFormat } from '../../domain/index.ts';

export interface Figures {
  money: (amountMinor: number) => string;
  /** Formats date and time with the zone's short name. */
  moment: (instant: string) => string;
  /** Formats the date without the time. */
  day: (instant: string) => string;
}

/** @param timeZone IANA name, or null for the computer's */
export function figuresFor(locale: string, currency: string, timeZone: string | null): Figures {
  const money = moneyFormat(locale, currency);
  const decimals = money.resolvedOptions().maximumFractionDigits ?? 2;
  const zone = timeZone === null ? {} : { timeZone };
  const date = { year: 'numeric', month: 'short', day: 'numeric', ...zone } as const;
  const day = new Intl.DateTimeFormat(locale, date);
  const moment = new Intl.DateTimeFormat(locale, {
    ...date,
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
  return {
    money: (amountMinor) => onPaper(money.format(amountMinor / 10 ** decimals)),
    moment: (instant) => onPaper(moment.format(Date.parse(instant))),
    day: (instant) => onPaper(day.format(Date.parse(instant))),
  };
}

/**
 * Cleans text for paper: a single line of plain characters. Removes control characters, which a printer would execute,
 * and direction marks, and replaces narrow spaces, which few printers support.
 */
export function onPaper(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Zs}\t\r\n]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '')
    .trim();
}

/** Card schemes' spellings of their names that cannot be derived from the platform's code. */
const brands: Readonly<Record<string, string>> = {
  AMERICAN_EXPRESS: 'American Express',
  CHINA_UNION_PAY: 'UnionPay',
  DINERS_CLUB: 'Diners Club',
  JCB: 'JCB',
};

/** `MASTERCARD` becomes `Mastercard`; a name that is not a code stays unchanged. */
export function brandOf(code: string): string {
  const known = brands[code];
  if (known !== undefined) return known;
  if (!/^[A-Z_]+$/.test(code)) return onPaper(code);
  return code
    .split('_')
    .map((word) => `${word.charAt(0)}${word.slice(1).toLowerCase()}`)
    .join(' ');
}
