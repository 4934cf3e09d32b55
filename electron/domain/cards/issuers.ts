/**
 * Recognizes possible card numbers: 13 to 19 digits that pass the Luhn check (ISO/IEC 7812-1, annex B), with a prefix
 * and a length that a card scheme uses. About one in forty random numbers of 16 digits qualifies.
 */

/** Issuer prefixes by scheme, as [first, last] of equal width, with the lengths in use. */
const issuerRanges: readonly { from: string; to: string; lengths: readonly number[] }[] = [
  { from: '4', to: '4', lengths: [13, 16, 19] }, // Visa
  { from: '51', to: '55', lengths: [16] }, // Mastercard
  { from: '2221', to: '2720', lengths: [16] },
  { from: '34', to: '34', lengths: [15] }, // American Express
  { from: '37', to: '37', lengths: [15] },
  { from: '6011', to: '6011', lengths: [16, 19] }, // Discover
  { from: '644', to: '659', lengths: [16, 19] },
  { from: '300', to: '305', lengths: [14, 16, 19] }, // Diners Club
  { from: '3095', to: '3095', lengths: [14, 16, 19] },
  { from: '36', to: '36', lengths: [14, 16, 19] },
  { from: '38', to: '39', lengths: [14, 16, 19] },
  { from: '3528', to: '3589', lengths: [16, 17, 18, 19] }, // JCB
  { from: '62', to: '62', lengths: [16, 17, 18, 19] }, // UnionPay
  { from: '81', to: '82', lengths: [16, 17, 18, 19] }, // UnionPay, RuPay
  { from: '50', to: '50', lengths: [13, 15, 16, 17, 18, 19] }, // Maestro and domestic debit
  { from: '56', to: '58', lengths: [13, 15, 16, 17, 18, 19] },
  { from: '60', to: '61', lengths: [13, 15, 16, 17, 18, 19] },
  { from: '63', to: '63', lengths: [13, 15, 16, 17, 18, 19] },
  { from: '66', to: '69', lengths: [13, 15, 16, 17, 18, 19] },
  { from: '2200', to: '2204', lengths: [16, 17, 18, 19] }, // Mir
  { from: '9792', to: '9792', lengths: [16] }, // Troy
];

export const MIN_DIGITS = 13;
export const MAX_DIGITS = 19;

/** True if 13 to 19 digits pass Luhn and begin like an issued card number. Expects digits only. */
export function isPlausibleCardNumber(digits: string): boolean {
  const { length } = digits;
  if (length < MIN_DIGITS || length > MAX_DIGITS || !/^[0-9]+$/.test(digits)) return false;
  if (!passesLuhn(digits)) return false;
  return issuerRanges.some(({ from, to, lengths }) => {
    const prefix = digits.slice(0, from.length);
    return prefix >= from && prefix <= to && lengths.includes(length);
  });
}

/**
 * True if the digits are a product's barcode (GTIN-13, also called EAN) with a valid check digit. Country prefixes
 * collide with card schemes' (40..44 Germany, 50 United Kingdom, 69 China), and card numbers of 13 digits have not been
 * issued for many years.
 */
export function isBarcode(digits: string): boolean {
  return digits.length === 13 && hasCheckDigit(digits);
}

/** True if the last digit is the GS1 check digit of the others: weights 3 and 1 from the right, up to the next ten. */
export function hasCheckDigit(digits: string): boolean {
  return weightedSum(digits, (digit) => digit * 3) % 10 === 0;
}

/** True if the last digit is the Luhn check digit of the others (ISO/IEC 7812-1, annex B). Digits only. */
export function passesLuhn(digits: string): boolean {
  return weightedSum(digits, luhnDouble) % 10 === 0;
}

const luhnDouble = (digit: number): number => (digit > 4 ? digit * 2 - 9 : digit * 2);

/** Sum of the digits, with `weighted` applied to every second digit from the right. */
function weightedSum(digits: string, weighted: (digit: number) => number): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    sum += index % 2 === 1 ? weighted(digit) : digit;
  }
  return sum;
}
