/** Waiting for a payment to end is bounded, and leaves nothing behind: the soak found a reader of all events left by each wait. */
import { expect, it, vi } from 'vitest';
import type { AttemptView, FailureCode, HostState, TerminalView } from '../../../../electron/contract/index.ts';
import { Hub } from '../../../../electron/host/api/index.ts';
import { untilReady, untilSettled, waitForTerminal } from '../../../../electron/host/api/wait-for-state.ts';
import { ManualClock, settle } from '../payments/world.ts';

// What waiting looks at of a payment and of the host's state; the rest of both does not matter here.
const attempt = (state: AttemptView['state']): AttemptView =>
  ({ id: 'A-1', state, startedAt: '2026-01-05T09:00:00.000Z' }) as AttemptView;
const initial = { terminals: [], devices: [], attempts: [], unmatched: [] } as unknown as HostState;

it('a wait that is over reads no more events', async () => {
  let reading = 0;
  class WatchedHub extends Hub {
    override async *items(...from: Parameters<Hub['items']>) {
      reading += 1;
      try {
        yield* super.items(...from);
      } finally {
        reading -= 1;
      }
    }
  }
  const hub = new WatchedHub(initial, 'epoch');
  hub.publish({ type: 'attempt', attempt: attempt('working') });
  const waiting = untilSettled(hub, new ManualClock(), 'A-1', { cardMs: 60_000, inDoubtMs: 60_000 }, () => undefined);
  await settle();
  expect(reading).toBe(1);
  hub.publish({ type: 'attempt', attempt: attempt('captured') });
  expect((await waiting)?.state).toBe('captured');
  expect(reading).toBe(0);
});

it('a wait ends when its time is over, by the clock it was given: longer while it is being checked', async () => {
  const hub = new Hub(initial, 'epoch');
  const clock = new ManualClock();
  const seen: string[] = [];
  hub.publish({ type: 'attempt', attempt: attempt('working') });
  const within = { cardMs: 1_000, inDoubtMs: 60_000 };
  let ended: AttemptView | null | undefined;
  const waiting = untilSettled(hub, clock, 'A-1', within, ({ state }) => seen.push(state)).then(
    (view) => (ended = view),
  );
  await clock.advance(999);
  hub.publish({ type: 'attempt', attempt: attempt('checking') });
  await clock.advance(59_999);
  expect(ended).toBeUndefined();
  await clock.advance(1);
  await waiting;
  expect(ended?.state).toBe('checking');
  expect(seen).toEqual(['working', 'checking']);
});

it('a terminal that is not ready in time is said not to be, and nothing is left to wait for', async () => {
  const clock = new ManualClock();
  const hub = new Hub(initial, 'epoch');
  const waiting = untilReady(hub, clock, 'practice', 5_000);
  await clock.advance(5_000);
  expect(await waiting).toBe(false);
  // One that is ready at once leaves no timer behind.
  const there = { ...initial, terminals: [{ id: 'practice', state: 'ready' }] } as unknown as HostState;
  const after = vi.spyOn(clock, 'after');
  expect(await untilReady(new Hub(there, 'epoch'), clock, 'practice', 5_000)).toBe(true);
  expect(after).not.toHaveBeenCalled();
});

/** A terminal in this state, as the host publishes it; a `failure` is that of its last try. */
const terminal = (failure: FailureCode | null): TerminalView =>
  ({
    id: 'T-1',
    state: failure ? 'absent' : 'ready',
    failure: failure && { code: failure, message: '' },
  }) as TerminalView;

it('a terminal whose port was busy at the first try is used where the next one finds it', async () => {
  const clock = new ManualClock();
  const hub = new Hub(initial, 'epoch');
  const waiting = waitForTerminal(hub, clock, 15_000);
  hub.publish({ type: 'terminal', terminal: terminal('LINK_BUSY') });
  await clock.advance(1_000);
  hub.publish({ type: 'terminal', terminal: terminal(null) });
  expect((await waiting).state).toBe('ready');
});

it('one that stays away is said to be soon, one that is only silent when the time is over', async () => {
  for (const [code, ms] of [
    ['LINK_BUSY', 1_500],
    ['TERM_SILENT', 16_500],
  ] as const) {
    const clock = new ManualClock();
    const hub = new Hub(initial, 'epoch');
    let ended: unknown;
    const waiting = waitForTerminal(hub, clock, 15_000).catch((error: unknown) => (ended = error));
    hub.publish({ type: 'terminal', terminal: terminal(code) });
    await settle();
    await clock.advance(ms - 1);
    expect(ended).toBeUndefined();
    await clock.advance(1);
    await waiting;
    expect(ended).toMatchObject({ code });
  }
});
