/**
 * Tries an account before it is stored: local checks, then harmless GETs with the till's own client. Every failure has
 * its own fault (electron/contract/setup-faults.ts).
 */
import { isLoopback, type Clock } from '../../domain/index.ts';
import {
  toFailure,
  type Failure,
  type FaultContext,
  type SetupFault,
  type SetupMerchant,
  type SetupMode,
} from '../../contract/index.ts';
import { chooseNetwork, type NetworkChoice } from '../../config/index.ts';
import {
  createDevices,
  createMerchants,
  createOperations,
  Http,
  isUnavailable,
  proxyHost,
  readAuthorities,
  type ApiOutcome,
  type MerchantRecord,
} from '../platform/index.ts';
import type { Logger } from '../log/index.ts';
import { setupRefused } from './faults.ts';

export interface AccountTyped {
  readonly mode: SetupMode;
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

export interface TrialOptions {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Network settings of settings.json, under `platform`. */
  readonly network: Parameters<typeof chooseNetwork>[1]['file'];
  readonly versionHeader?: string | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/** Account as confirmed by the platform. */
export interface TriedAccount {
  /** Address as stored, without a trailing slash. */
  readonly url: string;
  readonly username: string;
  readonly merchants: SetupMerchant[];
  readonly isListed: boolean;
}

/** Clock difference above which receipts and the day's figures would be wrong. */
const CLOCK_BOUND_MS = 5 * 60_000;
/** Time limit of a request, because the manager waits. */
const TRY_WITHIN_MS = 20_000;
const MAX_MERCHANTS = 1_000;
/** Maximum merchants read individually, if the platform has no merchant list. */
const MAX_MERCHANTS_READ = 20;
const MAX_DEVICE_PAGES = 10;
const MAX_PASSWORD = 1_000;
/** Processor of the platform's sandbox; accounts for real money never have it. */
const SANDBOX_PROCESSOR = 'DUMMY_V1';

/**
 * Tries the account; returns it in stored form with its merchants, approved merchants first.
 * @throws SETUP_ANSWER with field and remedy
 */
export async function tryAccount(typed: AccountTyped, options: TrialOptions): Promise<TriedAccount> {
  const url = checkedUrl(typed);
  checkUser(typed);
  const way = wayTo(url, options);
  const client = clientOf(url, typed, way, options);
  try {
    const seen = await merchantsOf(client, { typed, url, way, options });
    return { url: url.href.replace(/\/+$/, ''), username: typed.username, ...seen };
  } finally {
    await client.close();
  }
}

/** Validates a typed or pasted address; surrounding spaces are ignored. */
function checkedUrl({ url: typed, mode }: AccountTyped): URL {
  // Text copied from a file may begin with a byte order mark.
  const text = typed.replace(/^\uFEFF/, '').trim();
  if (text === '') throw setupRefused('url-missing');
  if (/\s/u.test(text)) throw setupRefused('url-space');
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || !text.includes('://') || url.hostname === '')
    throw setupRefused('url-not-address');
  if (url.username !== '' || url.password !== '') throw setupRefused('url-credentials');
  if (url.search !== '' || url.hash !== '') throw setupRefused('url-query');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) throw setupRefused('url-http', { host: url.host });
  if (mode === 'live' && looksLikeSandbox(url)) throw setupRefused('url-is-sandbox', { host: url.host });
  return url;
}

/** Recognizes a sandbox by its host name; a sandbox with another name is recognized by its processor. */
const looksLikeSandbox = ({ hostname }: URL): boolean => /(?:^|[.-])sandbox(?:[.-]|$)/i.test(hostname);

function checkUser({ username, password }: AccountTyped): void {
  if (username === '') throw setupRefused('user-missing');
  if (/\s/u.test(username)) throw setupRefused('user-space');
  if (username.includes(':')) throw setupRefused('user-colon');
  if (password === '') throw setupRefused('password-missing');
  if (password.length > MAX_PASSWORD) throw setupRefused('password-long');
  if (/\p{Cc}/u.test(password)) throw setupRefused('password-break');
}

function wayTo(url: URL, { dataDir, env, network }: TrialOptions): NetworkChoice {
  try {
    return chooseNetwork(url, { dataDir, env, file: network });
  } catch (error) {
    throw setupRefused('proxy-address', { from: toFailure(error).message.split(':')[0] ?? '' }, error);
  }
}

function clientOf(url: URL, { username, password }: AccountTyped, way: NetworkChoice, options: TrialOptions): Http {
  const { clock, random, log, versionHeader } = options;
  const authorities = (): string[] => {
    try {
      return way.caFile === null ? [] : readAuthorities(way.caFile, clock.now()).map(({ pem }) => pem);
    } catch (error) {
      throw setupRefused('ca-file', {}, error);
    }
  };
  const config = {
    baseUrl: url.href,
    username,
    password,
    authorities: authorities(),
    ...(versionHeader === undefined ? {} : { versionHeader }),
  };
  return new Http({ ...config, ...(way.proxy === null ? {} : { proxy: way.proxy }) }, { clock, random, log });
}

