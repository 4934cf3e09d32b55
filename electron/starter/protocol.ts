/**
 * What a starter (browser shell, Electron shell, test) and the processes it starts say to each other.
 *
 *   starter                             host process
 *      │  {type:'config', config}  ───►   │   over child_process IPC (`process.on('message')`)
 *      │  ◄───  {type:'ready', socket}    │   or Electron's `process.parentPort` ('message' event, its `data`)
 *      │  {type:'connect'} + port  ───►   │   Electron only: one UI connection (oRPC over a MessagePort), and its scope
 *      │  {type:'closing'}         ───►   │   which payments a stop would leave; `{type:'closing', open}` comes back
 *      │  ◄───  {type:'reload', signIns}  │   settings were changed and no payment runs: the next life, please
 *      │  {type:'settings-refused'} ──►   │   they cannot be used: those before hold on
 *      │  ◄───  {type:'secret', ask, of}  │   the store of secrets is the starter's: keep, have, forget a password
 *      │  {type:'passwords'}       ───►   │   what the platform is sent from now on
 *      │  ◄───  {type:'alive'}            │   every two seconds once it is ready: silence means that it hangs
 *      │  {type:'update'}          ───►   │   another version is ready; `{type:'update-now'}` asks for it
 *      │  {type:'stop'}            ───►   │   ordered stop, exit code 0; loss of the channel means the same
 *
 * Sandbox and simulator say one JSON line on standard output when they serve, and end on SIGTERM.
 */
import { z } from 'zod';
import {
  amountMinorSchema,
  currencySchema,
  failureSchema,
  keptSignInSchema,
  paymentRouteSchema,
  roleNames,
  scopes,
  forgottenSecrets,
  secretPlaces,
  secretTroubles,
  terminalAddressSchema,
  tillSettingsSchema,
  updateViewSchema,
  type Person,
} from '../contract/index.ts';
import { receiptSettingsSchema } from './receipt-settings.ts';

/** What is sent as the password, and beside it what was sent before while it is being changed. See `Passwords`. */
const passwordsSchema = z.object({
  password: z.string().min(1).nullable(),
  formerPassword: z.string().min(1).optional(),
  formerWorks: z.boolean().optional(),
  trouble: z.object({ place: z.enum(secretPlaces), why: z.enum(secretTroubles) }).optional(),
});

/** Where the platform is and who we are there. Secret: it travels over the private channel only, never argv or env. */
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
const hostPortSchema = z.string().regex(/^\S+:[0-9]{1,5}$/);

/** A terminal that only the platform reaches, over its own network: `device:SERIALNUMBER`. */
export const devicePairingSchema = z.string().regex(/^device:[A-Za-z0-9._-]{1,60}$/);

/** A port of the settings: `serial:PATH`, or USB devices by their numbers: `usb:04b8`, `usb:067b:2303`. */
const portNameSchema = z
  .string()
  .max(300)
  .regex(/^(serial:\S.*|usb:[0-9A-Fa-f]{4}(:[0-9A-Fa-f]{4})?)$/u, 'is not a port such as serial:PATH or usb:VVVV:PPPP');

/** `ports` of settings.json: which ports are asked whether a terminal is on them. */
export const portSettingsSchema = z.strictObject({
  /** A scale, a drawer, a printer of another program: nothing is ever sent there. */
  neverAsk: z.array(portNameSchema).max(50).default([]),
  /** Where anything stands here, no other port is asked. */
  onlyAsk: z.array(portNameSchema).max(50).default([]),
});

/** Somebody who works here. `pin` is a hash (host/roles); without one their name is anybody's. */
const personSchema = z.object({
  name: z.string().min(1).max(60),
  roles: z.array(z.enum(roleNames)),
  pin: z.string().optional(),
});

/** `signIn` of settings.json: whether people sign in at the till's windows. */
const signInSettingsSchema = z.strictObject({
  isOn: z.boolean().default(false),
  /** Without a command; never while a payment runs. */
  signedOutAfterMinutes: z.int().min(1).max(480).default(5),
});

