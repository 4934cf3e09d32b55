/** Amounts, dates and names as a receipt writes them: in one locale and one time zone. Pure. */
import { moneyFormat } from '../../domain/index.ts';

export interface Figures {
  money: (amountMinor: number) => string;
  /** Day and time with the zone's short name. */
  moment: (instant: string) => string;
  /** Day alone. */
  day: (instant: string) => string;
}

/** @param timeZone IANA name; null: the computer's own */
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
 * Text that may go on paper: one line, no control characters (a printer would take them as commands), no direction marks,
 * and plain spaces, since few printers know the narrow ones.
 */
export function onPaper(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Zs}\t\r\n]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '')
    .trim();
}

/** How schemes write their own names, where the platform's code is something else. */
const brands: Readonly<Record<string, string>> = {
  AMERICAN_EXPRESS: 'American Express',
  CHINA_UNION_PAY: 'UnionPay',
  DINERS_CLUB: 'Diners Club',
  JCB: 'JCB',
};

/** `MASTERCARD` as `Mastercard`; a name that is not a code stays as it is. */
export function brandOf(code: string): string {
  const known = brands[code];
  if (known !== undefined) return known;
  if (!/^[A-Z_]+$/.test(code)) return onPaper(code);
  return code
    .split('_')
    .map((word) => `${word.charAt(0)}${word.slice(1).toLowerCase()}`)
    .join(' ');
}
