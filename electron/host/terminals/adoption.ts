/**
 * A till without configured terminals adopts those that it finds: terminals that it had before, then every terminal of
 * a known family that answers on a port, once at the start and again for each new port. The id is FAMILY:SERIALNUMBER,
 * so a terminal keeps its id on any port.
 */
import { toFailure, type Discovered } from '../../contract/index.ts';
import type { Candidate, ConnectOptions, discoverTerminals, PortWatcher, Terminal } from '../../../native/index.ts';
import type { Clock } from '../../domain/index.ts';
import type { ProbeLimiter } from './probe-limiter.ts';
import { isSameTerminal, type Pairings } from './pairings.ts';
import { plainAddress, type PortBook } from './ports.ts';
import type { Slot } from './slot.ts';

export interface AdoptionOptions {
  pairings: Pairings;
  ports: PortBook;
  probeLimiter: ProbeLimiter;
  clock: Clock;
  watcher: PortWatcher;
  discover: typeof discoverTerminals;
  connect: (address: string, options: ConnectOptions) => Promise<Terminal>;
  slots: ReadonlyMap<string, Slot>;
  add: (slot: { id: string; address: string }) => Slot;
  log: (level: 'info' | 'warn', message: string, context?: Record<string, unknown>) => void;
}

export class Adoption {
  readonly #options: AdoptionOptions;
  readonly #stopping = new AbortController();
  /** Serializes searches, because ports are probed one at a time. */
  #queue: Promise<void> = Promise.resolve();
  #stopWaiting: (() => void) | null = null;

  constructor(options: AdoptionOptions) {
    this.#options = options;
  }

  start(): void {
    const { pairings, watcher } = this.#options;
    for (const { id, address, isAdopted } of pairings.all()) if (isAdopted) this.#add(id, address);
    void watcher.started.then(() => this.identify(watcher.present()));
  }

  /** Identifies the devices on new ports, except ports in use by this till. */
  identify(appeared: readonly Candidate[]): void {
    const { log } = this.#options;
    this.#queue = this.#queue
      .then(() => this.#identifyNow(appeared))
      .catch((error: unknown) => log('warn', 'ports could not be searched', { failure: toFailure(error) }));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#stopWaiting?.();
    await this.#queue;
  }

  #add(id: string, address: string): void {
    if (!this.#options.slots.has(id)) this.#options.add({ id, address }).supervisor.start();
  }

  async #identifyNow(candidates: readonly Candidate[]): Promise<void> {
    const { ports, probeLimiter, discover, connect } = this.#options;
    const { signal } = this.#stopping;
    const free = candidates.filter(({ address }) => !ports.userOf(address));
    const due = free.filter((one) => probeLimiter.mayProbeNow(one, true));
    this.#identifyLater(free.filter((one) => !due.includes(one)));
    if (due.length === 0 || signal.aborted) return;
    const ends = new Map<string, ReturnType<ProbeLimiter['probeStarted']>>();
    await discover({
      list: () => Promise.resolve(due),
      // The port rules were applied above.
      notAsked: () => null,
      signal,
      connect: async (address, more) => {
        // Claim the port during the probe, so that no slot opens it at the same time.
        const release = ports.claim(address, 'discovery');
        const port = due.find((one) => one.address === address);
        if (port) ends.set(address, probeLimiter.probeStarted(port));
        try {
          return await connect(address, more ?? {});
        } finally {
          release?.();
        }
      },
      onFound: (found) => {
        const { verdict, address, failure } = found;
        if (verdict === 'terminal') ends.get(address)?.('terminal');
        else if (failure?.code === 'LINK_NOT_FOUND' || failure?.code === 'LINK_PERMISSION')
          ends.get(address)?.('not-reached');
        if (!signal.aborted) this.#take(found, due);
      },
    });
  }

  /** Adds an unknown terminal; a known terminal is left to its slot. */
  #take({ verdict, address, family, serialNumber, model }: Discovered, due: readonly Candidate[]): void {
    if (verdict !== 'terminal' || !family || !serialNumber) return;
    const { pairings, slots, log } = this.#options;
    const known = pairings.all().find((one) => isSameTerminal(one, { family, serialNumber }));
    const slot = known && slots.get(known.id);
    if (slot) {
      const elsewhere = slot.discovered();
      if (elsewhere && plainAddress(elsewhere.address) !== plainAddress(address))
        log('warn', 'a second terminal with one serial number', { address, serialNumber, other: elsewhere.address });
      return slot.portsChanged(due.filter((one) => one.address === address));
    }
    log('info', 'terminal found', { address: plainAddress(address), model, serialNumber });
    this.#add(`${family}:${serialNumber}`, address);
  }

  /** Schedules a probe of ports that were probed too recently, if they are still present then. */
  #identifyLater(ports: readonly Candidate[]): void {
    const { probeLimiter, clock, watcher } = this.#options;
    const waits = ports.map((one) => probeLimiter.waitMs(one, true)).filter((waitMs) => waitMs !== null);
    if (waits.length === 0) return;
    this.#stopWaiting?.();
    this.#stopWaiting = clock.after(Math.min(...waits), () => {
      this.#stopWaiting = null;
      const later = new Set(ports.map(({ address }) => address));
      this.identify(watcher.present().filter(({ address }) => later.has(address)));
    });
  }
}
