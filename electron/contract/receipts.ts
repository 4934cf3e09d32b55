/**
 * Receipts of a payment: their content, and the ways to give them to the customer. The host composes a receipt from the
 * attempt, in one language; screens, printers and the PDF draw the same lines.
 */
import { z } from 'zod';
import { attemptIdSchema, base } from './procedure-base.ts';
import { failureSchema } from './failures.ts';
import { typedText } from './typed-text.ts';
import { instantSchema } from './payment-terms.ts';

const receiptCopySchema = z.enum(['customer', 'merchant']);
export type ReceiptCopy = z.infer<typeof receiptCopySchema>;

/** Kind of receipt. The title shows whether money moved. */
const receiptKindSchema = z.enum([
  'sale',
  'partly-paid',
  'authorization', // a hold: nothing was charged yet
  'refund', // an unreferenced refund
  'reversal', // a reversal of one payment; the request contains its id
  'declined',
  'cancelled', // also failed, voided and released: nothing was charged
  'checking', // outcome unknown: not a proof of payment
  'decided', // decided by the manager, until the platform reports the outcome
]);
export type ReceiptKind = z.infer<typeof receiptKindSchema>;

/** Meaning of a line, so that readers need not parse its text. Rows of reversals may repeat. */
const receiptLineNames = [
  'shop',
  'header',
  'training',
  'copy',
  'duplicate',
  'title',
  'statement',
  'moved',
  'date',
  'till',
  'order',
  'note',
  'sale',
  'tip',
  'surcharge',
  'asked',
  'total',
  'unpaid',
  'reversed',
  'kept',
  'original',
  'until',
  'card',
  'entry',
  'application',
  'aid',
  'approval',
  'verification',
  'counter',
  'cryptogram',
  'tvr',
  'tsi',
  'cvm',
  'answer',
  'decided-by',
  'authorization',
  'transfer',
  'reference',
  'terminal',
  'signature',
  'footer',
] as const;
const receiptLineNameSchema = z.enum(receiptLineNames);
export type ReceiptLineName = z.infer<typeof receiptLineNameSchema>;

/** A line. `row`: a label and its value at the two edges; `text`: centered text; `signature`: a line to sign on. */
const receiptLineSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    name: receiptLineNameSchema,
    text: z.string(),
    size: z.enum(['normal', 'large']),
    isStrong: z.boolean(),
  }),
  z.object({
    kind: z.literal('row'),
    name: receiptLineNameSchema,
    label: z.string(),
    value: z.string(),
    isStrong: z.boolean(),
  }),
  z.object({ kind: z.literal('signature'), name: receiptLineNameSchema, label: z.string() }),
]);
export type ReceiptLine = z.infer<typeof receiptLineSchema>;

/** Groups of lines in printing order; unknown values are left out. */
const receiptSectionSchema = z.object({
  name: z.enum(['head', 'what', 'amounts', 'card', 'ids', 'signature', 'foot']),
  lines: z.array(receiptLineSchema),
});
export type ReceiptSection = z.infer<typeof receiptSectionSchema>;

export const receiptSchema = z.object({
  attempt: z.string(),
  reversal: z.string().nullable(),
  kind: receiptKindSchema,
  copy: receiptCopySchema,
  /** BCP 47 tag of the receipt's language. */
  language: z.string(),
  isTraining: z.boolean(),
  /** True for a copy that was already issued, which is marked as a duplicate. */
  isDuplicate: z.boolean(),
  sections: z.array(receiptSectionSchema),
  /** Payment reference in the QR code on paper, or null if this copy has no code. */
  code: z.string().nullable(),
  /** Short receipt text, used in the QR code on screen if there is no link. */
  short: z.string(),
});
export type Receipt = z.infer<typeof receiptSchema>;

/** Result of a print job. `confirmed`: the printer reported success afterwards. */
const printResultSchema = z.object({
  printer: z.string(),
  bytes: z.int(),
  tookMs: z.int(),
  isConfirmed: z.boolean(),
  isDuplicate: z.boolean(),
});
export type PrintResult = z.infer<typeof printResultSchema>;

const printerViewSchema = z.object({
  /** Configured address, e.g. `tcp://192.168.1.40:9100`, or null. */
  address: z.string().nullable(),
  columns: z.int(),
  codePage: z.string(),
  opensDrawer: z.boolean(),
  isBusy: z.boolean(),
  /** Result of the last job, or null before the first. */
  last: z
    .object({ at: instantSchema, tookMs: z.int(), isConfirmed: z.boolean(), failure: failureSchema.nullable() })
    .nullable(),
});
export type PrinterView = z.infer<typeof printerViewSchema>;

const sendMethodSchema = z.enum(['EMAIL', 'SMS']);
export type SendMethod = z.infer<typeof sendMethodSchema>;

/** Result of sending a receipt. `sent`, `failed`: reported by the platform. `unknown`: no report yet. */
const sendResultSchema = z.object({
  state: z.enum(['sent', 'failed', 'unknown']),
  method: sendMethodSchema,
  destination: z.string(),
  /** The platform's reason why delivery failed, or the reason why the result is unknown. */
  reason: z.string().nullable(),
  receipt: z.string().nullable(),
});
export type SendResult = z.infer<typeof sendResultSchema>;

/**
 * Content of the QR code on screen. `link`: the platform's page of this receipt, reachable from a customer's phone.
 * `text`: the receipt's short text, used if there is no such page.
 */
const receiptLinkSchema = z.object({ holds: z.enum(['link', 'text']), data: z.string() });
export type ReceiptLink = z.infer<typeof receiptLinkSchema>;

const which = attemptIdSchema.extend({
  copy: receiptCopySchema.default('customer'),
  /** Id of a reversal, for the receipt of that reversal. */
  reversal: z.string().min(1).max(64).optional(),
  /** BCP 47; default: the till's own language. */
  locale: z.string().max(35).optional(),
});
export type WhichReceipt = z.output<typeof which>;

/** These procedures never change a payment: a failed receipt is reported separately. */
export const receiptProcedures = {
  /**
   * Composes a receipt.
   * @throws PAY_STATE while the payment is running.
   */
  get: base.input(which).output(receiptSchema),
  /**
   * Prints on the receipt printer. The copy counts as given only on success.
   * @throws PRINTER_…
   */
  print: base.input(which).output(printResultSchema),
  pdf: base.input(which).output(z.object({ base64: z.base64(), fileName: z.string(), isDuplicate: z.boolean() })),
  /** Records that this copy went to the operating system's printing: the next copy is a duplicate. */
  given: base.input(which).output(z.void()),
  /**
   * Asks the platform to send the receipt.
   * @throws RECEIPT_ADDRESS, PAY_STATE, API_… when nothing was sent.
   */
  send: base
    .input(which.omit({ copy: true }).extend({ method: sendMethodSchema, destination: typedText(254).min(1) }))
    .output(sendResultSchema),
  /**
   * Content of the QR code on screen; creates the platform's Receipt if there is none. Failures of the platform are not
   * errors here.
   */
  link: base.input(which).output(receiptLinkSchema),
  printers: base.output(printerViewSchema),
};
