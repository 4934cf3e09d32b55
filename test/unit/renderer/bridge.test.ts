import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TillError } from '../../../electron/contract/index.ts';
import {
  asTillError,
  carrierFor,
  startBridge,
  webSocketCarrier,
  type Bridge,
  type OpenCarrier,
} from '../../../renderer/store/bridge.ts';
import { settingsCommands } from '../../../renderer/store/settings-commands.ts';
import { sessionMemory } from '../../../renderer/store/session.ts';
import { createTillStore, mirrorOf } from '../../../renderer/store/till-store.ts';
import { memoryStorage } from './fixtures/fixture-till.ts';
import { attempt } from './fixtures/states.ts';
import { serveHosts, testHost, testPage } from './fixtures/test-host.ts';
import { quietFor } from '../../waiting.ts';

const now = () => Date.now();
const newStore = () => createTillStore({ now, memory: sessionMemory(memoryStorage()) });
const code = async (promise: Promise<unknown>) => {
  try {
    await promise;
    return 'answered';
  } catch (error) {
    return error instanceof TillError ? error.code : error;
  }
};

describe('the bridge over a WebSocket', () => {
  let server: Awaited<ReturnType<typeof serveHosts>>;
  let bridge: Bridge | undefined;
  beforeEach(async () => {
    server = await serveHosts();
  });
  afterEach(async () => {
    bridge?.stop();
    await bridge?.stopped;
    await server.close();
  });

  it('takes a snapshot, then applies the events', async () => {
    const host = testHost('one');
    server.up(host);
    const store = newStore();
    bridge = startBridge(webSocketCarrier(server.url), mirrorOf(store, now));
    await vi.waitFor(() => expect(store.getState().mirror.connection.state).toBe('live'));
    host.publish({ type: 'attempt', attempt: attempt({ id: 'first-0001' }) });
    host.publish({ type: 'attempt', attempt: attempt({ id: 'first-0001', prompt: 'enter-pin' }) });
    await vi.waitFor(() => expect(store.getState().mirror.seq).toBe(2));
    expect(store.getState().mirror.host).toEqual(host.hub.state());
  });

  it('reports away as soon as the host exits, and reconnects as soon as the next host starts', async () => {
    server.up(testHost('one'));
    const store = newStore();
    bridge = startBridge(webSocketCarrier(server.url), mirrorOf(store, now));
    await vi.waitFor(() => expect(store.getState().mirror.connection.state).toBe('live'));
    server.down();
    await vi.waitFor(() => expect(store.getState().mirror.connection.state).toBe('away'));
    const next = testHost('two');
    next.publish({ type: 'attempt', attempt: attempt({ id: 'second-001' }) });
    server.up(next);
    await vi.waitFor(
      () => expect(store.getState().mirror).toMatchObject({ epoch: 'two', connection: { state: 'live' } }),
      10_000,
    );
    expect(store.getState().mirror.host).toEqual(next.hub.state());
  });

  it('learns why the host is stopped, accepts codes of the contract only, and clears the code once a host runs', async () => {
    const store = newStore();
    const stopped = () => store.getState().mirror.connection.stopped;
    server.say('JRNL_UNWRITABLE');
    bridge = startBridge(webSocketCarrier(server.url), mirrorOf(store, now));
    await vi.waitFor(() => expect(stopped()).toBe('JRNL_UNWRITABLE'), 5_000);
    server.say('<b>pay here instead</b>');
    await vi.waitFor(() => expect(stopped()).toBeUndefined(), 5_000);
    server.say('JRNL_NEWER');
    await vi.waitFor(() => expect(stopped()).toBe('JRNL_NEWER'), 5_000);
    server.up(testHost('one'));
    await vi.waitFor(() => expect(store.getState().mirror.connection.state).toBe('live'), 5_000);
    expect(stopped()).toBeUndefined();
  });

  it('resumes without a gap when only the connection broke', async () => {
    const host = testHost('one');
    server.up(host);
    const store = newStore();
    bridge = startBridge(webSocketCarrier(server.url), mirrorOf(store, now));
    await vi.waitFor(() => expect(store.getState().mirror.connection.state).toBe('live'));
    server.cut();
    host.publish({ type: 'attempt', attempt: attempt({ id: 'while-away' }) });
    await vi.waitFor(() => {
      const { host: seen, connection } = store.getState().mirror;
      expect(seen?.attempts).toHaveLength(1);
      expect(connection.state).toBe('live');
    });
  });

  it('refuses commands while away, and queues no command', async () => {
    const store = newStore();
    bridge = startBridge(webSocketCarrier(server.url), mirrorOf(store, now));
    const call = () =>
      bridge?.call((client, options) => client.payment.list({ limit: 1 }, options)) ?? Promise.reject(new Error());
    expect(await code(call())).toBe('IPC_DISCONNECTED');
    const host = testHost('one');
    server.up(host);
    await vi.waitFor(() => expect(store.getState().mirror.connection.state).toBe('live'), 3_000);
    expect(await code(call())).toBe('answered');
    expect(host.starts).toEqual([]);
  });

  it('fails a command when the connection that sent it closes', async () => {
    const host = testHost('one');
    server.up(host);
    const store = newStore();
    bridge = startBridge(webSocketCarrier(server.url), mirrorOf(store, now));
    await vi.waitFor(() => expect(store.getState().mirror.connection.state).toBe('live'));
    host.dieBeforeReply(() => server.down());
    const call = bridge.call((client, options) =>
      client.payment.start({ id: 'lost-reply-1', amountMinor: 100, currency: 'USD' }, options),
    );
    expect(await code(call)).toBe('IPC_DISCONNECTED');
    expect(host.starts).toEqual(['lost-reply-1']);
  });

  it('sends a setting again to each next host when the host stops before it answers', async () => {
    const sent: string[] = [];
    const hostOf = (epoch: string, isLast = false) =>
      testHost(epoch, undefined, () => {
        sent.push(epoch);
        if (!isLast) server.down();
      });
    const store = newStore();
    server.up(hostOf('one'));
    bridge = startBridge(webSocketCarrier(server.url), mirrorOf(store, now));
    await vi.waitFor(() => expect(store.getState().mirror.connection.state).toBe('live'));
    const { setSetting } = settingsCommands(store, bridge);
    const set = setSetting({ key: 'till.shop', text: 'Theirs', was: null });
    for (const next of ['two', 'three']) {
      await vi.waitFor(() => expect(store.getState().mirror.connection.state).toBe('away'));
      server.up(hostOf(next, next === 'three'));
      await vi.waitFor(() => expect(sent).toContain(next), 10_000);
    }
    await set;
    expect(sent).toEqual(['one', 'two', 'three']);
  });

  it('returns the failure code of the host, IPC_INVALID for an invalid command and HOST_INTERNAL for a bug', async () => {
    server.up(testHost('one'));
    const store = newStore();
    bridge = startBridge(webSocketCarrier(server.url), mirrorOf(store, now));
    await vi.waitFor(() => expect(store.getState().mirror.connection.state).toBe('live'));
    expect(await code(bridge.call((client, options) => client.payment.cancel({ attempt: 'none' }, options)))).toBe(
      'PAY_NOT_FOUND',
    );
    expect(
      await code(
        bridge.call((client, options) => client.payment.start({ id: '!', amountMinor: 1, currency: 'USD' }, options)),
      ),
    ).toBe('IPC_INVALID');
    expect(
      await code(bridge.call((client, options) => client.device.act({ device: 'DV1', action: 'REBOOT' }, options))),
    ).toBe('HOST_INTERNAL');
  });

  it('stops waiting for an answer after a timeout', async () => {
    const host = testHost('one');
    server.up(host);
    const store = newStore();
    bridge = startBridge(webSocketCarrier(server.url), mirrorOf(store, now));
    await vi.waitFor(() => expect(store.getState().mirror.connection.state).toBe('live'));
    host.dieBeforeReply(() => {});
    const call = bridge.call(
      (client, options) => client.payment.start({ id: 'never-answered', amountMinor: 1, currency: 'USD' }, options),
      100,
    );
    expect(await code(call)).toBe('IPC_DISCONNECTED');
  });

  it('reports that this window was signed out, and reconnects with the keys of a new link', async () => {
    server.up(testHost('one'));
    const store = newStore();
    let url = 'ws://127.0.0.1:1/refused';
    let keys = ['old'];
    const offered: unknown[] = [];
    const Socket = class extends WebSocket {
      constructor(_url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        offered.push(protocols);
      }
    };
    const proof = { keys: () => keys, isOver: (given: readonly string[]) => Promise.resolve(given[0] === 'old') };
    bridge = startBridge(webSocketCarrier(server.url, Socket, proof), mirrorOf(store, now));
    await vi.waitFor(() => expect(store.getState().mirror.connection.stopped).toBe('IPC_SESSION_ENDED'));
    [url, keys] = [server.url, ['new']];
    await vi.waitFor(() => expect(store.getState().mirror.connection.state).toBe('live'), 5_000);
    expect(offered[0]).toEqual(['tillbridge', 'tillbridge.key.old']);
    expect(offered.at(-1)).toEqual(['tillbridge', 'tillbridge.key.new']);
  });

  it('retries with growing waits, never in a busy loop', async () => {
    vi.useFakeTimers();
    try {
      const store = newStore();
      const began = performance.now();
      const tries: number[] = [];
      const open: OpenCarrier = () => {
        tries.push(performance.now() - began);
        return Promise.reject(new Error('refused'));
      };
      bridge = startBridge(open, mirrorOf(store, now));
      await vi.advanceTimersByTimeAsync(1_600);
      expect(tries).toEqual([0, 100, 300, 600, 1_000, 1_500]);
      await vi.advanceTimersByTimeAsync(60_000);
      // The longest step is one second.
      expect(tries.length).toBe(67);
      expect(store.getState().mirror.connection.state).toBe('connecting');
    } finally {
      vi.useRealTimers();
    }
  });

  it('opens no connection after stop', async () => {
    server.up(testHost('one'));
    const store = newStore();
    bridge = startBridge(webSocketCarrier(server.url), mirrorOf(store, now));
    await vi.waitFor(() => expect(store.getState().mirror.connection.state).toBe('live'));
    bridge.stop();
    await bridge.stopped;
    const before = server.connections();
    await quietFor(300, 'a connection after the stop');
    expect(server.connections()).toBe(before);
    expect(await code(bridge.call((client, options) => client.snapshot(undefined, options)))).toBe('IPC_DISCONNECTED');
  });
});

