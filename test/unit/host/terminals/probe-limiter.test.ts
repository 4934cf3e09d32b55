/**
 * Other devices in a shop, and how often they are probed, counted over hours of a stepped clock.
 *
 * @module-tag ci-only
 */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { TillError } from '../../../../electron/contract/index.ts';
import {
  memoryPairings,
  openDecisions,
  TerminalManager,
  type ManagerOptions,
} from '../../../../electron/host/terminals/index.ts';
import type { Candidate, PortChange, PortWatcher } from '../../../../native/index.ts';
import { isWine } from '../../../fixtures/system.ts';
import { settle, StandInTerminal, SteppedClock } from './support.ts';
import { temporaryFolder } from '../../../fixtures/folder.ts';

const HOUR_MS = 3_600_000;
const LONG_MS = 120_000;

function port(name: string, usb: string | null = null, serialNumber: string | null = null): Candidate {
  const [vendorId = null, productId = null] = usb?.split(':') ?? [];
  return {
    address: `serial:/dev/till-test-${name}`,
    link: 'serial',
    vendorId,
    productId,
    serialNumber,
    mayProbe: true,
  };
}

/**
 * Counter: a terminal on a plain line, a receipt printer and a scale behind converters that reveal nothing about them.
 */
const terminal = port('terminal');
const printer = port('printer', '067b:2303');
const scale = port('scale', '1a86:7523');
const neighbours = {
  printer,
  scale,
  gps: port('gps', '1546:01a7'),
  modem: port('modem', '12d1:1506', 'HUAWEI01'),
  board: port('board', '2341:0043', '7523230313135'),
  scanner: port('scanner', '05f9:4204'),
  held: port('held', '0403:6001', 'A50285BI'),
};

/** Ports that the test plugs and unplugs. */
class Counter implements PortWatcher {
  readonly started = Promise.resolve();
  #present: readonly Candidate[];
  readonly #listeners = new Set<(change: PortChange) => void>();

  constructor(present: readonly Candidate[]) {
    this.#present = present;
  }

  present(): readonly Candidate[] {
    return this.#present;
  }

