/**
 * The terminal on TCP, as behind a serial device server: the same framing without any protocol around it. It serves one
 * client at a time; like a device server, it accepts a second client and closes the connection at once.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { TillError } from '../../../electron/contract/index.ts';
import type { SimulatedTerminal } from '../../families/shared/simulator/simulated-terminal.ts';
import type { Carrier } from './carrier.ts';

/** Loopback only, because other computers have no use for a simulated terminal. */
const HOST = '127.0.0.1';
/** Limit of unread bytes, at which a client that does not read is disconnected so that the buffer stays bounded. */
const MAX_UNREAD_BYTES = 1_048_576;
const REPLUG_RETRY_MS = 250;

/** Listens on loopback; port 0 means any free port. Rejects with LINK_BUSY or LINK_PERMISSION. */
export async function openTcpCarrier(terminal: SimulatedTerminal, port: number): Promise<Carrier> {
  const carrier = new TcpCarrier(terminal, port);
  await carrier.setPluggedIn(true);
  return carrier;
}

class TcpCarrier implements Carrier {
  readonly #terminal: SimulatedTerminal;
  readonly #listeners = new Set<() => void>();
  readonly #unsubscribe: readonly (() => void)[];
  /** Fixed after the first listen, so that plugging in again uses the same port. */
  #port: number;
  #hasListened = false;
  #server: Server | null = null;
  #client: Socket | null = null;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Serializes unplugging and plugging in. */
  #last: Promise<void> = Promise.resolve();

  constructor(terminal: SimulatedTerminal, port: number) {
    this.#terminal = terminal;
    this.#port = port;
    this.#unsubscribe = [
      terminal.onSend((bytes) => this.#send(bytes)),
      terminal.onUnplug(() => void this.setPluggedIn(false)),
    ];
  }

  get address(): string {
    return `tcp:${HOST}:${this.#port}`;
  }

  get isPluggedIn(): boolean {
    return this.#server !== null;
  }

  setPluggedIn(isPluggedIn: boolean): Promise<void> {
    clearTimeout(this.#retry);
    const next = this.#last.then(() => (isPluggedIn ? this.#plugIn() : this.#pull()));
    this.#last = next.catch(() => undefined);
    return next;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    await this.setPluggedIn(false);
    this.#listeners.clear();
  }

  async #plugIn(): Promise<void> {
    if (this.#server || this.#isClosed) return;
    const server = createServer({ noDelay: true }, (socket) => this.#accept(socket));
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host: HOST, port: this.#port, exclusive: true }, () => {
          server.off('error', reject);
          resolve();
        });
      });
    } catch (error) {
      // Retry only for a port that this carrier has used before.
      if (this.#hasListened) this.#retry = setTimeout(() => this.#tryAgain(), REPLUG_RETRY_MS);
      throw explainListenFailure(error, this.#port);
    }
    // A listening socket rarely fails later; if it does, the cable counts as unplugged.
    server.on('error', () => void this.setPluggedIn(false));
    const bound = server.address();
    if (typeof bound === 'object' && bound) this.#port = bound.port;
    this.#hasListened = true;
    this.#server = server;
    this.#terminal.cableChanged(true);
    this.#changed();
  }

  #tryAgain(): void {
    // If the port is still taken, plugIn() has already scheduled the next attempt.
    this.setPluggedIn(true).catch(() => undefined);
  }

  async #pull(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = null;
    this.#client?.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    this.#terminal.cableChanged(false);
    this.#changed();
  }

  #accept(socket: Socket): void {
    // A reset means that the other side has disconnected; 'close' follows.
    socket.on('error', () => socket.destroy());
    if (this.#client || !this.#server) {
      socket.end();
      socket.resume();
      setTimeout(() => socket.destroy(), 1_000).unref();
      return;
    }
    this.#client = socket;
    socket.on('data', (chunk) => this.#terminal.receive(chunk));
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      if (this.#client !== socket) return;
      this.#client = null;
      this.#terminal.cableChanged(false);
    });
  }

  #send(bytes: Uint8Array): void {
    const client = this.#client;
    if (!client || client.destroyed) return;
    client.write(bytes);
    if (client.writableLength > MAX_UNREAD_BYTES) client.destroy();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

export function explainListenFailure(error: unknown, port: number): TillError {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  const context = { port };
  if (code === 'EADDRINUSE') {
    return new TillError('LINK_BUSY', `port ${port} is taken by another program`, { context, cause: error });
  }
  if (code === 'EACCES') {
    return new TillError('LINK_PERMISSION', `this user may not listen on port ${port}`, { context, cause: error });
  }
  return new TillError('LINK_NOT_FOUND', `cannot listen on port ${port}`, { context, cause: error });
}
