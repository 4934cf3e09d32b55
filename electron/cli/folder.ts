/**
 * Data folder of a command: uses the running Tillbridge of that folder if there is one (it holds the journal),
 * otherwise a host started here over the same journal, with the platform from the flags, the settings or training mode.
 */
import { dirname } from 'node:path';
import { type Person } from '../domain/index.ts';
import { TillError } from '../contract/index.ts';
import { composeHost, type HostConfig } from '../host/index.ts';
import {
  configuredTerminal,
  ensureDataDir,
  openableJournalOf,
  peopleOf,
  migrateTraining,
  readSettings,
  recordsDirOf,
} from '../config/index.ts';
import { ownVersion } from '../starter/index.ts';
import { startSandbox } from '../sandbox/index.ts';
import type { Cli } from './cli.ts';
import { commandLineTill, closing, connectShared, type Connection } from './connection.ts';
import { platformFromFlags } from './platform.ts';
import { secretsOf } from './secrets-of.ts';

export interface FolderFlags {
  platform?: string;
  data?: string;
}

/** Combined settings of a folder and the flags. */
export interface Folder {
  dataDir: string;
  /** Folder of the journal. */
  recordsDir: string;
  mode: 'training' | 'live';
  /** In training mode, the sandbox of this folder, started here. */
  platform: HostConfig['platform'];
  /** Terminals from the settings; empty in training mode. */
  terminals: HostConfig['terminals'];
  people: Person[];
  till: HostConfig['till'];
  receipts: HostConfig['receipts'];
  /** Must be called at the end. */
  close(): Promise<void>;
}

/**
 * Reads the till from a folder's settings; creates and opens nothing.
 * @throws TillError CFG_INVALID
 */
export async function readTill(cli: Cli, { data, platform }: FolderFlags): Promise<HostConfig['till']> {
  const flags = platform === undefined ? {} : { flags: { platform } };
  // The till's settings are needed whether or not a password is available; the payment itself asks for it.
  const secrets = { passwords: async () => ({ password: '-' }) };
  return (await readSettings({ dataDir: cli.dataDir(data), env: cli.io.env, secrets, ...flags })).till;
}

/**
 * Opens a folder with its settings.
 * @throws CFG_INVALID when flags or settings are invalid
 */
export async function openFolder(cli: Cli, flags: FolderFlags): Promise<Folder> {
  const dataDir = ensureDataDir(cli.dataDir(flags.data));
  migrateTraining(dataDir);
  const named = flags.platform === undefined ? null : platformFromFlags(cli, flags.platform);
  const settings = await readSettings({
    dataDir,
    env: cli.io.env,
    secrets: secretsOf(cli, dataDir),
    ...(flags.platform === undefined ? {} : { flags: { platform: flags.platform } }),
  });
  const { mode, till, receipts } = settings;
  const terminals = mode === 'live' ? settings.terminals.map(configuredTerminal) : [];
  const recordsDir = recordsDirOf(dataDir, mode);
  const more = { dataDir, recordsDir, mode, till, terminals, people: peopleOf(settings), receipts };
  const platform = settings.platform && named ? { ...settings.platform, merchant: named.merchant } : settings.platform;
  if (platform) return { ...more, platform, close: async () => undefined };
  const sandbox = await startSandbox({ dataDir: recordsDir });
  const { url, username, password, merchant } = sandbox;
  return { ...more, platform: { url, username, password, merchant }, close: () => sandbox.close() };
}

/**
 * Runs a task on the payments of a folder. A host started here resumes unfinished payments at its start.
 * @param isOffline the platform is not needed; a host started here sends it no requests then
 */
export async function withFolder<Done>(
  cli: Cli,
  flags: FolderFlags,
  task: (to: Connection) => Promise<Done>,
  isOffline = false,
): Promise<Done> {
  return closing(await connectFolder(cli, flags, isOffline), task);
}

export const dataDirInUse = () =>
  new TillError('JRNL_IN_USE', 'Tillbridge runs with this data folder and has its own platform: leave --platform out.');

async function connectFolder(cli: Cli, flags: FolderFlags, isOffline: boolean): Promise<Connection> {
  const dataDir = cli.dataDir(flags.data);
  const shared = await connectShared(dataDir);
  if (shared) {
    if (flags.platform === undefined) return shared;
    await shared.close();
    throw dataDirInUse();
  }
  const folder = isOffline ? null : await openFolder(cli, flags);
  try {
    const ownDir = folder?.dataDir ?? ensureDataDir(dataDir);
    const host = await composeHost({
      dataDir: ownDir,
      // The command may ask about payments taken with --platform, in a folder whose settings name no platform.
      recordsDir: folder?.mode === 'live' ? folder.recordsDir : dirname(openableJournalOf(ownDir)),
      mode: folder?.mode ?? 'training',
      isKiosk: false,
      version: ownVersion(),
      till: folder?.till ?? commandLineTill,
      platform: folder?.platform ?? null,
      terminals: [],
      people: folder?.people ?? [],
      ...(folder?.receipts ? { receipts: folder.receipts } : {}),
      ...(folder ? { settingsNoted: 'command' as const } : {}),
      practice: null,
      localSocket: false,
    });
    return {
      client: host.client,
      isShared: false,
      close: async () => {
        await host.close();
        await folder?.close();
      },
    };
  } catch (error) {
    await folder?.close();
    throw error;
  }
}
