/**
 * The cases in which a kiosk must cancel a payment that the customer has abandoned, and those in which it must wait.
 */
import { beforeEach, expect, test } from 'vitest';
import { PIN_MS, type AttemptView } from '../../../../electron/contract/index.ts';
import { GRACE_MS, InactivityTimeout } from '../../../../electron/host/payments/inactivity-timeout.ts';
import { attempt } from '../../renderer/fixtures/states.ts';
import { ManualClock } from './world.ts';

const cardTimeoutMs = 30_000;
const WHOLE_MS = cardTimeoutMs + GRACE_MS;

let clock: ManualClock;
let inactivity: InactivityTimeout;
let cancelled: string[];
beforeEach(() => {
  clock = new ManualClock();
  cancelled = [];
  inactivity = new InactivityTimeout({
    clock,
    cardTimeoutMs,
    cancel: (id, by) => void cancelled.push(`${id} by ${by}`),
  });
});

const see = (more: Partial<AttemptView>): void =>
  inactivity.changed(attempt({ id: 'A-1', state: 'working', prompt: 'present-card', canCancel: true, ...more }));

test('the timeout cancels once after the time for a card and the grace time', async () => {
  see({});
  await clock.advance(WHOLE_MS - 1);
  expect(cancelled).toEqual([]);
  await clock.advance(1);
  expect(cancelled).toEqual(['A-1 by kiosk']);
  await clock.advance(WHOLE_MS * 2);
  expect(cancelled).toHaveLength(1);
});

test('the time restarts at the next prompt, and not when the same prompt is repeated', async () => {
  see({ prompt: 'follow-terminal' });
  await clock.advance(cardTimeoutMs);
  see({ prompt: 'follow-terminal' });
  await clock.advance(GRACE_MS - 1);
  see({ prompt: 'choose-application' });
  await clock.advance(WHOLE_MS - 1);
  expect(cancelled).toEqual([]);
  await clock.advance(1);
  expect(cancelled).toEqual(['A-1 by kiosk']);
});

test('the timeout gives a PIN a separate time, which the time for a card does not shorten', async () => {
  see({ prompt: 'enter-pin' });
  await clock.advance(PIN_MS + GRACE_MS - 1);
  expect(cancelled).toEqual([]);
  await clock.advance(1);
  expect(cancelled).toEqual(['A-1 by kiosk']);
});

test.each([
  ['terminal and card talk', { prompt: 'processing' }],
  ['the bank is asked', { prompt: 'asking-bank' }],
  ['the card is taken out', { prompt: 'remove-card' }],
  ['it is being checked', { state: 'checking', prompt: null }],
  ['it has been paid', { state: 'captured', prompt: null, canCancel: false }],
  ['a cancel was asked for', { prompt: 'cancelling', cancelAsked: true, canCancel: false }],
  ['a part was approved', { state: 'partial', prompt: null }],
] as const)('the timeout cancels nothing while %s', async (_name, more) => {
  see({});
  await clock.advance(cardTimeoutMs);
  see(more);
  await clock.advance(WHOLE_MS * 2);
  expect(cancelled).toEqual([]);
});

test('the timeout applies to each payment separately', async () => {
  see({});
  await clock.advance(10_000);
  see({ id: 'A-2' });
  await clock.advance(WHOLE_MS - 10_000);
  expect(cancelled).toEqual(['A-1 by kiosk']);
  await clock.advance(10_000);
  expect(cancelled).toEqual(['A-1 by kiosk', 'A-2 by kiosk']);
});

test('a stop ends every timer', async () => {
  see({});
  inactivity.stop();
  await clock.advance(WHOLE_MS);
  expect(cancelled).toEqual([]);
});
