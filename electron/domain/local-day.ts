/** Day of a moment in this computer's time zone, as YYYY-MM-DD. @param at milliseconds since 1970 */
export function localDay(at: number): string {
  const date = new Date(at);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((value) => String(value).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day}`;
}
