/** A page that shows how wide a printer's paper is and whether it has the letters of the languages. */
import type { PrinterPaper } from '../../contract/index.ts';
import type { ReceiptSettings } from '../../config/index.ts';
import { plainEncoderFor, plainerText } from './escpos.ts';
import { wrapped } from './layout.ts';
import { pickWords } from './words.ts';

/** What a code page without one of them shows as another sign. */
export const TEST_LETTERS = ['Ä Ö Ü ä ö ü ß', 'À Ç É È Ê à ç é è ê ë', 'Á Í Ó Ú Ñ á í ó ú ñ ¿ ¡', '12,50 €'] as const;

export interface TestPage extends PrinterPaper {
  language: ReceiptSettings['language'];
  shop: string;
  /** BCP 47, of its words. */
  locale: string;
}

/** One row of digits as wide as the paper is set; it breaks where the paper is narrower. */
export function rulerOf(columns: number): string {
  return '1234567890'.repeat(Math.ceil(columns / 10)).slice(0, columns);
}

/** @throws TillError CFG_INVALID for a code page the encoder does not know */
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
