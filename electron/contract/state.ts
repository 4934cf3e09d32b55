/** What a UI shows of the host: terminals, Devices, platform, till, and the state they make up. */
import { z } from 'zod';
import { attemptViewSchema } from './attempt-view.ts';
import { failureSchema } from './failures.ts';
import { otherTenderSchema, payLinkViewSchema } from './pay-links.ts';
import { displayContentSchema } from './display-content.ts';
import { settingsStateSchema } from './settings.ts';
import { setupViewSchema } from './setup.ts';
import { signedInSchema } from './sign-in.ts';
import { tillSettingsSchema } from './till-settings.ts';
import {
  deviceActionSchema,
  familySchema,
  instantSchema,
  linkKindSchema,
  paymentRouteSchema,
  readerSchema,
  cardInSlotSchema,
} from './payment-terms.ts';

// --- Terminals (the cable) --------------------------------------------------------------------------------------

export const terminalStateSchema = z.enum(['looking', 'identifying', 'ready', 'busy', 'rebooting', 'lost', 'failed']);
export type TerminalState = z.infer<typeof terminalStateSchema>;

/** What the daily self-test of a terminal found. */
export const selfTestSchema = z.object({
  at: instantSchema,
  /** No check failed. */
  isOk: z.boolean(),
  /** In order. A platform that is not configured is not checked; the health of a terminal that is away neither. */
  checks: z.array(
    z.object({
      what: z.enum(['cable', 'health', 'platform']),
      /** Null: passed. */
      failure: failureSchema.nullable(),
      /** Since when it has been so, where that is known. */
      since: instantSchema.nullable(),
    }),
  ),
});
export type SelfTest = z.infer<typeof selfTestSchema>;

/** Which Device of the platform a terminal is, by the one rule that payments, screens and command line share. */
const deviceMatchSchema = z.object({
  /** Null: a payment names none. */
  id: z.string().nullable(),
  /** Why its payments are refused (DEVICE_OTHER_MERCHANT, DEVICE_TWICE…); null: they are not. */
  failure: failureSchema.nullable(),
  /** When the platform said so. */
  askedAt: instantSchema,
});

export const terminalViewSchema = z.object({
  /**
   * Stable for this till, whatever port the terminal is on: the address it was configured with, `practice`, or
   * FAMILY:SERIALNUMBER for one that was found and taken by itself; `device:SERIALNUMBER` for one without a cable.
   */
  id: z.string(),
  /** Where it is now, or was last: another than the id when it has moved to another port. */
  address: z.string(),
  /** Null for a terminal without a cable: the platform drives it over its own network. */
  link: linkKindSchema.nullable(),
  /** What it is paired for; the cable when not said. */
  route: paymentRouteSchema.optional(),
  state: terminalStateSchema,
  since: instantSchema,
  /** Why it is `lost` or `failed`, or is still looked for; null otherwise. */
  failure: failureSchema.nullable(),
  /** When the terminal last said anything. */
  lastHeardAt: instantSchema.nullable(),
  nextTryAt: instantSchema.nullable(),
  family: familySchema.nullable(),
  model: z.string().nullable(),
  serialNumber: z.string().nullable(),
  firmware: z.string().nullable(),
  /** Quirks of this firmware that the driver reckons with; absent: none. */
  quirks: z.array(z.string()).optional(),
  isPractice: z.boolean(),
  /** When it will restart by itself, as it has announced; new payments are held back shortly before. */
  resetAt: instantSchema.nullable().optional(),
  /** The last daily self-test; null before the first. */
  selfTest: selfTestSchema.nullable().optional(),
  /** Absent: the platform has not said yet, or is not there to say. */
  device: deviceMatchSchema.optional(),
  /** False: this terminal is named and watched, but takes no payments over its cable. Absent: it does. */
  takesPayments: z.literal(false).optional(),
  /** The ways it reads cards, where those are not all three; absent: they are, or nobody has asked it yet. */
  readers: z.array(readerSchema).optional(),
  /** The card of the payment before is still in it; absent: no, or it was never told. */
  card: cardInSlotSchema.optional(),
  /** What the cable driver can do by itself, whatever the platform's processor allows. */
  cableActions: z.array(deviceActionSchema),
  health: z.object({
    batteryPercent: z.int().nullable(),
    temperatureCelsius: z.int().nullable(),
    hasExternalPower: z.boolean().nullable(),
    isTampered: z.boolean().nullable(),
    isOperational: z.boolean().nullable(),
    linkUpSince: instantSchema.nullable(),
    reconnects: z.int(),
    readErrors: z.int(),
  }),
});
export type TerminalView = z.infer<typeof terminalViewSchema>;

