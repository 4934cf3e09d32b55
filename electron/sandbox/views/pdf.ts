/**
 * Writes a PDF with one page of text (PDF 1.4, ISO 32000-1, sections 7.5 and 9.6.2): a standard font, no compression,
 * and offsets counted in bytes.
 */
export interface TextDocument {
  title: string;
  /** Paragraphs from top to bottom; an empty one leaves a gap. The caller must ensure that they fit on the page. */
  lines: readonly string[];
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** Maximum characters of a line: Helvetica at 10 points on A4 with space to spare. */
const LINE_LENGTH = 88;
/** Maximum lines of the page. */
const PAGE_LINES = 50;

/** An escaped PDF string in Latin-1, which is also the font's encoding. Other characters become question marks. */
function literal(text: string): string {
  const latin = text.replaceAll(/[^\x20-\x7e\xa1-\xff]/gu, '?');
  return `(${latin.replaceAll(/[\\()]/g, (c) => `\\${c}`)})`;
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const pieces = word.match(new RegExp(`.{1,${LINE_LENGTH}}`, 'gu')) ?? [''];
    for (const piece of pieces) {
      if (line !== '' && line.length + 1 + piece.length > LINE_LENGTH) {
        lines.push(line);
        line = piece;
      } else line = line === '' ? piece : `${line} ${piece}`;
    }
  }
  return [...lines, line];
}

/** @throws RangeError when the lines do not fit one page */
export function writePdf({ title, lines, createdAt }: TextDocument): Uint8Array {
  const wrapped = lines.flatMap(wrap);
  if (wrapped.length > PAGE_LINES) throw new RangeError(`${wrapped.length} lines do not fit a page`);
  const drawn = wrapped.map((line) => `${literal(line)} Tj T*`);
  const content = ['BT', '/F1 14 Tf 50 790 Td', `${literal(title)} Tj`, '/F1 10 Tf 14 TL 0 -28 Td', ...drawn, 'ET'];
  const stream = content.join('\n');
  const date = new Date(createdAt).toISOString().replaceAll(/[-:T]|\.\d+Z/g, '');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    `<< /Title ${literal(title)} /CreationDate (D:${date}Z) >>`,
  ];
  // The second line marks the file as binary. Each character is one byte throughout.
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file, 'latin1'));
}
