/**
 * Passwords that a start receives from the environment, or from a service manager (systemd's `LoadCredential=` and
 * `LoadCredentialEncrypted=`) in a folder that only the service can read. While the password is being changed there are
 * two.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlaceError } from './place.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Names of the credentials; the second exists only while the password is being changed. */
const NAMES = ['tillbridge-password', 'tillbridge-former-password'] as const;

/**
 * Passwords of the environment, newest first. A former password alone is ignored, because the new password would be
 * unknown.
 */
export function environmentPasswords(env: Env): string[] {
  const { TILLBRIDGE_PASSWORD: password, TILLBRIDGE_FORMER_PASSWORD: former } = env;
  return password ? [password, ...(former ? [former] : [])] : [];
}

/** Passwords of the service manager, newest first. @throws PlaceError when a credential exists and cannot be read */
export function serviceCredentials(env: Env): string[] {
  const folder = env['CREDENTIALS_DIRECTORY'];
  if (!folder) return [];
  return NAMES.map((name) => read(join(folder, name))).filter((password) => password !== '');
}

/** Drops the line end that an editor adds, which is not part of the password. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new PlaceError('failed', error);
  }
}
