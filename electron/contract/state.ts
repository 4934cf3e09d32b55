/** State of the host that a UI shows: terminals, Devices, platform and till. */
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

/** Result of a terminal's daily self-test. */
export const selfTestSchema = z.object({
  at: instantSchema,
  /** True if no check failed. */
  isOk: z.boolean(),
  /** In order. An unconfigured platform is skipped, and so is the health of a disconnected terminal. */
  checks: z.array(
    z.object({
      what: z.enum(['cable', 'health', 'platform']),
      /** Failure of the check, or null if the check passed. */
      failure: failureSchema.nullable(),
      /** Time since when the check has failed, or null if unknown. */
      since: instantSchema.nullable(),
    }),
  ),
});
export type SelfTest = z.infer<typeof selfTestSchema>;

/**
 * Device of the platform that a terminal is matched to, by the one rule that payments, screens and command line share.
 */
const deviceMatchSchema = z.object({
  /** Id of the Device, or null if payments contain no Device. */
  id: z.string().nullable(),
  /** Reason why payments of the terminal are refused (DEVICE_OTHER_MERCHANT, DEVICE_TWICE…), or null. */
  failure: failureSchema.nullable(),
  /** Time of the platform's answer. */
  askedAt: instantSchema,
});

export const terminalViewSchema = z.object({
  /**
   * Stable for this till, whatever port the terminal is on: its configured address, `practice`, FAMILY:SERIALNUMBER for
   * a terminal found automatically, or `device:SERIALNUMBER` for a terminal without a cable.
   */
  id: z.string(),
  /** Current or last address; differs from the id if the terminal has moved to another port. */
  address: z.string(),
  /** Kind of connection, or null for a terminal without a cable: the platform drives it over its own network. */
  link: linkKindSchema.nullable(),
  /** Paired route; absent for the cable. */
  route: paymentRouteSchema.optional(),
  state: terminalStateSchema,
  since: instantSchema,
  /** Reason why the terminal is `lost` or `failed`, or is still searched for; null otherwise. */
  failure: failureSchema.nullable(),
  /** Time of the terminal's last message. */
  lastHeardAt: instantSchema.nullable(),
  nextTryAt: instantSchema.nullable(),
  family: familySchema.nullable(),
  model: z.string().nullable(),
  serialNumber: z.string().nullable(),
  firmware: z.string().nullable(),
  /** Firmware quirks that the driver works around; absent if there are none. */
  quirks: z.array(z.string()).optional(),
  isPractice: z.boolean(),
  /** Time of the restart that the terminal announced; new payments are held back shortly before. */
  resetAt: instantSchema.nullable().optional(),
  /** Last daily self-test, or null before the first. */
  selfTest: selfTestSchema.nullable().optional(),
  /** Absent until the platform has answered. */
  device: deviceMatchSchema.optional(),
  /** False: this terminal is listed and watched, but accepts no payments over its cable. Absent if it accepts them. */
  takesPayments: z.literal(false).optional(),
  /** Card readers it has; absent if it has all three, or was not asked yet. */
  readers: z.array(readerSchema).optional(),
  /**
   * The card of the previous payment is still inserted; absent if the card was removed or the terminal never reported
   * it.
   */
  card: cardInSlotSchema.optional(),
  /** Actions of the cable driver alone, whatever the platform's processor allows. */
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

/** Health of a terminal that was not queried, or is hidden from this scope. */
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

/** Terminals that accept payments. */
export function payingTerminals(terminals: readonly TerminalView[]): TerminalView[] {
  return terminals.filter(({ takesPayments, route }) => takesPayments !== false || route === 'cloud');
}

// --- Devices (the platform's record) ----------------------------------------------------------------------------

/** Route of an action, or the reason why it is not possible. */
export const actionOfferSchema = z.object({
  action: deviceActionSchema,
  route: z.enum(['platform', 'cable', 'none']),
  /**
   * Set if the route is `none`. `processor`: the processor does not support it. `already`: the Device is already in
   * that state. `busy`: a payment holds the terminal.
   */
  reason: z.enum(['processor', 'already', 'nothing-running', 'offline', 'no-cable', 'busy']).nullable(),
  /** The platform reports the terminal as disconnected; the action is sent nevertheless. */
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
  /** Null if the platform does not report it. */
  isEnabled: z.boolean().nullable(),
  /** `unknown` until the platform has reported the connection. */
  connection: z.enum(['open', 'closed', 'unknown']),
  idleMessage: z.string().nullable(),
  /** Time of the platform's report. */
  askedAt: instantSchema,
  /** This till's terminal with the same serial number, if the Device belongs to the till's merchant. */
  terminalId: z.string().nullable(),
  /** Reason why payments to the terminal with its serial number are refused; absent if they are not. */
  refusal: failureSchema.optional(),
  offers: z.array(actionOfferSchema),
});
export type DeviceView = z.infer<typeof deviceViewSchema>;

/** Maximum Devices sent to a window unasked, and in each answer to a search; further Devices must be searched for. */
export const MAX_SHOWN_DEVICES = 50;

/** Maximum length of the text for `device.find`, in characters. */
export const MAX_DEVICE_SEARCH = 100;

/** True if name, serial number or id contains the typed text, ignoring case. */
export function matchesDevice({ name, serialNumber, id }: DeviceView, typed: string): boolean {
  const wanted = typed.trim().toLocaleLowerCase();
  return [name, serialNumber, id].some((text) => text?.toLocaleLowerCase().includes(wanted));
}

/** Progress of reading the platform's list of Devices. */
const deviceListSchema = z.object({
  isReading: z.boolean(),
  /** Time when it was last read to its end, or null if it never was: a missing Device then means nothing. */
  readAt: instantSchema.nullable(),
  /** Number of Devices on the host. A window has those of this till's terminals and the first `MAX_SHOWN_DEVICES`. */
  count: z.int().min(0).optional(),
});
export type DeviceListView = z.infer<typeof deviceListSchema>;

export const devicesChangeSchema = z.object({
  changed: z.array(deviceViewSchema),
  /** Ids. */
  removed: z.array(z.string()),
  list: deviceListSchema,
});
export type DevicesChange = z.infer<typeof devicesChangeSchema>;

/** A Device Metric. The specification does not list its fields: known fields are extracted, all fields are kept. */
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

/** The practice terminal as the customer sees it: its display, its cards, its plug. */
export const practiceViewSchema = z.object({
  terminalId: z.string(),
  isRunning: z.boolean(),
  isPluggedIn: z.boolean(),
  /** Display lines, top first. */
  display: z.array(z.string()),
  cards: z.array(practiceCardSchema),
  chosenCard: practiceCardSchema.shape.id,
  /** Gestures that have an effect now. */
  can: z.array(z.enum(['insert', 'tap', 'swipe', 'remove', 'press-cancel', 'enter-pin'])),
});
export type PracticeView = z.infer<typeof practiceViewSchema>;

/** Ways of giving a receipt that the till offers in addition to the screen. */
const receiptWaysSchema = z.object({
  /** A receipt printer is configured. */
  printer: z.boolean(),
  email: z.boolean(),
  sms: z.boolean(),
  /** A cash drawer is connected to the printer. */
  drawer: z.boolean().optional(),
});
export type ReceiptWays = z.infer<typeof receiptWaysSchema>;

export const tillViewSchema = tillSettingsSchema.extend({
  mode: z.enum(['training', 'live']),
  isKiosk: z.boolean(),
  version: z.string(),
  /**
   * True if people with PINs are set up, so that acts with a role ask for a PIN; absent or false if a name is enough.
   */
  hasManagers: z.boolean().optional(),
  /**
   * People in the order of the settings: forms offer their names and accept no others. Absent or empty if any name is
   * accepted.
   */
  people: z.array(signedInSchema).optional(),
  /** Set if cashiers sign in; a session ends after `afterMs` without a command. Null or absent if sign-in is off. */
  signIn: z
    .object({ afterMs: z.int().min(1) })
    .nullable()
    .optional(),
  /** Ways of giving receipts; absent if receipts are only shown or printed by the operating system. */
  receipts: receiptWaysSchema.optional(),
});
export type TillView = z.infer<typeof tillViewSchema>;

/** State of the till's journal, as far as it concerns a user. */
export const journalViewSchema = z.object({
  /** Reason why the journal is not writable, which blocks new payments, or null. */
  failure: failureSchema.nullable(),
  since: instantSchema,
  /** A damaged journal that was moved aside, as long as the file exists; a new journal has begun. */
  quarantined: z.object({ at: instantSchema, file: z.string() }).nullable(),
  /**
   * Set if the journal was found older than its recovery log, because a disk lost acknowledged writes or an older copy
   * was restored: the time, the number of payments looked up then, and the file of the note, until the manager deletes
   * that file.
   */
  older: z.object({ at: instantSchema, payments: z.number(), file: z.string() }).nullable().optional(),
});
export type JournalView = z.infer<typeof journalViewSchema>;

/**
 * Another version of this program, verified and on this computer. It is installed when the till closes, or on request.
 */
export const updateViewSchema = z.object({
  version: z.string(),
  /** Release notes as lines, by language (BCP 47). */
  notes: z.record(z.string(), z.array(z.string())),
});
export type UpdateView = z.infer<typeof updateViewSchema>;

/** Complete state that a UI shows. It is replaced by a snapshot, and then changed only by numbered events. */
export const hostStateSchema = z.object({
  till: tillViewSchema,
  terminals: z.array(terminalViewSchema),
  platform: platformViewSchema,
  devices: z.array(deviceViewSchema),
  /** Absent until the list is requested. */
  deviceList: deviceListSchema.optional(),
  /** Open attempts and the most recent finished attempts, newest first, at most RECENT_ATTEMPTS. */
  attempts: z.array(attemptViewSchema),
  practice: practiceViewSchema.nullable(),
  /** Answers that matched no running attempt: kept and shown, never applied to another sale. */
  unmatched: z.array(z.object({ at: instantSchema, attempt: z.string().nullable(), what: z.string() })),
  /** Absent if there is nothing to report. */
  journal: journalViewSchema.optional(),
  /** Absent until a window publishes content. */
  display: displayContentSchema.optional(),
  /** Number of open holds, however old; absent until they are counted. */
  openTabs: z.int().min(0).optional(),
  /** Unfinished payment links and the most recent finished links, newest first; absent if there are none. */
  payLinks: z.array(payLinkViewSchema).optional(),
  /** Noted tenders, newest first; absent if there are none. */
  otherTenders: z.array(otherTenderSchema).optional(),
  /**
   * Dismissed outcomes (`outcomeNameOf`), and ids of payment links left open for the next customer; absent if there are
   * none.
   */
  dismissed: z.array(z.string()).optional(),
  /** Progress of the setup; absent if the till is set up or needs no setup. */
  setup: setupViewSchema.optional(),
  /** Absent in a scope that does not receive settings. */
  settings: settingsStateSchema.optional(),
  /** Absent or null: no update is ready. */
  update: updateViewSchema.nullable().optional(),
});
export type HostState = z.infer<typeof hostStateSchema>;

export const RECENT_ATTEMPTS = 50;
export const MAX_UNMATCHED = 20;
