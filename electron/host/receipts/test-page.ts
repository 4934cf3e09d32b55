/** Test page that shows the paper's width and whether the printer has the letters of all languages. */
import type { PrinterPaper } from '../../contract/index.ts';
import type { ReceiptSettings } from '../../config/index.ts';
import { plainEncoderFor, plainerText } from './escpos.ts';
import { wrapped } from './layout.ts';
import { pickWords } from './words.ts';

/** Letters that a code page without them prints as other signs. */
export const TEST_LETTERS = ['Ä Ö Ü ä ö ü ß', 'À Ç É È Ê à ç é è ê ë', 'Á Í Ó Ú Ñ á í ó ú ñ ¿ ¡', '12,50 €'] as const;

export interface TestPage extends PrinterPaper {
  language: ReceiptSettings['language'];
  shop: string;
  /** BCP 47 locale of the page's words. */
  locale: string;
}

/** Row of digits with the configured number of columns; it wraps on narrower paper. */
export function rulerOf(columns: number): string {
  return '1234567890'.repeat(Math.ceil(columns / 10)).slice(0, columns);
}

/** @throws CFG_INVALID when the encoder does not support the code page */
export async function testPage({ columns, codePage, language, shop, locale }: TestPage): Promise<Uint8Array> {
  const { words } = pickWords(locale);
  const text = words.testPage;
  const encoder = await plainEncoderFor({ columns, codePage, language });
  const say = (line: string): void => {
    for (const part of wrapped(plainerText(line), columns)) encoder.line(part);
  };
  encoder.bold(true);
  say(shop);
  say(text.title);
  encoder.bold(false).newline();
  encoder.line(rulerOf(columns));
  say(text.ruler);
  encoder.newline();
  for (const letters of TEST_LETTERS) encoder.line(letters);
  say(text.letters);
  encoder.newline();
  say(`${columns} / ${codePage}`);
  return encoder.cut('partial').encode();
}
