import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasCheckDigit } from '../../../electron/domain/index.ts';
import { ScanReader, type KeyPlace, type Scan } from '../../../renderer/components/scan-reader.ts';
import { isBarcode, readBurst, readScan } from '../../../renderer/store/scan.ts';
import { randomFrom } from '../../fixtures/random.ts';
import { drawBurst, drawTyping, withCheckDigit as ean, type TimedKey } from './fixtures/typists.ts';

const usd = { currency: 'USD', maxAmountMinor: 9_999_999 };

describe('the content of a scan', () => {
  it.each([
    // Published examples of check digits: a book, a product of a GS1 company, an EAN-8, a UPC-A.
    ['9780201379624', true],
    ['4006381333931', true],
    ['73513537', true],
    ['036000291452', true],
    ['4006381333932', false],
  ])('recognizes for %s whether the check digit is right: %s', (digits, isRight) => {
    expect(hasCheckDigit(digits)).toBe(isRight);
  });

  it('reads a price in an EAN-13 of the shop', () => {
    expect(ean('201234501299')).toBe('2012345012998');
    expect(readScan('2012345012998', usd)).toEqual({ ok: true, amountMinor: 1299 });
    expect(readScan(ean('299999999999'), usd)).toEqual({ ok: true, amountMinor: 99_999 });
    expect(readScan(ean('250000000001'), { ...usd, currency: 'JPY' })).toEqual({ ok: true, amountMinor: 1 });
  });

  it('reads back every price with every prefix', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 29 }),
        fc.integer({ min: 0, max: 99_999 }),
        fc.integer({ min: 1, max: 99_999 }),
        (prefix, item, price) => {
          const code = ean(`${prefix}${String(item).padStart(5, '0')}${String(price).padStart(5, '0')}`);
          expect(readScan(code, usd)).toEqual({ ok: true, amountMinor: price });
        },
      ),
    );
  });

  it('never takes a code with one wrong digit for an amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999 }),
        fc.nat(12),
        fc.integer({ min: 1, max: 9 }),
        (price, place, by) => {
          const code = ean(`2012345${String(price).padStart(5, '0')}`);
          const wrong = Array.from(code)
            .with(place, String((Number(code[place]) + by) % 10))
            .join('');
          expect(readScan(wrong, usd)).toEqual({ ok: false, code: 'SCAN_CHECK_DIGIT' });
        },
      ),
    );
  });

  it.each([
    ['a product without a price', '4006381333931', 'SCAN_NO_PRICE'],
    ['a short product number', '73513537', 'SCAN_NO_PRICE'],
    ['a UPC', '036000291452', 'SCAN_NO_PRICE'],
    ['a misread one', '2012345012990', 'SCAN_CHECK_DIGIT'],
    ['a price of nothing', ean('201234500000'), 'AMOUNT_ZERO'],
    ['words', 'A-1187', 'SCAN_NO_PRICE'],
    ['an address', 'https://example.com/4.50', 'SCAN_NO_PRICE'],
    ['a number of no kind', '118712', 'SCAN_NO_PRICE'],
    ['a weight', '(01)09501101530003(3103)001250', 'SCAN_NO_PRICE'],
    ['a price of a misread product', '(01)09501101530004(3922)1299', 'SCAN_NO_PRICE'],
    ['a price finer than the money is', '(01)09501101530003(3923)12995', 'SCAN_NO_PRICE'],
    ['a price in another currency', '(01)09501101530003(3932)9781299', 'SCAN_NO_PRICE'],
    ['more than the till takes', '100000.00', 'AMOUNT_OVER_LIMIT'],
    ['zero', '0.00', 'AMOUNT_ZERO'],
  ])('refuses %s', (_name, text, code) => {
    expect(readScan(text, usd)).toEqual({ ok: false, code });
  });

  it('leaves out prefixes that carry a weight, by setting', () => {
    const till = { ...usd, scanPricePrefixes: ['20'] };
    expect(readScan(ean('201234501299'), till)).toMatchObject({ ok: true });
    expect(readScan(ean('211234501299'), till)).toEqual({ ok: false, code: 'SCAN_NO_PRICE' });
    expect(readScan(ean('201234501299'), { ...usd, scanPricePrefixes: [] })).toMatchObject({ ok: false });
  });

  it('refuses a price above the limit', () => {
    expect(readScan(ean('201234501299'), { ...usd, maxAmountMinor: 1_000 })).toEqual({
      ok: false,
      code: 'AMOUNT_OVER_LIMIT',
    });
  });

  it('reads a written-out amount, and the amount payable of GS1', () => {
    expect(readScan('42.60', usd)).toEqual({ ok: true, amountMinor: 4260 });
    expect(readScan('(01)09501101530003(3922)1299', usd)).toEqual({ ok: true, amountMinor: 1299 });
    expect(readScan('(3921)129(10)A7', usd)).toEqual({ ok: true, amountMinor: 1290 });
    expect(readScan('(3900)1299', { ...usd, currency: 'JPY' })).toEqual({ ok: true, amountMinor: 1299 });
  });

  it('ignores the scanner’s prefix for the kind of code', () => {
    expect(readScan(`]E0${ean('201234501299')}`, usd)).toEqual({ ok: true, amountMinor: 1299 });
  });

  it('ignores keys before the code, and refuses half a code', () => {
    const code = ean('201234501299');
    expect(readBurst({ text: `7${code}`, starts: [0, 1] }, usd)).toMatchObject({
      from: 1,
      read: { amountMinor: 1299 },
    });
    expect(readBurst({ text: code, starts: [0, 7] }, usd)).toMatchObject({ from: 0, read: { amountMinor: 1299 } });
    expect(readBurst({ text: code.slice(2), starts: [0, 6] }, usd)).toEqual({
      from: 0,
      read: { ok: false, code: 'SCAN_CHECK_DIGIT' },
    });
  });
});

