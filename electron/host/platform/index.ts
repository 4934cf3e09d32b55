/** The door of the platform client. */
import type { PlatformView } from '../../contract/index.ts';
import type { Logger } from '../log/index.ts';
import type { Clock } from '../clock.ts';
import { accountOf, type PlatformPort } from '../payments/index.ts';
import type { PlatformSettings } from '../../starter/index.ts';
import { createClient, type PlatformClient } from './client.ts';
import type { Transport } from './exchange.ts';
import { createHttp } from './http.ts';
import { readAuthorities } from './network.ts';
import { createOperations, type Operations } from './operations.ts';
import { createPaymentsPort, createUnconfiguredPort } from './payments-port.ts';
import { createWatch } from './watch.ts';

export type { PlatformClient } from './client.ts';
export type { DeviceRecord } from './device-records.ts';
export type { Transport } from './exchange.ts';
export type { ApiOutcome } from './http.ts';
export { proxyHost, readAuthorities, type Authority } from './network.ts';
export type { Operations } from './operations.ts';

export interface Platform {
  /** Null while no platform is configured. */
  readonly client: PlatformClient | null;
  /** Every operation of the platform; null while no platform is configured. */
  readonly operations: Operations | null;
  readonly payments: PlatformPort;
  readonly merchant: string | null;
  /** Platform's clock minus till's, milliseconds, as far as the platform's answers tell; else 0. */
  offsetMs(): number;
  start(): void;
  close(): Promise<void>;
}

/** A device's id hardly ever changes; a terminal that was just created at the platform is found within this time. */
const DEVICE_KNOWN_MS = 10 * 60_000;
const DEVICE_MISSING_MS = 30_000;
/** A customer is waiting with the card in: the look-up may not take longer. */
const DEVICE_WITHIN_MS = 5_000;

/**
 * Everything a host needs of the platform. Throws CFG_INVALID for an address, a proxy or a file of certificates that makes
 * no sense.
 */
export function connectPlatform(options: {
  settings: PlatformSettings | null;
  clock: Clock;
  random: () => number;
  log: Logger;
  publish: (view: PlatformView) => void;
  /** What carries the requests; default: real connections. */
  transport?: Transport;
}): Platform {
  const { settings, clock, random, log, transport } = options;
  if (!settings)
    return {
      client: null,
      operations: null,
      payments: createUnconfiguredPort(),
      merchant: null,
      offsetMs: () => 0,
      start: () => undefined,
      close: async () => undefined,
    };
  const http = createHttp(
    {
      baseUrl: settings.url,
      username: settings.username,
      password: settings.password,
      ...(settings.versionHeader === undefined ? {} : { versionHeader: settings.versionHeader }),
      ...(settings.proxy === undefined ? {} : { proxy: settings.proxy }),
      ...(settings.caFile === undefined
        ? {}
        : { authorities: readAuthorities(settings.caFile, clock.now()).map(({ pem }) => pem) }),
    },
    { clock, random, log, ...(transport ? { transport } : {}) },
  );
  const client = createClient(http);
  const watch = createWatch({ http, client, clock, random, publish: options.publish });
  const closing = new AbortController();
  const known = new Map<string, { device: string | null; until: number }>();

  /**
   * The Device of a serial number. A list that cannot be had costs the sale nothing but the device's name on it: the
   * authorization then goes without, as for a terminal the platform does not know.
   */
  async function deviceOf(serialNumber: string): Promise<string | null> {
    const late = Promise.withResolvers<null>();
    const stop = clock.after(DEVICE_WITHIN_MS, () => late.resolve(null));
    const device = await Promise.race([lookUp(serialNumber), late.promise]);
    stop();
    return device;
  }

  async function lookUp(serialNumber: string): Promise<string | null> {
    const cached = known.get(serialNumber);
    if (cached && cached.until > clock.now()) return cached.device;
    let device: string | null = null;
    try {
      for await (const record of client.devices.list({ serial_number: serialNumber })) {
        if (record.serialNumber?.toUpperCase() === serialNumber.toUpperCase()) {
          device = record.id;
          break;
        }
      }
    } catch (error) {
      log.warn('the device of this terminal could not be looked up', { serialNumber, error });
      return cached?.device ?? null;
    }
    known.set(serialNumber, { device, until: clock.now() + (device === null ? DEVICE_MISSING_MS : DEVICE_KNOWN_MS) });
    return device;
  }

  return {
    client,
    operations: createOperations(http),
    merchant: settings.merchant,
    offsetMs: () => http.offsetMs(),
    payments: createPaymentsPort({
      client,
      deviceOf,
      merchant: settings.merchant,
      account: accountOf(settings.username, settings.merchant),
      now: () => clock.now(),
    }),
    start: () => watch.start(),
    async close() {
      closing.abort();
      watch.stop();
      await http.close();
    },
  };
}
