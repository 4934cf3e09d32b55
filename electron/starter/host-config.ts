/** The configuration that a host gets first. */
import {
  PRACTICE_TERMINAL_ID,
  type HostConfig,
  recordsDirOf,
  configuredTerminal,
  passedOn,
  type Settings,
} from '../config/index.ts';
import type { SandboxLine, SimulatorLine } from './protocol.ts';

export interface StackOptions {
  /** Path of an existing private folder, see ensureDataDir. */
  readonly dataDir: string;
  readonly version: string;
  readonly isKiosk: boolean;
  readonly settings: Settings;
  /** See HostConfig.localSocket. */
  readonly localSocket: boolean;
}

/** Builds the host's configuration. Pure. */
export function hostConfig(
  options: StackOptions,
  sandbox: SandboxLine | null,
  simulator: SimulatorLine | null,
): HostConfig {
  const { settings } = options;
  return {
    dataDir: options.dataDir,
    recordsDir: recordsDirOf(options.dataDir, settings.mode),
    mode: settings.mode,
    isKiosk: options.isKiosk,
    version: options.version,
    // A tip after the payment is added to a held amount, so that it needs tabs.
    till: {
      ...settings.till,
      tabs:
        settings.till.tabs ??
        (!options.isKiosk && (settings.mode === 'training' || settings.till.tips?.when === 'after')),
    },
    platform: sandbox
      ? { url: sandbox.url, username: sandbox.username, password: sandbox.password, merchant: sandbox.merchant }
      : settings.platform,
    terminals: [
      ...(simulator ? [{ address: simulator.address, isPractice: true }] : []),
      ...settings.terminals.map(configuredTerminal),
    ],
    practice: simulator?.control ? { control: simulator.control, terminalId: PRACTICE_TERMINAL_ID } : null,
    ...passedOn(settings),
    settingsNoted: 'all',
    ...(settings.held?.length ? { held: [...settings.held] } : {}),
    ...(settings.supervision
      ? {
          supervision: { ...settings.supervision, adopts: settings.mode === 'live' && settings.terminals.length === 0 },
        }
      : {}),
    localSocket: options.localSocket,
  };
}
