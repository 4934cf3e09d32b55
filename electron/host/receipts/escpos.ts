/** Encodes a receipt for a receipt printer. Pure, except that the encoder is loaded on first use. */
import { TillError, type Receipt } from '../../contract/index.ts';
import type { ReceiptSettings } from '../../config/index.ts';
import { layOut } from './layout.ts';
import { withPrintableSigns, withSignsOf } from './signs.ts';

type PaperSettings = Pick<ReceiptSettings, 'columns' | 'codePage' | 'language' | 'drawer' | 'drawerPin'>;
type Encoder = InstanceType<typeof import('@point-of-sale/receipt-printer-encoder').default>;

/** Lines fed so that the last printed line is past the cutter. */
const FEED_BEFORE_CUT = 4;
/** Dots per module of the QR code; 6 scans well on 58 mm paper. */
const CODE_SIZE = 6;
const PULSE_ON_MS = 100;
const PULSE_OFF_MS = 500;

/** Plain replacements of typographic characters that most code pages lack. */
const plainer: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': ',',
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '•': '*',
};

/** Replaces characters that no code page has. */
export function plainerText(text: string): string {
  return text.replace(/[‘’‚“”„–—−…•]/gu, (character) => plainer[character] ?? character);
}

type Paper = Pick<PaperSettings, 'columns' | 'codePage' | 'language'>;

/**
 * Begins a job that prints amounts with signs that the paper has.
 * @throws CFG_INVALID when the encoder does not support the code page
 */
export async function encoderFor(paper: Paper): Promise<Encoder> {
  const encoder = await plainEncoderFor(paper);
  const isPrintable = await signsOf(paper);
  const text = encoder.text.bind(encoder);
  encoder.text = (value) => text(withPrintableSigns(value, isPrintable));
  return encoder;
}

/**
 * Begins a job that shows how the code page prints each sign.
 * @throws CFG_INVALID when the encoder does not support the code page
 */
export async function plainEncoderFor({ columns, codePage, language }: Paper): Promise<Encoder> {
  const { default: Encoder } = await import('@point-of-sale/receipt-printer-encoder');
  const encoder = new Encoder({
    columns,
    language,
    feedBeforeCut: FEED_BEFORE_CUT,
    // Skips unprintable parts, because even a receipt without its QR code is useful.
    errors: 'relaxed',
  });
  encoder.initialize();
  try {
    encoder.codepage(codePageOf(codePage));
  } catch (cause) {
    throw new TillError('CFG_INVALID', `receipts.codePage: ${codePage} is not one the printer's language has.`, {
      cause,
    });
  }
  return encoder;
}

/** Returns a test for the signs of a printer's code page: the encoder writes `?` for a missing sign. */
async function signsOf(paper: Paper): Promise<(sign: string) => boolean> {
  const probe = await plainEncoderFor(paper);
  const printable = new Map<string, boolean>();
  return (sign) => {
    const isKnown =
      printable.get(sign) ?? !Buffer.from(probe.text(sign).encode()).toString('latin1').trimEnd().endsWith('?');
    printable.set(sign, isKnown);
    return isKnown;
  };
}

/**
 * Opens the drawer. ESC p m t1 t2 of Epson's ESC/POS reference ("Generate pulse"): m 0 is the socket's pin 2, m 1 is
 * pin 5; on for t1 and off for t2 units of 2 ms. 100 ms and 500 ms suit 24 V drawers; Star printers have their own
 * commands.
 */
function pulse(encoder: Encoder, { drawerPin }: Pick<PaperSettings, 'drawerPin'>): void {
  encoder.pulse(drawerPin === 'pin-5' ? 1 : 0, PULSE_ON_MS, PULSE_OFF_MS);
}

/** Job that opens the drawer without printing. */
export async function drawerJob(settings: Omit<PaperSettings, 'drawer'>): Promise<Uint8Array> {
  const encoder = await encoderFor(settings);
  pulse(encoder, settings);
  return encoder.encode();
}

/**
 * Complete job: start, lines, QR code, feed, cut; with a drawer pulse if one is configured and `opensDrawer` is set.
 * @throws CFG_INVALID when the encoder does not support the code page
 */
export async function printJob(
  receipt: Receipt,
  settings: PaperSettings,
  { opensDrawer }: { opensDrawer: boolean },
): Promise<Uint8Array> {
  const encoder = await encoderFor(settings);
  if (settings.drawer && opensDrawer) pulse(encoder, settings);
  for (const line of layOut(withSignsOf(receipt, await signsOf(settings)), settings.columns)) {
    switch (line.kind) {
      case 'blank':
        encoder.newline();
        break;
      case 'rule':
        encoder.line('-'.repeat(settings.columns));
        break;
      case 'code':
        encoder.align('center').qrcode(line.data, { size: CODE_SIZE, errorlevel: 'm' }).align('left');
        break;
      case 'text': {
        encoder.align(line.align).bold(line.isStrong);
        if (line.isLarge) encoder.size(2, 2);
        encoder.text(plainerText(line.text)).newline();
        if (line.isLarge) encoder.size(1, 1);
        encoder.bold(false).align('left');
        break;
      }
    }
  }
  return encoder.cut('partial').encode();
}

type CodePage = Parameters<Encoder['codepage']>[0];

/** Name from the settings; the encoder validates it. */
function codePageOf(name: string): CodePage {
  return name as CodePage;
}
