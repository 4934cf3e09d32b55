/** Waiting for a payment to end leaves nothing behind: the soak found a reader of all events left by each wait. */
import { expect, it } from 'vitest';
import type { AttemptView, HostState } from '../../../electron/contract/index.ts';
import { createHub, type Hub } from '../../../electron/host/api/index.ts';
import { untilSettled } from '../../../electron/host/waiting.ts';

// What waiting looks at of a payment and of the host's state; the rest of both does not matter here.
const attempt = (state: AttemptView['state']): AttemptView => ({ id: 'A-1', state, startedAt: '2026-01-05T09:00:00.000Z' }) as AttemptView; // prettier-ignore
const initial = { terminals: [], devices: [], attempts: [], strays: [] } as unknown as HostState;

it('a wait that is over reads no more events', async () => {
  const hub = createHub(initial, 'epoch');
  let reading = 0;
  const watched: Hub = {
    ...hub,
    async *items(...from) {
      reading += 1;
      try {
        yield* hub.items(...from);
      } finally {
        reading -= 1;
      }
    },
  };
  hub.publish({ type: 'attempt', attempt: attempt('working') });
  const waiting = untilSettled(watched, 'A-1', { cardMs: 60_000, checkingMs: 60_000 }, () => undefined);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(reading).toBe(1);
  hub.publish({ type: 'attempt', attempt: attempt('captured') });
  expect((await waiting)?.state).toBe('captured');
  expect(reading).toBe(0);
});
