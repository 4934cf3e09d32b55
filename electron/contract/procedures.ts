import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  attemptIdSchema as attemptId,
  base,
  operatorSchema,
  reversalIdSchema as reversalId,
} from './procedure-base.ts';
import { attemptViewSchema } from './attempt-view.ts';
import { auditProcedures } from './audit.ts';
import { secretsProcedures } from './secrets.ts';
import { settingsProcedures } from './settings.ts';
import { setupProcedures } from './setup.ts';
import { chargeRequestSchema } from './charge-request.ts';
import { checkProcedures } from './checks.ts';
import { discoveredSchema } from './discovered.ts';
import { dayLinkSchema, dayReportSchema, recordKindSchema } from './day.ts';
import { snapshotSchema, streamItemSchema } from './events.ts';
import { dayProcedures, historyProcedures } from './history.ts';
import { amountMinorSchema } from './money.ts';
import { printerProcedures } from './printers.ts';
import { receiptProcedures } from './receipts.ts';
import { publishBasketProcedure } from './display-content.ts';
import { otherTenderRequestSchema, otherTenderSchema, payLinkRequestSchema, payLinkViewSchema } from './pay-links.ts';
import { dismissProcedure } from './dismissed.ts';
import { sessionProcedures } from './sign-in.ts';
import {
  actionOfferSchema,
  deviceMetricSchema,
  deviceViewSchema,
  MAX_DEVICE_SEARCH,
  MAX_SHOWN_DEVICES,
  practiceCardSchema,
} from './state.ts';
import { typedText } from './typed-text.ts';
import { deviceActionSchema } from './payment-terms.ts';

const linkId = z.object({ link: z.string().min(1).max(64) });

const auditEntrySchema = z.object({
  at: z.iso.datetime(),
  operator: z.string(),
  role: z.string(),
  action: z.string(),
  attempt: z.string().nullable(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type AuditView = z.infer<typeof auditEntrySchema>;
const deviceId = z.object({ device: z.string().min(1).max(64) });

/** A technician's decision whether a port is probed. */
const portAskSchema = z.enum(['never', 'always', 'undecided']);
export type PortAsk = z.infer<typeof portAskSchema>;

const deviceActionRequestSchema = deviceId.extend({
  action: deviceActionSchema,
  /** Code shown on the terminal; needed for ACTIVATE on Gateway B. */
  activationCode: typedText(32).optional(),
  idleMessage: typedText(200).optional(),
});
/** Action on a Device, by the route of its offer. */
export type DeviceActionRequest = z.output<typeof deviceActionRequestSchema>;

const cableActionRequestSchema = z.object({
  terminal: z.string().min(1).max(200),
  action: deviceActionSchema,
  idleMessage: typedText(200).optional(),
});
/** Action of the cable driver alone, for a terminal that may have no Device. */
export type CableActionRequest = z.output<typeof cableActionRequestSchema>;

/** A property of a Device before and after an action. Null if unknown or missing. */
const deviceChangeSchema = z.discriminatedUnion('field', [
  z.object({ field: z.literal('enabled'), from: z.boolean().nullable(), to: z.boolean().nullable() }),
  z.object({ field: z.literal('connection'), from: z.string(), to: z.string() }),
  z.object({ field: z.literal('idle-message'), from: z.string().nullable(), to: z.string().nullable() }),
]);
export type DeviceChange = z.infer<typeof deviceChangeSchema>;

/**
 * Evidence read back after an action; the audit log keeps it unchanged. `taken`: the terminal accepted the action
 * without further reports. `unread`: done, but the Device could not be read back. `never-away`: the platform accepted a
 * restart but never reported the terminal as disconnected.
 */
const readBackSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('payment'), attempt: z.string(), state: attemptViewSchema.shape.state }),
  z.object({ kind: z.literal('restarted'), seenBy: z.enum(['cable', 'platform']), tookMs: z.int() }),
  z.object({ kind: z.literal('not-back'), afterMs: z.int() }),
  z.object({ kind: z.literal('never-away') }),
  z.object({ kind: z.literal('changed'), changes: z.array(deviceChangeSchema) }),
  z.object({ kind: z.literal('unread') }),
  z.object({ kind: z.literal('taken') }),
]);
export type ReadBack = z.infer<typeof readBackSchema>;

