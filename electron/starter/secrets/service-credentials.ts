/** What a service manager hands over: systemd's `LoadCredential=` and `LoadCredentialEncrypted=`, in a folder that only the service sees. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlaceError } from './place.ts';

/** Names of the credentials; the second one only while the password is being changed. */
const NAMES = ['tillbridge-password', 'tillbridge-former-password'] as const;

/** The new one first; empty where none is handed over. @throws PlaceError: one is there and cannot be read */
export function serviceCredentials(env: Readonly<Record<string, string | undefined>>): string[] {
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
