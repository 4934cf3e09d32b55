/**
 * Checks every serial port and HID device of this computer, within a bounded time per port and in total.
 *
 * Serial ports are opened and sent identify requests that change nothing. HID devices of an unknown make are not opened
 * at all: they may misinterpret a report of this till. Serial ports with the USB ids of a printer or another known
 * non-terminal are not opened either. A device that answers unlike a terminal is treated as foreign: its port is closed
 * and restored (link/line-settings.ts describes the limits).
 */
import { TillError, toFailure, type Discovered, type LinkKind } from '../../electron/contract/index.ts';
import { families, familyOfUsb } from '../families/index.ts';
import { knownKindOf } from './known-adapters.ts';
import { connectTerminal, portBudgetMs } from './connect.ts';
import { startDeadline } from '../time/deadline.ts';
import { listHidDevices } from '../link/hid-link.ts';
import { listSerialPorts } from '../link/serial-link.ts';
import { usbIdText } from '../link/usb-ids.ts';
import type { TerminalFamily } from '../families/shared/family.ts';
import type { Terminal } from '../families/shared/terminal.ts';

export interface DiscoverOptions {
  /** Addresses to leave alone because this till uses them. */
  skip?: readonly string[];
  /** Further addresses to probe, for example a pseudo-terminal or a device server that no list contains. */
  also?: readonly string[];
  /** Returns the reason not to query a listed port, or null. Default: only known non-terminals are skipped. */
  notAsked?: (candidate: Candidate) => NotAsked | null;
  signal?: AbortSignal;
  /** Time limit per port, to open and query it. Default: one second to open, and the time to query every family. */
  perPortMs?: number;
  /** Total time limit; ports not reached by then are `unavailable`. Default 15 s, or two rounds of ports if longer. */
  totalMs?: number;
  onListed?: (count: number) => void;
  onFound?: (found: Discovered) => void;
  /** Replacements for tests. */
  list?: () => Promise<readonly Candidate[]>;
  connect?: typeof connectTerminal;
  families?: readonly TerminalFamily[];
}

/** A device that could be a terminal. USB ids are lower-case hexadecimal. */
export interface Candidate {
  address: string;
  link: LinkKind;
  vendorId: string | null;
  productId: string | null;
  serialNumber: string | null;
  /** False when a query could do harm. */
  mayProbe: boolean;
  failure?: TillError;
}

export type NotAsked = NonNullable<Discovered['notAsked']>;

const LONGEST_OPENING_MS = 4_000;
const MIN_TOTAL_MS = 15_000;
/** Ports queried in parallel: enough for a counter, few enough for a small computer. */
const MAX_PARALLEL_PORTS = 4;

/** Returns an entry for every candidate, terminals first. Never rejects because of a port. */
export async function discoverTerminals(options: DiscoverOptions = {}): Promise<Discovered[]> {
  const { skip = [], also = [], families: asked = families, connect = connectTerminal } = options;
  const perPortMs = options.perPortMs ?? portBudgetMs(asked);
  const totalMs = options.totalMs ?? Math.max(MIN_TOTAL_MS, 2 * perPortMs);
  const deadline = startDeadline(totalMs, options.signal);
  const listed = await (options.list ?? listCandidates)();
  const known = new Set(listed.map(({ address }) => address));
  const extra = also.filter((address) => !known.has(address)).map(asCandidate);
  const queue = [...listed, ...extra].filter(({ address }) => !skip.includes(address));
  options.onListed?.(queue.length);
  const notAsked = options.notAsked ?? ((one) => (knownKindOf(one) === null ? null : 'known'));
  const results: Discovered[] = [];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      // A port listed in `also` was requested explicitly, so it is always queried.
      const why = also.includes(next.address) ? null : notAsked(next);
      const found = await probePort(next, { stop: deadline, perPortMs, connect, asked, why });
      results.push(found);
      options.onFound?.(found);
    }
  };
  try {
    await Promise.all(Array.from({ length: MAX_PARALLEL_PORTS }, worker));
  } finally {
    deadline.release();
  }
  const rank = { terminal: 0, unavailable: 1, stranger: 2 } as const;
  return results.sort((a, b) => rank[a.verdict] - rank[b.verdict] || a.address.localeCompare(b.address));
}

