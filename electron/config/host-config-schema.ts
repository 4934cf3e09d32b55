/** The configuration that a host gets from its starter, and the parts of settings.json that it gets as they stand. */
import { z } from 'zod';
import { roleNames, type Person } from '../domain/index.ts';
import {
  faultWords,
  keptSignInSchema,
  paymentRouteSchema,
  secretPlaces,
  secretTroubles,
  setting,
  settingHolderSchema,
  terminalAddressSchema,
  tillSettingsSchema,
} from '../contract/index.ts';
import { receiptSettingsSchema } from './receipt-settings.ts';

/** Password that the platform is sent, and the former one while it is being changed. See `Passwords`. */
export const passwordsSchema = z.object({
  password: z.string().min(1).nullable(),
  formerPassword: z.string().min(1).optional(),
  formerWorks: z.boolean().optional(),
  trouble: z.object({ place: z.enum(secretPlaces), why: z.enum(secretTroubles) }).optional(),
});

/** Address and account at the platform. Secret: it travels over the private channel only, never argv or env. */
const platformSettingsSchema = z.object({
  /** Base address, with or without a trailing slash. */
  url: z.url({ protocol: /^https?$/ }),
  username: z.string().min(1),
  ...passwordsSchema.shape,
  /** The merchant whose devices this till shows and creates; null: whatever the credentials may see. */
  merchant: z.string().min(1).nullable(),
  /** Name of the version header, where it is not the one the specification names. */
  versionHeader: z.string().min(1).optional(),
  /** `http://[user:password@]host:port` of the proxy on the way; absent: straight there. */
  proxy: z.string().min(1).optional(),
  /** Absolute path of a PEM file: authorities believed beside the system's own. */
  caFile: z.string().min(1).optional(),
});
export type PlatformSettings = z.infer<typeof platformSettingsSchema>;

/** `HOST:PORT`, loopback or not. */
export const hostPortSchema = z.string().regex(/^\S+:[0-9]{1,5}$/);

/** A terminal that only the platform reaches, over its own network: `device:SERIALNUMBER`. */
export const devicePairingSchema = z.string().regex(/^device:[A-Za-z0-9._-]{1,60}$/);

/** A port of the settings: `serial:PATH`, or USB devices by their numbers: `usb:04b8`, `usb:067b:2303`. */
const portNameSchema = z
  .string()
  .max(300)
  .regex(/^(serial:\S.*|usb:[0-9A-Fa-f]{4}(:[0-9A-Fa-f]{4})?)$/u, faultWords.port);

/** `ports` of settings.json: which ports are asked whether a terminal is on them. */
export const portSettingsSchema = z.strictObject({
  /** A scale, a drawer, a printer of another program: nothing is ever sent there. */
  neverAsk: setting(z.array(portNameSchema).max(50).default([]), { group: 'terminals', applies: 'at-start' }),
  /** With an entry here no other port is asked. */
  onlyAsk: setting(z.array(portNameSchema).max(50).default([]), { group: 'terminals', applies: 'at-start' }),
});

/** Name of a person of the shop. */
const personNameSchema = z.string().trim().min(1).max(60);
/** Hash of a PIN, made by `tillbridge pin` (host/roles). */
const pinHashSchema = z.string().startsWith('scrypt$');

/** `signIn` of settings.json: whether people sign in at the till's windows. */
const signInSettingsSchema = z.strictObject({
  isOn: setting(z.boolean().default(false), { group: 'people', applies: 'at-start' }),
  /** Without a command; never while a payment runs. */
  signedOutAfterMinutes: setting(z.int().min(1).max(480).default(5), {
    group: 'people',
    unit: 'minutes',
    applies: 'live',
  }),
});