describe('the bridge over Electron’s message ports', () => {
  let bridge: Bridge | undefined;
  afterEach(async () => {
    bridge?.stop();
    await bridge?.stopped;
  });

  it('takes the port from the preload, and a new port for every process run of the host', async () => {
    const { page, deliver } = testPage();
    const store = newStore();
    bridge = startBridge(carrierFor(page), mirrorOf(store, now));
    const one = testHost('one');
    deliver(one);
    await vi.waitFor(() =>
      expect(store.getState().mirror).toMatchObject({ epoch: 'one', connection: { state: 'live' } }),
    );
    one.publish({ type: 'attempt', attempt: attempt({ id: 'over-port-1' }) });
    await vi.waitFor(() => expect(store.getState().mirror.host?.attempts).toHaveLength(1));
    // The old port stays open: only the new port shows that the old host has ended.
    deliver(testHost('two'));
    await vi.waitFor(() =>
      expect(store.getState().mirror).toMatchObject({ epoch: 'two', connection: { state: 'live' } }),
    );
  });

  it('reports away when the port closes', async () => {
    const { page, deliver } = testPage();
    const store = newStore();
    bridge = startBridge(carrierFor(page), mirrorOf(store, now));
    const { kill } = deliver(testHost('one'));
    await vi.waitFor(() => expect(store.getState().mirror.connection.state).toBe('live'));
    kill();
    await vi.waitFor(() => expect(store.getState().mirror.connection.state).toBe('away'));
  });

  it('learns why the host is stopped from the preload, and from no other sender', async () => {
    const { page, deliver } = testPage();
    const store = newStore();
    const stopped = () => store.getState().mirror.connection.stopped;
    bridge = startBridge(carrierFor(page), mirrorOf(store, now));
    const say = (data: string, source: unknown) =>
      page.dispatchEvent(Object.assign(new Event('message'), { data, source, ports: [] }));
    say('tillbridge:stopped:JRNL_CORRUPT', {});
    await quietFor(50, 'a reason that is believed');
    expect(stopped()).toBeUndefined();
    say('tillbridge:stopped:JRNL_CORRUPT', page);
    await vi.waitFor(() => expect(stopped()).toBe('JRNL_CORRUPT'));
    deliver(testHost('one'));
    await vi.waitFor(() => expect(store.getState().mirror.connection.state).toBe('live'), 5_000);
    expect(stopped()).toBeUndefined();
  });

  it('ignores ports from other senders', async () => {
    const { page, deliver } = testPage();
    const store = newStore();
    bridge = startBridge(carrierFor(page), mirrorOf(store, now));
    deliver(testHost('frame'), { source: {} });
    deliver(testHost('other'), { data: 'something else' });
    await quietFor(100, 'a host that is believed');
    expect(store.getState().mirror.connection.state).toBe('connecting');
    deliver(testHost('right'));
    await vi.waitFor(() => expect(store.getState().mirror.epoch).toBe('right'));
  });
});

