/** `receipts` of settings.json: which printer, how its paper is, what stands on it, which ways are offered. */
import { z } from 'zod';
import { faultWords, setting } from '../contract/index.ts';

/**
 * Where a receipt printer is: `tcp://192.168.1.40:9100`, `serial:/dev/ttyUSB1@38400` (8N1), or `path:` and a device that takes
 * bytes: `path:/dev/usb/lp0`, `path:\\counter-2\receipts` (a printer shared by Windows); or `system:` and the name of a queue of CUPS.
 */
export const printerAddressSchema = z
  .string()
  .max(300)
  .regex(
    /^(tcp:\/\/(\[[0-9A-Fa-f:.]+\]|[^\s:/[\]]+):[0-9]{1,5}|serial:\S+@[1-9][0-9]{2,6}|path:\S.*|system:[^\s/#-][^\s/#]*)$/u,
    faultWords.printer,
  );

/** Where a printer is, as terminals are addressed: `serial:PATH`, `tcp:HOST:PORT`; null: no terminal can be there. */
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

/** All that the host needs to know to give receipts. */
export const receiptSettingsSchema = z.strictObject({
  /** Null: none; receipts are printed by the computer's own printing, sent, or shown. */
  printer: setting(printerAddressSchema.nullable().default(null), { group: 'receipts', applies: 'at-start' }),
  /** Characters a line: 32 on 58 mm paper, 42 or 48 on 80 mm. */
  columns: setting(z.int().min(24).max(80).default(42), { group: 'receipts', applies: 'live' }),
  /** `auto`: the printer is switched among those that together write é ñ ü and €; or one by name, such as `cp858`. */
  codePage: setting(
    z
      .string()
      .regex(/^[a-z0-9/-]{2,30}$/)
      .default('auto'),
    { group: 'receipts', applies: 'live' },
  ),
  /** What the printer speaks. */
  language: setting(z.enum(['esc-pos', 'star-line', 'star-prnt']).default('esc-pos'), {
    group: 'receipts',
    applies: 'at-start',
  }),
  /** The cash drawer hangs on the printer and is opened with the customer's first copy of a sale. */
  drawer: setting(z.boolean().default(false), { group: 'receipts', applies: 'live' }),
  /** It is opened as well when money taken in cash is noted. */
  drawerOnCash: setting(z.boolean().default(false), { group: 'receipts', applies: 'live' }),
  /** The pin of the printer's socket on which the drawer is: 2 as a rule, 5 of a second one. */
  drawerPin: setting(z.enum(['pin-2', 'pin-5']).default('pin-2'), { group: 'receipts', applies: 'live' }),
  /** Lines under the shop's name, such as its address and tax number. */
  header: setting(paperText.default([]), { group: 'receipts', applies: 'live' }),
  footer: setting(paperText.default([]), { group: 'receipts', applies: 'live' }),
  /** A QR code of the payment's reference on the customer's copy, to find the payment again with a barcode reader. */
  qr: setting(z.boolean().default(true), { group: 'receipts', applies: 'live' }),
  /** Offered where a platform is set up: it is the platform that sends. */
  email: setting(z.boolean().default(true), { group: 'receipts', applies: 'live' }),
  sms: setting(z.boolean().default(true), { group: 'receipts', applies: 'live' }),
  /** IANA; the computer's own when left out. */
  timeZone: setting(knownZone.nullable().default(null), { group: 'shop', applies: 'live' }),
});
export type ReceiptSettings = z.infer<typeof receiptSettingsSchema>;

/** A till on which nothing was said about receipts. */
export const defaultReceiptSettings: ReceiptSettings = receiptSettingsSchema.parse({});
