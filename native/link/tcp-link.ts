/** Raw TCP: terminals on the network, and serial device servers, which forward bytes unchanged. */
import { connect, type Socket } from 'node:net';
import { reasonOf, systemCode, TillError, type FailureCode } from './failure.ts';
import { LinkCore, openWithin, type Link } from './link.ts';

/** Idle time in milliseconds before the operating system probes whether the other side is still there. */
const KEEP_ALIVE_AFTER_MS = 5_000;

const openFailures: Readonly<Record<string, FailureCode>> = {
  ECONNREFUSED: 'LINK_REFUSED',
  ENOTFOUND: 'LINK_NOT_FOUND',
  EAI_AGAIN: 'LINK_NOT_FOUND',
  EHOSTUNREACH: 'LINK_NOT_FOUND',
  ENETUNREACH: 'LINK_NOT_FOUND',
  EADDRNOTAVAIL: 'LINK_NOT_FOUND',
  ETIMEDOUT: 'LINK_TIMEOUT',
  EACCES: 'LINK_PERMISSION',
  EPERM: 'LINK_PERMISSION',
  ECONNRESET: 'LINK_REFUSED',
};

/**
 * Connects. Rejects with LINK_REFUSED (no listener), LINK_NOT_FOUND (no such host or route), LINK_PERMISSION,
 * LINK_TIMEOUT, or LINK_CLOSED when `signal` aborts.
 */
export async function openTcpLink(
  target: { host: string; port: number },
  options: { timeoutMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<Link> {
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  const address = `tcp:${host}:${target.port}`;
  const socket = connect({ host: target.host, port: target.port, noDelay: true });
  try {
    await openWithin(
      address,
      () => whenConnected(socket, address),
      () => undefined,
      options,
    );
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return new TcpLink(socket, address);
}

function whenConnected(socket: Socket, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    // Stays attached: a socket that is destroyed while connecting may still emit an error, which needs a listener.
    socket.on('error', (error) => {
      const code = openFailures[systemCode(error) ?? ''] ?? 'LINK_NOT_FOUND';
      reject(new TillError(code, `${address}: ${reasonOf(error)}`, { context: { address }, cause: error }));
    });
  });
}

class TcpLink implements Link {
  readonly kind = 'tcp';
  readonly address: string;
  readonly closed: Link['closed'];
  readonly #socket: Socket;
  readonly #core: LinkCore;

  constructor(socket: Socket, address: string) {
    this.address = address;
    this.#socket = socket;
    this.#core = new LinkCore(address);
    this.closed = this.#core.closed;
    socket.setKeepAlive(true, KEEP_ALIVE_AFTER_MS);
    socket.on('data', (chunk) => this.#core.deliver(chunk));
    socket.on('error', (error) => this.#lose(reasonOf(error), error));
    // A half-closed connection cannot carry an exchange, so the other side's end also ends the link.
    socket.on('end', () => this.#lose('the other side closed the connection'));
    socket.on('close', () => this.#lose('the connection is gone'));
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.#core.guard(
      () =>
        new Promise((resolve, reject) => {
          this.#socket.write(bytes, (error) => {
            if (!error) return resolve();
            this.#lose(reasonOf(error), error);
            reject(new TillError('LINK_LOST', `${this.address}: ${reasonOf(error)}`, { cause: error }));
          });
        }),
    );
  }

  onData(listener: (bytes: Uint8Array) => void): () => void {
    return this.#core.onData(listener);
  }

  close(): Promise<void> {
    return this.#core.close(
      () =>
        new Promise((resolve) => {
          if (this.#socket.closed) return resolve();
          this.#socket.once('close', () => resolve());
          this.#socket.destroy();
        }),
    );
  }

  #lose(reason: string, cause?: unknown): void {
    this.#core.lose(reason, cause);
    this.#socket.destroy();
  }
}
