/** Builds the lines of a receipt. An unknown value produces no line. */
import { maskCardNumbers } from '../../domain/index.ts';
import { type ReceiptLine, type ReceiptLineName } from '../../contract/index.ts';
import { onPaper } from './receipt-format.ts';

/** Maximum text length; longer text is cut, because paper is finite and a barcode reader can enter anything. */
const MAX_TEXT = 200;

const clean = (text: string): string => maskCardNumbers(onPaper(text)).slice(0, MAX_TEXT);

export function row(
  name: ReceiptLineName,
  label: string,
  value: string | null | undefined,
  isStrong = false,
): ReceiptLine[] {
  const known = clean(value ?? '');
  return known === '' ? [] : [{ kind: 'row', name, label, value: known, isStrong }];
}

export function text(
  name: ReceiptLineName,
  words: string | null | undefined,
  { size = 'normal', isStrong = false }: { size?: 'normal' | 'large'; isStrong?: boolean } = {},
): ReceiptLine[] {
  const known = clean(words ?? '');
  return known === '' ? [] : [{ kind: 'text', name, text: known, size, isStrong }];
}
