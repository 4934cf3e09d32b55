/** A receipt as the bytes a receipt printer takes. Pure, but for loading the encoder when first needed. */
import { TillError, type Receipt } from '../../contract/index.ts';
import type { ReceiptSettings } from '../../config/index.ts';
import { layOut } from './layout.ts';
import { withPrintableSigns, withSignsOf } from './signs.ts';

type PaperSettings = Pick<ReceiptSettings, 'columns' | 'codePage' | 'language' | 'drawer' | 'drawerPin'>;
type Encoder = InstanceType<typeof import('@point-of-sale/receipt-printer-encoder').default>;

/** Lines fed so that the last one is past the knife. */
const FEED_BEFORE_CUT = 4;
/** Dots a module of the QR code; 6 reads well from 58 mm paper. */
const CODE_SIZE = 6;
const PULSE_ON_MS = 100;
const PULSE_OFF_MS = 500;

/** Typographic characters that most code pages lack, as what a typewriter had. */
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

/** For a printer: what no code page has is written with what every one has. */
export function plainerText(text: string): string {
  return text.replace(/[‘’‚“”„–—−…•]/gu, (character) => plainer[character] ?? character);
}

type Paper = Pick<PaperSettings, 'columns' | 'codePage' | 'language'>;

/** Begins a job whose amounts keep a sign that the paper has. @throws TillError CFG_INVALID for a code page the encoder does not know */
export async function encoderFor(paper: Paper): Promise<Encoder> {
  const encoder = await plainEncoderFor(paper);
  const isPrintable = await signsOf(paper);
  const text = encoder.text.bind(encoder);
  encoder.text = (value) => text(withPrintableSigns(value, isPrintable));
  return encoder;
}

/** Begins a job that shows what the code page makes of each sign. @throws TillError CFG_INVALID as `encoderFor` */
export async function plainEncoderFor({ columns, codePage, language }: Paper): Promise<Encoder> {
  const { default: Encoder } = await import('@point-of-sale/receipt-printer-encoder');
  const encoder = new Encoder({
    columns,
    language,
    feedBeforeCut: FEED_BEFORE_CUT,
    // What it cannot print it leaves out: a receipt without its QR code is a receipt.
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

/** Tells which signs the code page of a printer has: the encoder writes `?` for one that it has not. */
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
 * Opens the drawer. ESC p m t1 t2 of Epson's ESC/POS reference ("Generate pulse"): m 0 is the socket's pin 2, m 1 its pin 5; on for
 * t1 and off for t2 units of 2 ms. 100 and 500 ms are what drawers of 24 V are made for; Star's printers have commands of their own.
 */
function pulse(encoder: Encoder, { drawerPin }: Pick<PaperSettings, 'drawerPin'>): void {
  encoder.pulse(drawerPin === 'pin-5' ? 1 : 0, PULSE_ON_MS, PULSE_OFF_MS);
}

/** A job that opens the drawer and prints nothing. */
export async function drawerJob(settings: Omit<PaperSettings, 'drawer'>): Promise<Uint8Array> {
  const encoder = await encoderFor(settings);
  pulse(encoder, settings);
  return encoder.encode();
}

/**
 * The whole job: start, lines, QR code, feed, cut; a pulse for the drawer where one is configured and `opensDrawer`.
 * @throws TillError CFG_INVALID for a code page the encoder does not know
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

/** A name from settings; whether the printer has it is the encoder's to say. */
function codePageOf(name: string): CodePage {
  return name as CodePage;
}
