/** Opens a PDF as far as a receipt needs: page, metadata, selectable text, dark rectangles. */
import { inflateSync } from 'node:zlib';

export interface OpenedPdf {
  /** Width in points, like the height. */
  width: number;
  height: number;
  fonts: string[];
  info: Readonly<Record<string, string>>;
  /** Text of each `text` call, in page order. */
  texts: string[];
  /** Filled rectangles as x, y, width, height, from the top left. */
  rectangles: [number, number, number, number][];
}

/** Windows-1252 characters beyond Latin-1. */
const special: Readonly<Record<number, string>> = { 0x80: '€', 0x91: '‘', 0x92: '’', 0x96: '–', 0x97: '—', 0x85: '…' };

export function openPdf(bytes: Uint8Array): OpenedPdf {
  const source = Buffer.from(bytes).toString('latin1');
  if (!source.startsWith('%PDF-1.') || !source.trimEnd().endsWith('%%EOF')) throw new Error('This is no PDF');
  const box = /\/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]/.exec(source);
  const content = streams(source).find((stream) => /\bBT\b/.test(stream)) ?? '';
  return {
    width: Number(box?.[1]),
    height: Number(box?.[2]),
    fonts: Array.from(source.matchAll(/\/BaseFont \/([\w-]+)/g), ([, name]) => name ?? '').sort(),
    info: infoOf(source),
    texts: Array.from(content.matchAll(/\[((?:<[0-9a-f]*>|[-0-9. ])*)\] TJ/g), ([, parts]) => hexText(parts ?? '')),
    rectangles: Array.from(content.matchAll(/(-?[0-9.]+) (-?[0-9.]+) ([0-9.]+) ([0-9.]+) re/g), ([, ...numbers]) => {
      const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number);
      return [x, y, width, height];
    }),
  };
}

/** Each metadata value is a separate object, referenced by name. */
function infoOf(source: string): Record<string, string> {
  const entries = source.matchAll(/\/(Title|Author|Producer|Creator|CreationDate|ModDate) ([0-9]+) 0 R/g);
  return Object.fromEntries(
    Array.from(entries, ([, key, number]) => {
      const text = new RegExp(`\\n${number} 0 obj\\n\\(((?:[^()\\\\]|\\\\.)*)\\)`).exec(source)?.[1] ?? '';
      return [key ?? '', text.replace(/\\(.)/g, '$1')];
    }),
  );
}

function streams(source: string): string[] {
  return Array.from(source.matchAll(/stream\n([\s\S]*?)\nendstream/g), ([, data]) =>
    inflateSync(Buffer.from(data ?? '', 'latin1')).toString('latin1'),
  );
}

function hexText(parts: string): string {
  return Array.from(parts.matchAll(/<([0-9a-f]*)>/g), ([, hex]) =>
    Array.from(Buffer.from(hex ?? '', 'hex'), (byte) => special[byte] ?? String.fromCharCode(byte)).join(''),
  ).join('');
}
