/**
 * Moves a password from settings.json, where earlier versions kept it or a user wrote it by hand, into the store of
 * secrets.
 */
import { statSync } from 'node:fs';
import { TillError, toFailure, type SecretPlaceName } from '../../contract/index.ts';
import { valueAt, type JsonObject } from '../settings-fields.ts';
import { SettingsFile } from '../settings-file.ts';
import { heldSettings, withHeld } from '../settings-layers.ts';
import { placeWords } from './place.ts';
import type { SecretAccount, SecretKeeper } from './secrets.ts';

/** `TILLBRIDGE_USERNAME` takes precedence over the file. */
type Env = Readonly<Record<string, string | undefined>>;

/**
 * Stores the password first and then removes it from the file and its former versions; after a kill the next start
 * continues.
 * @returns message for the user who starts the till, also if the password could not be moved, or null if the file
 * contained no password
 */
export async function moveOutOfSettings(dataDir: string, secrets: SecretKeeper, env: Env = {}): Promise<string | null> {
  const file = new SettingsFile(dataDir);
  const value = readable(file);
  const password = valueAt(value, 'platform.password');
  if (typeof password !== 'string' || password === '') {
    file.forgetInFormer('platform.password');
    return null;
  }
  const isOpen = process.platform !== 'win32' && (statSync(file.path).mode & 0o077) !== 0;
  let place: SecretPlaceName;
  try {
    ({ place } = await secrets.keep(password, accountOf(value, env)));
    file.setAll({ 'platform.password': undefined });
    file.forgetInFormer('platform.password');
  } catch (error) {
    // The failure must not prevent the till from starting.
    return `The platform's password is still in ${file.path}: ${toFailure(error).message}`;
  }
  const moved = `The platform's password was in ${file.path}. It was moved to ${placeWords[place]}`;
  return isOpen ? `${moved}; others could read the file, so change the password at the platform.` : `${moved}.`;
}

/**
 * Account in the settings and the layers above them, or null if they contain no account yet.
 * @throws TillError CFG_INVALID when they cannot be read
 */
export const accountIn = (file: SettingsFile, env: Env = {}): SecretAccount | null =>
  accountOf(withHeld(file.read(), heldSettings({ env })), env);

function accountOf(value: JsonObject, env: Env): SecretAccount | null {
  const url = valueAt(value, 'platform.url');
  const username = env['TILLBRIDGE_USERNAME'] || valueAt(value, 'platform.username');
  return typeof url === 'string' && URL.canParse(url) && typeof username === 'string' ? { url, username } : null;
}

/** An unreadable file counts as empty here: the loader of the settings reports it. */
function readable(file: SettingsFile): ReturnType<SettingsFile['read']> {
  try {
    return file.read();
  } catch (error) {
    if (error instanceof TillError) return {};
    throw error;
  }
}
