import { createHash, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { join, relative, sep } from 'node:path';
import type { Duplex } from 'node:stream';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { TillError, type FailureCode } from '../contract/index.ts';
import type { WebSessions } from '../starter/index.ts';
import { BrowserPaces } from './browser-paces.ts';
import { Browsers, endNew } from './browsers.ts';
import { carriedSchema, type CarriedChoices } from './carried.ts';
import {
  cookieName,
  isEarlierHost,
  isOwnHost,
  isOwnOrigin,
  offeredKeys,
  ownOrigin,
  readCookies,
  securityHeaders,
  sessionCookie,
} from './guard.ts';
import { OwnPort } from './own-port.ts';
import {
  earlierPage,
  ENTER_SCRIPT_PATH,
  enterPage,
  enterScript,
  noSessionPage,
  notFoundPage,
  secondLookPage,
  takenPage,
  wrongNamePage,
} from './pages.ts';
import { limitSilentConnections } from './quiet-connections.ts';
import { CLOSE, relay } from './relay.ts';
import type { Run, RunState } from './run.ts';
import { mintSecret, sessionScopes, Tokens, type Session, type SessionScope, type TokenDeps } from './tokens.ts';

export interface WebServerOptions extends TokenDeps {
  /** Folder of the built UI, with its index.html. */
  readonly rendererDir: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Served at the bare address, for a browser that does not know names under `.localhost`. */
  readonly isByAddress?: boolean;
  /** What the process before this one of the same run has left. */
  readonly run?: Run | null;
  /** Told what the next process of this run needs, whenever it changes. */
  readonly onRun?: (run: RunState) => void;
  /** What links open that are not a display's: the till when not said. */
  readonly scope?: SessionScope;
  /** Whether a payment runs that needs its screen: nobody is signed out then. */
  readonly isPaying?: () => Promise<boolean>;
  /** The link for our own browser was opened by another one first; what that one got has been closed. */
  readonly onLinkTaken?: () => void;
  /** A session of this kind was ended by somebody. */
  readonly onSessionEnded?: (scope: SessionScope) => void;
  /** The page of a browser lives and is drawn. */
  readonly onBeat?: (session: Session) => void;
  /** The last page of a session is gone, and nobody has closed it: it crashed, or its browser did. */
  readonly onPageLost?: (session: Session) => void;
  /** A link for our own browser was opened, by whom ever. */
  readonly onLinkUsed?: () => void;
  /** What windows keep for themselves, from one start to the next. */
  readonly carried?: CarriedChoices;
  /** Why the till's own window is not there, where it was to be. */
  readonly noWindow?: WebSessions['noWindow'];
}

/** A connection that says nothing for so long is ended; a browser asks at once, and what waits for an answer is local. */
const SILENT_MS = 10_000;
const INACTIVE_EVERY_MS = 30_000;

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

/** The browser shell's server. It listens on both loopback addresses, and on nothing else. */
export class WebServer {
  /** For POST /link. */
  readonly secret: string;
  readonly #options: WebServerOptions;
  readonly #tokens: Tokens;
  readonly #name: string | null;
  readonly #app = fastify({
    logger: false,
    bodyLimit: 1024,
    exposeHeadRoutes: false,
    requestTimeout: 15_000,
    connectionTimeout: SILENT_MS,
    keepAliveTimeout: SILENT_MS,
    http: { headersTimeout: SILENT_MS, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 512 },
    // What is wrong with an address is found before any check of ours, and is nobody's business.
    frameworkErrors: (_error, request, reply) => {
      const status = isOwnHost(request.headers, this.#origin) ? 400 : 403;
      return void plainText(reply.headers(securityHeaders(this.#origin)), status);
    },
    clientErrorHandler: (_error, socket) => {
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    },
  });
  readonly #paces = new BrowserPaces();
  readonly #browsers = new Browsers(this.#paces);
  /** The pages' heartbeats, on sockets of their own: a busy or absent host says nothing about the page. */
  readonly #beats = new Browsers(this.#paces);
  #inactivity: NodeJS.Timeout | undefined;
  #hostAddress: string | null = null;
  #whyNone: FailureCode | null = null;
  /** The last session that somebody else had got by the link for our own browser, and when it was shut out. */
  #linkTaken: { readonly id: string; readonly atMs: number } | null = null;
  // Known once we listen; nothing is answered before.
  #origin = '';
  #own: OwnPort | null = null;

  constructor(options: WebServerOptions) {
    this.#options = options;
    this.#tokens = new Tokens(options, options.run?.tokens);
    this.secret = mintSecret(options);
    const { run, isByAddress } = options;
    this.#name = run ? run.name : isByAddress ? null : `till-${options.randomBytes(12).toString('hex')}`;
  }

  /** Of this run: `http://till-….localhost:PORT`. */
  get origin(): string {
    return this.#origin;
  }

  /** For programs, which may not know such names: `http://127.0.0.1:PORT`. It answers who shows the secret. */
  get address(): string {
    return ownOrigin(null, this.#port);
  }

  /** The listening sockets, for the process that started this one. */
  get port(): OwnPort | null {
    return this.#own;
  }

  get #port(): number {
    return this.#own?.port ?? this.#options.port;
  }

  /** Answers from now on. Rejects as `startWebServer` says. */
  async listen(): Promise<void> {
    this.#guard();
    this.#pages();
    this.#answers();
    await this.#files();
    limitSilentConnections(this.#app.server);
    this.#app.server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
    const { run, port } = this.#options;
    try {
      await this.#app.ready();
      this.#own = await (run ? OwnPort.continue(this.#app.server, run.handles) : OwnPort.open(this.#app.server, port));
    } catch (error) {
      await this.#app.close();
      throw error;
    }
    this.#origin = ownOrigin(this.#name, this.#port);
    this.#keep();
    this.#inactivity = setInterval(() => void this.endInactive(), INACTIVE_EVERY_MS).unref();
  }

  /**
   * A new one-time link that opens the UI; for a display: the customer's, which can do nothing but look. `isOwn`: for the
   * browser that we start, so that a second opening is told.
   * @throws TillError LINK_BUSY while a stranger listens where the browser would ask first
   */
  newLink(scope: SessionScope = this.#options.scope ?? 'till', isOwn = false): string {
    if (this.#own?.isShared) {
      const said = `Another program of this computer listens at [::1]:${this.#port}, and would be given the link.`;
      throw new TillError('LINK_BUSY', `${said} End it, or start the till again with --port`);
    }
    const link = `${this.#origin}/?token=${this.#tokens.mintLink(scope, isOwn)}`;
    this.#keep();
    return link;
  }

  /** A browser that we started is let in. */
  get hasOwnSession(): boolean {
    return this.#tokens.sessions().some(({ isOwn }) => isOwn);
  }

  #keep(): void {
    this.#options.onRun?.({ name: this.#name, tokens: this.#tokens.kept() } as RunState);
  }

  /**
   * From now on browsers are joined to the local socket at this address; null sends them away until there is one again, with the code of
   * why there is none, where the host said it.
   */
  setHost(address: string | null, why: FailureCode | null = null): void {
    this.#hostAddress = address;
    this.#whyNone = why;
    if (address !== null) return;
    this.#browsers.endAll(CLOSE.serviceRestart, why ?? '');
  }

  /** Signs out who has not used the till for long, but never in a running payment. */
  async endInactive(): Promise<void> {
    await this.#own?.lookAgain();
    this.#keep();
    const sessions = this.#tokens.sessions();
    for (const session of sessions) {
      if (session.scope === 'display' && this.#browsers.countOf(session) > 0) session.usedMs = this.#options.nowMs();
    }
    const over = sessions.filter((session) => this.#tokens.isOver(session));
    // Without a host nobody knows whether a payment runs.
    if (over.length === 0 || this.#hostAddress === null || (await this.#options.isPaying?.())) return;
    for (const session of over) this.#end(session);
  }

  #end(session: Session): void {
    this.#tokens.end(session);
    this.#paces.forget(session);
    this.#keep();
    this.#browsers.endSession(session);
    this.#beats.endSession(session);
  }

  /** Ends every connection, bounded. */
  async close(): Promise<void> {
    clearInterval(this.#inactivity);
    await this.#beats.close();
    await this.#browsers.close();
    this.#app.server.closeAllConnections();
    await this.#own?.close();
    await this.#app.close();
  }

  #cookies(request: IncomingMessage, scope: SessionScope): string[] {
    return readCookies(request.headers, cookieName(this.#port, scope));
  }

  /** Whether a browser may have the UI's files, in which there is nothing of the till. */
  #hasScope(request: IncomingMessage, scope: SessionScope): boolean {
    return this.#tokens.sessionOf(this.#cookies(request, scope), scope) !== undefined;
  }

  #hasSession(request: IncomingMessage): boolean {
    return sessionScopes.some((scope) => this.#hasScope(request, scope));
  }

  /** The first session among these scopes whose cookie and page key came with a request. */
  #proven(request: IncomingMessage, scopes: readonly SessionScope[]): Session | undefined {
    const keys = offeredKeys(request.headers);
    return scopes
      .map((scope) => this.#tokens.provenSession(this.#cookies(request, scope), scope, keys))
      .find((session) => session !== undefined);
  }

  #guard(): void {
    this.#app.addHook('onRequest', async (request, reply) => {
      reply.headers(securityHeaders(this.#origin));
      if (!isOwnHost(request.headers, this.#origin) && !this.#isCommandLine(request.headers)) {
        if (!isEarlierHost(request.headers)) return plain(reply, 403, wrongNamePage);
        // A page that stayed open since an earlier start asks whether its session stands.
        return request.url === '/session' ? reply.code(401).send() : plain(reply, 403, earlierPage);
      }
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
        return this.#enter(token, request.raw, reply);
      }
      if (!this.#hasSession(request.raw)) {
        const isFromOtherSite = request.headers['sec-fetch-site'] === 'cross-site';
        return isFromOtherSite && again === undefined
          ? plain(reply, 200, secondLookPage)
          : plain(reply, 401, noSessionPage);
      }
      return reply.header('cache-control', 'no-store').sendFile('index.html');
    });

    this.#app.get(ENTER_SCRIPT_PATH, (request, reply) =>
      this.#hasSession(request.raw)
        ? reply.header('cache-control', 'no-store').type('text/javascript').send(enterScript)
        : plain(reply, 401, noSessionPage),
    );
  }

  /** A program of this user's, which has read the secret. */
  #isCommandLine({ authorization = '' }: IncomingHttpHeaders): boolean {
    return isSameSecret(/^Bearer (\S+)$/.exec(authorization)?.[1] ?? '', this.secret);
  }

  /** What the command line and our own pages ask: new links, and who is let in. */
  #answers(): void {
    const ends = (session: Session) => {
      this.#end(session);
      this.#options.onSessionEnded?.(session.scope);
    };

    this.#app.post<{ Querystring: { display?: string } }>('/link', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (!this.#isCommandLine(request.headers)) return reply.code(401).send({ error: 'unauthorized' });
      return { url: this.newLink(request.query.display === undefined ? undefined : 'display') };
    });

    // For a page whose connection is refused, which cannot read why.
    this.#app.get('/session', (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .code(this.#proven(request.raw, sessionScopes) ? 204 : 401)
        .send(),
    );

    this.#app.put('/kept', { bodyLimit: 32 * 1024 }, (request, reply) => {
      const session = this.#proven(request.raw, sessionScopes);
      const carried = carriedSchema.safeParse(request.body);
      if (session && carried.success) this.#options.carried?.keep(session.scope, carried.data);
      return reply.code(session ? (carried.success ? 204 : 400) : 401).send();
    });

    // Signs this browser out.
    this.#app.delete('/session', (request, reply) => {
      const session = this.#proven(request.raw, sessionScopes);
      if (session) ends(session);
      return reply.code(session ? 204 : 401).send();
    });

    const tillOf = (request: FastifyRequest) => this.#proven(request.raw, ['till']);
    const mayManage = (request: FastifyRequest) =>
      this.#isCommandLine(request.headers) || tillOf(request) !== undefined;

    this.#app.get('/sessions', async (request, reply): Promise<WebSessions | FastifyReply> => {
      reply.header('cache-control', 'no-store');
      if (!mayManage(request)) return reply.code(401).send({ error: 'unauthorized' });
      const nowMs = this.#options.nowMs();
      const own = tillOf(request)?.id;
      const secondsAgo = (ms: number) => Math.round((nowMs - ms) / 1000);
      const sessions = this.#tokens.sessions().map((session) => ({
        id: session.id,
        scope: session.scope,
        openedSecondsAgo: secondsAgo(session.startedMs),
        usedSecondsAgo: secondsAgo(session.usedMs),
        windows: this.#browsers.countOf(session),
        ...(session.id === own ? { isOwn: true } : {}),
      }));
      const taken = this.#linkTaken;
      const { noWindow } = this.#options;
      return {
        sessions,
        ...(taken ? { linkTaken: { id: taken.id, secondsAgo: secondsAgo(taken.atMs) } } : {}),
        ...(noWindow ? { noWindow } : {}),
      };
    });

    this.#app.delete<{ Params: { id: string } }>('/sessions/:id', (request, reply) => {
      if (!mayManage(request)) return reply.code(401).send({ error: 'unauthorized' });
      const session = this.#tokens.sessions().find(({ id }) => id === request.params.id);
      if (session) ends(session);
      return reply.code(session ? 204 : 404).send();
    });
  }

  /** Exchanges a one-time token. */
  #enter(token: string, request: IncomingMessage, reply: FastifyReply): FastifyReply {
    const opened = this.#tokens.redeem(token);
    if (opened) {
      this.#keep();
      if (opened.isOwn) this.#options.onLinkUsed?.();
      reply.header('set-cookie', sessionCookie(this.#port, opened.session, opened.scope));
      return plain(reply, 200, enterPage(opened, this.#options.carried?.of(opened.scope)));
    }
    // Back to the used link in a browser that has its session: no reason to complain.
    if (this.#hasSession(request)) {
      const isDisplay = !this.#hasScope(request, 'till') && !this.#hasScope(request, 'kiosk');
      return reply.header('cache-control', 'no-store').redirect(isDisplay ? '/#/display' : '/', 303);
    }
    const thief = this.#tokens.takeBack(token);
    if (!thief) return plain(reply, 401, noSessionPage);
    this.#browsers.endSession(thief);
    this.#linkTaken = { id: thief.id, atMs: this.#options.nowMs() };
    this.#options.onLinkTaken?.();
    return plain(reply, 401, takenPage);
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
      return plainText(reply, error.statusCode ?? 500);
    });
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const path = request.url;
    if (path !== '/contract' && path !== '/display' && path !== '/alive') return refuse(socket, '404 Not Found');
    if (!isOwnHost(request.headers, this.#origin) || !isOwnOrigin(request.headers, this.#origin)) {
      return refuse(socket, '403 Forbidden');
    }
    if (path === '/alive') return this.#takeBeats(request, socket, head);
    // The till's own browser may look as well; a display's session opens nothing else.
    const isDisplay = path === '/display';
    const session = this.#proven(request, isDisplay ? ['display', 'till', 'kiosk'] : ['till', 'kiosk']);
    if (!session) return refuse(socket, '401 Unauthorized');
    if (this.#paces.of(session).connections.take() > 0) return refuse(socket, '429 Too Many Requests');
    this.#use(session);
    let passOn: ReturnType<typeof relay> | undefined;
    this.#browsers.accept({ request, socket, head }, session, isDisplay ? 'display' : session.scope, {
      open: (browser) => {
        if (this.#hostAddress === null) return endNew(browser, CLOSE.serviceRestart, this.#whyNone ?? '');
        passOn = relay(browser, this.#hostAddress, path);
      },
      message: (data, isBinary) => {
        this.#use(session);
        passOn?.(data, isBinary);
      },
    });
  }

  /** A page says again and again that it lives; that it does so is no use of the till. */
  #takeBeats(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const session = this.#proven(request, sessionScopes);
    if (!session) return refuse(socket, '401 Unauthorized');
    if (this.#paces.of(session).connections.take() > 0) return refuse(socket, '429 Too Many Requests');
    let isClosed = false;
    this.#beats.accept({ request, socket, head }, session, session.scope, {
      open: () => {},
      message: (data) => {
        isClosed = Buffer.isBuffer(data) && data.toString() === 'closed';
        if (!isClosed) this.#options.onBeat?.(session);
      },
      close: () => {
        // A session that is over was ended here.
        const isLeft = this.#beats.countOf(session) > 0 || !this.#tokens.sessions().includes(session);
        if (!isClosed && !isLeft) this.#options.onPageLost?.(session);
      },
    });
  }

  /** A session that is over already is not used any longer: it ends, unless a payment runs. */
  #use(session: Session): void {
    if (this.#tokens.isOver(session)) void this.endInactive();
    else session.usedMs = this.#options.nowMs();
  }
}

const plainText = (reply: FastifyReply, status: number) =>
  reply
    .code(status)
    .type('text/plain')
    .send(status < 500 ? 'Bad request' : 'Internal error');

const plain = (reply: FastifyReply, status: number, html: string) =>
  reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function isSameSecret(given: string, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(secret));
}
