/**
 * Which Device each terminal of this till is, asked when the terminal is ready and kept fresh, so that no payment has to
 * ask: neither between card and bank nor before it.
 */
import {
  backoff,
  serialKeyOf,
  toFailure,
  type Failure,
  type FailureCode,
  type PaymentRoute,
  type TerminalView,
} from '../../contract/index.ts';
import type { Logger } from '../log/index.ts';
import { refusalOf, type DeviceMatch, type DevicePort } from '../payments/index.ts';
import type { DeviceRecord, PlatformDevices } from '../platform/index.ts';
import { within, type Clock } from '../time/index.ts';
import { hasSerialNumber, matchDevice } from './match.ts';

export interface DeviceMatchesOptions {
  platform: { devices: Pick<PlatformDevices, 'list'> | null; merchant: string | null };
  clock: Clock;
  random: () => number;
  log: Logger;
  /** What is known of a terminal's Device has changed, or was asked again. */
  onChange: (serialNumber: string) => void;
}

/** While its terminal is ready a Device is asked about this often. */
const FRESH_MS = 60_000;
/** A platform that passes over the filter sends every Device there is: then the list of all (`takeAll`) keeps it fresh. */
const FRESH_UNFILTERED_MS = 10 * 60_000;
/** Between two looks without an answer. */
const retryMs = backoff({ firstMs: 1_000, maxMs: 15_000, jitter: [0.5, 1] });
/** Who needs the first answer waits this long for it. */
const WITHIN_MS = 5_000;

const notAsked: Failure = {
  code: 'API_UNREACHABLE',
  message: 'The platform has not said yet which Device this terminal is.',
};
const noPlatform: Failure = { code: 'API_NOT_CONFIGURED', message: 'No payment platform is set up on this till.' };

/** What a person can mend. */
const ofTheAccount: ReadonlySet<FailureCode> = new Set(['API_UNAUTHORIZED', 'API_FORBIDDEN', 'API_NOT_CONFIGURED']);

/**
 * Why it is not known, as a payment that is refused for it says it: what went wrong with a question about Devices ("declined",
 * "no answer in time") is not about the payment, of which nothing was sent.
 */
function reasonOf({ code, message, context }: Failure): Failure {
  if (ofTheAccount.has(code)) return { code, message, ...(context ? { context } : {}) };
  return { ...notAsked, context: { because: code } };
}

/** One serial number. */
interface Watched {
  serialNumber: string;
  /** Ready terminals with it, by id: while there is none nothing is asked. */
  ready: Set<string>;
  /** The Devices with it; null until the platform has said. */
  records: readonly DeviceRecord[] | null;
  match: DeviceMatch;
  askedAt: number;
  /** Counts what was learned: a look that something else has overtaken is made again. */
  version: number;
  failures: number;
  looking: Promise<void> | null;
  stopTimer: () => void;
}

export class DeviceMatches implements DevicePort {
  readonly #options: DeviceMatchesOptions;
  readonly #watched = new Map<string, Watched>();
  #isClosed = false;

  constructor(options: DeviceMatchesOptions) {
    this.#options = options;
  }