/** Settings that the host gets as they stand: what is added here is in settings.json, in Settings and in the host's configuration. */
export const passedOnSchema = z.object({
  /** Who may refund, void and decide; nobody named: any name does. `pin` is a hash (host/roles). */
  managers: z.array(z.object({ name: z.string().min(1).max(60), pin: z.string() })).optional(),
  /** Who works here and may do what; beside the managers of earlier versions. */
  people: z.array(personSchema).optional(),
  /** Absent: nobody signs in. */
  signIn: signInSettingsSchema.optional(),
  /** Which ports are asked whether a terminal is on them; absent: as a till on which nothing was said about it. */
  ports: portSettingsSchema.optional(),
  /** How receipts are given (receipt-settings.ts); absent: as a till on which nothing was said about them. */
  receipts: receiptSettingsSchema.optional(),
});

/** Everybody who was set up. Managers of earlier versions look after the terminals as well. */
export function peopleOf({ managers = [], people = [] }: z.infer<typeof passedOnSchema>): Person[] {
  return [...managers.map((one): Person => ({ ...one, roles: ['manager', 'technician'] })), ...people];
}

/** A setting that the till's own file does not decide. Secret where the setting is. */
const heldSettingSchema = z.object({
  key: z.string(),
  by: z.enum(['environment', 'administrator']),
  /** The variable, or who set it. */
  name: z.string(),
  /** The administrator's. */
  file: z.string().optional(),
  /** Null of a password. */
  value: z.json(),
});
export interface HeldSetting extends Readonly<z.infer<typeof heldSettingSchema>> {}

/** All a host needs to know. It reads no settings file, no flags and no environment of its own. */
export const hostConfigSchema = z.object({
  /** Absolute path; exists, private to this user (0700). */
  dataDir: z.string().min(1),
  /** Where the journal lies, absolute; absent: in the data folder. Training has a folder of its own. */
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
      /** Who drives it in a payment; the cable when not said, the platform for `device:`. */
      route: paymentRouteSchema.optional(),
      /** Of the Device at the platform, where a cable is configured beside the cloud route. */
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
  /** What stands over settings.json; absent: nothing does. */
  held: z.array(heldSettingSchema).optional(),
  /** Whose settings these are, held against the last ones in the audit log: a till's, or the part that a command takes. */
  settingsNoted: z.enum(['all', 'command']).optional(),
  /** Listen for WebSocket upgrades on a socket in the data folder (browser shell, command line). */
  localSocket: z.boolean(),
  /** Of the life before, where it ended for new settings. */
  signIns: z.array(keptSignInSchema).optional(),
});
export type HostConfig = z.infer<typeof hostConfigSchema>;

/** The id of the practice terminal; every other terminal's id is its address. */
export const PRACTICE_TERMINAL_ID = 'practice';

/** A payment that is not finished, as far as somebody who wants to quit needs to know it. */
const openPaymentSchema = z.object({
  id: z.string(),
  state: z.enum(['working', 'checking', 'partial', 'asking']),
  totalMinor: amountMinorSchema,
  currency: currencySchema,
});
export type OpenPayment = z.infer<typeof openPaymentSchema>;

const accountSchema = z.object({ url: z.url(), username: z.string().min(1) });

/** What a host asks of the store of secrets, which is its starter's (`SecretKeeper`). */
const secretAskSchema = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('keep'), password: z.string().min(1), account: accountSchema.nullable() }),
  z.object({ verb: z.literal('passwords'), account: accountSchema }),
  z.object({ verb: z.literal('forget'), which: z.enum(forgottenSecrets) }),
  z.object({ verb: z.literal('view'), account: accountSchema.nullable() }),
  z.object({ verb: z.literal('worked'), which: z.enum(['password', 'former']), account: accountSchema }),
]);
export type SecretAsk = z.infer<typeof secretAskSchema>;

