/** Configuration that a host gets from its starter, and the parts of settings.json that the host gets unchanged. */
import { z } from 'zod';
import { roleNames, type Person } from '../domain/index.ts';
import {
  faultWords,
  keptSignInSchema,
  paymentRouteSchema,
  secretPlaces,
  secretTroubles,
  atStart,
  live,
  settingHolderSchema,
  terminalAddressSchema,
  tillSettingsSchema,
} from '../contract/index.ts';
import { receiptSettingsSchema } from './receipt-settings.ts';

/** Password for the platform, and the former password while it is being changed. See `Passwords`. */
export const passwordsSchema = z.object({
  password: z.string().min(1).nullable(),
  formerPassword: z.string().min(1).optional(),
  formerWorks: z.boolean().optional(),
  trouble: z.object({ place: z.enum(secretPlaces), why: z.enum(secretTroubles) }).optional(),
});

/** Address and account at the platform. Secret: they are sent over the private channel only, never by argv or env. */
const platformSettingsSchema = z.object({
  /** Base address, with or without a trailing slash. */
  url: z.url({ protocol: /^https?$/ }),
  username: z.string().min(1),
  ...passwordsSchema.shape,
  /** Merchant whose Devices this till shows and creates, or null for all that the credentials may see. */
  merchant: z.string().min(1).nullable(),
  /** Name of the version header, if it differs from the name in the specification. */
  versionHeader: z.string().min(1).optional(),
  /** Proxy, `http://[user:password@]host:port`; absent for a direct connection. */
  proxy: z.string().min(1).optional(),
  /** Absolute path of a PEM file of authorities that are trusted in addition to those of the system. */
  caFile: z.string().min(1).optional(),
});
export type PlatformSettings = z.infer<typeof platformSettingsSchema>;

/** `HOST:PORT`, loopback or not. */
export const hostPortSchema = z.string().regex(/^\S+:[0-9]{1,5}$/);

/** A terminal that only the platform reaches, over the network of the terminal: `device:SERIALNUMBER`. */
export const devicePairingSchema = z.string().regex(/^device:[A-Za-z0-9._-]{1,60}$/);

/** A port of the settings: `serial:PATH`, or USB devices by their ids: `usb:04b8`, `usb:067b:2303`. */
const portNameSchema = z
  .string()
  .max(300)
  .regex(/^(serial:\S.*|usb:[0-9A-Fa-f]{4}(:[0-9A-Fa-f]{4})?)$/u, faultWords.port);

/** `ports` of settings.json: ports that the till may probe for a terminal. */
export const portSettingsSchema = z.strictObject({
  /** Ports of a scale, a drawer or another program's printer: the till never sends to them. */
  neverAsk: atStart('terminals', z.array(portNameSchema).max(50).default([])),
  /** With an entry here, the till probes no other port. */
  onlyAsk: atStart('terminals', z.array(portNameSchema).max(50).default([])),
});

const personNameSchema = z.string().trim().min(1).max(60);
/** Hash of a PIN, made by `tillbridge pin` (host/roles). */
const pinHashSchema = z.string().startsWith('scrypt$');

/** `signIn` of settings.json: whether cashiers sign in at the till's windows. */
const signInSettingsSchema = z.strictObject({
  isOn: atStart('people', z.boolean().default(false)),
  /** Minutes without a command; a running payment keeps the cashier signed in. */
  signedOutAfterMinutes: live('people', z.int().min(1).max(480).default(5), { unit: 'minutes' }),
});

/**
 * Settings that the host gets unchanged: an addition here is in settings.json, in `Settings` and in the host's
 * configuration.
 */
