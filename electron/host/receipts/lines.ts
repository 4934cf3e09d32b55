/** Building blocks of a receipt's lines. A value that is not known gives no line. */
import { maskCardNumbers } from '../../domain/index.ts';
import { type ReceiptLine, type ReceiptLineName } from '../../contract/index.ts';
import { onPaper } from './receipt-format.ts';

/** Longest text on a line: more is cut, since paper is not endless and a barcode reader can type anything. */
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
