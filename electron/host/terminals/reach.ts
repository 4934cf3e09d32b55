/**
 * Finds the terminal of one place, wherever it is plugged in now: where it was last, where it is configured, then on other
 * ports, first those whose USB serial number says so, then by asking who is there (harmless identify requests, rarely).
 *
 * Payments of a pairing go to its own terminal and to no other: one that says another serial number is handed to the place
 * it belongs to, or closed again, and its name becomes the reason (TERM_OTHER).
 */
import { TillError, type Family } from '../../contract/index.ts';
import type { Candidate, ConnectOptions, PortWatcher, Terminal } from '../../../native/index.ts';
import type { Clock } from '../clock.ts';
import { isSameTerminal, sameSerialNumber, type Pairing, type Pairings } from './pairings.ts';
import { plainAddress, type PortBook } from './ports.ts';

export interface ReachOptions {
  id: string;
  /** Where it is configured, or was when it was adopted. */
  configured: string;
  pairings: Pairings;
  ports: PortBook;
  /** Null: it is not looked for elsewhere. */
  watcher: PortWatcher | null;
  clock: Clock;
  connect: (address: string, options: ConnectOptions) => Promise<Terminal>;
  /** Masked link traffic, where it is recorded. */
  trace?: (id: string, family: Family) => (line: string) => void;
  /** Offers a terminal to the place it belongs to; false when no place takes it, and it is still open then. */
  passOn: (terminal: Terminal, address: string) => boolean;
}

export interface ReachTry {
  signal: AbortSignal;
  onOpened: () => void;
  /** False once the terminal has come by another way: then nothing more is opened. */
  isWanted: () => boolean;
}

export interface Reach {
  /** The paired terminal, or whatever is at the configured address of a place without pairing. Rejects with a TillError. */
  connect(options: ReachTry): Promise<Terminal>;
  /** Where it is, or was last. */
  address(): string;
  /** It has come by another way, over the port of this address. */
  arrived(address: string): void;
  /** The ports have changed: looking elsewhere may ask again, and what is being asked now is called off. */
  portsChanged(): void;
}

/** A cable that was pulled is mostly put back: strangers are not asked before this. */
const PROBE_AFTER_MS = 2_000;
/** As long as the ports stay the same they are asked again this rarely. */
const PROBE_EVERY_MS = 60_000;
const PROBE_PORT_MS = 4_000;
const PROBE_TOTAL_MS = 15_000;

