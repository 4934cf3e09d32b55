import type { IncomingHttpHeaders } from 'node:http';
import type { SessionScope } from './tokens.ts';

/** Headers of every response. `origin` is the origin of this start. */
export function securityHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      // The component library sets its colour variables in its own style element.
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
 * Name of a session cookie. All ports of a host share cookies, so the name contains the port: two tills on one computer
 * do not collide. A display has its own cookie, so that its link, opened in the till's browser, does not replace the
 * till's session. Programs on other ports receive the cookie too, so a cookie alone grants no access to the till
 * (`offeredKeys`).
 */
export const cookieName = (port: number, scope: SessionScope) =>
  scope === 'till' ? `tillbridge-${port}` : `tillbridge-${port}-${scope}`;

/**
 * Subprotocol of the till's WebSockets. A page offers its keys as further subprotocols, each with this prefix
 * (renderer/store/bridge.ts).
 */
export const SUBPROTOCOL = 'tillbridge';
const KEY_PREFIX = 'tillbridge.key.';
/** Header that carries the same keys in a plain request. */
const KEY_HEADER = 'tillbridge-key';

/** Page keys sent with a request. A page has one key for each scope of its browser's sessions. */
export function offeredKeys(headers: IncomingHttpHeaders): string[] {
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const inHeader = [headers[KEY_HEADER] ?? []].flat().flatMap((value) => value.split(/[ ,]+/));
  const inProtocols = protocols
    .filter((name) => name.startsWith(KEY_PREFIX))
    .map((name) => name.slice(KEY_PREFIX.length));
  return [...inProtocols, ...inHeader].filter((key) => key !== '').slice(0, 8);
}

/**
 * Origin of a start: a random label under `.localhost`, which browsers resolve to this computer themselves. Anything
 * that another user serves while the till is closed (a service worker, a cached script, a cookie) belongs to another
 * origin, and other users cannot learn this origin. `name` null: the bare address, for a browser that cannot resolve
 * such names.
 */
export const ownOrigin = (name: string | null, port: number): string =>
  `http://${name === null ? '127.0.0.1' : `${name}.localhost`}:${port}`;

/**
 * True if the Host header could be that of an earlier start of the till: a bookmark, a restored tab, a page that stayed
 * open.
 */
export function isEarlierHost(headers: IncomingHttpHeaders): boolean {
  return /^(?:[a-z0-9-]+\.localhost|127\.0\.0\.1):\d+$/.test(headers.host ?? '');
}

/**
 * Requires exactly the till's own Host: a page that resolves its own name to 127.0.0.1 (DNS rebinding) still sends that
 * name.
 */
export function isOwnHost(headers: IncomingHttpHeaders, origin: string): boolean {
  return headers.host === new URL(origin).host;
}

/**
 * Requires exactly the till's own Origin. Browsers send it with every WebSocket and with every request except a plain
 * GET.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  return headers.origin === origin;
}

/** Maximum cookies of one name that are tried. */
const MAX_COOKIES = 8;

/**
 * Values of one cookie. Another program may have set one of the same name, so each value is tried; a wrong one opens
 * nothing.
 */
export function readCookies(headers: IncomingHttpHeaders, name: string): string[] {
  return (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
    .slice(0, MAX_COOKIES);
}

/**
 * Session cookie: hidden from scripts, withheld from requests of other sites, deleted with the browser. It lacks
 * `Secure`, because loopback has no TLS.
 */
export function sessionCookie(port: number, session: string, scope: SessionScope): string {
  return `${cookieName(port, scope)}=${session}; Path=/; HttpOnly; SameSite=Strict`;
}
