/**
 * One port on both loopback addresses, held exclusively by this till. Browsers that resolve a name under `.localhost`
 * themselves try `[::1]` first and 127.0.0.1 second: another program on the port at either address would receive links,
 * cookies and keys.
 */
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import type { Server } from 'node:http';
import { TillError } from '../contract/index.ts';

/**
 * A listening socket in the form in which Node passes it to another process. `Server` does not declare it;
 * `process.send` and `listen` accept it.
 */
export type Handle = object;
export interface Handles {
  readonly v4: Handle;
  readonly v6: Handle | null;
}

/** Attempts to find a port that is free on both addresses. A free port of 127.0.0.1 is seldom taken on `[::1]`. */
const TRIES = 20;
/** Errors that mean that this computer has no `[::1]`, so that no other program can listen there either. */
const HAS_NO_SUCH_ADDRESS: ReadonlySet<string> = new Set([
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'EPROTONOSUPPORT',
  'EINVAL',
]);

const LOOPBACK = { v4: '127.0.0.1', v6: '::1' } as const;

export class OwnPort {
  readonly #http: Server;
  #v6: TcpServer | null = null;
  #isTaken = false;
  readonly port: number;

  private constructor(http: Server) {
    this.#http = http;
    const address = http.address();
    this.port = typeof address === 'object' && address ? address.port : 0;
  }

  /**
   * Serves at both addresses.
   * @param port 0: any port that is free on both
   * @throws TillError LINK_BUSY when another program holds one of them, LINK_PERMISSION when this user may not use the
   * port
   */
  static async open(http: Server, port: number): Promise<OwnPort> {
    for (let tries = 1; ; tries += 1) {
      try {
        await listen(http, { host: LOOPBACK.v4, port });
        const own = new OwnPort(http);
        await own.#takeSecond();
        if (!own.isShared) return own;
        await new Promise((resolve) => http.close(resolve));
        throw busy(port);
      } catch (error) {
        const isBusy = error instanceof TillError && error.code === 'LINK_BUSY';
        if (port !== 0 || !isBusy || tries >= TRIES) throw error;
      }
    }
  }

  /**
   * Continues with sockets of the previous process, which the starter kept open so that no other program could take the
   * port.
   */
  static async continue(http: Server, { v4, v6 }: Handles): Promise<OwnPort> {
    await listen(http, v4);
    const own = new OwnPort(http);
    if (v6) own.#v6 = await own.#second(v6);
    else await own.#takeSecond();
    return own;
  }

  /** True if another program listens at the other loopback address: links must not be sent to this port. */
  get isShared(): boolean {
    return this.#isTaken;
  }

  /** Handles for the starter, which holds the port while no process serves it. */
  get handles(): Handles | null {
    const v4 = handleOf(this.#http);
    return v4 && { v4, v6: this.#v6 && handleOf(this.#v6) };
  }

  /** Takes the other address if it has become available. */
  async takeOtherAddress(): Promise<void> {
    if (!this.#v6) await this.#takeSecond();
  }

  async close(): Promise<void> {
    const second = this.#v6;
    if (second) await new Promise((resolve) => second.close(resolve));
  }

  async #takeSecond(): Promise<void> {
    try {
      this.#v6 = await this.#second({ host: LOOPBACK.v6, port: this.port, ipv6Only: true });
      this.#isTaken = false;
    } catch (error) {
      const { code = '' } = (error as { cause?: NodeJS.ErrnoException }).cause ?? (error as NodeJS.ErrnoException);
      this.#isTaken = !HAS_NO_SUCH_ADDRESS.has(code);
    }
  }

  async #second(at: Handle): Promise<TcpServer> {
    const server = createTcpServer((socket) => void this.#http.emit('connection', socket));
    await listen(server, at);
    return server;
  }
}

function listen(server: TcpServer, at: Handle): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => reject(listenFailure(error, 'port' in at ? Number(at.port) : 0));
    server.once('error', failed);
    server.listen(at, () => {
      server.off('error', failed);
      resolve();
    });
  });
}

const handleOf = (server: TcpServer): Handle | null => (server as { _handle?: Handle | null })._handle ?? null;

const busy = (port: number, cause?: unknown) =>
  new TillError('LINK_BUSY', `Port ${port} is in use by another program; choose another with --port`, { cause });

function listenFailure(error: unknown, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return busy(port, error);
  if (code !== 'EACCES') return error;
  return new TillError('LINK_PERMISSION', `Port ${port} may not be used; choose one above 1023 with --port`, {
    cause: error,
  });
}
