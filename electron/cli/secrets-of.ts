import { resolve } from 'node:path';
import { nodeForker, openSecrets, type Secrets } from '../starter/index.ts';
import type { Cli } from './cli.ts';

const root = resolve(import.meta.dirname, '../..');

/** The store of secrets of a data folder whose till is stopped, or is run by this command. */
export function secretsOf(cli: Cli, dataDir: string): Secrets {
  return openSecrets({
    dataDir,
    env: cli.io.env,
    fork: nodeForker({ env: { ...cli.io.env } }),
    keyring: resolve(root, 'electron/starter/keyring/main.ts'),
  });
}
