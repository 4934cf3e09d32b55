/** Entry point of the platform client. */
import type { PlatformView } from '../../contract/index.ts';
import type { Clock } from '../../domain/index.ts';
import type { Logger } from '../log/index.ts';
import { accountOf, type PlatformPort } from '../payments/index.ts';
import type { Passwords, PlatformSettings } from '../../config/index.ts';
import { ConnectivityMonitor } from './connectivity-monitor.ts';
import { createDevices, type PlatformDevices } from './devices.ts';
import type { Transport } from './exchange.ts';
import { Http } from './http.ts';
import { readAuthorities } from './network.ts';
import { createOperations, type Operations } from './operations.ts';
import { createUnconfiguredPort, PaymentsPort } from './payments-port.ts';

export type { ApiOutcome } from './call.ts';
export { createDevices, type DeviceRecord, type PlatformDevices } from './devices.ts';
export type { Transport } from './exchange.ts';
export { isId, platformDate, tagText } from './limits.ts';
export { createMerchants, isUnavailable, type MerchantRecord } from './merchants.ts';
export { proxyHost, readAuthorities, type Authority } from './network.ts';
export { createOperations, type Listing, type Operations } from './operations.ts';
export { Http } from './http.ts';
export { notConfigured } from './not-configured.ts';
export { failureAsOutcome } from './payments-port.ts';
export { textAt } from './read.ts';
export { isNone } from './refusals.ts';

export interface Platform {
  /** Devices API, or null if no platform is configured. */
  readonly devices: PlatformDevices | null;
  /** All operations of the platform, or null if no platform is configured. */
  readonly operations: Operations | null;
  readonly payments: PlatformPort;
  readonly merchant: string | null;
  /** Platform's clock minus the till's, in milliseconds, as learned from the platform's answers; otherwise 0. */
  offsetMs(): number;
  /** Changes the passwords from the next request on, without disturbing a payment. */
  use(passwords: Passwords): void;
  start(): void;
  close(): Promise<void>;
}

/**
 * Connects the platform client.
 * @throws CFG_INVALID when the address, the proxy or the certificate file is invalid
 */
export function connectPlatform(options: {
  settings: PlatformSettings | null;
  clock: Clock;
  random: () => number;
  log: Logger;
  publish: (view: PlatformView) => void;
  /** Name of the till, written to every payment that it creates, if set. */
  till?: string;
  /** Carrier of the requests. Default: real connections. */
  transport?: Transport;
  /** Called when the platform has accepted a password other than the last accepted one. */
  onPasswordWorked?: (which: 'password' | 'former') => void;
}): Platform {
  const { settings, clock, random, log, publish, till, transport, onPasswordWorked } = options;
  if (!settings) return noPlatform;
  const { url: baseUrl, username, merchant, versionHeader, proxy, caFile } = settings;
  const { password, formerPassword, formerWorks, trouble } = settings;
  const http = new Http(
    {
      baseUrl,
      username,
      password,
      ...(formerPassword === undefined ? {} : { formerPassword }),
      ...(formerWorks === undefined ? {} : { formerWorks }),
      ...(trouble === undefined ? {} : { trouble }),
      ...(versionHeader === undefined ? {} : { versionHeader }),
      ...(proxy === undefined ? {} : { proxy }),
      ...(caFile === undefined ? {} : { authorities: readAuthorities(caFile, clock.now()).map(({ pem }) => pem) }),
    },
    { clock, random, log, ...(transport ? { transport } : {}), ...(onPasswordWorked ? { onPasswordWorked } : {}) },
  );
  const devices = createDevices(http);
  const monitor = new ConnectivityMonitor({ http, clock, random, publish });
  return {
    devices,
    operations: createOperations(http),
    merchant,
    offsetMs: () => http.offsetMs(),
    payments: new PaymentsPort({
      http,
      devices,
      merchant,
      ...(till === undefined ? {} : { till }),
      account: accountOf(username, merchant, baseUrl),
      preconnect: () => monitor.preconnect(),
    }),
    use(passwords) {
      http.use(passwords);
      monitor.askNow();
    },
    start: () => monitor.start(),
    async close() {
      monitor.stop();
      await http.close();
    },
  };
}

const noPlatform: Platform = {
  devices: null,
  operations: null,
  payments: createUnconfiguredPort(),
  merchant: null,
  offsetMs: () => 0,
  use: () => undefined,
  start: () => undefined,
  close: async () => undefined,
};
