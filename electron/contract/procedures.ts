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
import { putAwayProcedure } from './put-away.ts';
import { sessionProcedures } from './sign-in.ts';
import {
  actionOfferSchema,
  deviceMetricSchema,
  deviceViewSchema,
  MAX_DEVICE_SEARCH,
  MOST_SHOWN_DEVICES,
  practiceCardSchema,
} from './state.ts';
import { typedText } from './typed-text.ts';
import { deviceActionSchema } from './payment-terms.ts';

const linkId = z.object({ link: z.string().min(1).max(64) });

/** An entry of the audit log: who did what that needs a name. */
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

/** What a person knows of a port. */
const portAskSchema = z.enum(['never', 'always', 'undecided']);
export type PortAsk = z.infer<typeof portAskSchema>;

const deviceActionRequestSchema = deviceId.extend({
  action: deviceActionSchema,
  /** Gateway B's ACTIVATE: the code the terminal shows. */
  activationCode: typedText(32).optional(),
  idleMessage: typedText(200).optional(),
});
/** An action on a Device, by whichever route its offer names. */
export type DeviceActionRequest = z.output<typeof deviceActionRequestSchema>;

const cableActionRequestSchema = z.object({
  terminal: z.string().min(1).max(200),
  action: deviceActionSchema,
  idleMessage: typedText(200).optional(),
});
/** What the cable does by itself, for a terminal that may have no Device. */
export type CableActionRequest = z.output<typeof cableActionRequestSchema>;

/** A property of a Device before and after an action. Null: not known, or none. */
const deviceChangeSchema = z.discriminatedUnion('field', [
  z.object({ field: z.literal('enabled'), from: z.boolean().nullable(), to: z.boolean().nullable() }),
  z.object({ field: z.literal('connection'), from: z.string(), to: z.string() }),
  z.object({ field: z.literal('idle-message'), from: z.string().nullable(), to: z.string().nullable() }),
]);
export type DeviceChange = z.infer<typeof deviceChangeSchema>;

/**
 * Evidence that was read back after an action; the audit log keeps it as it is. `taken`: the terminal has taken the action and shows
 * nothing else. `unread`: done, but the Device could not be read back. `never-away`: the platform accepted a restart and never showed the
 * terminal as away.
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

/** What an action on a device did: which way it went and what was read back afterwards. */
const actionResultSchema = z.object({
  action: deviceActionSchema,
  route: z.enum(['platform', 'cable']),
  /** The Device as read back from the platform afterwards; null when it was not to be had. */
  device: deviceViewSchema.nullable(),
  /** The platform did not see the terminal when it was asked. */
  isAway: z.boolean().optional(),
  readBack: readBackSchema,
  /** For CANCEL of a running payment: how that payment ended, or stands. */
  attempt: attemptViewSchema.nullable(),
  tookMs: z.int(),
});
export type ActionResult = z.infer<typeof actionResultSchema>;

/**
 * The contract between UI (or command line) and host. Inputs are parsed where they arrive.
 * Reading order for a UI: `snapshot`, then `events` with that snapshot's epoch and seq.
 */
