import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAmount } from '../../../electron/domain/index.ts';
import { amountKeyOf } from '../../../renderer/sale/amount-keyboard.ts';
import {
  emptyEntry,
  entryAmountMinor,
  entryOf,
  pasteText,
  pressKey,
  type AmountKey,
  type EntryLimits,
} from '../../../renderer/store/amount-entry.ts';

const usd: EntryLimits = { currency: 'USD', maxAmountMinor: 9_999_999, locale: 'en-US' };
const keys: readonly AmountKey[] = [
  '0',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '00',
  'decimal',
  '.',
  ',',
  'back',
];

function type(text: string, limits = usd) {
  let refusal: string | null = null;
  let entry = emptyEntry;
  for (const key of text.match(/00|<|./g) ?? []) {
    const step = pressKey(entry, key === '<' ? 'back' : (key as AmountKey), limits);
    entry = step.entry;
    refusal = step.refusal;
  }
  return { amountMinor: entryAmountMinor(entry, limits.currency), refusal };
}

describe('typing an amount', () => {
  it.each([
    ['4260', 4260],
    ['5', 5],
    ['0005', 5],
    ['12<', 1],
    ['<', 0],
    ['42.', 4200],
    ['42.6', 4260],
    ['42.60', 4260],
    ['.5', 50],
    ['42.6<', 4200],
    ['42.6<<', 42],
  ])('reads %s as %i minor units', (text, amountMinor) => {
    expect(type(text)).toEqual({ amountMinor, refusal: null });
  });

  it('reads yen without decimals and dinars with three', () => {
    expect(type('1500', { ...usd, currency: 'JPY' }).amountMinor).toBe(1500);
    expect(type('1500', { ...usd, currency: 'KWD' }).amountMinor).toBe(1500);
    expect(type('1.5', { ...usd, currency: 'KWD' }).amountMinor).toBe(1500);
  });

  it.each([
    ['42.601', 4260, 'AMOUNT_TOO_MANY_DECIMALS'],
    ['42..', 4200, 'AMOUNT_NOT_A_NUMBER'],
    ['99999991', 9_999_999, 'AMOUNT_OVER_LIMIT'],
    ['1,2345', 123_400, 'AMOUNT_TOO_MANY_DECIMALS'],
    ['0,999', 99, 'AMOUNT_TOO_MANY_DECIMALS'],
    ['1.2.3', 120, 'AMOUNT_NOT_A_NUMBER'],
    ['42.6012', 4260, 'AMOUNT_TOO_MANY_DECIMALS'],
  ])('keeps %s at %i and gives %s', (text, amountMinor, refusal) => {
    expect(type(text)).toEqual({ amountMinor, refusal });
  });

  it('refuses a decimal sign for a currency without decimals', () => {
    expect(type('15.', { ...usd, currency: 'JPY' })).toEqual({ amountMinor: 15, refusal: 'AMOUNT_TOO_MANY_DECIMALS' });
  });

  it.each([
    ['1,234.50', 123_450, usd],
    ['1,234', 123_400, usd],
    ['12,345', 1_234_500, usd],
    ['1,234,567.', 123_456_700, { ...usd, maxAmountMinor: 999_999_999 }],
    ['1,234<', 123, usd],
    ['1.234,50', 123_450, { ...usd, currency: 'EUR', locale: 'de-DE', amountEntry: 'decimal' }],
    ['1.234', 123_400, { ...usd, currency: 'EUR', locale: 'de-DE', amountEntry: 'decimal' }],
    ['1.234,50', 123_450, usd],
    ['1,234', 1_234, { ...usd, currency: 'JPY' }],
  ] as const)('reads groups as in a paste: %s is %i', (text, amountMinor, limits) => {
    expect(type(text, limits)).toEqual({ amountMinor, refusal: null });
  });

  it('keeps a refused key refused until Backspace removes it or the text becomes a valid amount', () => {
    expect(type('1.234').refusal).toBe('AMOUNT_TOO_MANY_DECIMALS');
    expect(type('1.234<')).toEqual({ amountMinor: 123, refusal: null });
    expect(type('42.60129<')).toEqual({ amountMinor: 4260, refusal: null });
    expect(type('9999999999<5')).toEqual({ amountMinor: 9_999_999, refusal: 'AMOUNT_OVER_LIMIT' });
    expect(type('9999999999<<5')).toEqual({ amountMinor: 9_999_995, refusal: null });
  });

  it('includes the surcharge in the limit, for typed and pasted amounts', () => {
    const surcharge = { basisPoints: 1_000, fixedMinor: null, label: 'Fee', appliesTo: 'goods' } as const;
    const limits = { ...usd, maxAmountMinor: 1_000, surcharge };
    expect(type('909', limits).refusal).toBeNull();
    expect(type('910', limits)).toEqual({ amountMinor: 91, refusal: 'AMOUNT_OVER_LIMIT' });
    expect(pasteText(emptyEntry, '9.10', limits).refusal).toBe('AMOUNT_OVER_LIMIT');
  });

  it('rejects a digit after a preset amount as a decimal too many, never as a group', () => {
    const limits: EntryLimits = { currency: 'EUR', maxAmountMinor: 9_999_999, locale: 'de-DE', amountEntry: 'decimal' };
    const step = pressKey(pasteText(emptyEntry, '42,60', limits).entry, '1', limits);
    expect([entryAmountMinor(step.entry, 'EUR'), step.refusal]).toEqual([4260, 'AMOUNT_TOO_MANY_DECIMALS']);
  });

  it('replaces an amount over the limit at the next digit; Backspace edits the amount', () => {
    const over = { ...entryOf(45, 'USD'), isOver: true };
    expect(entryAmountMinor(pressKey(over, '4', usd).entry, 'USD')).toBe(4);
    expect(pressKey(over, 'back', usd).entry).toEqual(entryOf(4, 'USD'));
  });

  it('allows a charge within the limit only, for a complete amount, and as a paste of the same text reads', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...keys), { maxLength: 40 }), (pressed) => {
        let entry = emptyEntry;
        for (const key of pressed) {
          const step = pressKey(entry, key, usd);
          expect(step.refusal).toBe(step.entry.refusal ?? null);
          const amountMinor = entryAmountMinor(step.entry, 'USD');
          expect(Number.isInteger(amountMinor) && amountMinor >= 0 && amountMinor <= usd.maxAmountMinor).toBe(true);
          const { typed, refusal } = step.entry;
          if (refusal !== undefined && key !== 'back') expect(amountMinor).toBe(entryAmountMinor(entry, 'USD'));
          if (typed !== undefined && refusal === undefined && !/[.,]$/.test(typed) && amountMinor > 0) {
            expect(parseAmount(typed, 'USD', usd.maxAmountMinor, 'en-US')).toEqual({ ok: true, amountMinor });
          }
          ({ entry } = step);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('pasting an amount', () => {
  it('reads every amount the contract reads, and keeps the amount locked after a refusal', () => {
    const typed = entryOf(500, 'USD');
    for (const text of ['$1,234.50', '42.60', '-3', 'ten', '٤٢', '1.234', '💶', '0', '100000000']) {
      const parsed = parseAmount(text, 'USD', usd.maxAmountMinor, 'en-US');
      const step = pasteText(typed, text, usd);
      if (parsed.ok) expect(entryAmountMinor(step.entry, 'USD')).toBe(parsed.amountMinor);
      else {
        expect(step).toEqual({ entry: { ...typed, typed: `500…${text}`, refusal: parsed.code }, refusal: parsed.code });
        expect(pressKey(step.entry, '1', usd).entry.refusal).toBeDefined();
        expect(pressKey(step.entry, 'back', usd)).toEqual({ entry: typed, refusal: null });
        // The entry is empty, so that the amount before the paste cannot be charged.
        expect(pasteText(emptyEntry, text, usd)).toEqual({ entry: emptyEntry, refusal: parsed.code });
      }
    }
  });

  it('shows every amount that it receives', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), fc.constantFrom('USD', 'JPY', 'KWD'), (minor, currency) => {
        expect(entryAmountMinor(entryOf(minor, currency), currency)).toBe(minor);
      }),
    );
  });
});

describe('keys of the keyboard', () => {
  it.each([
    ['7', '7'],
    [',', ','],
    ['.', '.'],
    ['Backspace', 'back'],
    ['a', { text: 'a' }],
    ['٣', { text: '٣' }],
    ['💶', { text: '💶' }],
    ['F2', undefined],
    ['Shift', undefined],
    ['?', undefined],
    ['Enter', undefined],
  ])('maps %s to its amount key', (key, meaning) => {
    expect(amountKeyOf(key)).toEqual(meaning);
  });
});
