/** Formats: JSON in and out, `application/hal+json` by default. */

export const HAL_JSON = 'application/hal+json';
export const JSON_TYPE = 'application/json';

/**
 * The content type of the reply for an Accept header; null when none that we have will do.
 * `rawTypes`: what an operation answers that is no JSON; then anything goes.
 * Quality values matter only where they are zero: everything we could send is JSON.
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
  // Raw bytes have the type they were uploaded with, which only the reply knows.
  return rawTypes.length > 0 ? HAL_JSON : null;
}
