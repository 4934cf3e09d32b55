/**
 * The till's own history: payment search, holds, and a day's figures. These procedures only read; they move no money.
 */
import { z } from 'zod';
import { base, operatorSchema } from './procedure-base.ts';
import { otherTenderSchema } from './pay-links.ts';
import { typedText } from './typed-text.ts';
import { attemptViewSchema } from './attempt-view.ts';

/** Groups for the filters of History. Every payment is in exactly one. */
const paymentGroupSchema = z.enum([
  'paid', // captured, with nothing reversed
  'given-back', // a refund, or captured and partly or fully reversed
  'held', // an open tab
  'declined',
  'cancelled', // cancelled, or a hold released
  'not-paid', // failed, or voided because the terminal failed to complete it
  'open', // running, checking, or partially approved and not decided
  'decided', // the manager decided its outcome
]);
export type PaymentGroup = z.infer<typeof paymentGroupSchema>;

/** Maximum length of a search text, in characters. */
export const MAX_SEARCH = 80;

const momentSchema = z.iso.datetime();
const windowShape = { from: momentSchema, to: momentSchema };

const historySearchSchema = z.object({
  text: typedText(MAX_SEARCH).default(''),
  group: paymentGroupSchema.optional(),
  from: momentSchema.optional(),
  to: momentSchema.optional(),
  /** Value of `next` on the previous page. */
  after: z.string().max(120).optional(),
  limit: z.int().min(1).max(200).default(60),
});
/** Request for one page of payments that contain every word of `text`. */
export type HistorySearch = z.output<typeof historySearchSchema>;

const historyPageSchema = z.object({
  /** Newest first. */
  payments: z.array(attemptViewSchema),
  /** Cursor of the next page, or null on the last page. */
  next: z.string().nullable(),
  /** Matches of the search by group, whatever the filter. */
  counts: z.record(paymentGroupSchema, z.int().min(0)),
  /** False while older payments are still being indexed after an update: they may be missing. */
  isComplete: z.boolean(),
});
export type HistoryPage = z.infer<typeof historyPageSchema>;

const linesSchema = z.object({
  count: z.int().min(0),
  /** In minor units. Goods, tips and surcharges add up to the total. */
  salesMinor: z.int(),
  tipsMinor: z.int(),
  surchargesMinor: z.int(),
  totalMinor: z.int(),
});
export type DayLines = z.infer<typeof linesSchema>;

/** Card payments and refunds of one person. Spellings that look alike count as the same person. */
const personLinesSchema = linesSchema.extend({
  /** Name, or null for payments without a name. */
  name: z.string().nullable(),
  /** Positive amounts; includes reversals of payments through links. */
  givenBack: z.object({ count: z.int().min(0), totalMinor: z.int().min(0) }),
});
export type DayPersonLines = z.infer<typeof personLinesSchema>;

/**
 * A day's figures in one currency: card payments by brand, less reversals and refunds; then payment links, and other
 * tenders.
 */
const dayLedgerSchema = z.object({
  currency: z.string(),
  /** Figures by brand as the platform writes it, or null if unknown. All brands add up to `paid`. */
  brands: z.array(linesSchema.extend({ brand: z.string().nullable() })),
  paid: linesSchema,
  /** Reversals of captured payments that the bank accepted; positive. */
  reversals: z.object({ count: z.int().min(0), totalMinor: z.int().min(0) }),
  /** Unreferenced refunds; positive. */
  refunds: z.object({ count: z.int().min(0), totalMinor: z.int().min(0) }),
  /** Card payments less reversals and refunds. */
  netMinor: z.int(),
  /**
   * Payments through links, on customers' own phones; not part of the figures above. A surcharge is counted with the
   * sale.
   */
  links: linesSchema,
  /** Reversals of payments through links, positive; not part of the figures above. Absent if there are none. */
  linkReversals: z.object({ count: z.int().min(1), totalMinor: z.int().min(0) }).optional(),
  /** Amount that goes to the bank: net and links, less the reversals of links. */
  bankMinor: z.int(),
  /** Tenders noted as taken without the platform; not part of the figures above. */
  otherTenders: z.array(
    z.object({ way: otherTenderSchema.shape.way, count: z.int().min(1), totalMinor: z.int().min(0) }),
  ),
  /** Card payments by hour, oldest first; hours without a payment are left out. */
  hours: z.array(z.object({ from: momentSchema, totalMinor: z.int().min(0) })),
  /**
   * Figures by person, largest first, payments without a name last. They add up to `paid`, and to reversals, refunds
   * and `linkReversals` together.
   */
  people: z.array(personLinesSchema),
});
export type DayLedger = z.infer<typeof dayLedgerSchema>;

