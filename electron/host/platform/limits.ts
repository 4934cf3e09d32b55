/** Checks made before sending: limits of the platform (specification, "Limits") and shapes of ids. */
import { TillError } from '../../contract/index.ts';
import { limits } from '../../platform-api/generated/operations.ts';

const forbiddenInTags = /[\\,"']/;

export type Tags = Readonly<Record<string, string>>;

/**
 * Checks tags against the platform's limits: 50 pairs, keys of 1..40 and values of 0..500 characters, without
 * backslash, comma or quotation mark; values are text.
 * @throws API_INVALID with the tag's name, never its value
 */
export function checkTags(tags: Readonly<Record<string, unknown>>): void {
  const entries = Object.entries(tags);
  if (entries.length > limits.tagCount)
    throw invalid(`at most ${limits.tagCount} tags, not ${entries.length}`, { field: 'tags' });
  for (const [key, value] of entries) {
    const field = `tags.${key.slice(0, limits.tagKeyLength)}`;
    if (key === '' || key.length > limits.tagKeyLength)
      throw invalid(`a tag key has 1 to ${limits.tagKeyLength} characters`, { field });
    if (typeof value !== 'string') throw invalid('a tag value is text', { field });
    if (value.length > limits.tagValueLength)
      throw invalid(`a tag value has at most ${limits.tagValueLength} characters`, { field });
    if (forbiddenInTags.test(key) || forbiddenInTags.test(value)) {
      throw invalid('backslash, comma and quotation marks are not allowed in tags', { field });
    }
  }
}

/** Converts text to a valid tag value: quotes, commas and backslashes become spaces. May return an empty string. */
export function tagText(text: string | null): string {
  return text?.replaceAll(/[\\,"']/g, ' ').trim() ?? '';
}

/** True if the text can be an id of the platform: plain characters that cannot address another resource. */
export function isId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_.:~-]{0,99}$/.test(text);
}

/**
 * Path segment of an id.
 * @throws API_INVALID when the text is not an id
 */
export function segment(id: string): string {
  if (!isId(id)) throw invalid('that is not an id of the platform', { field: 'id' });
  return encodeURIComponent(id);
}

/** Fields whose values are for the platform only. */
const secretFields =
  /^(?:number|security_code|cvv|account_number|password|token|third_party_token|private_key|encrypted_\w+|\w+_key_serial_number)$/;

/** Secret values of a body; they must not reach errors or logs, even if the platform repeats them. */
export function secretsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || body instanceof Uint8Array) return [];
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) =>
    secretFields.test(name) && typeof value === 'string' ? [value] : secretsIn(value),
  );
}

/** Time in the format of the platform's date filters: UTC without milliseconds or zone, `2026-11-21T03:51:48`. */
export function platformDate(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 19);
}

function invalid(message: string, context: { field: string }): TillError {
  return new TillError('API_INVALID', message, { context });
}
