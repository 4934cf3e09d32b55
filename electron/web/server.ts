import { createHash, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join, relative, sep } from 'node:path';
import type { Duplex } from 'node:stream';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyReply } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import { TillError, type FailureCode } from '../contract/index.ts';
import { cookieName, isOwnHost, isOwnOrigin, readCookie, securityHeaders, sessionCookie } from './guard.ts';
import { noSessionPage, notFoundPage, secondLookPage, wrongNamePage } from './pages.ts';
import { CLOSE, endBrowser, MAX_FROM_BROWSER, relay } from './relay.ts';
import { mintSecret, Tokens, type SessionScope, type TokenDeps } from './tokens.ts';

export interface WebServerOptions extends TokenDeps {
  /** Folder of the built UI, with its index.html. */
  readonly rendererDir: string;
  /** 0 for any free port. */
  readonly port: number;
}

const MAX_BROWSERS = 32;
const CLOSE_WITHIN_MS = 1_000;

/**
 * @throws TillError CFG_INVALID when the UI is not built, LINK_BUSY when the port is taken, LINK_PERMISSION when it is
 * not ours to use
 */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  if (!existsSync(join(options.rendererDir, 'index.html'))) {
    throw new TillError('CFG_INVALID', `The UI is not built: ${options.rendererDir} holds no index.html`);
  }
  const server = new WebServer(options);
  await server.listen();
  return server;
}

