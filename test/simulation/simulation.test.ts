/** The simulation at a size for every day; `npm run test:simulation` runs 200 shop days and every deliberate break. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runDay } from './day.ts';
import { mutations } from './mutations.ts';
import type { ProfileName } from './fault-profile.ts';

const days: [profile: ProfileName, seed: string][] = [
  ['calm', '1'],
  ['realistic', '2'],
  ['bad', '3'],
  ['absurd', '4'],
];

describe('a shop day keeps every money rule', { timeout: 600_000 }, () => {
  it.each(days)('%s faults, seed %s', async (profile, seed) => {
    const report = await runDay({ seed, profile, customers: 15 });
    const { breaches, payments, ends, faults } = report;
    expect(breaches, `node test/simulation/run.ts --days 1 --seed ${seed} --faults ${profile} --customers 15`).toEqual(
      [],
    );
    expect(payments).toBeGreaterThan(10);
    // With absurd faults a whole day can pass without one.
    if (profile !== 'absurd') expect(ends['captured'] ?? 0).toBeGreaterThan(0);
    const injected = Object.values(faults).reduce((sum, count) => sum + count, 0);
    if (profile === 'bad' || profile === 'absurd') expect(injected).toBeGreaterThan(25);
  });
});

describe('the same seed', { timeout: 600_000 }, () => {
  it('brings back the same day, byte for byte; another seed another day', async () => {
    const lines: string[] = [];
    const once = await runDay({ seed: '7', profile: 'bad', customers: 8, keep: (line) => void lines.push(line) });
    const again: string[] = [];
    const twice = await runDay({ seed: '7', profile: 'bad', customers: 8, keep: (line) => void again.push(line) });
    expect(again).toEqual(lines);
    expect(twice).toEqual(once);
    expect((await runDay({ seed: '8', profile: 'bad', customers: 8 })).hash).not.toBe(once.hash);
  });
});

describe('the deliberate breaks', () => {
  it.each(mutations)('$name: its place in the code is still there', ({ file, changes }) => {
    const source = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
    for (const [find] of changes) expect(source.split(find)).toHaveLength(2);
  });
});