  close(): void {
    this.#isClosed = true;
    for (const watched of this.#watched.values()) watched.stopTimer();
  }

  /** A terminal was published. One that becomes ready is asked about at once. @param serialNumber of its Device */
  terminalIs(id: string, state: TerminalView['state'], serialNumber: string | null): void {
    for (const one of this.#watched.values()) {
      if (serialNumber === null || serialKeyOf(one.serialNumber) !== serialKeyOf(serialNumber)) one.ready.delete(id);
    }
    if (serialNumber === null) return;
    const watched = this.#watch(serialNumber);
    const wasReady = watched.ready.has(id);
    if (state !== 'ready' && state !== 'busy') watched.ready.delete(id);
    else watched.ready.add(id);
    if (!wasReady && watched.ready.has(id)) void this.#look(watched);
  }

  removed(id: string): void {
    for (const watched of this.#watched.values()) watched.ready.delete(id);
  }

  matchOf(serialNumber: string | null): DeviceMatch {
    if (serialNumber === null) return { kind: 'none' };
    const watched = this.#watched.get(serialKeyOf(serialNumber));
    if (watched) return watched.match;
    return { kind: 'unknown', failure: this.#options.platform.devices ? notAsked : noPlatform };
  }

  /** Resolves with what is known once the platform has said something, or after WITHIN_MS. */
  async known(serialNumber: string | null): Promise<DeviceMatch> {
    if (serialNumber === null || !this.#options.platform.devices) return this.matchOf(serialNumber);
    const watched = this.#watch(serialNumber);
    if (watched.match.kind === 'unknown') await within(this.#options.clock, WITHIN_MS, this.#look(watched));
    return watched.match;
  }

  doubt(serialNumber: string | null, device: string, isDisabled: boolean): void {
    const watched = serialNumber === null ? undefined : this.#watched.get(serialKeyOf(serialNumber));
    if (!watched?.records) return;
    if (isDisabled) {
      const records = watched.records.map((one) => (one.id === device ? { ...one, isEnabled: false } : one));
      this.#learn(watched, records);
    }
    void this.#look(watched);
  }

  /** How screens see it; absent until the platform has said. */
  viewOf(serialNumber: string | null, route: PaymentRoute): TerminalView['device'] {
    const watched = serialNumber === null ? undefined : this.#watched.get(serialKeyOf(serialNumber));
    if (!watched || watched.match.kind === 'unknown') return undefined;
    const { match } = watched;
    const askedAt = new Date(watched.askedAt).toISOString();
    return { id: match.kind === 'matched' ? match.device : null, failure: refusalOf(match, route), askedAt };
  }

  /** One Device as the platform has it now, read for another reason. */
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

  /** Every Device there is. @param askedAt when the list was asked for, so that it replaces nothing newer */
  takeAll(records: readonly DeviceRecord[], askedAt: number): void {
    for (const watched of this.#watched.values()) {
      if (watched.askedAt > askedAt) continue;
      this.#learn(
        watched,
        records.filter((record) => hasSerialNumber(record, watched.serialNumber)),
      );
    }
  }

  #watch(serialNumber: string): Watched {
    const key = serialKeyOf(serialNumber);
    let watched = this.#watched.get(key);
    if (!watched) {
      const failure = this.#options.platform.devices ? notAsked : noPlatform;
      const match: DeviceMatch = { kind: 'unknown', failure };
      const nothing = { records: null, match, askedAt: 0, version: 0, failures: 0, looking: null };
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

  /** One look at a time; whoever asks meanwhile waits for the same one. Never rejects. */
  #look(watched: Watched): Promise<void> {
    watched.looking ??= this.#ask(watched).finally(() => (watched.looking = null));
    return watched.looking;
  }

  async #ask(watched: Watched): Promise<void> {
    const { platform, clock, random, log } = this.#options;
    const { serialNumber } = watched;
    const { devices } = platform;
    watched.stopTimer();
    if (!devices || this.#isClosed) return;
    let nextMs = FRESH_MS;
    try {
      for (let version = -1; version !== watched.version && !this.#isClosed;) {
        version = watched.version;
        const all: DeviceRecord[] = [];
        for await (const record of devices.list({ serial_number: serialNumber })) all.push(record);
        const records = all.filter((record) => hasSerialNumber(record, serialNumber));
        if (records.length < all.length) nextMs = FRESH_UNFILTERED_MS;
        if (version !== watched.version) continue;
        this.#learn(watched, records);
        version = watched.version;
      }
    } catch (error) {
      const failure = toFailure(error);
      watched.failures += 1;
      nextMs = retryMs(watched.failures, random());
      // What was known stays; what never was has a reason now.
      if (watched.match.kind === 'unknown') watched.match = { kind: 'unknown', failure: reasonOf(failure) };
      log.info('the Device of a terminal could not be asked for', { serialNumber, failure });
    }
    if (this.#isClosed) return;
    watched.stopTimer = clock.after(nextMs, () => {
      if (watched.ready.size > 0) void this.#look(watched);
    });
  }
}
