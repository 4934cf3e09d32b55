import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { LINK_LIFETIME_MS, Tokens, type Opened, type SessionScope } from '../../../electron/web/tokens.ts';

function tokens() {
  const clock = { now: 0 };
  return { clock, tokens: new Tokens({ randomBytes: (size) => randomBytes(size), nowMs: () => clock.now }) };
}

/** True if a cookie with its page's key grants access of a scope. */
const opens = (own: Tokens, opened: Opened | null, scope: SessionScope) =>
  own.provenSession([opened?.session ?? ''], scope, [opened?.key ?? '']) !== undefined;

test('a link is exchanged for a session once', () => {
  const { tokens: own } = tokens();
  const link = own.mintLink();
  const opened = own.redeem(link);
  expect(opened?.session).toMatch(/^[\w-]{43}$/);
  expect(opened?.session).not.toBe(link);
  expect(opened?.scope).toBe('till');
  expect(opens(own, opened, 'till')).toBe(true);
  expect(own.redeem(link)).toBeNull();
});

test('neither the cookie nor the page’s key opens anything alone', () => {
  const { tokens: own } = tokens();
  const [opened, other] = [own.redeem(own.mintLink()), own.redeem(own.mintLink())];
  if (!opened || !other) throw new Error('no session');
  for (const keys of [[], [''], [opened.session], [other.key]]) {
    expect(own.provenSession([opened.session], 'till', keys)).toBeUndefined();
  }
  expect(own.provenSession([opened.key], 'till', [opened.key])).toBeUndefined();
  expect(own.provenSession([opened.session], 'till', [other.key, opened.key])).toBeDefined();
});

test('a session of the till’s browser is ended once when its link is presented again', () => {
  const { tokens: own } = tokens();
  const link = own.mintLink('kiosk', true);
  const opened = own.redeem(link);
  expect(own.revokeByReuse(link)).toMatchObject({ scope: 'kiosk' });
  expect(opens(own, opened, 'kiosk')).toBe(false);
  expect(own.revokeByReuse(link)).toBeNull();
  // A user may paste a link twice.
  const pasted = own.mintLink();
  const kept = own.redeem(pasted);
  expect(own.revokeByReuse(pasted)).toBeNull();
  expect(opens(own, kept, 'till')).toBe(true);
});

test('a link is not a session, and neither is an invented token', () => {
  const { tokens: own } = tokens();
  expect(own.provenSession([own.mintLink()], 'till', ['x'])).toBeUndefined();
  expect(own.sessionOf([''], 'till')).toBeUndefined();
  expect(own.sessionOf([], 'till')).toBeUndefined();
  expect(own.redeem('')).toBeNull();
});

test('a link expires after an hour', () => {
  const { tokens: own, clock } = tokens();
  const [inTime, late] = [own.mintLink(), own.mintLink()];
  clock.now = LINK_LIFETIME_MS;
  expect(own.redeem(inTime)).not.toBeNull();
  clock.now += 1;
  expect(own.redeem(late)).toBeNull();
});

test('only a maximum of links and sessions is kept, the newest', () => {
  const { tokens: own } = tokens();
  const links = Array.from({ length: 40 }, () => own.mintLink());
  expect(own.redeem(links[0] ?? '')).toBeNull();
  expect(own.redeem(links.at(-1) ?? '')).not.toBeNull();
  const sessions = Array.from({ length: 40 }, () => own.redeem(own.mintLink()));
  expect(opens(own, sessions[0] ?? null, 'till')).toBe(false);
  expect(sessions.slice(-32).every((session) => opens(own, session, 'till'))).toBe(true);
});

test('many displays and kiosks do not push the till out', () => {
  const { tokens: own } = tokens();
  const till = own.redeem(own.mintLink());
  for (const scope of ['display', 'kiosk'] as const)
    for (let index = 0; index < 100; index += 1) own.redeem(own.mintLink(scope));
  expect(opens(own, till, 'till')).toBe(true);
});

test('a display’s session is never a till’s, and a till’s never a display’s', () => {
  const { tokens: own } = tokens();
  const display = own.redeem(own.mintLink('display'));
  const till = own.redeem(own.mintLink());
  expect(display?.scope).toBe('display');
  expect(opens(own, display, 'display')).toBe(true);
  expect(opens(own, display, 'till')).toBe(false);
  expect(opens(own, till, 'display')).toBe(false);
});
