import { expect, test } from 'vitest';
import { isOwnHost, isOwnOrigin, readCookies, securityHeaders, sessionCookie } from '../../../electron/web/guard.ts';

const origin = 'http://127.0.0.1:4780';

test.each([
  '127.0.0.1:4781',
  '127.0.0.1',
  'localhost:4780',
  '127.0.0.1:4780.evil.example',
  'evil.example',
  '',
  undefined,
])('the server refuses a host name other than the till’s: %s', (host) =>
  expect(isOwnHost(host === undefined ? {} : { host }, origin)).toBe(false),
);

test.each([
  'null',
  'https://127.0.0.1:4780',
  'http://127.0.0.1:47801',
  'http://127.0.0.1:4780/',
  'http://localhost:4780',
])('the server refuses an origin other than the till’s: %s', (other) =>
  expect(isOwnOrigin({ origin: other }, origin)).toBe(false),
);

test('the server accepts the till’s name and origin', () => {
  expect(isOwnHost({ host: '127.0.0.1:4780' }, origin)).toBe(true);
  expect(isOwnOrigin({ origin }, origin)).toBe(true);
});

test('the server reads each cookie of a name, so that a foreign cookie does not hide the till’s', () => {
  expect(readCookies({ cookie: 'a=1; tillbridge-4780=x=y; b=2' }, 'tillbridge-4780')).toEqual(['x=y']);
  expect(readCookies({ cookie: 'tillbridge-4780=x; tillbridge-4780=y' }, 'tillbridge-4780')).toEqual(['x', 'y']);
  expect(readCookies({ cookie: 'xtillbridge-4780=x' }, 'tillbridge-4780')).toEqual([]);
  expect(readCookies({}, 'tillbridge-4780')).toEqual([]);
});

test('the server keeps the cookie away from scripts and other sites', () => {
  expect(sessionCookie(4780, 'S', 'till')).toBe('tillbridge-4780=S; Path=/; HttpOnly; SameSite=Strict');
});

test('the server allows scripts and connections of the till’s origin only, and no framing', () => {
  const policy = securityHeaders(origin)['content-security-policy'] ?? '';
  const directives = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]));
  expect(directives.get('default-src')).toEqual(["'none'"]);
  expect(directives.get('script-src')).toEqual(["'self'"]);
  expect(directives.get('connect-src')).toEqual(["'self'", 'ws://127.0.0.1:4780']);
  expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
});
