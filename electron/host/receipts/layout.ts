/**
 * Lays out a receipt for paper with a number of columns: plain fixed-width lines, for a receipt printer or a terminal
 * window. Pure.
 */
import type { Receipt, ReceiptLine } from '../../contract/index.ts';

/** Minimum columns: 58 mm rolls have 32 columns, some have 27. */
const MIN_COLUMNS = 24;

export type PaperLine =
  | { kind: 'text'; text: string; align: 'left' | 'center'; isStrong: boolean; isLarge: boolean }
  | { kind: 'rule' }
  | { kind: 'blank' }
  /** The payment's reference as a QR code. */
  | { kind: 'code'; data: string };

/** Every line fits `columns`, and large text fits half of them. */
export function layOut(receipt: Receipt, columns: number): PaperLine[] {
  const width = Math.max(MIN_COLUMNS, Math.floor(columns));
  const lines: PaperLine[] = [];
  for (const [index, section] of receipt.sections.entries()) {
    if (index > 0) lines.push({ kind: 'rule' });
    lines.push(...section.lines.flatMap((line) => laidOut(line, width)));
  }
  if (receipt.code !== null) lines.push({ kind: 'blank' }, { kind: 'code', data: receipt.code });
  return lines;
}

/** Receipt as text, for the command line, without the QR code, whose reference is among the lines. */
export function asText(receipt: Receipt, columns: number): string {
  const width = Math.max(MIN_COLUMNS, Math.floor(columns));
  return layOut(receipt, width)
    .flatMap((line) => {
      switch (line.kind) {
        case 'rule':
          return ['-'.repeat(width)];
        case 'blank':
          return [''];
        case 'code':
          return [];
        case 'text':
          return [line.align === 'center' ? centered(line.text, width) : line.text];
      }
    })
    .join('\n')
    .trimEnd();
}

function laidOut(line: ReceiptLine, width: number): PaperLine[] {
  const plain = { kind: 'text', align: 'left', isStrong: false, isLarge: false } as const;
  switch (line.kind) {
    case 'text': {
      const isLarge = line.size === 'large';
      return wrapped(line.text, isLarge ? Math.floor(width / 2) : width).map((text) => ({
        ...plain,
        text,
        align: 'center',
        isStrong: line.isStrong,
        isLarge,
      }));
    }
    case 'row':
      return rowLines(line.label, line.value, width).map((text) => ({ ...plain, text, isStrong: line.isStrong }));
    case 'signature':
      return [
        { kind: 'blank' },
        { kind: 'blank' },
        { ...plain, text: `X${'_'.repeat(width - 1)}` },
        ...wrapped(line.label, width).map((text) => ({ ...plain, text })),
      ];
  }
}

/** Puts the label left and the value right; if one line is too short, the value goes below, to the right. */
function rowLines(label: string, value: string, width: number): string[] {
  const room = width - length(label) - length(value);
  if (room >= 1) return [`${label}${' '.repeat(room)}${value}`];
  return [
    ...wrapped(label, width),
    ...wrapped(value, width).map((part) => `${' '.repeat(width - length(part))}${part}`),
  ];
}

/** Wraps between words; a word longer than the line is cut at the line's end. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => chunks(one, width))) {
    if (line !== '' && length(line) + 1 + length(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines;
}

/** Length in characters rather than UTF-16 units. */
function length(text: string): number {
  return Array.from(text).length;
}

function chunks(word: string, width: number): string[] {
  const letters = Array.from(word);
  if (letters.length <= width) return [word];
  const parts: string[] = [];
  for (let at = 0; at < letters.length; at += width) parts.push(letters.slice(at, at + width).join(''));
  return parts;
}

function centered(text: string, width: number): string {
  return `${' '.repeat(Math.max(0, Math.floor((width - length(text)) / 2)))}${text}`;
}
