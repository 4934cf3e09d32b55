/**
 * The last guard of masking: digits in clear text that could be a card number. It works on values that are shown, so it
 * finds what a terminal puts where nothing of the kind belongs (a text for the display, a property).
 */
const ZERO = 0x30;
const SHORTEST = 13;
const LONGEST = 19;

/** Views on every run of 13 to 19 ASCII digits whose check digit is right (ISO/IEC 7812). */
export function cardNumbersIn(value: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  let start = 0;
  for (let at = 0; at <= value.length; at++) {
    if (isDigit(value[at])) continue;
    const run = value.subarray(start, at);
    if (run.length >= SHORTEST && run.length <= LONGEST && hasRightCheckDigit(run)) found.push(run);
    start = at + 1;
  }
  return found;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= ZERO + 9;
}

function hasRightCheckDigit(digits: Uint8Array): boolean {
  let sum = 0;
  digits.forEach((byte, index) => {
    const digit = byte - ZERO;
    const isDoubled = (digits.length - 1 - index) % 2 === 1;
    sum += isDoubled ? (digit > 4 ? 2 * digit - 9 : 2 * digit) : digit;
  });
  return sum % 10 === 0;
}
