/** `receipts` of settings.json: printer, paper, text and the offered ways to give a receipt. */
import { z } from 'zod';
import { faultWords, setting } from '../contract/index.ts';

/**
 * Address of a receipt printer: `tcp://192.168.1.40:9100`, `serial:/dev/ttyUSB1@38400` (8N1), `path:` with a device
 * that takes bytes (`path:/dev/usb/lp0`, or `path:\\counter-2\receipts` for a printer shared by Windows), or `system:`
 * with the name of a CUPS queue.
 */
export const printerAddressSchema = z
  .string()
  .max(300)
  .regex(
    /^(tcp:\/\/(\[[0-9A-Fa-f:.]+\]|[^\s:/[\]]+):[0-9]{1,5}|serial:\S+@[1-9][0-9]{2,6}|path:\S.*|system:[^\s/#-][^\s/#]*)$/u,
    faultWords.printer,
  );

/** Port of a printer as an address of a terminal, `serial:PATH` or `tcp:HOST:PORT`; null where no terminal can be. */
export function printerPort(printer: string | null): string | null {
  if (printer === null || printer.startsWith('system:')) return null;
  if (printer.startsWith('tcp:')) return printer.replace('tcp://', 'tcp:');
  if (printer.startsWith('path:')) return `serial:${printer.slice('path:'.length)}`;
  return printer.slice(0, printer.lastIndexOf('@'));
}

const knownZone = z.string().refine((zone) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}, faultWords.zone);

const paperText = z.array(z.string().max(200)).max(12);

/** Settings with which the host gives receipts. */
export const receiptSettingsSchema = z.strictObject({
  /** Null without a receipt printer: receipts are printed by the computer, sent, or shown. */
  printer: setting(printerAddressSchema.nullable().default(null), { group: 'receipts', applies: 'at-start' }),
  /** Characters in a line: 32 on 58 mm paper, 42 or 48 on 80 mm paper. */
  columns: setting(z.int().min(24).max(80).default(42), { group: 'receipts', applies: 'live' }),
  /**
   * `auto` switches among code pages that together contain é, ñ, ü and €; else the name of a code page, such as
   * `cp858`.
   */
  codePage: setting(
    z
      .string()
      .regex(/^[a-z0-9/-]{2,30}$/)
      .default('auto'),
    { group: 'receipts', applies: 'live' },
  ),
  /** Command language of the printer. */
  language: setting(z.enum(['esc-pos', 'star-line', 'star-prnt']).default('esc-pos'), {
    group: 'receipts',
    applies: 'at-start',
  }),
  /** The cash drawer is connected to the printer and opens with the customer's first copy of a sale. */
  drawer: setting(z.boolean().default(false), { group: 'receipts', applies: 'live' }),
  /** The drawer also opens when a cash payment is recorded. */
  drawerOnCash: setting(z.boolean().default(false), { group: 'receipts', applies: 'live' }),
  /** Pin of the printer's socket for the drawer: usually 2, and 5 for a second drawer. */
  drawerPin: setting(z.enum(['pin-2', 'pin-5']).default('pin-2'), { group: 'receipts', applies: 'live' }),
  /** Lines below the name of the shop, such as address and tax number. */
  header: setting(paperText.default([]), { group: 'receipts', applies: 'live' }),
  footer: setting(paperText.default([]), { group: 'receipts', applies: 'live' }),
  /** Prints the payment's reference as a QR code on the customer's copy, so that a barcode reader finds the payment. */
  qr: setting(z.boolean().default(true), { group: 'receipts', applies: 'live' }),
  /** Offered if a platform is set up, because the platform sends e-mails and text messages. */
  email: setting(z.boolean().default(true), { group: 'receipts', applies: 'live' }),
  sms: setting(z.boolean().default(true), { group: 'receipts', applies: 'live' }),
  /** IANA name; null for the time zone of the computer. */
  timeZone: setting(knownZone.nullable().default(null), { group: 'shop', applies: 'live' }),
});
export type ReceiptSettings = z.infer<typeof receiptSettingsSchema>;

/** Settings of a till without settings for receipts. */
export const defaultReceiptSettings: ReceiptSettings = receiptSettingsSchema.parse({});
