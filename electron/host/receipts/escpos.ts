/** A receipt as the bytes a receipt printer takes. Pure, but for loading the encoder when first needed. */
import { TillError, type Receipt } from '../../contract/index.ts';
import type { ReceiptSettings } from '../../starter/index.ts';
import { layOut } from './layout.ts';

type PaperSettings = Pick<ReceiptSettings, 'columns' | 'codePage' | 'language' | 'drawer'>;

/** Lines fed so that the last one is past the knife. */
const FEED_BEFORE_CUT = 4;
/** Dots a module of the QR code; 6 reads well from 58 mm paper. */
const CODE_SIZE = 6;

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
function plainerText(text: string): string {
  return text.replace(/[‘’‚“”„–—−…•]/gu, (character) => plainer[character] ?? character);
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
  const { default: Encoder } = await import('@point-of-sale/receipt-printer-encoder');
  const encoder = new Encoder({
    columns: settings.columns,
    language: settings.language,
    feedBeforeCut: FEED_BEFORE_CUT,
    // What it cannot print it leaves out: a receipt without its QR code is a receipt.
    errors: 'relaxed',
  });
  encoder.initialize();
  try {
    encoder.codepage(codePageOf(settings.codePage));
  } catch (cause) {
    throw new TillError(
      'CFG_INVALID',
      `receipts.codePage: ${settings.codePage} is not one the printer's language has.`,
      {
        cause,
      },
    );
  }
  if (settings.drawer && opensDrawer) encoder.pulse();
  for (const line of layOut(receipt, settings.columns)) {
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

type CodePage = Parameters<
  InstanceType<typeof import('@point-of-sale/receipt-printer-encoder').default>['codepage']
>[0];

/** A name from settings; whether the printer has it is the encoder's to say. */
function codePageOf(name: string): CodePage {
  return name as CodePage;
}