interface Tried {
  readonly typed: AccountTyped;
  readonly url: URL;
  readonly way: NetworkChoice;
  readonly options: TrialOptions;
}

async function merchantsOf(client: Http, tried: Tried): Promise<Pick<TriedAccount, 'merchants' | 'isListed'>> {
  const { typed, url } = tried;
  const { isReadOnly, found, isListed } = await asked(client, tried, () => checkClock(client));
  if (isReadOnly) throw setupRefused('read-only');
  if (found.length === 0 && isListed) throw setupRefused('no-merchant');
  const processors = found.map(({ processor }) => processor);
  const isSandbox = processors.includes(SANDBOX_PROCESSOR);
  if (typed.mode === 'live' && isSandbox) throw setupRefused('sandbox-account');
  const isLive = processors.length > 0 && !isSandbox && !processors.includes(null);
  if (typed.mode === 'sandbox' && isLive && !looksLikeSandbox(url))
    throw setupRefused('url-is-live', { host: url.host });
  const merchants = found
    .map(({ merchant }) => merchant)
    .toSorted((a, b) => likely(b) - likely(a) || a.name.localeCompare(b.name));
  return { merchants, isListed };
}

const likely = ({ isApproved }: SetupMerchant): number => (isApproved === null ? 1 : isApproved ? 2 : 0);

interface Heard {
  readonly isReadOnly: boolean;
  readonly found: { merchant: SetupMerchant; processor: string | null }[];
  /** False if the platform has no merchant list; the merchants are then those of its Devices. */
  readonly isListed: boolean;
}

/** @param onAnswer called after each answer; may throw to stop the trial */
async function asked(client: Http, tried: Tried, onAnswer: () => void): Promise<Heard> {
  const operations = createOperations(client);
  const role = await operations.users.fetch(tried.typed.username, { timeoutMs: TRY_WITHIN_MS });
  const isAnswered = role.kind === 'answered';
  // A user may lack access to its own record, have another name there, or have a name that is not an id.
  if (!isAnswered && !/^API_(?:FORBIDDEN|NOT_FOUND|INVALID)$/.test(role.error.code)) throw faultOf(role, tried);
  onAnswer();
  const isReadOnly = isAnswered && role.value.role === 'ROLE_MERCHANT';
  const found: Heard['found'] = [];
  for await (const page of createMerchants(client).list().pages()) {
    if (page.kind !== 'answered') {
      if (found.length > 0 || !isUnavailable(page) || page.error.code === 'API_FORBIDDEN') throw faultOf(page, tried);
      return { isReadOnly, found: await merchantsOfDevices(client, tried), isListed: false };
    }
    found.push(...page.value.items.map(foundAs));
    if (found.length >= MAX_MERCHANTS) break;
  }
  onAnswer();
  return { isReadOnly, found, isListed: true };
}

const foundAs = ({ id, name, isApproved, processor }: MerchantRecord): Heard['found'][number] => ({
  merchant: { id, name: name ?? id, isApproved },
  processor,
});

/** The specification shows no merchant list, but a list of Devices, each of which belongs to a merchant. */
async function merchantsOfDevices(client: Http, tried: Tried): Promise<Heard['found']> {
  const ids = new Set<string>();
  let pages = 0;
  for await (const page of createDevices(client).list().pages()) {
    if (page.kind !== 'answered') throw faultOf(page, tried);
    for (const { merchant } of page.value.items) if (merchant !== null) ids.add(merchant);
    pages += 1;
    if (ids.size >= MAX_MERCHANTS_READ || pages >= MAX_DEVICE_PAGES) break;
  }
  const merchants = createMerchants(client);
  return Promise.all(
    [...ids].slice(0, MAX_MERCHANTS_READ).map(async (id) => {
      const outcome = await merchants.get(id);
      return foundAs(outcome.kind === 'answered' ? outcome.value : { ...unsaid, id });
    }),
  );
}

const unsaid = { name: null, isApproved: null, processor: null };

/** Facts about an account in use. */
export interface AskedAccount {
  /** Platform's clock minus this computer's, in milliseconds, or null if no answer contained its time. */
  readonly offsetMs: number | null;
  /** Merchants of the account, or null if unreadable. */
  readonly merchants: SetupMerchant[] | null;
  /** False if the platform has no merchant list; a missing merchant is then no evidence. */
  readonly isListed: boolean;
  /** SETUP_ANSWER with the reason why the account cannot take payments, in the setup's words, or null if it can. */
  readonly failure: Failure | null;
}

