import { z } from 'zod';
import { failureSchema } from './failures.ts';
import { amountMinorSchema, currencySchema } from './money.ts';
import { typedText } from './typed-text.ts';

const instant = z.iso.datetime();
/** Default lifetime of a link, in minutes: short, because the customer is at the counter. */
export const LINK_MINUTES = 15;

/**
 * State of a payment link. While it is unfinished (`creating`, `open`, `closing` and `checking`) its order cannot be
 * charged in another way. The other states are final, but an unpaid link still becomes `paid` if the platform reports a
 * payment (`isLate`).
 */
const payLinkStateSchema = z.enum([
  'creating', // requested; the link's address is not known yet
  'open', // can be paid
  'closing', // the platform was asked to close it
  'checking', // unknown whether the link exists or was paid; resolved by polling
  'paid', // the platform reports a payment through it
  'closed', // closed on request, without a payment
  'expired', // expired without a payment
  'failed', // the link could not be created
]);
export type PayLinkState = z.infer<typeof payLinkStateSchema>;

/** A link to be created; `id` is the caller's own, and the same id twice is the same link. */
export const payLinkRequestSchema = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/),
  amountMinor: amountMinorSchema,
  currency: currencySchema,
  order: typedText(100).optional(),
  note: typedText(300).optional(),
  /** Partly paid payment whose rest the link is for. */
  part: z.string().min(1).max(64).optional(),
  /** Tip chosen at the till, on top of `amountMinor`. */
  tipMinor: amountMinorSchema.optional(),
  /** Maximum tip that the customer may add on the page; default 0. */
  tipMaxMinor: amountMinorSchema.optional(),
  minutes: z.int().min(1).max(10_080).optional(),
  /** `false`: refuse an order that was already paid, with PAY_DUPLICATE. */
  isRepeatMeant: z.boolean().optional(),
  /** Same as in a charge request. */
  isOtherCustomer: z.boolean().optional(),
  /** Same as in a charge request, for the tip chosen here and the customer's own together. */
  isTipMeant: z.boolean().optional(),
});
export type PayLinkRequest = z.output<typeof payLinkRequestSchema>;

/** Reason for an unknown outcome of a link (`checking`). */
const linkDoubtReasonSchema = z.enum([
  'no-answer',
  'restarted', // the till restarted while the link was being made
  'being-paid', // a customer is paying through it now
  'unnamed', // the platform reports it as paid and has not reported the payment yet
  'other-currency',
]);
export type LinkDoubtReason = z.infer<typeof linkDoubtReasonSchema>;

/** A delivery of the link; never the whole address. */
const linkDeliverySchema = z.object({
  way: z.enum(['EMAIL', 'SMS']),
  /** Masked: `•••0134`, `m•••@example.com`. */
  to: z.string(),
  at: instant,
});
export type LinkDelivery = z.infer<typeof linkDeliverySchema>;

/** A payment link as every module outside its runner sees it. */
export const payLinkViewSchema = z.object({
  /** Caller's own id for the request. */
  id: z.string(),
  state: payLinkStateSchema,
  /** The platform's id, or null while unknown. */
  platformId: z.string().nullable(),
  /** Address that the customer opens, or null before it exists. */
  url: z.string().nullable(),
  /** The till's reference. Null for a sale that is identified by its amount instead. */
  order: z.string().nullable(),
  note: z.string().nullable(),
  /** Partly paid payment whose rest the link is for, or null if the link is for the whole order. */
  part: z.string().nullable(),
  /** Price of the goods. The customer is asked for `totalMinor`: goods and tip. */
  amountMinor: amountMinorSchema,
  /** Tip chosen at the till. */
  tipMinor: amountMinorSchema,
  /** Maximum tip that the customer may add on the page; 0: the amount is fixed. */
  tipMaxMinor: amountMinorSchema,
  totalMinor: amountMinorSchema,
  currency: currencySchema,
  openedAt: instant,
  /** Time when the link expires. */
  endsAt: instant,
  /** Time of the platform's last report, or null if there was none since the till started. */
  polledAt: instant.nullable(),
  /** Polls without an answer since then. */
  missedPolls: z.int().min(0),
  isBeingPaid: z.boolean(),
  /** Payments through it that the bank declined. */
  refusedTries: z.int().min(0),
  deliveries: z.array(linkDeliverySchema),
  checking: z.object({ reason: linkDoubtReasonSchema, since: instant }).nullable(),
  /** Payments through the link according to the platform; more than one if the platform allowed it. */
  payments: z.array(z.object({ transfer: z.string().nullable(), amountMinor: amountMinorSchema })),
  /** Sum of `payments`, or null before the first. */
  paidMinor: amountMinorSchema.nullable(),
  /** Amount that was reversed, or may have been; absent if nothing was. */
  reversedMinor: amountMinorSchema.optional(),
  /** True if closing was requested after the link had been paid. */
  isTooLate: z.boolean(),
  /** True if the payment was found after another final state had been shown. */
  isLate: z.boolean(),
  /** Name of the person who asked to close it, or null. */
  closedBy: z.string().nullable(),
  /** Reason why the link could not be created. */
  failure: failureSchema.nullable(),
  updatedAt: instant,
  finishedAt: instant.nullable(),
});
export type PayLinkView = z.infer<typeof payLinkViewSchema>;

