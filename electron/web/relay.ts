import { WebSocket, type RawData } from 'ws';
import { provenConnection } from '../starter/index.ts';
import { pauseReading } from './browser-paces.ts';

/** Close codes of RFC 6455 used here (the IANA registry defines 1012 and 1013; 4000 and above are the till's). */
export const CLOSE = { goingAway: 1001, serviceRestart: 1012, tryAgainLater: 1013, sessionEnded: 4401 } as const;

/** Maximum bytes of a message from a browser: commands are small. */
export const MAX_FROM_BROWSER = 1024 * 1024;
/** Maximum bytes of a message from the host: a snapshot with many attempts and Devices. */
const MAX_FROM_HOST = 16 * 1024 * 1024;
/** Unsent bytes above which the sender is not read any more; reading resumes below the lower mark. */
const HIGH_WATER = 2 * 1024 * 1024;
const LOW_WATER = 256 * 1024;
const CONNECT_WITHIN_MS = 5_000;

/**
 * Connects a browser's WebSocket to the host's local socket and relays frames unchanged in both directions. The
 * returned function takes the browser's messages. `path` is the scope: the host offers `/display` no commands. When the
 * host's side ends, the browser gets "service restart" (1012), and the UI reconnects.
 */
export function relay(
  browser: WebSocket,
  address: string,
  path: '/contract' | '/display',
): (data: RawData, isBinary: boolean) => void {
  const knock = provenConnection(address);
  const host = new WebSocket(`ws://localhost${path}`, {
    ...knock.options,
    handshakeTimeout: CONNECT_WITHIN_MS,
    maxPayload: MAX_FROM_HOST,
    perMessageDeflate: false,
  });
  knock.watch(host);
  // Reading from the browser starts once the host is connected.
  pauseReading(browser, 'host', true);
  host.once('open', () => pauseReading(browser, 'host', false));
  pass(host, browser);
  browser.once('close', () => endHost(host));
  host.once('close', () => endBrowser(browser, CLOSE.serviceRestart));
  // An error is always followed by 'close', which is handled above.
  browser.on('error', () => {});
  host.on('error', () => {});
  return (data, isBinary) => {
    if (host.readyState !== WebSocket.OPEN) return;
    host.send(data as Buffer, { binary: isBinary }, () => {
      if (host.bufferedAmount < LOW_WATER) pauseReading(browser, 'host', false);
    });
    if (host.bufferedAmount > HIGH_WATER) pauseReading(browser, 'host', true);
  };
}

/**
 * Asks a browser to close and reconnect; `reason` is a failure code or empty. Reading is resumed, because the answer to
 * the close frame must be read.
 */
export function endBrowser(browser: WebSocket, code: number, reason = ''): void {
  if (browser.readyState !== WebSocket.OPEN) return;
  browser.resume();
  browser.close(code, reason);
}

function endHost(host: WebSocket): void {
  if (host.readyState === WebSocket.CONNECTING) host.terminate();
  else if (host.readyState === WebSocket.OPEN) {
    host.resume();
    host.close(1000);
  }
}

function pass(from: WebSocket, to: WebSocket): void {
  from.on('message', (data, isBinary) => {
    if (to.readyState !== WebSocket.OPEN) return;
    to.send(data as Buffer, { binary: isBinary }, () => {
      if (from.isPaused && to.bufferedAmount < LOW_WATER) from.resume();
    });
    if (to.bufferedAmount > HIGH_WATER) from.pause();
  });
}
