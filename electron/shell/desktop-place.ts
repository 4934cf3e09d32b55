import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { safeStorage } from 'electron';
import { PlaceError, writePrivate, type SecretPlace } from '../config/index.ts';

export interface DesktopPlaceOptions {
  readonly dataDir: string;
  readonly platform: NodeJS.Platform;
  /** Linux without a key ring "encrypts" with a publicly known key; only an explicit choice allows that. */
  readonly allowsBasicText: boolean;
}

/**
 * Stores each secret in a file in the data folder, encrypted with a key of the operating system's key store
 * (asynchronous safeStorage).
 */
export class DesktopPlace implements SecretPlace {
  readonly name = 'desktop';
  readonly #options: DesktopPlaceOptions;

  constructor(options: DesktopPlaceOptions) {
    this.#options = options;
  }

  async put(id: string, secret: string): Promise<void> {
    await this.#demandKeyStore();
    try {
      writePrivate(this.#path(id), await safeStorage.encryptStringAsync(secret));
    } catch (error) {
      throw new PlaceError('failed', error);
    }
  }

  async get(id: string): Promise<string | null> {
    let encrypted: Buffer;
    try {
      encrypted = await readFile(this.#path(id));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw new PlaceError('failed', error);
    }
    await this.#demandKeyStore();
    try {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(encrypted);
      if (shouldReEncrypt) await this.put(id, result);
      return result;
    } catch (error) {
      // The file belongs to another user or computer, or the key is lost.
      throw new PlaceError('lost', error);
    }
  }

  async drop(id: string): Promise<void> {
    await rm(this.#path(id), { force: true });
  }

  #path(id: string): string {
    return join(this.#options.dataDir, `platform-password.${id}.encrypted`);
  }

  async #demandKeyStore(): Promise<void> {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) throw new PlaceError('absent');
    if (this.#options.platform !== 'linux' || this.#options.allowsBasicText) return;
    const backend = safeStorage.getSelectedStorageBackend();
    if (backend === 'basic_text' || backend === 'unknown') throw new PlaceError('weak');
  }
}
