/** Sockets, ptys and processes for these tests; `closeAll` closes everything that was opened. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestHost } from './host-side.ts';
import { until } from '../../../waiting.ts';

const closers: (() => Promise<void> | void)[] = [];

export function onCleanup(close: () => Promise<void> | void): void {
  closers.push(close);
}

export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

export interface TcpHost {
  host: TestHost;
  socket: Socket;
  readonly isClosed: boolean;
}

/** Connects a host to a terminal's TCP address, `tcp:HOST:PORT`. */
export async function connectHost(address: string): Promise<TcpHost> {
  const port = Number(address.split(':').at(-1));
  const socket = connect({ port, host: '127.0.0.1' });
  let isClosed = false;
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  const host = new TestHost((bytes) => void socket.write(bytes));
  socket.on('data', (chunk) => host.hear(chunk));
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
  });
  socket.on('end', () => socket.end());
  onCleanup(() => void socket.destroy());
  return {
    host,
    socket,
    get isClosed() {
      return isClosed;
    },
  };
}

export interface ControlClient {
  states: { display: string[]; can: string[]; isPluggedIn: boolean; chosenCard: string; cards: unknown[] }[];
  refusals: string[];
  readonly text: string;
  readonly isClosed: boolean;
  send(command: unknown): void;
  sendLine(line: string): void;
}

/** Connects a client to a control port, `HOST:PORT`. */
export async function connectControl(address: string): Promise<ControlClient> {
  const socket = connect({ port: Number(address.split(':').at(-1)), host: '127.0.0.1' });
  socket.setEncoding('utf8');
  let text = '';
  let rest = '';
  let isClosed = false;
  const client: ControlClient = {
    states: [],
    refusals: [],
    get text() {
      return text;
    },
    get isClosed() {
      return isClosed;
    },
    send: (command) => void socket.write(`${JSON.stringify(command)}\n`),
    sendLine: (line) => void socket.write(line),
  };
  socket.on('data', (chunk: string) => {
    text += chunk;
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const said = JSON.parse(line);
      if (said.type === 'state') client.states.push(said);
      else client.refusals.push(said.reason);
    }
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
  });
  onCleanup(() => void socket.destroy());
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return client;
}

export interface PtyPair {
  till: string;
  terminal: string;
  /** Ends socat: both ends hang up, as when an adapter is unplugged. */
  pull(): Promise<void>;
  /** Creates the two ends again under the same names. */
  putBack(): Promise<void>;
}

/** Two serial devices that socat joins. */
export async function makePtyPair(): Promise<PtyPair> {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-pty-'));
  const till = join(folder, 'till');
  const terminal = join(folder, 'terminal');
  let socat: ChildProcess | undefined;
  const pull = async (): Promise<void> => {
    const running = socat;
    socat = undefined;
    if (!running || running.exitCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await gone;
  };
  const putBack = async (): Promise<void> => {
    const end = (link: string): string => `pty,raw,echo=0,link=${link}`;
    socat = spawn('socat', [end(till), end(terminal)], { stdio: 'ignore' });
    for (const path of [till, terminal]) {
      await until(
        () =>
          stat(path).then(
            () => true,
            () => false,
          ),
        path,
      );
    }
  };
  onCleanup(async () => {
    await pull();
    await rm(folder, { recursive: true, force: true });
  });
  await putBack();
  return { till, terminal, pull, putBack };
}
