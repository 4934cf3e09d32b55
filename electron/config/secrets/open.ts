/** The store of secrets of a till, as a shell or a command opens it. */
import { execFileSync } from 'node:child_process';
import { systemClock } from '../../domain/index.ts';
import type { Fork } from '../processes.ts';
import { FilePlace } from './file-place.ts';
import type { SecretPlace } from './place.ts';
import { Secrets } from './secrets.ts';
import { SystemPlace } from './system-place.ts';

export interface OpenSecretsOptions {
  readonly dataDir: string;
  /** TILLBRIDGE_NO_KEY_STORE=1: no key store is asked, only the file is there. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fork: Fork;
  /** Entry module of the process that asks the system's key store, absolute. */
  readonly keyring: string;
  /** Electron's own, before the others. */
  readonly desktop?: SecretPlace;
}

/** Whoever opens it will hold a password, so no core of this process or of those it starts is written from now on, where that can be had. */
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
 * Linux: a limit of 1 byte, which no file meets and at which the kernel starts no program that takes cores either (core(5)); 0 would
 * leave those. It does not bind root, who may read every process's memory anyway.
 */
function refuseCores(): void {
  if (process.platform !== 'linux') return;
  try {
    execFileSync('prlimit', ['--core=1:1', `--pid=${process.pid}`], { stdio: 'ignore', timeout: 5_000 });
  } catch {
    // No such program, or a limit that is lower already: then there is none to lower.
  }
}