/** Result of an action on a Device: its route, and the state read back afterwards. */
const actionResultSchema = z.object({
  action: deviceActionSchema,
  route: z.enum(['platform', 'cable']),
  /** The Device as read back from the platform, or null if it could not be read. */
  device: deviceViewSchema.nullable(),
  /** The platform reported the terminal as disconnected when the action was sent. */
  isAway: z.boolean().optional(),
  readBack: readBackSchema,
  /** For CANCEL of a running payment: that payment's final or current state. */
  attempt: attemptViewSchema.nullable(),
  tookMs: z.int(),
});
export type ActionResult = z.infer<typeof actionResultSchema>;

/**
 * Contract between UI (or command line) and host. Inputs are parsed by the receiver. A UI calls `snapshot` first, then
 * `events` with that snapshot's epoch and seq.
 */
export const contract = {
  snapshot: base.output(snapshotSchema),
  events: base.input(z.object({ epoch: z.string(), after: z.int().min(0) })).output(eventIterator(streamItemSchema)),
  payment: {
    /**
     * Starts a payment; the same `id` twice is the same payment.
     * @throws PAY_STATE when the same `id` comes with another kind, amount or currency.
     * @throws PAY_ORDER_OPEN while another payment of the same `order` runs or is checked, on any terminal.
     */
    start: base.input(chargeRequestSchema.extend({ operator: operatorSchema.optional() })).output(attemptViewSchema),
    /** Requests a cancel and returns the current state. The attempt's final state shows the result. */
    cancel: base.input(attemptId).output(attemptViewSchema),
    /** Answers the prompt `choose-application`: index of one of the attempt's `choices`, from 0. */
    chooseApplication: base.input(attemptId.extend({ index: z.int().min(0).max(99) })).output(z.void()),
    /** Accepts a partial approval and captures it. */
    keepPart: base.input(attemptId.extend({ operator: operatorSchema.optional() })).output(attemptViewSchema),
    /**
     * Answers whether another payment with the same card is intended, for an attempt that is `asking`.
     * @throws PAY_STATE when it was answered differently or released before.
     */
    answerRepeat: base
      .input(attemptId.extend({ isMeant: z.boolean(), operator: operatorSchema.optional() }))
      .output(attemptViewSchema),
    /** Captures a hold: `amountMinor` in total, of which `tipMinor` is a tip; at most the authorized amount. */
    capture: base
      .input(
        attemptId.extend({
          amountMinor: amountMinorSchema,
          tipMinor: amountMinorSchema.default(0),
          /** Same as in a charge request. A tip agreed before the capture needs no confirmation. */
          isTipMeant: z.boolean().default(false),
          operator: operatorSchema.optional(),
        }),
      )
      .output(attemptViewSchema),
    /** Releases a hold (needs a manager) or a rejected partial approval. */
    release: base.input(attemptId.extend({ operator: operatorSchema.optional() })).output(attemptViewSchema),
    /** Reverses money of a captured payment. `reversal` is the caller's own id for this request. Needs a manager. */
    reverse: base
      .input(
        attemptId.extend({
          reversal: reversalId,
          amountMinor: amountMinorSchema,
          reason: typedText(300).optional(),
          operator: operatorSchema.optional(),
          /** Absent or `false`: reversing the same amount of this payment again is refused with PAY_DUPLICATE. */
          isRepeatMeant: z.boolean().optional(),
        }),
      )
      .output(attemptViewSchema),
    /** Records a manager's decision on a payment, or one of its reversals, that stays `checking`. */
    decide: base
      .input(
        attemptId.extend({
          reversal: reversalId.optional(),
          verdict: z.enum(['paid', 'not-paid']),
          reason: typedText(300).trim().min(3),
          operator: operatorSchema.optional(),
        }),
      )
      .output(attemptViewSchema),
    /** Polls the platform for every attempt that is still watched. */
    poll: base.output(z.void()),
    /**
     * Polls like `poll`, and returns when all attempts were polled, or after `withinMs`. `unpaid`: only attempts that
     * ended without a charge, because their hold or late record would add to the next payment.
     */
    pollAndWait: base
      .input(z.object({ of: z.enum(['all', 'unpaid']).default('all'), withinMs: z.int().min(0).max(3_600_000) }))
      .output(z.object({ unanswered: z.array(attemptViewSchema), waiting: z.int() })),
    /** Entries of the audit log, newest first; only those of one payment if `attempt` is given. */
    audit: base
      .input(z.object({ limit: z.int().min(1).max(500).default(100), attempt: z.string().min(1).max(64).optional() }))
      .output(z.array(auditEntrySchema)),
    get: base.input(attemptId).output(attemptViewSchema),
    list: base.input(z.object({ limit: z.int().min(1).max(500).default(50) })).output(z.array(attemptViewSchema)),
  },
  /** Payment links: the customer pays on a phone. Links are polled even without an open window. */
  link: {
    /**
     * Creates a link, or returns the link with this `id`, the caller's own for this request.
     * @throws PAY_ORDER_OPEN while a payment of the order runs, is checked or is held.
     * @throws PAY_LINK_OPEN while another link of the order is unfinished.
     */
    open: base.input(payLinkRequestSchema).output(payLinkViewSchema),
    /**
     * Asks the platform to close the link. The link's later state shows the result: closed, paid (too late), or
     * checking.
     */
    close: base.input(linkId.extend({ operator: operatorSchema.optional() })).output(payLinkViewSchema),
    /** Asks the platform to send the link. Moves no money. */
    send: base
      .input(linkId.extend({ way: z.enum(['EMAIL', 'SMS']), to: typedText(254).trim().min(3) }))
      .output(payLinkViewSchema),
    /** Polls the platform now. */
    poll: base.input(linkId).output(z.void()),
    get: base.input(linkId).output(payLinkViewSchema),
    /** Newest first. */
    list: base.input(z.object({ limit: z.int().min(1).max(500).default(50) })).output(z.array(payLinkViewSchema)),
  },
  /** Tenders taken without the platform: only noted, never sent to the platform. */
  otherTender: {
    /**
     * Notes a tender. `id` is the caller's own id for this request. Refused while a payment or a link of the order is
     * unfinished.
     */
    note: base
      .input(
        otherTenderRequestSchema.extend({
          /** Default: the signed-in cashier. */
          operator: operatorSchema.optional(),
        }),
      )
      .output(otherTenderSchema),
    /**
     * Withdraws a note made by mistake. The withdrawal is stored in addition to the note, never in its place; a
     * repeated call counts once. The amount is open again, unless another payment has covered it. Refused while a
     * payment or a link of the order is unfinished.
     */
    takeBack: base
      .input(
        z.object({
          note: z.string().min(1).max(64),
          reason: typedText(300).trim().min(3),
          operator: operatorSchema.optional(),
        }),
      )
      .output(otherTenderSchema),
    /** Newest first; only those of one payment or order if it is given. */
    list: base
      .input(
        z.object({
          limit: z.int().min(1).max(500).default(50),
          part: z.string().max(64).optional(),
          order: typedText(100).optional(),
        }),
      )
      .output(z.array(otherTenderSchema)),
  },
  receipt: receiptProcedures,
  printer: printerProcedures,
  session: sessionProcedures,
  till: {
    /** Payments that a stop of the till would leave unfinished, oldest first. Shells ask before they quit. */
    closing: base.output(z.object({ isKiosk: z.boolean(), open: z.array(attemptViewSchema) })),
    /** Logs that a page stopped working after an error. */
    pageFailed: base.input(z.object({ what: z.string().max(2_000), where: z.string().max(200) })).output(z.void()),
    /** Publishes the content of customer displays before a payment begins. Moves no money. */
    publishBasket: publishBasketProcedure,
    /** Dismisses outcomes on every window of this till, or restores them. Moves no money. */
    dismiss: dismissProcedure,
    /**
     * Installs the update that is ready and restarts.
     * @throws UPDATE_BUSY while a payment is unfinished.
     */
    updateNow: base,
  },
  day: {
    /**
     * Compares this till with the platform, both ends included; at most 31 days. Fails if a list could not be read
     * completely.
     */
    reconcile: base
      .input(
        z.object({
          from: z.iso.datetime(),
          to: z.iso.datetime(),
          /** `false`: matching entries are counted but not listed. */
          isMatchedListed: z.boolean().optional(),
        }),
      )
      .output(dayReportSchema),
    /** Records a manager's explanation of a platform record: a payment or an order of this till, or only the reason. */
    link: base
      .input(
        z.object({
          record: z.object({ kind: recordKindSchema, id: z.string().min(1).max(64) }),
          attempt: z.string().min(1).max(64).optional(),
          order: typedText(100).optional(),
          explanation: typedText(300).trim().min(3),
          operator: operatorSchema.optional(),
        }),
      )
      .output(dayLinkSchema),
    ...dayProcedures,
  },
  history: historyProcedures,
  audit: auditProcedures,
  secrets: secretsProcedures,
  check: checkProcedures,
  settings: settingsProcedures,
  setup: setupProcedures,
  terminal: {
    /** Probes every serial port and HID device, bounded in time. */
    discover: base.output(z.array(discoveredSchema)),
    /**
     * Records whether a port is probed: `never` (not a terminal), `always` (whatever its USB numbers), or `undecided`.
     * The decision is stored; settings override it. A port that may be probed is probed again at once.
     * @throws TERM_BUSY when a terminal is connected there.
     * @throws TERM_NOT_FOUND when the port is missing.
     */
    decidePort: base
      .input(z.object({ address: z.string().min(1).max(300), ask: portAskSchema, operator: operatorSchema.optional() }))
      .output(discoveredSchema),
    /**
     * Performs an action of the cable driver alone (TerminalView.cableActions), even without a Device at the platform.
     */
    act: base
      .input(cableActionRequestSchema.extend({ operator: operatorSchema.optional() }))
      .output(actionResultSchema),
    /**
     * Ends the pairing of a terminal that was replaced: the terminal that is now connected takes its place. A terminal
     * that was found automatically disappears until it is found again. Refused while a payment is open on it.
     */
    forget: base
      .input(z.object({ terminal: z.string().min(1).max(200), operator: operatorSchema.optional() }))
      .output(z.void()),
  },
  device: {
    /** Reads the platform's Devices again; `limit` bounds the number of Devices returned. */
    list: base.input(z.object({ limit: z.int().min(1).optional() }).optional()).output(z.array(deviceViewSchema)),
    /** Finds known Devices by a part of name, serial number or id: the first matches, and the count of all. */
    find: base
      .input(z.object({ text: typedText(MAX_DEVICE_SEARCH) }))
      .output(z.object({ devices: z.array(deviceViewSchema).max(MAX_SHOWN_DEVICES), count: z.int().min(0) })),
    get: base.input(deviceId).output(deviceViewSchema),
    offers: base.input(deviceId).output(z.array(actionOfferSchema)),
    act: base
      .input(deviceActionRequestSchema.extend({ operator: operatorSchema.optional() }))
      .output(actionResultSchema),
    metrics: base
      .input(deviceId.extend({ limit: z.int().min(1).max(100).default(20) }))
      .output(z.array(deviceMetricSchema)),
  },
  /** Buttons of the practice terminal; refused outside training mode. */
  practice: {
    choose: base.input(z.object({ card: practiceCardSchema.shape.id })).output(z.void()),
    gesture: base
      .input(z.object({ gesture: z.enum(['insert', 'tap', 'swipe', 'remove', 'press-cancel', 'enter-pin']) }))
      .output(z.void()),
    cable: base.input(z.object({ isPluggedIn: z.boolean() })).output(z.void()),
  },
};
export type Contract = typeof contract;
