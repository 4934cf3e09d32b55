/**
 * Finds the terminal of one slot on any port: at its last port, at its configured port, then on other ports, first
 * those with a matching USB serial number, then by probing (harmless identify requests, rarely).
 *
 * Payments of a pairing go to its own terminal only: a terminal with another serial number is passed to the slot that
 * it belongs to, or closed, and its name becomes the reason (TERM_OTHER).
 */
import { TillError, type Family } from '../../contract/index.ts';
import {
  portBudgetMs,
  type Candidate,
  type ConnectOptions,
  type PortWatcher,
  type Terminal,
} from '../../../native/index.ts';
import type { Clock } from '../../domain/index.ts';
import type { ProbeLimiter } from './probe-limiter.ts';
import { isSameTerminal, sameSerialNumber, type Pairing, type Pairings } from './pairings.ts';
import { plainAddress, type PortBook } from './ports.ts';
import type { ConnectTry } from './supervisor.ts';

export interface ConnectorOptions {
  id: string;
  /** Configured address, or address at the adoption. */
  address: string;
  pairings: Pairings;
  ports: PortBook;
  /** Decides which other ports may be probed, and when. */
  probeLimiter: ProbeLimiter;
  /** Null disables the search on other ports. */
  watcher: PortWatcher | null;
  clock: Clock;
  connect: (address: string, options: ConnectOptions) => Promise<Terminal>;
  /** Records masked link traffic, if enabled. */
  trace?: (id: string, family: Family) => (line: string) => void;
  /** Offers a terminal to the slot that it belongs to; false if no slot takes it, and it then stays open. */
  passOn: (terminal: Terminal, address: string) => boolean;
}

/** Delay before other ports are probed, because a pulled cable is usually plugged in again. */
const PROBE_AFTER_MS = 2_000;
/** Maximum number of silent ports that a search may probe; it sets the search's time limit. */
const PROBE_PORTS = 3;

export class Connector {
  readonly #options: ConnectorOptions;
  #address: string;
  #missingSince: number | null = null;
  /** New ports that were not probed yet. */
  readonly #appeared = new Set<string>();
  /** Reason of the last failure at the slot's own port, while another device is there. */
  #foreign: { address: string; error: unknown } | null = null;
  #probing: AbortController | null = null;

  constructor(options: ConnectorOptions) {
    this.#options = options;
    this.#address = options.pairings.of(options.id)?.address ?? options.address;
  }

  /** Current or last address. */
  get address(): string {
    return this.#address;
  }

  /** Called when the terminal was connected in another way, at this address. */
  connectedAt(address: string): void {
    this.#address = address;
    this.#missingSince = null;
    this.#foreign = null;
    this.#appeared.clear();
  }

  /** Called when the ports have changed: new ports may be probed, and a running search is aborted. */
  portsChanged(appeared: readonly Candidate[]): void {
    for (const { address } of appeared) this.#appeared.add(plainAddress(address));
    this.#probing?.abort();
  }

