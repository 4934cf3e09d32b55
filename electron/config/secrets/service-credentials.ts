/**
 * What is handed over at the start: in the environment, or by a service manager (systemd's `LoadCredential=` and
 * `LoadCredentialEncrypted=`) in a folder that only the service sees. While the password is being changed both are handed over.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlaceError } from './place.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Names of the credentials; the second one only while the password is being changed. */
const NAMES = ['tillbridge-password', 'tillbridge-former-password'] as const;

/** The new one first; empty where the environment has none. The one before alone is none: nobody would know which is the new one. */
export function environmentPasswords(env: Env): string[] {
  const { TILLBRIDGE_PASSWORD: password, TILLBRIDGE_FORMER_PASSWORD: former } = env;
  return password ? [password, ...(former ? [former] : [])] : [];
}

/** The new one first; empty where none is handed over. @throws PlaceError: one is there and cannot be read */
export function serviceCredentials(env: Env): string[] {
  const folder = env['CREDENTIALS_DIRECTORY'];
  if (!folder) return [];
  return NAMES.map((name) => read(join(folder, name))).filter((password) => password !== '');
}

/** A file that was written by an editor has an end of line that is not the password's. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new PlaceError('failed', error);
  }
}
