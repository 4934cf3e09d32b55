/** The simulation at a size for every day; `npm run test:simulation` runs 120 shop days and every deliberate break. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runDay } from './day.ts';
import { isNewcomers } from '../../build/scripts/parts/sizes.mjs';
import { mutations } from './mutations.ts';
import type { ProfileName } from './fault-profile.ts';

const days: (readonly [profile: ProfileName, seed: string])[] = [
  ['calm', '1'],
  ['bad', '3'],
];
if (!isNewcomers) days.push(['realistic', '2'], ['absurd', '4']);

const CUSTOMERS = 10;
/** Every line of each day, by its seed. */
const told = new Map<string, { report: Awaited<ReturnType<typeof runDay>>; lines: string[] }>();

async function day(profile: ProfileName, seed: string) {
  const lines: string[] = [];
  const report = await runDay({ seed, profile, customers: CUSTOMERS, keep: (line) => void lines.push(line) });
  return { report, lines };
}

describe('a shop day', { timeout: 600_000 }, () => {
  it.each(days)('keeps every money rule with %s faults and seed %s', async (profile, seed) => {
    const one = await day(profile, seed);
    told.set(seed, one);
    const { breaches, payments, ends, faults } = one.report;
    const again = `node test/simulation/run.ts --days 1 --seed ${seed} --faults ${profile} --customers ${CUSTOMERS}`;
    expect(breaches, again).toEqual([]);
    expect(payments).toBeGreaterThan(6);
    // With absurd faults a whole day can pass without a capture.
    if (profile !== 'absurd') expect(ends['captured'] ?? 0).toBeGreaterThan(0);
    const injected = Object.values(faults).reduce((sum, count) => sum + count, 0);
    if (profile === 'bad' || profile === 'absurd') expect(injected).toBeGreaterThan(25);
  });

  it('is the same with the same seed, byte for byte', async () => {
    const once = told.get('3');
    expect(once?.lines.length).toBeGreaterThan(1_000);
    expect(await day('bad', '3')).toEqual(once);
  });

  it('differs with another seed', async () => {
    expect((await day('calm', '5')).report.hash).not.toBe(told.get('1')?.report.hash);
  });
});

describe('the deliberate breaks', () => {
  it.each(mutations)('$name still has its place in the code', ({ file, changes }) => {
    const source = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
    for (const [find] of changes) expect(source.split(find)).toHaveLength(2);
  });
});