describe('gaps in the stream', () => {
  it('takes a new snapshot when a sequence number is missing', async () => {
    const host = testHost('one');
    let snapshots = 0;
    // The carrier loses event number 2.
    const open: OpenCarrier = async () => {
      const { createRouterClient } = await import('@orpc/server');
      const inner = createRouterClient(host.router);
      const client = {
        ...inner,
        snapshot: async () => {
          snapshots += 1;
          return inner.snapshot();
        },
        events: async (input: { epoch: string; after: number }) => {
          const stream = await inner.events(input);
          return (async function* () {
            for await (const item of stream) if (!(item.kind === 'event' && item.seq === 2)) yield item;
          })();
        },
      } as unknown as Awaited<ReturnType<OpenCarrier>>['client'];
      return { client, closed: new Promise(() => {}), close: () => {} };
    };
    const store = newStore();
    const bridge = startBridge(open, mirrorOf(store, now));
    await vi.waitFor(() => expect(snapshots).toBe(1), 20_000);
    host.publish({ type: 'attempt', attempt: attempt({ id: 'gap-000001' }) });
    host.publish({ type: 'attempt', attempt: attempt({ id: 'gap-000002' }) });
    host.publish({ type: 'attempt', attempt: attempt({ id: 'gap-000003' }) });
    await vi.waitFor(() => expect(store.getState().mirror.host).toEqual(host.hub.state()), 20_000);
    expect(snapshots).toBe(2);
    bridge.stop();
  });
});

describe('asTillError', () => {
  it('keeps a TillError and turns every other error into a lost connection', () => {
    const ours = new TillError('PAY_BUSY', 'x');
    expect(asTillError(ours)).toBe(ours);
    expect(asTillError(new Error('WebSocket is not open'))).toMatchObject({ code: 'IPC_DISCONNECTED' });
    expect(asTillError('text')).toMatchObject({ code: 'IPC_DISCONNECTED' });
  });
});