  /**
   * Connects the paired terminal, or the terminal at the configured address of a slot without a pairing.
   * @throws TillError
   */
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
        return await this.#openOwn(address, paired, attempt);
      } catch (error) {
        tried.set(plain, error);
      }
    }
    this.#missingSince ??= clock.monotonic();
    const elsewhere = await this.#searchOtherPorts(paired, tried, attempt);
    if (elsewhere) return elsewhere;
    throw mostTelling([...tried.values()]);
  }

  /** Opens a port that no other slot uses. The claim lasts as long as the terminal. */
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
      // Right after a replug the same terminal is probably still starting up, so try only its family and soon try
      // again.
      const onlyFirst = clock.monotonic() - (this.#missingSince ?? clock.monotonic()) < PROBE_AFTER_MS;
      const terminal = await connect(address, {
        signal,
        onOpened,
        ...(paired ? { first: paired.family, onlyFirst } : {}),
        ...(timeouts ? { timeouts } : {}),
        ...(trace ? { trace: (family: Family) => trace(id, family) } : {}),
      });
      const letGo = this.#claimTerminal(terminal, release);
      if (!letGo) {
        await terminal.close();
        throw this.#twin(terminal, address);
      }
      void terminal.closed.then(letGo);
      return { terminal, release: letGo };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Claims port and terminal together. Returns null if another slot has a terminal with this serial number. */
  #claimTerminal({ identity }: Terminal, release: () => void): (() => void) | null {
    const { id, ports } = this.#options;
    if (identity.serialNumber.trim() === '') return release;
    const letGo = ports.claimTerminal(identity, id);
    return (
      letGo &&
      (() => {
        letGo();
        release();
      })
    );
  }

  #twin({ identity }: Terminal, address: string): TillError {
    const { serialNumber } = identity;
    const other = this.#options.ports.userOfTerminal(identity) ?? '';
    return new TillError('TERM_TWICE', `at ${address} is a second terminal ${serialNumber}: ${other} has one already`, {
      context: { address, serialNumber, other },
    });
  }

  /**
   * Opens the terminal at `address` if it is the paired one; otherwise passes it on.
   * @throws TERM_OTHER with the name of the other terminal
   */
  async #openPaired(
    address: string,
    paired: Pairing,
    attempt: ConnectTry,
    timeouts?: ConnectOptions['timeouts'],
  ): Promise<Terminal> {
    const { terminal, release } = await this.#open(address, attempt, timeouts);
    if (isSameTerminal(terminal.identity, paired)) {
      this.connectedAt(address);
      return terminal;
    }
    release();
    if (!this.#options.passOn(terminal, address)) await terminal.close();
    throw otherTerminal(address, paired, terminal.identity);
  }

  /**
   * Opens the slot's own port. If USB shows another device there, the port is treated like any other port and probed as
   * rarely; the last failure remains the reason.
   */
  async #openOwn(address: string, paired: Pairing, attempt: ConnectTry): Promise<Terminal> {
    const there = this.#options.watcher?.present().find((one) => plainAddress(one.address) === plainAddress(address));
    if (!there || !isForeign(there, paired)) return this.#openPaired(address, paired, attempt);
    if (!this.#options.probeLimiter.mayProbeNow(there, this.#appeared.has(plainAddress(address)))) {
      if (this.#foreign?.address === address) throw this.#foreign.error;
      throw new TillError('LINK_NOT_FOUND', `at ${address} is another device`, { context: { address } });
    }
    try {
      return await this.#askStranger(there, paired, attempt);
    } catch (error) {
      this.#foreign = { address, error };
      throw error;
    }
  }

  /** Probes a port that may belong to another device, and records the probe. */
  async #askStranger(
    port: Candidate,
    paired: Pairing,
    attempt: ConnectTry,
    timeouts?: ConnectOptions['timeouts'],
  ): Promise<Terminal> {
    const ended = this.#options.probeLimiter.probeStarted(port);
    this.#appeared.delete(plainAddress(port.address));
    try {
      const terminal = await this.#openPaired(port.address, paired, attempt, timeouts);
      ended('terminal');
      return terminal;
    } catch (error) {
      const code = error instanceof TillError ? error.code : null;
      if (code === 'TERM_OTHER' || code === 'TERM_TWICE') ended('terminal');
      else if (code === 'LINK_NOT_FOUND' || code === 'LINK_PERMISSION') ended('not-reached');
      throw error;
    }
  }

  /** Searches other ports. A network terminal is not searched on cables. */
  async #searchOtherPorts(paired: Pairing, tried: Map<string, unknown>, attempt: ConnectTry): Promise<Terminal | null> {
    const { id, watcher, ports, pairings, clock, probeLimiter } = this.#options;
    if (!watcher || this.#options.address.startsWith('tcp:')) return null;
    const free = watcher
      .present()
      .filter(({ address, mayProbe }) => mayProbe && !tried.has(plainAddress(address)) && !ports.userOf(address));
    const named = free.filter((one) => isNamedBy(one, paired));
    const others = pairings.all().filter((one) => one.id !== id);
    const now = clock.monotonic();
    const hasWaited = now - (this.#missingSince ?? now) >= PROBE_AFTER_MS;
    const mayAsk = (one: Candidate): boolean => {
      const hasAppeared = this.#appeared.has(plainAddress(one.address));
      return (hasAppeared || hasWaited) && probeLimiter.mayProbeNow(one, hasAppeared);
    };
    const unnamed = free.filter(
      (one) => one.link === 'serial' && !named.includes(one) && !others.some((other) => isNamedBy(one, other)),
    );
    const portSearch = new AbortController();
    this.#probing = portSearch;
    const portMs = portBudgetMs();
    const cancel = clock.after(PROBE_PORTS * portMs, () => portSearch.abort());
    const bounded: ConnectTry = {
      ...attempt,
      onOpened: () => undefined,
      signal: AbortSignal.any([attempt.signal, portSearch.signal]),
    };
    const timeouts = { totalMs: portMs, openMs: portMs };
    try {
      for (const port of [...named, ...unnamed.filter(mayAsk)]) {
        const { address } = port;
        stopUnlessWanted(attempt);
        // The time has elapsed or the ports have changed, so start again at the slot's own address.
        if (portSearch.signal.aborted) break;
        // Another slot may have probed the port since the list was made.
        if (!named.includes(port) && !mayAsk(port)) continue;
        try {
          if (named.includes(port)) return await this.#openPaired(address, paired, bounded, timeouts);
          return await this.#askStranger(port, paired, bounded, timeouts);
        } catch (error) {
          // An unknown terminal there does not explain why the slot's terminal is missing; another terminal at its own
          // address would.
          tried.set(plainAddress(address), new TillError('LINK_NOT_FOUND', 'not there either', { cause: error }));
        }
      }
      return null;
    } finally {
      cancel();
      this.#probing = null;
    }
  }
}

/** True if the USB serial number identifies the paired terminal on this port. */
function isNamedBy({ serialNumber }: Candidate, paired: Pairing): boolean {
  if (serialNumber === null) return false;
  return (
    sameSerialNumber(serialNumber, paired.serialNumber) ||
    (paired.usbSerialNumber !== null && sameSerialNumber(serialNumber, paired.usbSerialNumber))
  );
}

/** True if USB shows a device other than the USB device of the paired terminal. */
function isForeign(there: Candidate, { usbId, usbSerialNumber }: Pairing): boolean {
  const id = usbIdOf(there);
  if (usbId && id && id !== usbId) return true;
  return (
    usbSerialNumber !== null && there.serialNumber !== null && !sameSerialNumber(there.serialNumber, usbSerialNumber)
  );
}

/** Vendor and product of a USB device in a pairing's form, or null. */
export function usbIdOf({ vendorId, productId }: Candidate): string | null {
  return vendorId !== null && productId !== null ? `${vendorId}:${productId}` : null;
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

/** Picks the most informative error: another terminal at the slot's own address explains more than an absent port. */
function mostTelling(errors: readonly unknown[]): unknown {
  const has = (code: string) => errors.find((error) => error instanceof TillError && error.code === code);
  const present = errors.find((error) => error instanceof TillError && error.code !== 'LINK_NOT_FOUND');
  return has('TERM_TWICE') ?? has('TERM_OTHER') ?? present ?? errors[0];
}
