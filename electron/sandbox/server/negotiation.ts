/** Negotiates formats: JSON in and out, `application/hal+json` by default. */

export const HAL_JSON = 'application/hal+json';
export const JSON_TYPE = 'application/json';

/**
 * The content type of the reply for an Accept header, or null when the sandbox has no acceptable type. `rawTypes` are
 * the non-JSON types of an operation; with them every Accept header is acceptable. Only a quality value of zero
 * matters, because all types are JSON.
 */
export function replyType(accept: string | undefined, rawTypes: readonly string[] = []): string | null {
  if (accept === undefined || accept.trim() === '') return HAL_JSON;
  const wanted = accept
    .split(',')
    .map((part) =>
      part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    )
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter)))
    .map(([type = '']) => type);
  if (wanted.some((type) => type === HAL_JSON || type === '*/*' || type === 'application/*')) return HAL_JSON;
  if (wanted.includes(JSON_TYPE)) return JSON_TYPE;
  // The type of raw bytes is that of the upload, so only the reply can set it.
  return rawTypes.length > 0 ? HAL_JSON : null;
}
