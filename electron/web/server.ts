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
import { Browsers, rejectConnection } from './browsers.ts';
import { windowPreferencesSchema, type StoredWindowPreferences } from './window-preferences.ts';
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
  secondRequestPage,
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
  /** Serve at the bare address, for a browser that cannot resolve names under `.localhost`. */
  readonly isByAddress?: boolean;
  /** State of the run that the previous process stored. */
  readonly run?: Run | null;
  /** Called with the state that the next process of this run needs, whenever it changes. */
  readonly onRun?: (run: RunState) => void;
  /** Scope of links other than a display's; default: till. */
  readonly scope?: SessionScope;
  /** Resolves with true while a payment that needs its screen runs: sessions are kept then. */
  readonly isPaying?: () => Promise<boolean>;
  /** Called when another browser opened the link for the till's browser first; its session has been ended. */
  readonly onLinkTaken?: () => void;
  /** Called when a user ended a session of this scope. */
  readonly onSessionEnded?: (scope: SessionScope) => void;
  /** Called for each heartbeat of a page that runs and is drawn. */
  readonly onBeat?: (session: Session) => void;
  /** Called when the last page of a session is lost without having been closed: the page or its browser crashed. */
  readonly onPageLost?: (session: Session) => void;
  /** Called when any browser opened the link for the till's browser. */
  readonly onLinkUsed?: () => void;
  /** Preferences of windows, carried from one start to the next. */
  readonly carried?: StoredWindowPreferences;
  /** Reason why the till's own window is missing although it was expected. */
  readonly noWindow?: WebSessions['noWindow'];
}

/** Time after which a silent connection is closed. A browser sends its request at once, and every answer is local. */
const SILENT_MS = 10_000;
const INACTIVE_EVERY_MS = 30_000;

/**
 * @throws TillError CFG_INVALID when the UI is not built, LINK_BUSY when the port is taken, LINK_PERMISSION when this
 * user may not use the port
 */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  if (!existsSync(join(options.rendererDir, 'index.html'))) {
    throw new TillError('CFG_INVALID', `The UI is not built: ${options.rendererDir} holds no index.html`);
  }
  const server = new WebServer(options);
  await server.listen();
  return server;
}

/** The browser shell's server. It listens on both loopback addresses, and on no other. */
export class WebServer {
  /** Secret for POST /link. */
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
    // Malformed addresses are refused before the till's checks run, so the answer must not reveal details.
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
  /** Heartbeats of pages, on their own sockets: a busy or missing host is no evidence about the page. */
  readonly #beats = new Browsers(this.#paces);
  #inactivity: NodeJS.Timeout | undefined;
  #hostAddress: string | null = null;
  #whyNone: FailureCode | null = null;
  /** Last session that another program opened with the link for the till's browser, and the time when it was ended. */
  #linkTaken: { readonly id: string; readonly atMs: number } | null = null;
  // The origin is known once the server listens; no request is answered before.
  #origin = '';
  #own: OwnPort | null = null;

  constructor(options: WebServerOptions) {
    this.#options = options;
    this.#tokens = new Tokens(options, options.run?.tokens);
    this.secret = mintSecret(options);
    const { run, isByAddress } = options;
    this.#name = run ? run.name : isByAddress ? null : `till-${options.randomBytes(12).toString('hex')}`;
  }

  /** Origin of this run: `http://till-….localhost:PORT`. */
  get origin(): string {
    return this.#origin;
  }

  /**
   * Address for programs, which may not resolve such names: `http://127.0.0.1:PORT`. It answers only requests with the
   * secret.
   */
  get address(): string {
    return ownOrigin(null, this.#port);
  }

  /** Listening sockets, for the process that started this process. */
  get port(): OwnPort | null {
    return this.#own;
  }

  get #port(): number {
    return this.#own?.port ?? this.#options.port;
  }

  /** Starts to answer. Rejects like `startWebServer`. */
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
   * Creates a one-time link that opens the UI; for a display, the customer's view, which cannot act. `isOwn`: for the
   * browser that we start, so that a second opening is detected.
   * @throws TillError LINK_BUSY while another program listens at the address that the browser would try first
   */
  newLink(scope: SessionScope = this.#options.scope ?? 'till', isOwn = false): string {
    if (this.#own?.isShared) {
      const message = `Another program of this computer listens at [::1]:${this.#port}, and would receive the link.`;
      throw new TillError('LINK_BUSY', `${message} End it, or start the till again with --port`);
    }
    const link = `${this.#origin}/?token=${this.#tokens.mintLink(scope, isOwn)}`;
    this.#keep();
    return link;
  }

  /** True if a browser that we started has a session. */
  get hasOwnSession(): boolean {
    return this.#tokens.sessions().some(({ isOwn }) => isOwn);
  }

