/**
 * Hot plug and unplug as events. A look at the names of the device nodes is cheap and happens every second; only when
 * they have changed are the ports enumerated in full (which starts a program on Linux), and once more for the two looks
 * after that, since the system's database learns serial numbers and permissions later than the node appears.
 */
import { readdir, stat } from 'node:fs/promises';
import { systemClock, type Clock } from '../../electron/domain/index.ts';
import { listCandidates, type Candidate } from './discover.ts';

/**
 * What changed between two enumerations. A node that has another device behind it now counts as vanished and appeared.
 */
export interface PortChange {
  readonly appeared: readonly Candidate[];
  readonly vanished: readonly Candidate[];
}

export interface PortWatcher {
  /** Everything that was there at the last enumeration; empty before the first. */
  present(): readonly Candidate[];
  /** Resolves once the ports have been enumerated for the first time, or could not be. */
  readonly started: Promise<void>;
  /**
   * Called after every enumeration that found a change, and (with nothing appeared or vanished) when a node's owner or
   * permissions have changed. The first enumeration is no change. Gives a function that unsubscribes.
   */
  onChange(listener: (change: PortChange) => void): () => void;
  /** Idempotent. No listener is called after it. */
  stop(): void;
}

export interface WatchOptions {
  clock?: Clock;
  /** Between two looks, milliseconds. Default 1 s; 3 s where every look is a full enumeration. */
  everyMs?: number;
  /** The longest one look or enumeration may take before it is passed over, milliseconds. Default 5 s. */
  withinMs?: number;
  /** Gives the same text as long as no port came or went; null where only an enumeration can tell (Windows). */
  look?: () => Promise<string | null>;
  /** All ports, serial and HID. */
  list?: () => Promise<readonly Candidate[]>;
  /** Called when ports could not be enumerated; watching goes on. */
  onFailure?: (error: unknown) => void;
}

const EVERY_MS = 1_000;
const EVERY_WITHOUT_NODES_MS = 3_000;
const WITHIN_MS = 5_000;
/** Looks after a change that enumerate again. */
const LATE_LOOKS = 2;

export function watchPorts(options: WatchOptions = {}): PortWatcher {
  const { clock = systemClock, look = () => lookAtNodes(), list = listCandidates, withinMs = WITHIN_MS } = options;
  const listeners = new Set<(change: PortChange) => void>();
  const { promise: started, resolve: hasStarted } = Promise.withResolvers<void>();
  let known = new Map<string, Candidate>();
  let seen: string | null = null;
  let lateLooks = 0;
  let isFirst = true;
  let isStopped = false;
  let stopTimer: (() => void) | null = null;

  async function pass(): Promise<void> {
    const now = await within(clock, withinMs, look);
    const hasChanged = isFirst || now === null || now !== seen;
    if (!hasChanged && lateLooks === 0) return;
    lateLooks = hasChanged ? LATE_LOOKS : lateLooks - 1;
    const listed = await within(clock, withinMs, list);
    // Not before: an enumeration that failed is made again at the next look.
    seen = now;
    const next = new Map(listed.filter(({ failure }) => !failure).map((one) => [keyOf(one), one]));
    const appeared = [...next].filter(([key]) => !known.has(key)).map(([, one]) => one);
    const vanished = [...known].filter(([key]) => !next.has(key)).map(([, one]) => one);
    const wasFirst = isFirst;
    known = next;
    isFirst = false;
    if (isStopped || wasFirst) return;
    const isNews = appeared.length > 0 || vanished.length > 0 || (hasChanged && now !== null);
    if (!isNews) return;
    for (const listener of listeners) listener({ appeared, vanished });
  }

  async function watch(): Promise<void> {
    try {
      await pass();
    } catch (error) {
      if (!isStopped) options.onFailure?.(error);
    }
    hasStarted();
    if (isStopped) return;
    const everyMs = options.everyMs ?? (seen === null ? EVERY_WITHOUT_NODES_MS : EVERY_MS);
    stopTimer = clock.after(everyMs, () => void watch());
  }

  void watch();
  return {
    started,
    present: () => [...known.values()],
    onChange(listener) {
      const entry = (change: PortChange): void => listener(change);
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    stop() {
      isStopped = true;
      stopTimer?.();
      listeners.clear();
    },
  };
}

function keyOf({ address, vendorId, productId, serialNumber }: Candidate): string {
  return [address, vendorId, productId, serialNumber].join(' ');
}

/** Rejects when `task` takes longer; its late result is dropped. */
async function within<T>(clock: Clock, ms: number, task: () => Promise<T>): Promise<T> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const cancelTimer = clock.after(ms, () => reject(new Error(`the ports could not be listed within ${ms} ms`)));
  try {
    return await Promise.race([task(), tooLong]);
  } finally {
    cancelTimer();
  }
}

/** Nodes of serial ports and raw HID devices on Linux and macOS. */
const NODE = /^(?:tty(?:USB|ACM|S|AMA|THS|mxc|O)\d+|hidraw\d+|cu\..+)$/;

/**
 * Names, device numbers, owners and permissions of the nodes: no open, no ioctl, nothing a device could notice. Null on
 * Windows, where ports are no files.
 */
export async function lookAtNodes(directory = '/dev'): Promise<string | null> {
  if (process.platform === 'win32') return null;
  const names = (await readdir(directory)).filter((name) => NODE.test(name)).sort();
  const nodes = await Promise.all(
    names.map(async (name) => {
      try {
        const { rdev, ino, mode, uid, gid } = await stat(`${directory}/${name}`);
        return `${name}:${rdev}.${ino}.${mode}.${uid}.${gid}`;
      } catch {
        return `${name}:gone`; // between the two calls: the next look sees it
      }
    }),
  );
  return nodes.join(' ');
}
