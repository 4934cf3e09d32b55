import { TillError } from '../contract/index.ts';
import type { HostConfig } from '../host/index.ts';
import type { Cli } from './cli.ts';

/**
 * Platform in a flag, with credentials from the environment.
 * @throws CFG_INVALID with a message for the user
 */
export function platformFromFlags({ io: { env } }: Cli, url: string): NonNullable<HostConfig['platform']> {
  const username = env['TILLBRIDGE_USERNAME'];
  const password = env['TILLBRIDGE_PASSWORD'];
  if (!username || !password) {
    throw new TillError('CFG_INVALID', 'Set TILLBRIDGE_USERNAME and TILLBRIDGE_PASSWORD for the platform.');
  }
  return { url, username, password, merchant: env['TILLBRIDGE_MERCHANT'] ?? null };
}
