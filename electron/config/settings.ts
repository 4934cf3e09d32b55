import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { isLoopback, type Person } from '../domain/index.ts';
import { faultWords, TillError } from '../contract/index.ts';
import { chooseNetwork, type NetworkChoice } from './network-settings.ts';
import {
  devicePairingSchema,
  passedOnSchema,
  peopleOf,
  portSettingsSchema,
  type HeldSetting,
  type HostConfig,
  type PlatformSettings,
} from './host-config-schema.ts';
import { printerPort } from './receipt-settings.ts';
import { asPasswords, type Passwords, type SecretAccount, type SecretKeeper } from './secrets/secrets.ts';
import { environmentPasswords } from './secrets/service-credentials.ts';
import { checkSettings, faultsOf, refuseSettings } from './settings-faults.ts';
import { heldSettings, lockOf, sourcedFault, withHeld, type LayerSource } from './settings-layers.ts';
import {
  SETTINGS_FILE,
  terminalNameSchema,
  type SettingsFileContent,
  type TerminalSetting,
} from './settings-schema.ts';
import { currentSettings, settingsText } from './settings-version.ts';

/** A terminal of the settings in the form of the host's configuration. */
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

type PassedOn = Readonly<z.infer<typeof passedOnSchema>>;

/** The settings that the host gets unchanged. */
export const passedOn = (settings: PassedOn): PassedOn => passedOnSchema.parse(settings);

/** Settings that the stack starts with: file, flags and environment together. */
export interface Settings extends PassedOn {
  readonly mode: 'training' | 'live';
  readonly till: HostConfig['till'];
  /** Settings of the platform, or null in training mode, which uses the sandbox instead. */
  readonly platform: PlatformSettings | null;
  readonly terminals: readonly (string | TerminalSetting)[];
  /** See HostConfig.supervision; whether terminals are adopted follows from mode and terminals. */
  readonly supervision?: { readonly selfTestAt: string | null; readonly traceDir: string | null };
  /** Settings that the file did not decide. */
  readonly held?: readonly HeldSetting[];
}

export interface SettingsSource extends LayerSource {
  readonly dataDir: string;
  /** Flags win over the file. */
  readonly flags?: {
    readonly platform?: string | null;
    readonly terminals?: readonly string[];
    readonly trace?: string;
    readonly isTraining?: boolean;
  };
  /** Store of the password, read only if the environment and the file have none. */
  readonly secrets?: Pick<SecretKeeper, 'passwords'>;
}

/**
 * Reads DATA/settings.json, the flags and the environment.
 * @throws TillError CFG_INVALID with the file and the field, or the flag
 */
