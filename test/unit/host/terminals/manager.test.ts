/** All terminals of a till by id, on test doubles; and one on the real driver and simulator over TCP. */
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TillError, type Discovered, type Failure, type TerminalView } from '../../../../electron/contract/index.ts';
import { systemClock, type Clock } from '../../../../electron/domain/index.ts';
import type { TerminalEvent } from '../../../../electron/host/payments/index.ts';
import { TerminalManager, type ManagerOptions } from '../../../../electron/host/terminals/index.ts';
import { connectTerminal, discoverTerminals, type Terminal } from '../../../../native/index.ts';
import { startSimulator, type RunningSimulator } from '../../../../native/simulator/index.ts';
import { settle, StandInTerminal, SteppedClock } from './support.ts';

interface Till {
  manager: TerminalManager;
  views: TerminalView[];
  unmatchedMessages: { at: number; attempt: string | null; what: string }[];
}

function till(
  addresses: readonly string[],
  connect?: (address: string) => Promise<Terminal>,
  clock: Clock = new SteppedClock(),
  discover?: NonNullable<ManagerOptions['discover']>,
  practice?: string,
): Till {
  const [views, unmatchedMessages]: [TerminalView[], Till['unmatchedMessages']] = [[], []];
  const manager = new TerminalManager({
    terminals: addresses.map((address) => ({ id: address, address, isPractice: address === practice })),
    clock,
    random: () => 0,
    publish: (view) => void views.push(view),
    onUnmatched: (unmatched) => void unmatchedMessages.push(unmatched),
    log: () => undefined,
    ...(connect ? { connect } : {}),
    ...(discover ? { discover } : {}),
  });
  onTestFinished(() => manager.stop());
  return { manager, views, unmatchedMessages };
}

const sale = { attempt: 'A-1', amountMinor: 1234, currency: 'USD', cardTimeoutMs: 30_000 };

