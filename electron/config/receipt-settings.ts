/** `receipts` of settings.json: printer, paper, text and the offered ways to give a receipt. */
import { z } from 'zod';
import { atStart, faultWords, live } from '../contract/index.ts';

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

/** Text that `read` takes without throwing, such as a tag or a name that Intl supports. */
export const textOf = (read: (text: string) => unknown, fault: string) =>
  z.string().refine((text) => {
    try {
      read(text);
      return true;
    } catch {
      return false;
    }
  }, fault);

const knownZone = textOf((timeZone) => new Intl.DateTimeFormat('en', { timeZone }), faultWords.zone);
const codePage = z.string().regex(/^[a-z0-9/-]{2,30}$/);
const paperText = z.array(z.string().max(200)).max(12);

/** Settings with which the host gives receipts. */
export const receiptSettingsSchema = z.strictObject({
  /**
   * Address of the receipt printer, or null without a printer: then receipts are printed by the computer, sent, or
   * shown.
   */
  printer: atStart('receipts', printerAddressSchema.nullable().default(null)),
  columns: live('receipts', z.int().min(24).max(80).default(42)),
  /**
   * `auto` switches among code pages that together contain é, ñ, ü and €; else the name of a code page, such as
   * `cp858`.
   */
  codePage: live('receipts', codePage.default('auto')),
  language: atStart('receipts', z.enum(['esc-pos', 'star-line', 'star-prnt']).default('esc-pos')),
  drawer: live('receipts', z.boolean().default(false)),
  drawerOnCash: live('receipts', z.boolean().default(false)),
  /** Pin of the printer's socket for the drawer: usually 2, and 5 for a second drawer. */
  drawerPin: live('receipts', z.enum(['pin-2', 'pin-5']).default('pin-2')),
  header: live('receipts', paperText.default([])),
  footer: live('receipts', paperText.default([])),
  /** Prints the payment's reference as a QR code on the customer's copy, so that a barcode reader finds the payment. */
  qr: live('receipts', z.boolean().default(true)),
  /** Offered if a platform is set up, because the platform sends e-mails and text messages. */
  email: live('receipts', z.boolean().default(true)),
  sms: live('receipts', z.boolean().default(true)),
  /** IANA name, or null for the time zone of the computer. */
  timeZone: live('shop', knownZone.nullable().default(null)),
});
export type ReceiptSettings = z.infer<typeof receiptSettingsSchema>;

/** Settings of a till without settings for receipts. */
export const defaultReceiptSettings: ReceiptSettings = receiptSettingsSchema.parse({});
