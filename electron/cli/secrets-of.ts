import { resolve } from 'node:path';
import { openSecrets, type OpenSecretsOptions } from '../config/index.ts';
import { nodeForker } from '../starter/index.ts';
import type { Cli } from './cli.ts';

const root = resolve(import.meta.dirname, '../..');

/** Options with which a command opens the secrets of a data folder. */
export const secretsPlace = (cli: Cli, dataDir: string): OpenSecretsOptions => ({
  dataDir,
  env: cli.io.env,
  fork: nodeForker({ env: { ...cli.io.env } }),
  keyring: resolve(root, 'electron/config/keyring/main.ts'),
});

/** Store of secrets of a data folder whose till is stopped. */
export const secretsOf = (cli: Cli, dataDir: string) => openSecrets(secretsPlace(cli, dataDir));
