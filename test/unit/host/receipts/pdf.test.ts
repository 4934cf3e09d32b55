/** A receipt as a PDF, opened again. */
import jsqr from 'jsqr';
import { describe, expect, test } from 'vitest';
import { layOut } from '../../../../electron/host/receipts/layout.ts';
import { printableLatin, receiptPdf } from '../../../../electron/host/receipts/pdf.ts';
import { paidWithChip, receiptOf } from '../../renderer/fixtures/receipts.ts';
import { openPdf, type OpenedPdf } from './pdf-reader.ts';

const made = { at: '2026-03-14T14:32:18.500Z', shop: 'Harbor Street Bakery' };
const receipt = receiptOf(paidWithChip);

/** Paints the dark rectangles as a scanner would see them, for a code reader. */
function readCode({ rectangles, width, height }: OpenedPdf): string | undefined {
  const scale = 4;
  const [w, h] = [Math.ceil(width * scale), Math.ceil(height * scale)];
  const pixels = new Uint8ClampedArray(w * h * 4).fill(255);
  for (const [x, y, wide, tall] of rectangles) {
    for (let row = Math.round(y * scale); row < Math.round((y + tall) * scale); row += 1) {
      for (let column = Math.round(x * scale); column < Math.round((x + wide) * scale); column += 1) {
        pixels.fill(0, (row * w + column) * 4, (row * w + column) * 4 + 3);
      }
    }
  }
  // The package is CommonJS: its function is the default of the default.
  return jsqr.default(pixels, w, h)?.data;
}

describe('a receipt as a PDF', () => {
  test('is 80 mm wide and as long as needed, in fonts that every reader has', async () => {
    const pdf = openPdf(await receiptPdf(receipt, made));
    expect(pdf.width).toBeCloseTo((80 * 72) / 25.4, 1);
    expect(pdf.height).toBeGreaterThan(300);
    expect(pdf.height).toBeLessThan(900);
    expect(pdf.fonts).toEqual(['Helvetica', 'Helvetica-Bold']);
  });

  test('has selectable text in the order of the receipt', async () => {
    const { texts } = openPdf(await receiptPdf(receipt, made));
    const words = (all: readonly string[]): string => all.join(' ').replace(/\s+/g, ' ').trim();
    const laid = layOut(receipt, 80).flatMap((line) => (line.kind === 'text' ? [line.text] : []));
    expect(words(texts)).toBe(words(laid));
  });

  test('has the payment’s reference in its code', async () => {
    expect(readCode(openPdf(await receiptPdf(receipt, made)))).toBe(paidWithChip.id);
    expect(openPdf(await receiptPdf(receiptOf(paidWithChip, 'merchant'), made)).rectangles).toEqual([]);
  });

  test('is the same file for the same receipt, dated by the payment', async () => {
    const [first, second] = [await receiptPdf(receipt, made), await receiptPdf(receipt, made)];
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
    expect(openPdf(first).info).toMatchObject({
      Title: `Sale ${paidWithChip.id}`,
      Author: 'Harbor Street Bakery',
      Producer: 'Tillbridge',
      CreationDate: 'D:20260314143218Z',
      ModDate: 'D:20260314143218Z',
    });
  });

  test('has a question mark for each letter of another script in the shop’s name', async () => {
    expect(printableLatin('Łódź – 漢 „Bäcker“ €')).toBe('?ódz – ? „Bäcker“ €');
    const odd = receiptOf({ ...paidWithChip, order: '注文 7' });
    expect(openPdf(await receiptPdf(odd, { ...made, shop: '店' })).texts.join(' ')).toContain('?? 7');
  });
});
