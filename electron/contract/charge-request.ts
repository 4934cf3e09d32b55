/** A charge request: what one press of Charge asks for. It reaches the payment's first journal entry unchanged. */
import { z } from 'zod';
import { amountMinorSchema, currencySchema } from './money.ts';
import { typedText } from './typed-text.ts';
import { attemptKindSchema, paymentRouteSchema } from './payment-terms.ts';

/** What a request asks for where its caller says nothing. */
export const chargeDefaults = {
  kind: 'sale',
  route: null,
  terminal: null,
  order: null,
  note: null,
  tipMinor: 0,
  surchargeMinor: 0,
  tipRoomMinor: null,
  isTipOnTerminal: false,
  partialApproval: 'accept',
  isRepeatMeant: true,
  onRepeat: 'ask',
  isOtherCustomer: false,
  isTipMeant: false,
} as const;

export const chargeRequestSchema = z.object({
  /** The caller's own id for this request: the same id twice is the same payment. */
  id: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/),
  /** The goods. The card is asked for `chargeTotalOf`. */
  amountMinor: amountMinorSchema,
  currency: currencySchema,
  /** Terminal id; null: the only ready one. */
  terminal: z.string().nullable().default(chargeDefaults.terminal),
  order: typedText(100).nullable().default(chargeDefaults.order),
  note: typedText(300).nullable().default(chargeDefaults.note),
  /** A `refund` (unreferenced: no payment before it) needs a manager. */
  kind: attemptKindSchema.default(chargeDefaults.kind),
  /** Null: the one the terminal is paired for. */
  route: paymentRouteSchema.nullable().default(chargeDefaults.route),
  /** On top of `amountMinor`. */
  tipMinor: amountMinorSchema.default(chargeDefaults.tipMinor),
  surchargeMinor: amountMinorSchema.default(chargeDefaults.surchargeMinor),
  /** An authorization only: held on top, so that a tip can be added at the capture. Never taken by itself. */
  tipRoomMinor: amountMinorSchema.nullable().default(chargeDefaults.tipRoomMinor),
  /** The terminal asks for the tip (cloud route). */
  isTipOnTerminal: z.boolean().default(chargeDefaults.isTipOnTerminal),
  /** When the bank approves less: ask (state `partial`), accept it, or release it. */
  partialApproval: z.enum(['ask', 'accept', 'release']).default(chargeDefaults.partialApproval),
  /**
   * `false`: asked about where the same card paid the same amount minutes ago, once the card is known and before anything is
   * taken; refused at once with PAY_DUPLICATE where the order was paid, or the same amount given back minutes ago.
   */
  isRepeatMeant: z.boolean().default(chargeDefaults.isRepeatMeant),
  /** Then: state `asking` until somebody answers, or, where nobody can, the hold is let go at once. */
  onRepeat: z.enum(['ask', 'refuse']).default(chargeDefaults.onRepeat),
  /**
   * Somebody was asked: an unfinished payment link for the same amount is another customer's. Otherwise PAY_LINK_OPEN, as
   * always where sale or link has an order.
   */
  isOtherCustomer: z.boolean().default(chargeDefaults.isOtherCustomer),
  /** A person confirmed the tip. Otherwise PAY_TIP_LARGE refuses a tip above `unaskedTipOf`. */
  isTipMeant: z.boolean().default(chargeDefaults.isTipMeant),
});
export type ChargeRequest = z.output<typeof chargeRequestSchema>;

type ChargedAmounts = Pick<ChargeRequest, 'amountMinor' | 'tipMinor' | 'surchargeMinor'> & {
  tipRoomMinor?: number | null | undefined;
};

/** What the card is asked for: goods, tip, surcharge and room for a tip, minor units. */
export function chargeTotalOf({ amountMinor, tipMinor, surchargeMinor, tipRoomMinor }: ChargedAmounts): number {
  return amountMinor + tipMinor + surchargeMinor + (tipRoomMinor ?? 0);
}