/** The browser shell's server. It listens on 127.0.0.1 only. */
export class WebServer {
  /** For POST /link. */
  readonly secret: string;
  readonly #options: WebServerOptions;
  readonly #tokens: Tokens;
  readonly #app = fastify({
    logger: false,
    bodyLimit: 1024,
    exposeHeadRoutes: false,
    requestTimeout: 15_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 512 },
  });
  readonly #browsers = new WebSocketServer({ noServer: true, maxPayload: MAX_FROM_BROWSER, perMessageDeflate: false });
  #socketPath: string | null = null;
  #whyNone: FailureCode | null = null;
  // Known once we listen; nothing is answered before.
  #origin = '';
  #port = 0;

  constructor(options: WebServerOptions) {
    this.#options = options;
    this.#tokens = new Tokens(options);
    this.secret = mintSecret(options);
  }

  /** `http://127.0.0.1:PORT` */
  get origin(): string {
    return this.#origin;
  }

  /** Answers from now on. Rejects as `startWebServer` says. */
  async listen(): Promise<void> {
    this.#guard();
    this.#pages();
    await this.#files();
    this.#app.server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
    try {
      await this.#app.listen({ host: '127.0.0.1', port: this.#options.port });
    } catch (error) {
      await this.#app.close();
      throw listenFailure(error, this.#options.port);
    }
    const address = this.#app.server.address();
    this.#port = typeof address === 'object' && address ? address.port : this.#options.port;
    this.#origin = `http://127.0.0.1:${this.#port}`;
  }

  /** A new one-time link that opens the UI; for a display: the customer's, which can do nothing but look. */
  newLink(scope: SessionScope = 'till'): string {
    return `${this.#origin}/?token=${this.#tokens.mintLink(scope)}`;
  }

  /**
   * From now on browsers are joined to this local socket; null sends them away until there is one again, with the code of
   * why there is none, where the host said it.
   */
  setHost(socketPath: string | null, why: FailureCode | null = null): void {
    this.#socketPath = socketPath;
    this.#whyNone = why;
    if (socketPath !== null) return;
    for (const browser of this.#browsers.clients) endBrowser(browser, CLOSE.serviceRestart, why ?? '');
  }

  /** Ends every connection, bounded. */
  async close(): Promise<void> {
    for (const browser of this.#browsers.clients) endBrowser(browser, CLOSE.goingAway);
    const deadline = setTimeout(() => {
      for (const browser of this.#browsers.clients) browser.terminate();
    }, CLOSE_WITHIN_MS);
    try {
      await new Promise<void>((resolve) => this.#browsers.close(() => resolve()));
      await this.#app.close();
    } finally {
      clearTimeout(deadline);
    }
  }

  #hasScope(request: IncomingMessage, scope: SessionScope): boolean {
    return this.#tokens.isSession(readCookie(request.headers, cookieName(this.#port, scope)), scope);
  }

  #hasSession(request: IncomingMessage): boolean {
    return this.#hasScope(request, 'till') || this.#hasScope(request, 'display');
  }

  #guard(): void {
    this.#app.addHook('onRequest', async (request, reply) => {
      reply.headers(securityHeaders(this.#origin));
      if (!isOwnHost(request.headers, this.#origin)) return plain(reply, 403, wrongNamePage);
      // A GET needs no Origin, but where there is one it must be ours: no other site is answered, so no CORS either.
      if (request.headers.origin !== undefined && !isOwnOrigin(request.headers, this.#origin)) {
        return plain(reply, 403, wrongNamePage);
      }
    });
  }

  #pages(): void {
    type Query = { Querystring: { token?: string | string[]; again?: string } };
    this.#app.get<Query>('/', async (request, reply) => {
      const { token, again } = request.query;
      if (typeof token === 'string') {
        const opened = this.#tokens.redeem(token);
        if (opened) reply.header('set-cookie', sessionCookie(this.#port, opened.session, opened.scope));
        // Back to the used link in a browser that has its session: no reason to complain.
        else if (!this.#hasSession(request.raw)) return plain(reply, 401, noSessionPage);
        const isDisplay = opened ? opened.scope === 'display' : !this.#hasScope(request.raw, 'till');
        return reply.header('cache-control', 'no-store').redirect(isDisplay ? '/#/display' : '/', 303);
      }
      if (!this.#hasSession(request.raw)) {
        const isFromOtherSite = request.headers['sec-fetch-site'] === 'cross-site';
        return isFromOtherSite && again === undefined
          ? plain(reply, 200, secondLookPage)
          : plain(reply, 401, noSessionPage);
      }
      return reply.header('cache-control', 'no-store').sendFile('index.html');
    });

    this.#app.post<{ Querystring: { display?: string } }>('/link', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      if (!isSameSecret(given, this.secret)) return reply.code(401).send({ error: 'unauthorized' });
      return { url: this.newLink(request.query.display === undefined ? 'till' : 'display') };
    });
  }

  /** The UI's files, for sessions only, and what is said of everything else. */
  async #files(): Promise<void> {
    const { rendererDir } = this.#options;
    await this.#app.register(fastifyStatic, {
      root: rendererDir,
      index: false,
      dotfiles: 'deny',
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Names under assets/ carry a hash of their content.
        const isHashed = relative(rendererDir, path).split(sep)[0] === 'assets';
        reply.header('cache-control', isHashed ? 'private, max-age=31536000, immutable' : 'no-store');
      },
      allowedPath: (_path, _root, request) => this.#hasSession(request.raw),
    });
    this.#app.setNotFoundHandler((request, reply) =>
      this.#hasSession(request.raw) ? plain(reply, 404, notFoundPage) : plain(reply, 401, noSessionPage),
    );
    this.#app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
      const status = error.statusCode ?? 500;
      return reply
        .code(status)
        .type('text/plain')
        .send(status < 500 ? 'Bad request' : 'Internal error');
    });
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const path = request.url;
    if (path !== '/contract' && path !== '/display') return refuse(socket, '404 Not Found');
    if (!isOwnHost(request.headers, this.#origin) || !isOwnOrigin(request.headers, this.#origin)) {
      return refuse(socket, '403 Forbidden');
    }
    // The till's own browser may look as well; a display's session opens nothing else.
    const isAllowed = path === '/display' ? this.#hasSession(request) : this.#hasScope(request, 'till');
    if (!isAllowed) return refuse(socket, '401 Unauthorized');
    this.#browsers.handleUpgrade(request, socket, head, (browser: WebSocket) => {
      if (this.#browsers.clients.size > MAX_BROWSERS) return endNew(browser, CLOSE.tryAgainLater);
      if (this.#socketPath === null) return endNew(browser, CLOSE.serviceRestart, this.#whyNone ?? '');
      relay(browser, this.#socketPath, path);
    });
  }
}

const plain = (reply: FastifyReply, status: number, html: string) =>
  reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);

function endNew(browser: WebSocket, code: number, reason = ''): void {
  browser.on('error', () => {});
  endBrowser(browser, code, reason);
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function isSameSecret(given: string, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(secret));
}

function listenFailure(error: unknown, port: number): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') {
    return new TillError('LINK_BUSY', `Port ${port} is in use by another program; choose another with --port`, {
      cause: error,
    });
  }
  if (code === 'EACCES') {
    return new TillError('LINK_PERMISSION', `Port ${port} may not be used; choose one above 1023 with --port`, {
      cause: error,
    });
  }
  return error;
}
