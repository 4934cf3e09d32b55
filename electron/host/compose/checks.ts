/** The checks over a till that runs, and over one that is stopped. */
import { setTimeout as pause } from 'node:timers/promises';
import { TillError, toFailure, type Discovered, type Failure } from '../../contract/index.ts';
import {
  accountIn,
  configuredTerminal,
  defaultReceiptSettings,
  peopleOf,
  readSettings,
  SettingsFile,
  type SecretKeeper,
  type HostConfig,
  type SettingsSource,
} from '../../starter/index.ts';
import { askKnown, Checks, type InForce } from '../checks/index.ts';
import { Printer, type ReceiptService } from '../receipts/index.ts';
import type { PasswordDesk } from '../settings/index.ts';
import { discoverTerminals, type TerminalManager } from '../terminals/index.ts';
import { silentLogger } from '../log/index.ts';
import { random, systemClock } from '../time/index.ts';
import type { Base } from './base.ts';
import { portRulesOf } from './terminals.ts';

const inForceOf = (
  config: Pick<HostConfig, 'mode' | 'platform' | 'terminals' | 'people' | 'managers' | 'receipts'>,
): InForce => ({
  // oxfmt-ignore
  mode: config.mode,
  platform: config.platform,
  terminals: config.terminals,
  people: peopleOf(config),
  printer: config.receipts?.printer ?? null,
});

interface Running {
  readonly terminals: TerminalManager;
  readonly receipts: ReceiptService;
  readonly passwords: PasswordDesk;
  readonly env: SettingsSource['env'];
}

/** Of the till that this host is: its own state, its own printer, and no port of its terminals. */
export function composeChecks(
  { config, clock, hub, logger }: Base,
  { terminals, receipts, passwords, env }: Running,
): Checks {
  return new Checks({
    dataDir: config.dataDir,
    env,
    version: config.version,
    clock,
    random,
    log: logger('checks'),
    // What a next start would trip over counts as well as what is in force.
    inForce: async () => {
      if (config.mode === 'training' || !config.platform) return inForceOf(config);
      await readSettings({ dataDir: config.dataDir, env, secrets: { passwords: async () => ({ password: '-' }) } });
      const password = (await passwords.of(config.platform)) ?? config.platform.password;
      return inForceOf({ ...config, platform: { ...config.platform, password } });
    },
    running: () => hub.state(),
    discover: () => terminals.discover(),
    probe: (address) => terminals.probe(address),
    // A host that a command runs was started without a place for passwords.
    secrets: async () => {
      try {
        return await passwords.where();
      } catch {
        return null;
      }
    },
    printer: () => receipts.printerHealth(),
  });
}

/** As the setup has it. */
const PROBE_WITHIN_MS = 8_000;
const PROBE_AGAIN_MS = 500;

/** Of a data folder that no till runs with. */
export function checksOf(source: SettingsSource & { secrets: SecretKeeper; version: string }): Checks {
  const { dataDir, env, version, secrets } = source;
  /** Several checks ask about one terminal: it is asked once. */
  const probed = new Map<string, Promise<Discovered | null>>();
  let settings: ReturnType<typeof readSettings> | null = null;
  const inForce = async (): Promise<InForce> => {
    settings ??= readSettings(source);
    const read = await settings;
    return inForceOf({ ...read, terminals: read.terminals.map(configuredTerminal) });
  };
  return new Checks({
    dataDir,
    env,
    version,
    clock: systemClock,
    random,
    log: silentLogger,
    inForce,
    running: null,
    discover: async () => discoverTerminals({ notAsked: portRulesOf(dataDir) }),
    probe: (address) => {
      const asked = probed.get(address) ?? probe(address);
      probed.set(address, asked);
      return asked;
    },
    secrets: async () => secrets.view(accountIn(new SettingsFile(dataDir), env)),
    printer: async () => {
      const { receipts = defaultReceiptSettings } = await (settings ??= readSettings(source));
      if (receipts.printer === null) return null;
      const { printer: address, language } = receipts;
      const printer = new Printer({ address, now: () => systemClock.now(), isEscPos: language === 'esc-pos' });
      const health = await printer.health();
      await printer.close();
      return health;
    },
  });
}

/** What the platform says of a password before it is kept. */
export type PasswordTrial =
  /** `failure`: why no payment can be taken with this account all the same. */
  | { readonly kind: 'taken'; readonly failure: Failure | null }
  | { readonly kind: 'refused' | 'unknown'; readonly failure: Failure }
  /** Nobody is there to ask: the settings name no account that is in force, or cannot be read (`failure`). */
  | { readonly kind: 'untried'; readonly failure: Failure | null };

/**
 * Tries a password with the account of the settings: harmless GETs, nothing is kept.
 * @throws TillError SETUP_ANSWER: it can be no password
 */
export async function tryPassword(
  { dataDir, env }: Pick<SettingsSource, 'dataDir' | 'env'>,
  password: string,
): Promise<PasswordTrial> {
  const secrets = { passwords: async () => ({ password }) };
  const { TILLBRIDGE_PASSWORD: _other, TILLBRIDGE_FORMER_PASSWORD: _before, ...own } = env;
  const settings = await readSettings({ dataDir, env: own, secrets }).catch((error: unknown) => toFailure(error));
  if ('code' in settings) return { kind: 'untried', failure: settings };
  const { platform } = settings;
  if (!platform) return { kind: 'untried', failure: null };
  const { failure, merchants } = await askKnown({ ...platform, password }, { dataDir, clock: systemClock, random, log: silentLogger }); // oxfmt-ignore
  const fault = String(failure?.context?.['fault']);
  if (failure && fault.startsWith('password-'))
    throw new TillError(failure.code, failure.message, { context: { fault } });
  // Who may look at nothing was let in all the same.
  if (!failure || merchants !== null || fault === 'forbidden') return { kind: 'taken', failure };
  return { kind: fault === 'wrong-password' ? 'refused' : 'unknown', failure };
}

/**
 * Asked again once where it may only have been too early: what takes one connection at a time still has that of the till that
 * was stopped a moment ago, and a computer that is busy hears nothing in time.
 */
async function probe(address: string): Promise<Discovered | null> {
  const found = await probeOnce(address);
  const code = found?.failure?.code;
  if (code !== 'LINK_LOST' && code !== 'LINK_TIMEOUT' && code !== 'TERM_SILENT') return found;
  await pause(PROBE_AGAIN_MS);
  return probeOnce(address);
}

async function probeOnce(address: string): Promise<Discovered | null> {
  const limits = { perPortMs: PROBE_WITHIN_MS, totalMs: PROBE_WITHIN_MS };
  const [found] = await discoverTerminals({ list: () => Promise.resolve([]), also: [address], ...limits });
  return found ?? null;
}
