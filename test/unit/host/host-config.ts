/** Configuration for tests of the whole host: live, a shop in US dollars, no adoption of terminals. */
import type { HostConfig } from '../../../electron/host/index.ts';
import type { Harness } from '../../api/harness.ts';

/** `change` overrides the defaults. */
export function hostConfig(dataDir: string, change: Partial<HostConfig> = {}): HostConfig {
  return {
    dataDir,
    mode: 'live',
    isKiosk: false,
    version: 'test',
    till: {
      name: 'Till',
      shop: 'Shop',
      currency: 'USD',
      locale: 'en-US',
      maxAmountMinor: 999_999,
      cardTimeoutMs: 30_000,
    },
    platform: null,
    terminals: [],
    practice: null,
    supervision: { adopts: false, selfTestAt: null, traceDir: null },
    localSocket: false,
    ...change,
  };
}

/** Platform settings for the bench's sandbox. */
export function platformOf({ sandbox: { url, username, password, merchant } }: Harness): HostConfig['platform'] {
  return { url, username, password, merchant };
}
