/**
 * Looking for this till's terminal while somebody watches: what is found on the cables is told as it is found, and a port that stays
 * silent holds nobody up, nor does a platform that does not answer.
 */
import { toFailure, type Discovered, type Failure } from '../../contract/index.ts';
import type { Clock } from '../../domain/index.ts';
import { within } from '../time/index.ts';

/** How a look tells what it does. */
export interface Watched {
  /** Ends it early. */
  readonly signal: AbortSignal;
  /** How many ports there are. */
  onListed(count: number): void;
  /** One of them, as soon as it is known. */
  onFound(found: Discovered): void;
}

/** One of the account's Devices. */
export interface ListedDevice {
  readonly serialNumber: string;
  readonly name: string | null;
}

/** What is known by now. */
export interface Seen {
  readonly found: Discovered[];
  readonly isLooking: boolean;
  /** Ports that have answered, or were not to be asked, of all there are. */
  readonly looked: number;
  readonly ports: number;
  /** Null: not said yet, or `failure` says why not. */
  readonly devices: ListedDevice[] | null;
  readonly failure: Failure | null;
}

/** One run over every port. */
interface Look {
  readonly stop: AbortController;
  readonly found: Discovered[];
  ports: number;
  end: Promise<void>;
}

/** So long an answer waits for something new, milliseconds. */
const TOLD_WITHIN_MS = 1_000;

/** One look after the other, each when it is asked for. */
export class CableLook {
  readonly #discover: (watched: Watched) => Promise<Discovered[]>;
  readonly #list: () => Promise<ListedDevice[]>;
  readonly #clock: Clock;
  #running: Look | null = null;
  /** Of the look before: it holds until the one that runs has come to the same port. */
  #before: readonly Discovered[] = [];
  #ports = 0;
  #listing: Promise<void> | null = null;
  #listed: Pick<Seen, 'devices' | 'failure'> = { devices: null, failure: null };
  #held = 0;
  #news = Promise.withResolvers<void>();

  constructor(
    discover: (watched: Watched) => Promise<Discovered[]>,
    list: () => Promise<ListedDevice[]>,
    clock: Clock,
  ) {
    this.#discover = discover;
    this.#list = list;
    this.#clock = clock;
  }

  /**
   * Begins a look where none runs. Resolves with the next thing it finds, at its end, or after a moment. Rejects where the ports
   * cannot be listed.
   */
  async next(): Promise<Seen> {
    if (this.#held === 0 && this.#running === null) {
      this.#running = this.#begin();
      this.#listing ??= this.#ask();
    }
    const running = this.#running;
    await within(this.#clock, TOLD_WITHIN_MS, Promise.race([this.#news.promise, ...(running ? [running.end] : [])]));
    const found = this.#running?.found ?? this.#before;
    const addresses = new Set(found.map(({ address }) => address));
    return {
      found: [...found, ...this.#before.filter(({ address }) => !addresses.has(address))],
      isLooking: this.#running !== null || this.#listing !== null,
      looked: found.length,
      ports: this.#running?.ports ?? this.#ports,
      ...this.#listed,
    };
  }

  /** Does something with a port: no look holds one meanwhile. */
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

  #begin(): Look {
    const look: Look = { stop: new AbortController(), found: [], ports: 0, end: Promise.resolve() };
    const { stop, found } = look;
    look.end = this.#discover({
      signal: stop.signal,
      onListed: (count) => {
        look.ports = count;
      },
      onFound: (one) => {
        // One that was given up says nothing of its port.
        if (stop.signal.aborted) return;
        found.push(one);
        this.#tell();
      },
    })
      .then((all) => {
        if (!stop.signal.aborted) [this.#before, this.#ports] = [all, look.ports];
      })
      .finally(() => {
        this.#running = null;
      });
    // Whoever waits for it hears of it; nobody may wait.
    look.end.catch(() => undefined);
    return look;
  }

  async #ask(): Promise<void> {
    try {
      this.#listed = { devices: await this.#list(), failure: null };
    } catch (error) {
      this.#listed = { ...this.#listed, failure: toFailure(error) };
    }
    this.#listing = null;
    this.#tell();
  }

  #tell(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }
}
