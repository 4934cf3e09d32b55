/**
 * The contract over WebSocket on a local socket in the data folder (a named pipe on Windows). The browser shell relays its
 * browsers here, the command line talks to it. Only its own user may open the socket, and who does shows that it knows its secret.
 *
 * A named pipe lies in no folder. Its name is new with each start, unguessable, and stands in host.json alone, which the folder
 * keeps for its user. libuv gives a pipe Windows' default list (uv_pipe_bind2, no attributes; Node's `readableAll` and `writableAll`
 * stay off): this user, administrators and the system in full, everybody else to read. Names of pipes can be listed; who opens one, or
 * takes the name of a host that is gone, does not know the secret that both ends show each other (starter/local-socket-proof.ts).
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { WebSocketServer } from 'ws';
import { TillError, type Scope } from '../../contract/index.ts';
import {
  answerKnock,
  localAddressText,
  newLocalAddress,
  readLocalAddress,
  type HostFile,
} from '../../starter/index.ts';
import { scopeAt, scopeOfPath } from './access.ts';
import { serveSocket, socketHandler, type ConnectionContext } from './carriers.ts';
import type { HostRouter } from './router.ts';
import { renameOver } from '../../config/files/index.ts';

// An import of it would make Node load its fetch and its WebSocket too: 30 ms of each start, for nothing that we use.
const { createServer } = process.getBuiltinModule('node:http');

export interface LocalSocket {
  /** As `localAddressText` has it. */
  address: string;
  close(): Promise<void>;
}

/** Unix socket paths end at 107 bytes; longer data folders get a socket in a folder of their own elsewhere. */
const MAX_SOCKET_PATH = 100;
/** A command is small; anything near this is not one. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** Connections kept open for each scope: however many displays there are, a till's window still finds a place. */
export const PLACES: Record<Scope, number> = { till: 32, kiosk: 8, display: 16, technician: 8, command: 16, api: 16 };
const TRY_AGAIN_LATER = 1013;
const NO_SUCH_PLACE = 1008;

export interface LocalSocketOptions {
  dataDir: string;
  isKiosk: boolean;
  /** Of this program. */
  version: string;
  /** What the procedures of a new connection are given. */
  contextFor: (scope: Scope) => ConnectionContext;
}

/** Starts listening and writes DATA/host.json. Throws LINK_BUSY where another host listens. */
export async function openLocalSocket(
  router: HostRouter,
  { dataDir, isKiosk, version, contextFor }: LocalSocketOptions,
): Promise<LocalSocket> {
  const hostFile = join(dataDir, 'host.json');
  // The journal's lock was taken before: a socket file that is still here is of a dead host.
  if (process.platform !== 'win32') clearSocketOf(hostFile, dataDir);
  const path = socketPath(dataDir);
  const address = newLocalAddress(path);
  const handlers = new Map<Scope, ReturnType<typeof socketHandler>>();
  const taken = new Map<Scope, number>();
  const http = createServer((_, response) => response.writeHead(426).end());
  const sockets = new WebSocketServer({
    server: http,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    // No window pings; each pong would be work that its pace does not count.
    autoPong: false,
    verifyClient: ({ req }: { req: IncomingMessage }) => answerKnock(req.headers, address) !== null,
  });
  sockets.on('headers', (lines, request) => lines.push(answerKnock(request.headers, address) ?? ''));
  sockets.on('connection', (socket, request) => {
    socket.on('error', () => socket.terminate());
    const asked = scopeOfPath(request.url);
    if (asked === null) return socket.close(NO_SUCH_PLACE);
    const scope = scopeAt(asked, { isKiosk });
    const open = taken.get(scope) ?? 0;
    if (open >= PLACES[scope]) return socket.close(TRY_AGAIN_LATER);
    taken.set(scope, open + 1);
    socket.once('close', () => taken.set(scope, (taken.get(scope) ?? 1) - 1));
    const handler = handlers.get(scope) ?? socketHandler(router, scope);
    handlers.set(scope, handler);
    serveSocket(socket, handler, contextFor(scope));
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', (cause) => {
      reject(new TillError('LINK_BUSY', 'The local socket could not be opened.', { context: { path }, cause }));
    });
    http.listen(path, resolve);
  });
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  const file: HostFile = {
    pid: process.pid,
    socket: localAddressText(address),
    version,
    program: process.execPath,
  };
  try {
    // Whole or not at all: a command line that looks just now reads no half of it.
    const half = `${hostFile}.${process.pid}`;
    writeFileSync(half, `${JSON.stringify(file)}\n`, { mode: 0o600 });
    renameOver(half, hostFile);
  } catch {
    // A full disk: the command line does not find this host then, and the screens say why nothing is charged.
  }

  return {
    address: file.socket,
    async close() {
      rmSync(hostFile, { force: true });
      for (const socket of sockets.clients) socket.close(1001);
      const closed = new Promise<void>((resolve) => sockets.close(() => http.close(() => resolve())));
      const hardStop = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate();
        http.closeAllConnections();
      }, 300);
      await closed;
      clearTimeout(hardStop);
      removeFolderOf(path, dataDir);
    },
  };
}

/** Never a name that another user can guess and take first: random, or in a folder for this user alone; named in host.json. */
function socketPath(dataDir: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\tillbridge-${randomBytes(16).toString('hex')}`;
  const path = join(dataDir, 'host.sock');
  // The system counts bytes: a home folder may have other letters than these.
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH
    ? path
    : join(mkdtempSync(join(placeForSockets(), FOLDER)), 'host.sock');
}

const FOLDER = 'tillbridge-';

/** The user's own folder for such things, where the system has one. */
function placeForSockets(): string {
  const own = process.env['XDG_RUNTIME_DIR'] ?? '';
  const found = own.startsWith('/') && own.length < 60 ? statSync(own, { throwIfNoEntry: false }) : undefined;
  const isOwn = found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
  return isOwn ? own : tmpdir();
}

/** What a host that died has left: its socket, and the folder that was made for it. */
function clearSocketOf(hostFile: string, dataDir: string): void {
  rmSync(join(dataDir, 'host.sock'), { force: true });
  try {
    const { path: socket } = readLocalAddress((JSON.parse(readFileSync(hostFile, 'utf8')) as HostFile).socket);
    if (!dirname(socket).includes(FOLDER) || !socket.endsWith('/host.sock')) return;
    rmSync(socket, { force: true });
    removeFolderOf(socket, dataDir);
  } catch {
    // There was none, or it is gone already.
  }
}

function removeFolderOf(socket: string, dataDir: string): void {
  if (process.platform === 'win32' || dirname(socket) === dataDir) return;
  try {
    // Only where it is empty.
    rmdirSync(dirname(socket));
  } catch {
    // Somebody has cleared the temporary folder.
  }
}
