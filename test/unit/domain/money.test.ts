import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  currencies,
  currencyDecimals,
  currencyOfNumeric,
  languages,
  moneyFormat,
  newAttemptId,
  numericCurrency,
  parseAmount,
  plainAmount,
} from '../../../electron/domain/index.ts';

describe('parseAmount', () => {
  test.each([
    ['12.34', 'USD', 1234],
    [' 12.34 ', 'USD', 1234],
    ['$1,234.50', 'USD', 123450],
    ['1 234,50', 'EUR', 123450],
    ['1.234,50', 'EUR', 123450],
    ['1’234.50', 'CHF', 123450],
    ['12,34', 'USD', 1234],
    ['1,234', 'USD', 123400],
    ['.5', 'USD', 50],
    ['12.', 'USD', 1200],
    ['12 USD', 'USD', 1200],
    ['USD 12.00', 'USD', 1200],
    ['0.01', 'USD', 1],
    ['500', 'JPY', 500],
    ['1.234', 'KWD', 1234],
    ['007.00', 'USD', 700],
    ['12,5', 'EUR', 1250],
    ['12,5', 'USD', 1250],
    ['1,234,567', 'JPY', 1_234_567],
    ['1.234.50', 'EUR', 123450],
    ['0,999', 'KWD', 999],
  ])('reads %s %s as %d', (text, currency, amountMinor) => {
    expect(parseAmount(text, currency)).toEqual({ ok: true, amountMinor });
  });

  test.each([
    ['', 'USD', 'AMOUNT_MISSING'],
    ['   ', 'USD', 'AMOUNT_MISSING'],
    ['0', 'USD', 'AMOUNT_ZERO'],
    ['0.00', 'USD', 'AMOUNT_ZERO'],
    ['-5', 'USD', 'AMOUNT_NEGATIVE'],
    ['−5', 'USD', 'AMOUNT_NEGATIVE'],
    ['5-', 'USD', 'AMOUNT_NEGATIVE'],
    ['(5.00)', 'USD', 'AMOUNT_NEGATIVE'],
    ['-$5', 'USD', 'AMOUNT_NEGATIVE'],
    ['12.345', 'USD', 'AMOUNT_TOO_MANY_DECIMALS'],
    ['0.001', 'USD', 'AMOUNT_TOO_MANY_DECIMALS'],
    ['500.5', 'JPY', 'AMOUNT_TOO_MANY_DECIMALS'],
    ['0,999', 'USD', 'AMOUNT_TOO_MANY_DECIMALS'],
    ['0,500', 'EUR', 'AMOUNT_TOO_MANY_DECIMALS'],
    ['1,2345', 'USD', 'AMOUNT_TOO_MANY_DECIMALS'],
    ['1,234', 'KWD', 'AMOUNT_NOT_A_NUMBER'],
    ['1 234,567.5', 'USD', 'AMOUNT_NOT_A_NUMBER'],
    ['1,23,456', 'USD', 'AMOUNT_NOT_A_NUMBER'],
    ['12.34,5', 'USD', 'AMOUNT_NOT_A_NUMBER'],
    ['100000', 'USD', 'AMOUNT_OVER_LIMIT'],
    ['99999999999999999999999', 'USD', 'AMOUNT_OVER_LIMIT'],
    ['abc', 'USD', 'AMOUNT_NOT_A_NUMBER'],
    ['12a', 'USD', 'AMOUNT_NOT_A_NUMBER'],
    ['1e3', 'USD', 'AMOUNT_NOT_A_NUMBER'],
    ['0x10', 'USD', 'AMOUNT_NOT_A_NUMBER'],
    ['Infinity', 'USD', 'AMOUNT_NOT_A_NUMBER'],
    ['1.2.3', 'USD', 'AMOUNT_NOT_A_NUMBER'],
    ['1,23,4', 'USD', 'AMOUNT_NOT_A_NUMBER'],
    ['12,345,6', 'USD', 'AMOUNT_NOT_A_NUMBER'],
    ['💰', 'USD', 'AMOUNT_NOT_A_NUMBER'],
    ['5️⃣', 'USD', 'AMOUNT_NOT_A_NUMBER'],
    ['١٢٫٣٤', 'USD', 'AMOUNT_NOT_LATIN_DIGITS'],
    ['۱۲', 'USD', 'AMOUNT_NOT_LATIN_DIGITS'],
    ['１２', 'USD', 'AMOUNT_NOT_LATIN_DIGITS'],
    ['5', 'XXX', 'CURRENCY_UNKNOWN'],
    ['5', 'usd', 'CURRENCY_UNKNOWN'],
    ['.', 'USD', 'AMOUNT_NOT_A_NUMBER'],
  ])('refuses %j %s: %s', (text, currency, code) => {
    expect(parseAmount(text, currency)).toEqual({ ok: false, code });
  });

  test.each([
    ['1.234', 'EUR', 'de-DE', 123400],
    ['1,234', 'EUR', 'de-DE', 'AMOUNT_TOO_MANY_DECIMALS'],
    ['1.234', 'USD', 'en-US', 'AMOUNT_TOO_MANY_DECIMALS'],
    ['1,234', 'USD', 'en-US', 123400],
    ['1,234', 'TND', 'fr-TN', 1234],
    ['1,234', 'KWD', 'en-US', 1_234_000],
    ['12.50', 'EUR', 'de-DE', 1250],
    ['1.234', 'JPY', 'de-DE', 1234],
  ])('reads %s %s typed in locale %s as %s', (text, currency, locale, expected) => {
    const read = parseAmount(text, currency, undefined, locale);
    expect(read.ok ? read.amountMinor : read.code).toBe(expected);
  });

  test('parses the output of plainAmount for every number of decimals', () => {
    for (const currency of ['USD', 'JPY', 'KWD']) {
      for (const amountMinor of [1, 9, 10, 99, 100, 101, 12345, 9_999_999]) {
        expect(parseAmount(plainAmount(amountMinor, currency), currency)).toEqual({ ok: true, amountMinor });
      }
    }
  });
});

