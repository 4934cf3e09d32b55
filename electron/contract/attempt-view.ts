/** A payment attempt as every module outside the engine sees it. */
import { z } from 'zod';
import { failureSchema } from './failures.ts';
import { amountMinorSchema, currencySchema } from './money.ts';
import {
  attemptKindSchema,
  entryModeSchema,
  instantSchema,
  linkKindSchema,
  paymentRouteSchema,
  promptSchema,
} from './payment-terms.ts';

/**
 * State of a payment attempt. `working`, `checking`, `partial` and `asking` are open; `authorized` is at rest; the
 * others are final.
 */
export const attemptStateSchema = z.enum([
  'working', // running normally, see `prompt`
  'checking', // outcome unknown; resolved by polling the platform, never by a blind retry
  'captured', // paid
  'authorized', // held, to be captured later
  'partial', // partial approval, held until the cashier captures or releases it
  // held: the same card paid the same amount minutes ago, so the cashier must confirm that another payment is intended
  'asking',
  'refunded', // money went to the card
  'declined', // the bank or the card declined
  'cancelled', // stopped on request; nothing was charged
  'voided', // approved but not completed on the terminal, so the authorization was voided
  'released', // hold released on request, or expired
  'failed', // could not be completed; nothing was charged
  'decided', // the outcome stayed unknown, so a named operator decided; revised if the platform later disagrees
]);
export type AttemptState = z.infer<typeof attemptStateSchema>;

/**
 * Reason for an unknown outcome (`checking`). Screens and earlier versions use these names (design-language, section 7
 * "Checking").
 */
export const doubtReasonSchema = z.enum([
  'terminal-lost', // unplugged after the card was read
  'no-answer',
  'restarted', // the till restarted during the payment
  'unreadable-answer',
  'taking-back', // not completed, for any reason: the approved amount is being voided
  'releasing', // the hold was released on request and is being voided
  'cancel-unanswered',
  'other-account', // made with other credentials: the connected platform account cannot see it
  'other-record', // the platform returned the record of another payment
  'other-currency',
]);
export type DoubtReason = z.infer<typeof doubtReasonSchema>;

export const cancelledBySchema = z.enum(['cashier', 'customer', 'kiosk', 'restart', 'shutdown', 'link']);
export type CancelledBy = z.infer<typeof cancelledBySchema>;

/**
 * Chip data that card schemes require on a receipt, in upper-case hexadecimal; never any part of the card's number or
 * track. Null if unknown.
 */
const emvViewSchema = z.object({
  /** Tag 9F12. */
  preferredName: z.string().nullable(),
  /** Tag 9F36, the application transaction counter. */
  transactionCounter: z.string().nullable(),
  /** Tag 9F26. */
  cryptogram: z.string().nullable(),
  /** Tag 95, TVR. */
  verificationResults: z.string().nullable(),
  /** Tag 9B, TSI. */
  statusInformation: z.string().nullable(),
  /** Tag 9F34, the cardholder verification that the terminal performed. */
  cardholderVerification: z.string().nullable(),
  isPinVerified: z.boolean().nullable(),
});
export type EmvView = z.infer<typeof emvViewSchema>;

/** The only card data that may be shown and stored. */
const cardViewSchema = z.object({
  brand: z.string().nullable(),
  lastFour: z
    .string()
    .regex(/^[0-9]{4}$/)
    .nullable(),
  entryMode: entryModeSchema,
  approvalCode: z.string().nullable(),
  applicationLabel: z.string().nullable(),
  applicationIdentifier: z.string().nullable(),
  /** Absent if unknown: for a swipe, or if the platform does not report it. */
  emv: emvViewSchema.optional(),
});
export type CardView = z.infer<typeof cardViewSchema>;

const decisionSchema = z.object({ verdict: z.enum(['paid', 'not-paid']), by: z.string(), reason: z.string() });

/**
 * Money reversed from a captured payment. `checking`: no usable answer yet; `pending`: on its way; `decided`: the
 * outcome stayed unknown, so a named operator decided.
 */
