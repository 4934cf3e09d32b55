/** The till's own past: payments found again, what is held, and a day's figures. All of it reads; nothing here moves money. */
import { z } from 'zod';
import { base, operatorSchema } from './procedure-base.ts';
import { otherTenderSchema } from './pay-links.ts';
import { typedText } from './typed-text.ts';
import { attemptViewSchema } from './attempt-view.ts';

/** How payments are sorted for the filters of History. Every payment is in exactly one. */
const paymentGroupSchema = z.enum([
  'paid', // taken, and nothing of it given back
  'given-back', // a refund, or taken and given back in part or whole
  'held', // an open tab
  'declined',
  'cancelled', // stopped, or a hold given back
  'not-paid', // could not be done, or taken back because the terminal did not complete it
  'open', // running, checking, or approved in part and not decided
  'decided', // a person has said how it ended
]);
export type PaymentGroup = z.infer<typeof paymentGroupSchema>;

/** Longest search, in characters. */
export const MAX_SEARCH = 80;

const momentSchema = z.iso.datetime();
const windowShape = { from: momentSchema, to: momentSchema };

const historySearchSchema = z.object({
  text: typedText(MAX_SEARCH).default(''),
  group: paymentGroupSchema.optional(),
  from: momentSchema.optional(),
  to: momentSchema.optional(),
  /** `next` of the page before. */
  after: z.string().max(120).optional(),
  limit: z.int().min(1).max(200).default(60),
});
/** One page of payments in which every word of `text` is found. */
export type HistorySearch = z.output<typeof historySearchSchema>;

const historyPageSchema = z.object({
  /** Newest first. */
  payments: z.array(attemptViewSchema),
  /** Where the next page begins; null: there are no more. */
  next: z.string().nullable(),
  /** Of everything that fits the search, whatever the filter. */
  counts: z.record(paymentGroupSchema, z.int().min(0)),
  /** False while older payments are still being sorted in, after an update: they may be missing. */
  isComplete: z.boolean(),
});
export type HistoryPage = z.infer<typeof historyPageSchema>;

const linesSchema = z.object({
  count: z.int().min(0),
  /** Minor units. Goods, tips and surcharges add up to the total. */
  salesMinor: z.int(),
  tipsMinor: z.int(),
  surchargesMinor: z.int(),
  totalMinor: z.int(),
});
export type DayLines = z.infer<typeof linesSchema>;

/** Card payments and refunds of one person; spellings that look alike are one person. */
const personLinesSchema = linesSchema.extend({
  /** Null: without a name. */
  name: z.string().nullable(),
  /** Positive; what was paid through links among it. */
  givenBack: z.object({ count: z.int().min(0), totalMinor: z.int().min(0) }),
});
export type DayPersonLines = z.infer<typeof personLinesSchema>;

/** One currency of a day: what was taken by card, by its brand, less what went back; then by link, and without the platform. */
const dayLedgerSchema = z.object({
  currency: z.string(),
  /** By brand as the platform writes it; null: not known. Adds up to `paid`. */
  brands: z.array(linesSchema.extend({ brand: z.string().nullable() })),
  paid: linesSchema,
  /** Given back of captured payments, taken by the bank; positive. */
  reversals: z.object({ count: z.int().min(0), totalMinor: z.int().min(0) }),
  /** Money to a card without a payment before it; positive. */
  refunds: z.object({ count: z.int().min(0), totalMinor: z.int().min(0) }),
  /** Paid by card, less reversals and refunds. */
  netMinor: z.int(),
  /** Paid through links, on customers' own phones: in none of the above. A surcharge is not told apart from the sale. */
  links: linesSchema,
  /** Given back of what was paid through links, positive: in none of the above. Absent: nothing. */
  linkReversals: z.object({ count: z.int().min(1), totalMinor: z.int().min(0) }).optional(),
  /** What goes to the bank: net and links, less what was given back of them. */
  bankMinor: z.int(),
  /** Noted as taken without the platform: in none of the above. */
  otherTenders: z.array(
    z.object({ way: otherTenderSchema.shape.way, count: z.int().min(1), totalMinor: z.int().min(0) }),
  ),
  /** Taken by card in each hour in which something was, oldest first. */
  hours: z.array(z.object({ from: momentSchema, totalMinor: z.int().min(0) })),
  /** Adds up to `paid`, and to reversals, refunds and `linkReversals` together. By what was taken; without a name last. */
  people: z.array(personLinesSchema),
});
export type DayLedger = z.infer<typeof dayLedgerSchema>;

