/**
 * Reads `YYYY-MM-DDTHH:MM:SS` (UTC), with or without fraction and Z or an offset, or a date alone (start of the day).
 * @returns milliseconds since 1970, or null for any other text, including impossible days and hours
 */
export function parseInstant(text: string): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?)?$/.exec(text);
  if (!parts) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = parts;
  const plain = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const utc = Date.parse(`${plain}${fraction.slice(0, 4)}Z`);
  // Date.parse turns 30 February into March, so a time is accepted only if it formats to the same text.
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 19) !== plain) return null;
  const time = Date.parse(`${plain}${fraction.slice(0, 4)}${zone}`);
  return Number.isNaN(time) ? null : time;
}
