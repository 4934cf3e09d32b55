/**
 * Matches each terminal of this till to its Device. The platform is asked when a terminal becomes ready, and regularly
 * after that, so that payments never wait for the match.
 */
import { backoff, type Clock } from '../../domain/index.ts';
import {
  serialKeyOf,
  toFailure,
  type Failure,
  type FailureCode,
  type PaymentRoute,
  type TerminalView,
} from '../../contract/index.ts';
import type { Logger } from '../log/index.ts';
import { refusalOf, type DeviceMatch, type DevicePort } from '../payments/index.ts';
import { notConfigured, type DeviceRecord, type PlatformDevices } from '../platform/index.ts';
import { within } from '../time/index.ts';
import { FleetWalk } from './fleet-walk.ts';
import { hasSerialNumber, matchDevice } from './match.ts';

export interface DeviceMatchesOptions {
  platform: { devices: Pick<PlatformDevices, 'list' | 'get' | 'page'> | null; merchant: string | null };
  clock: Clock;
  random: () => number;
  log: Logger;
  /** Called when the known Device of a terminal has changed, or was confirmed. */
  onChange: (serialNumber: string) => void;
}

/** Poll interval while terminals are ready; one terminal is polled at a time, in turn. */
const FRESH_MS = 60_000;
/**
 * Minimum poll interval if the platform ignores the filter and sends every Device, and this terminal has no Device to
 * read by id.
 */
const FRESH_UNFILTERED_MS = 10 * 60_000;
/** Records per page of the list. */
const PAGE = 100;
/** Delay before a retry. */
const retryMs = backoff({ firstMs: 1_000, maxMs: 15_000, jitter: [0.5, 1] });
/** Time that callers wait for the first answer. */
const WITHIN_MS = 5_000;

const notAsked: Failure = {
  code: 'API_UNREACHABLE',
  message: 'The platform has not named the Device of this terminal yet.',
};

/** Failures that a manager has to fix in the configuration. */
const ofTheAccount: ReadonlySet<FailureCode> = new Set(['API_UNAUTHORIZED', 'API_FORBIDDEN', 'API_NOT_CONFIGURED']);

/**
 * Reason to report for an unknown match when a payment is refused. The failure of the Device query itself ("declined",
 * "no answer in time") would read as if it were about the payment, which was never sent.
 */
function reasonOf({ code, message, context }: Failure): Failure {
  if (ofTheAccount.has(code)) return { code, message, ...(context ? { context } : {}) };
  return { ...notAsked, context: { because: code } };
}

/** State of one serial number. */
interface Watched {
  serialNumber: string;
  /** Ids of the ready terminals with this serial number; the platform is polled only if there are any. */
  ready: Set<string>;
  /** Devices with this serial number, or null until the platform has answered. */
  records: readonly DeviceRecord[] | null;
  match: DeviceMatch;
  askedAt: number;
  /** Number of updates; a poll that another update overtook is repeated. */
  version: number;
  failures: number;
  polling: Promise<void> | null;
  stopTimer: () => void;
}

export class DeviceMatches implements DevicePort {
  readonly #options: DeviceMatchesOptions;
  readonly #watched = new Map<string, Watched>();
  readonly #walk: FleetWalk | null;
  /** True if the platform has ignored the filter and returned Devices with other serial numbers. */
  #isUnfiltered = false;
  #isClosed = false;

  constructor(options: DeviceMatchesOptions) {
    this.#options = options;
    const { platform, clock, log } = options;
    this.#walk =
      platform.devices &&
      new FleetWalk({
        devices: platform.devices,
        clock,
        log,
        isWanted: () => this.#ready().length > 0 && this.#ready().every(({ records }) => records !== null),
        onPage: (records, askedAt) => this.takePage(records, askedAt),
      });
  }