const reversalViewSchema = z.object({
  id: z.string(),
  amountMinor: amountMinorSchema,
  state: z.enum(['working', 'checking', 'pending', 'succeeded', 'failed', 'decided']),
  /** Operator who asked for the reversal. */
  by: z.string(),
  reason: z.string().nullable(),
  /** True if reversed on the platform's own pages; absent if reversed at this till. */
  isElsewhere: z.boolean().optional(),
  askedAt: instantSchema,
  transfer: z.string().nullable(),
  failure: failureSchema.nullable(),
  /** Set while `checking`: start time, reason, and whether a named operator may decide now. */
  checking: z.object({ since: instantSchema, canDecide: z.boolean(), reason: doubtReasonSchema.optional() }).optional(),
  /** Set while `decided`; `paid` means that the customer has the money. */
  decision: decisionSchema.optional(),
});
export type ReversalView = z.infer<typeof reversalViewSchema>;

export const attemptViewSchema = z.object({
  /** Minted once and sortable by time; also the stem of the idempotency key. */
  id: z.string(),
  state: attemptStateSchema,
  kind: attemptKindSchema,
  route: paymentRouteSchema,
  /** Step shown while `working`, or null in every other state. */
  prompt: promptSchema.nullable(),
  /**
   * Applications that the card offers, in the card's order; an empty text has no name. Only with the prompt
   * `choose-application`.
   */
  choices: z.array(z.string()).optional(),
  /** Price of the goods. The card is charged `totalMinor`: goods, tip, surcharge and room for a tip. */
  amountMinor: amountMinorSchema,
  tipMinor: z.int().min(0),
  surchargeMinor: z.int().min(0),
  /**
   * Amount held beyond goods and surcharge so that a tip fits. Part of `totalMinor`; only the captured amount is
   * charged.
   */
  tipRoomMinor: z.int().min(0).optional(),
  totalMinor: amountMinorSchema,
  /** Tip entered on the terminal, as reported in the reply, owed on top of `totalMinor`. Absent if there is none. */
  terminalTipMinor: z.int().positive().optional(),
  /**
   * Difference between the surcharge that the platform requested and the surcharge in `totalMinor`; may be negative.
   * Absent if there is none.
   */
  surchargeChangeMinor: z.int().optional(),
  currency: currencySchema,
  /**
   * Amount that the bank approved, or null before that. Less than the amount requested (`askedMinorOf`) is a partial
   * approval.
   */
  authorizedMinor: amountMinorSchema.nullable(),
  /** Time after which the hold cannot be captured, or null if the platform omits it. */
  expiresAt: instantSchema.nullable(),
  /**
   * Amount captured according to the platform's reply; differs with partial approvals and tips. For a refund: the
   * amount returned.
   */
  capturedMinor: amountMinorSchema.nullable(),
  /** Amount captured beyond the till's request, to be reversed. Absent if there is none. */
  overCapturedMinor: z.int().positive().optional(),
  /**
   * Set if the hold was captured elsewhere. `askedMinor` is the amount that this till asked to capture, or null if the
   * till did not ask.
   */
  capturedElsewhere: z.object({ askedMinor: amountMinorSchema.nullable() }).optional(),
  /** Amount that was reversed, or may have been: all reversals except those proven to have failed. */
  reversedMinor: z.int().min(0),
  reversals: z.array(reversalViewSchema),
  order: z.string().nullable(),
  note: z.string().nullable(),
  /** Payment link that the customer paid through. Absent for a payment at a terminal. */
  payLink: z.string().optional(),
  /**
   * Name of the signed-in cashier who took it; for a refund, of the manager who allowed it. Absent if no person was
   * signed in.
   */
  person: z.string().optional(),
  startedAt: instantSchema,
  updatedAt: instantSchema,
  finishedAt: instantSchema.nullable(),
  terminal: z.object({ id: z.string(), serialNumber: z.string().nullable(), link: linkKindSchema.nullable() }),
  /** Platform ids, or null while unknown. */
  authorization: z.string().nullable(),
  transfer: z.string().nullable(),
  card: cardViewSchema.nullable(),
  /**
   * The terminal asks for the cardholder's signature on paper. Absent if a signature is unnecessary or not yet
   * requested.
   */
  wantsSignature: z.boolean().optional(),
  /**
   * The card was removed before the payment was complete. Absent if the card stayed inserted or its removal was not
   * reported.
   */
  isCardOut: z.boolean().optional(),
  checking: z
    .object({
      reason: doubtReasonSchema,
      since: instantSchema,
      tries: z.int(),
      nextTryAt: instantSchema.nullable(),
    })
    .nullable(),
  asking: z
    .object({
      /** Earlier payment with the same card, and the state of that payment. */
      attempt: z.string(),
      as: z.enum(['paid', 'held', 'checking']),
      /** Minutes since the earlier payment, or null if the till restarted, or its clock was set, in between. */
      minutes: z.int().nullable(),
      since: instantSchema,
      /** Time after which an unanswered hold is released, in milliseconds. */
      withinMs: z.int(),
    })
    .optional(),
  /** A cancel was requested and has no answer yet. */
  cancelAsked: z.boolean(),
  canCancel: z.boolean(),
  /** Approved before the cancel arrived; shown as "too late, paid". */
  cancelTooLate: z.boolean(),
  /** The customer may have been charged, or may have a hold, as far as is known. Always false for a refund. */
  mayHaveCharged: z.boolean(),
  cancelledBy: cancelledBySchema.nullable(),
  /** Name of the signed-in cashier who cancelled it. Absent if no person was signed in. */
  cancelPerson: z.string().optional(),
  /** Platform's failure code for a decline (LOST_OR_STOLEN_CARD and PICK_UP_CARD arrive as GENERIC_DECLINE). */
  declineCode: z.string().nullable(),
  /** Reason why the payment failed or was voided, or why the last capture of a hold failed. */
  failure: failureSchema.nullable(),
  decision: decisionSchema.nullable(),
  /** A named operator may decide now: the platform was polled without an answer. */
  canDecide: z.boolean(),
  /** Milliseconds from the start to each step reached, in order. */
  timings: z.array(z.object({ step: z.string(), atMs: z.int() })),
});
export type AttemptView = z.infer<typeof attemptViewSchema>;

