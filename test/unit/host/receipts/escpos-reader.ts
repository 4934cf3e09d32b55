/** Decodes an ESC/POS job like a printer: lines of text in the selected code page, and other commands. */
import { CodepageEncoder } from './codepages.ts';

export interface PrintedJob {
  lines: string[];
  codes: string[];
  cuts: number;
  pulses: number;
  /** Selected code pages, by the printer's number. */
  pages: number[];
}

/** Code pages by the number of Epson's ESC t. */
const pages: Readonly<Record<number, string>> = {
  0: 'cp437',
  2: 'cp850',
  3: 'cp860',
  4: 'cp863',
  5: 'cp865',
  13: 'cp857',
  14: 'cp737',
  15: 'iso8859-7',
  16: 'windows1252',
  18: 'cp852',
  19: 'cp858',
  40: 'iso8859-15',
};

export function readJob(bytes: Uint8Array): PrintedJob {
  const job: PrintedJob = { lines: [], codes: [], cuts: 0, pulses: 0, pages: [] };
  let line = '';
  let page = pages[0] ?? '';
  let at = 0;
  const next = (): number => {
    const byte = bytes[at];
    if (byte === undefined) throw new Error('The job ends in the middle of a command');
    at += 1;
    return byte;
  };
  const unknown = (byte: number): never => {
    throw new Error(`Not a command this printer knows: ${byte.toString(16)} at ${at}`);
  };
  const skip = (count: number): void => {
    for (let i = 0; i < count; i += 1) next();
  };
  const escape = (): void => {
    const command = String.fromCharCode(next());
    if (command === '@') page = pages[0] ?? '';
    else if (command === 't') {
      const number = next();
      job.pages.push(number);
      page = pages[number] ?? unknown(number);
    } else if (command === 'p') {
      job.pulses += 1;
      skip(3);
    } else if ('EMa-!d'.includes(command)) skip(1);
    else unknown(command.charCodeAt(0));
  };
  const group = (): void => {
    const command = String.fromCharCode(next());
    if (command === 'V') {
      job.cuts += 1;
      skip(1);
    } else if (command === '!') skip(1);
    else if (command === '(') {
      if (String.fromCharCode(next()) !== 'k') unknown(0x28);
      const length = next() + next() * 256;
      const body = bytes.subarray(at, at + length);
      skip(length);
      // Function 80 stores the data of a QR code: cn 49, fn 80, m 48, then the text.
      if (body[0] === 49 && body[1] === 80) job.codes.push(Buffer.from(body.subarray(3)).toString('latin1'));
    } else unknown(command.charCodeAt(0));
  };
  while (at < bytes.length) {
    const byte = next();
    if (byte === 0x1b) escape();
    else if (byte === 0x1d) group();
    else if (byte === 0x1c) skip(1);
    else if (byte === 0x0a) {
      job.lines.push(line);
      line = '';
    } else if (byte === 0x0d) continue;
    else if (byte >= 0x20) line += CodepageEncoder.character(byte, page);
    else unknown(byte);
  }
  if (line !== '') job.lines.push(line);
  return job;
}
