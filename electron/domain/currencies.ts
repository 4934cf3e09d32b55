/** Currencies that a till, a terminal and the platform support. */

/** Values by currency, parsed from text such as `USD=0840 …`. */
const codesOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/(\w+)=(\w+)/g)].map(([, currency, value]) => [currency, value]));
const numbersOf = (text: string): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(codesOf(text)).map(([currency, value]) => [currency, Number(value)]));

/** Numeric ISO 4217 codes, in the form that terminals need (tag 5F2A, four BCD digits). */
const numericCodes = codesOf(`
  AED=0784 ARS=0032 AUD=0036 BGN=0975 BHD=0048 BRL=0986 CAD=0124 CHF=0756 CLP=0152 CNY=0156 COP=0170 CRC=0188 CZK=0203
  DKK=0208 DOP=0214 EGP=0818 EUR=0978 GBP=0826 GTQ=0320 HKD=0344 HUF=0348 IDR=0360 ILS=0376 INR=0356 ISK=0352 JOD=0400
  JPY=0392 KES=0404 KRW=0410 KWD=0414 LKR=0144 MAD=0504 MXN=0484 MYR=0458 NGN=0566 NOK=0578 NZD=0554 OMR=0512 PEN=0604
  PHP=0608 PKR=0586 PLN=0985 PYG=0600 QAR=0634 RON=0946 RSD=0941 SAR=0682 SEK=0752 SGD=0702 THB=0764 TND=0788 TRY=0949
  TWD=0901 UAH=0980 UGX=0800 USD=0840 UYU=0858 VND=0704 ZAR=0710
`);

/** All currencies by ISO 4217 code, in alphabetical order. */
export const currencies: readonly string[] = Object.keys(numericCodes);

/** Four-digit numeric code of a currency, such as `0840` for USD, or undefined for an unknown currency. */
export function numericCurrency(currency: string): string | undefined {
  return numericCodes[currency];
}

/** Alphabetic code of a numeric one, such as `USD` for `0840`. */
export function currencyOfNumeric(numeric: string): string | undefined {
  return Object.entries(numericCodes).find(([, code]) => code === numeric)?.[0];
}

/**
 * Decimals of the currencies above that have other than 2 by ISO 4217. Intl is unsuitable for the amounts of platform
 * and terminal: it describes how amounts are usually written, which omits the fillér since ICU 78 (likewise COP and
 * IDR). The error would be a factor of a hundred.
 */
const decimalsOf = numbersOf(`
  BHD=3 CLP=0 ISK=0 JOD=3 JPY=0 KRW=0 KWD=3 OMR=3 PYG=0 TND=3 UGX=0 VND=0
`);

/** Decimals of a currency (2 for USD, 0 for JPY, 3 for KWD), or undefined for an unknown currency. */
export function currencyDecimals(currency: string): number | undefined {
  return currency in numericCodes ? (decimalsOf[currency] ?? 2) : undefined;
}

/**
 * Digits of the largest payment in minor units, if not seven: enough for a sofa, too few for the price with two extra
 * digits. A setting overrides it.
 */
const largestDigits = numbersOf(`
  ARS=10 CLP=8 COP=10 CRC=9 CZK=8 DOP=8 EGP=8 HUF=9 IDR=11 INR=8 KES=9 KRW=8 LKR=9 MXN=8 NGN=10 PHP=8 PKR=9 PYG=9
  RSD=9 THB=8 TND=8 TRY=8 TWD=8 UAH=8 UGX=8 UYU=8 VND=9 ZAR=8
`);

/** Default maximum amount of a payment in minor units: 99,999.99 USD. */
export function defaultMaxAmountMinor(currency: string): number {
  return 10 ** (largestDigits[currency] ?? 7) - 1;
}
