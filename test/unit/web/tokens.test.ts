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
  const session = own.redeem(link);
  expect(session).toMatch(/^[\w-]{43}$/);
  expect(session).not.toBe(link);
  expect(own.isSession(session ?? undefined)).toBe(true);
  expect(own.redeem(link)).toBeNull();
});

test('a link is no session, and nothing made up is either', () => {
  const { tokens: own } = tokens();
  expect(own.isSession(own.mintLink())).toBe(false);
  expect(own.isSession('')).toBe(false);
  expect(own.isSession(undefined)).toBe(false);
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
  const sessions = Array.from({ length: 40 }, () => own.redeem(own.mintLink()) ?? undefined);
  expect(own.isSession(sessions[0])).toBe(false);
  expect(sessions.slice(-32).every((session) => own.isSession(session))).toBe(true);
});
