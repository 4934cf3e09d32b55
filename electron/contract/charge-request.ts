/** A charge request is created by one press of Charge. It reaches the payment's first journal entry unchanged. */
import { z } from 'zod';
import { amountMinorSchema, currencySchema } from './money.ts';
import { typedText } from './typed-text.ts';
import { attemptKindSchema, paymentRouteSchema } from './payment-terms.ts';

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
  /** Caller's own id for this request: the same id twice is the same payment. */
  id: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/),
  /** Price of the goods. The card is charged `chargeTotalOf`. */
  amountMinor: amountMinorSchema,
  currency: currencySchema,
  /** Terminal id, or null for the only terminal that is ready. */
  terminal: z.string().nullable().default(chargeDefaults.terminal),
  order: typedText(100).nullable().default(chargeDefaults.order),
  note: typedText(300).nullable().default(chargeDefaults.note),
  /** A `refund` has no payment before it (unreferenced) and needs a manager. */
  kind: attemptKindSchema.default(chargeDefaults.kind),
  /** Route of the payment, or null for the route that the terminal is paired for. */
  route: paymentRouteSchema.nullable().default(chargeDefaults.route),
  /** On top of `amountMinor`. */
  tipMinor: amountMinorSchema.default(chargeDefaults.tipMinor),
  surchargeMinor: amountMinorSchema.default(chargeDefaults.surchargeMinor),
  /** Amount held on top of an authorization so that a tip can be added at capture. Never captured by itself. */
  tipRoomMinor: amountMinorSchema.nullable().default(chargeDefaults.tipRoomMinor),
  /** The terminal asks for the tip (cloud route). */
  isTipOnTerminal: z.boolean().default(chargeDefaults.isTipOnTerminal),
  /** Policy for partial approvals: ask (state `partial`), accept, or release. */
  partialApproval: z.enum(['ask', 'accept', 'release']).default(chargeDefaults.partialApproval),
  /**
   * `false`: the cashier is asked if the same card paid the same amount minutes ago, once the card is known and before
   * capture. The request is refused at once with PAY_DUPLICATE if the order was paid, or the same amount refunded,
   * minutes ago.
   */
  isRepeatMeant: z.boolean().default(chargeDefaults.isRepeatMeant),
  /**
   * Response to such a repeat: `ask` waits in state `asking` for an answer; `refuse` releases the hold at once, for
   * callers without a cashier.
   */
  onRepeat: z.enum(['ask', 'refuse']).default(chargeDefaults.onRepeat),
  /**
   * The cashier confirmed that an unfinished payment link for the same amount is another customer's. Without it the
   * request is refused with PAY_LINK_OPEN. If the sale or the link has an order, it is always refused.
   */
  isOtherCustomer: z.boolean().default(chargeDefaults.isOtherCustomer),
  /** The cashier confirmed the tip. Otherwise a tip above `unaskedTipOf` is refused with PAY_TIP_LARGE. */
  isTipMeant: z.boolean().default(chargeDefaults.isTipMeant),
});
export type ChargeRequest = z.output<typeof chargeRequestSchema>;

type ChargedAmounts = Pick<ChargeRequest, 'amountMinor' | 'tipMinor' | 'surchargeMinor'> & {
  tipRoomMinor?: number | null | undefined;
};

/** Amount that the card is charged: goods, tip, surcharge and room for a tip, in minor units. */
export function chargeTotalOf({ amountMinor, tipMinor, surchargeMinor, tipRoomMinor }: ChargedAmounts): number {
  return amountMinor + tipMinor + surchargeMinor + (tipRoomMinor ?? 0);
}