export function createReach(options: ReachOptions): Reach {
  const { id, configured, pairings, ports, watcher, clock } = options;
  let where = pairings.of(id)?.address ?? configured;
  let missingSince: number | null = null;
  let nextProbeAt = 0;
  let hasNewPorts = false;
  let probing: AbortController | null = null;

  /** Opens one port of ours alone. Its claim lasts as long as the terminal. */
  async function open(address: string, { signal, onOpened }: ReachTry, timeouts?: ConnectOptions['timeouts']) {
    const release = ports.claim(address, id);
    if (!release) {
      const user = ports.userOf(address) ?? '';
      const paired = pairings.of(id);
      const found = pairings.of(user);
      if (paired && found && !isSameTerminal(paired, found)) throw otherTerminal(address, paired, found);
      throw new TillError('LINK_BUSY', `${address} is in use by the terminal ${user} of this till`, {
        context: { address, user },
      });
    }
    try {
      const { trace } = options;
      const first = pairings.of(id)?.family;
      // Right after a replug it is most likely the same one, still starting up: asked alone it is soon asked again.
      const isOnly = clock.now() - (missingSince ?? clock.now()) < PROBE_AFTER_MS;
      const terminal = await options.connect(address, {
        signal,
        onOpened,
        ...(first ? { first, isOnly } : {}),
        ...(timeouts ? { timeouts } : {}),
        ...(trace ? { trace: (family: Family) => trace(id, family) } : {}),
      });
      void terminal.closed.then(release);
      return { terminal, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** The terminal at `address` if it is the paired one; otherwise it goes where it belongs, and its name is thrown. */
  async function openPaired(
    address: string,
    paired: Pairing,
    attempt: ReachTry,
    timeouts?: ConnectOptions['timeouts'],
  ): Promise<Terminal> {
    const { terminal, release } = await open(address, attempt, timeouts);
    if (isSameTerminal(terminal.identity, paired)) return terminal;
    release();
    if (!options.passOn(terminal, address)) await terminal.close();
    throw otherTerminal(address, paired, terminal.identity);
  }

  async function connect(attempt: ReachTry): Promise<Terminal> {
    const paired = pairings.of(id);
    if (!paired) {
      where = configured;
      return (await open(configured, attempt)).terminal;
    }
    const tried = new Map<string, unknown>();
    for (const address of new Set([where, configured])) {
      const plain = plainAddress(address);
      if (tried.has(plain)) continue;
      stopUnlessWanted(attempt);
      try {
        return found(await openPaired(address, paired, attempt), address);
      } catch (error) {
        tried.set(plain, error);
      }
    }
    missingSince ??= clock.now();
    const elsewhere = await lookElsewhere(paired, tried, attempt);
    if (elsewhere) return elsewhere;
    throw mostTelling([...tried.values()]);
  }

  function found(terminal: Terminal, address: string): Terminal {
    arrived(address);
    return terminal;
  }

  function arrived(address: string): void {
    where = address;
    missingSince = null;
    nextProbeAt = 0;
    hasNewPorts = false;
  }

  /** A terminal on the network is not looked for on cables. */
  async function lookElsewhere(
    paired: Pairing,
    tried: Map<string, unknown>,
    attempt: ReachTry,
  ): Promise<Terminal | null> {
    if (!watcher || configured.startsWith('tcp:')) return null;
    const free = watcher
      .present()
      .filter(({ address, mayProbe }) => mayProbe && !tried.has(plainAddress(address)) && !ports.userOf(address));
    const named = free.filter((one) => isNamedBy(one, paired));
    const others = pairings.all().filter((one) => one.id !== id);
    const unnamed = free.filter(
      (one) => one.link === 'serial' && !named.includes(one) && !others.some((other) => isNamedBy(one, other)),
    );
    const looking = new AbortController();
    probing = looking;
    const callOff = clock.after(PROBE_TOTAL_MS, () => looking.abort());
    const bounded: ReachTry = {
      ...attempt,
      onOpened: () => undefined,
      signal: AbortSignal.any([attempt.signal, looking.signal]),
    };
    const timeouts = { totalMs: PROBE_PORT_MS, openMs: PROBE_PORT_MS };
    try {
      for (const { address } of [...named, ...(mayProbe() ? unnamed : [])]) {
        stopUnlessWanted(attempt);
        // The time is over, or the ports have changed: its own address comes first again.
        if (looking.signal.aborted) break;
        try {
          return found(await openPaired(address, paired, bounded, timeouts), address);
        } catch (error) {
          // A stranger there does not explain why ours is missing; another terminal at our own address would.
          tried.set(plainAddress(address), new TillError('LINK_NOT_FOUND', 'not there either', { cause: error }));
        }
      }
      return null;
    } finally {
      callOff();
      probing = null;
    }
  }

  function mayProbe(): boolean {
    const now = clock.now();
    const isDue = now >= nextProbeAt && now - (missingSince ?? now) >= PROBE_AFTER_MS;
    if (!hasNewPorts && !isDue) return false;
    hasNewPorts = false;
    nextProbeAt = now + PROBE_EVERY_MS;
    return true;
  }

  return {
    connect,
    arrived,
    address: () => where,
    portsChanged() {
      hasNewPorts = true;
      probing?.abort();
    },
  };
}

/** The USB serial number says that this is where the paired terminal hangs. */
function isNamedBy({ serialNumber }: Candidate, paired: Pairing): boolean {
  if (serialNumber === null) return false;
  return (
    sameSerialNumber(serialNumber, paired.serialNumber) ||
    (paired.usbSerialNumber !== null && sameSerialNumber(serialNumber, paired.usbSerialNumber))
  );
}

function stopUnlessWanted({ signal, isWanted }: ReachTry): void {
  if (signal.aborted || !isWanted()) throw new TillError('LINK_CLOSED', 'looking for the terminal was called off');
}

function otherTerminal(address: string, paired: Pairing, found: { model: string; serialNumber: string }): TillError {
  return new TillError(
    'TERM_OTHER',
    `at ${address} is ${found.model} ${found.serialNumber}, not the paired ${paired.model} ${paired.serialNumber}`,
    { context: { address, paired: paired.serialNumber, found: found.serialNumber, foundModel: found.model } },
  );
}

/** Another terminal in its place says more than an absent port. */
function mostTelling(errors: readonly unknown[]): unknown {
  const has = (code: string) => errors.find((error) => error instanceof TillError && error.code === code);
  const present = errors.find((error) => error instanceof TillError && error.code !== 'LINK_NOT_FOUND');
  return has('TERM_OTHER') ?? present ?? errors[0];
}
