/**
 * Finds the terminal of one slot, wherever it is plugged in now: at its last port, at its configured port, then on other
 * ports, first those whose USB serial number matches, then by asking (harmless identify requests, rarely).
 *
 * Payments of a pairing go to its own terminal and to no other: a terminal with another serial number is handed to the slot
 * it belongs to, or closed again, and its name becomes the reason (TERM_OTHER).
 */
import { TillError, type Family } from '../../contract/index.ts';
import {
  portBudgetMs,
  type Candidate,
  type ConnectOptions,
  type PortWatcher,
  type Terminal,
} from '../../../native/index.ts';
import type { Clock } from '../time/index.ts';
import { isSameTerminal, sameSerialNumber, type Pairing, type Pairings } from './pairings.ts';
import { plainAddress, type PortBook } from './ports.ts';
import type { ConnectTry } from './supervisor.ts';

export interface ConnectorOptions {
  id: string;
  /** Where it is configured, or was when it was adopted. */
  address: string;
  pairings: Pairings;
  ports: PortBook;
  /** Null: it is not looked for elsewhere. */
  watcher: PortWatcher | null;
  clock: Clock;
  connect: (address: string, options: ConnectOptions) => Promise<Terminal>;
  /** Masked link traffic, where it is recorded. */
  trace?: (id: string, family: Family) => (line: string) => void;
  /** Offers a terminal to the slot it belongs to; false when no slot takes it, and it is still open then. */
  passOn: (terminal: Terminal, address: string) => boolean;
}

/** A cable that was pulled is mostly put back: other ports are not asked before this. */
const PROBE_AFTER_MS = 2_000;
/** As long as the ports stay the same they are asked again this rarely. */
const PROBE_EVERY_MS = 60_000;
/** The time of one search: enough to ask so many ports on which nobody answers. */
const PROBE_PORTS = 3;

export class Connector {
  readonly #options: ConnectorOptions;
  #address: string;
  #missingSince: number | null = null;
  #nextProbeAt = 0;
  #hasNewPorts = false;
  #probing: AbortController | null = null;

  constructor(options: ConnectorOptions) {
    this.#options = options;
    this.#address = options.pairings.of(options.id)?.address ?? options.address;
  }

  /** Its current or last address. */
  get address(): string {
    return this.#address;
  }

  /** It was connected by another way, over the port of this address. */
  arrived(address: string): void {
    this.#address = address;
    this.#missingSince = null;
    this.#nextProbeAt = 0;
    this.#hasNewPorts = false;
  }

  /** The ports have changed: other ports may be asked again, and a search under way is aborted. */
  portsChanged(): void {
    this.#hasNewPorts = true;
    this.#probing?.abort();
  }

