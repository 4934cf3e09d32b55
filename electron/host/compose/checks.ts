/** Composes the checks of a running till and of a stopped till. */
import type { Discovered } from '../../contract/index.ts';
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
} from '../../config/index.ts';
import { Checks, probe, type InForce } from '../checks/index.ts';
import { Printer, type ReceiptService } from '../receipts/index.ts';
import type { PasswordService } from '../settings/index.ts';
import { discoverTerminals, type TerminalManager } from '../terminals/index.ts';
import { silentLogger } from '../log/index.ts';
import { systemClock } from '../../domain/index.ts';
import { random } from '../time/index.ts';
import type { Base } from './base.ts';
import { portRulesOf } from './terminals.ts';

const inForceOf = (
  config: Pick<HostConfig, 'mode' | 'platform' | 'terminals' | 'people' | 'managers' | 'receipts'>,
): InForce => ({
  mode: config.mode,
  platform: config.platform,
  terminals: config.terminals,
  people: peopleOf(config),
  printer: config.receipts?.printer ?? null,
});

interface Running {
  readonly terminals: TerminalManager;
  readonly receipts: ReceiptService;
  readonly passwords: PasswordService;
  readonly pollDevices: () => Promise<void>;
  readonly env: SettingsSource['env'];
}

/** Checks of this running host: they use its state and printer, and never probe the ports of its terminals. */
export function composeChecks(
  { config, clock, hub, logger }: Base,
  { terminals, receipts, passwords, pollDevices, env }: Running,
): Checks {
  return new Checks({
    dataDir: config.dataDir,
    env,
    version: config.version,
    clock,
    random,
    log: logger('checks'),
    // The settings are read again, so that a fault that would stop the next start is found too.
    inForce: async () => {
      if (config.mode === 'training' || !config.platform) return inForceOf(config);
      await readSettings({ dataDir: config.dataDir, env, secrets: { passwords: async () => ({ password: '-' }) } });
      const password = (await passwords.of(config.platform)) ?? config.platform.password;
      return inForceOf({ ...config, platform: { ...config.platform, password } });
    },
    running: () => hub.state(),
    pollDevices,
    discover: () => terminals.discover(),
    probe: (address) => terminals.probe(address),
    // A host run by a command has no password store.
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

/** Checks of a data folder that no till runs with. */
export function checksOf(source: SettingsSource & { secrets: SecretKeeper; version: string }): Checks {
  const { dataDir, env, version, secrets } = source;
  /** Probes by address, because several checks ask about the same terminal. */
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
    pollDevices: async () => undefined,
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
