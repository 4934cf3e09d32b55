/**
 * Preferences of the till's windows (renderer/store/carry-over.ts), carried from one origin to the next in the data
 * folder. Each kind of window has its own, so a customer display cannot change the till's.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sessionScopes, type SessionScope } from './tokens.ts';
import { writeOwnFile } from './web-file.ts';

const FILE = 'windows.json';
/** Minimum time between writes to the disk, however often a page sends. */
const WRITE_AFTER_MS = 1_000;

/** Names and texts from a page's storage; never a page's key. */
export const windowPreferencesSchema = z
  .record(
    z
      .string()
      .regex(/^tillbridge\.(?!key\.)/)
      .max(200),
    z.string().max(4_000),
  )
  .refine((all) => Object.keys(all).length <= 64);
export type WindowPreferences = z.infer<typeof windowPreferencesSchema>;
const fileSchema = z.partialRecord(z.enum(sessionScopes), windowPreferencesSchema);

export class StoredWindowPreferences {
  readonly #dataDir: string;
  readonly #all: z.infer<typeof fileSchema>;
  #timer: NodeJS.Timeout | undefined;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#all = readAll(dataDir);
  }

  of(scope: SessionScope): WindowPreferences {
    return this.#all[scope] ?? {};
  }

  keep(scope: SessionScope, preferences: WindowPreferences): void {
    this.#all[scope] = preferences;
    this.#timer ??= setTimeout(() => this.flush(), WRITE_AFTER_MS);
  }

  flush(): void {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      writeOwnFile(join(this.#dataDir, FILE), this.#all);
    } catch {
      // The disk is full: the next start uses the previous preferences.
    }
  }
}

function readAll(dataDir: string): z.infer<typeof fileSchema> {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')));
  } catch {
    // The file is missing or unreadable: windows use the defaults.
    return {};
  }
}
