/**
 * The shared detector of card numbers, for screens and host: every number that must be found, and the rate of false
 * alarms. A million harmless texts in the full run (`npm run test:full -- attacks`).
 *
 * @module-tag full-attacks
 */
import { describe, expect, it } from 'vitest';
import { isCardNumberTyped, maskCardNumbers } from '../../electron/domain/index.ts';
import { isPlausibleCardNumber } from '../../electron/domain/cards/issuers.ts';
import { encodings, testCards } from './card-numbers.ts';
import { randomFrom } from '../fixtures/random.ts';
import { innocent } from './innocent-texts.ts';

const each = Math.ceil(Number(process.env['TILLBRIDGE_RUNS'] ?? 26_000) / Object.keys(innocent).length);

describe('card numbers in every encoding and every issuer’s range', () => {
  it('are valid in check digit and issuer range', () => {
    expect(Object.values(testCards).filter((pan) => !isPlausibleCardNumber(pan))).toEqual([]);
    expect(Object.keys(testCards).length).toBeGreaterThanOrEqual(12);
    expect(Object.keys(encodings).length).toBeGreaterThanOrEqual(40);
  });

  it.each(Object.entries(encodings))('are found as %s', (_name, write) => {
    const missed = Object.entries(testCards).filter(([, pan]) => !isCardNumberTyped(write(pan)));
    expect(missed).toEqual([]);
  });

  /** Ids and hashes stay unchanged: digits within a longer mix of letters and digits are kept. */
  it.each(Object.entries(encodings).filter(([name]) => name !== 'between letters and digits'))(
    'are removed as %s where text is stored or shown',
    (_name, write) => {
      for (const pan of Object.values(testCards)) {
        const kept = maskCardNumbers(`a ${write(pan)} b`);
        expect(isCardNumberTyped(kept), kept).toBe(false);
        expect(kept.replace(/[^0-9]/g, ''), kept).not.toContain(pan);
        expect(kept).toMatch(/^a .* b$/s);
      }
    },
  );
});

/** Maximum false alarms per million texts typed into a field. Most are bare digits without a familiar shape. */
const atMost: Readonly<Record<string, number>> = {
  'order references': 600,
  'barcodes GTIN-14 of cartons': 7000,
  'random, 14 bare digits': 6000,
  'random, 16 bare digits': 45_000,
};

describe('the search for card numbers', () => {
  const figures: string[] = [];
  it.each(Object.entries(innocent))('raises few false alarms for %s', (kind, make) => {
    const random = randomFrom(20261123);
    const alarms: string[] = [];
    for (let index = 0; index < each; index += 1) {
      const text = make(random);
      if (isCardNumberTyped(text)) alarms.push(text);
    }
    const perMillion = Math.round((alarms.length / each) * 1_000_000);
    figures.push(`${String(perMillion).padStart(6)} ${kind}`);
    // A small sample may exceed its share slightly.
    const bound = atMost[kind] ?? 60;
    expect(alarms.length, alarms.slice(0, 5).join(' | ')).toBeLessThanOrEqual((bound * each) / 1_000_000 + 3);
  });

  it('reports the rate of false alarms per million, and its cost', () => {
    const random = randomFrom(1);
    const makers = Object.values(innocent);
    const text = Array.from({ length: 4000 }, (_, index) => makers[index % makers.length]?.(random)).join('; ');
    const started = performance.now();
    isCardNumberTyped(text);
    const microseconds = Math.round(((performance.now() - started) * 1000) / (text.length / 1024));
    console.info(`false alarms of a million, ${each} of each kind:\n${figures.join('\n')}\n${microseconds} µs a KB`);
    expect(figures).toHaveLength(Object.keys(innocent).length);
  });
});
