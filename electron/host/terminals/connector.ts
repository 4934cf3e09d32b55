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
import type { Clock } from '../../domain/index.ts';
import type { Neighbours } from './neighbours.ts';
import { isSameTerminal, sameSerialNumber, type Pairing, type Pairings } from './pairings.ts';
import { plainAddress, type PortBook } from './ports.ts';
import type { ConnectTry } from './supervisor.ts';

export interface ConnectorOptions {
  id: string;
  /** Where it is configured, or was when it was adopted. */
  address: string;
  pairings: Pairings;
  ports: PortBook;
  /** Which other ports may be asked, and when. */
  neighbours: Neighbours;
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
/** The time of one search: enough to ask so many ports on which nobody answers. */
const PROBE_PORTS = 3;

export class Connector {
  readonly #options: ConnectorOptions;
  #address: string;
  #missingSince: number | null = null;
  /** Ports that have appeared and were not asked since. */
  readonly #appeared = new Set<string>();
  /** Why the last look at our own port failed, where something else hangs on it now. */
  #foreign: { address: string; error: unknown } | null = null;
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
    this.#foreign = null;
    this.#appeared.clear();
  }

  /** The ports have changed: those that have appeared may be asked, and a search under way is aborted. */
  portsChanged(appeared: readonly Candidate[]): void {
    for (const { address } of appeared) this.#appeared.add(plainAddress(address));
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
        return await this.#openOwn(address, paired, attempt);
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

  /** Takes port and terminal together; null when another slot is connected to a terminal of this serial number. */
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

  /**
   * Our own port. Where USB says that another device hangs on it now it is a neighbour's, and is asked no more often than
   * any other; what it said last stays the reason.
   */
  async #openOwn(address: string, paired: Pairing, attempt: ConnectTry): Promise<Terminal> {
    const there = this.#options.watcher?.present().find((one) => plainAddress(one.address) === plainAddress(address));
    if (!there || !isForeign(there, paired)) return this.#openPaired(address, paired, attempt);
    if (!this.#options.neighbours.mayAskNow(there, this.#appeared.has(plainAddress(address)))) {
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

  /** Asks a port that need not be ours, and notes that it was asked. */
  async #askStranger(
    port: Candidate,
    paired: Pairing,
    attempt: ConnectTry,
    timeouts?: ConnectOptions['timeouts'],
  ): Promise<Terminal> {
    const ended = this.#options.neighbours.asked(port);
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

  /** A terminal on the network is not looked for on cables. */
  async #lookElsewhere(paired: Pairing, tried: Map<string, unknown>, attempt: ConnectTry): Promise<Terminal | null> {
    const { id, watcher, ports, pairings, clock, neighbours } = this.#options;
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
      return (hasAppeared || hasWaited) && neighbours.mayAskNow(one, hasAppeared);
    };
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
      for (const port of [...named, ...unnamed.filter(mayAsk)]) {
        const { address } = port;
        stopUnlessWanted(attempt);
        // The time is over, or the ports have changed: its own address comes first again.
        if (looking.signal.aborted) break;
        // Another slot may have asked it meanwhile.
        if (!named.includes(port) && !mayAsk(port)) continue;
        try {
          if (named.includes(port)) return await this.#openPaired(address, paired, bounded, timeouts);
          return await this.#askStranger(port, paired, bounded, timeouts);
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
}

/** The USB serial number says that the paired terminal is on this port. */
function isNamedBy({ serialNumber }: Candidate, paired: Pairing): boolean {
  if (serialNumber === null) return false;
  return (
    sameSerialNumber(serialNumber, paired.serialNumber) ||
    (paired.usbSerialNumber !== null && sameSerialNumber(serialNumber, paired.usbSerialNumber))
  );
}

/** USB says that this is not the device on which the paired terminal was. */
function isForeign(there: Candidate, { usbId, usbSerialNumber }: Pairing): boolean {
  const id = usbIdOf(there);
  if (usbId && id && id !== usbId) return true;
  return (
    usbSerialNumber !== null && there.serialNumber !== null && !sameSerialNumber(there.serialNumber, usbSerialNumber)
  );
}

/** Vendor and product of a USB device, as a pairing keeps them. */
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

/** Another terminal at our own address explains more than an absent port. */
function mostTelling(errors: readonly unknown[]): unknown {
  const has = (code: string) => errors.find((error) => error instanceof TillError && error.code === code);
  const present = errors.find((error) => error instanceof TillError && error.code !== 'LINK_NOT_FOUND');
  return has('TERM_TWICE') ?? has('TERM_OTHER') ?? present ?? errors[0];
}
