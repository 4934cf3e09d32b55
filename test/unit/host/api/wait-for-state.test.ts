/** Waits for a payment are bounded and clean up: a soak test found that each wait leaked an event reader. */
import { expect, it, vi } from 'vitest';
import type { AttemptView, FailureCode, HostState, TerminalView } from '../../../../electron/contract/index.ts';
import { Hub } from '../../../../electron/host/api/index.ts';
import { untilReady, untilSettled, waitForTerminal } from '../../../../electron/host/api/wait-for-state.ts';
import { ManualClock, settle } from '../payments/world.ts';

// Fields that the waits read; the others do not matter here.
const attempt = (state: AttemptView['state']): AttemptView =>
  ({ id: 'A-1', state, startedAt: '2026-01-05T09:00:00.000Z' }) as AttemptView;
const initial = { terminals: [], devices: [], attempts: [], unmatched: [] } as unknown as HostState;

it('a finished wait reads no more events', async () => {
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

it('a wait ends after the given time by the clock, and later if the payment is in doubt', async () => {
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

it('a wait reports a terminal that is not ready in time, and leaves no timer behind', async () => {
  const clock = new ManualClock();
  const hub = new Hub(initial, 'epoch');
  const waiting = untilReady(hub, clock, 'practice', 5_000);
  await clock.advance(5_000);
  expect(await waiting).toBe(false);
  // A terminal that is ready at once leaves no timer behind.
  const there = { ...initial, terminals: [{ id: 'practice', state: 'ready' }] } as unknown as HostState;
  const after = vi.spyOn(clock, 'after');
  expect(await untilReady(new Hub(there, 'epoch'), clock, 'practice', 5_000)).toBe(true);
  expect(after).not.toHaveBeenCalled();
});

/** Published terminal in this state; `failure` is the last attempt's. */
const terminal = (failure: FailureCode | null): TerminalView =>
  ({
    id: 'T-1',
    state: failure ? 'absent' : 'ready',
    failure: failure && { code: failure, message: '' },
  }) as TerminalView;

it('a wait uses a terminal whose port was busy at first once the next attempt finds it', async () => {
  const clock = new ManualClock();
  const hub = new Hub(initial, 'epoch');
  const waiting = waitForTerminal(hub, clock, 15_000);
  hub.publish({ type: 'terminal', terminal: terminal('LINK_BUSY') });
  await clock.advance(1_000);
  hub.publish({ type: 'terminal', terminal: terminal(null) });
  expect((await waiting).state).toBe('ready');
});

it('a wait reports an absent terminal soon and a silent terminal only after the time limit', async () => {
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
