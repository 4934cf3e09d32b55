import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { safeStorage } from 'electron';
import { TillError } from '../contract/index.ts';

/** Name of the encrypted platform password in the data folder. */
export const SECRET_FILE = 'platform-password.bin';

export interface SecretsOptions {
  readonly dataDir: string;
  readonly platform: NodeJS.Platform;
  /** Linux without a key ring "encrypts" with a key everybody knows; only an explicit choice allows that. */
  readonly allowsBasicText: boolean;
}

/** The platform password, encrypted by the operating system's key store (asynchronous safeStorage). */
export class Secrets {
  readonly #options: SecretsOptions;

  constructor(options: SecretsOptions) {
    this.#options = options;
  }

  /**
   * Keeps a password.
   * @throws TillError CFG_INVALID where the system has no key store to trust
   */
  async store(password: string): Promise<void> {
    await this.#demandKeyStore();
    const encrypted = await safeStorage.encryptStringAsync(password);
    const path = this.#path;
    const half = `${path}.new`;
    await writeFile(half, encrypted, { mode: 0o600 });
    if (this.#options.platform !== 'win32') await chmod(half, 0o600);
    await rename(half, path);
  }

  /**
   * The password, or null when none is kept.
   * @throws TillError CFG_INVALID where it is kept but cannot be read (another user, another computer, a lost key)
   */
  async load(): Promise<string | null> {
    let encrypted: Buffer;
    try {
      encrypted = await readFile(this.#path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw new TillError('CFG_INVALID', `${this.#path}: cannot be read`, { cause: error });
    }
    await this.#demandKeyStore();
    try {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(encrypted);
      if (shouldReEncrypt) await this.store(result);
      return result;
    } catch (error) {
      throw new TillError('CFG_INVALID', `${this.#path}: the system’s key store does not open it; store it again`, {
        cause: error,
      });
    }
  }

  /** Forgets it. */
  async forget(): Promise<void> {
    await rm(this.#path, { force: true });
  }

  get #path(): string {
    return join(this.#options.dataDir, SECRET_FILE);
  }

  async #demandKeyStore(): Promise<void> {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) {
      throw new TillError('CFG_INVALID', 'This system has no key store that could keep the platform password');
    }
    if (this.#options.platform !== 'linux' || this.#options.allowsBasicText) return;
    const backend = safeStorage.getSelectedStorageBackend();
    if (backend === 'basic_text' || backend === 'unknown') {
      throw new TillError(
        'CFG_INVALID',
        'This desktop has no key ring, so the platform password would be kept as good as unencrypted; ' +
          'set TILLBRIDGE_PASSWORD instead, or TILLBRIDGE_ALLOW_BASIC_TEXT=1 to keep it nevertheless',
      );
    }
  }
}