export const contract = {
  snapshot: base.output(snapshotSchema),
  events: base.input(z.object({ epoch: z.string(), after: z.int().min(0) })).output(eventIterator(streamItemSchema)),
  payment: {
    /**
     * Starts a payment; the same `id` twice is the same payment, another kind, amount or currency under it PAY_STATE. Refused with PAY_ORDER_OPEN while another payment of the
     * same `order` runs or is checked, on whatever terminal.
     */
    start: base.input(chargeRequestSchema.extend({ operator: operatorSchema.optional() })).output(attemptViewSchema),
    /** Asks for a cancel. The answer is the attempt as it stands; the honest answer arrives as its final state. */
    cancel: base.input(attemptId).output(attemptViewSchema),
    /** Answers the prompt `choose-application`: the place, from 0, of one of the attempt's `choices`. */
    chooseApplication: base.input(attemptId.extend({ index: z.int().min(0).max(99) })).output(z.void()),
    /** Partial approval: takes the part. */
    keepPart: base.input(attemptId.extend({ operator: operatorSchema.optional() })).output(attemptViewSchema),
    /**
     * Answers an attempt that is `asking`: whether another payment with the same card is meant. Refused with PAY_STATE once it
     * was answered otherwise, or let go.
     */
    answerRepeat: base
      .input(attemptId.extend({ isMeant: z.boolean(), operator: operatorSchema.optional() }))
      .output(attemptViewSchema),
    /** Captures a hold: `amountMinor` in all, of which `tipMinor` is a tip; not more than was authorized. */
    capture: base
      .input(
        attemptId.extend({
          amountMinor: amountMinorSchema,
          tipMinor: amountMinorSchema.default(0),
          /** The same as in a charge request. A tip that was agreed before the capture needs none. */
          isTipMeant: z.boolean().default(false),
          operator: operatorSchema.optional(),
        }),
      )
      .output(attemptViewSchema),
    /** Gives back a hold (needs a manager) or a part that is not wanted. */
    release: base.input(attemptId.extend({ operator: operatorSchema.optional() })).output(attemptViewSchema),
    /** Gives money back of a captured payment. `reversal` is the caller's own id for this request. Needs a manager. */
    reverse: base
      .input(
        attemptId.extend({
          reversal: reversalId,
          amountMinor: amountMinorSchema,
          reason: typedText(300).optional(),
          operator: operatorSchema.optional(),
          /** Left out or `false`: the same amount of this payment again is refused with PAY_DUPLICATE. */
          isRepeatMeant: z.boolean().optional(),
        }),
      )
      .output(attemptViewSchema),
    /** A manager's word on a payment, or on a reversal of it, that stays `checking` and that nobody can explain. */
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
    /** Asks the platform again about everything that is still watched. */
    poll: base.output(z.void()),
    /**
     * The same, and answers once all have been asked, or after `withinMs`. `unpaid`: only about those that ended without a
     * charge, whose hold or late record the next payment would come on top of.
     */
    pollAndWait: base
      .input(z.object({ of: z.enum(['all', 'unpaid']).default('all'), withinMs: z.int().min(0).max(3_600_000) }))
      .output(z.object({ unheard: z.array(attemptViewSchema), waiting: z.int() })),
    /** The newest entries of the audit log, newest first; those about one payment where it is named. */
    audit: base
      .input(z.object({ limit: z.int().min(1).max(500).default(100), attempt: z.string().min(1).max(64).optional() }))
      .output(z.array(auditEntrySchema)),
    get: base.input(attemptId).output(attemptViewSchema),
    list: base.input(z.object({ limit: z.int().min(1).max(500).default(50) })).output(z.array(attemptViewSchema)),
  },
  /** Payment links: the customer pays on their own phone. They are watched whether or not a window is open. */
  link: {
    /**
     * Makes a link, or gives back the one already made under this id. `id` is the caller's own id for this request. Refused
     * with PAY_ORDER_OPEN while a payment of the order runs, is checked or is held, with PAY_LINK_OPEN while another link of it is unfinished.
     */
    open: base.input(payLinkRequestSchema).output(payLinkViewSchema),
    /** Asks the platform to take it out of use. The honest answer arrives as its state: closed, paid (too late), or checking. */
    close: base.input(linkId.extend({ operator: operatorSchema.optional() })).output(payLinkViewSchema),
    /** Has the platform send it. Moves no money. */
    send: base
      .input(linkId.extend({ way: z.enum(['EMAIL', 'SMS']), to: typedText(254).trim().min(3) }))
      .output(payLinkViewSchema),
    /** Looks at the platform now. */
    look: base.input(linkId).output(z.void()),
    get: base.input(linkId).output(payLinkViewSchema),
    /** The newest first. */
    list: base.input(z.object({ limit: z.int().min(1).max(500).default(50) })).output(z.array(payLinkViewSchema)),
  },
  /** What was paid without the platform: written down, nothing is sent. */
  otherTender: {
    /** `id` is the caller's own id for this request. Refused while a payment or a link of the order is unfinished. */
    note: base
      .input(
        otherTenderRequestSchema.extend({
          /** Left out: whoever is signed in. */
          operator: operatorSchema.optional(),
        }),
      )
      .output(otherTenderSchema),
    /**
     * A note was a mistake, and nothing was taken: written down beside it, never in its place. The same twice is one. What
     * it stood for is open again, as far as nothing else has paid it. Refused while a payment or a link of the order is unfinished.
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
    /** The newest first; those of one payment or order where it is named. */
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
    /** What a stop of the till would leave running, oldest first: asked by shells before they quit. */
    closing: base.output(z.object({ isKiosk: z.boolean(), open: z.array(attemptViewSchema) })),
    /** A page was given up because of an error; for the log. */
    pageFailed: base.input(z.object({ what: z.string().max(2_000), where: z.string().max(200) })).output(z.void()),
    /** What customer displays show until a payment begins. Moves nothing. */
    publishBasket: publishBasketProcedure,
    /** What was shown was read, on every window of this till; what was put away can be brought back. Moves nothing. */
    putAway: putAwayProcedure,
    /** Puts the update that is ready in place now, and starts anew with it. UPDATE_BUSY while a payment is not finished. */
    updateNow: base,
  },
  day: {
    /** Compares this till with the platform, both ends included; at most 31 days. Fails where a list could not be read whole. */
    reconcile: base
      .input(
        z.object({
          from: z.iso.datetime(),
          to: z.iso.datetime(),
          /** `false`: what is the same on both sides is counted and not listed. */
          isMatchedListed: z.boolean().optional(),
        }),
      )
      .output(dayReportSchema),
    /** A manager says what a record at the platform is: a payment or an order of this till, or just why it is there. */
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
    /** Looks at every serial port and HID device, bounded in time. */
    discover: base.output(z.array(discoveredSchema)),
    /**
     * What a person knows of a port: `never` a terminal, `always` to be asked whatever its USB numbers say, or
     * `undecided` again. Kept; the settings' word counts more. What may be asked is looked at once more. TERM_BUSY where a
     * terminal is connected, TERM_NOT_FOUND where there is no such port.
     */
    decidePort: base
      .input(z.object({ address: z.string().min(1).max(300), ask: portAskSchema, operator: operatorSchema.optional() }))
      .output(discoveredSchema),
    /** What the cable driver does by itself (TerminalView.cableActions), also without a Device at the platform. */
    act: base
      .input(cableActionRequestSchema.extend({ operator: operatorSchema.optional() }))
      .output(actionResultSchema),
    /**
     * Ends a pairing, for a terminal that was replaced: its place takes the terminal that is there now. One that was found
     * by itself is gone until it is found again. Refused while a payment is open there.
     */
    forget: base
      .input(z.object({ terminal: z.string().min(1).max(200), operator: operatorSchema.optional() }))
      .output(z.void()),
  },
  device: {
    /** Reads the platform's devices again; with `limit` no more than the first of them are answered with. */
    list: base.input(z.object({ limit: z.int().min(1).optional() }).optional()).output(z.array(deviceViewSchema)),
    /** Finds known Devices by a part of name, serial number or id: the first of them, and their count. */
    find: base
      .input(z.object({ text: typedText(MAX_DEVICE_SEARCH) }))
      .output(z.object({ devices: z.array(deviceViewSchema).max(MOST_SHOWN_DEVICES), count: z.int().min(0) })),
    get: base.input(deviceId).output(deviceViewSchema),
    offers: base.input(deviceId).output(z.array(actionOfferSchema)),
    act: base
      .input(deviceActionRequestSchema.extend({ operator: operatorSchema.optional() }))
      .output(actionResultSchema),
    metrics: base
      .input(deviceId.extend({ limit: z.int().min(1).max(100).default(20) }))
      .output(z.array(deviceMetricSchema)),
  },
  /** The practice terminal's buttons; refused outside training mode. */
  practice: {
    choose: base.input(z.object({ card: practiceCardSchema.shape.id })).output(z.void()),
    gesture: base
      .input(z.object({ gesture: z.enum(['insert', 'tap', 'swipe', 'remove', 'press-cancel', 'enter-pin']) }))
      .output(z.void()),
    cable: base.input(z.object({ isPluggedIn: z.boolean() })).output(z.void()),
  },
};
export type Contract = typeof contract;