/** Settings that the host gets as they stand: what is added here is in settings.json, in Settings and in the host's configuration. */
export const passedOnSchema = z.object({
  /** Managers of earlier versions, who also look after the terminals. */
  managers: setting(z.array(z.strictObject({ name: personNameSchema, pin: pinHashSchema })).max(50), {
    group: 'people',
    applies: 'at-start',
  }).optional(),
  /** People of the shop. With PINs only managers refund, void and decide; without any PIN, any name does. */
  people: setting(
    z
      .array(
        z.strictObject({
          name: personNameSchema,
          roles: z.array(z.enum(roleNames)).min(1).default(['cashier']),
          pin: pinHashSchema.optional(),
        }),
      )
      .max(200),
    { group: 'people', applies: 'at-start' },
  ).optional(),
  /** Absent: people do not sign in. */
  signIn: setting(signInSettingsSchema.optional(), { group: 'people', applies: 'at-start' }),
  /** Which ports are asked whether a terminal is on them; absent: as a till on which nothing was said about it. */
  ports: portSettingsSchema.optional(),
  /** How receipts are given (receipt-settings.ts); absent: as a till on which nothing was said about them. */
  receipts: receiptSettingsSchema.optional(),
});

/** All people who were set up, the managers of earlier versions first. */
export function peopleOf({ managers = [], people = [] }: z.infer<typeof passedOnSchema>): Person[] {
  return [...managers.map((one): Person => ({ ...one, roles: ['manager', 'technician'] })), ...people];
}

/** First person whose role needs a PIN that is missing: without the PIN, anyone could act in that name. */
export const lackingPin = (people: readonly Person[]): Person | undefined =>
  people.find(({ roles, pin }) => pin === undefined && roles.some((role) => role !== 'cashier'));

/** True where a person has a PIN and there is no manager. */
export const lacksManager = (people: readonly Person[]): boolean =>
  people.some(({ pin }) => pin !== undefined) && !people.some(({ roles }) => roles.includes('manager'));

/** A setting that the till's own file does not decide. Secret where the setting is. */
const heldSettingSchema = settingHolderSchema.extend({
  key: z.string(),
  /** The administrator's. */
  file: z.string().optional(),
  /** Null of a password. */
  value: z.json(),
});
export interface HeldSetting extends Readonly<z.infer<typeof heldSettingSchema>> {}

/** The whole configuration of a host, which reads no settings file, flags or environment itself. */
export const hostConfigSchema = z.object({
  /** Absolute path; exists, private to this user (0700). */
  dataDir: z.string().min(1),
  /** Absolute path of the journal, or absent for the data folder. Training keeps its journal apart. */
  recordsDir: z.string().min(1).optional(),
  mode: z.enum(['training', 'live']),
  isKiosk: z.boolean(),
  version: z.string(),
  till: tillSettingsSchema,
  /** Null: no platform configured; the host runs and says API_NOT_CONFIGURED. */
  platform: platformSettingsSchema.nullable(),
  terminals: z.array(
    z.object({
      address: z.union([terminalAddressSchema, devicePairingSchema]),
      isPractice: z.boolean(),
      /** Route of its payments; absent: the cable, and the platform for `device:`. */
      route: paymentRouteSchema.optional(),
      /** Serial number of the Device at the platform, where a cable is configured beside the cloud route. */
      serialNumber: z.string().min(1).max(60).optional(),
    }),
  ),
  /** The practice terminal's control port, and the id of the terminal it belongs to. */
  practice: z.object({ control: hostPortSchema, terminalId: z.string().min(1) }).nullable(),
  /** How terminals are looked after; without it nothing is adopted, tested or recorded. */
  supervision: z
    .object({
      /** Take terminals that are found without being configured. */
      adopts: z.boolean(),
      /** Local time of the daily self-test, `HH:MM`; null: none. */
      selfTestAt: z.string().nullable(),
      /** Folder for masked link traffic; null: not recorded. */
      traceDir: z.string().nullable(),
    })
    .optional(),
  ...passedOnSchema.shape,
  /** Settings that environment or administrator hold over settings.json; absent: none. */
  held: z.array(heldSettingSchema).optional(),
  /** Whose settings these are, held against the last ones in the audit log: a till's, or the part that a command takes. */
  settingsNoted: z.enum(['all', 'command']).optional(),
  /** Listen for WebSocket upgrades on a socket in the data folder (browser shell, command line). */
  localSocket: z.boolean(),
  /** Sign-ins of the host's last run, where it ended for new settings. */
  signIns: z.array(keptSignInSchema).optional(),
});
export type HostConfig = z.infer<typeof hostConfigSchema>;

/** The id of the practice terminal; every other terminal's id is its address. */
export const PRACTICE_TERMINAL_ID = 'practice';
