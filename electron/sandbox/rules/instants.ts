/** Times as requests write them. */

/**
 * Reads `YYYY-MM-DDTHH:MM:SS` (UTC), with or without fraction and Z or an offset, or a date alone (its first moment).
 * @returns milliseconds since 1970; null for anything else, and for days and hours that do not exist
 */
export function parseInstant(text: string): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?)?$/.exec(text);
  if (!parts) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = parts;
  const plain = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const utc = Date.parse(`${plain}${fraction.slice(0, 4)}Z`);
  // Date.parse rolls 30 February over into March; what does not read back the same does not exist.
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 19) !== plain) return null;
  const time = Date.parse(`${plain}${fraction.slice(0, 4)}${zone}`);
  return Number.isNaN(time) ? null : time;
}
