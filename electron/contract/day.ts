import { z } from 'zod';
import { currencySchema } from './money.ts';

/** Records that the platform keeps: a hold, money captured, an unreferenced refund, money reversed. */
export const recordKindSchema = z.enum(['authorization', 'transfer', 'refund', 'reversal']);
export type RecordKind = z.infer<typeof recordKindSchema>;

/** A platform record, reduced to the fields that are compared and shown. */
const platformRecordSchema = z.object({
  kind: recordKindSchema,
  id: z.string(),
  /** State that the platform reports; `VOIDED` for a released hold (the platform itself keeps SUCCEEDED for those). */
  state: z.string(),
  amountMinor: z.int().min(0),
  /** Tip in minor units, or null if the platform reports no tip. */
  tipMinor: z.int().min(0).nullable(),
  currency: z.string(),
  createdAt: z.iso.datetime().nullable(),
  idempotencyId: z.string().nullable(),
  /** Tags `attempt` and `order_id`. */
  attempt: z.string().nullable(),
  order: z.string().nullable(),
  /** Tag `pay_link`: payment link that the record was paid through; absent or null if there is none. */
  payLink: z.string().nullable().optional(),
  lastFour: z.string().nullable(),
  /** For an authorization: the Transfer of its capture. For a reversal: the Transfer that it reverses. */
  transfer: z.string().nullable(),
});
export type PlatformRecord = z.infer<typeof platformRecordSchema>;

/** A manager's explanation of a record that exists only at the platform. */
export const dayLinkSchema = z.object({
  record: z.object({ kind: recordKindSchema, id: z.string() }),
  /** Payment of this till that the record belongs to, or null. */
  attempt: z.string().nullable(),
  order: z.string().nullable(),
  explanation: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
});
export type DayLink = z.infer<typeof dayLinkSchema>;

/** A difference between the till and the platform. */
const dayReasonSchema = z.object({
  what: z.enum([
    'amount',
    'tip',
    'currency',
    'state', // different state on the platform: captured, voided or failed
    'held-there', // not paid here, and the platform still holds it
    'missing-there',
    // not by this till; `here` is the amount that this till asked to capture, or null if the till did not ask
    'captured-elsewhere',
    // the record already belongs to another payment and is counted there; `here` is the record's id, `there` that
    // payment
    'another-payments',
    'unknown-here', // this till has no such payment
    'other-till', // made by a Tillbridge for a payment that this till does not have
    'open-here',
  ]),
  /** Value on each side, or null if that side has none. */
  here: z.string().nullable(),
  there: z.string().nullable(),
});
export type DayReason = z.infer<typeof dayReasonSchema>;

const dayEntrySchema = z.object({
  /** `explained`: exists only there, or differs, and a manager has explained it. `open`: still running here. */
  verdict: z.enum(['matched', 'different', 'only-here', 'only-there', 'explained', 'open']),
  /**
   * Subject of the comparison: a payment of this till, one of its reversals or payment links, or a record of the
   * platform.
   */
  what: z.enum(['payment', 'reversal', 'pay-link', 'record']),
  attempt: z.string().nullable(),
  reversal: z.string().nullable(),
  /** Payment link, or absent or null if the entry is not about a link. */
  payLink: z.string().nullable().optional(),
  /** State at this till, or null if it exists only at the platform. */
  here: z
    .object({
      state: z.string(),
      amountMinor: z.int().min(0),
      tipMinor: z.int().min(0),
      currency: currencySchema,
      at: z.iso.datetime(),
      order: z.string().nullable(),
    })
    .nullable(),
  /**
   * The platform's records of it: a hold and the Transfer of its capture, either one alone, or the payments through a
   * link.
   */
  there: z.array(platformRecordSchema),
  reasons: z.array(dayReasonSchema),
  link: dayLinkSchema.nullable(),
});
export type DayEntry = z.infer<typeof dayEntrySchema>;

/** A day of this till compared with the platform. */
export const dayReportSchema = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Time when the platform was asked. */
  askedAt: z.iso.datetime(),
  /** Sorted by time, oldest first. */
  entries: z.array(dayEntrySchema),
  counts: z.object({
    matched: z.int(),
    different: z.int(),
    onlyHere: z.int(),
    onlyThere: z.int(),
    explained: z.int(),
    open: z.int(),
    /** Number of attempts that never sent a request and of links without a payment, which cannot be compared. */
    nothingSent: z.int(),
  }),
  /**
   * Totals by currency, in minor units: captured and paid by link, less reversals. Records that exist only at the
   * platform count in `thereMinor`.
   */
  totals: z.array(z.object({ currency: z.string(), hereMinor: z.int(), thereMinor: z.int() })),
  /** Messages that matched no running payment, kept within the window. Scripts know the list by this name. */
  strays: z.array(z.object({ at: z.iso.datetime(), attempt: z.string().nullable(), what: z.string() })),
});
export type DayReport = z.infer<typeof dayReportSchema>;