export async function readSettings(source: SettingsSource): Promise<Settings> {
  const path = join(source.dataDir, SETTINGS_FILE);
  const held = heldSettings(source);
  const file = readFile(path, held);
  refuseFreeing(source.flags ?? {}, held);
  const { flags = {} } = source;
  const platformUrl = flags.platform ?? undefined;
  if (platformUrl !== undefined && !/^https?:\/\//.test(platformUrl))
    refuseSettings(`--platform ${platformUrl} is not an http(s) address`);
  const unknown = flags.terminals?.find((address) => !terminalNameSchema.safeParse(address).success);
  if (unknown !== undefined) refuseSettings(`--terminal ${unknown} ${faultWords.terminal}`);
  const terminals = flags.terminals?.length ? flags.terminals : file.terminals;
  const addresses = terminals.map((one) => (typeof one === 'string' ? one : one.address));
  const duplicate = addresses.find((address, index) => addresses.indexOf(address) !== index);
  if (duplicate) refuseSettings(`${path}: terminals: ${duplicate} is named twice`);
  const contradiction = addresses.find((address) => file.ports?.neverAsk?.includes(address));
  if (contradiction) refuseSettings(`${path}: terminals: ${contradiction} is also in ports.neverAsk`);
  if (platformUrl !== undefined && flags.isTraining)
    refuseSettings('--training and --platform: training has the sandbox of this computer');
  const isConfigured = platformUrl !== undefined || file.platform !== undefined;
  const written = flags.isTraining ? 'training' : file.mode;
  const mode = platformUrl === undefined ? (written ?? (isConfigured ? 'live' : 'training')) : 'live';
  const platform = mode === 'live' ? await platformOf(source, file, { path, held }) : null;
  const supervision = { selfTestAt: file.selfTestAt, traceDir: traceFolder(source, file, held) };
  return {
    mode,
    till: file.till,
    platform,
    terminals,
    supervision,
    ...passedOn(file),
    ...(held.length === 0 ? {} : { held }),
  };
}

/**
 * Port settings and the port of the receipt printer, for commands that use ports without a host.
 * @throws TillError CFG_INVALID with the file and the field
 */
export function readPorts(
  dataDir: string,
  env: LayerSource['env'] = process.env,
): z.infer<typeof portSettingsSchema> & { printer: string | null } {
  const { ports = portSettingsSchema.parse({}), receipts } = readLayered({ dataDir, env });
  return { ...ports, printer: printerPort(receipts?.printer ?? null) };
}

/**
 * People of the till, for commands that act on Devices without the till's own host.
 * @throws TillError CFG_INVALID with the file and the field
 */
export function readPeople(dataDir: string, env: LayerSource['env'] = process.env): Person[] {
  return peopleOf(readLayered({ dataDir, env }));
}

/**
 * True if a shell checks for updates by itself. The shell reads this before each check, so that a change takes effect
 * without a restart.
 * @throws TillError CFG_INVALID with the file and the field
 */
export const looksForUpdates = (dataDir: string, env: LayerSource['env'] = process.env): boolean =>
  readLayered({ dataDir, env }).looksForUpdates;

const readLayered = (source: LayerSource & { dataDir: string }): SettingsFileContent =>
  readFile(join(source.dataDir, SETTINGS_FILE), heldSettings(source));

/** TILLBRIDGE_TRACE is a folder, or `1` for `traces` in the data folder; `0` overrides `trace` of the file. */
function traceFolder(source: SettingsSource, file: SettingsFileContent, held: readonly HeldSetting[]): string | null {
  const named = lockOf(held, 'trace') ? '' : (source.flags?.trace ?? source.env['TILLBRIDGE_TRACE'] ?? '');
  if (named === '0' || named === 'false') return null;
  if (named === '' && !file.trace) return null;
  return named === '' || named === '1' || named === 'true' ? join(source.dataDir, 'traces') : resolve(named);
}

/** Options of Node that weaken each connection, log its keys, or trust another list of authorities. */
const weakening = /--(?:tls-min-v1\.[01]|tls-max-v1\.[01]|tls-cipher-list|tls-keylog|use-openssl-ca|openssl-[a-z-]+)/;

/**
 * NODE_EXTRA_CA_CERTS stays allowed: it only adds an authority, which the proxy of a shop may need.
 * @throws TillError CFG_TLS_OFF with the variable
 */
function refuseWeakTls(env: SettingsSource['env']): void {
  const option = weakening.exec(env['NODE_OPTIONS'] ?? '')?.[0];
  const found = env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' ? 'NODE_TLS_REJECT_UNAUTHORIZED=0' : option;
  if (found === undefined) return;
  const words = `${found} is set in the environment: another server could pose as the platform, or read the traffic`;
  throw new TillError('CFG_TLS_OFF', `${words}. Remove the variable; name a private authority in platform.caFile`, {
    context: { variable: option === found ? 'NODE_OPTIONS' : 'NODE_TLS_REJECT_UNAUTHORIZED' },
  });
}

/** A flag must not override a setting of an administrator. @throws TillError CFG_INVALID with the flag */
function refuseFreeing(flags: NonNullable<SettingsSource['flags']>, held: readonly HeldSetting[]): void {
  const set: readonly (readonly [string, string, boolean])[] = [
    ['platform.url', '--platform', typeof flags.platform === 'string'],
    ['terminals', '--terminal', Boolean(flags.terminals?.length)],
    ['mode', '--training', Boolean(flags.isTraining)],
  ];
  for (const [key, flag, isGiven] of set) {
    const lock = lockOf(held, key);
    if (isGiven && lock) refuseSettings(`${flag}: ${key} is set by ${lock.name} in ${lock.file}`);
  }
}

async function platformOf(
  source: SettingsSource,
  file: SettingsFileContent,
  { path, held }: { path: string; held: readonly HeldSetting[] },
): Promise<PlatformSettings> {
  refuseWeakTls(source.env);
  const urlText = source.flags?.platform ?? file.platform?.url;
  if (urlText === undefined) refuseSettings(`${path}: platform: is needed in live mode`);
  const url = new URL(urlText);
  const where = typeof source.flags?.platform === 'string' ? '--platform' : `${path}: platform.url`;
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    refuseSettings(`${where}: needs https, since the password travels with every request`);
  if (url.username !== '' || url.password !== '') refuseSettings(`${where}: must not contain a user name or password`);
  const username =
    (lockOf(held, 'platform.username') ? '' : source.env['TILLBRIDGE_USERNAME']) || file.platform?.username;
  if (!username) refuseSettings(`${path}: platform.username: is missing, also from TILLBRIDGE_USERNAME`);
  const passwords = await passwordsOf(source, file.platform?.password, path, { url: urlText, username });
  // The credentials of a proxy are as secret as those of the platform.
  if (file.platform?.proxy !== undefined && URL.parse(file.platform.proxy)?.password) refuseOpenFile(path, 'proxy');
  const { proxy, caFile } = chooseNetwork(url, { ...source, file: file.platform ?? {} });
  return {
    url: urlText,
    username,
    ...passwords,
    merchant: file.platform?.merchant ?? null,
    ...(proxy === null ? {} : { proxy }),
    ...(caFile === null ? {} : { caFile }),
    ...(file.platform?.versionHeader ? { versionHeader: file.platform.versionHeader } : {}),
  };
}

/** @throws TillError CFG_INVALID when no password is known for this address and user */
async function passwordsOf(
  { env, secrets }: SettingsSource,
  written: string | undefined,
  path: string,
  account: SecretAccount,
): Promise<Passwords> {
  const fromEnvironment = environmentPasswords(env);
  if (fromEnvironment.length > 0) return asPasswords(fromEnvironment);
  if (written) {
    refuseOpenFile(path, 'password');
    return { password: written };
  }
  const kept = await secrets?.passwords(account);
  if (kept && (kept.password !== null || kept.trouble)) return kept;
  const words = `is missing, also from TILLBRIDGE_PASSWORD and from the key store (tillbridge secrets set)`;
  return refuseSettings(`${path}: platform.password: ${words}`);
}

/**
 * Address of the platform and the network settings for it, without the password, or null in training mode.
 * @throws TillError CFG_INVALID with the file and the field
 */
export function readNetwork(source: Omit<SettingsSource, 'secrets'>): ({ url: URL } & NetworkChoice) | null {
  const file = readLayered(source);
  const urlText = source.flags?.platform ?? (file.mode === 'training' ? undefined : file.platform?.url);
  if (urlText === undefined) return null;
  const url = new URL(urlText);
  return { url, ...chooseNetwork(url, { ...source, file: file.platform ?? {} }) };
}

function readFile(path: string, held: readonly HeldSetting[]): SettingsFileContent {
  const parsed = checkSettings(withHeld(currentSettings(settingsText(path), path), held));
  if (parsed.success) return parsed.data;
  const [first] = faultsOf(parsed.error);
  return refuseSettings(first ? sourcedFault(first, held, path) : `${path}: is not valid`);
}

/** A password in a file that others may read is refused rather than used: otherwise it would stay readable. */
function refuseOpenFile(path: string, field: 'password' | 'proxy'): void {
  if (process.platform === 'win32') return;
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return;
  refuseSettings(
    `${path}: platform.${field}: others may read this file (mode 0${mode.toString(8)}); run chmod 600 on it`,
  );
}
