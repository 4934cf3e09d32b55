import { expect, it } from 'vitest';
import { PageFailures } from '../../../../electron/host/api/index.ts';
import { ManualClock } from '../payments/world.ts';

it('the host logs page errors at most twenty times an hour', async () => {
  const clock = new ManualClock();
  const lines: unknown[][] = [];
  const failures = new PageFailures({ clock, log: (...line) => void lines.push(line) });
  const failed = { what: 'Error: Minified React error #185', where: '#/terminals' };
  for (let turn = 0; turn < 100; turn += 1) failures.report(failed);
  expect(lines).toHaveLength(20);
  expect(lines[0]).toEqual(['error', 'a page failed', failed]);
  await clock.advance(60 * 60_000);
  failures.report(failed);
  expect(lines).toHaveLength(21);
});