describe('a scanner or a person', () => {
  const till = { amountDigits: 7, isBarcode };

  /** Types characters with pauses between them, then Enter. */
  function read(text: string, pauses: readonly number[] | number, enterAfterMs: number, place: KeyPlace = 'screen') {
    const reader = new ScanReader(() => till);
    let atMs = 1_000;
    for (const [index, char] of Array.from(text).entries()) {
      if (index > 0) atMs += typeof pauses === 'number' ? pauses : (pauses[index - 1] ?? 0);
      reader.char(char, atMs, place);
    }
    return reader.end(atMs + enterAfterMs);
  }
  const whole = (text: string) => ({ text, starts: [0] });

  it.each([5, 35, 60, 90, 120])(
    'reads 5901234123457 at %i ms a character as a scan, because no amount has so many digits',
    (pauseMs) => {
      expect(read('5901234123457', pauseMs, pauseMs)).toEqual(whole('5901234123457'));
      expect(read('73513537', pauseMs, pauseMs)).toEqual(whole('73513537'));
    },
  );

  it.each([5, 35, 60, 90, 120])(
    'reads A-1187 at %i ms a character as a scan, because it has letters among digits',
    (pauseMs) => {
      expect(read('A-1187', pauseMs, pauseMs)).toEqual(whole('A-1187'));
      expect(read('P1187', pauseMs, pauseMs)).toEqual(whole('P1187'));
    },
  );

  it('recognizes a scan as recorded on a busy computer', () => {
    expect(read('A-1187', [5, 53, 90, 1, 30], 62)).toMatchObject({ text: 'A-1187' });
  });

  it('recognizes several keys at once as a scan', () => {
    expect(read('0123', 5, 5)).toEqual(whole('0123'));
    expect(read('0123', 35, 35)).toEqual(whole('0123'));
  });

  it('recognizes a person: quick digits, and Enter after a moment', () => {
    expect(read('4260', [80, 70, 90], 120)).toBe('person');
    expect(read('4260', 83, 83)).toBe('person');
    expect(read('4260', 10, 200)).toBe('person');
    expect(read('9999999', 83, 83)).toBe('person');
    expect(read('4', 0, 300)).toBe('person');
  });

  it('asks in case of doubt', () => {
    expect(read('426', [200, 200], 8)).toBe('doubt');
    expect(read('4', 0, 8)).toBe('doubt');
    expect(read('4w260', 90, 90)).toBe('doubt');
    expect(read('12345678', 400, 400)).toBe('doubt');
  });

  it('leaves eight digits in doubt when amounts of the till have that many', () => {
    const reader = new ScanReader(() => ({ ...till, amountDigits: 9 }));
    for (const [index, char] of Array.from('15000000').entries()) reader.char(char, index * 90, 'screen');
    expect(reader.isCertain()).toBe(false);
    expect(reader.end(800)).toBe('doubt');
  });

  it('finds where a code may begin: keys typed before are not part of it', () => {
    expect(read('72012345012998', [500, ...Array.from({ length: 12 }, () => 5)], 5)).toEqual({
      text: '72012345012998',
      starts: [0, 1],
    });
  });

  it('counts a quick second Enter as the scanner’s; a later Enter is a person’s', () => {
    const reader = new ScanReader(() => till);
    const scanned = () => {
      for (const [index, char] of Array.from('4006381333931').entries()) reader.char(char, index * 100, 'screen');
      return reader.end(1_300);
    };
    expect(scanned()).toEqual(whole('4006381333931'));
    expect(reader.end(1_420)).toBe('swallow');
    expect(reader.end(2_200)).toBe('person');
  });

  it('reports a code without an Enter once, and only when it is certain', () => {
    const reader = new ScanReader(() => till);
    for (const [index, char] of Array.from('4006381').entries()) reader.char(char, index * 100, 'screen');
    expect(reader.rest()).toBeNull();
    for (const [index, char] of Array.from('333931').entries()) reader.char(char, 700 + index * 100, 'screen');
    expect(reader.rest()).toEqual(whole('4006381333931'));
    expect(reader.rest()).toBeNull();
    expect(reader.end(1_900)).toBe('swallow');
  });

  it.each(['Q197', 'p42751'])('reports a letter and digits without an Enter: %s', (text) => {
    const reader = new ScanReader(() => till);
    for (const [index, char] of Array.from(text).entries()) reader.char(char, index * 90, 'screen');
    expect(reader.rest()).toEqual(whole(text));
  });

  it('counts a pressed letter and an amount behind it as typed by a person', () => {
    const reader = new ScanReader(() => till);
    reader.char('q', 0, 'screen');
    reader.pressed();
    for (const [index, char] of ['4', '2', '6'].entries()) reader.char(char, 300 + index * 90, 'screen');
    expect(reader.rest()).toBeNull();
    reader.reset();
    for (const [index, char] of ['4', 'w', '2', '6'].entries()) reader.char(char, 2_000 + index * 90, 'screen');
    expect(reader.rest()).toBeNull();
  });

  it('counts letters pressed one by one as keys', () => {
    const reader = new ScanReader(() => till);
    reader.char('p', 0, 'screen');
    reader.pressed();
    expect(reader.char('e', 700, 'screen')).toEqual({ index: 1, isAlone: true });
    expect(reader.isCertain()).toBe(false);
  });

  it('takes letters and long numbers from a person in a field, and nothing from a machine', () => {
    expect(read('anna42@example.com', 83, 120, 'field')).toBe('person');
    expect(read('5550100123', 83, 120, 'field')).toBe('person');
    expect(read('4711', 83, 83, 'field')).toBe('person');
    expect(read('4111', 20, 300, 'field')).toBe('person');
    expect(read('A-1187', 8, 8, 'field')).toEqual(whole('A-1187'));
    expect(read('A-1187', 100, 100, 'field')).toBe('doubt');
    expect(read('4006381333931', 100, 100, 'field')).toBe('doubt');
    expect(read('https://example.com/p', 100, 100, 'field')).toBe('doubt');
  });

  it('counts no Enter of 2,000 bursts as a person’s, and reads every price', () => {
    const random = randomFrom(14);
    const kinds = new Map<string, number>();
    for (let drawn = 0; drawn < 2_000; drawn += 1) {
      const burst = drawBurst(random);
      const told = playScan(new ScanReader(() => till), burst.keys);
      expect(told.verdicts, JSON.stringify(burst)).not.toContain('person');
      if (burst.amountMinor !== null) {
        const reads = told.scans.map((scan) => readBurst(scan, usd).read);
        expect(reads.at(-1), JSON.stringify(burst)).toEqual({ ok: true, amountMinor: burst.amountMinor });
      }
      kinds.set(burst.kind, (kinds.get(burst.kind) ?? 0) + 1);
    }
    expect(kinds.size).toBe(7);
  });

  it('takes none of 500 amounts typed by hand, up to 12 keys a second, for a scan, and asks no question', () => {
    const random = randomFrom(500);
    for (let drawn = 0; drawn < 500; drawn += 1) {
      const { keys } = drawTyping(random);
      expect(playScan(new ScanReader(() => till), keys), JSON.stringify(keys)).toEqual({
        verdicts: ['person'],
        scans: [],
      });
    }
  });
});

/** Plays keys to a reader as the guard does. Returns the verdict on every Enter, and every reported scan. */
function playScan(reader: ScanReader, keys: readonly TimedKey[]): { verdicts: string[]; scans: Scan[] } {
  const verdicts: string[] = [];
  const scans: Scan[] = [];
  for (const [index, { key, atMs }] of keys.entries()) {
    if (key === 'Enter' || key === 'Tab') {
      const verdict = reader.end(atMs);
      if (typeof verdict === 'object') scans.push(verdict);
      if (key === 'Enter') verdicts.push(typeof verdict === 'object' ? 'scan' : verdict);
    } else if (key.length > 1) {
      reader.reset();
    } else {
      reader.char(key, atMs, 'screen');
    }
    const rests = (keys[index + 1]?.atMs ?? Number.POSITIVE_INFINITY) - atMs >= 400;
    const scan = rests ? reader.rest() : null;
    if (scan) scans.push(scan);
  }
  return { verdicts, scans };
}
