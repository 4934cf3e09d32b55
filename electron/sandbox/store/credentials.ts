/** Stores the first user's credentials in a file next to the database, so that they survive a restart. */
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { TillError } from '../../contract/index.ts';
import type { RandomBytes } from './ids.ts';
import { isPassword, newPassword, seal } from './passwords.ts';
import type { Stored } from './collection.ts';
import type { ApplicationRecord } from './records/index.ts';
import type { Store } from './store.ts';

const FILE_NAME = 'sandbox-credentials.json';
const credentialsSchema = z.object({ username: z.string().min(1), password: z.string().min(1) });
export type Credentials = z.infer<typeof credentialsSchema>;

function read(path: string): Credentials | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new TillError('JRNL_UNWRITABLE', `${path} cannot be read`, { cause: error });
  }
  try {
    return credentialsSchema.parse(JSON.parse(text));
  } catch {
    // A damaged file counts as missing: new credentials are created. Only their users depend on the old credentials.
    return null;
  }
}

/** Writes the file completely or not at all, readable by this user only. */
function write(path: string, credentials: Credentials): void {
  const draft = `${path}.new`;
  try {
    const file = openSync(draft, 'w', 0o600);
    try {
      writeSync(file, `${JSON.stringify(credentials)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    chmodSync(draft, 0o600);
    renameSync(draft, path);
  } catch (error) {
    throw new TillError('JRNL_UNWRITABLE', `${path} cannot be written`, { cause: error });
  }
}

/**
 * The credentials of the first platform user, created at the first start and whenever the file does not match the
 * database.
 * @param dataDir folder, or null to write nothing and create new credentials at every start
 * @throws TillError JRNL_UNWRITABLE
 */
export function ensureCredentials(
  store: Store,
  application: Stored<ApplicationRecord>,
  dataDir: string | null,
  random: RandomBytes,
): Credentials {
  const path = dataDir === null ? null : join(dataDir, FILE_NAME);
  const kept = path === null ? null : read(path);
  const known = store.users.find(application.first_user);
  if (kept && known?.id === kept.username && isPassword(known, kept.password)) return kept;
  const password = newPassword(random);
  const secret = seal(password, random);
  const user = store.transaction(() => {
    if (known) return store.users.update(known, secret);
    const first = {
      application: application.id,
      role: 'ROLE_PLATFORM',
      merchant: null,
      enabled: true,
      tags: {},
    } as const;
    const made = store.users.insert({ ...first, ...secret });
    store.applications.update(application, { first_user: made.id });
    return made;
  });
  const credentials = { username: user.id, password };
  if (path !== null) write(path, credentials);
  return credentials;
}