/** Payment through one link, as a day lists it. */
const dayPaidLinkSchema = z.object({
  id: z.string(),
  order: z.string().nullable(),
  note: z.string().nullable(),
  paidMinor: z.int().min(1),
  /** Amount reversed at any time; absent if nothing was. */
  reversedMinor: z.int().min(1).optional(),
  currency: z.string(),
  /** Time when the till learned of it. */
  at: momentSchema,
  transfers: z.array(z.string()),
});
export type DayPaidLink = z.infer<typeof dayPaidLinkSchema>;

/** A day of this till according to its own records. */
const dayTotalsSchema = z.object({
  ...windowShape,
  ledgers: z.array(dayLedgerSchema),
  /** Payments begun in the window, by their current group. */
  counts: z.record(paymentGroupSchema, z.int().min(0)),
  /** Payments and reversals with an unknown outcome, whenever they began; not part of any figure. */
  checking: z.array(attemptViewSchema),
  /** Payments decided by a manager within the window; excluded from every figure. */
  decided: z.array(attemptViewSchema),
  /**
   * Payments finished within the window with more captured than the till requested, and not reversed since: an alarm.
   */
  tooMuch: z.array(attemptViewSchema),
  /** Orders of the window that are overpaid, until the excess is reversed. */
  overpaid: z
    .array(
      z.object({
        /** First payment or first link of the order. */
        root: z.object({ what: z.enum(['payment', 'pay-link']), id: z.string() }),
        order: z.string().nullable(),
        /** Amount owed to the customer, in minor units. */
        excessMinor: z.int().min(1),
        currency: z.string(),
      }),
    )
    .optional(),
  /** Payment links that are unfinished now, whenever they were made; not part of any figure. */
  openLinks: z.int().min(0),
  /** Payments through links within the window, newest first: the items of `ledgers[].links`. */
  links: z.array(dayPaidLinkSchema),
  /** Tenders noted within the window, newest first, including those withdrawn. */
  notes: z.array(otherTenderSchema),
  /** Open holds by currency, whenever they were opened. */
  tabs: z.array(z.object({ currency: z.string(), count: z.int().min(1), totalMinor: z.int().min(0) })),
});
export type DayTotals = z.infer<typeof dayTotalsSchema>;

/** A file for the browser to save. */
const exportedSchema = z.object({ name: z.string(), text: z.string(), rows: z.int().min(0) });
export type Exported = z.infer<typeof exportedSchema>;

/** Progress of a comparison with the platform. */
const dayProgressSchema = z.object({
  since: momentSchema,
  step: z.enum(['holds', 'payments', 'missing', 'comparing']),
  records: z.int().min(0),
});
export type DayProgress = z.infer<typeof dayProgressSchema>;

export const historyProcedures = {
  /**
   * Finds payments that contain every word of `text`, newest first: an amount as the cashier types it, the last four
   * digits, order, note, approval code, any reference, a time or a day.
   */
  search: base.input(historySearchSchema).output(historyPageSchema),
  /** Every open hold, the first to expire at the top. */
  tabs: base.output(z.array(attemptViewSchema)),
};

export const dayProcedures = {
  /** Figures of the window by this till's own records, both ends included; at most 31 days. */
  totals: base.input(z.object(windowShape)).output(dayTotalsSchema),
  /**
   * The same as CSV (RFC 4180, UTF-8 with BOM): a row for each payment, reversal, paid link and note. Cells are escaped
   * so that they cannot be formulas.
   */
  export: base.input(z.object({ ...windowShape, operator: operatorSchema.optional() })).output(exportedSchema),
  /** Progress of the running comparison, or null if none runs. */
  progress: base.output(dayProgressSchema.nullable()),
};
