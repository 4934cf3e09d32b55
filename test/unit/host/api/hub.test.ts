import { describe, expect, test } from 'vitest';
import { applyEvent, type HostEvent, type HostState, type StreamItem } from '../../../../electron/contract/index.ts';
import { Hub } from '../../../../electron/host/api/hub.ts';

const at = '2026-01-01T00:00:00.000Z';
const initial: HostState = {
  till: {
    mode: 'training',
    isKiosk: false,
    name: 'Till 1',
    shop: 'Shop',
    currency: 'USD',
    locale: 'en-US',
    maxAmountMinor: 100,
    cardTimeoutMs: 1000,
    version: '0',
  },
  terminals: [],
  platform: { state: 'unknown', since: at, askedAt: null, failure: null, host: null },
  devices: [],
  attempts: [],
  practice: null,
  unmatched: [],
};
const unmatched = (n: number): HostEvent => ({ type: 'unmatched', unmatched: { at, attempt: null, what: String(n) } });

async function take(items: AsyncGenerator<StreamItem>, count: number): Promise<StreamItem[]> {
  const taken: StreamItem[] = [];
  while (taken.length < count) {
    const next = await items.next();
    if (next.done) break;
    taken.push(next.value);
  }
  await items.return(undefined);
  return taken;
}

describe('hub', () => {
  test('combines any snapshot and the later events to the host’s state', async () => {
    const hub = new Hub(initial, 'e1');
    for (let n = 0; n < 10; n += 1) hub.publish(unmatched(n));
    const snapshot = hub.snapshot();
    const items = hub.items({ epoch: 'e1', after: snapshot.seq });
    for (let n = 10; n < 15; n += 1) hub.publish(unmatched(n));
    let state = snapshot.state;
    const taken = await take(items, 5);
    for (const item of taken) if (item.kind === 'event') state = applyEvent(state, item.event);
    expect(taken.map((item) => item.kind === 'event' && item.seq)).toEqual([11, 12, 13, 14, 15]);
    expect(state).toEqual(hub.state());
  });

  test('continues after the reader’s last event', async () => {
    const hub = new Hub(initial, 'e1');
    for (let n = 0; n < 5; n += 1) hub.publish(unmatched(n));
    const items = await take(hub.items({ epoch: 'e1', after: 3 }), 2);
    expect(items.map((item) => item.kind === 'event' && item.seq)).toEqual([4, 5]);
  });

  test.each([
    ['a position in another process run', { epoch: 'e0', after: 3 }],
    ['a position in the future', { epoch: 'e1', after: 99 }],
  ])('sends a snapshot first to a reader with %s', async (_, from) => {
    const hub = new Hub(initial, 'e1');
    for (let n = 0; n < 5; n += 1) hub.publish(unmatched(n));
    const [first] = await take(hub.items(from), 1);
    expect(first).toEqual({ kind: 'snapshot', snapshot: hub.snapshot() });
  });

  test('sends a snapshot to a reader whose position is no longer kept', async () => {
    const hub = new Hub(initial, 'e1');
    for (let n = 0; n < 1_500; n += 1) hub.publish(unmatched(n));
    const [first] = await take(hub.items({ epoch: 'e1', after: 10 }), 1);
    expect(first?.kind).toBe('snapshot');
  });

  test('spends one snapshot, and no memory, on a reader that does not read', async () => {
    const hub = new Hub(initial, 'e1');
    const items = hub.items({ epoch: 'e1', after: 0 });
    const first = items.next();
    hub.publish(unmatched(0));
    await first;
    for (let n = 1; n < 900; n += 1) hub.publish(unmatched(n));
    const next = await items.next();
    expect(next.value).toMatchObject({ kind: 'snapshot' });
    await items.return(undefined);
  });

  test('ends with its signal and with the host', async () => {
    const hub = new Hub(initial, 'e1');
    const stop = new AbortController();
    const first = hub.items({ epoch: 'e1', after: 0 }, stop.signal).next();
    const second = hub.items({ epoch: 'e1', after: 0 }).next();
    stop.abort();
    expect((await first).done).toBe(true);
    hub.close();
    expect((await second).done).toBe(true);
  });
});