/** Tries an account in use; returns a failure instead of throwing. Never rejects. */
export async function askAccount(typed: AccountTyped, options: TrialOptions): Promise<AskedAccount> {
  let client: Http | null = null;
  const offset = (): number | null => (client === null || client.platformNow() === null ? null : client.offsetMs());
  try {
    const url = checkedUrl(typed);
    checkUser(typed);
    const way = wayTo(url, options);
    client = clientOf(url, typed, way, options);
    const { isReadOnly, found, isListed } = await asked(client, { typed, url, way, options }, () => undefined);
    const failure = isReadOnly ? toFailure(setupRefused('read-only')) : null;
    return { offsetMs: offset(), merchants: found.map(({ merchant }) => merchant), isListed, failure };
  } catch (error) {
    return { offsetMs: offset(), merchants: null, isListed: true, failure: toFailure(error) };
  } finally {
    await client?.close();
  }
}

/** Failure for a large clock difference, in the setup's words, or null. */
export function clockFailure(offsetMs: number): Failure | null {
  if (Math.abs(offsetMs) <= CLOCK_BOUND_MS) return null;
  return toFailure(setupRefused('clock', { minutes: Math.round(offsetMs / 60_000) }));
}

/** Failure for an unusable merchant, in the setup's words. */
export const merchantFailure = (fault: 'no-merchant' | 'merchant-not-approved', name = ''): Failure =>
  toFailure(setupRefused(fault, { name }));

function checkClock(client: Http): void {
  const offsetMs = client.offsetMs();
  if (Math.abs(offsetMs) > CLOCK_BOUND_MS) throw setupRefused('clock', { minutes: Math.round(offsetMs / 60_000) });
}

type Failed = Exclude<ApiOutcome<unknown>, { kind: 'answered' }>;

const certificateFaults: Readonly<Record<string, SetupFault>> = {
  expired: 'certificate-expired',
  'not-yet-valid': 'certificate-early',
  'wrong-host': 'certificate-host',
  'self-signed': 'certificate-unknown',
  'unknown-authority': 'certificate-unknown',
  revoked: 'certificate-revoked',
};

const systemFaults: Readonly<Record<string, SetupFault>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_NODATA: 'dns',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ECONNRESET: 'not-tls',
  EPROTO: 'not-tls',
  ETIMEDOUT: 'slow',
  UND_ERR_CONNECT_TIMEOUT: 'slow',
  timeout: 'slow',
  UND_ERR_PRX_TLS: 'proxy',
};

const answerFaults: Partial<Record<Failure['code'], SetupFault>> = {
  API_UNAUTHORIZED: 'wrong-password',
  API_FORBIDDEN: 'forbidden',
  API_RATE_LIMITED: 'too-often',
  API_SERVER: 'server-trouble',
  API_TIMEOUT: 'slow',
};

function faultOf(outcome: Failed, { typed, url, way }: Tried): Error {
  const { code, context = {} } = outcome.error;
  const proxy = way.proxy === null ? null : proxyHost(way.proxy);
  const faultContext: FaultContext = { host: url.host, mode: typed.mode, ...(proxy === null ? {} : { proxy }) };
  const refused = (fault: SetupFault, more: FaultContext = {}): Error =>
    setupRefused(fault, { ...faultContext, ...more }, outcome.error);
  const status = Number(context['status'] ?? 0);
  if (context['proxyStatus'] !== undefined) return refused(context['proxyStatus'] === 407 ? 'proxy-login' : 'proxy');
  const certificate = certificateFaults[String(context['certificate'])];
  if (certificate) return refused(certificate);
  const known = answerFaults[code];
  if (known) return refused(known);
  if (code === 'API_UNREACHABLE') return refused(unreachable(context, proxy !== null), {});
  if (status >= 300 && status < 400) return refused('redirected');
  if (url.pathname.replace(/\/+$/, '') !== '') return refused('url-path', { path: url.pathname });
  return refused('not-platform');
}

/** If a proxy is configured, the unreachable host is the proxy. */
function unreachable(context: FaultContext, hasProxy: boolean): SetupFault {
  const reason = String(context['reason']);
  if (hasProxy) return 'proxy';
  if (reason.startsWith('ERR_SSL')) return 'not-tls';
  return systemFaults[reason] ?? 'unreachable';
}

/**
 * Enabled Devices of a merchant of this account.
 * @throws SETUP_ANSWER, like `tryAccount`
 */
export async function devicesOf(
  account: { url: string; username: string; password: string; merchant: string },
  options: TrialOptions,
): Promise<{ serialNumber: string; name: string | null }[]> {
  const typed: AccountTyped = { mode: 'sandbox', ...account };
  const url = new URL(account.url);
  const way = wayTo(url, options);
  const client = clientOf(url, typed, way, options);
  try {
    const found: { serialNumber: string; name: string | null }[] = [];
    const listed = createDevices(client).list({ merchant_id: account.merchant });
    for await (const page of listed.pages()) {
      if (page.kind !== 'answered') throw faultOf(page, { typed, url, way, options });
      for (const { serialNumber, name, merchant, isEnabled } of page.value.items)
        if (serialNumber !== null && merchant === account.merchant && isEnabled !== false)
          found.push({ serialNumber, name });
    }
    return found;
  } finally {
    await client.close();
  }
}
