/**
 * Connection of device commands: to the running Tillbridge of the data folder if there is one (its host owns the cable
 * and holds the running payment), otherwise to a host started for the duration of the command.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { WebSocket } from 'ws';
import { maskCardNumbers } from '../domain/index.ts';
import { TillError } from '../contract/index.ts';
import { composeHost, openJournal, type HostClient, type HostConfig } from '../host/index.ts';
import { openableJournalOf, readPeople, settingsFileSchema } from '../config/index.ts';
import { isProcessAlive, provenConnection, readHostFile, ownVersion } from '../starter/index.ts';
import type { Cli } from './cli.ts';
import { platformFromFlags } from './platform.ts';

export interface ConnectionFlags {
  platform?: string;
  terminal?: string;
  data?: string;
  /** Name of the operator, for commands that need one. */
  operator?: string;
}

export interface Connection {
  client: HostClient;
  /** True when the running Tillbridge answers, false for a host started here. */
  isShared: boolean;
  close: () => Promise<void>;
}

/** Runs a task and always closes the connection. */
export async function closing<Done>(connection: Connection, task: (to: Connection) => Promise<Done>): Promise<Done> {
  try {
    return await task(connection);
  } finally {
    await connection.close();
  }
}

/** Till settings of a host that the command line runs for itself: the defaults, with another name. */
export const commandLineTill: HostConfig['till'] = {
  ...settingsFileSchema.parse({}).till,
  name: 'Command line',
  shop: 'Tillbridge',
};

const TERMINAL_WITHIN_MS = 15_000;
/** Time for opening the socket. A running host opens at once; a hung host counts as absent. */
const OPEN_WITHIN_MS = 3_000;

/**
 * Connects to the running host, or to a host started here.
 * @throws IPC_DISCONNECTED when the host is stopped and the platform flag is missing
 * @throws CFG_INVALID when the flags or credentials are invalid
 */
export async function connect(cli: Cli, flags: ConnectionFlags): Promise<Connection> {
  if (flags.platform === undefined && flags.terminal === undefined) {
    const shared = await connectShared(cli.dataDir(flags.data));
    if (shared) return shared;
    throw new TillError(
      'IPC_DISCONNECTED',
      'Tillbridge is not running with this data folder. Start it, or name a platform with --platform URL.',
    );
  }
  return connectOwn(cli, flags);
}

/** Connects to the running host of a data folder. Returns null if there is none. */
export async function connectShared(dataDir: string): Promise<Connection | null> {
  const file = readHostFile(dataDir);
  // On Windows a pipe's name is in no folder: another program that saw the name while the host ran may have taken it.
  if (!file || (process.platform === 'win32' && !isProcessAlive(file.pid))) return null;
  // `ws+unix:` would split a path at a space.
  const knock = provenConnection(file.socket);
  const socket = new WebSocket('ws://localhost/command', {
    ...knock.options,
    handshakeTimeout: OPEN_WITHIN_MS,
  });
  knock.watch(socket);
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  if (!isOpen) return null;
  // ws implements the browser's interface; only its types differ in the details of addEventListener.
  const client: HostClient = createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }));
  return {
    client,
    isShared: true,
    close: async () => {
      if (socket.readyState === WebSocket.CLOSED) return; // the till has stopped
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      socket.close();
      const hard = setTimeout(() => socket.terminate(), 500);
      await closed;
      clearTimeout(hard);
    },
  };
}

/** Runs a task with the running host of a data folder, or with null if there is none. */
export async function withShared<Done>(
  dataDir: string,
  task: (client: HostClient | null) => Promise<Done>,
): Promise<Done> {
  const shared = await connectShared(dataDir);
  return shared ? closing(shared, ({ client }) => task(client)) : task(null);
}

/**
 * Starts a host in a temporary folder, which is deleted afterwards; this host accepts no payments. If people have PINs,
 * their acts and wrong PINs are recorded in the till's own journal.
 * @throws JRNL_IN_USE while that till is running
 */
async function connectOwn(cli: Cli, flags: ConnectionFlags): Promise<Connection> {
  const tillDir = cli.dataDir(flags.data);
  const people = readPeople(tillDir);
  const isAsked = flags.operator !== undefined && people.some(({ pin }) => pin !== undefined);
  const auditJournal = isAsked ? openJournal({ path: openableJournalOf(tillDir), clean: maskCardNumbers }) : null;
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-cli-'));
  const remove = (): void => {
    auditJournal?.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const config: HostConfig = {
      dataDir,
      mode: 'live',
      isKiosk: false,
      version: ownVersion(),
      till: commandLineTill,
      platform: flags.platform === undefined ? null : platformFromFlags(cli, flags.platform),
      terminals: flags.terminal === undefined ? [] : [{ address: flags.terminal, isPractice: false }],
      people,
      practice: null,
      localSocket: false,
    };
    const host = await composeHost(config, auditJournal ? { auditJournal } : {});
    if (flags.terminal !== undefined) await host.waitForTerminal(TERMINAL_WITHIN_MS);
    return {
      client: host.client,
      isShared: false,
      close: async () => {
        await host.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