/**
 * True while the attempt needs the terminal, the platform or a decision. The next sale on its terminal waits for it.
 */
export function isOpenAttempt(attempt: Pick<AttemptView, 'state'>): boolean {
  const { state } = attempt;
  return state === 'working' || state === 'checking' || state === 'partial' || state === 'asking';
}

/**
 * True while a payment occupies a customer or cashier. A payment that is only being checked may stay open for days, so
 * it does not count.
 */
export function isPaying({ attempts }: { attempts: readonly Pick<AttemptView, 'state'>[] }): boolean {
  return attempts.some((attempt) => isOpenAttempt(attempt) && attempt.state !== 'checking');
}

/**
 * True while it is unknown whether the money was returned. A `pending` reversal is not in doubt: the bank has accepted
 * it.
 */
export function isReversalInDoubt({ state }: Pick<ReversalView, 'state'>): boolean {
  return state === 'working' || state === 'checking';
}

/**
 * True while the outcome of the payment, or of one of its reversals, is unknown. Updates wait until the outcome is
 * known.
 */
export function isUnsettled(attempt: AttemptView): boolean {
  return isOpenAttempt(attempt) || attempt.reversals.some(isReversalInDoubt);
}

/** True if the bank ever approved the payment, even if the card then refused it or it was voided. */
export function wasBankApproved({
  authorizedMinor,
  timings,
}: Pick<AttemptView, 'authorizedMinor' | 'timings'>): boolean {
  return authorizedMinor !== null || timings.some(({ step }) => step === 'bank-approved');
}
