import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createScanReader } from '../../../renderer/sale/scan-reader.ts';
import { looksLikeCardNumber } from '../../../renderer/counter/card-number.ts';
import { hasCheckDigit, readScan } from '../../../renderer/store/scan.ts';

const usd = { currency: 'USD', maxAmountMinor: 9_999_999 };

/** An EAN-13 with its check digit. */
function ean(twelve: string): string {
  const digit = [...Array(10).keys()].find((last) => hasCheckDigit(`${twelve}${last}`));
  return `${twelve}${digit}`;
}

describe('what a scanner read', () => {
  it.each([
    // Published examples of check digits: a book, a GS1 company's, an EAN-8, a UPC-A.
    ['9780201379624', true],
    ['4006381333931', true],
    ['73513537', true],
    ['036000291452', true],
    ['4006381333932', false],
  ])('%s: check digit %s', (digits, isRight) => {
    expect(hasCheckDigit(digits)).toBe(isRight);
  });

  it('a price in an EAN-13 of the shop’s own', () => {
    expect(ean('201234501299')).toBe('2012345012998');
    expect(readScan('2012345012998', usd)).toEqual({ ok: true, amountMinor: 1299 });
    expect(readScan(ean('299999999999'), usd)).toEqual({ ok: true, amountMinor: 99_999 });
    expect(readScan(ean('250000000001'), { ...usd, currency: 'JPY' })).toEqual({ ok: true, amountMinor: 1 });
  });

  it('every price with every prefix comes back as it was put in', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 29 }), fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 1, max: 99_999 }), (prefix, item, price) => {
        const code = ean(`${prefix}${String(item).padStart(5, '0')}${String(price).padStart(5, '0')}`);
        expect(readScan(code, usd)).toEqual({ ok: true, amountMinor: price });
      }),
    );
  }); // prettier-ignore

  it('one wrong digit is never an amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), fc.nat(12), fc.integer({ min: 1, max: 9 }), (price, place, by) => {
        const code = ean(`2012345${String(price).padStart(5, '0')}`);
        const wrong = Array.from(code).with(place, String((Number(code[place]) + by) % 10)).join('');
        expect(readScan(wrong, usd)).toEqual({ ok: false, code: 'SCAN_CHECK_DIGIT' });
      }),
    );
  }); // prettier-ignore

  it.each([
    ['a product without a price', '4006381333931', 'SCAN_NO_PRICE'],
    ['a short product number', '73513537', 'SCAN_NO_PRICE'],
    ['a UPC', '036000291452', 'SCAN_NO_PRICE'],
    ['a misread one', '2012345012990', 'SCAN_CHECK_DIGIT'],
    ['a price of nothing', ean('201234500000'), 'AMOUNT_ZERO'],
    ['words', 'A-1187', 'AMOUNT_NOT_A_NUMBER'],
    ['more than the till takes', '100000.00', 'AMOUNT_OVER_LIMIT'],
    ['zero', '0', 'AMOUNT_ZERO'],
  ])('%s is refused', (_name, text, code) => {
    expect(readScan(text, usd)).toEqual({ ok: false, code });
  });

  it('prefixes that carry a weight are left out by setting', () => {
    const till = { ...usd, scanPricePrefixes: ['20'] };
    expect(readScan(ean('201234501299'), till)).toMatchObject({ ok: true });
    expect(readScan(ean('211234501299'), till)).toEqual({ ok: false, code: 'SCAN_NO_PRICE' });
    expect(readScan(ean('201234501299'), { ...usd, scanPricePrefixes: [] })).toMatchObject({ ok: false });
  });

  it('a price above the limit is refused', () => {
    expect(readScan(ean('201234501299'), { ...usd, maxAmountMinor: 1_000 })).toEqual({
      ok: false,
      code: 'AMOUNT_OVER_LIMIT',
    });
  });

  it('a plain amount: written out, or as its digits would be typed', () => {
    expect(readScan('42.60', usd)).toEqual({ ok: true, amountMinor: 4260 });
    expect(readScan('4260', usd)).toEqual({ ok: true, amountMinor: 4260 });
    expect(readScan('42', { ...usd, amountEntry: 'decimal' })).toEqual({ ok: true, amountMinor: 4200 });
  });
});

describe('a scanner or a person', () => {
  /** Types one character more than there are pauses, then Enter. */
  function read(pauses: readonly number[], enterAfterMs: number) {
    const reader = createScanReader();
    let atMs = 1_000;
    const begun = [reader.char('0', atMs)];
    for (const [index, pauseMs] of pauses.entries())
      begun.push(reader.char(String((index + 1) % 10), (atMs += pauseMs)));
    return { result: reader.enter(atMs + enterAfterMs), begun };
  }
  const many = (count: number, pauseMs: number) => Array.from({ length: count }, () => pauseMs);

  it('digits in milliseconds with Enter behind them are a scan', () => {
    expect(read([5, 5, 5], 5)).toEqual({ result: { text: '0123', isWhole: true }, begun: ['keys', null, null, null] });
    expect(read([35, 35, 35], 35).result).toEqual({ text: '0123', isWhole: true });
  });

  it('a slow scanner is known by its steady pace', () => {
    expect(read(many(12, 50), 50).result).toEqual({ text: '0123456789012', isWhole: true });
    expect(read([50, 50, 50], 50).result).toBeNull();
  });

  it('a person is a person: quick digits, and Enter after a moment', () => {
    expect(read([80, 70, 90], 120).result).toBeNull();
    expect(read([10, 10, 10], 200).result).toBeNull();
    expect(read([], 300).result).toBeNull();
  });

  it('an Enter right behind a digit is never a press of a key', () => {
    expect(read([200, 200], 10).result).toBe('swallow');
    expect(read([], 10).result).toBe('swallow');
  });

  it('what a person typed before is not part of the scan, and the scan says that something came before', () => {
    const { result, begun } = read([500, 5, 5], 5);
    expect(result).toEqual({ text: '123', isWhole: false });
    expect(begun).toEqual(['keys', 'run', null, null]);
    expect(read([1_500, 5, 5], 5).result).toEqual({ text: '123', isWhole: true });
  });

  it('a scan that was held up on its way is not taken for its end', () => {
    expect(read([5, 5, 5, 400, 5, 5], 5).result).toEqual({ text: '456', isWhole: false });
    // Only one character was left: the rest was a machine's all the same.
    expect(read([5, 5, 5, 400], 5).result).toEqual({ text: '4', isWhole: false });
  });

  it('another key ends it, and a clock that was set back begins anew', () => {
    const reader = createScanReader();
    reader.char('1', 0);
    reader.char('2', 5);
    reader.reset();
    expect(reader.enter(10)).toBeNull();
    reader.char('1', 10_000);
    expect(reader.char('2', 20)).toBe('keys');
  });
});

describe('card numbers in an order or a note', () => {
  it.each([
    ['4111 1111 1111 1111', true],
    ['card 5555-5555-5555-4444 exp', true],
    ['378282246310005', true],
    ['A-1187, table 6', false],
    ['4111 1111 1111 1112', false],
    ['phone 555 0100 123', false],
  ])('%s: %s', (text, isOne) => {
    expect(looksLikeCardNumber(text)).toBe(isOne);
  });
});
