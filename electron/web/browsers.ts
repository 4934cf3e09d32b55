import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { FailureCode } from '../contract/index.ts';
import { SUBPROTOCOL } from './guard.ts';
import { PacedInbox } from '../starter/index.ts';
import { CLOSE, endBrowser, MAX_FROM_BROWSER } from './relay.ts';
import { BrowserPaces, holdFor } from './browser-paces.ts';
import type { Session, SessionScope } from './tokens.ts';

/** Open connections by what they are used as: displays never take a till's place. */
const PLACES: Readonly<Record<SessionScope, number>> = { till: 32, kiosk: 8, display: 32 };
/** Of one session: a display or a kiosk is one window, and a second while it is loaded again. */
const PLACES_OF_ONE: Readonly<Record<SessionScope, number>> = { till: 16, kiosk: 2, display: 2 };
/** More messages than this before their time, within what was read at once, are no window's. */
const MOST_EARLY = 20_000;
const CLOSE_WITHIN_MS = 1_000;

/** What a page is told whose session is over, so that its screen can say so. */
const SESSION_ENDED = 'IPC_SESSION_ENDED' satisfies FailureCode;

/** The WebSockets of browsers, each with its session. */
export class Browsers {
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FROM_BROWSER,
    perMessageDeflate: false,
    // No page pings; each pong would be work that a browser's pace does not count.
    autoPong: false,
    // Never a key: what is chosen is sent back.
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });
  readonly #paces: BrowserPaces;
  readonly #open = new Map<WebSocket, { session: Session; place: SessionScope }>();

  /** @param paces of the sessions, shared by all that one of them has open */
  constructor(paces: BrowserPaces) {
    this.#paces = paces;
  }

  /** Takes a connection in, if there is a place left for its kind. */
  accept(
    { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
    session: Session,
    place: SessionScope,
    on: {
      readonly open: (browser: WebSocket) => void;
      readonly message: (data: RawData, isBinary: boolean) => void;
      readonly close?: () => void;
    },
  ): void {
    this.#sockets.handleUpgrade(request, socket, head, (browser: WebSocket) => {
      const taken = [...this.#open.values()].filter((one) => one.place === place);
      const own = taken.filter((one) => one.session.id === session.id);
      if (taken.length >= PLACES[place] || own.length >= PLACES_OF_ONE[session.scope]) {
        return endNew(browser, CLOSE.tryAgainLater);
      }
      this.#open.set(browser, { session, place });
      const { messages, bytes } = this.#paces.of(session);
      const inbox = new PacedInbox<readonly [RawData, boolean]>({
        pace: messages,
        deliver: ([data, isBinary]) => on.message(data, isBinary),
        hold: (isHeld) => holdFor(browser, 'messages', isHeld),
        most: MOST_EARLY,
        overflow: () => browser.terminate(),
      });
      let cancelWait: NodeJS.Timeout | undefined;
      browser.once('close', () => {
        clearTimeout(cancelWait);
        inbox.close();
        this.#open.delete(browser);
        on.close?.();
      });
      on.open(browser);
      browser.on('message', (data, isBinary) => inbox.push([data, isBinary]));
      // Whatever a frame is, it is read and taken apart.
      socket.on('data', ({ length }: Buffer) => {
        const waitMs = bytes.take(length);
        if (waitMs === 0) return;
        holdFor(browser, 'bytes', true);
        clearTimeout(cancelWait);
        cancelWait = setTimeout(() => holdFor(browser, 'bytes', false), waitMs);
      });
    });
  }

  /** How many connections a session has. */
  countOf({ id }: Session): number {
    return [...this.#open.values()].filter(({ session }) => session.id === id).length;
  }

  /** Ends the connections of a session that is over. */
  endSession({ id }: Session): void {
    for (const [browser, { session }] of this.#open) {
      if (session.id === id) endBrowser(browser, CLOSE.sessionEnded, SESSION_ENDED);
    }
  }

  /** Sends every browser away. */
  endAll(code: number, reason = ''): void {
    for (const browser of this.#sockets.clients) endBrowser(browser, code, reason);
  }

  /** Ends every connection, bounded. */
  async close(): Promise<void> {
    this.endAll(CLOSE.goingAway);
    const deadline = setTimeout(() => {
      for (const browser of this.#sockets.clients) browser.terminate();
    }, CLOSE_WITHIN_MS);
    try {
      await new Promise<void>((resolve) => this.#sockets.close(() => resolve()));
    } finally {
      clearTimeout(deadline);
    }
  }
}

/** Ends a connection that nobody listens to yet. */
export function endNew(browser: WebSocket, code: number, reason = ''): void {
  browser.on('error', () => {});
  endBrowser(browser, code, reason);
}
