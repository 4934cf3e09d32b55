/** Runs of 13 to 19 digits, also in groups, as card numbers are written down. */
const runs = /(?:[0-9][ .-]?){12,18}[0-9]/g;

/** The Luhn check (ISO/IEC 7812-1, annex B). */
function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits).reduceRight((total, digit, index) => {
    const isSecond = (digits.length - 1 - index) % 2 === 1;
    const value = Number(digit) * (isSecond ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/**
 * True where a text holds what may be a card number: nobody is to write one into an order or a note. Stricter than the
 * host's own sinks, which know issuers: here a false alarm costs a sentence.
 */
export function looksLikeCardNumber(text: string): boolean {
  return (text.match(runs) ?? []).some((run) => passesLuhn(run.replace(/[ .-]/g, '')));
}
