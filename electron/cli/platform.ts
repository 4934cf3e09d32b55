import { TillError } from '../contract/index.ts';
import type { HostConfig } from '../host/index.ts';

/** The platform a flag names, with credentials from the environment. Throws CFG_INVALID with a sentence. */
export function platformFromFlags(url: string): NonNullable<HostConfig['platform']> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new TillError('CFG_INVALID', 'The platform address is no http(s) address.', { context: { url } });
  }
  const username = process.env['TILLBRIDGE_USERNAME'];
  const password = process.env['TILLBRIDGE_PASSWORD'];
  if (!username || !password) {
    throw new TillError('CFG_INVALID', 'Set TILLBRIDGE_USERNAME and TILLBRIDGE_PASSWORD for the platform.');
  }
  return { url, username, password, merchant: process.env['TILLBRIDGE_MERCHANT'] ?? null };
}
