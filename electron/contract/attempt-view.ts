/** A payment attempt as everybody outside the engine sees it. */
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
 * Where a payment attempt stands, as everybody outside the engine sees it.
 * `working`, `checking`, `partial` and `asking` are open; `authorized` is at rest; the others are final.
 */
export const attemptStateSchema = z.enum([
  'working', // running normally, see `prompt`
  'checking', // we do not know yet; resolves itself, never a blind retry
  'captured', // paid
  'authorized', // held, to be captured later
  'partial', // less than asked for was approved and is held: somebody must say what to do
  'asking', // held, and the same card paid the same amount minutes ago: somebody must say whether another is meant
  'refunded', // money went to the card
  'declined', // the bank or the card said no
  'cancelled', // stopped on request; nothing was charged
  'voided', // approved, but not completed on the terminal; taken back
  'released', // a hold given back, on somebody's word or because it ran out
  'failed', // could not be done; nothing was charged
  'decided', // nobody could tell, so a named person decided; revised if the platform later disagrees
]);
export type AttemptState = z.infer<typeof attemptStateSchema>;

/** Why an attempt is in doubt: `checking`, as screens and earlier versions call that state (design-language, section 7 "Checking"). */
export const doubtReasonSchema = z.enum([
  'terminal-lost', // unplugged after the card was read
  'no-answer', // the platform did not answer
  'restarted', // the till restarted in the middle
  'unreadable-answer',
  'taking-back', // not completed, for whatever reason: what the bank approved is being voided
  'releasing', // somebody gave the hold back: it is being voided
  'cancel-unanswered',
  'other-account', // made with other credentials: the platform that is connected cannot tell
  'other-record', // the platform named the record of another payment
  'other-currency', // the platform's record is in another currency
]);
export type DoubtReason = z.infer<typeof doubtReasonSchema>;

export const cancelledBySchema = z.enum(['cashier', 'customer', 'kiosk', 'restart', 'shutdown', 'link']);
export type CancelledBy = z.infer<typeof cancelledBySchema>;

/**
 * What card schemes ask a receipt to show of a chip's own record, upper-case hexadecimal; never anything that belongs to
 * the card's number or track. Null: not known.
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
  /** Tag 9F34, what the terminal did to verify the cardholder. */
  cardholderVerification: z.string().nullable(),
  isPinVerified: z.boolean().nullable(),
});
export type EmvView = z.infer<typeof emvViewSchema>;

/** What may be shown and kept of a card. Never more. */
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
  /** Absent where nothing of it is known: a swipe, or a platform that keeps it to itself. */
  emv: emvViewSchema.optional(),
});
export type CardView = z.infer<typeof cardViewSchema>;

const decisionSchema = z.object({ verdict: z.enum(['paid', 'not-paid']), by: z.string(), reason: z.string() });

/**
 * Money given back of a captured payment. `checking`: no usable answer yet; `pending`: on its way; `decided`: nobody could
 * tell, so a named person decided.
 */
const reversalViewSchema = z.object({
  id: z.string(),
  amountMinor: amountMinorSchema,
  state: z.enum(['working', 'checking', 'pending', 'succeeded', 'failed', 'decided']),
  /** The operator who asked for it. */
  by: z.string(),
  reason: z.string().nullable(),
  /** On the platform's own pages; absent: at this till. */
  isElsewhere: z.boolean().optional(),
  askedAt: instantSchema,
  transfer: z.string().nullable(),
  failure: failureSchema.nullable(),
  /** Set while `checking`: since when, why, and whether a named operator may decide now. */
  checking: z.object({ since: instantSchema, canDecide: z.boolean(), reason: doubtReasonSchema.optional() }).optional(),
  /** Set while `decided`; `paid` means that the customer has the money. */
  decision: decisionSchema.optional(),
});
export type ReversalView = z.infer<typeof reversalViewSchema>;

