/** What is written to the journal, as JSON. */

/**
 * With what looks like a card number stopped (money rule 8). A number that looks like one becomes a text: put in the middle of
 * JSON, the words that stand for it would make the whole entry unreadable, and the journal with it.
 */
export function writtenJson(data: object, clean: (text: string) => string): string {
  const whole = JSON.stringify(data);
  const text = clean(whole);
  if (text === whole || isJson(text)) return text;
  return clean(
    JSON.stringify(data, (_key, value: unknown) => {
      if (typeof value !== 'number') return value;
      const digits = String(value);
      return clean(digits) === digits ? value : clean(digits);
    }),
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