  onChange(listener: (change: PortChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stop(): void {
    this.#listeners.clear();
  }

  plug(one: Candidate): void {
    this.#present = [...this.#present, one];
    for (const listener of this.#listeners) listener({ appeared: [one], vanished: [] });
  }

  unplug(one: Candidate): void {
    this.#present = this.#present.filter((other) => other !== one);
    for (const listener of this.#listeners) listener({ appeared: [], vanished: [one] });
  }
}

function shop(more: Partial<ManagerOptions> = {}, others: readonly Candidate[] = Object.values(neighbours)) {
  const clock = new SteppedClock();
  const counter = new Counter([terminal, ...others]);
  const looks: { address: string; at: number }[] = [];
  const log: string[] = [];
  let there = new StandInTerminal();
  const manager = new TerminalManager({
    terminals: [{ id: terminal.address, address: terminal.address, isPractice: false }],
    clock,
    random: () => 0,
    publish: () => undefined,
    onUnmatched: () => undefined,
    log: (_, message, context) => void log.push(`${message} ${JSON.stringify(context ?? {})}`),
    watcher: counter,
    printer: printer.address,
    async connect(address, { onOpened }) {
      if (!counter.present().some((one) => one.address === address)) throw new TillError('LINK_NOT_FOUND', 'not there');
      if (address === terminal.address) {
        if (there.isClosed) there = new StandInTerminal();
        return there;
      }
      looks.push({ address, at: clock.monotonic() });
      if (address === neighbours.held.address) throw new TillError('LINK_BUSY', 'held by another program');
      onOpened?.();
      throw new TillError('TERM_SILENT', 'nobody answers');
    },
    ...more,
  });
  onTestFinished(() => manager.stop());
  manager.start();
  return {
    clock,
    counter,
    manager,
    log,
    looksAt: (one: Candidate) => looks.filter(({ address }) => address === one.address),
    async pullTerminal() {
      counter.unplug(terminal);
      there.unplug();
      there = new StandInTerminal();
      await settle();
    },
  };
}

type Shop = ReturnType<typeof shop>;
const counts = (made: Shop): Record<string, number> =>
  Object.fromEntries(Object.entries(neighbours).map(([name, one]) => [name, made.looksAt(one).length]));

describe('an hour in a shop', () => {
  it('has no probes of other devices while the terminal is connected', async () => {
    const made = shop();
    await made.clock.advance(HOUR_MS);
    expect(counts(made)).toEqual({ printer: 0, scale: 0, gps: 0, modem: 0, board: 0, scanner: 0, held: 0 });
  });

  it.skipIf(isWine)(
    'has no probes of the printer and known devices without a terminal, and few of a scale',
    async () => {
      const made = shop();
      await settle();
      await made.pullTerminal();
      await made.clock.advance(HOUR_MS);
      const asked = counts(made);
      expect(asked).toMatchObject({ printer: 0, gps: 0, modem: 0, board: 0, scanner: 0 });
      expect(asked['scale']).toBeGreaterThan(2);
      expect(asked['scale']).toBeLessThan(10);
      expect(asked['held']).toBeLessThan(10);
      const before = made.looksAt(scale).length;
      await made.clock.advance(HOUR_MS);
      expect(made.looksAt(scale).length - before).toBe(4);
    },
  );

  it('has a single probe of each free port on an adopting till', async () => {
    const made = shop({ terminals: [], adopts: true });
    await made.clock.advance(HOUR_MS);
    expect(counts(made)).toEqual({ printer: 0, scale: 1, gps: 0, modem: 0, board: 0, scanner: 0, held: 1 });
    expect(made.manager.views()).toMatchObject([{ id: 'mms:B61378A', state: 'ready' }]);
  });
});

describe.skipIf(isWine)('a change of the ports', () => {
  it('only new ports are probed, and a port that comes and goes at most every 15 seconds', async () => {
    const made = shop();
    await settle();
    await made.pullTerminal();
    await made.clock.advance(120_000);
    const standing = port('standing', '1a86:7523');
    made.counter.plug(standing);
    await made.clock.advance(1_000);
    expect(made.looksAt(standing)).toHaveLength(1);
    const before = counts(made);
    for (let round = 0; round < 8; round += 1) {
      made.counter.unplug(standing);
      await made.clock.advance(2_500);
      made.counter.plug(standing);
      await made.clock.advance(2_500);
    }
    const flapping = made.looksAt(standing).map(({ at }) => at);
    expect(flapping.length).toBeGreaterThan(1);
    for (const [index, at] of flapping.slice(1).entries()) expect(at - flapping[index]!).toBeGreaterThanOrEqual(15_000);
    expect(counts(made)).toEqual({ ...before, scale: expect.any(Number), held: expect.any(Number) });
    // The scale is probed at most once in 40 s, in its turn, and not at every change.
    expect(made.looksAt(scale).length - (before['scale'] ?? 0)).toBeLessThanOrEqual(1);
  });

  it('an adopting till probes a replugged port again, but not at once', async () => {
    const made = shop({ terminals: [], adopts: true });
    await made.clock.advance(1_000);
    made.counter.unplug(scale);
    made.counter.plug(scale);
    await made.clock.advance(1_000);
    expect(made.looksAt(scale)).toHaveLength(1);
    await made.clock.advance(15_000);
    expect(made.looksAt(scale)).toHaveLength(2);
  });

  it('another USB device on the terminal’s own port is probed as rarely as any other', async () => {
    const own = port('own', '0403:6001', 'A50285BI');
    const pairings = memoryPairings();
    const instant = new Date(0).toISOString();
    pairings.keep({
      id: own.address,
      isAdopted: false,
      family: 'mms',
      model: 'DynaFlex II PED',
      serialNumber: 'B000001',
      usbSerialNumber: 'A50285BI',
      usbId: '0403:6001',
      address: own.address,
      firstSeenAt: instant,
      lastSeenAt: instant,
      selfTest: null,
    });
    const other = { ...own, serialNumber: 'A9999999' };
    const made = shop({ terminals: [{ id: own.address, address: own.address, isPractice: false }], pairings }, [other]);
    made.counter.unplug(terminal);
    await made.clock.advance(HOUR_MS);
    expect(made.looksAt(other).length).toBeGreaterThan(2);
    expect(made.looksAt(other).length).toBeLessThan(10);
    expect(made.manager.views()[0]?.failure?.code).toBe('TERM_SILENT');
  });
});

describe('decisions about ports', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder('tillbridge-ports-');
  });
  const noReport = (what: string): never => {
    throw new Error(what);
  };
  /** Terminal unplugged so long that every permitted port has been probed. */
  const away = async (made: Shop): Promise<Shop> => {
    await settle();
    await made.pullTerminal();
    await made.clock.advance(LONG_MS);
    return made;
  };

  // Windows has one name per port.
  it.skipIf(process.platform === 'win32')(
    'the receipt printer’s port is recognized by any name in the settings',
    async () => {
      const [node, link] = [join(folder, 'ttyUSB0'), join(folder, 'receipts')];
      writeFileSync(node, '');
      symlinkSync(node, link);
      const own = { ...printer, address: `serial:${node}` };
      const made = await away(shop({ printer: `serial:${link}` }, [own, scale]));
      expect(made.looksAt(own)).toHaveLength(0);
      expect(made.looksAt(scale).length).toBeGreaterThan(0);
      await expect(made.manager.decidePort(own.address, 'always')).resolves.toMatchObject({
        verdict: 'stranger',
        notAsked: 'receipt-printer',
      });
    },
  );

  it.each([
    ['by its port', { neverAsk: [scale.address], onlyAsk: [] }],
    ['by its USB numbers', { neverAsk: ['usb:1A86:7523'], onlyAsk: [] }],
    ['by naming the others', { neverAsk: [], onlyAsk: ['usb:0403'] }],
  ])('the settings keep a scale from being probed, %s', async (_, portSettings) => {
    const made = await away(shop({ portSettings }));
    expect(made.looksAt(scale)).toHaveLength(0);
    expect(made.looksAt(neighbours.held).length).toBeGreaterThan(0);
  });

  it('"not a terminal" survives a restart, follows the device, and can be revoked', async () => {
    const path = join(folder, 'ports.json');
    const made = shop({ decisions: openDecisions(path, noReport) });
    await settle();
    const { held } = neighbours;
    await expect(made.manager.decidePort(held.address, 'never')).resolves.toMatchObject({
      verdict: 'stranger',
      notAsked: 'person',
    });
    await made.pullTerminal();
    await made.clock.advance(LONG_MS);
    expect(made.looksAt(held)).toHaveLength(0);
    const moved = { ...held, address: 'serial:/dev/till-test-moved' };
    const next = await away(shop({ decisions: openDecisions(path, noReport) }, [moved, scale]));
    expect(next.looksAt(moved)).toHaveLength(0);
    expect(next.looksAt(scale).length).toBeGreaterThan(0);
    await next.manager.decidePort(moved.address, 'undecided');
    expect(openDecisions(path, noReport).all()).toEqual([]);
    await next.clock.advance(LONG_MS);
    expect(next.looksAt({ ...moved }).length).toBeGreaterThan(0);
  });

  it('a known other device is probed once a manager allows it', async () => {
    const asked: string[] = [];
    const board = neighbours.board;
    const made = shop({
      discover: async (options) => {
        const [one] = (await options?.list?.()) ?? [];
        if (!one) throw new Error('nothing to look at');
        asked.push(`${one.address} ${options?.notAsked?.(one) ?? 'asked'}`);
        return [{ ...one, verdict: 'stranger', family: null, model: null, firmware: null, failure: null, tookMs: 1 }];
      },
    });
    await away(made);
    expect(made.looksAt(board)).toHaveLength(0);
    await made.manager.decidePort(board.address, 'always');
    expect(asked).toEqual([`${board.address} asked`]);
    await made.clock.advance(LONG_MS);
    expect(made.looksAt(board).length).toBeGreaterThan(0);
  });

  it('refuse a port of the till’s own terminal, and a missing port', async () => {
    const made = shop();
    await settle();
    await expect(made.manager.decidePort(terminal.address, 'never')).rejects.toMatchObject({ code: 'TERM_BUSY' });
    await expect(made.manager.decidePort('serial:/dev/none', 'never')).rejects.toMatchObject({
      code: 'TERM_NOT_FOUND',
    });
  });
});
