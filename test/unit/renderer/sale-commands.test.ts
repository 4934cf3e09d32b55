import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startBridge, webSocketCarrier, type Bridge } from '../../../renderer/store/bridge.ts';
import { attemptIdFrom } from '../../../renderer/store/ids.ts';
import { createTill } from '../../../renderer/store/index.ts';
import { screenOf } from '../../../renderer/store/screen-of.ts';
import { sessionMemory } from '../../../renderer/store/session.ts';
import { createTillStore, mirrorOf } from '../../../renderer/store/till-store.ts';
import { fixtureTill, memoryStorage } from './fixtures/fixture-till.ts';
import { attempt, finished, hostState, press } from './fixtures/states.ts';
import { serveHosts, testHost } from './fixtures/test-host.ts';
import { quietFor } from '../../waiting.ts';

const type = (till: ReturnType<typeof fixtureTill>, digits: string) => {
  for (const digit of digits) till.commands.typeKey(digit as '0');
};

describe('one press of Charge is one payment', () => {
  let server: Awaited<ReturnType<typeof serveHosts>>;
  const bridges: Bridge[] = [];
  let skewMs = 0;
  const now = () => Date.now() + skewMs;
  beforeEach(async () => {
    skewMs = 0;
    server = await serveHosts();
  });
  afterEach(async () => {
    for (const bridge of bridges.splice(0)) {
      bridge.stop();
      await bridge.stopped;
    }
    await server.close();
  });

  /** A window: its own store on the storage of its tab. */
  function openWindow(storage: ReturnType<typeof memoryStorage>) {
    const memory = sessionMemory(storage);
    const store = createTillStore({ now, memory });
    const bridge = startBridge(webSocketCarrier(server.url), mirrorOf(store, now));
    bridges.push(bridge);
    const till = createTill({ store, bridge, memory, now });
    return { ...till, memory, close: () => bridge.stop() };
  }
  const live = (till: ReturnType<typeof openWindow>) =>
    vi.waitFor(() => expect(till.store.getState().mirror.connection.state).toBe('live'), 3_000);
  const screen = (till: ReturnType<typeof openWindow>) => screenOf(till.store.getState());

  it('mints an id, sends it once, and shows the state of the host', async () => {
    const host = testHost('one');
    server.up(host);
    const till = openWindow(memoryStorage());
    await live(till);
    for (const digit of '4260') till.commands.typeKey(digit as '0');
    const charged = till.commands.charge();
    expect(screen(till)).toMatchObject({ kind: 'sending', submission: { amountMinor: 4260 } });
    // A second press while the first is in flight is the same press.
    await Promise.all([charged, till.commands.charge()]);
    await vi.waitFor(() => expect(screen(till).kind).toBe('live'));
    expect(host.starts).toHaveLength(1);
    expect(till.memory.submission()).toBeNull();
    expect(till.store.getState().sale.entry.digits).toBe('');
  });

  it('resumes the same payment when the host crashes before it answers', async () => {
    const one = testHost('one');
    server.up(one);
    const till = openWindow(memoryStorage());
    await live(till);
    for (const digit of '500') till.commands.typeKey(digit as '0');
    one.dieBeforeReply(() => server.down());
    await till.commands.charge();
    // The journal survives the host, so the next process run has the payment, and the window finds it there.
    const two = testHost('two', one.payments);
    server.up(two);
    await vi.waitFor(() => expect(screen(till)).toMatchObject({ kind: 'live', attempt: { id: one.starts[0] } }), 3_000);
    expect([...one.payments.keys()]).toEqual([one.starts[0]]);
    expect(two.starts).toEqual([]);
    expect(till.memory.submission()).toBeNull();
  });

  it('sends a recent press again, under the same id, to a host that never received it', async () => {
    const one = testHost('one');
    server.up(one);
    const till = openWindow(memoryStorage());
    await live(till);
    for (const digit of '500') till.commands.typeKey(digit as '0');
    one.dieBeforeReply(() => server.down());
    await till.commands.charge();
    const two = testHost('two');
    server.up(two);
    await vi.waitFor(() => expect(screen(till).kind).toBe('live'), 3_000);
    expect(two.starts).toEqual(one.starts);
    expect(two.payments.size).toBe(1);
  });

  it('resumes after a reload between press and answer', async () => {
    const one = testHost('one');
    server.up(one);
    const tab = memoryStorage();
    const before = openWindow(tab);
    await live(before);
    for (const digit of '500') before.commands.typeKey(digit as '0');
    one.dieBeforeReply(() => before.close());
    await before.commands.charge();
    expect(before.memory.submission()?.id).toBe(one.starts[0]);
    const after = openWindow(tab);
    expect(after.store.getState().sale.submission?.id).toBe(one.starts[0]);
    await vi.waitFor(() => expect(after.memory.submission()).toBeNull(), 3_000);
    expect(one.payments.size).toBe(1);
    expect(new Set(one.starts).size).toBe(1);
  });

  it('returns an old press to the cashier without sending it, and keeps the id for the next press', async () => {
    const one = testHost('one');
    server.up(one);
    const till = openWindow(memoryStorage());
    await live(till);
    for (const digit of '500') till.commands.typeKey(digit as '0');
    one.dieBeforeReply(() => server.down());
    await till.commands.charge();
    skewMs = 60_000;
    const two = testHost('two');
    server.up(two);
    await vi.waitFor(() => expect(till.store.getState().sale.problem?.code).toBe('PAY_NEVER_ARRIVED'), 3_000);
    expect(two.starts).toEqual([]);
    expect(screen(till).kind).toBe('idle');
    expect(till.store.getState().sale.entry.digits).toBe('500');
    await till.commands.charge();
    expect(two.starts).toEqual(one.starts);
  });

  it('does not restore on reload a press that was returned to the cashier', async () => {
    const tab = memoryStorage();
    sessionMemory(tab).keepSubmission(press({ id: 'given-back-01', pressedAtMs: Date.now(), isGivenBack: true }));
    const host = testHost('one');
    server.up(host);
    const till = openWindow(tab);
    await live(till);
    await quietFor(200, 'a payment that starts by itself');
    expect(screen(till).kind).toBe('idle');
    expect(host.starts).toEqual([]);
  });

  it('shows a refusal of the host, keeps the amount, and takes a new id for the next press', async () => {
    const host = testHost('one');
    server.up(host);
    const till = openWindow(memoryStorage());
    await live(till);
    for (const digit of '666') till.commands.typeKey(digit as '0');
    await till.commands.charge();
    expect(till.store.getState().sale).toMatchObject({
      submission: null,
      problem: { code: 'TERM_NOT_READY' },
      entry: { digits: '666' },
    });
    await till.commands.charge();
    expect(new Set(host.starts).size).toBe(2);
  });

  it('refuses to charge while the host is away, and sends nothing later', async () => {
    const host = testHost('one');
    server.up(host);
    const till = openWindow(memoryStorage());
    await live(till);
    for (const digit of '500') till.commands.typeKey(digit as '0');
    server.down();
    await vi.waitFor(() => expect(till.store.getState().mirror.connection.state).toBe('away'));
    await till.commands.charge();
    expect(till.store.getState().sale.problem?.code).toBe('IPC_DISCONNECTED');
    server.up(host);
    await live(till);
    await quietFor(200, 'a payment that starts by itself');
    expect(host.starts).toEqual([]);
    expect(till.store.getState().sale.entry.digits).toBe('500');
  });
});

