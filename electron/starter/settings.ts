import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import {
  amountMinorSchema,
  currencyDecimals,
  currencySchema,
  DEFAULT_MAX_AMOUNT_MINOR,
  isLoopback,
  paymentRouteSchema,
  personKey,
  roleNames,
  TillError,
  terminalAddressSchema,
  tillSettingsSchema,
  type Person,
} from '../contract/index.ts';
import { chooseNetwork, type NetworkChoice } from './network-settings.ts';
import {
  devicePairingSchema,
  passedOnSchema,
  portSettingsSchema,
  type HostConfig,
  type PlatformSettings,
  peopleOf,
} from './protocol.ts';
import { printerPort } from './receipt-settings.ts';
import { writtenSurchargeSchema, writtenTipsSchema } from './sale-settings.ts';

/** Name of the settings file in the data folder. */
const SETTINGS_FILE = 'settings.json';

const DEFAULT_CARD_TIMEOUT_MS = 60_000;

const knownCurrency = currencySchema.refine((code) => currencyDecimals(code) !== undefined, {
  error: 'is not a currency a terminal can be asked for',
});
const knownLocale = z.string().refine((tag) => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}, 'is not a language tag such as en-US');

const terminalNameSchema = z.union([terminalAddressSchema, devicePairingSchema]);

/** A terminal with more to say about it than where it is. */
const terminalSettingSchema = z.strictObject({
  address: terminalNameSchema,
  route: paymentRouteSchema.optional(),
  serialNumber: z.string().trim().min(1).max(60).optional(),
});
export type TerminalSetting = z.infer<typeof terminalSettingSchema>;

/** A terminal of the settings, as the host's configuration has it. */
export function configuredTerminal(terminal: string | TerminalSetting): HostConfig['terminals'][number] {
  const { address, route, serialNumber } = typeof terminal === 'string' ? { address: terminal } : terminal;
  const isCableless = devicePairingSchema.safeParse(address).success;
  return {
    address,
    isPractice: false,
    ...(isCableless ? { route: 'cloud' as const } : route === undefined ? {} : { route }),
    ...(serialNumber === undefined ? {} : { serialNumber }),
  };
}

/**
 * `till`: the contract's schema with defaults, narrower where a person writes it. Tips, surcharge and what makes no sense
 * together are checked here as well.
 */
const writtenTillSchema = tillSettingsSchema
  .extend({
    name: z.string().min(1).max(60).default('Till 1'),
    shop: z.string().min(1).max(60).default('My shop'),
    currency: knownCurrency.default('USD'),
    locale: knownLocale.default('en-US'),
    maxAmountMinor: amountMinorSchema.min(1).default(DEFAULT_MAX_AMOUNT_MINOR),
    cardTimeoutMs: tillSettingsSchema.shape.cardTimeoutMs.default(DEFAULT_CARD_TIMEOUT_MS),
    /** In training on unless it is a kiosk, else off, unless said otherwise. */
    tabs: z.boolean().optional(),
    tips: writtenTipsSchema.optional(),
    surcharge: writtenSurchargeSchema.optional(),
  })
  .strict()
  .superRefine(({ tips, surcharge, tabs }, context) => {
    if (surcharge?.appliesTo === 'goods-and-tip' && tips !== undefined && tips.when !== 'before') {
      const message = 'a tip given later cannot be part of it';
      context.addIssue({ code: 'custom', path: ['surcharge', 'appliesTo'], message });
    }
    if (tips?.when === 'after' && tabs === false) {
      const message = 'tips after the payment are added to tabs, so it cannot be false';
      context.addIssue({ code: 'custom', path: ['tabs'], message });
    }
  });