/** Of a terminal that nobody has asked, or that is not this scope's to see. */
export const unknownHealth: TerminalView['health'] = {
  batteryPercent: null,
  temperatureCelsius: null,
  hasExternalPower: null,
  isTampered: null,
  isOperational: null,
  linkUpSince: null,
  reconnects: 0,
  readErrors: 0,
};

/** Terminals a payment may be sent to. */
export function payingTerminals(terminals: readonly TerminalView[]): TerminalView[] {
  return terminals.filter(({ takesPayments, route }) => takesPayments !== false || route === 'cloud');
}

// --- Devices (the platform's record) ----------------------------------------------------------------------------

/** Which way an action will go, or why it cannot. */
export const actionOfferSchema = z.object({
  action: deviceActionSchema,
  route: z.enum(['platform', 'cable', 'none']),
  /**
   * Set when the route is `none`: `processor` does not do it, `already` so, `nothing-running`, `offline`, `no-cable`,
   * `busy` while a payment holds the terminal.
   */
  reason: z.enum(['processor', 'already', 'nothing-running', 'offline', 'no-cable', 'busy']).nullable(),
  /** The platform does not see the terminal now, and is asked all the same. */
  isAway: z.boolean().optional(),
});
export type ActionOffer = z.infer<typeof actionOfferSchema>;

export const deviceViewSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  description: z.string().nullable(),
  model: z.string().nullable(),
  serialNumber: z.string().nullable(),
  merchant: z.string().nullable(),
  processor: z.string().nullable(),
  /** Null: the platform does not say. */
  isEnabled: z.boolean().nullable(),
  /** `unknown` when the platform was not asked or did not say. */
  connection: z.enum(['open', 'closed', 'unknown']),
  idleMessage: z.string().nullable(),
  /** When the platform reported this. */
  askedAt: instantSchema,
  /** The terminal of this till with the same serial number, where the Device is of the till's merchant. */
  terminalId: z.string().nullable(),
  /** Why no payment goes to the terminal with its serial number; absent: nothing is in the way. */
  refusal: failureSchema.optional(),
  offers: z.array(actionOfferSchema),
});
export type DeviceView = z.infer<typeof deviceViewSchema>;

/** So many Devices a window is given unasked, and with each answer to a search; others are searched for. */
export const MOST_SHOWN_DEVICES = 50;

/** Longest text that `device.find` takes, characters. */
export const MAX_DEVICE_SEARCH = 100;

/** True where name, serial number or id has what was typed, in small letters or capitals. */
export function hasDeviceText({ name, serialNumber, id }: DeviceView, typed: string): boolean {
  const wanted = typed.trim().toLocaleLowerCase();
  return [name, serialNumber, id].some((text) => text?.toLocaleLowerCase().includes(wanted));
}

/** How far the platform's list of Devices has been read. */
const deviceListSchema = z.object({
  isReading: z.boolean(),
  /** When it was last asked for and read to its end; null: never, so that a Device which is missing says nothing. */
  readAt: instantSchema.nullable(),
  /** How many the host knows. A window has those of this till's terminals and the first `MOST_SHOWN_DEVICES`. */
  count: z.int().min(0).optional(),
});
export type DeviceListView = z.infer<typeof deviceListSchema>;

/** Changes among the Devices. */
export const devicesChangeSchema = z.object({
  changed: z.array(deviceViewSchema),
  /** Ids. */
  removed: z.array(z.string()),
  list: deviceListSchema,
});
export type DevicesChange = z.infer<typeof devicesChangeSchema>;