  #keep(): void {
    this.#options.onRun?.({ name: this.#name, tokens: this.#tokens.kept() });
  }

  /**
   * Connects browsers to the local socket at this address. Null disconnects them until there is a host again, with the
   * code of the reason if the host reported it.
   */
  setHost(address: string | null, why: FailureCode | null = null): void {
    this.#hostAddress = address;
    this.#whyNone = why;
    if (address !== null) return;
    this.#browsers.endAll(CLOSE.serviceRestart, why ?? '');
  }

  /** Ends sessions that have been unused for a long time, except during a payment. */
  async endInactive(): Promise<void> {
    await this.#own?.takeOtherAddress();
    this.#keep();
    const sessions = this.#tokens.sessions();
    for (const session of sessions) {
      if (session.scope === 'display' && this.#browsers.countOf(session) > 0) session.usedMs = this.#options.nowMs();
    }
    const over = sessions.filter((session) => this.#tokens.isOver(session));
    // Without a host it is unknown whether a payment runs.
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

  /** Closes every connection, bounded in time. */
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

  /** True if a browser may load the UI's files, which contain no data of the till. */
  #hasScope(request: IncomingMessage, scope: SessionScope): boolean {
    return this.#tokens.sessionOf(this.#cookies(request, scope), scope) !== undefined;
  }

  #hasSession(request: IncomingMessage): boolean {
    return sessionScopes.some((scope) => this.#hasScope(request, scope));
  }

  /** First session among these scopes whose cookie and page key came with a request. */
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
        // A page that stayed open since an earlier start asks whether its session is valid.
        return request.url === '/session' ? reply.code(401).send() : plain(reply, 403, earlierPage);
      }
      // A GET may lack an Origin, but an Origin must be the till's: requests of other sites are refused, so CORS is
      // unnecessary.
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
          ? plain(reply, 200, secondRequestPage)
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

  /** True for a program of this user, which could read the secret. */
  #isCommandLine({ authorization = '' }: IncomingHttpHeaders): boolean {
    return isSameSecret(/^Bearer (\S+)$/.exec(authorization)?.[1] ?? '', this.secret);
  }

  /** Routes for the command line and the till's pages: new links, and sessions. */
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

    // This route is for a page whose connection is refused: a WebSocket hides the reason from the page.
    this.#app.get('/session', (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .code(this.#proven(request.raw, sessionScopes) ? 204 : 401)
        .send(),
    );

    this.#app.put('/kept', { bodyLimit: 32 * 1024 }, (request, reply) => {
      const session = this.#proven(request.raw, sessionScopes);
      const carried = windowPreferencesSchema.safeParse(request.body);
      if (session && carried.success) this.#options.carried?.keep(session.scope, carried.data);
      return reply.code(session ? (carried.success ? 204 : 400) : 401).send();
    });

    // Ends this browser's own session.
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

  /** Exchanges a one-time token for a session. */
  #enter(token: string, request: IncomingMessage, reply: FastifyReply): FastifyReply {
    const opened = this.#tokens.redeem(token);
    if (opened) {
      this.#keep();
      if (opened.isOwn) this.#options.onLinkUsed?.();
      reply.header('set-cookie', sessionCookie(this.#port, opened.session, opened.scope));
      return plain(reply, 200, enterPage(opened, this.#options.carried?.of(opened.scope)));
    }
    // The user went back to the used link in a browser that has its session: no error.
    if (this.#hasSession(request)) {
      const isDisplay = !this.#hasScope(request, 'till') && !this.#hasScope(request, 'kiosk');
      return reply.header('cache-control', 'no-store').redirect(isDisplay ? '/#/display' : '/', 303);
    }
    const thief = this.#tokens.revokeByReuse(token);
    if (!thief) return plain(reply, 401, noSessionPage);
    this.#browsers.endSession(thief);
    this.#linkTaken = { id: thief.id, atMs: this.#options.nowMs() };
    this.#options.onLinkTaken?.();
    return plain(reply, 401, takenPage);
  }

  /** Serves the UI's files to sessions only, and the answers for every other path. */
  async #files(): Promise<void> {
    const { rendererDir } = this.#options;
    await this.#app.register(fastifyStatic, {
      root: rendererDir,
      index: false,
      dotfiles: 'deny',
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Names under assets/ contain a hash of their content.
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
    // The till's own browser may open the display as well; a display's session opens only the display.
    const isDisplay = path === '/display';
    const session = this.#proven(request, isDisplay ? ['display', 'till', 'kiosk'] : ['till', 'kiosk']);
    if (!session) return refuse(socket, '401 Unauthorized');
    if (this.#paces.of(session).connections.take() > 0) return refuse(socket, '429 Too Many Requests');
    this.#use(session);
    let passOn: ReturnType<typeof relay> | undefined;
    this.#browsers.accept({ request, socket, head }, session, isDisplay ? 'display' : session.scope, {
      open: (browser) => {
        if (this.#hostAddress === null) return rejectConnection(browser, CLOSE.serviceRestart, this.#whyNone ?? '');
        passOn = relay(browser, this.#hostAddress, path);
      },
      message: (data, isBinary) => {
        this.#use(session);
        passOn?.(data, isBinary);
      },
    });
  }

  /** Accepts a page's heartbeats. A heartbeat does not count as use of the till. */
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
        // A session that has ended already was ended here.
        const isLeft = this.#beats.countOf(session) > 0 || !this.#tokens.sessions().includes(session);
        if (!isClosed && !isLeft) this.#options.onPageLost?.(session);
      },
    });
  }

  /** Marks a session as used. An expired session is ended instead, unless a payment runs. */
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
