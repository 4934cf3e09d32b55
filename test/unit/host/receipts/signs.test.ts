/** Amounts on paper name their currency, whatever signs a printer or a font has. */
import { expect, test } from 'vitest';
import { moneyFormat, numericCurrency } from '../../../../electron/domain/index.ts';
import { encoderFor, plainerText } from '../../../../electron/host/receipts/escpos.ts';
import { onPaper } from '../../../../electron/host/receipts/receipt-format.ts';
import { printableLatin } from '../../../../electron/host/receipts/pdf.ts';
import { withPrintableSigns } from '../../../../electron/host/receipts/signs.ts';
import { printerCodePages } from '../../../../electron/contract/index.ts';

const currencies = Intl.supportedValuesOf('currency').filter((code) => numericCurrency(code) !== undefined);
const locales = ['en-US', 'de-DE', 'tr-TR', 'ja-JP', 'fr-CA', 'es-ES'];

test.each(printerCodePages)('every amount keeps its currency in code page %s', async (codePage) => {
  const unnamed: string[] = [];
  for (const locale of locales)
    for (const currency of currencies) {
      const encoder = await encoderFor({ columns: 42, codePage, language: 'esc-pos' });
      const text = onPaper(moneyFormat(locale, currency).format(1234.5));
      encoder.text(plainerText(text)).newline();
      if (Buffer.from(encoder.encode()).toString('latin1').includes('?')) unnamed.push(`${locale} ${currency} ${text}`);
    }
  expect(unnamed).toEqual([]);
});

test('every amount keeps its currency in a PDF', () => {
  for (const locale of locales)
    for (const currency of currencies)
      expect(
        printableLatin(onPaper(moneyFormat(locale, currency).format(1234.5))),
        `${locale} ${currency}`,
      ).not.toContain('?');
});

test.each([
  ['Total ₹501.25', 'Total INR 501.25'],
  ['-₹501.25', '-INR 501.25'],
  ['501,25 ₺', '501,25 TRY'],
  ['₹-5.00', 'INR -5.00'],
  ['1,234.50元', '1,234.50 CNY'],
  ['￥1,235', 'JPY 1,235'],
  // The sign is a letter of a name, not part of an amount.
  ['元気 Ramen', '元気 Ramen'],
  ['€12', '€12'],
])('the till writes %s as %s', (text, written) => {
  expect(withPrintableSigns(text, (sign) => sign === '€')).toBe(written);
});
