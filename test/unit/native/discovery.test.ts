import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TillError, type Discovered, type Family } from '../../../electron/contract/index.ts';
import { listCandidates, type Candidate } from '../../../native/discovery/discover.ts';
import { families } from '../../../native/families/index.ts';
import type { TerminalFamily } from '../../../native/families/shared/family.ts';
import type { Terminal } from '../../../native/families/shared/terminal.ts';
import { connectTerminal, discoverTerminals } from '../../../native/index.ts';
import { openSerialLink } from '../../../native/link/serial-link.ts';
import { simulators, startSimulator } from '../../../native/simulator/index.ts';
import { hasSocat, layCable } from './pty.ts';
import { codeOf, MemoryLink } from './support.ts';

/** A TCP server that is not a terminal. */
async function stranger(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  return `tcp:127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function simulator(serialNumber: string): Promise<string> {
  const running = await startSimulator({ family: 'mms', carrier: { tcp: 0 }, terminal: { serialNumber } });
  onTestFinished(() => running.close());
  return running.address;
}

const none = async (): Promise<Candidate[]> => [];

/** Connects as usual, but waits only 200 ms for each reply. */
const impatient: typeof connectTerminal = (address, options) =>
  connectTerminal(address, { ...options, timeouts: { ...options?.timeouts, replyMs: 200 } });

describe('connecting', () => {
  it('reports the fault of each kind of port', async () => {
    const silent = await stranger(() => undefined);
    const chatty = await stranger((socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n'));
    const hangsUp = await stranger((socket) => socket.on('data', () => socket.destroy()));
    const timeouts = { replyMs: 100 };
    expect(await codeOf(connectTerminal(silent, { timeouts }))).toBe('TERM_SILENT');
    expect(await codeOf(connectTerminal(chatty, { timeouts }))).toBe('FRAME_GARBAGE');
    expect(await codeOf(connectTerminal(hangsUp, { timeouts }))).toBe('LINK_LOST');
    expect(await codeOf(connectTerminal('serial:/dev/no-such-port'))).toBe('LINK_NOT_FOUND');
    expect(await codeOf(connectTerminal('tcp:127.0.0.1:1'))).toBe('LINK_REFUSED');
    expect(await codeOf(connectTerminal('hid:no-such-device'))).toBe('LINK_NOT_FOUND');
    expect(await codeOf(connectTerminal('nonsense'))).toBe('CFG_INVALID');
  });

  it.each([
    [
      'text',
      (socket: Socket) => socket.write('$GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M\r\n'.repeat(3)),
    ],
    ['noise', (socket: Socket) => socket.write(Uint8Array.from({ length: 60 }, (_, at) => (at * 37 + 128) % 256))],
    [
      'slow',
      (socket: Socket) => {
        let at = 0;
        const timer = setInterval(() => socket.write(Uint8Array.of(0xc0 + (at++ % 7))), 40);
        socket.on('close', () => clearInterval(timer));
      },
    ],
  ] as const)('describes an answer that is not from a terminal: %s', async (heard, talk) => {
    const address = await stranger((socket) => void talk(socket));
    await expect(connectTerminal(address, { timeouts: { replyMs: 300 } })).rejects.toMatchObject({
      code: 'FRAME_GARBAGE',
      context: { address, heard },
    });
  });

  it('is bounded in total, and can be aborted at any moment', async () => {
    // The foreign device sends all the time, so the line never falls quiet.
    const babbling = await stranger((socket) => {
      const timer = setInterval(() => socket.write('....'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    await expect(connectTerminal(babbling, { timeouts: { totalMs: 300 } })).rejects.toMatchObject({
      code: 'TERM_SILENT',
      message: expect.stringContaining('within 300 ms'),
    });
    const abort = new AbortController();
    const stopped = codeOf(connectTerminal(babbling, { signal: abort.signal }));
    setTimeout(() => abort.abort(), 50);
    expect(await stopped).toBe('LINK_CLOSED');
    expect(await codeOf(connectTerminal(babbling, { signal: AbortSignal.abort() }))).toBe('LINK_CLOSED');
  });
});

describe('discovery', () => {
  it('distinguishes two terminals of the same model, and reports strangers and closed ports', async () => {
    const [first, second] = [await simulator('0A1B2C3'), await simulator('D4E5F60')];
    const heard: Buffer[] = [];
    const unknown = await stranger((socket) => socket.on('data', (data) => heard.push(data)));
    const live: Discovered[] = [];
    const found = await discoverTerminals({
      list: none,
      also: [first, unknown, second, 'tcp:127.0.0.1:1'],
      connect: impatient,
      onFound: (one) => live.push(one),
    });
    expect(new Set(found.map(({ verdict, serialNumber }) => `${verdict} ${serialNumber}`))).toEqual(
      new Set(['stranger null', 'terminal 0A1B2C3', 'terminal D4E5F60', 'unavailable null']),
    );
    expect(found.find(({ address }) => address === first)).toEqual({
      address: first,
      link: 'tcp',
      vendorId: null,
      productId: null,
      serialNumber: '0A1B2C3',
      verdict: 'terminal',
      family: 'mms',
      model: 'DynaFlex II PED',
      firmware: '1000007183-A1-PCI',
      failure: null,
      tookMs: expect.any(Number),
    });
    expect(found.find(({ verdict }) => verdict === 'unavailable')?.failure?.code).toBe('LINK_REFUSED');
    expect(live).toHaveLength(4);
    // The foreign device received identify frames and echoes only, which cannot change its state (D101, DF01).
    const said = Buffer.concat(heard).toString('hex').toUpperCase();
    const commands = [...said.matchAll(/AA00810401..(....)/g)].map((match) => match[1]);
    expect(new Set(commands)).toEqual(new Set(['D101', 'DF01']));
  });

  it('has a time limit in total', async () => {
    const silent = await Promise.all(Array.from({ length: 6 }, () => stranger(() => undefined)));
    const found = await discoverTerminals({ list: none, also: silent, perPortMs: 400, totalMs: 500 });
    expect(found).toHaveLength(6);
    for (const one of found) expect(['stranger', 'unavailable']).toContain(one.verdict);
  });

  it('reports that no time was left for every port cut off by the time limit', async () => {
    const silent = await Promise.all(Array.from({ length: 6 }, () => stranger(() => undefined)));
    // Connects until aborted, so that four of the ports use up the time limit.
    const asking: typeof connectTerminal = (address, options) =>
      new Promise((_resolve, reject) => {
        const closed = new TillError('LINK_CLOSED', `${address} was closed`);
        options?.signal?.addEventListener('abort', () => reject(closed));
      });
    const found = await discoverTerminals({ list: none, also: silent, totalMs: 50, connect: asking });
    expect(found.map(({ failure }) => failure?.message)).toEqual(
      found.map(({ address }) => `there was no time left to look at ${address}`),
    );
  });

  it('reports a silent port as silent, and never as closed, if it is probed for longer than usual', async () => {
    const silent = await stranger(() => undefined);
    const [alone] = await discoverTerminals({ list: none, also: [silent], perPortMs: 300 });
    expect(alone).toMatchObject({ verdict: 'stranger', failure: { code: 'TERM_SILENT' } });
    const [cut] = await discoverTerminals({ list: none, also: [silent], perPortMs: 300, totalMs: 300 });
    expect(cut?.failure?.code).not.toBe('LINK_CLOSED');
  });

  it('leaves skipped addresses and HID devices of an unknown make alone, and continues when a list is unavailable', async () => {
    const opened: string[] = [];
    const candidate = (address: string, mayProbe: boolean): Candidate => ({
      address,
      link: 'hid',
      vendorId: '046d',
      productId: 'c52b',
      serialNumber: 'X',
      mayProbe,
    });
    const found = await discoverTerminals({
      list: async () => [
        candidate('hid:mouse', false),
        candidate('hid:ours', true),
        { ...candidate('serial:*', false), failure: new TillError('LINK_NOT_FOUND', 'no list') },
      ],
      skip: ['hid:ours'],
      connect: async (address) => {
        opened.push(address);
        throw new TillError('TERM_SILENT', 'silent');
      },
    });
    expect(opened).toEqual([]);
    expect(found.map(({ address, verdict }) => [address, verdict])).toEqual([
      ['serial:*', 'unavailable'],
      ['hid:mouse', 'stranger'],
    ]);
  });

  it('lists this computer’s devices with their links', async () => {
    for (const { address, link } of await listCandidates()) expect(address.startsWith(`${link}:`)).toBe(true);
  });

  it.skipIf(!hasSocat)(
    'leaves a serial stranger unharmed, whose port is free again and received only queries',
    async () => {
      const cable = await layCable();
      onTestFinished(() => cable.pull());
      const far = await openSerialLink(cable.far, { baudRate: 115_200, dtr: true, rts: true, hupcl: false });
      onTestFinished(() => far.close());
      far.onData(() => void far.write(Buffer.from('?\r\n')));
      const [found] = await discoverTerminals({ list: none, also: [`serial:${cable.near}`], connect: impatient });
      expect(found).toMatchObject({ verdict: 'stranger', failure: { code: 'FRAME_GARBAGE' } });
      const again = await openSerialLink(cable.near, { baudRate: 9600, dtr: true, rts: true, hupcl: false });
      await again.close();
    },
  );
});

describe('the time limit of a port follows from the families', () => {
  beforeEach(() =>
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] }),
  );
  afterEach(() => vi.useRealTimers());

  /** A family after all others: its terminal answers only WHO?. */
  const third: TerminalFamily = {
    ...families[0],
    identifyMs: 1_200,
    connect: async (link) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const stop = link.onData((bytes) => String.fromCharCode(...bytes).endsWith('THIRD') && resolve());
      const timer = setTimeout(() => reject(new TillError('TERM_SILENT', 'silent')), 1_000);
      await link.write(Buffer.from('WHO?'));
      await promise.finally(stop);
      clearTimeout(timer);
      const identity = {
        family: 'third',
        serialNumber: '3',
        model: 'Third',
        firmware: '1',
        address: link.address,
        link: link.kind,
      };
      return { identity, close: () => link.close() } as unknown as Terminal;
    },
  };
  const all = [...families, third];

  /** A device on the port: it is silent, sends all the time, or is a terminal of the third family. */
  function port(what: 'silent' | 'talking' | 'third'): MemoryLink {
    const link = new MemoryLink();
    if (what === 'talking') {
      const timer = setInterval(() => link.feed(Buffer.from('....')), 20);
      void link.closed.then(() => clearInterval(timer));
    }
    if (what === 'third') {
      link.onWrite = (bytes) => {
        if (Buffer.from(bytes).toString() === 'WHO?') setTimeout(() => link.feed(Buffer.from('THIRD')), 900);
      };
    }
    return link;
  }

  async function discover(
    what: 'silent' | 'talking' | 'third',
    asked: readonly TerminalFamily[],
  ): Promise<Discovered | undefined> {
    const link = port(what);
    const discovering = discoverTerminals({
      list: none,
      also: [link.address],
      families: asked,
      connect: (address, options) => connectTerminal(address, { ...options, open: async () => link }),
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(link.isOpen).toBe(false);
    return (await discovering)[0];
  }

  it.each([
    ['silent', 'TERM_SILENT'],
    ['talking', 'FRAME_GARBAGE'],
  ] as const)('a %s stranger is described by its own output, whichever family is queried last', async (what, code) => {
    expect(await discover(what, families)).toMatchObject({ verdict: 'stranger', failure: { code } });
    const found = await discover(what, all);
    expect(found).toMatchObject({ verdict: 'stranger', failure: { code } });
    expect(found?.failure?.message).not.toContain('could not be identified within');
  });

  it('a terminal of the third family is found after two silent families', async () => {
    expect(await discover('third', all)).toMatchObject({ verdict: 'terminal', model: 'Third', serialNumber: '3' });
  });

  it.each(families)('$protocol stops at a stranger within its identifyMs', async ({ connect, identifyMs }) => {
    for (const what of ['silent', 'talking'] as const) {
      const link = port(what);
      const startedAt = Date.now();
      let endedAt = 0;
      const failed = codeOf(connect(link, {})).finally(() => (endedAt = Date.now()));
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await failed).toBe(what === 'silent' ? 'TERM_SILENT' : 'FRAME_GARBAGE');
      // oxlint-disable-next-line tillbridge/no-elapsed-bound -- the clock is the test's
      expect(endedAt - startedAt).toBeLessThanOrEqual(identifyMs);
      await link.close();
    }
  });
});

describe('a slow terminal, or a slow till', () => {
  beforeEach(() =>
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] }),
  );
  afterEach(() => vi.useRealTimers());

  /** A simulated terminal whose bytes, sent at `sentAt`, arrive at `arrivesAt(sentAt)`. */
  function slowLink(family: Family, arrivesAt: (sentAt: number) => number): MemoryLink {
    const link = new MemoryLink();
    const terminal = simulators[family].create();
    const startedAt = Date.now();
    link.onWrite = (bytes) => terminal.receive(bytes);
    terminal.onSend((bytes) => {
      const sentAt = Date.now() - startedAt;
      setTimeout(() => link.feed(bytes), arrivesAt(sentAt) - sentAt);
    });
    void link.closed.then(() => terminal.close());
    return link;
  }

  async function connected(link: MemoryLink, first?: Family): Promise<Terminal | string> {
    const options = { open: async () => link, ...(first ? { first } : {}) };
    const connecting = connectTerminal(link.address, options).catch((error: TillError) => error.code);
    await vi.advanceTimersByTimeAsync(60_000);
    return connecting;
  }

  const pairs = families.flatMap(({ family }) => families.map((first) => [family, first.family] as const));

  it.each(pairs)('%s that takes 1.1 s per reply is identified when queried first: %s', async (family, first) => {
    const link = slowLink(family, (sentAt) => sentAt + 1_100);
    expect(await connected(link, first)).toMatchObject({ identity: { family } });
    await link.close();
    expect(link.listeners).toBe(0);
  });

  it.each(pairs)(
    '%s whose first answers arrive together and late is identified when queried first: %s',
    async (family, first) => {
      for (let stallMs = 1_000; stallMs <= 3_500; stallMs += 250) {
        const link = slowLink(family, (sentAt) => Math.max(sentAt, stallMs));
        expect(await connected(link, first), `held up for ${stallMs} ms`).toMatchObject({ identity: { family } });
        await link.close();
      }
    },
  );

  it('is identified despite noise at power-on and a late answer', async () => {
    const link = slowLink('mms', (sentAt) => Math.max(sentAt, 2_300));
    setTimeout(() => link.feed(Buffer.from('boot\r\n')), 100);
    expect(await connected(link)).toMatchObject({ identity: { family: 'mms' } });
    await link.close();
  });

  it('is reported as silent after noise at power-on, a late answer, and further noise', async () => {
    const link = slowLink('mms', (sentAt) => (sentAt < 500 ? 2_300 : 100_000));
    for (const at of [100, 6_000, 8_000]) setTimeout(() => link.feed(Buffer.from('boot\r\n')), at);
    expect(await connected(link)).toBe('TERM_SILENT');
  });

  it.each(families)(
    'is reported as silent, and not as garbage, after a single late answer: $protocol',
    async ({ family }) => {
      const link = slowLink(family, (sentAt) => (sentAt < 500 ? 2_300 : 100_000));
      expect(await connected(link, family)).toBe('TERM_SILENT');
      expect([link.isOpen, link.listeners]).toEqual([false, 0]);
    },
  );
});
