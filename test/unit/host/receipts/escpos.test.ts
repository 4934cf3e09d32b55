/** Bytes for a receipt printer, decoded again. */
import { expect, test } from 'vitest';
import { printerCodePages, printerWidths, type Receipt } from '../../../../electron/contract/index.ts';
import { composeReceipt } from '../../../../electron/host/receipts/compose.ts';
import { drawerJob, printJob } from '../../../../electron/host/receipts/escpos.ts';
import { asText } from '../../../../electron/host/receipts/layout.ts';
import { rulerOf, TEST_LETTERS, testPage } from '../../../../electron/host/receipts/test-page.ts';
import { defaultReceiptSettings } from '../../../../electron/config/index.ts';
import { paidWithChip, receiptOf } from '../../renderer/fixtures/receipts.ts';
import { readJob } from './escpos-reader.ts';

const settings = { ...defaultReceiptSettings, codePage: 'cp858' };
const spanish = (shop = 'Panadería Muñoz & Söhne'): Receipt =>
  composeReceipt(
    { ...paidWithChip, currency: 'EUR', note: null },
    {
      copy: 'customer',
      reversal: null,
      isDuplicate: false,
      isTraining: true,
      till: { shop, name: 'Caja 2' },
      locale: 'es-ES',
      timeZone: 'Europe/Madrid',
      header: [],
      footer: ['¡Gracias! – Grüße'],
      hasCode: true,
    },
  );
const trimmed = (lines: readonly string[]): string[] => lines.map((line) => line.trim()).filter((line) => line !== '');

test.each([32, 42, 48])(
  'a job prints %i columns: every line as laid out, then the reference as a QR code, then one cut',
  async (columns) => {
    const receipt = receiptOf(paidWithChip);
    const job = readJob(await printJob(receipt, { ...settings, columns }, { opensDrawer: true }));
    expect(trimmed(job.lines)).toEqual(trimmed(asText(receipt, columns).split('\n')));
    expect(job.codes).toEqual([paidWithChip.id]);
    expect([job.cuts, job.pulses]).toEqual([1, 0]);
    for (const line of job.lines) expect(line.length).toBeLessThanOrEqual(columns);
  },
);

test.each(['auto', 'cp858', 'windows1252'])(
  'a job prints é ñ ü and € in code page %s, and dashes and quotes as plain signs',
  async (codePage) => {
    const job = readJob(await printJob(spanish(), { ...settings, codePage }, { opensDrawer: false }));
    const text = job.lines.join('\n');
    for (const words of ['Panadería Muñoz', '50,27 €', '¡Gracias! - Grüße', 'Aplicación', 'PRÁCTICA'])
      expect(text).toContain(words);
    if (codePage !== 'auto') expect(new Set(job.pages)).toEqual(new Set([codePage === 'cp858' ? 19 : 16]));
  },
);

test('a job prints a question mark for a character outside all code pages, and the rest of the line', async () => {
  const job = readJob(await printJob(spanish('Hafen 漢 Bäckerei'), settings, { opensDrawer: false }));
  expect(trimmed(job.lines).slice(0, 2).join(' ')).toBe('Hafen ? Bäckerei PRÁCTICA');
});

test('a job opens the drawer only if configured and requested', async () => {
  const pulses = async (drawer: boolean, opensDrawer: boolean) =>
    readJob(await printJob(spanish(), { ...settings, drawer }, { opensDrawer })).pulses;
  expect([await pulses(true, true), await pulses(true, false), await pulses(false, true)]).toEqual([1, 0, 0]);
});

test('a job opens the drawer on its pin: ESC p, 100 ms on, 500 ms off, and nothing on paper', async () => {
  for (const [drawerPin, m] of [
    ['pin-2', 0],
    ['pin-5', 1],
  ] as const) {
    const bytes = Buffer.from(await drawerJob({ ...settings, drawerPin }));
    expect(bytes.includes(Buffer.from([0x1b, 0x70, m, 50, 250]))).toBe(true);
    expect(readJob(bytes)).toMatchObject({ pulses: 1, lines: [], cuts: 0 });
  }
});

test.each(printerCodePages)(
  'a job prints a test page in %s with a ruler of the given width and every sign right',
  async (codePage) => {
    for (const columns of printerWidths) {
      const { lines, cuts } = readJob(
        await testPage({ columns, codePage, language: 'esc-pos', shop: 'Café „Grün“', locale: 'de-DE' }),
      );
      const digits = lines.find((line) => line.startsWith('1234567890'));
      expect([digits, lines.every((line) => line.length <= columns), cuts]).toEqual([rulerOf(columns), true, 1]);
      const text = lines.join('\n');
      const hasAll = !['cp850', 'cp437'].includes(codePage);
      for (const letters of TEST_LETTERS) if (hasAll) expect(text).toContain(letters);
      expect(text.includes('€')).toBe(hasAll);
      expect(text).toContain('ä ö ü ß');
    }
  },
);

test('an unknown code page is an invalid setting', async () => {
  const job = printJob(spanish(), { ...settings, codePage: 'cp9999' }, { opensDrawer: false });
  await expect(job).rejects.toMatchObject({ code: 'CFG_INVALID' });
});

test('a job for a Star printer uses the language of Star', async () => {
  const bytes = await printJob(
    spanish(),
    { ...settings, language: 'star-prnt', codePage: 'auto' },
    { opensDrawer: false },
  );
  // ESC GS t selects the code page there; ESC t is Epson's.
  expect(Buffer.from(bytes).includes(Buffer.from([0x1b, 0x1d, 0x74]))).toBe(true);
});
