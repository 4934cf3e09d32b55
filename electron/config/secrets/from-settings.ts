/** A password that stands in settings.json, as earlier versions kept it, or somebody wrote it there by hand: it moves into the store. */
import { statSync } from 'node:fs';
import { TillError, toFailure, type SecretPlaceName } from '../../contract/index.ts';
import { valueAt, type JsonObject } from '../settings-fields.ts';
import { SettingsFile } from '../settings-file.ts';
import { heldSettings, withHeld } from '../settings-layers.ts';
import { placeWords } from './place.ts';
import type { SecretAccount, SecretKeeper } from './secrets.ts';

/** `TILLBRIDGE_USERNAME` goes before what is written. */
type Env = Readonly<Record<string, string | undefined>>;

/**
 * Keeps it first, then takes it out of the file and its former versions; killed in between, the next start goes on.
 * @returns what to tell whoever starts the till, also that it could not be moved; null: nothing was there
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
    file.setAll(new Map([['platform.password', undefined]]));
    file.forgetInFormer('platform.password');
  } catch (error) {
    // A till that could start before starts now.
    return `The platform's password still stands in ${file.path}: ${toFailure(error).message}`;
  }
  const moved = `The platform's password stood in ${file.path}. It was moved to ${placeWords[place]}`;
  return isOpen ? `${moved}; others could read the file, so change the password at the platform.` : `${moved}.`;
}

/** Whose password it would be, of what stands over the file as well; null: the settings name nobody yet. @throws TillError CFG_INVALID: they cannot be read */
export const accountIn = (file: SettingsFile, env: Env = {}): SecretAccount | null =>
  accountOf(withHeld(file.read(), heldSettings({ env })), env);

function accountOf(value: JsonObject, env: Env): SecretAccount | null {
  const url = valueAt(value, 'platform.url');
  const username = env['TILLBRIDGE_USERNAME'] || valueAt(value, 'platform.username');
  return typeof url === 'string' && URL.canParse(url) && typeof username === 'string' ? { url, username } : null;
}

/** What cannot be read is said by whoever reads the settings. */
function readable(file: SettingsFile): ReturnType<SettingsFile['read']> {
  try {
    return file.read();
  } catch (error) {
    if (error instanceof TillError) return {};
    throw error;
  }
}
