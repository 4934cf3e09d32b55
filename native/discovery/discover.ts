/**
 * Looks at every serial port and HID device of this computer, bounded in time per port and in all.
 *
 * Serial ports are opened and asked who they are with identify requests that change nothing. HID devices of unknown make
 * are not opened at all: a report that means nothing to us may mean something to them. Nor is a serial port whose USB
 * numbers are those of a printer or another thing that is no terminal. What does not answer as a terminal is a stranger,
 * is closed again and left as it was (link/line-settings.ts says how far).
 */
import { TillError, toFailure, type Discovered, type LinkKind } from '../../electron/contract/index.ts';
import { families, familyOfUsb } from '../families/index.ts';
import { knownKindOf } from './known-adapters.ts';
import { connectTerminal, portBudgetMs } from './connect.ts';
import { startDeadline } from '../time/deadline.ts';
import { listHidDevices } from '../link/hid-link.ts';
import { listSerialPorts } from '../link/serial-link.ts';
import type { TerminalFamily } from '../families/shared/family.ts';
import type { Terminal } from '../families/shared/terminal.ts';

export interface DiscoverOptions {
  /** Addresses not to touch: those in use by ourselves. */
  skip?: readonly string[];
  /** More addresses to probe, e.g. a pseudo-terminal or a device server that no list knows. */
  also?: readonly string[];
  /** Why a listed port is not to be asked; null: it may be. Default: only what is known to be no terminal is not. */
  notAsked?: (candidate: Candidate) => NotAsked | null;
  signal?: AbortSignal;
  /** Bound of one port, opening and asking. Default: a second to open, and what asking every family may take. */
  perPortMs?: number;
  /** Bound of everything; ports not reached by then are `unavailable`. Default 15 s, or two rounds of ports. */
  totalMs?: number;
  /** Called once, with how many there are. */
  onListed?: (count: number) => void;
  /** Called with each result as soon as it is known. */
  onFound?: (found: Discovered) => void;
  /** Stand-ins for tests. */
  list?: () => Promise<readonly Candidate[]>;
  connect?: typeof connectTerminal;
  families?: readonly TerminalFamily[];
}

/** One thing that could be a terminal. USB ids in lower-case hexadecimal. */
export interface Candidate {
  address: string;
  link: LinkKind;
  vendorId: string | null;
  productId: string | null;
  serialNumber: string | null;
  /** False where asking could do harm. */
  mayProbe: boolean;
  /** Why it cannot even be listed properly. */
  failure?: TillError;
}

/** Why a port is not asked who it is. */
export type NotAsked = NonNullable<Discovered['notAsked']>;

const LONGEST_OPENING_MS = 4_000;
const LEAST_TOTAL_MS = 15_000;
/** Ports asked at a time: enough for a counter, few enough for a small computer. */
const AT_ONCE = 4;

/** Gives one entry for every candidate, terminals first. Never rejects for what a port does. */
export async function discoverTerminals(options: DiscoverOptions = {}): Promise<Discovered[]> {
  const { skip = [], also = [], families: asked = families, connect = connectTerminal } = options;
  const perPortMs = options.perPortMs ?? portBudgetMs(asked);
  const totalMs = options.totalMs ?? Math.max(LEAST_TOTAL_MS, 2 * perPortMs);
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
      // What is named here is meant to be asked.
      const why = also.includes(next.address) ? null : notAsked(next);
      const found = await look(next, { stop: deadline, perPortMs, connect, asked, why });
      results.push(found);
      options.onFound?.(found);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    deadline.release();
  }
  const rank = { terminal: 0, unavailable: 1, stranger: 2 } as const;
  return results.sort((a, b) => rank[a.verdict] - rank[b.verdict] || a.address.localeCompare(b.address));
}

async function look(
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
    // Cut short by the bound of all ports, it has neither answered nor been silent for its own time.
    if (options.stop.hasPassed && failure.code === 'LINK_CLOSED') return tooLate();
    const isStranger = failure.code === 'TERM_SILENT' || failure.code === 'FRAME_GARBAGE';
    return result({ verdict: isStranger ? 'stranger' : 'unavailable', failure });
  }
  await terminal.close();
  const { family, model, firmware, quirks, serialNumber: ownNumber } = terminal.identity;
  // As the terminal says it: that is what joins it to the platform's record.
  const more = quirks ? { quirks: [...quirks] } : {};
  return result({ verdict: 'terminal', family, model, firmware, ...more, serialNumber: ownNumber });
}

/** Every serial port and vendor-defined HID device of this computer. A list that cannot be had is an entry that says so. */
export async function listCandidates(): Promise<Candidate[]> {
  const [serial, hid] = await Promise.all([
    attempt('serial', async () =>
      (await listSerialPorts()).map((port): Candidate => ({
        ...port,
        address: `serial:${port.path}`,
        link: 'serial',
        mayProbe: true,
      })),
    ),
    attempt('hid', async () =>
      (await listHidDevices()).map((device): Candidate => ({
        address: `hid:${device.serialNumber ?? device.path}`,
        link: 'hid',
        vendorId: hex4(device.vendorId),
        productId: hex4(device.productId),
        serialNumber: device.serialNumber,
        mayProbe: device.serialNumber !== null && familyOfUsb(device.vendorId, device.productId) !== undefined,
      })),
    ),
  ]);
  return [...serial, ...hid];
}

async function attempt(link: LinkKind, list: () => Promise<Candidate[]>): Promise<Candidate[]> {
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

function hex4(id: number): string {
  return id.toString(16).padStart(4, '0');
}
