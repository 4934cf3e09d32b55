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

/** The browser shell's server. It listens on 127.0.0.1 only. */
export interface WebServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** For POST /link. */
  readonly secret: string;
  /** A new one-time link that opens the UI; for a display: the customer's, which can do nothing but look. */
  newLink(scope?: SessionScope): string;
  /**
   * From now on browsers are joined to this local socket; null sends them away until there is one again, with the code of
   * why there is none, where the host said it.
   */
  setHost(socketPath: string | null, why?: FailureCode | null): void;
  /** Ends every connection, bounded. */
  close(): Promise<void>;
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
  const tokens = new Tokens(options);
  const secret = mintSecret(options);
  let socketPath: string | null = null;
  let whyNone: FailureCode | null = null;
  // Known once we listen; nothing is answered before.
  let origin = '';
  let port = 0;

  const app = fastify({
    logger: false,
    bodyLimit: 1024,
    exposeHeadRoutes: false,
    requestTimeout: 15_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 512 },
  });

  const hasScope = (request: IncomingMessage, scope: SessionScope) =>
    tokens.isSession(readCookie(request.headers, cookieName(port, scope)), scope);
  const hasSession = (request: IncomingMessage) => hasScope(request, 'till') || hasScope(request, 'display');
  const plain = (reply: FastifyReply, status: number, html: string) =>
    reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(origin));
    if (!isOwnHost(request.headers, origin)) return plain(reply, 403, wrongNamePage);
    // A GET needs no Origin, but where there is one it must be ours: no other site is answered, so no CORS either.
    if (request.headers.origin !== undefined && !isOwnOrigin(request.headers, origin)) {
      return plain(reply, 403, wrongNamePage);
    }
  });

  app.get<{ Querystring: { token?: string | string[]; again?: string } }>('/', async (request, reply) => {
    const { token, again } = request.query;
    if (typeof token === 'string') {
      const opened = tokens.redeem(token);
      if (opened) reply.header('set-cookie', sessionCookie(port, opened.session, opened.scope));
      // Back to the used link in a browser that has its session: no reason to complain.
      else if (!hasSession(request.raw)) return plain(reply, 401, noSessionPage);
      const isDisplay = opened ? opened.scope === 'display' : !hasScope(request.raw, 'till');
      return reply.header('cache-control', 'no-store').redirect(isDisplay ? '/#/display' : '/', 303);
    }
    if (!hasSession(request.raw)) {
      const isFromOtherSite = request.headers['sec-fetch-site'] === 'cross-site';
      return isFromOtherSite && again === undefined
        ? plain(reply, 200, secondLookPage)
        : plain(reply, 401, noSessionPage);
    }
    return reply.header('cache-control', 'no-store').sendFile('index.html');
  });

  app.post<{ Querystring: { display?: string } }>('/link', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!isSameSecret(given, secret)) return reply.code(401).send({ error: 'unauthorized' });
    return { url: newLink(request.query.display === undefined ? 'till' : 'display') };
  });

  await app.register(fastifyStatic, {
    root: options.rendererDir,
    index: false,
    dotfiles: 'deny',
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names under assets/ carry a hash of their content.
      const isHashed = relative(options.rendererDir, path).split(sep)[0] === 'assets';
      reply.header('cache-control', isHashed ? 'private, max-age=31536000, immutable' : 'no-store');
    },
    allowedPath: (_path, _root, request) => hasSession(request.raw),
  });
  app.setNotFoundHandler((request, reply) =>
    hasSession(request.raw) ? plain(reply, 404, notFoundPage) : plain(reply, 401, noSessionPage),
  );
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    return reply
      .code(status)
      .type('text/plain')
      .send(status < 500 ? 'Bad request' : 'Internal error');
  });

  const browsers = new WebSocketServer({ noServer: true, maxPayload: MAX_FROM_BROWSER, perMessageDeflate: false });
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const path = request.url;
    if (path !== '/contract' && path !== '/display') return refuse(socket, '404 Not Found');
    if (!isOwnHost(request.headers, origin) || !isOwnOrigin(request.headers, origin)) {
      return refuse(socket, '403 Forbidden');
    }
    // The till's own browser may look as well; a display's session opens nothing else.
    const isAllowed = path === '/display' ? hasSession(request) : hasScope(request, 'till');
    if (!isAllowed) return refuse(socket, '401 Unauthorized');
    browsers.handleUpgrade(request, socket, head, (browser: WebSocket) => {
      if (browsers.clients.size > MAX_BROWSERS) return endNew(browser, CLOSE.tryAgainLater);
      if (socketPath === null) return endNew(browser, CLOSE.serviceRestart, whyNone ?? '');
      relay(browser, socketPath, path);
    });
  };
  app.server.on('upgrade', upgrade);

  try {
    await app.listen({ host: '127.0.0.1', port: options.port });
  } catch (error) {
    await app.close();
    throw listenFailure(error, options.port);
  }
  const address = app.server.address();
  port = typeof address === 'object' && address ? address.port : options.port;
  origin = `http://127.0.0.1:${port}`;

  const newLink = (scope: SessionScope = 'till') => `${origin}/?token=${tokens.mintLink(scope)}`;

  return {
    origin,
    secret,
    newLink,
    setHost: (path, why = null) => {
      socketPath = path;
      whyNone = why;
      if (path === null) for (const browser of browsers.clients) endBrowser(browser, CLOSE.serviceRestart, why ?? '');
    },
    close: async () => {
      for (const browser of browsers.clients) endBrowser(browser, CLOSE.goingAway);
      const deadline = setTimeout(() => {
        for (const browser of browsers.clients) browser.terminate();
      }, CLOSE_WITHIN_MS);
      try {
        await new Promise<void>((resolve) => browsers.close(() => resolve()));
        await app.close();
      } finally {
        clearTimeout(deadline);
      }
    },
  };
}

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
