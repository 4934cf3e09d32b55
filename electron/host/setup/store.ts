/** DATA/setup.json: progress of the setup. Written before a step takes effect; never contains a secret. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupStateSchema, TillError, type SetupState } from '../../contract/index.ts';
import { writePrivate } from '../../config/index.ts';

const SETUP_FILE = 'setup.json';

export class SetupStore {
  readonly #path: string;

  constructor(dataDir: string) {
    this.#path = join(dataDir, SETUP_FILE);
  }

  /**
   * Stored state, or null if the setup was never started.
   * @throws CFG_INVALID when the file is unreadable; it is then unknown whether a test payment was made
   */
  read(): SetupState | null {
    let text: string;
    try {
      text = readFileSync(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw unreadable(this.#path, error);
    }
    try {
      return setupStateSchema.parse(JSON.parse(text));
    } catch (error) {
      throw unreadable(this.#path, error);
    }
  }

  /**
   * Returns when the state is on disk.
   * @throws JRNL_UNWRITABLE; the stored state is then unchanged
   */
  write(state: SetupState): void {
    try {
      writePrivate(this.#path, `${JSON.stringify(state, null, 2)}\n`);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      const why = code === 'ENOSPC' ? 'the disk is full: free some space' : (code ?? 'unknown reason');
      throw new TillError('JRNL_UNWRITABLE', `The answers could not be saved: ${why}. Nothing was changed.`, {
        context: { path: this.#path },
        cause,
      });
    }
  }
}

function unreadable(path: string, cause: unknown): TillError {
  const words = 'cannot be read: look for a payment that begins with setup-test- in History, then move the file away';
  return new TillError('CFG_INVALID', `${path}: ${words}.`, { context: { path }, cause });
}