  /** The paired terminal, or whatever is at the configured address of a slot without pairing. Rejects with a TillError. */
  async connect(attempt: ConnectTry): Promise<Terminal> {
    const { id, pairings, address: configured, clock } = this.#options;
    const paired = pairings.of(id);
    if (!paired) {
      this.#address = configured;
      return (await this.#open(configured, attempt)).terminal;
    }
    const tried = new Map<string, unknown>();
    for (const address of new Set([this.#address, configured])) {
      const plain = plainAddress(address);
      if (tried.has(plain)) continue;
      stopUnlessWanted(attempt);
      try {
        return await this.#openPaired(address, paired, attempt);
      } catch (error) {
        tried.set(plain, error);
      }
    }
    this.#missingSince ??= clock.monotonic();
    const elsewhere = await this.#lookElsewhere(paired, tried, attempt);
    if (elsewhere) return elsewhere;
    throw mostTelling([...tried.values()]);
  }

  /** Opens a port that no other slot uses. Its claim lasts as long as the terminal. */
  async #open(address: string, { signal, onOpened }: ConnectTry, timeouts?: ConnectOptions['timeouts']) {
    const { id, pairings, ports, clock, trace, connect } = this.#options;
    const release = ports.claim(address, id);
    const paired = pairings.of(id);
    if (!release) {
      const user = ports.userOf(address) ?? '';
      const found = pairings.of(user);
      if (paired && found && !isSameTerminal(paired, found)) throw otherTerminal(address, paired, found);
      throw new TillError('LINK_BUSY', `${address} is in use by the terminal ${user} of this till`, {
        context: { address, user },
      });
    }
    try {
      // Right after a replug it is most likely the same one, still starting up: asked alone it is soon asked again.
      const isOnly = clock.monotonic() - (this.#missingSince ?? clock.monotonic()) < PROBE_AFTER_MS;
      const terminal = await connect(address, {
        signal,
        onOpened,
        ...(paired ? { first: paired.family, isOnly } : {}),
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
  async #openPaired(
    address: string,
    paired: Pairing,
    attempt: ConnectTry,
    timeouts?: ConnectOptions['timeouts'],
  ): Promise<Terminal> {
    const { terminal, release } = await this.#open(address, attempt, timeouts);
    if (isSameTerminal(terminal.identity, paired)) {
      this.arrived(address);
      return terminal;
    }
    release();
    if (!this.#options.passOn(terminal, address)) await terminal.close();
    throw otherTerminal(address, paired, terminal.identity);
  }

  /** A terminal on the network is not looked for on cables. */
  async #lookElsewhere(paired: Pairing, tried: Map<string, unknown>, attempt: ConnectTry): Promise<Terminal | null> {
    const { id, watcher, ports, pairings, clock } = this.#options;
    if (!watcher || this.#options.address.startsWith('tcp:')) return null;
    const free = watcher
      .present()
      .filter(({ address, mayProbe }) => mayProbe && !tried.has(plainAddress(address)) && !ports.userOf(address));
    const named = free.filter((one) => isNamedBy(one, paired));
    const others = pairings.all().filter((one) => one.id !== id);
    const unnamed = free.filter(
      (one) => one.link === 'serial' && !named.includes(one) && !others.some((other) => isNamedBy(one, other)),
    );
    const looking = new AbortController();
    this.#probing = looking;
    const portMs = portBudgetMs();
    const cancel = clock.after(PROBE_PORTS * portMs, () => looking.abort());
    const bounded: ConnectTry = {
      ...attempt,
      onOpened: () => undefined,
      signal: AbortSignal.any([attempt.signal, looking.signal]),
    };
    const timeouts = { totalMs: portMs, openMs: portMs };
    try {
      for (const { address } of [...named, ...(this.#mayProbe() ? unnamed : [])]) {
        stopUnlessWanted(attempt);
        // The time is over, or the ports have changed: its own address comes first again.
        if (looking.signal.aborted) break;
        try {
          return await this.#openPaired(address, paired, bounded, timeouts);
        } catch (error) {
          // An unknown terminal there does not explain why ours is missing; another terminal at our own address would.
          tried.set(plainAddress(address), new TillError('LINK_NOT_FOUND', 'not there either', { cause: error }));
        }
      }
      return null;
    } finally {
      cancel();
      this.#probing = null;
    }
  }

  #mayProbe(): boolean {
    const now = this.#options.clock.monotonic();
    const isDue = now >= this.#nextProbeAt && now - (this.#missingSince ?? now) >= PROBE_AFTER_MS;
    if (!this.#hasNewPorts && !isDue) return false;
    this.#hasNewPorts = false;
    this.#nextProbeAt = now + PROBE_EVERY_MS;
    return true;
  }
}

/** The USB serial number says that the paired terminal is on this port. */
function isNamedBy({ serialNumber }: Candidate, paired: Pairing): boolean {
  if (serialNumber === null) return false;
  return (
    sameSerialNumber(serialNumber, paired.serialNumber) ||
    (paired.usbSerialNumber !== null && sameSerialNumber(serialNumber, paired.usbSerialNumber))
  );
}

function stopUnlessWanted({ signal, isWanted }: ConnectTry): void {
  if (signal.aborted || !isWanted()) throw new TillError('LINK_CLOSED', 'the search for the terminal was aborted');
}

function otherTerminal(address: string, paired: Pairing, found: { model: string; serialNumber: string }): TillError {
  return new TillError(
    'TERM_OTHER',
    `at ${address} is ${found.model} ${found.serialNumber}, not the paired ${paired.model} ${paired.serialNumber}`,
    { context: { address, paired: paired.serialNumber, found: found.serialNumber, foundModel: found.model } },
  );
}

/** Another terminal at our own address explains more than an absent port. */
function mostTelling(errors: readonly unknown[]): unknown {
  const has = (code: string) => errors.find((error) => error instanceof TillError && error.code === code);
  const present = errors.find((error) => error instanceof TillError && error.code !== 'LINK_NOT_FOUND');
  return has('TERM_OTHER') ?? present ?? errors[0];
}
