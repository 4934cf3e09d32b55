/**
 * Searches for this till's terminal while the manager watches. Results appear as they are found; a silent port or
 * platform does not delay the search.
 */
import { toFailure, type Discovered, type Failure } from '../../contract/index.ts';
import type { Clock } from '../../domain/index.ts';
import { within } from '../time/index.ts';

/** Callbacks of a search. */
export interface SearchCallbacks {
  /** Aborts the search. */
  readonly signal: AbortSignal;
  /** Called with the number of ports. */
  onListed(count: number): void;
  /** Called for each port with a result. */
  onFound(found: Discovered): void;
}

/** Device of the account. */
export interface ListedDevice {
  readonly serialNumber: string;
  readonly name: string | null;
}

/** Results so far. */
export interface SearchResults {
  readonly found: Discovered[];
  readonly isSearching: boolean;
  /** Number of `ports` that have answered or must not be probed. */
  readonly searchedPorts: number;
  readonly ports: number;
  /** Devices of the account, or null until they are known. If the query failed, `failure` contains the reason. */
  readonly devices: ListedDevice[] | null;
  readonly failure: Failure | null;
}

/** One search over all ports. */
interface Search {
  readonly stop: AbortController;
  readonly found: Discovered[];
  ports: number;
  end: Promise<void>;
}

/** Time that `next` waits for a new result. */
const NEXT_WITHIN_MS = 1_000;

/** Runs one search at a time, on demand. */
export class CableSearch {
  readonly #discover: (watched: SearchCallbacks) => Promise<Discovered[]>;
  readonly #list: () => Promise<ListedDevice[]>;
  readonly #clock: Clock;
  #running: Search | null = null;
  /** Results of the previous search; each is valid until the current search reaches its port. */
  #before: readonly Discovered[] = [];
  #ports = 0;
  #listing: Promise<void> | null = null;
  #listed: Pick<SearchResults, 'devices' | 'failure'> = { devices: null, failure: null };
  #held = 0;
  #news = Promise.withResolvers<void>();

  constructor(
    discover: (watched: SearchCallbacks) => Promise<Discovered[]>,
    list: () => Promise<ListedDevice[]>,
    clock: Clock,
  ) {
    this.#discover = discover;
    this.#list = list;
    this.#clock = clock;
  }

  /**
   * Starts a search unless a search is running. Resolves with the next result, at the end of the search, or after a
   * moment. Rejects if the ports cannot be listed.
   */
  async next(): Promise<SearchResults> {
    if (this.#held === 0 && this.#running === null) {
      this.#running = this.#begin();
      this.#listing ??= this.#ask();
    }
    const running = this.#running;
    await within(this.#clock, NEXT_WITHIN_MS, Promise.race([this.#news.promise, ...(running ? [running.end] : [])]));
    const found = this.#running?.found ?? this.#before;
    const addresses = new Set(found.map(({ address }) => address));
    return {
      found: [...found, ...this.#before.filter(({ address }) => !addresses.has(address))],
      isSearching: this.#running !== null || this.#listing !== null,
      searchedPorts: found.length,
      ports: this.#running?.ports ?? this.#ports,
      ...this.#listed,
    };
  }

  /** Runs a task that uses a port; searches are suspended until it ends. */
  async without<T>(task: () => Promise<T>): Promise<T> {
    this.#held += 1;
    try {
      this.#running?.stop.abort();
      await this.#running?.end.catch(() => undefined);
      return await task();
    } finally {
      this.#held -= 1;
    }
  }

  #begin(): Search {
    const search: Search = { stop: new AbortController(), found: [], ports: 0, end: Promise.resolve() };
    const { stop, found } = search;
    search.end = this.#discover({
      signal: stop.signal,
      onListed: (count) => {
        search.ports = count;
      },
      onFound: (one) => {
        // A result after the abort is no evidence about its port.
        if (stop.signal.aborted) return;
        found.push(one);
        this.#notify();
      },
    })
      .then((all) => {
        if (!stop.signal.aborted) [this.#before, this.#ports] = [all, search.ports];
      })
      .finally(() => {
        this.#running = null;
      });
    // `next` reports a rejection; if no caller waits, the rejection is ignored here.
    search.end.catch(() => undefined);
    return search;
  }

  async #ask(): Promise<void> {
    try {
      this.#listed = { devices: await this.#list(), failure: null };
    } catch (error) {
      this.#listed = { ...this.#listed, failure: toFailure(error) };
    }
    this.#listing = null;
    this.#notify();
  }

  #notify(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }
}