describe('verbs of the counter', () => {
  it('starts the next sale with a digit on an outcome, and ignores digits while a payment runs', () => {
    const till = fixtureTill({ host: hostState({ attempts: [finished({ state: 'captured', capturedMinor: 4260 })] }) });
    expect(screenOf(till.store.getState()).kind).toBe('outcome');
    type(till, '7');
    expect(screenOf(till.store.getState()).kind).toBe('idle');
    expect(till.store.getState().sale.entry.digits).toBe('7');
    const busy = fixtureTill({ host: hostState({ attempts: [attempt()] }) });
    type(busy, '7');
    expect(busy.store.getState().sale.entry.digits).toBe('');
  });

  it('never starts a payment while another is open', async () => {
    const till = fixtureTill({
      host: hostState({ attempts: [attempt({ state: 'checking', prompt: null })] }),
      typed: '500',
    });
    await till.commands.charge();
    await till.commands.chargeAgain(4260);
    expect(till.calls).toEqual([]);
  });

  it('charges again as a new payment of the same amount', async () => {
    const till = fixtureTill({ host: hostState({ attempts: [finished({ state: 'declined' })] }) });
    await till.commands.chargeAgain(4260);
    expect(till.calls).toMatchObject([
      { path: 'payment.start', input: { amountMinor: 4260, currency: 'USD', terminal: 'tcp:127.0.0.1:9001' } },
    ]);
    expect(till.calls[0]?.input).not.toMatchObject({ id: finished({}).id });
  });

  it('does not charge an empty or zero amount', async () => {
    const till = fixtureTill({ host: hostState() });
    await till.commands.charge();
    type(till, '00');
    await till.commands.charge();
    expect(till.calls).toEqual([]);
  });

  it('dismisses an outcome for good, also after a reload of the same tab', () => {
    const till = fixtureTill({ host: hostState({ attempts: [finished({ state: 'captured' })] }) });
    till.commands.dismiss();
    expect(screenOf(till.store.getState()).kind).toBe('idle');
    till.show(hostState({ attempts: [finished({ state: 'captured' })] }));
    expect(screenOf(till.store.getState()).kind).toBe('idle');
  });

  it('requests a cancel and shows the state of the host, never a local state', async () => {
    const till = fixtureTill({ host: hostState({ attempts: [attempt()] }) });
    await till.commands.cancel(attempt().id);
    expect(till.calls).toEqual([{ path: 'payment.cancel', input: { attempt: attempt().id } }]);
    expect(screenOf(till.store.getState()).kind).toBe('live');
  });

  it('survives invalid data in the session memory', () => {
    const storage = memoryStorage();
    storage.setItem('tillbridge.pressed', '{"id":7}');
    expect(sessionMemory(storage).submission()).toBeNull();
    storage.setItem('tillbridge.pressed', 'not json');
    expect(sessionMemory(storage).submission()).toBeNull();
  });
});

describe('attempt ids', () => {
  it('sort by time, and have the form used by the whole project', () => {
    const bytes = (length: number) => new Uint8Array(length).fill(0xff);
    const first = attemptIdFrom(1_773_498_739_000, bytes);
    const later = attemptIdFrom(1_773_498_739_001, (length) => new Uint8Array(length));
    expect(first < later).toBe(true);
    expect(first).toMatch(/^A-[0-9a-z]{9}-[0-9a-z]{8}$/);
    expect(attemptIdFrom(Date.now())).not.toBe(attemptIdFrom(Date.now()));
  });
});
