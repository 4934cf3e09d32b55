import { moneyFormat, plainAmount } from '../../electron/domain/index.ts';
import { entryOf } from '../../electron/words/runtime.ts';

/** Spoken names of a currency: singular and plural, of the unit and of its hundredth. */
type SpokenCurrency = Readonly<Record<'one' | 'many' | 'minorOne' | 'minorMany', string>>;

/** An amount split into currency sign and digits, so that the giant slot can style them differently. */
export interface AmountParts {
  sign: string;
  digits: string;
  /** False in locales where the sign follows the digits. */
  signFirst: boolean;
}

/** Converts minor units into an exact decimal string for Intl, without a float. */
function decimal(amountMinor: number, currency: string): `${number}` {
  return plainAmount(amountMinor, currency) as `${number}`;
}

/** Formats by locale and currency: creating one costs a hundred times as much as formatting. */
const currencyFormats = new Map<string, Intl.NumberFormat>();
function currencyFormat(currency: string, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const known = currencyFormats.get(key);
  if (known) return known;
  const made = moneyFormat(locale, currency, { currencyDisplay: 'narrowSymbol' });
  currencyFormats.set(key, made);
  return made;
}

/** Returns "$42.60", in the till's locale. `amountMinor` is in minor units. */
export function formatMoney(amountMinor: number, currency: string, locale: string): string {
  return currencyFormat(currency, locale).format(decimal(amountMinor, currency));
}

/** Returns the amount without decimals when they are all zero: "$30". */
export function formatRoundMoney(amountMinor: number, currency: string, locale: string): string {
  const format = moneyFormat(locale, currency, {
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  });
  return format.format(decimal(amountMinor, currency));
}

/** Returns the amount in parts, by Intl.NumberFormat.formatToParts. */
export function moneyParts(amountMinor: number, currency: string, locale: string): AmountParts {
  const parts = currencyFormat(currency, locale).formatToParts(decimal(amountMinor, currency));
  const sign = parts.find((part) => part.type === 'currency')?.value ?? '';
  const digits = parts
    .filter((part) => part.type !== 'currency')
    .map((part) => part.value)
    .join('')
    .trim();
  return { sign, digits, signFirst: parts.findIndex((part) => part.type === 'currency') <= 0 };
}

/** Returns the decimal sign of a locale: "." or ",". */
export function decimalSignOf(locale: string): string {
  return new Intl.NumberFormat(locale).formatToParts(1.1).find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** Returns the spoken amount: "42 dollars 60 cents", "30 dollars". Currencies without words use Intl's name. */
export function spokenMoney(
  amountMinor: number,
  currency: string,
  locale: string,
  currencies: Readonly<Record<string, SpokenCurrency>>,
): string {
  const names = entryOf(currencies, currency);
  if (!names) {
    const format = moneyFormat(locale, currency, { currencyDisplay: 'name' });
    return format.format(decimal(amountMinor, currency));
  }
  const whole = Math.floor(amountMinor / 100);
  const rest = amountMinor % 100;
  const words: string[] = [];
  if (whole > 0 || rest === 0) words.push(`${whole} ${whole === 1 ? names.one : names.many}`);
  if (rest > 0) words.push(`${rest} ${rest === 1 ? names.minorOne : names.minorMany}`);
  return words.join(' ');
}
