/**
 * Renders a receipt as PDF: one page, 80 mm wide and as long as needed, with selectable text. The same receipt produces
 * the same bytes: the dates are the payment's, never the clock's.
 */
import { encode } from 'uqr';
import type { Receipt, ReceiptLine } from '../../contract/index.ts';
import { withPrintableSigns } from './signs.ts';

/** Points per millimetre. */
const MM = 72 / 25.4;
const WIDTH = 80 * MM;
const MARGIN = 5 * MM;
const INNER = WIDTH - 2 * MARGIN;
const SIZE = 8.5;
const LARGE = 13;
const GAP = 6;
const CODE_SIZE = 26 * MM;
/** Page height while measuring, above any receipt. */
const MEASURE_HEIGHT = 14_000;
const REGULAR = 'Helvetica';
const BOLD = 'Helvetica-Bold';

type Document = PDFKit.PDFDocument;

export interface PdfOptions {
  /** Time of the payment, used as the document's date. */
  at: string;
  shop: string;
}

/** Uses two of the fourteen fonts that every reader has; missing characters become `?`. */
export async function receiptPdf(receipt: Receipt, { at, shop }: PdfOptions): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit');
  const date = new Date(at);
  const made = (height: number): Document =>
    new PDFDocument({
      size: [WIDTH, height],
      margin: 0,
      font: REGULAR,
      lang: receipt.language,
      displayTitle: true,
      info: {
        Title: printableLatin(`${titleOf(receipt)} ${receipt.attempt}`),
        Author: printableLatin(shop),
        Producer: 'Tillbridge',
        Creator: 'Tillbridge',
        CreationDate: date,
        ModDate: date,
      },
    });
  const height = draw(made(MEASURE_HEIGHT), receipt) + MARGIN;
  const document = made(height);
  const whole = collected(document);
  draw(document, receipt);
  document.end();
  return whole;
}

function titleOf({ sections }: Receipt): string {
  const title = sections.flatMap(({ lines }) => lines).find(({ name }) => name === 'title');
  return title?.kind === 'text' ? title.text : '';
}

/** Draws from the top and returns the lower end in points. */
function draw(document: Document, receipt: Receipt): number {
  let y = MARGIN;
  for (const [index, section] of receipt.sections.entries()) {
    if (index > 0) {
      y += GAP / 2;
      document
        .moveTo(MARGIN, y)
        .lineTo(WIDTH - MARGIN, y)
        .lineWidth(0.5)
        .dash(2, { space: 2 })
        .stroke()
        .undash();
      y += GAP;
    }
    for (const line of section.lines) y = drawLine(document, line, y);
  }
  return receipt.code === null ? y : drawCode(document, receipt.code, y + GAP);
}

function drawLine(document: Document, line: ReceiptLine, y: number): number {
  switch (line.kind) {
    case 'text': {
      document.font(line.isStrong ? BOLD : REGULAR).fontSize(line.size === 'large' ? LARGE : SIZE);
      return paragraph(document, line.text, y, 'center');
    }
    case 'row': {
      document.font(line.isStrong ? BOLD : REGULAR).fontSize(SIZE);
      const [label, value] = [printableLatin(line.label), printableLatin(line.value)];
      const fits = document.widthOfString(label) + document.widthOfString(value) + GAP <= INNER;
      if (!fits) return paragraph(document, value, paragraph(document, label, y, 'left'), 'right');
      document.text(label, MARGIN, y, { lineBreak: false });
      document.text(value, WIDTH - MARGIN - document.widthOfString(value), y, { lineBreak: false });
      return y + lineHeight(document);
    }
    case 'signature': {
      const at = y + 14 * MM;
      document
        .moveTo(MARGIN, at)
        .lineTo(WIDTH - MARGIN, at)
        .lineWidth(0.7)
        .stroke();
      document.font(REGULAR).fontSize(SIZE);
      return paragraph(document, line.label, at + 2, 'left');
    }
  }
}

function paragraph(document: Document, text: string, y: number, align: 'left' | 'center' | 'right'): number {
  const options = { width: INNER, align };
  const words = printableLatin(text);
  document.text(words, MARGIN, y, options);
  return y + document.heightOfString(words, options) + 1;
}

const lineHeight = (document: Document): number => document.currentLineHeight(true) + 1;

/** Draws the payment's reference as a QR code; each dark run of modules is one rectangle. */
function drawCode(document: Document, data: string, top: number): number {
  const { data: modules, size } = encode(data, { ecc: 'M', border: 4 });
  const step = CODE_SIZE / size;
  const left = (WIDTH - CODE_SIZE) / 2;
  for (const [row, cells] of modules.entries()) {
    for (let from = 0; from < cells.length; from += 1) {
      if (!cells[from]) continue;
      let to = from;
      while (cells[to + 1]) to += 1;
      document.rect(left + from * step, top + row * step, (to - from + 1) * step, step);
      from = to;
    }
  }
  document.fill('black');
  return top + CODE_SIZE;
}

/** Characters of Windows-1252 beyond Latin-1, which the standard fonts contain. */
const EXTRA = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/**
 * Replaces characters that the standard fonts lack: drops accents, writes ISO codes for currency signs, and otherwise
 * writes `?`.
 */
export function printableLatin(text: string): string {
  return Array.from(withPrintableSigns(text, isLatin), (character) => {
    if (isLatin(character)) return character;
    const plain = character.normalize('NFD').replace(/\p{M}/gu, '');
    return plain !== '' && Array.from(plain).every(isLatin) ? plain : '?';
  }).join('');
}

function isLatin(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || EXTRA.has(character);
}

function collected(document: Document): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
}