/** True while the link's order must not be charged in another way. */
export function isUnfinishedLink({ state }: Pick<PayLinkView, 'state'>): boolean {
  return state === 'creating' || state === 'open' || state === 'closing' || state === 'checking';
}

/**
 * Tip in a link's payment, in minor units: chosen at the till, or added on the page. An amount above the allowed tip is
 * an excess, not a tip.
 */
export function linkTipOf({ paidMinor, payments, amountMinor, tipMinor, tipMaxMinor }: PayLinkView): number {
  // With more than one payment the customer's intention is unknown.
  if (paidMinor === null || payments.length > 1) return tipMinor;
  return Math.min(tipMinor + tipMaxMinor, Math.max(0, paidMinor - amountMinor));
}

/**
 * Amount paid through the link beyond its total and the allowed tip, less reversals, in minor units: owed to the
 * customer.
 */
export function linkExcessMinorOf({ paidMinor, reversedMinor = 0, totalMinor, tipMaxMinor }: PayLinkView): number {
  return Math.max(0, (paidMinor ?? 0) - reversedMinor - totalMinor - tipMaxMinor);
}

/** Money that a cashier took without the platform, noted with the order and the cashier's name. */
export const otherTenderSchema = z.object({
  id: z.string(),
  /** Order that the link belongs to, or null for a sale without a reference. */
  order: z.string().nullable(),
  /** Partly paid payment whose rest this is. */
  part: z.string().nullable(),
  way: z.enum(['cash', 'other']),
  amountMinor: amountMinorSchema,
  currency: currencySchema,
  note: z.string().nullable(),
  by: z.string(),
  at: instant,
  /** Set if the note was a mistake and no money was received. Absent while the note is valid. */
  takenBack: z.object({ by: z.string(), reason: z.string(), at: instant }).optional(),
});
export type OtherTender = z.infer<typeof otherTenderSchema>;

/** A tender taken without the platform, to be noted; the same `id` twice is the same note. */
export const otherTenderRequestSchema = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/),
  way: otherTenderSchema.shape.way,
  amountMinor: amountMinorSchema,
  currency: currencySchema,
  order: typedText(100).optional(),
  part: z.string().min(1).max(64).optional(),
  note: typedText(300).trim().optional(),
});
export type OtherTenderRequest = z.output<typeof otherTenderRequestSchema>;

/** Number of finished links, and of notes, kept in the state. Unfinished links are all kept. */
export const RECENT_LINKS = 50;

/** Puts an item at the front, or in its existing place. The order is that of arrival, not of the clock. */
export function replaceOrPrepend<Item extends { id: string }>(items: readonly Item[], item: Item): Item[] {
  const index = items.findIndex(({ id }) => id === item.id);
  return index < 0 ? [item, ...items] : items.with(index, item);
}

/** Adds or replaces a link, newest first, keeping every unfinished link. */
export function withPayLink(links: readonly PayLinkView[], link: PayLinkView): PayLinkView[] {
  const all = replaceOrPrepend(links, link);
  return all.filter((one, index) => index < RECENT_LINKS || isUnfinishedLink(one));
}

/** Fields that identify an order. */
export interface OrderFacts {
  order: string | null;
  /** Price of the goods, in minor units. */
  amountMinor: number;
  /** Includes tip and surcharge. */
  totalMinor: number;
  currency: string;
}

/**
 * True if two sales belong to one order: they share a reference, or both lack a reference and have equal amounts, with
 * or without the tip.
 */
export function isSameOrder(a: OrderFacts, b: OrderFacts): boolean {
  if (a.order !== null || b.order !== null) return a.order === b.order;
  if (a.currency !== b.currency) return false;
  return a.totalMinor === b.totalMinor || a.amountMinor === b.amountMinor;
}
