import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { LINK_LIFETIME_MS, Tokens } from '../../../electron/web/tokens.ts';

function tokens() {
  const clock = { now: 0 };
  return { clock, tokens: new Tokens({ randomBytes: (size) => randomBytes(size), nowMs: () => clock.now }) };
}

test('a link is exchanged for a session once', () => {
  const { tokens: own } = tokens();
  const link = own.mintLink();
  const opened = own.redeem(link);
  expect(opened?.session).toMatch(/^[\w-]{43}$/);
  expect(opened?.session).not.toBe(link);
  expect(opened?.scope).toBe('till');
  expect(own.isSession(opened?.session, 'till')).toBe(true);
  expect(own.redeem(link)).toBeNull();
});

test('a link is no session, and nothing made up is either', () => {
  const { tokens: own } = tokens();
  expect(own.isSession(own.mintLink(), 'till')).toBe(false);
  expect(own.isSession('', 'till')).toBe(false);
  expect(own.isSession(undefined, 'till')).toBe(false);
  expect(own.redeem('')).toBeNull();
});

test('a link ends after an hour', () => {
  const { tokens: own, clock } = tokens();
  const [inTime, late] = [own.mintLink(), own.mintLink()];
  clock.now = LINK_LIFETIME_MS;
  expect(own.redeem(inTime)).not.toBeNull();
  clock.now += 1;
  expect(own.redeem(late)).toBeNull();
});

test('only so many links and sessions are kept, the newest', () => {
  const { tokens: own } = tokens();
  const links = Array.from({ length: 40 }, () => own.mintLink());
  expect(own.redeem(links[0] ?? '')).toBeNull();
  expect(own.redeem(links.at(-1) ?? '')).not.toBeNull();
  const sessions = Array.from({ length: 40 }, () => own.redeem(own.mintLink())?.session);
  expect(own.isSession(sessions[0], 'till')).toBe(false);
  expect(sessions.slice(-32).every((session) => own.isSession(session, 'till'))).toBe(true);
});

test('a display’s session is never the till’s, nor the other way round', () => {
  const { tokens: own } = tokens();
  const display = own.redeem(own.mintLink('display'));
  const till = own.redeem(own.mintLink());
  expect(display?.scope).toBe('display');
  expect(own.isSession(display?.session, 'display')).toBe(true);
  expect(own.isSession(display?.session, 'till')).toBe(false);
  expect(own.isSession(till?.session, 'display')).toBe(false);
});