/** Starter to host. */
export const toHostSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('config'), config: hostConfigSchema }),
  /** One UI connection, and as what (contract/rights.ts); not said: the till's. */
  z.object({ type: z.literal('connect'), access: z.enum(scopes).optional() }),
  /** Which payments would be left unfinished by a stop. */
  z.object({ type: z.literal('closing') }),
  /** What was set cannot come into force: the settings before hold on. */
  z.object({ type: z.literal('settings-refused'), failure: failureSchema }),
  /** Another password, or one that can be had now: it holds at once. */
  z.object({ type: z.literal('passwords'), passwords: passwordsSchema }),
  /** The answer to an ask; its shape is the ask's own. Where it is nothing, JSON leaves it out. */
  z.object({ type: z.literal('secret'), ask: z.int(), answer: z.unknown().optional() }),
  z.object({ type: z.literal('secret-failed'), ask: z.int(), failure: failureSchema }),
  /** Another version is ready on this computer; null: none is any more. */
  z.object({ type: z.literal('update'), update: updateViewSchema.nullable() }),
  z.object({ type: z.literal('stop') }),
]);
export type ToHost = z.infer<typeof toHostSchema>;

/** Host to starter. `socket` is the local socket's address (local-socket-proof.ts; empty without `localSocket`); `epoch` names this life. */
export const fromHostSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), socket: z.string(), epoch: z.string() }),
  z.object({ type: z.literal('alive') }),
  z.object({ type: z.literal('fatal'), failure: failureSchema }),
  /** `isIdle`: nothing runs, is checked or is on its way back. */
  z.object({ type: z.literal('closing'), open: z.array(openPaymentSchema), isIdle: z.boolean() }),
  /** Somebody wants the update that is ready. */
  z.object({ type: z.literal('update-now') }),
  /** Settings were changed, and no payment is in front of anybody. */
  z.object({ type: z.literal('reload'), signIns: z.array(keptSignInSchema) }),
  z.object({ type: z.literal('secret'), ask: z.int(), of: secretAskSchema }),
]);
export type FromHost = z.infer<typeof fromHostSchema>;

/** DATA/host.json: where the command line finds a running host. Written by the host, 0600, removed on stop. */
export const hostFileSchema = z.object({
  pid: z.int(),
  socket: z.string(),
  version: z.string().optional(),
  /** Where its program lies: the executable. */
  program: z.string().optional(),
});
export type HostFile = z.infer<typeof hostFileSchema>;

/** The sandbox's first line. */
export const sandboxLineSchema = z.object({
  url: z.url({ protocol: /^http$/ }),
  username: z.string(),
  password: z.string(),
  merchant: z.string(),
  processor: z.string(),
});
export type SandboxLine = z.infer<typeof sandboxLineSchema>;

/** The first line of a helper that cannot start and says why. */
export const helperFailureSchema = z.object({ failure: failureSchema });

/** The simulator's first line. */
export const simulatorLineSchema = z.object({
  address: terminalAddressSchema,
  serialNumber: z.string(),
  model: z.string(),
  control: hostPortSchema.nullable(),
});
export type SimulatorLine = z.infer<typeof simulatorLineSchema>;

/** DATA/web.json: where a running browser shell is asked for a new link. Written by it, 0600, removed on stop. */
export const webFileSchema = z.object({
  /** `http://127.0.0.1:PORT` */
  url: z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ }),
  pid: z.int(),
  /** Sent as `Authorization: Bearer SECRET` with POST /link. */
  secret: z.string().min(16),
});
export type WebFile = z.infer<typeof webFileSchema>;

/** The answer of POST /link. */
export const webLinkSchema = z.object({ url: z.url() });

/** The answer of GET /sessions: which browsers were let in, the oldest first. */
export const webSessionsSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      scope: z.string(),
      openedSecondsAgo: z.int(),
      usedSecondsAgo: z.int(),
      /** Open connections. */
      windows: z.int(),
      /** The one that asks. */
      isOwn: z.boolean().optional(),
    }),
  ),
  /** Somebody else opened the link for our own browser first: the last time, named by the session that was shut out. */
  linkTaken: z.object({ id: z.string(), secondsAgo: z.int() }).optional(),
  /** The till's own window was to open, and why it is a browser instead. */
  noWindow: z.enum(['late', 'hung', 'ended', 'not-started']).optional(),
});
export type WebSessions = z.infer<typeof webSessionsSchema>;