/** What was paid through one link, as a day lists it. */
const dayPaidLinkSchema = z.object({
  id: z.string(),
  order: z.string().nullable(),
  note: z.string().nullable(),
  paidMinor: z.int().min(1),
  /** Given back of it, whenever that was; absent: nothing. */
  reversedMinor: z.int().min(1).optional(),
  currency: z.string(),
  /** When the till learned of it. */
  at: momentSchema,
  transfers: z.array(z.string()),
});
export type DayPaidLink = z.infer<typeof dayPaidLinkSchema>;

/** A day of this till by its own record. */
const dayTotalsSchema = z.object({
  ...windowShape,
  ledgers: z.array(dayLedgerSchema),
  /** Payments begun in the window, by how they stand now. */
  counts: z.record(paymentGroupSchema, z.int().min(0)),
  /** Not known yet, whenever they began, and in none of the figures; reversals that are checked among them. */
  checking: z.array(attemptViewSchema),
  /** Decided by a person within the window: in none of the figures. */
  decided: z.array(attemptViewSchema),
  /** Finished within the window with more taken than the till asked to be captured, and not given back since: an alarm. */
  tooMuch: z.array(attemptViewSchema),
  /** Orders of the window that were paid too often, until so much is given back. */
  overpaid: z
    .array(
      z.object({
        /** Its first payment, or the link it began with. */
        root: z.object({ what: z.enum(['payment', 'pay-link']), id: z.string() }),
        order: z.string().nullable(),
        /** Owed back, minor units. */
        excessMinor: z.int().min(1),
        currency: z.string(),
      }),
    )
    .optional(),
  /** Payment links that are not finished now, whenever they were made: in none of the figures. */
  openLinks: z.int().min(0),
  /** What was paid through links within the window, newest first: `ledgers[].links` one by one. */
  links: z.array(dayPaidLinkSchema),
  /** Noted within the window, newest first; those that were taken back among them. */
  notes: z.array(otherTenderSchema),
  /** Held now, whenever they were opened, by currency. */
  tabs: z.array(z.object({ currency: z.string(), count: z.int().min(1), totalMinor: z.int().min(0) })),
});
export type DayTotals = z.infer<typeof dayTotalsSchema>;

/** A file for the browser to keep. */
const exportedSchema = z.object({ name: z.string(), text: z.string(), rows: z.int().min(0) });
export type Exported = z.infer<typeof exportedSchema>;

/** How far a comparison with the platform has come. */
const dayProgressSchema = z.object({
  since: momentSchema,
  step: z.enum(['holds', 'payments', 'missing', 'comparing']),
  /** Records read so far. */
  records: z.int().min(0),
});
export type DayProgress = z.infer<typeof dayProgressSchema>;

export const historyProcedures = {
  /**
   * Payments, newest first, in which every word of `text` is found: an amount as a person types it, the last four digits,
   * order, note, approval code, any reference, a time or a day.
   */
  search: base.input(historySearchSchema).output(historyPageSchema),
  /** Everything that is held, the hold that ends first at the top. */
  tabs: base.output(z.array(attemptViewSchema)),
};

export const dayProcedures = {
  /** The day by this till's own record, both ends included; at most 31 days. */
  totals: base.input(z.object(windowShape)).output(dayTotalsSchema),
  /** The same as CSV (RFC 4180, UTF-8 with BOM), a row for each payment, reversal, paid link and note; cells cannot be formulas. */
  export: base.input(z.object({ ...windowShape, operator: operatorSchema.optional() })).output(exportedSchema),
  /** How far the comparison that runs now has come; null: none runs. */
  progress: base.output(dayProgressSchema.nullable()),
};
