/** Real simulators on real cables under a real manager, with a watcher over ports that the test creates. */
import { mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { TillError, type TerminalState, type TerminalView } from '../../../../electron/contract/index.ts';
import { systemClock, type Clock } from '../../../../electron/domain/index.ts';
import { TerminalManager, memoryPairings, type ManagerOptions } from '../../../../electron/host/terminals/index.ts';
import { watchPorts, type Candidate } from '../../../../native/index.ts';
import { startSimulator, type MmsTerminal, type RunningSimulator } from '../../../../native/simulator/index.ts';
import type { Cable } from '../../native/pty.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
export const atEnd = (close: () => Promise<unknown>): void => void closers.push(close);

/** Stretches every wait of the host twenty times: a quick event did not wait for its turn. */
export const lazyClock: Clock = { ...systemClock, after: (delayMs, task) => systemClock.after(delayMs * 20, task) };

const quickPace = {
  readMs: { chip: 20, contactless: 20, swipe: 20 },
  completeMs: 20,
  removeWaitMs: 200,
  resultMs: 50,
  resetDelayMs: 20,
  bootMs: 600,
};

export async function simulator(
  carrier: { serial: string } | { tcp: number },
  serialNumber = 'B61378A',
): Promise<RunningSimulator<MmsTerminal>> {
  const made = await startSimulator({ family: 'mms', carrier, terminal: { pace: quickPace, serialNumber } });
  atEnd(() => made.close());
  return made;
}

/** Ports as the operating system would list them; the test plugs and unplugs. */
export class Ports {
  #all = new Map<string, Candidate>();
  /** Counts device nodes: after a replug the same name is another node. */
  #nodes = 0;

  /** `usb` is vendor and product if a USB serial number is given; an empty number means a device without one. */
  plug(path: string, usbSerialNumber: string | null = null, usb = '0403:6001'): void {
    this.#nodes += 1;
    const [vendorId, productId] = usbSerialNumber === null ? [] : usb.split(':');
    this.#all.set(path, {
      address: `serial:${path}`,
      link: 'serial',
      vendorId: vendorId ?? null,
      productId: productId ?? null,
      serialNumber: usbSerialNumber,
      mayProbe: true,
    });
  }

  unplug(path: string): void {
    this.#all.delete(path);
  }

  watch() {
    const all = this.#all;
    const nodes = () => this.#nodes;
    return watchPorts({
      everyMs: 100,
      readNodes: () => Promise.resolve(`${[...all.keys()].join()} ${nodes()}`),
      list: () => Promise.resolve([...all.values()]),
    });
  }
}

export interface RealTill {
  manager: TerminalManager;
  views: TerminalView[];
  removed: string[];
  view(id: string): TerminalView;
  /** Published states of one terminal, without repetitions. */
  states(id: string): TerminalState[];
}

export function realTill(addresses: readonly string[], more: Partial<ManagerOptions> = {}): RealTill {
  const views: TerminalView[] = [];
  const removed: string[] = [];
  const manager = new TerminalManager({
    terminals: addresses.map((address) => ({ id: address, address, isPractice: false })),
    clock: systemClock,
    random: () => 0,
    publish: (view) => void views.push(view),
    onRemoved: (id) => void removed.push(id),
    onUnmatched: () => undefined,
    log: () => undefined,
    pairings: memoryPairings(),
    ...more,
  });
  atEnd(() => manager.stop());
  manager.start();
  return {
    manager,
    views,
    removed,
    view(id) {
      const found = manager.views().find((view) => view.id === id);
      if (!found) throw new TillError('TERM_NOT_FOUND', id);
      return found;
    },
    states: (id) =>
      views
        .filter((view) => view.id === id)
        .map(({ state }) => state)
        .filter((state, index, all) => state !== all[index - 1]),
  };
}

export const sale = { attempt: 'A-1', amountMinor: 1234, currency: 'USD', cardTimeoutMs: 30_000 };
export const polling = { timeout: 60_000, interval: 20 };

/**
 * Device nodes under the names that the system would use, in a folder per test of a `describe`, with real devices
 * behind them.
 */
export function namedNodes(): { node(name: string, cable: Cable): string; gone(name: string): void } {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tillbridge-nodes-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const gone = (name: string): void => rmSync(join(folder, name), { force: true });
  return {
    gone,
    node(name, cable) {
      gone(name);
      const path = join(folder, name);
      symlinkSync(readlinkSync(cable.near), path);
      return path;
    },
  };
}
