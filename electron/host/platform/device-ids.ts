/** Ids of Devices by their serial numbers, remembered for a while: a sale may not wait for a list each time. */
import type { Logger } from '../log/index.ts';
import type { Clock } from '../time/index.ts';
import type { PlatformDevices } from './devices.ts';

export interface DeviceIdsOptions {
  devices: Pick<PlatformDevices, 'list'>;
  clock: Clock;
  log: Logger;
}

/** A device's id hardly ever changes; a terminal that was just created at the platform is found within this time. */
const KNOWN_MS = 10 * 60_000;
const MISSING_MS = 30_000;
/** A customer is waiting with the card in: the look-up may not take longer. */
const WITHIN_MS = 5_000;

export class DeviceIds {
  readonly #options: DeviceIdsOptions;
  readonly #known = new Map<string, { device: string | null; until: number }>();

  constructor(options: DeviceIdsOptions) {
    this.#options = options;
  }

  /**
   * The Device of a serial number. A list that cannot be had costs the sale nothing but the device's name on it: the
   * authorization then goes without, as for a terminal the platform does not know.
   */
  async of(serialNumber: string): Promise<string | null> {
    const late = Promise.withResolvers<null>();
    const stop = this.#options.clock.after(WITHIN_MS, () => late.resolve(null));
    const device = await Promise.race([this.#lookUp(serialNumber), late.promise]);
    stop();
    return device;
  }

  async #lookUp(serialNumber: string): Promise<string | null> {
    const { devices, clock, log } = this.#options;
    const cached = this.#known.get(serialNumber);
    if (cached && cached.until > clock.now()) return cached.device;
    let device: string | null = null;
    try {
      for await (const record of devices.list({ serial_number: serialNumber })) {
        if (record.serialNumber?.toUpperCase() === serialNumber.toUpperCase()) {
          device = record.id;
          break;
        }
      }
    } catch (error) {
      log.warn('the device of this terminal could not be looked up', { serialNumber, error });
      return cached?.device ?? null;
    }
    this.#known.set(serialNumber, { device, until: clock.now() + (device === null ? MISSING_MS : KNOWN_MS) });
    return device;
  }
}
