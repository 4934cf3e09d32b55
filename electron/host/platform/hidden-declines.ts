/**
 * Replaces two decline codes that reveal something about the cardholder which a cashier must not read out. The platform
 * requires the generic decline instead (failure codes of card-present payments). The codes are replaced in every reply
 * before it is read, so they cannot reach a record, error, journal, log or screen.
 */
const hidden = /LOST_OR_STOLEN_CARD|PICK_UP_CARD/i;
const hiddenEverywhere = new RegExp(hidden.source, 'gi');
const GENERIC = 'GENERIC_DECLINE';

/** Free-text fields that repeat such a code in words. */
const besideCode: ReadonlySet<string> = new Set(['failure_message', 'message', 'messages', 'raw', 'description']);

/** Free-text fields about a failure, which may reveal it in words even if the code is elsewhere or missing. */
const aboutFailure: ReadonlySet<string> = new Set(['failure_message', 'message', 'messages']);
const inWords = /\b(?:lost|stolen|pick[- ]?up)\b/i;

/** True if `hideSensitiveDeclines` may change a text of this JSON, which must be free of escapes. */
export const mayContainDeclineReason = (json: string): boolean => hidden.test(json) || inWords.test(json);

/** Copy of a JSON value with those codes replaced and the revealing texts removed. */
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
