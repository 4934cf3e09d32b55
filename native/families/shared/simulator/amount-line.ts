import { currencyDecimals, currencyOfNumeric } from '../../../../electron/domain/index.ts';

export const currencySigns: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥' };

/** Amount as the customer reads it, for example `$12.34`; a currency without a sign uses its code, `CHF 12.34`. */
export function amountLine(amountMinor: number, numericCurrency: string, exponent: number | undefined): string {
  const currency = currencyOfNumeric(numericCurrency);
  const decimals = exponent ?? (currency === undefined ? 2 : (currencyDecimals(currency) ?? 2));
  const digits = String(amountMinor).padStart(decimals + 1, '0');
  const plain = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  const sign = currency === undefined ? undefined : currencySigns[currency];
  return sign === undefined ? `${currency ?? numericCurrency} ${plain}` : `${sign}${plain}`;
}
