/**
 * A time zone for a run of tests: the day of a till ends at midnight, and a test that sells before it and looks at "today" after it
 * would say so. What happens at midnight has tests that set their own clock.
 * @param {Date} now by this computer's zone
 * @returns {string | undefined} where it is morning now; undefined: no midnight comes within two hours, the computer's own will do
 */
export function zoneAwayFromMidnight(now) {
  if (now.getHours() < 22) return undefined;
  const ahead = ((8 - now.getUTCHours() + 36) % 24) - 12;
  // POSIX counts westwards.
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
