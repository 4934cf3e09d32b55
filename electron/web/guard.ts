import type { IncomingHttpHeaders } from 'node:http';
import type { SessionScope } from './tokens.ts';

/** What every answer carries. `origin` is the one of this start. */
export function securityHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      // The component library sets its colour variables in a style element of its own.
      "style-src 'self' 'unsafe-inline'",
      "font-src 'self'",
      "img-src 'self' data:",
      `connect-src 'self' ${origin.replace(/^http/, 'ws')}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), camera=(), clipboard-read=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), ' +
      'magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/**
 * Cookies are shared by all ports of a host, so the port is in the name: two tills on one computer do not collide. A
 * display has a cookie of its own, so that its link, opened in the till's browser, does not take the till away. For the same
 * reason a cookie alone opens nothing that acts or shows: another program on another port is sent it too (`offeredKeys`).
 */
export const cookieName = (port: number, scope: SessionScope) =>
  scope === 'till' ? `tillbridge-${port}` : `tillbridge-${port}-${scope}`;

/** The subprotocol of our WebSockets. Beside it a page offers its keys, each with this prefix (renderer/store/bridge.ts). */
export const SUBPROTOCOL = 'tillbridge';
const KEY_PREFIX = 'tillbridge.key.';
/** The same keys in a plain request. */
const KEY_HEADER = 'tillbridge-key';

/** The page keys given with a request. A page has one for each scope that its browser was let in as. */
export function offeredKeys(headers: IncomingHttpHeaders): string[] {
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const inHeader = [headers[KEY_HEADER] ?? []].flat().flatMap((value) => value.split(/[ ,]+/));
  const inProtocols = protocols
    .filter((name) => name.startsWith(KEY_PREFIX))
    .map((name) => name.slice(KEY_PREFIX.length));
  return [...inProtocols, ...inHeader].filter((key) => key !== '').slice(0, 8);
}

/**
 * The origin of one start: a random label under `.localhost`, which browsers resolve to this computer themselves. What another user
 * serves while the till is closed (a service worker, a cached script, a cookie) belongs to another origin, and no stranger learns
 * this one. `name` null: the bare address, for a browser that does not know such names.
 */
export const ownOrigin = (name: string | null, port: number): string =>
  `http://${name === null ? '127.0.0.1' : `${name}.localhost`}:${port}`;

/** Whether a request names this computer as an earlier start of the till did: a bookmark, a restored tab, a page that stayed open. */
export function isEarlierHost(headers: IncomingHttpHeaders): boolean {
  return /^(?:[a-z0-9-]+\.localhost|127\.0\.0\.1):\d+$/.test(headers.host ?? '');
}

/** Exactly our own name: a page that resolves its name to 127.0.0.1 (DNS rebinding) still sends its own. */
export function isOwnHost(headers: IncomingHttpHeaders, origin: string): boolean {
  return headers.host === new URL(origin).host;
}

/** Exactly our own origin. Browsers send it with every WebSocket and every request that is not a plain GET. */
export function isOwnOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  return headers.origin === origin;
}

/** The secrets are 43 characters; so many cookies of one name are tried. */
const MAX_COOKIES = 8;

/** The values of one cookie. Another program may have set one of the same name: a wrong one opens nothing, so each is tried. */
export function readCookies(headers: IncomingHttpHeaders, name: string): string[] {
  return (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
    .slice(0, MAX_COOKIES);
}

/** Not readable by scripts, not sent from other sites, gone with the browser. No Secure: loopback has no TLS. */
export function sessionCookie(port: number, session: string, scope: SessionScope): string {
  return `${cookieName(port, scope)}=${session}; Path=/; HttpOnly; SameSite=Strict`;
}