describe('currencies', () => {
  const known = Intl.supportedValuesOf('currency').filter((code) => numericCurrency(code) !== undefined);

  test('have the decimals of ISO 4217, whatever Intl considers usual', () => {
    expect(known.length).toBeGreaterThan(30);
    const unusual = known
      .filter((code) => currencyDecimals(code) !== 2)
      .map((code) => `${code} ${currencyDecimals(code)}`);
    expect(unusual).toEqual([
      'BHD 3',
      'CLP 0',
      'ISK 0',
      'JOD 3',
      'JPY 0',
      'KRW 0',
      'KWD 3',
      'OMR 3',
      'PYG 0',
      'TND 3',
      'UGX 0',
      'VND 0',
    ]);
    expect(currencyDecimals('ABC')).toBeUndefined();
    expect(numericCurrency('USD')).toBe('0840');
  });

  test('have unique numeric codes and are all supported by Intl', () => {
    expect([...currencies]).toEqual([...currencies].sort());
    expect(new Set(currencies.map(numericCurrency)).size).toBe(currencies.length);
    expect(known).toEqual([...currencies]);
    for (const code of currencies) expect(currencyOfNumeric(numericCurrency(code) ?? '')).toBe(code);
    const numbers = {
      AED: '0784',
      BHD: '0048',
      EGP: '0818',
      JOD: '0400',
      OMR: '0512',
      QAR: '0634',
      SAR: '0682',
      UGX: '0800',
      VND: '0704',
    };
    for (const [code, number] of Object.entries(numbers)) expect(numericCurrency(code), code).toBe(number);
  });

  test.each([
    ['USD', 9_999_999],
    ['JPY', 9_999_999],
    ['KWD', 9_999_999],
    ['HUF', 999_999_999],
    ['COP', 9_999_999_999],
    ['IDR', 99_999_999_999],
    ['VND', 999_999_999],
    ['UGX', 99_999_999],
  ])('limit payments in %s by default to %i, which can be typed', (currency, amountMinor) => {
    expect(parseAmount(plainAmount(amountMinor, currency), currency)).toEqual({ ok: true, amountMinor });
    expect(parseAmount(plainAmount(amountMinor + 1, currency), currency)).toMatchObject({ code: 'AMOUNT_OVER_LIMIT' });
  });

  test.each(languages.map(({ tag }) => tag))('are formatted with all their decimals in %s', (locale) => {
    for (const currency of known) {
      const written = moneyFormat(locale, currency).format(plainAmount(123_456, currency) as `${number}`);
      expect(written.replace(/[^0-9]/g, ''), `${currency}: ${written}`).toBe('123456');
    }
  });

  test('must not be formatted by Intl alone, which rounds some of them', () => {
    const root = resolve(import.meta.dirname, '../../..');
    const files = globSync('{electron,native,renderer}/**/*.{ts,tsx}', { cwd: root });
    const writing = files.filter((file) => readFileSync(join(root, file), 'utf8').includes("style: 'currency'"));
    expect(writing).toEqual(['electron/domain/money.ts']);
  });
});

test('attempt ids sort by time and never look like a card number', () => {
  const random = new Uint8Array(8).fill(255);
  const ids = [0, 1, 1_000_000, 1_790_000_000_000].map((now) => newAttemptId(now, random));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(id).toMatch(/^A-[0-9a-z]{9}-[0-9a-z]{8}$/);
});