describe('terminals by id', () => {
  const [one, two] = ['tcp:127.0.0.1:9001', 'serial:/dev/ttyUSB0'] as const;

  async function pair() {
    const terminals = new Map([
      [one, new StandInTerminal('B61378A')],
      [two, new StandInTerminal('B000002')],
    ] as const);
    const made = till([one, two, 'hid:B000003'], async (address) => {
      const found = terminals.get(address as typeof one);
      if (!found) throw new TillError('LINK_NOT_FOUND', 'none');
      return found;
    });
    made.manager.start();
    await settle();
    return { ...made, first: terminals.get(one)!, second: terminals.get(two)! };
  }

  it('are described with serial number, link and readiness', async () => {
    const { manager } = await pair();
    const { port } = manager;
    expect(port.describe(one)).toEqual({ id: one, serialNumber: 'B61378A', link: 'tcp', isReady: true });
    expect(port.describe(two)).toMatchObject({ serialNumber: 'B000002', link: 'serial', isReady: true });
    expect(port.describe('hid:B000003')).toEqual({
      id: 'hid:B000003',
      serialNumber: null,
      link: 'hid',
      isReady: false,
    });
    expect(manager.views().map(({ id }) => id)).toEqual([one, two, 'hid:B000003']);
  });

  it('are refused with a serial number in use, and accepted once the first terminal is unplugged', async () => {
    const logged: string[] = [];
    const clock = new SteppedClock();
    const made = new Map([one, two].map((address) => [address, new StandInTerminal('B61378A')] as const));
    const manager = new TerminalManager({
      terminals: [one, two].map((address) => ({ id: address, address, isPractice: false })),
      clock,
      random: () => 0,
      publish: () => undefined,
      onUnmatched: () => undefined,
      log: (_, message, { failure } = {}) => void logged.push(`${message} ${(failure as Failure | null)?.code ?? ''}`),
      connect: async (address) => {
        const found = made.get(address as typeof one);
        if (!found) throw new TillError('LINK_NOT_FOUND', 'none');
        if (found.isClosed) made.set(address as typeof one, new StandInTerminal('B61378A'));
        return made.get(address as typeof one)!;
      },
    });
    onTestFinished(() => manager.stop());
    manager.start();
    await clock.advance(60_000);
    expect(manager.views().map(({ state, failure }) => `${state} ${failure?.code ?? ''}`)).toEqual([
      'ready ',
      'failed TERM_TWICE',
    ]);
    expect(manager.views()[1]?.failure?.context).toEqual({ address: two, serialNumber: 'B61378A', other: one });
    expect(() => manager.port.describe(two)).toThrow(expect.objectContaining({ code: 'TERM_TWICE' }));
    // The till retries many times and logs once.
    expect(logged.filter((line) => line === 'terminal rejected TERM_TWICE')).toHaveLength(1);
    const first = made.get(one)!;
    made.delete(one);
    first.unplug();
    await clock.advance(60_000);
    expect(manager.views().map(({ state }) => state)).toEqual(['lost', 'ready']);
  });

  it('are a typed error everywhere if they do not exist', async () => {
    const { manager } = await pair();
    const refusal = { code: 'TERM_NOT_FOUND', context: { terminal: 'nowhere' } };
    expect(() => manager.port.describe('nowhere')).toThrow(expect.objectContaining(refusal));
    await expect(manager.port.start('nowhere', sale, () => undefined)).rejects.toMatchObject(refusal);
    await expect(
      manager.port.respond('nowhere', 'A-1', { isApproved: true, authorizationResponseCode: '00' }),
    ).rejects.toMatchObject(refusal);
    await expect(manager.port.cancel('nowhere', 'A-1')).rejects.toMatchObject(refusal);
    await expect(manager.reboot('nowhere')).rejects.toMatchObject(refusal);
    await expect(manager.setIdleMessage('nowhere', '')).rejects.toMatchObject(refusal);
  });

  it('each run their own transaction; answer and cancel reach only the requested terminal', async () => {
    const { manager, first, second } = await pair();
    await manager.port.start(one, sale, () => undefined);
    await manager.port.start(two, { ...sale, attempt: 'A-2' }, () => undefined);
    await manager.port.respond(two, 'A-2', { isApproved: true, authorizationResponseCode: '00' });
    expect(await manager.port.cancel(one, 'A-1')).toBe('asked');
    expect([first.transactions[0]?.calls, second.transactions[0]?.calls]).toEqual([['cancel'], ['respond']]);
    const refusal = { code: 'TERM_NOT_READY', context: { terminal: one, attempt: 'A-2' } };
    await expect(manager.port.cancel(one, 'A-2')).rejects.toMatchObject(refusal);
    await expect(
      manager.port.respond(one, 'A-2', { isApproved: false, authorizationResponseCode: '05' }),
    ).rejects.toMatchObject(refusal);
  });

  it('report a lost payment as a failure, not an exception', async () => {
    const { manager, first } = await pair();
    const events: TerminalEvent[] = [];
    await manager.port.start(one, sale, (event) => void events.push(event));
    first.transactions[0]?.finish({
      kind: 'lost',
      error: new TillError('LINK_LOST', 'unplugged', { context: { address: one } }),
    });
    expect(events).toEqual([
      {
        type: 'finished',
        attempt: 'A-1',
        result: { kind: 'lost', failure: { code: 'LINK_LOST', message: 'unplugged', context: { address: one } } },
      },
    ]);
  });

  it('are found by serial number in any case, and of two the terminal at its present port', async () => {
    const clock = new SteppedClock();
    const terminals = [new StandInTerminal('B61378A')];
    const { manager } = till(
      [one, two],
      async (address) => {
        // The terminal answers on the second port once it is pulled from the first.
        const found =
          address === one ? terminals.shift() : terminals.length === 0 ? new StandInTerminal('B61378A') : undefined;
        if (!found) throw new TillError('LINK_NOT_FOUND', 'none');
        return found;
      },
      clock,
    );
    const [terminal] = terminals;
    manager.start();
    await settle();
    expect(manager.bySerialNumber('b61378a')?.id).toBe(one);
    expect(manager.bySerialNumber('B999999')).toBeNull();
    terminal?.unplug();
    await clock.advance(1_000);
    expect(manager.views().map(({ state, serialNumber }) => [state, serialNumber])).toEqual([
      ['lost', 'B61378A'],
      ['ready', 'B61378A'],
    ]);
    expect(manager.bySerialNumber('B61378A')?.id).toBe(two);
  });

  it('report unmatched messages with the terminal that sent them', async () => {
    const { first, unmatchedMessages } = await pair();
    first.notice({ type: 'unmatched', what: 'completed 0105' });
    expect(unmatchedMessages).toEqual([
      { at: Date.UTC(2026, 10, 21, 9), attempt: null, what: `${one}: completed 0105` },
    ]);
  });

  it('are reported without a probe if this till holds them, and probed otherwise', async () => {
    const stranger: Discovered = {
      address: 'serial:/dev/ttyS7',
      link: 'serial',
      vendorId: null,
      productId: null,
      serialNumber: null,
      verdict: 'stranger',
      family: null,
      model: null,
      firmware: null,
      failure: null,
      tookMs: 3,
    };
    const skipped: unknown[] = [];
    const terminal = new StandInTerminal('B61378A');
    const { manager } = till(
      [one, two],
      async (address) => {
        if (address === one) return terminal;
        throw new TillError('LINK_BUSY', 'held by another program');
      },
      new SteppedClock(),
      async (options) => {
        skipped.push(options?.skip);
        // A port that is probed despite `skip` must not be listed twice.
        return [stranger, { ...stranger, address: one }, { ...stranger, address: two, verdict: 'unavailable' }];
      },
    );
    manager.start();
    await settle();
    const calls = [...terminal.calls];
    expect(await manager.discover()).toMatchObject([
      { address: one, verdict: 'terminal', family: 'mms', link: 'tcp', serialNumber: 'B61378A', failure: null },
      { address: 'serial:/dev/ttyS7', verdict: 'stranger' },
      { address: two, verdict: 'unavailable' },
    ]);
    expect([skipped, terminal.calls]).toEqual([[[one]], calls]);
  });

  it('the setup leaves out the practice terminal, which looks like any other', async () => {
    const terminal = new StandInTerminal('B61378A');
    const { manager } = till(
      [one],
      () => Promise.resolve(terminal),
      new SteppedClock(),
      () => Promise.resolve([]),
      one,
    );
    manager.start();
    await settle();
    expect(await manager.discover()).toMatchObject([{ address: one, verdict: 'terminal' }]);
    expect(await manager.discoverReal()).toEqual([]);
  });
});

