/**
 * Receipts of a payment: what stands on them, and the ways of giving them. A receipt is composed in the host from what is
 * known of the attempt, in the words of one language; screens, printers and the PDF draw the same lines.
 */
import { z } from 'zod';
import { attemptIdSchema, base } from './procedure-base.ts';
import { failureSchema } from './failures.ts';
import { typedText } from './typed-text.ts';
import { instantSchema } from './payment-terms.ts';

const receiptCopySchema = z.enum(['customer', 'merchant']);
export type ReceiptCopy = z.infer<typeof receiptCopySchema>;

/** What a receipt is of. It says in its title whether money moved. */
const receiptKindSchema = z.enum([
  'sale',
  'partly-paid',
  'authorization', // a hold: nothing was charged yet
  'refund', // money to a card without a payment before it
  'reversal', // money back of one payment; the request names which
  'declined',
  'cancelled', // also failed, voided and released: nothing was charged
  'checking', // not known yet: no proof of payment
  'decided', // a person's word, until the platform's own
]);
export type ReceiptKind = z.infer<typeof receiptKindSchema>;

/** A line's meaning, so that readers need not look at its words. Rows of reversals may come more than once. */
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

/** One line. `row`: a label and its value at the two edges; `text`: words in the middle; `signature`: a line to sign on. */
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

/** Groups of lines, in the order of the paper; what nothing is known of is left out. */
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
  /** BCP 47 of its words. */
  language: z.string(),
  isTraining: z.boolean(),
  /** This copy has been given before: it says so. */
  isDuplicate: z.boolean(),
  sections: z.array(receiptSectionSchema),
  /** The payment's reference, as the QR code on paper holds it; null: no code on this copy. */
  code: z.string().nullable(),
  /** The receipt in a few lines, as the QR code on screen holds it where there is no link. */
  short: z.string(),
});
export type Receipt = z.infer<typeof receiptSchema>;

/** How a printing went, and what is known of the printer. `confirmed`: the printer said afterwards that all is well. */
const printResultSchema = z.object({
  printer: z.string(),
  bytes: z.int(),
  tookMs: z.int(),
  isConfirmed: z.boolean(),
  isDuplicate: z.boolean(),
});
export type PrintResult = z.infer<typeof printResultSchema>;

const printerViewSchema = z.object({
  /** As configured, e.g. `tcp://192.168.1.40:9100`; null: none is. */
  address: z.string().nullable(),
  columns: z.int(),
  codePage: z.string(),
  opensDrawer: z.boolean(),
  /** A receipt is being printed now. */
  isBusy: z.boolean(),
  /** How the last job went; null before the first. */
  last: z
    .object({ at: instantSchema, tookMs: z.int(), isConfirmed: z.boolean(), failure: failureSchema.nullable() })
    .nullable(),
});
export type PrinterView = z.infer<typeof printerViewSchema>;

const sendMethodSchema = z.enum(['EMAIL', 'SMS']);
export type SendMethod = z.infer<typeof sendMethodSchema>;

/** What became of a receipt that was sent. `sent`, `failed`: the platform's word. `unknown`: nobody has said yet. */
const sendResultSchema = z.object({
  state: z.enum(['sent', 'failed', 'unknown']),
  method: sendMethodSchema,
  destination: z.string(),
  /** The platform's word for why it could not be delivered, or why we do not know. */
  reason: z.string().nullable(),
  receipt: z.string().nullable(),
});
export type SendResult = z.infer<typeof sendResultSchema>;

/**
 * What the QR code on screen holds. `link`: the platform's page of this receipt, reachable from a customer's phone.
 * `text`: the receipt's short text, since there is no such page.
 */
const receiptLinkSchema = z.object({ holds: z.enum(['link', 'text']), data: z.string() });
export type ReceiptLink = z.infer<typeof receiptLinkSchema>;

/** Which receipt is meant. */
const which = attemptIdSchema.extend({
  copy: receiptCopySchema.default('customer'),
  /** The receipt of one reversal of the payment. */
  reversal: z.string().min(1).max(64).optional(),
  /** BCP 47; the till's own when left out. */
  locale: z.string().max(35).optional(),
});
export type WhichReceipt = z.output<typeof which>;

/** Nothing here can change a payment: a receipt that cannot be given is a failure of its own. */
export const receiptProcedures = {
  /** Composes a receipt. PAY_STATE while the payment is still running. */
  get: base.input(which).output(receiptSchema),
  /** Prints on the receipt printer. PRINTER_… when it cannot; then nothing counts as given. */
  print: base.input(which).output(printResultSchema),
  pdf: base.input(which).output(z.object({ base64: z.base64(), fileName: z.string(), isDuplicate: z.boolean() })),
  /** The computer's own printing has been given this copy: the next one is a duplicate. */
  given: base.input(which).output(z.void()),
  /** Has the platform send it. RECEIPT_ADDRESS, PAY_STATE, API_… when nothing was sent. */
  send: base
    .input(which.omit({ copy: true }).extend({ method: sendMethodSchema, destination: typedText(254).min(1) }))
    .output(sendResultSchema),
  /** What the QR code on screen holds; makes the platform's Receipt where there is none yet. Never fails for the platform. */
  link: base.input(which).output(receiptLinkSchema),
  printers: base.output(printerViewSchema),
};
