import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoff } from '../../../electron/domain/index.ts';

describe('back-off', () => {
  it('doubles the delay from the first to the longest', () => {
    const delayMs = backoff({ firstMs: 500, maxMs: 30_000 });
    expect([1, 2, 3, 4, 5, 6, 7, 8, 10_000].map((failures) => delayMs(failures))).toEqual([
      500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
    ]);
    expect(delayMs(0)).toBe(500);
  });

  it('randomizes the share given by the jitter', () => {
    const half = backoff({ firstMs: 1000, maxMs: 4000, jitter: [0.5, 1] });
    expect([half(1, 0), half(1, 0.5), half(2, 0), half(9, 1)]).toEqual([500, 750, 1000, 4000]);
    const longer = backoff({ firstMs: 200, maxMs: 3000, jitter: [1, 1.2] });
    expect([longer(1, 0), longer(1, 0.5), longer(9, 1)]).toEqual([200, 220, 3600]);
  });

  it('returns whole numbers within the bounds that never decrease after another failure', () => {
    const options = fc.record({
      firstMs: fc.integer({ min: 1, max: 60_000 }),
      maxMs: fc.integer({ min: 60_000, max: 3_600_000 }),
      jitter: fc.constantFrom([1, 1] as const, [0.5, 1] as const, [1, 1.2] as const),
    });
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(options, fc.nat({ max: 2000 }), chance, (given, failures, luck) => {
        const delayMs = backoff(given);
        const delay = delayMs(failures, luck);
        expect(Number.isSafeInteger(delay)).toBe(true);
        expect(delay).toBeGreaterThanOrEqual(Math.floor(given.firstMs * given.jitter[0]));
        expect(delay).toBeLessThanOrEqual(Math.ceil(given.maxMs * given.jitter[1]));
        expect(delayMs(failures + 1, luck)).toBeGreaterThanOrEqual(delay);
      }),
    );
  });
});
