/**
 * A till without configured terminals takes those it finds: what it had before, then whatever answers on the ports as a
 * terminal of a known family, once at the start and again for every port that appears. Its id is FAMILY:SERIALNUMBER, so it
 * is the same terminal on whatever port.
 */
import { toFailure } from '../../contract/index.ts';
import type { Candidate, ConnectOptions, discoverTerminals, PortWatcher, Terminal } from '../../../native/index.ts';
import { isSameTerminal, type Pairings } from './pairings.ts';
import type { Place } from './place.ts';
import { plainAddress, type PortBook } from './ports.ts';

export interface AdoptionOptions {
  pairings: Pairings;
  ports: PortBook;
  watcher: PortWatcher;
  discover: typeof discoverTerminals;
  connect: (address: string, options: ConnectOptions) => Promise<Terminal>;
  places: ReadonlyMap<string, Place>;
  add: (place: { id: string; address: string }) => Place;
  log: (level: 'info' | 'warn', message: string, context?: Record<string, unknown>) => void;
}

export interface Adoption {
  start(): void;
  /** Asks the ports that have appeared who they are; those in use by ourselves are left alone. */
  look(appeared: readonly Candidate[]): void;
  stop(): Promise<void>;
}

export function createAdoption(options: AdoptionOptions): Adoption {
  const { pairings, ports, watcher, places, log } = options;
  const stopping = new AbortController();
  /** One look at a time: ports are asked in turn. */
  let queue: Promise<void> = Promise.resolve();

  function add(id: string, address: string): void {
    if (!places.has(id)) options.add({ id, address }).supervisor.start();
  }

  async function lookAt(candidates: readonly Candidate[]): Promise<void> {
    const free = candidates.filter(({ address, mayProbe }) => mayProbe && !ports.userOf(address));
    if (free.length === 0 || stopping.signal.aborted) return;
    await options.discover({
      list: () => Promise.resolve(free),
      signal: stopping.signal,
      connect: async (address, more) => {
        // Claimed while it is asked, so that no place opens it at the same time.
        const release = ports.claim(address, 'discovery');
        try {
          return await options.connect(address, more ?? {});
        } finally {
          release?.();
        }
      },
      onFound({ verdict, address, family, serialNumber, model }) {
        if (verdict !== 'terminal' || !family || !serialNumber || stopping.signal.aborted) return;
        const known = pairings.all().find((one) => isSameTerminal(one, { family, serialNumber }));
        if (known && places.has(known.id)) {
          places.get(known.id)?.portsChanged();
          return;
        }
        log('info', 'terminal found', { address: plainAddress(address), model, serialNumber });
        add(`${family}:${serialNumber}`, address);
      },
    });
  }

  function look(candidates: readonly Candidate[]): void {
    queue = queue
      .then(() => lookAt(candidates))
      .catch((error: unknown) => log('warn', 'ports could not be looked at', { failure: toFailure(error) }));
  }

  return {
    start() {
      for (const { id, address, isAdopted } of pairings.all()) if (isAdopted) add(id, address);
      void watcher.started.then(() => look(watcher.present()));
    },
    look,
    async stop() {
      stopping.abort();
      await queue;
    },
  };
}
