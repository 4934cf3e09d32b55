/** Opens the store of secrets of a till, for shells and commands. */
import { execFileSync } from 'node:child_process';
import { systemClock } from '../../domain/index.ts';
import type { Fork } from '../processes.ts';
import { FilePlace } from './file-place.ts';
import type { SecretPlace } from './place.ts';
import { Secrets } from './secrets.ts';
import { SystemPlace } from './system-place.ts';

export interface OpenSecretsOptions {
  readonly dataDir: string;
  /** TILLBRIDGE_NO_KEY_STORE=1 disables the key stores, so that only the file is used. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fork: Fork;
  /** Absolute path of the entry module of the process that accesses the system's key store. */
  readonly keyring: string;
  /** Key store of Electron, used before the others. */
  readonly desktop?: SecretPlace;
}

/**
 * Disables core dumps of this process and its children where possible, because the process will have a password in
 * memory.
 */
export function openSecrets({ dataDir, env, fork, keyring, desktop }: OpenSecretsOptions): Secrets {
  refuseCores();
  const { platform } = process;
  const system = new SystemPlace({ env, platform, fork, entry: keyring, clock: systemClock });
  const stores = env['TILLBRIDGE_NO_KEY_STORE'] === '1' ? [] : [...(desktop ? [desktop] : []), system];
  return new Secrets({
    dataDir,
    env,
    places: [...stores, new FilePlace(dataDir)],
    clock: systemClock,
    now: () => Date.now(),
  });
}

/**
 * Linux: a limit of 1 byte prevents core files and also programs that receive cores (core(5)), which a limit of 0 would
 * allow. The limit does not apply to root, who can read the memory of all processes anyway.
 */
function refuseCores(): void {
  if (process.platform !== 'linux') return;
  try {
    execFileSync('prlimit', ['--core=1:1', `--pid=${process.pid}`], { stdio: 'ignore', timeout: 5_000 });
  } catch {
    // The program is missing, or the limit is lower already.
  }
}
