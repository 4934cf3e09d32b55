import { z } from 'zod';
import { failureSchema } from './failures.ts';
import { amountMinorSchema, currencySchema } from './money.ts';
import { typedText } from './typed-text.ts';

const instant = z.iso.datetime();
/** How long a link can be paid when nobody says otherwise, minutes: a customer stands at the counter. */
export const LINK_MINUTES = 15;

/**
 * Where a payment link stands. `creating`, `open`, `closing` and `checking` are unfinished: its order is charged in no other
 * way. The others are ends; one that was not paid can still turn into `paid` on the platform's word (`isLate`).
 */
const payLinkStateSchema = z.enum([
  'creating', // asked for; nobody has its address yet
  'open', // can be paid
  'closing', // the platform has been asked to take it out of use
  'checking', // we do not know yet: whether there is one, or whether it was paid; resolves itself by reading
  'paid', // the platform has a payment through it
  'closed', // out of use on request, and nothing was paid through it
  'expired', // its time is over, and nothing was paid through it
  'failed', // there is no link
]);
export type PayLinkState = z.infer<typeof payLinkStateSchema>;

/** A link to be made; `id` is the caller's own, and the same one twice is one link. */
export const payLinkRequestSchema = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/),
  amountMinor: amountMinorSchema,
  currency: currencySchema,
  order: typedText(100).optional(),
  note: typedText(300).optional(),
  /** The partly paid payment whose rest this is. */
  part: z.string().min(1).max(64).optional(),
  /** Chosen at the till, on top. */
  tipMinor: amountMinorSchema.optional(),
  /** What the customer may add on the page; default nothing. */
  tipMaxMinor: amountMinorSchema.optional(),
  /** Default LINK_MINUTES. */
  minutes: z.int().min(1).max(10_080).optional(),
  /** `false`: refuse with PAY_DUPLICATE an order that was paid already. */
  isRepeatMeant: z.boolean().optional(),
  /** As of a charge request. */
  isOtherCustomer: z.boolean().optional(),
  /** The same as in a charge request, for the tip chosen here and the customer's own together. */
  isTipMeant: z.boolean().optional(),
});
export type PayLinkRequest = z.output<typeof payLinkRequestSchema>;

/** Why a link is in doubt (`checking`). */
const linkDoubtReasonSchema = z.enum([
  'no-answer', // the platform did not answer
  'restarted', // the till restarted while the link was being made
  'being-paid', // somebody is paying through it just now
  'unnamed', // the platform says it was paid and has not named the payment yet
  'other-currency', // a payment in another currency than the link's came through it
]);
export type LinkDoubtReason = z.infer<typeof linkDoubtReasonSchema>;

/** What of a link was sent to whom: never the whole address. */
const linkDeliverySchema = z.object({
  way: z.enum(['EMAIL', 'SMS']),
  /** Masked: `•••0134`, `m•••@example.com`. */
  to: z.string(),
  at: instant,
});
export type LinkDelivery = z.infer<typeof linkDeliverySchema>;

/** A payment link, as everybody outside of its runner sees it. */
export const payLinkViewSchema = z.object({
  /** The caller's own id for the request. */
  id: z.string(),
  state: payLinkStateSchema,
  /** The platform's id; null until it is known. */
  platformId: z.string().nullable(),
  /** What the customer opens; null until there is one. */
  url: z.string().nullable(),
  /** The till's reference; null for a sale without one, which is then known by its amount. */
  order: z.string().nullable(),
  note: z.string().nullable(),
  /** The partly paid payment whose rest this is; null: it is for the whole of its order. */
  part: z.string().nullable(),
  /** The goods. The customer is asked for `totalMinor`: goods and tip. */
  amountMinor: amountMinorSchema,
  /** Chosen at the till. */
  tipMinor: amountMinorSchema,
  /** What the customer may add on the page; 0: the amount is fixed. */
  tipMaxMinor: amountMinorSchema,
  totalMinor: amountMinorSchema,
  currency: currencySchema,
  openedAt: instant,
  /** When the link ends by itself. */
  endsAt: instant,
  /** When the platform last reported it; null: not since the till started. */
  lookedAt: instant.nullable(),
  /** Looks without an answer since then. */
  missedLooks: z.int().min(0),
  /** Somebody is paying through it just now. */
  isBeingPaid: z.boolean(),
  /** Payments through it that the bank refused. */
  refusedTries: z.int().min(0),
  deliveries: z.array(linkDeliverySchema),
  checking: z.object({ reason: linkDoubtReasonSchema, since: instant }).nullable(),
  /** What was paid through it, by the platform's record; more than one where the platform let that happen. */
  payments: z.array(z.object({ transfer: z.string().nullable(), amountMinor: amountMinorSchema })),
  /** Of `payments` together; null until there is one. */
  paidMinor: amountMinorSchema.nullable(),
  /** Given back of it, or may have been; absent: nothing. */
  reversedMinor: amountMinorSchema.optional(),
  /** Closing was asked for and it had been paid already. */
  isTooLate: z.boolean(),
  /** Found after another end was shown: the customer has paid nevertheless. */
  isLate: z.boolean(),
  /** Who asked to close it; null for nobody. */
  closedBy: z.string().nullable(),
  /** Why there is no link. */
  failure: failureSchema.nullable(),
  updatedAt: instant,
  finishedAt: instant.nullable(),
});
export type PayLinkView = z.infer<typeof payLinkViewSchema>;

