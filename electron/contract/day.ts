import { z } from 'zod';
import { currencySchema } from './money.ts';

/** What the platform keeps: a hold, money taken, money to a card without a payment before it, money given back. */
export const recordKindSchema = z.enum(['authorization', 'transfer', 'refund', 'reversal']);
export type RecordKind = z.infer<typeof recordKindSchema>;

/** A platform record, cut down to what is compared and shown. */
const platformRecordSchema = z.object({
  kind: recordKindSchema,
  id: z.string(),
  /** As the platform says it; `VOIDED` for a hold that was given back (the platform itself keeps SUCCEEDED there). */
  state: z.string(),
  /** Minor units. */
  amountMinor: z.int().min(0),
  /** Null where the platform names no tip. */
  tipMinor: z.int().min(0).nullable(),
  currency: z.string(),
  createdAt: z.iso.datetime().nullable(),
  idempotencyId: z.string().nullable(),
  /** Tags `attempt` and `order_id`. */
  attempt: z.string().nullable(),
  order: z.string().nullable(),
  /** Tag `pay_link`: the payment link it was paid through; absent or null: none. */
  payLink: z.string().nullable().optional(),
  lastFour: z.string().nullable(),
  /** Of an authorization: the Transfer of its capture. Of a reversal: the Transfer it gives back of. */
  transfer: z.string().nullable(),
});
export type PlatformRecord = z.infer<typeof platformRecordSchema>;

/** What a manager said about a record that is only at the platform. */
export const dayLinkSchema = z.object({
  record: z.object({ kind: recordKindSchema, id: z.string() }),
  /** The payment of this till it belongs to; null: none. */
  attempt: z.string().nullable(),
  order: z.string().nullable(),
  /** Why it is there. */
  explanation: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
});
export type DayLink = z.infer<typeof dayLinkSchema>;

/** One thing that is not the same on both sides. */
const dayReasonSchema = z.object({
  what: z.enum([
    'amount',
    'tip',
    'currency',
    'state', // ended otherwise there: captured, voided, failed
    'held-there', // not paid here, and the platform still holds it
    'missing-there', // the platform has no record of it
    'captured-elsewhere', // not by this till; here: what it asked to be captured, null where it asked for none
    'another-payments', // the record is another payment's already, and is counted there; here: its id, there: that payment
    'unknown-here', // this till knows no such payment
    'other-till', // made by a Tillbridge, of a payment this till does not know
    'open-here', // not finished here yet
  ]),
  /** In the words of each side; null where that side has none. */
  here: z.string().nullable(),
  there: z.string().nullable(),
});
export type DayReason = z.infer<typeof dayReasonSchema>;

const dayEntrySchema = z.object({
  /** `explained`: only there, or different, and a manager has said why. `open`: still running here. */
  verdict: z.enum(['matched', 'different', 'only-here', 'only-there', 'explained', 'open']),
  /** What is compared: a payment of this till, one of its reversals or payment links, or a record of the platform. */
  what: z.enum(['payment', 'reversal', 'pay-link', 'record']),
  attempt: z.string().nullable(),
  reversal: z.string().nullable(),
  /** The payment link; absent or null: it is not about one. */
  payLink: z.string().nullable().optional(),
  /** How it stands here; null for what is only there. */
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
  /** The platform's records of it: a hold and the Transfer of its capture, one of either, or what was paid through a link. */
  there: z.array(platformRecordSchema),
  reasons: z.array(dayReasonSchema),
  link: dayLinkSchema.nullable(),
});
export type DayEntry = z.infer<typeof dayEntrySchema>;

/** The day of this till beside the platform's. */
export const dayReportSchema = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** When the platform was asked. */
  askedAt: z.iso.datetime(),
  /** By time, oldest first. */
  entries: z.array(dayEntrySchema),
  counts: z.object({
    matched: z.int(),
    different: z.int(),
    onlyHere: z.int(),
    onlyThere: z.int(),
    explained: z.int(),
    open: z.int(),
    /** Attempts of which nothing was ever sent, and links nobody paid through: nothing to compare. */
    nothingSent: z.int(),
  }),
  /** By currency: captured and paid by link, less given back, minor units; what is only there counts there. */
  totals: z.array(z.object({ currency: z.string(), hereMinor: z.int(), thereMinor: z.int() })),
  /** Messages that matched no running payment, kept within the window. Scripts know the list by this name. */
  strays: z.array(z.object({ at: z.iso.datetime(), attempt: z.string().nullable(), what: z.string() })),
});
export type DayReport = z.infer<typeof dayReportSchema>;
