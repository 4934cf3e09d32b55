/**
 * Reads the platform's whole list of Devices in the background, one page at a time. A filter by serial number finds the
 * exact spelling only, and a platform may ignore the filter; this walk finds a second Device with another spelling.
 */
import type { Logger } from '../log/index.ts';
import type { DeviceRecord, PlatformDevices } from '../platform/index.ts';
import { pause, type Clock } from '../../domain/index.ts';

export interface FleetWalkOptions {
  devices: Pick<PlatformDevices, 'page'>;
  clock: Clock;
  log: Logger;
  /** True if a page is to be requested now. */
  isWanted: () => boolean;
  /** `askedAt` is the time of the page's request, in milliseconds since 1970. */
  onPage: (records: readonly DeviceRecord[], askedAt: number) => void;
}

/** Interval between page requests of an idle till, however many Devices there are. */
const WALK_PAGE_MS = 2 * 60_000;
/** Pause between two rounds. */
const REST_MS = 10 * 60_000;

export class FleetWalk {
  readonly #options: FleetWalkOptions;
  readonly #closing = new AbortController();
  #isStarted = false;

  constructor(options: FleetWalkOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    void this.#walk();
  }

  close(): void {
    this.#closing.abort();
  }

  /** Never rejects. */
  async #walk(): Promise<void> {
    const { devices, clock, log, isWanted, onPage } = this.#options;
    const { signal } = this.#closing;
    let from: Parameters<PlatformDevices['page']>[0] = {};
    while (!signal.aborted) {
      await pause(clock, WALK_PAGE_MS, signal);
      if (signal.aborted || !isWanted()) continue;
      const askedAt = clock.now();
      const page = await devices.page(from);
      if (signal.aborted) return;
      if (page.kind !== 'answered') {
        // Start over: the platform would refuse an expired position forever.
        if (page.kind === 'refused') from = {};
        log.debug('a page of the Devices could not be read', { failure: page.error.toFailure() });
        continue;
      }
      onPage(page.value.items, askedAt);
      const { next } = page.value;
      from = typeof next === 'object' && next !== null ? next : {};
      if (next === null || typeof next === 'string') await pause(clock, REST_MS, signal);
    }
  }
}