async function probePort(
  candidate: Candidate,
  options: {
    stop: ReturnType<typeof startDeadline>;
    perPortMs: number;
    connect: typeof connectTerminal;
    asked: readonly TerminalFamily[];
    why: NotAsked | null;
  },
): Promise<Discovered> {
  const startedAt = performance.now();
  const { address, link, vendorId, productId, serialNumber } = candidate;
  const kind = knownKindOf(candidate);
  const result = (rest: Partial<Discovered> & Pick<Discovered, 'verdict'>): Discovered => ({
    address,
    link,
    vendorId,
    productId,
    serialNumber,
    family: null,
    model: null,
    firmware: null,
    failure: null,
    ...(kind === null ? {} : { kind }),
    ...rest,
    tookMs: Math.round(performance.now() - startedAt),
  });
  if (candidate.failure) return result({ verdict: 'unavailable', failure: candidate.failure.toFailure() });
  if (options.why !== null) return result({ verdict: 'stranger', notAsked: options.why });
  if (!candidate.mayProbe) return result({ verdict: 'stranger' });
  const tooLate = (): Discovered => {
    const late = new TillError('LINK_TIMEOUT', `there was no time left to look at ${address}`, {
      context: { address },
    });
    return result({ verdict: 'unavailable', failure: late.toFailure() });
  };
  if (options.stop.signal.aborted) return tooLate();
  let terminal: Terminal;
  try {
    terminal = await options.connect(address, {
      signal: options.stop.signal,
      families: options.asked,
      timeouts: { totalMs: options.perPortMs, openMs: Math.min(options.perPortMs, LONGEST_OPENING_MS) },
    });
  } catch (error) {
    const failure = toFailure(error);
    // The total limit cut this port short before its own time was used up.
    if (options.stop.hasPassed && failure.code === 'LINK_CLOSED') return tooLate();
    const isStranger = failure.code === 'TERM_SILENT' || failure.code === 'FRAME_GARBAGE';
    return result({ verdict: isStranger ? 'stranger' : 'unavailable', failure });
  }
  await terminal.close();
  const { family, model, firmware, quirks, serialNumber: ownNumber } = terminal.identity;
  // The terminal's own serial number, because it identifies the platform's record.
  const more = quirks ? { quirks: [...quirks] } : {};
  return result({ verdict: 'terminal', family, model, firmware, ...more, serialNumber: ownNumber });
}

/**
 * Lists every serial port and vendor-defined HID device of this computer. If a list is unavailable, an entry with
 * `failure` takes its place.
 */
export async function listCandidates(): Promise<Candidate[]> {
  const [serial, hid] = await Promise.all([
    listOrFailure('serial', async () =>
      (await listSerialPorts()).map((port): Candidate => ({
        ...port,
        address: `serial:${port.path}`,
        link: 'serial',
        mayProbe: true,
      })),
    ),
    listOrFailure('hid', async () =>
      (await listHidDevices()).map((device): Candidate => ({
        address: `hid:${device.serialNumber ?? device.path}`,
        link: 'hid',
        vendorId: usbIdText(device.vendorId),
        productId: usbIdText(device.productId),
        serialNumber: device.serialNumber,
        mayProbe: device.serialNumber !== null && familyOfUsb(device.vendorId, device.productId) !== undefined,
      })),
    ),
  ]);
  return [...serial, ...hid];
}

async function listOrFailure(link: LinkKind, list: () => Promise<Candidate[]>): Promise<Candidate[]> {
  try {
    return await list();
  } catch (error) {
    const failure =
      error instanceof TillError
        ? error
        : new TillError('LINK_NOT_FOUND', `${link} devices cannot be listed: ${String(error)}`, { cause: error });
    return [
      { address: `${link}:*`, link, vendorId: null, productId: null, serialNumber: null, mayProbe: false, failure },
    ];
  }
}

function asCandidate(address: string): Candidate {
  const link = address.startsWith('serial:') ? 'serial' : address.startsWith('hid:') ? 'hid' : 'tcp';
  return { address, link, vendorId: null, productId: null, serialNumber: null, mayProbe: true };
}