/** settings.json. Everything is optional: without the file the till is in training mode. Unknown names are refused. */
export const settingsFileSchema = z
  .strictObject({
    /** `live` as soon as a platform is configured, unless said otherwise. */
    mode: z.enum(['training', 'live']).optional(),
    till: writtenTillSchema.prefault({}),
    platform: z
      .strictObject({
        url: z.url({ protocol: /^https?$/, error: 'is not an http(s) address' }),
        username: z.string().min(1).optional(),
        /** Better in TILLBRIDGE_PASSWORD or the system's key store; here only in a file that nobody else can read. */
        password: z.string().min(1).optional(),
        merchant: z.string().min(1).optional(),
        versionHeader: z.string().min(1).optional(),
        /** `http://[user:password@]host:port`, or `none`; wins over HTTPS_PROXY and HTTP_PROXY. */
        proxy: z.string().min(1).optional(),
        /** Hosts reached without the proxy, as in NO_PROXY; wins over it. */
        noProxy: z.string().optional(),
        /** PEM file of authorities believed beside the system's; relative to the data folder. */
        caFile: z.string().min(1).optional(),
      })
      .optional(),
    /**
     * Addresses: `serial:/dev/ttyUSB0`, `tcp:192.168.1.20:9001`, `hid:B61378A`; `device:B61378A` for one without a cable. Or
     * `{ address, route: 'cloud', serialNumber }`: on a cable, but driven by the platform.
     */
    terminals: z
      .array(
        z.union([terminalNameSchema, terminalSettingSchema], {
          error: 'is not an address such as serial:PATH, tcp:HOST:PORT, hid:SERIALNUMBER or device:SERIALNUMBER',
        }),
      )
      .max(16)
      .default([]),
    /** Local time of the terminals' daily self-test, `HH:MM`; null: none. */
    selfTestAt: z
      .string()
      .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'is not a time such as 06:00')
      .nullable()
      .default('06:00'),
    ...passedOnSchema.shape,
    /** Of earlier versions: managers who also look after the terminals. PINs are hashes made by `tillbridge pin`. */
    managers: z
      .array(z.strictObject({ name: z.string().trim().min(1).max(60), pin: z.string().startsWith('scrypt$') }))
      .max(50)
      .default([]),
    /** Who works here. With PINs only managers refund, void and decide; without any, any name does. */
    people: z
      .array(
        z.strictObject({
          name: z.string().trim().min(1).max(60),
          roles: z.array(z.enum(roleNames)).min(1).default(['cashier']),
          pin: z.string().startsWith('scrypt$').optional(),
        }),
      )
      .max(200)
      .default([]),
    /** Records link traffic, card data masked, in the folder `traces` of the data folder; TILLBRIDGE_TRACE names another. */
    trace: z.boolean().default(false),
  })
  .superRefine((file, context) => {
    const wrong = (message: string) => context.addIssue({ code: 'custom', path: ['people'], message });
    const all = peopleOf(file);
    const names = all.map(({ name }) => personKey(name));
    const twice = all.find((_, index) => names.indexOf(names[index] ?? '') !== index);
    if (twice) wrong(`${twice.name} is named twice`);
    const open = all.find(({ roles, pin }) => pin === undefined && roles.some((role) => role !== 'cashier'));
    if (open) wrong(`${open.name} needs a pin: a manager or technician without one is anybody`);
    const isManaged = all.some(({ roles }) => roles.includes('manager'));
    if (file.signIn?.isOn && all.length === 0) {
      const message = 'is on, and there is nobody in people who could sign in';
      context.addIssue({ code: 'custom', path: ['signIn'], message });
    }
    if (all.some(({ pin }) => pin !== undefined) && !isManaged) wrong('where somebody has a pin a manager is needed');
  });
type SettingsFile = z.infer<typeof settingsFileSchema>;

type PassedOn = Readonly<z.infer<typeof passedOnSchema>>;

/** Of all that was set, what the host gets as it stands. */
export function passedOn(settings: PassedOn): PassedOn {
  return passedOnSchema.parse(settings);
}

/** What the stack is started with: the file, the flags and the environment taken together. */
export interface Settings extends PassedOn {
  readonly mode: 'training' | 'live';
  readonly till: HostConfig['till'];
  /** Null in training mode, where the sandbox takes its place. */
  readonly platform: PlatformSettings | null;
  readonly terminals: readonly (string | TerminalSetting)[];
  /** See HostConfig.supervision; whether terminals are adopted follows from mode and terminals. */
  readonly supervision?: { readonly selfTestAt: string | null; readonly traceDir: string | null };
}