/** One Device Metric. The specification does not list its fields: known ones are picked out, all are kept. */
export const deviceMetricSchema = z.object({
  id: z.string(),
  createdAt: z.string().nullable(),
  connection: z.string().nullable(),
  networkType: z.string().nullable(),
  signalStrength: z.string().nullable(),
  other: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type DeviceMetric = z.infer<typeof deviceMetricSchema>;

// --- Platform, practice, till -----------------------------------------------------------------------------------

export const platformViewSchema = z.object({
  state: z.enum(['unknown', 'reachable', 'unreachable', 'refused', 'not-configured']),
  since: instantSchema,
  askedAt: instantSchema.nullable(),
  failure: failureSchema.nullable(),
  /** Host name only, never credentials. */
  host: z.string().nullable(),
});
export type PlatformView = z.infer<typeof platformViewSchema>;

/** One of the practice terminal's test cards, from published ranges. */
export const practiceCardSchema = z.object({
  id: z.enum(['approve', 'pin', 'no-funds', 'partial', 'slow', 'lost-reply']),
  brand: z.string(),
  lastFour: z.string(),
});
export type PracticeCard = z.infer<typeof practiceCardSchema>;

/** The practice terminal as seen from outside its cable: its display, its deck, its plug. */
export const practiceViewSchema = z.object({
  terminalId: z.string(),
  isRunning: z.boolean(),
  isPluggedIn: z.boolean(),
  /** Lines on its display, top first. */
  display: z.array(z.string()),
  cards: z.array(practiceCardSchema),
  chosenCard: practiceCardSchema.shape.id,
  /** Gestures that would do something now. */
  can: z.array(z.enum(['insert', 'tap', 'swipe', 'remove', 'press-cancel', 'enter-pin'])),
});
export type PracticeView = z.infer<typeof practiceViewSchema>;

/** The ways of giving a receipt that a till offers beside the screen. */
const receiptWaysSchema = z.object({
  /** A receipt printer is set up. */
  printer: z.boolean(),
  email: z.boolean(),
  sms: z.boolean(),
  /** A cash drawer hangs on the printer. */
  drawer: z.boolean().optional(),
});
export type ReceiptWays = z.infer<typeof receiptWaysSchema>;

export const tillViewSchema = tillSettingsSchema.extend({
  mode: z.enum(['training', 'live']),
  isKiosk: z.boolean(),
  version: z.string(),
  /** People with PINs are set up, so that what needs a role asks for one; absent or false: a name is enough. */
  hasManagers: z.boolean().optional(),
  /** People set up, in the order of the settings: forms offer their names and take no others. Absent or empty: any name will do. */
  people: z.array(signedInSchema).optional(),
  /** People sign in, and are signed out after so long without a command; null or absent: nobody does. */
  signIn: z
    .object({ afterMs: z.int().min(1) })
    .nullable()
    .optional(),
  /** How receipts are given here; absent: on screen and by the computer's own printer only. */
  receipts: receiptWaysSchema.optional(),
});
export type TillView = z.infer<typeof tillViewSchema>;

/** The till's own record of payments on disk, as far as a person has to know of it. */
export const journalViewSchema = z.object({
  /** Why it cannot be written, so that no payment is started; null: it can be. */
  failure: failureSchema.nullable(),
  since: instantSchema,
  /** A record found damaged and put out of the way, while it still lies there; a new one has begun. */
  quarantined: z.object({ at: instantSchema, file: z.string() }).nullable(),
  /**
   * When it was last found older than its recovery log (a disk lost what it had acknowledged, or an older copy was put back),
   * how many payments were looked up then, and the note of it, until somebody deletes that.
   */
  older: z.object({ at: instantSchema, payments: z.number(), file: z.string() }).nullable().optional(),
});
export type JournalView = z.infer<typeof journalViewSchema>;

/** Another version of this program, verified and on this computer: put in place when the till closes, or when somebody says so. */
export const updateViewSchema = z.object({
  version: z.string(),
  /** What is new, a line each, by language (BCP 47). */
  notes: z.record(z.string(), z.array(z.string())),
});
export type UpdateView = z.infer<typeof updateViewSchema>;

/** All that a UI shows. It is replaced by a snapshot and then changed only by numbered events. */
export const hostStateSchema = z.object({
  till: tillViewSchema,
  terminals: z.array(terminalViewSchema),
  platform: platformViewSchema,
  devices: z.array(deviceViewSchema),
  /** Absent: the list was not asked for since the host started. */
  deviceList: deviceListSchema.optional(),
  /** Open attempts and the most recent finished ones, newest first, at most RECENT_ATTEMPTS. */
  attempts: z.array(attemptViewSchema),
  practice: practiceViewSchema.nullable(),
  /** Answers that matched no running attempt: kept and shown, never applied to another sale. */
  unmatched: z.array(z.object({ at: instantSchema, attempt: z.string().nullable(), what: z.string() })),
  /** Absent: nothing to say about it. */
  journal: journalViewSchema.optional(),
  /** Absent: no window has published anything since the host started. */
  display: displayContentSchema.optional(),
  /** How many holds are open, however old; absent: not counted yet. */
  openTabs: z.int().min(0).optional(),
  /** Unfinished payment links and the most recent finished ones, newest first; absent: none. */
  payLinks: z.array(payLinkViewSchema).optional(),
  /** What was noted as paid another way, newest first; absent: nothing. */
  otherTenders: z.array(otherTenderSchema).optional(),
  /** Ends that were shown and put away (`endNameOf`), and ids of payment links left open for the next customer; absent: none. */
  putAway: z.array(z.string()).optional(),
  /** How far the till is set up; absent: set up, or not to be. */
  setup: setupViewSchema.optional(),
  /** Absent: nobody here is told. */
  settings: settingsStateSchema.optional(),
  /** Absent or null: none is ready. */
  update: updateViewSchema.nullable().optional(),
});
export type HostState = z.infer<typeof hostStateSchema>;

export const RECENT_ATTEMPTS = 50;
export const KEPT_UNMATCHED = 20;
