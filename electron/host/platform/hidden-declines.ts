/**
 * Two decline codes say something about the cardholder that a cashier must not read out. The platform's own rule is to
 * show the generic decline instead (failure codes of card-present payments). They are replaced in every reply before
 * anything is read from it, so that no record, error, journal, log or screen can hold them.
 */
const hidden = /LOST_OR_STOLEN_CARD|PICK_UP_CARD/i;
const hiddenEverywhere = new RegExp(hidden.source, 'gi');
const GENERIC = 'GENERIC_DECLINE';

/** Free text beside such a code says the same thing in words. */
const besideCode: ReadonlySet<string> = new Set(['failure_message', 'message', 'messages', 'raw', 'description']);

/** Free text about a failure, which says it in words also where the code stands elsewhere or is missing. */
const aboutFailure: ReadonlySet<string> = new Set(['failure_message', 'message', 'messages']);
const inWords = /\b(?:lost|stolen|pick[- ]?up)\b/i;

/** False: no text of this JSON, which has no escapes, is one that `hideSensitiveDeclines` would change. */
export const maySayWhy = (json: string): boolean => hidden.test(json) || inWords.test(json);

/** The same JSON value with those codes replaced and the words that say the same dropped. */
export function hideSensitiveDeclines(value: unknown): unknown {
  if (typeof value === 'string') return hidden.test(value) ? value.replace(hiddenEverywhere, GENERIC) : value;
  if (Array.isArray(value)) return value.map(hideSensitiveDeclines);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const isSensitive = entries.some(([, item]) => typeof item === 'string' && hidden.test(item));
  return Object.fromEntries(
    entries
      .filter(([key]) => !isSensitive || !besideCode.has(key))
      .filter(([key, item]) => !aboutFailure.has(key) || !saysSo(item))
      .map(([key, item]) => [key, hideSensitiveDeclines(item)]),
  );
}

function saysSo(words: unknown): boolean {
  if (Array.isArray(words)) return words.some(saysSo);
  return typeof words === 'string' && inWords.test(words);
}