export interface SettingsSource {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Flags win over the file. */
  readonly flags?: { readonly platform?: string; readonly terminals?: readonly string[]; readonly trace?: string };
  /** A password from the system's key store (Electron), asked only when neither the environment nor the file has one. */
  readonly storedPassword?: () => Promise<string | null>;
}

/**
 * Reads DATA/settings.json, the flags and the environment.
 * @throws TillError CFG_INVALID naming the file and the field, or the flag
 */
export async function readSettings(source: SettingsSource): Promise<Settings> {
  const path = join(source.dataDir, SETTINGS_FILE);
  const file = readFile(path);
  const platformUrl = source.flags?.platform;
  if (platformUrl !== undefined && !/^https?:\/\//.test(platformUrl)) {
    throw new TillError('CFG_INVALID', `--platform ${platformUrl} is not an http(s) address`);
  }
  for (const address of source.flags?.terminals ?? []) {
    if (terminalNameSchema.safeParse(address).success) continue;
    throw new TillError(
      'CFG_INVALID',
      `--terminal ${address} is not an address such as serial:PATH, tcp:HOST:PORT, hid:SERIALNUMBER or device:SERIALNUMBER`,
    );
  }
  const terminals = source.flags?.terminals?.length ? source.flags.terminals : file.terminals;
  const addresses = terminals.map((one) => (typeof one === 'string' ? one : one.address));
  const duplicate = addresses.find((address, index) => addresses.indexOf(address) !== index);
  if (duplicate) throw new TillError('CFG_INVALID', `${path}: terminals: ${duplicate} is named twice`);
  const notTerminals = [...(file.ports?.neverAsk ?? []), printerPort(file.receipts?.printer ?? null)];
  const contradiction = addresses.find((address) => notTerminals.includes(address));
  if (contradiction) {
    throw new TillError(
      'CFG_INVALID',
      `${path}: terminals: ${contradiction} is also the printer's or in ports.neverAsk`,
    );
  }
  const isConfigured = platformUrl !== undefined || file.platform !== undefined;
  const mode = platformUrl === undefined ? (file.mode ?? (isConfigured ? 'live' : 'training')) : 'live';
  const platform = mode === 'live' ? await platformOf(source, file, path) : null;
  const supervision = { selfTestAt: file.selfTestAt, traceDir: traceFolder(source, file) };
  return {
    mode,
    till: file.till,
    platform,
    terminals,
    supervision,
    ...passedOn(file),
  };
}

/**
 * What the settings say about ports, and the receipt printer's own; for commands that look at ports without a host.
 * @throws TillError CFG_INVALID naming the file and the field
 */
export function readPorts(dataDir: string): z.infer<typeof portSettingsSchema> & { printer: string | null } {
  const { ports = portSettingsSchema.parse({}), receipts } = readFile(join(dataDir, SETTINGS_FILE));
  return { ...ports, printer: printerPort(receipts?.printer ?? null) };
}

/**
 * Who works here, for commands that act on Devices without the till's own host.
 * @throws TillError CFG_INVALID naming the file and the field
 */
export function readPeople(dataDir: string): Person[] {
  return peopleOf(readFile(join(dataDir, SETTINGS_FILE)));
}

/** TILLBRIDGE_TRACE: a folder, or `1` for the one in the data folder; `0` switches off what the file says. */
function traceFolder(source: SettingsSource, file: SettingsFile): string | null {
  const named = source.flags?.trace ?? source.env['TILLBRIDGE_TRACE'] ?? '';
  if (named === '0') return null;
  if (named === '' && !file.trace) return null;
  return named === '' || named === '1' ? join(source.dataDir, 'traces') : resolve(named);
}

/** Options of Node that weaken every connection, read its keys out, or believe another list of authorities. */
const weakening = /--(?:tls-min-v1\.[01]|tls-max-v1\.[01]|tls-cipher-list|tls-keylog|use-openssl-ca|openssl-[a-z-]+)/;

/**
 * NODE_EXTRA_CA_CERTS stays allowed: it adds an authority, as a shop's own proxy needs one, and checks stay on.
 * @throws TillError CFG_TLS_OFF naming the variable
 */