export const passedOnSchema = z.object({
  /** Managers of earlier versions, who also look after the terminals. */
  managers: atStart(
    'people',
    z.array(z.strictObject({ name: personNameSchema, pin: pinHashSchema })).max(50),
  ).optional(),
  /** People of the shop. If any person has a PIN, only managers refund, void and decide; otherwise every name may. */
  people: atStart(
    'people',
    z
      .array(
        z.strictObject({
          name: personNameSchema,
          roles: z.array(z.enum(roleNames)).min(1).default(['cashier']),
          pin: pinHashSchema.optional(),
        }),
      )
      .max(200),
  ).optional(),
  /** Settings of sign-in; sign-in is off by default. */
  signIn: atStart('people', signInSettingsSchema.optional()),
  /** Ports that the till may probe for a terminal; the defaults apply otherwise. */
  ports: portSettingsSchema.optional(),
  /** Settings of receipts (receipt-settings.ts); the defaults apply otherwise. */
  receipts: receiptSettingsSchema.optional(),
});

/** All people of the till, the managers of earlier versions first. */
export function peopleOf({ managers = [], people = [] }: z.infer<typeof passedOnSchema>): Person[] {
  return [...managers.map((one): Person => ({ ...one, roles: ['manager', 'technician'] })), ...people];
}

/** First person whose role needs a PIN that is missing: without the PIN, anyone could act in that name. */
export const personWithoutPin = (people: readonly Person[]): Person | undefined =>
  people.find(({ roles, pin }) => pin === undefined && roles.some((role) => role !== 'cashier'));

/** True if a person has a PIN and no manager is set up. */
export const lacksManager = (people: readonly Person[]): boolean =>
  people.some(({ pin }) => pin !== undefined) && !people.some(({ roles }) => roles.includes('manager'));

/** Setting that the till's own file does not decide. The value of a secret setting is secret here too. */
const heldSettingSchema = settingHolderSchema.extend({
  key: z.string(),
  /** Path of the administrator's file. */
  file: z.string().optional(),
  /** Current value, or null for a password. */
  value: z.json(),
});
export interface HeldSetting extends Readonly<z.infer<typeof heldSettingSchema>> {}

/** Configuration of a host, which reads no settings file, flags or environment itself. */
export const hostConfigSchema = z.object({
  /** Absolute path of an existing folder that only this user can read (0700). */
  dataDir: z.string().min(1),
  /** Absolute path of the journal's folder; absent for the data folder. Training has a separate journal. */
  recordsDir: z.string().min(1).optional(),
  mode: z.enum(['training', 'live']),
  isKiosk: z.boolean(),
  version: z.string(),
  till: tillSettingsSchema,
  /** Settings of the platform, or null without a platform: then the host runs and answers API_NOT_CONFIGURED. */
  platform: platformSettingsSchema.nullable(),
  terminals: z.array(
    z.object({
      address: z.union([terminalAddressSchema, devicePairingSchema]),
      isPractice: z.boolean(),
      /** Route of the terminal's payments; by default the cable, and the platform for `device:`. */
      route: paymentRouteSchema.optional(),
      /** Serial number of the Device at the platform, for a cable with the cloud route. */
      serialNumber: z.string().min(1).max(60).optional(),
    }),
  ),
  /** Control port of the practice terminal, and the id of that terminal. */
  practice: z.object({ control: hostPortSchema, terminalId: z.string().min(1) }).nullable(),
  /** Supervision of terminals; by default the host adopts, tests and records no terminals. */
  supervision: z
    .object({
      /** Uses terminals that are found but not configured. */
      adopts: z.boolean(),
      /** Local time of the daily self-test, `HH:MM`, or null for none. */
      selfTestAt: z.string().nullable(),
      /** Folder for masked link traffic, or null if no traffic is recorded. */
      traceDir: z.string().nullable(),
    })
    .optional(),
  ...passedOnSchema.shape,
  /** Settings with which the environment or an administrator overrides settings.json. */
  held: z.array(heldSettingSchema).optional(),
  /** Scope of the settings that are compared with the audit log: all of a till, or the part that a command uses. */
  settingsNoted: z.enum(['all', 'command']).optional(),
  /** Accepts WebSocket upgrades on a socket in the data folder (browser shell, command line). */
  localSocket: z.boolean(),
  /** Sign-ins of the host's previous run, if that run ended for new settings. */
  signIns: z.array(keptSignInSchema).optional(),
});
export type HostConfig = z.infer<typeof hostConfigSchema>;

/** Id of the practice terminal; the id of all other terminals is their address. */
export const PRACTICE_TERMINAL_ID = 'practice';
