import { expect, it } from 'vitest';
import { zoneAwayFromMidnight } from '../../../build/scripts/parts/zone.mjs';

const localHour = (at: Date, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { hour: 'numeric', timeZone }).format(at));

it('a run that would reach midnight uses a zone in which it is morning, and other runs keep their zone', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const at = new Date(2026, 10, 25, hour, 40);
    const zone = zoneAwayFromMidnight(at);
    if (hour < 22) expect(zone).toBeUndefined();
    else expect(localHour(at, zone ?? '')).toBe(8);
  }
  // The computer may be in any time zone, so every pair of local hour and UTC hour is tried.
  for (let utc = 0; utc < 24; utc += 1) {
    const at = Object.assign(new Date(Date.UTC(2026, 10, 25, utc, 40)), { getHours: () => 23 });
    expect(localHour(at, zoneAwayFromMidnight(at) ?? '')).toBe(8);
  }
});
