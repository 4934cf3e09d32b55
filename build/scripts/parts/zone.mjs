/**
 * Time zone for a run of tests. A till's day ends at midnight, and a test that sells before midnight and checks "today"
 * after it would fail. Tests about midnight set their own clock.
 * @param {Date} now by this computer's zone
 * @returns {string | undefined} zone in which it is morning now, or undefined if midnight is more than two hours away
 */
export function zoneAwayFromMidnight(now) {
  if (now.getHours() < 22) return undefined;
  const ahead = ((8 - now.getUTCHours() + 36) % 24) - 12;
  // POSIX counts westwards.
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