/** True while its order is charged in no other way. */
export function isUnfinishedLink({ state }: Pick<PayLinkView, 'state'>): boolean {
  return state === 'creating' || state === 'open' || state === 'closing' || state === 'checking';
}

/** What of a link's money is a tip, minor units: chosen at the till, or added on the page. More than it allows is none. */
export function linkTipOf({ paidMinor, payments, amountMinor, tipMinor, tipMaxMinor }: PayLinkView): number {
  // Of more than one payment nobody can tell what the customer meant.
  if (paidMinor === null || payments.length > 1) return tipMinor;
  return Math.min(tipMinor + tipMaxMinor, Math.max(0, paidMinor - amountMinor));
}

/** Paid through it beyond what it asked for and the tip it allows, and not given back since, minor units: owed back. */
export function linkExcessMinorOf({ paidMinor, reversedMinor = 0, totalMinor, tipMaxMinor }: PayLinkView): number {
  return Math.max(0, (paidMinor ?? 0) - reversedMinor - totalMinor - tipMaxMinor);
}

/** Money a cashier took without the platform: written down with the order, by name. */
export const otherTenderSchema = z.object({
  id: z.string(),
  /** The order it belongs to; null for a sale without a reference. */
  order: z.string().nullable(),
  /** The partly paid payment whose rest this is. */
  part: z.string().nullable(),
  way: z.enum(['cash', 'other']),
  amountMinor: amountMinorSchema,
  currency: currencySchema,
  note: z.string().nullable(),
  by: z.string(),
  at: instant,
  /** Written by mistake: nothing was taken. Absent: it stands. */
  takenBack: z.object({ by: z.string(), reason: z.string(), at: instant }).optional(),
});
export type OtherTender = z.infer<typeof otherTenderSchema>;

/** Money taken another way, to be noted; the same `id` twice is one note. */
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

/** Unfinished links are all kept in the state; of finished ones and of notes this many. */
export const RECENT_LINKS = 50;

/** What is newest first, in the order in which it was made known and not by the clock; the same one again keeps its place. */
export function inItsPlace<Item extends { id: string }>(items: readonly Item[], item: Item): Item[] {
  const index = items.findIndex(({ id }) => id === item.id);
  return index < 0 ? [item, ...items] : items.with(index, item);
}

/** The two states' newest first. */
export function withPayLink(links: readonly PayLinkView[], link: PayLinkView): PayLinkView[] {
  const all = inItsPlace(links, link);
  return all.filter((one, index) => index < RECENT_LINKS || isUnfinishedLink(one));
}

/** What an order is known by. */
export interface OrderFacts {
  order: string | null;
  /** The goods, minor units. */
  amountMinor: number;
  /** With tip and surcharge. */
  totalMinor: number;
  currency: string;
}

/** Whether two sales are of one order: the same reference, or none on either side and the same amount, with tip or without. */
export function isSameOrder(a: OrderFacts, b: OrderFacts): boolean {
  if (a.order !== null || b.order !== null) return a.order === b.order;
  if (a.currency !== b.currency) return false;
  return a.totalMinor === b.totalMinor || a.amountMinor === b.amountMinor;
}
