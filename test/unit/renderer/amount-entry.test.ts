import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAmount } from '../../../electron/contract/index.ts';
import { amountKeyOf } from '../../../renderer/sale/amount-keyboard.ts';
import {
  emptyEntry,
  entryAmountMinor,
  entryOf,
  pasteText,
  pressKey,
  type AmountKey,
} from '../../../renderer/store/amount-entry.ts';

const usd = { currency: 'USD', maxAmountMinor: 9_999_999 };
const keys: readonly AmountKey[] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '.', 'back'];

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
  ])('%s is %i minor units', (text, amountMinor) => {
    expect(type(text)).toEqual({ amountMinor, refusal: null });
  });

  it('takes yen without and dinars with three decimals', () => {
    expect(type('1500', { ...usd, currency: 'JPY' }).amountMinor).toBe(1500);
    expect(type('1500', { ...usd, currency: 'KWD' }).amountMinor).toBe(1500);
    expect(type('1.5', { ...usd, currency: 'KWD' }).amountMinor).toBe(1500);
  });

  it.each([
    ['42.601', 4260, 'AMOUNT_TOO_MANY_DECIMALS'],
    ['42..', 4200, 'AMOUNT_NOT_A_NUMBER'],
    ['99999991', 9_999_999, 'AMOUNT_OVER_LIMIT'],
  ])('%s stays at %i and says %s', (text, amountMinor, refusal) => {
    expect(type(text)).toEqual({ amountMinor, refusal });
  });

  it('refuses a decimal sign where the currency has none', () => {
    expect(type('15.', { ...usd, currency: 'JPY' })).toEqual({ amountMinor: 15, refusal: 'AMOUNT_TOO_MANY_DECIMALS' });
  });

  it('never passes the limit, never gives anything but a whole number, and a refused key changes nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...keys), { maxLength: 40 }), (pressed) => {
        let entry = emptyEntry;
        for (const key of pressed) {
          const step = pressKey(entry, key, usd);
          if (step.refusal !== null) expect(step.entry).toBe(entry);
          entry = step.entry;
          const amountMinor = entryAmountMinor(entry, 'USD');
          expect(Number.isInteger(amountMinor) && amountMinor >= 0 && amountMinor <= usd.maxAmountMinor).toBe(true);
        }
      }),
    );
  });
});

describe('pasting an amount', () => {
  it('reads what the contract reads and keeps the entry when it refuses', () => {
    const typed = entryOf(500, 'USD');
    for (const text of ['$1,234.50', '42.60', '-3', 'ten', '', '٤٢', '1.234', '💶', '0', '100000000']) {
      const parsed = parseAmount(text, 'USD', usd.maxAmountMinor);
      const step = pasteText(typed, text, usd);
      if (parsed.ok) expect(entryAmountMinor(step.entry, 'USD')).toBe(parsed.amountMinor);
      else expect(step).toEqual({ entry: typed, refusal: parsed.code });
    }
  });

  it('shows any amount it is given', () => {
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
    [',', '.'],
    ['Backspace', 'back'],
    ['a', { text: 'a' }],
    ['٣', { text: '٣' }],
    ['💶', { text: '💶' }],
    ['F2', undefined],
    ['Shift', undefined],
    ['?', undefined],
    ['Enter', undefined],
  ])('%s', (key, meaning) => {
    expect(amountKeyOf(key)).toEqual(meaning);
  });
});