function refuseWeakTls(env: SettingsSource['env']): void {
  const option = weakening.exec(env['NODE_OPTIONS'] ?? '')?.[0];
  const found = env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' ? 'NODE_TLS_REJECT_UNAUTHORIZED=0' : option;
  if (found === undefined) return;
  const words = `${found} is set in the environment: it would let anybody pass for the platform, or read what is sent`;
  throw new TillError('CFG_TLS_OFF', `${words}. Unset it; a private authority is named as platform.caFile`, {
    context: { variable: option === found ? 'NODE_OPTIONS' : 'NODE_TLS_REJECT_UNAUTHORIZED' },
  });
}

async function platformOf(source: SettingsSource, file: SettingsFile, path: string): Promise<PlatformSettings> {
  refuseWeakTls(source.env);
  const urlText = source.flags?.platform ?? file.platform?.url;
  if (urlText === undefined) {
    throw new TillError('CFG_INVALID', `${path}: platform: is needed in live mode`);
  }
  const url = new URL(urlText);
  const where = source.flags?.platform === undefined ? `${path}: platform.url` : '--platform';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new TillError('CFG_INVALID', `${where}: needs https, since the password travels with every request`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new TillError('CFG_INVALID', `${where}: must not carry a user name or password`);
  }
  const username = source.env['TILLBRIDGE_USERNAME'] || file.platform?.username;
  if (!username) {
    throw new TillError('CFG_INVALID', `${path}: platform.username: is missing, also from TILLBRIDGE_USERNAME`);
  }
  let password = source.env['TILLBRIDGE_PASSWORD'] || undefined;
  if (!password && file.platform?.password) {
    refuseOpenFile(path, 'password');
    password = file.platform.password;
  }
  password ??= (await source.storedPassword?.()) ?? undefined;
  if (!password) {
    throw new TillError('CFG_INVALID', `${path}: platform.password: is missing, also from TILLBRIDGE_PASSWORD`);
  }
  // Credentials of a proxy are as secret as the platform's.
  if (file.platform?.proxy !== undefined && URL.parse(file.platform.proxy)?.password) refuseOpenFile(path, 'proxy');
  const { proxy, caFile } = chooseNetwork(url, { ...source, file: file.platform ?? {} });
  return {
    url: urlText,
    username,
    password,
    merchant: file.platform?.merchant ?? null,
    ...(proxy === null ? {} : { proxy }),
    ...(caFile === null ? {} : { caFile }),
    ...(file.platform?.versionHeader ? { versionHeader: file.platform.versionHeader } : {}),
  };
}

/**
 * The platform's address and the way there, without its password; null in training mode.
 * @throws TillError CFG_INVALID naming the file and the field
 */
export function readNetwork(source: Omit<SettingsSource, 'storedPassword'>): ({ url: URL } & NetworkChoice) | null {
  const file = readFile(join(source.dataDir, SETTINGS_FILE));
  const urlText = source.flags?.platform ?? (file.mode === 'training' ? undefined : file.platform?.url);
  if (urlText === undefined) return null;
  const url = new URL(urlText);
  return { url, ...chooseNetwork(url, { ...source, file: file.platform ?? {} }) };
}

function readFile(path: string): SettingsFile {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return settingsFileSchema.parse({});
    throw new TillError('CFG_INVALID', `${path}: cannot be read: ${code ?? 'unknown reason'}`, { cause: error });
  }
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    // The parser's own message quotes the text around the fault, which may be a password.
    throw new TillError('CFG_INVALID', `${path}: is not JSON`);
  }
  const parsed = settingsFileSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : (issue?.path ?? []);
  const problem = issue?.code === 'unrecognized_keys' ? 'is not a setting' : (issue?.message ?? 'is not valid');
  throw new TillError('CFG_INVALID', `${path}: ${field.join('.') || 'the file'}: ${problem}`);
}

/** A password in a file that others may read is refused, not used: it would stay readable. */
function refuseOpenFile(path: string, field: 'password' | 'proxy'): void {
  if (process.platform === 'win32') return;
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return;
  throw new TillError(
    'CFG_INVALID',
    `${path}: platform.${field}: others may read this file (mode 0${mode.toString(8)}); run chmod 600 on it`,
  );
}
