import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivate } from './atomic-file.ts';
import { PlaceError, type SecretPlace } from './place.ts';

/** Prefix of the files' names in the data folder. */
const SECRET_FILES = 'platform-password.';

/** Keeps each secret in an unencrypted file, 0600. The last resort; the user is informed of it. */
export class FilePlace implements SecretPlace {
  readonly name = 'file';
  readonly #dataDir: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  async put(id: string, secret: string): Promise<void> {
    try {
      writePrivate(this.#path(id), secret);
    } catch (error) {
      throw new PlaceError('failed', error);
    }
  }

  async get(id: string): Promise<string | null> {
    const path = this.#path(id);
    try {
      const file = lstatSync(path, { throwIfNoEntry: false });
      if (!file) return null;
      if (!file.isFile()) throw new PlaceError('lost');
      if (process.platform !== 'win32' && (file.mode & 0o077) !== 0) throw new PlaceError('exposed');
      return readFileSync(path, 'utf8');
    } catch (error) {
      throw error instanceof PlaceError ? error : new PlaceError('failed', error);
    }
  }

  async drop(id: string): Promise<void> {
    try {
      rmSync(this.#path(id), { force: true });
    } catch (error) {
      throw new PlaceError('failed', error);
    }
  }

  #path(id: string): string {
    return join(this.#dataDir, `${SECRET_FILES}${id}`);
  }
}
