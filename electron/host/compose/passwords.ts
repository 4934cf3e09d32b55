/** Passes passwords between the starter's store and the platform client. */
import { toFailure } from '../../contract/index.ts';
import type { HostConfig, Passwords, SecretKeeper } from '../../config/index.ts';
import type { Platform } from '../platform/index.ts';
import type { Base } from './base.ts';

/** Returns a function that sends the passwords from the next request on and keeps them out of the log. */
export function passwordUser({ protect }: Base, platform: Platform): (passwords: Passwords) => void {
  return (passwords) => {
    for (const secret of [passwords.password, passwords.formerPassword]) if (secret) protect(secret);
    platform.use(passwords);
  };
}

/**
 * Reports to the store which password the platform accepts, so that it is tried first next time and the other is
 * eventually deleted.
 */
export function passwordReporter(
  secrets: SecretKeeper | undefined,
  { platform }: HostConfig,
  log: ReturnType<Base['log']>,
) {
  return (which: 'password' | 'former'): void => {
    if (!secrets || !platform) return;
    log('info', 'the platform accepts a password', { which });
    secrets.worked(which, platform).catch((error: unknown) => {
      log('warn', 'the working password could not be recorded', { failure: toFailure(error) });
    });
  };
}
