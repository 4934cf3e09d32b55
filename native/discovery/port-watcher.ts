/**
 * Reports hot plug and unplug as events. Polling the names of the device nodes is cheap and happens every second. The
 * ports are enumerated in full (which starts a program on Linux) only after a change, and again at the two following
 * polls, because the system's database has serial numbers and permissions only some time after the node appears.
 */
import { readdir, stat } from 'node:fs/promises';
import { systemClock, type Clock } from '../../electron/domain/index.ts';
import { listCandidates, type Candidate } from './discover.ts';

/**
 * Difference between two enumerations. A node with another device behind it counts as both disappeared and appeared.
 */
export interface PortChange {
  readonly appeared: readonly Candidate[];
  readonly vanished: readonly Candidate[];
}

export interface PortWatcher {
  /** Devices found by the last enumeration; empty before the first. */
  present(): readonly Candidate[];
  /** Resolves after the first enumeration, even if it failed. */
  readonly started: Promise<void>;
  /**
   * Called after every enumeration that found a change, and (with empty lists) when a node's owner or permissions
   * changed. The first enumeration is not a change. Returns a function that unsubscribes.
   */
  onChange(listener: (change: PortChange) => void): () => void;
  /** Idempotent. Listeners are not called after it. */
  stop(): void;
}

export interface WatchOptions {
  clock?: Clock;
  /** Poll interval in milliseconds. Default 1 s, or 3 s if every poll is a full enumeration. */
  everyMs?: number;
  /** Maximum duration of a poll or enumeration in milliseconds, before it is skipped. Default 5 s. */
  withinMs?: number;
  /** Returns the same text until a port comes or goes, or null where only an enumeration can tell (Windows). */
  readNodes?: () => Promise<string | null>;
  list?: () => Promise<readonly Candidate[]>;
  /** Called when ports could not be enumerated; the watcher continues. */
  onFailure?: (error: unknown) => void;
}

const EVERY_MS = 1_000;
const EVERY_WITHOUT_NODES_MS = 3_000;
const WITHIN_MS = 5_000;
/** Polls after a change that enumerate again. */
const POLLS_AFTER_CHANGE = 2;

export function watchPorts(options: WatchOptions = {}): PortWatcher {
  const { clock = systemClock, readNodes = () => pollNodes(), list = listCandidates, withinMs = WITHIN_MS } = options;
  const listeners = new Set<(change: PortChange) => void>();
  const { promise: started, resolve: hasStarted } = Promise.withResolvers<void>();
  let known = new Map<string, Candidate>();
  let seen: string | null = null;
  let extraPolls = 0;
  let isFirst = true;
  let isStopped = false;
  let stopTimer: (() => void) | null = null;

  async function pass(): Promise<void> {
    const now = await within(clock, withinMs, readNodes);
    const hasChanged = isFirst || now === null || now !== seen;
    if (!hasChanged && extraPolls === 0) return;
    extraPolls = hasChanged ? POLLS_AFTER_CHANGE : extraPolls - 1;
    const listed = await within(clock, withinMs, list);
    // Set only after the enumeration, so that a failed enumeration is repeated at the next poll.
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

/** Rejects when `task` takes longer than `ms`; its late result is dropped. */
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
 * Returns names, device numbers, owners and permissions of the nodes. It opens no node and calls no ioctl, so that no
 * device notices. Null on Windows, where ports are not files.
 */
export async function pollNodes(directory = '/dev'): Promise<string | null> {
  if (process.platform === 'win32') return null;
  const names = (await readdir(directory)).filter((name) => NODE.test(name)).sort();
  const nodes = await Promise.all(
    names.map(async (name) => {
      try {
        const { rdev, ino, mode, uid, gid } = await stat(`${directory}/${name}`);
        return `${name}:${rdev}.${ino}.${mode}.${uid}.${gid}`;
      } catch {
        return `${name}:gone`; // the port disappeared between the two calls, and the next poll notices that
      }
    }),
  );
  return nodes.join(' ');
}
