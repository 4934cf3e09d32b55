/**
 * Serves the contract over WebSocket on a local socket in the data folder, or on a named pipe on Windows. The browser
 * shell relays its browsers here, and the command line connects here. Only the till's own user may open the socket, and
 * each client proves that it has the socket's secret.
 *
 * A named pipe has no folder to protect it. Its name is random, new at each start, and written only to host.json, which
 * only the till's user can read. libuv creates pipes with Windows' default access list (uv_pipe_bind2, no attributes;
 * Node's `readableAll` and `writableAll` stay off): full access for this user, administrators and the system; read
 * access for all others. Pipe names can be listed, but a process that opens the pipe, or reuses the name of an ended
 * host, lacks the secret that both ends prove to each other (starter/local-socket-proof.ts).
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { WebSocketServer } from 'ws';
import { TillError, type Scope } from '../../contract/index.ts';
import {
  answerChallenge,
  localAddressText,
  newLocalAddress,
  readLocalAddress,
  type HostFile,
} from '../../starter/index.ts';
import { scopeAt, scopeOfPath } from './access.ts';
import { type ConnectionContext, serveSocket, socketHandler, TRY_AGAIN_LATER } from './carriers.ts';
import type { HostRouter } from './router.ts';
import { replaceFile } from '../../config/files/index.ts';

// A static import would also make Node load its fetch and WebSocket: 30 ms of each start for unused code.
const { createServer } = process.getBuiltinModule('node:http');

export interface LocalSocket {
  /** Address in the form of `localAddressText`. */
  address: string;
  close(): Promise<void>;
}

/**
 * Maximum bytes of a socket path (the system's limit is 107). A longer data folder gets its socket in a separate
 * folder.
 */
const MAX_SOCKET_PATH = 100;
/** Maximum message size; commands are far smaller. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** Maximum connections per scope, so that displays cannot use up the places of till windows. */
export const PLACES: Record<Scope, number> = { till: 32, kiosk: 8, display: 16, technician: 8, command: 16, api: 16 };
const NO_SUCH_PLACE = 1008;

export interface LocalSocketOptions {
  dataDir: string;
  isKiosk: boolean;
  /** Program version. */
  version: string;
  /** Creates the context of a new connection. */
  contextFor: (scope: Scope) => ConnectionContext;
}

/**
 * Starts listening and writes DATA/host.json.
 * @throws LINK_BUSY when the socket cannot be opened, such as when another host listens on it
 */
export async function openLocalSocket(
  router: HostRouter,
  { dataDir, isKiosk, version, contextFor }: LocalSocketOptions,
): Promise<LocalSocket> {
  const hostFile = join(dataDir, 'host.json');
  // The host already holds the journal's lock, so an existing socket file belongs to a host that has ended.
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
    // Windows never ping, and pongs would escape the pace limit.
    autoPong: false,
    verifyClient: ({ req }: { req: IncomingMessage }) => answerChallenge(req.headers, address) !== null,
  });
  sockets.on('headers', (lines, request) => lines.push(answerChallenge(request.headers, address) ?? ''));
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
    // Atomic write: a concurrent command line must not read a partial file.
    const half = `${hostFile}.${process.pid}`;
    writeFileSync(half, `${JSON.stringify(file)}\n`, { mode: 0o600 });
    replaceFile(half, hostFile);
  } catch {
    // On a full disk the command line cannot find this host; the screens explain why no charge starts.
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

/**
 * Socket path that other users cannot guess or create first: a random pipe name, or a file in a folder of this user.
 */
function socketPath(dataDir: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\tillbridge-${randomBytes(16).toString('hex')}`;
  const path = join(dataDir, 'host.sock');
  // The system counts bytes, and a home folder's name may have multi-byte characters.
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH
    ? path
    : join(mkdtempSync(join(placeForSockets(), FOLDER)), 'host.sock');
}

const FOLDER = 'tillbridge-';

/** The user's runtime folder if the system has one; otherwise the temporary folder. */
function placeForSockets(): string {
  const own = process.env['XDG_RUNTIME_DIR'] ?? '';
  const found = own.startsWith('/') && own.length < 60 ? statSync(own, { throwIfNoEntry: false }) : undefined;
  const isOwn = found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
  return isOwn ? own : tmpdir();
}

/** Removes the socket and the folder that an ended host left behind. */
function clearSocketOf(hostFile: string, dataDir: string): void {
  rmSync(join(dataDir, 'host.sock'), { force: true });
  try {
    const { path: socket } = readLocalAddress((JSON.parse(readFileSync(hostFile, 'utf8')) as HostFile).socket);
    if (!dirname(socket).includes(FOLDER) || !socket.endsWith('/host.sock')) return;
    rmSync(socket, { force: true });
    removeFolderOf(socket, dataDir);
  } catch {
    // The socket is already deleted.
  }
}

function removeFolderOf(socket: string, dataDir: string): void {
  if (process.platform === 'win32' || dirname(socket) === dataDir) return;
  try {
    // `rmdir` fails unless the folder is empty.
    rmdirSync(dirname(socket));
  } catch {
    // The temporary folder was already cleaned.
  }
}
