import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { FailureCode } from '../contract/index.ts';
import { SUBPROTOCOL } from './guard.ts';
import { PacedInbox } from '../starter/index.ts';
import { CLOSE, endBrowser, MAX_FROM_BROWSER } from './relay.ts';
import { BrowserPaces, pauseReading } from './browser-paces.ts';
import type { Session, SessionScope } from './tokens.ts';

/** Maximum connections by scope: displays never take a till's place. */
const PLACES: Readonly<Record<SessionScope, number>> = { till: 32, kiosk: 8, display: 32 };
/** Maximum connections of one session: a display or a kiosk has one window, and a second connection during a reload. */
const PLACES_OF_ONE: Readonly<Record<SessionScope, number>> = { till: 16, kiosk: 2, display: 2 };
/** Maximum messages above the pace within one read. No real window sends more. */
const MAX_EARLY = 20_000;
const CLOSE_WITHIN_MS = 1_000;

/** Close reason for a page whose session has ended, so that its screen can show this. */
const SESSION_ENDED = 'IPC_SESSION_ENDED' satisfies FailureCode;

export class Browsers {
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FROM_BROWSER,
    perMessageDeflate: false,
    // Pages never ping, and pongs would escape the browser's pace limit.
    autoPong: false,
    // Never choose a key: the chosen protocol is sent back.
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });
  readonly #paces: BrowserPaces;
  readonly #open = new Map<WebSocket, { session: Session; place: SessionScope }>();

  /** @param paces of the sessions, each shared by all connections of its session */
  constructor(paces: BrowserPaces) {
    this.#paces = paces;
  }

  /** Accepts a connection if its scope has a free place. */
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
        return rejectConnection(browser, CLOSE.tryAgainLater);
      }
      this.#open.set(browser, { session, place });
      const { messages, bytes } = this.#paces.of(session);
      const inbox = new PacedInbox<readonly [RawData, boolean]>({
        pace: messages,
        deliver: ([data, isBinary]) => on.message(data, isBinary),
        hold: (isHeld) => pauseReading(browser, 'messages', isHeld),
        most: MAX_EARLY,
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
      // Every frame costs work, so its bytes count, whatever it contains.
      socket.on('data', ({ length }: Buffer) => {
        const waitMs = bytes.take(length);
        if (waitMs === 0) return;
        pauseReading(browser, 'bytes', true);
        clearTimeout(cancelWait);
        cancelWait = setTimeout(() => pauseReading(browser, 'bytes', false), waitMs);
      });
    });
  }

  countOf({ id }: Session): number {
    return [...this.#open.values()].filter(({ session }) => session.id === id).length;
  }

  /** Closes the connections of an ended session. */
  endSession({ id }: Session): void {
    for (const [browser, { session }] of this.#open) {
      if (session.id === id) endBrowser(browser, CLOSE.sessionEnded, SESSION_ENDED);
    }
  }

  endAll(code: number, reason = ''): void {
    for (const browser of this.#sockets.clients) endBrowser(browser, code, reason);
  }

  /** Closes every connection, bounded in time. */
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

/** Closes a connection that has no listeners yet. */
export function rejectConnection(browser: WebSocket, code: number, reason = ''): void {
  browser.on('error', () => {});
  endBrowser(browser, code, reason);
}
