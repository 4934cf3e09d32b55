/** Data as JSON, in the form that is written to the journal. */

/**
 * Cleans what looks like a card number (money rule 8) value by value. A number that looks like a card number becomes a
 * text: words in the middle of JSON would make the entry, and thus the journal, unreadable.
 */
export function jsonWithoutCards(data: object, clean: (text: string) => string): string {
  return JSON.stringify(data, (_key, value: unknown) => {
    if (typeof value === 'string') return clean(value);
    if (typeof value !== 'number') return value;
    const digits = String(value);
    const kept = clean(digits);
    return kept === digits ? value : kept;
  });
}