it(
  'incident: on a busy computer a silent port under probe is reported as silent, not closed',
  { timeout: 60_000 },
  async () => {
    const silent = createServer((socket) => void socket.resume().on('error', () => undefined));
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    onTestFinished(() => new Promise((done) => void silent.close(() => done())));
    const { port } = silent.address() as AddressInfo;
    // Slow like a busy computer: trying every family takes longer than a probe may.
    const slow: NonNullable<ManagerOptions['discover']> = (options) =>
      discoverTerminals({
        ...options,
        connect: (address, asked) =>
          connectTerminal(address, { ...asked, timeouts: { ...asked?.timeouts, replyMs: 6_000 } }),
      });
    const { manager } = till([], undefined, new SteppedClock(), slow);
    expect(await manager.probe(`tcp:127.0.0.1:${port}`)).toMatchObject({ failure: { code: 'TERM_SILENT' } });
  },
);

describe('a terminal on the simulator', () => {
  const pace = {
    readMs: { chip: 20, contactless: 20, swipe: 20 },
    completeMs: 20,
    removeWaitMs: 200,
    resultMs: 50,
    resetDelayMs: 20,
    bootMs: 300,
  };

  async function real(options: { autopilot?: 'approve' } = {}) {
    const simulator: RunningSimulator = await startSimulator({
      family: 'mms',
      carrier: { tcp: 0 },
      terminal: { pace },
      ...(options.autopilot ? { autopilot: { card: 'approve' }, autopilotDelayMs: 10 } : {}),
    });
    onTestFinished(() => simulator.close());
    const made = till([simulator.address], undefined, systemClock);
    made.manager.start();
    await expect.poll(() => made.manager.views()[0]?.state, { timeout: 60_000 }).toBe('ready');
    return { ...made, simulator, id: simulator.address, state: () => made.manager.views()[0]?.state };
  }

  it('takes a payment: busy, prompts, encrypted card data, the bank’s approval, approved, ready', async () => {
    const { manager, id, views } = await real({ autopilot: 'approve' });
    const events: TerminalEvent[] = [];
    const finished = Promise.withResolvers<TerminalEvent>();
    await manager.port.start(id, sale, (event) => {
      events.push(event);
      if (event.type === 'online-request') {
        void manager.port.respond(id, 'A-1', { isApproved: true, authorizationResponseCode: '00' });
      }
      if (event.type === 'finished') finished.resolve(event);
    });
    expect(await finished.promise).toEqual({
      type: 'finished',
      attempt: 'A-1',
      result: { kind: 'approved', wantsSignature: false },
    });
    expect(manager.views()[0]?.state).toBe('ready');
    const online = events.find((event) => event.type === 'online-request');
    expect(online?.data).toMatchObject({
      format: 1,
      keySerialNumber: expect.stringMatching(/^[0-9A-F]{20}$/) as string,
    });
    expect(JSON.stringify([events, views])).not.toContain('4111111111111111');
    const states = views.map(({ state }) => state);
    expect(states.filter((state, index) => state !== states[index - 1])).toEqual([
      'looking',
      'identifying',
      'ready',
      'busy',
      'ready',
    ]);
  });

  it('is lost with its payment when the cable is pulled during the wait for a card, and reconnects', async () => {
    const { manager, id, simulator, state } = await real();
    const finished = Promise.withResolvers<TerminalEvent>();
    await manager.port.start(id, sale, (event) => event.type === 'finished' && finished.resolve(event));
    await simulator.setPluggedIn(false);
    expect(await finished.promise).toMatchObject({ result: { kind: 'lost', failure: { code: 'LINK_LOST' } } });
    await expect.poll(state).toBe('lost');
    await simulator.setPluggedIn(true);
    await expect.poll(state, { timeout: 60_000 }).toBe('ready');
    // The terminal's pending prompt was cleared: the next payment starts.
    await manager.port.start(id, { ...sale, attempt: 'A-2' }, () => undefined);
    expect(state()).toBe('busy');
    expect(manager.views()[0]?.health.reconnects).toBe(1);
  });

  it('restarts without being lost: rebooting, disconnected, ready', async () => {
    const { manager, id, views, state } = await real();
    await manager.reboot(id);
    expect(state()).toBe('rebooting');
    await expect.poll(state, { timeout: 60_000 }).toBe('ready');
    const states = views.map((view) => view.state);
    expect(states.filter((one, index) => one !== states[index - 1])).toEqual([
      'looking',
      'identifying',
      'ready',
      'rebooting',
      'ready',
    ]);
  });

  it('is free after a stop ends its payment', async () => {
    const { manager, id, simulator } = await real();
    const finished = Promise.withResolvers<TerminalEvent>();
    await manager.port.start(id, sale, (event) => event.type === 'finished' && finished.resolve(event));
    await manager.stop();
    expect(await finished.promise).toMatchObject({ result: { kind: 'lost', failure: { code: 'LINK_CLOSED' } } });
    const next = till([simulator.address], undefined, systemClock);
    next.manager.start();
    await expect.poll(() => next.manager.views()[0]?.state, { timeout: 60_000 }).toBe('ready');
  });
});
