/**
 * A till without configured terminals adopts those it finds: what it had before, then whatever answers on the ports as a
 * terminal of a known family, once at the start and again for every port that appears. Its id is FAMILY:SERIALNUMBER, so it
 * is the same terminal on whatever port.
 */
import { toFailure } from '../../contract/index.ts';
import type { Candidate, ConnectOptions, discoverTerminals, PortWatcher, Terminal } from '../../../native/index.ts';
import { isSameTerminal, type Pairings } from './pairings.ts';
import { plainAddress, type PortBook } from './ports.ts';
import type { Slot } from './slot.ts';

export interface AdoptionOptions {
  pairings: Pairings;
  ports: PortBook;
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
  /** One search at a time: ports are asked in turn. */
  #queue: Promise<void> = Promise.resolve();

  constructor(options: AdoptionOptions) {
    this.#options = options;
  }

  start(): void {
    const { pairings, watcher } = this.#options;
    for (const { id, address, isAdopted } of pairings.all()) if (isAdopted) this.#add(id, address);
    void watcher.started.then(() => this.look(watcher.present()));
  }

  /** Identifies what is on ports that have appeared; those in use by this till are left alone. */
  look(appeared: readonly Candidate[]): void {
    const { log } = this.#options;
    this.#queue = this.#queue
      .then(() => this.#lookAt(appeared))
      .catch((error: unknown) => log('warn', 'ports could not be looked at', { failure: toFailure(error) }));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#queue;
  }

  #add(id: string, address: string): void {
    if (!this.#options.slots.has(id)) this.#options.add({ id, address }).supervisor.start();
  }

  async #lookAt(candidates: readonly Candidate[]): Promise<void> {
    const { ports, pairings, slots, log, discover, connect } = this.#options;
    const { signal } = this.#stopping;
    const free = candidates.filter(({ address, mayProbe }) => mayProbe && !ports.userOf(address));
    if (free.length === 0 || signal.aborted) return;
    await discover({
      list: () => Promise.resolve(free),
      signal,
      connect: async (address, more) => {
        // Claimed while it is asked, so that no slot opens it at the same time.
        const release = ports.claim(address, 'discovery');
        try {
          return await connect(address, more ?? {});
        } finally {
          release?.();
        }
      },
      onFound: ({ verdict, address, family, serialNumber, model }) => {
        if (verdict !== 'terminal' || !family || !serialNumber || signal.aborted) return;
        const known = pairings.all().find((one) => isSameTerminal(one, { family, serialNumber }));
        const slot = known && slots.get(known.id);
        if (slot) return slot.portsChanged();
        log('info', 'terminal found', { address: plainAddress(address), model, serialNumber });
        this.#add(`${family}:${serialNumber}`, address);
      },
    });
  }
}