  close(): void {
    this.#isClosed = true;
    this.#walk?.close();
    for (const watched of this.#watched.values()) watched.stopTimer();
  }

  /**
   * Called when a terminal was published; polls at once when the terminal becomes ready.
   * @param serialNumber serial number of the terminal's Device
   */
  terminalIs(id: string, state: TerminalView['state'], serialNumber: string | null): void {
    for (const one of this.#watched.values()) {
      if (serialNumber === null || serialKeyOf(one.serialNumber) !== serialKeyOf(serialNumber)) one.ready.delete(id);
    }
    if (serialNumber === null) return;
    const watched = this.#watch(serialNumber);
    const wasReady = watched.ready.has(id);
    if (state !== 'ready' && state !== 'busy') watched.ready.delete(id);
    else watched.ready.add(id);
    if (wasReady || !watched.ready.has(id)) return;
    this.#walk?.start();
    void this.#poll(watched);
  }

  removed(id: string): void {
    for (const watched of this.#watched.values()) watched.ready.delete(id);
  }

  matchOf(serialNumber: string | null): DeviceMatch {
    if (serialNumber === null) return { kind: 'none' };
    const watched = this.#watched.get(serialKeyOf(serialNumber));
    if (watched) return watched.match;
    return { kind: 'unknown', failure: this.#options.platform.devices ? notAsked : notConfigured };
  }

  /** Resolves with the match once the platform has answered, or after WITHIN_MS. */
  async known(serialNumber: string | null): Promise<DeviceMatch> {
    if (serialNumber === null || !this.#options.platform.devices) return this.matchOf(serialNumber);
    const watched = this.#watch(serialNumber);
    if (watched.match.kind === 'unknown') await within(this.#options.clock, WITHIN_MS, this.#poll(watched));
    return watched.match;
  }

  invalidateMatch(serialNumber: string | null, device: string, isDisabled: boolean): void {
    const watched = serialNumber === null ? undefined : this.#watched.get(serialKeyOf(serialNumber));
    if (!watched?.records) return;
    if (isDisabled) {
      const records = watched.records.map((one) => (one.id === device ? { ...one, isEnabled: false } : one));
      this.#learn(watched, records);
    }
    void this.#poll(watched);
  }

  /** Match as screens show it, or undefined until the platform has answered. */
  viewOf(serialNumber: string | null, route: PaymentRoute): TerminalView['device'] {
    const watched = serialNumber === null ? undefined : this.#watched.get(serialKeyOf(serialNumber));
    if (!watched || watched.match.kind === 'unknown') return undefined;
    const { match } = watched;
    const askedAt = new Date(watched.askedAt).toISOString();
    return { id: match.kind === 'matched' ? match.device : null, failure: refusalOf(match, route), askedAt };
  }

  /** Newest answer about the Devices with this serial number; empty without an answer or a Device. */
  recordsOf(serialNumber: string): { records: readonly DeviceRecord[]; askedAt: number } {
    const { records, askedAt } = this.#watched.get(serialKeyOf(serialNumber)) ?? { records: null, askedAt: 0 };
    return { records: records ?? [], askedAt };
  }

  /** Polls the Devices of all ready terminals. Never rejects. */
  async pollAll(): Promise<void> {
    await Promise.all(this.#ready().map((watched) => this.#poll(watched)));
  }

  /** Takes one Device that was read for another reason. */
  take(record: DeviceRecord): void {
    for (const watched of this.#watched.values()) {
      if (watched.records === null) continue;
      const others = watched.records.filter(({ id }) => id !== record.id);
      const isSame = hasSerialNumber(record, watched.serialNumber);
      if (isSame || others.length < watched.records.length) {
        this.#learn(watched, isSame ? [...others, record] : others);
      }
    }
  }

  /**
   * Takes the whole list of Devices.
   * @param askedAt time of the request; newer knowledge is kept
   */
  takeAll(records: readonly DeviceRecord[], askedAt: number): void {
    for (const watched of this.#watched.values()) {
      if (watched.askedAt > askedAt) continue;
      this.#learn(
        watched,
        records.filter((record) => hasSerialNumber(record, watched.serialNumber)),
      );
    }
  }

  #ready(): Watched[] {
    return [...this.#watched.values()].filter(({ ready }) => ready.size > 0);
  }

  /**
   * Takes one page of all Devices. A record replaces an older record of the same Device. A second Device with a watched
   * serial number, which the filter may miss, is added.
   * @param askedAt time of the page's request, in milliseconds since 1970
   */
  takePage(page: readonly DeviceRecord[], askedAt: number): void {
    for (const watched of this.#watched.values()) {
      if (watched.records === null) continue;
      let records = watched.records;
      for (const record of page) {
        const isKnown = records.some(({ id }) => id === record.id);
        const isSame = hasSerialNumber(record, watched.serialNumber);
        if (isKnown ? watched.askedAt > askedAt : !isSame) continue;
        records = [...records.filter(({ id }) => id !== record.id), ...(isSame ? [record] : [])];
      }
      if (records !== watched.records) this.#learn(watched, records);
    }
  }

  #watch(serialNumber: string): Watched {
    const key = serialKeyOf(serialNumber);
    let watched = this.#watched.get(key);
    if (!watched) {
      const failure = this.#options.platform.devices ? notAsked : notConfigured;
      const match: DeviceMatch = { kind: 'unknown', failure };
      const nothing = { records: null, match, askedAt: 0, version: 0, failures: 0, polling: null };
      watched = { serialNumber, ready: new Set(), ...nothing, stopTimer: () => undefined };
      this.#watched.set(key, watched);
    }
    return watched;
  }

  #learn(watched: Watched, records: readonly DeviceRecord[]): void {
    const { platform, clock, log, onChange } = this.#options;
    const { serialNumber, match: before } = watched;
    watched.records = records;
    watched.match = matchDevice(records, { serialNumber, merchant: platform.merchant });
    watched.askedAt = clock.now();
    watched.version += 1;
    watched.failures = 0;
    if (JSON.stringify(before) !== JSON.stringify(watched.match)) {
      log.info('terminal and Device', { serialNumber, ...watched.match });
    }
    onChange(serialNumber);
  }

  /** Concurrent callers share one poll. Never rejects. */
  #poll(watched: Watched): Promise<void> {
    watched.polling ??= this.#ask(watched).finally(() => (watched.polling = null));
    return watched.polling;
  }

  async #ask(watched: Watched): Promise<void> {
    const { platform, clock, random, log } = this.#options;
    const { serialNumber } = watched;
    const { devices } = platform;
    watched.stopTimer();
    if (!devices || this.#isClosed) return;
    let nextMs = FRESH_MS * Math.max(1, this.#ready().length);
    try {
      for (let version = -1; version !== watched.version && !this.#isClosed;) {
        version = watched.version;
        const { records, listed } = await this.#read(watched, devices);
        if (records.length === 0 && listed > 0) {
          nextMs = Math.max(nextMs, FRESH_UNFILTERED_MS, FRESH_MS * Math.ceil(listed / PAGE));
        }
        if (version !== watched.version) continue;
        this.#learn(watched, records);
        version = watched.version;
      }
    } catch (error) {
      const failure = toFailure(error);
      watched.failures += 1;
      nextMs = retryMs(watched.failures, random());
      // A known match stays valid; an unknown match gets the reason.
      if (watched.match.kind === 'unknown') watched.match = { kind: 'unknown', failure: reasonOf(failure) };
      log.info('the Device of a terminal could not be queried', { serialNumber, failure });
    }
    if (this.#isClosed) return;
    watched.stopTimer = clock.after(nextMs, () => {
      if (watched.ready.size > 0) void this.#poll(watched);
    });
  }

  /**
   * Reads the current Devices with this serial number.
   * @returns `listed` is the number of records that the platform returned
   */
  async #read(
    { serialNumber, records: known }: Watched,
    devices: Pick<PlatformDevices, 'list' | 'get'>,
  ): Promise<{ records: DeviceRecord[]; listed: number }> {
    const isSame = (record: DeviceRecord): boolean => hasSerialNumber(record, serialNumber);
    const all: DeviceRecord[] = [];
    const isKnown = known !== null && known.length > 0;
    // Do not list all Devices on every poll: known Devices are read by id, and the fleet walk finds new Devices.
    if (!this.#isUnfiltered || !isKnown) {
      for await (const record of devices.list({ serial_number: serialNumber })) all.push(record);
    }
    const records = all.filter(isSame);
    if (records.length < all.length) this.#isUnfiltered = true;
    const strays = (known ?? []).filter((one) => records.every(({ id }) => id !== one.id));
    for (const stray of strays) {
      const outcome = await devices.get(stray.id);
      // The filter misses other spellings. A Device that cannot be read is kept.
      if (outcome.kind === 'answered' && isSame(outcome.value)) records.push(outcome.value);
      else if (outcome.kind !== 'answered' && outcome.error.code !== 'API_NOT_FOUND') records.push(stray);
    }
    return { records, listed: all.length };
  }
}