export const attemptViewSchema = z.object({
  /** Minted once, sortable by time; also the idempotency key's stem. */
  id: z.string(),
  state: attemptStateSchema,
  kind: attemptKindSchema,
  route: paymentRouteSchema,
  /** The step shown while `working`; null in every other state. */
  prompt: promptSchema.nullable(),
  /** With the prompt `choose-application` only: what the card offers, in order; an empty text has no name. */
  choices: z.array(z.string()).optional(),
  /** The goods. The card is asked for `totalMinor`: goods, tip, surcharge and room for a tip. */
  amountMinor: amountMinorSchema,
  tipMinor: z.int().min(0),
  surchargeMinor: z.int().min(0),
  /** Held beyond goods and surcharge so that a tip fits; part of `totalMinor`, and only what is captured is taken. */
  tipRoomMinor: z.int().min(0).optional(),
  totalMinor: amountMinorSchema,
  /** A tip given on the terminal, as the reply names it: owed on top of `totalMinor`. Absent where there is none. */
  terminalTipMinor: z.int().positive().optional(),
  /** So much more surcharge than in `totalMinor` the platform asked the bank for; below zero, so much less. Absent: none. */
  surchargeChangeMinor: z.int().optional(),
  currency: currencySchema,
  /** What the bank approved; less than what was asked for (`askedMinorOf`) is a partial approval. Null before that. */
  authorizedMinor: amountMinorSchema.nullable(),
  /** When the hold can no longer be captured; null when the platform does not say. */
  expiresAt: instantSchema.nullable(),
  /** What was really captured (partial approvals, tips): taken from the platform's reply. For a refund: what went back. */
  capturedMinor: amountMinorSchema.nullable(),
  /** So much more than the till asked to be captured was taken: to be given back. Absent: nothing. */
  overCapturedMinor: z.int().positive().optional(),
  /** The hold was captured, and not by this till; with what this till asked to be captured, null where it asked for none. */
  capturedElsewhere: z.object({ askedMinor: amountMinorSchema.nullable() }).optional(),
  /** Given back, or may have been: all reversals but those proven to have failed. */
  reversedMinor: z.int().min(0),
  reversals: z.array(reversalViewSchema),
  order: z.string().nullable(),
  note: z.string().nullable(),
  /** The payment link it was paid through, at no terminal; absent: at a terminal. */
  payLink: z.string().optional(),
  /** Name of the person who was signed in and took it; of a refund, of the manager who allowed it. Absent: no person was. */
  person: z.string().optional(),
  startedAt: instantSchema,
  updatedAt: instantSchema,
  finishedAt: instantSchema.nullable(),
  terminal: z.object({ id: z.string(), serialNumber: z.string().nullable(), link: linkKindSchema.nullable() }),
  /** Platform ids, once known. */
  authorization: z.string().nullable(),
  transfer: z.string().nullable(),
  card: cardViewSchema.nullable(),
  /** The terminal asks for the cardholder's signature on paper. Absent: it does not, or has not said so. */
  wantsSignature: z.boolean().optional(),
  /** The card was pulled before the payment was complete. Absent: it was not, or the terminal did not say so. */
  isCardOut: z.boolean().optional(),
  /** Set while `checking`. */
  checking: z
    .object({
      reason: doubtReasonSchema,
      since: instantSchema,
      tries: z.int(),
      nextTryAt: instantSchema.nullable(),
    })
    .nullable(),
  /** Set while `asking`. */
  asking: z
    .object({
      /** The payment before, and how it stands. */
      attempt: z.string(),
      as: z.enum(['paid', 'held', 'checking']),
      /** How long ago that was; null: the till started, or the clock was set, since. */
      minutes: z.int().nullable(),
      since: instantSchema,
      /** Without an answer the hold is let go after so long, milliseconds. */
      withinMs: z.int(),
    })
    .optional(),
  /** A cancel was asked for and not answered yet. */
  cancelAsked: z.boolean(),
  /** Whether pressing Cancel can still do something. */
  canCancel: z.boolean(),
  /** Approved before the cancel arrived: shown as "too late, paid". */
  cancelTooLate: z.boolean(),
  /** The customer may have been charged, or may have a hold, as far as is known now. Never for a refund. */
  mayHaveCharged: z.boolean(),
  cancelledBy: cancelledBySchema.nullable(),
  /** Name of the person who was signed in and cancelled it. Absent: no person was. */
  cancelPerson: z.string().optional(),
  /** The platform's failure code for a decline (LOST_OR_STOLEN_CARD and PICK_UP_CARD arrive as GENERIC_DECLINE). */
  declineCode: z.string().nullable(),
  /** Why it failed or was voided, or why the last capture of a hold was not done. */
  failure: failureSchema.nullable(),
  /** Set while `decided`: who said what, and why. */
  decision: decisionSchema.nullable(),
  /** A named operator may decide now: the platform has been asked in vain. */
  canDecide: z.boolean(),
  /** Milliseconds from start to each step reached, in order. */
  timings: z.array(z.object({ step: z.string(), atMs: z.int() })),
});
export type AttemptView = z.infer<typeof attemptViewSchema>;

/** True while the attempt needs the terminal, the platform or a decision; the next sale on that terminal waits for it. */
export function isOpenAttempt(attempt: Pick<AttemptView, 'state'>): boolean {
  const { state } = attempt;
  return state === 'working' || state === 'checking' || state === 'partial' || state === 'asking';
}

/** True while a payment occupies a customer or cashier; one that is only being checked may stay so for days. */
export function isPaying({ attempts }: { attempts: readonly Pick<AttemptView, 'state'>[] }): boolean {
  return attempts.some((attempt) => isOpenAttempt(attempt) && attempt.state !== 'checking');
}

/** True while nobody knows whether the money went back. What the bank has taken is known to be on its way. */
export function isReversalInDoubt({ state }: Pick<ReversalView, 'state'>): boolean {
  return state === 'working' || state === 'checking';
}

/** Nobody knows yet how it ends, or whether money that goes back is back: this program is not exchanged now. */
export function isUnsettled(attempt: AttemptView): boolean {
  return isOpenAttempt(attempt) || attempt.reversals.some(isReversalInDoubt);
}

/** True where the bank has said yes at some time, whatever became of it: also where the card refused it, or it was taken back. */
export function wasBankApproved({
  authorizedMinor,
  timings,
}: Pick<AttemptView, 'authorizedMinor' | 'timings'>): boolean {
  return authorizedMinor !== null || timings.some(({ step }) => step === 'bank-approved');
}
