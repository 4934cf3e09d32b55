/** `receipts` of settings.json: which printer, how its paper is, what stands on it, which ways are offered. */
import { z } from 'zod';

/**
 * Where a receipt printer is: `tcp://192.168.1.40:9100`, `serial:/dev/ttyUSB1@38400` (8N1), or `path:` and a file that takes
 * bytes: `path:/dev/usb/lp0`, `path:\\counter-2\receipts` (a printer shared by Windows); or `system:` and the name of a queue of CUPS.
 */
export const printerAddressSchema = z
  .string()
  .max(300)
  .regex(
    /^(tcp:\/\/(\[[0-9A-Fa-f:.]+\]|[^\s:/[\]]+):[0-9]{1,5}|serial:\S+@[1-9][0-9]{2,6}|path:\S.*|system:[^\s/#-][^\s/#]*)$/u,
    'is not a printer such as tcp://HOST:9100, serial:PATH@BAUD, path:FILE or system:NAME',
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
}, 'is not a time zone such as America/New_York');

const paperText = z.array(z.string().max(200)).max(12);

/** All that the host needs to know to give receipts. */
export const receiptSettingsSchema = z.strictObject({
  /** Null: none; receipts are printed by the computer's own printing, sent, or shown. */
  printer: printerAddressSchema.nullable().default(null),
  /** Characters a line: 32 on 58 mm paper, 42 or 48 on 80 mm. */
  columns: z.int().min(24).max(80).default(42),
  /** `auto`: the printer is switched among those that together write é ñ ü and €; or one by name, such as `cp858`. */
  codePage: z
    .string()
    .regex(/^[a-z0-9/-]{2,30}$/)
    .default('auto'),
  /** What the printer speaks. */
  language: z.enum(['esc-pos', 'star-line', 'star-prnt']).default('esc-pos'),
  /** The cash drawer hangs on the printer and is opened with the customer's first copy of a sale. */
  drawer: z.boolean().default(false),
  /** It is opened as well when money taken in cash is noted. */
  drawerOnCash: z.boolean().default(false),
  /** The pin of the printer's socket on which the drawer is: 2 as a rule, 5 of a second one. */
  drawerPin: z.enum(['pin-2', 'pin-5']).default('pin-2'),
  /** Lines under the shop's name, such as its address and tax number. */
  header: paperText.default([]),
  footer: paperText.default([]),
  /** A QR code of the payment's reference on the customer's copy, to find the payment again with a barcode reader. */
  qr: z.boolean().default(true),
  /** Offered where a platform is set up: it is the platform that sends. */
  email: z.boolean().default(true),
  sms: z.boolean().default(true),
  /** IANA; the computer's own when left out. */
  timeZone: knownZone.nullable().default(null),
});
export type ReceiptSettings = z.infer<typeof receiptSettingsSchema>;

/** A till on which nothing was said about receipts. */
export const defaultReceiptSettings: ReceiptSettings = receiptSettingsSchema.parse({});
