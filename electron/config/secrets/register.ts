/** DATA/secrets.json: the kept passwords with their places and times, never a password itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { secretPlaces, TillError } from '../../contract/index.ts';
import { writePrivate } from './atomic-file.ts';

const SECRETS_FILE = 'secrets.json';

const entrySchema = z.object({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  place: z.enum(secretPlaces),
  /** Value of `accountKey`, or null for a password of any account of this till. */
  account: z.string().nullable(),
  keptAt: z.iso.datetime(),
  /**
   * Time since which the platform accepts the password, or null before the first time, or while another password works.
   */
  worksSince: z.iso.datetime().nullable(),
  /** True until the password is stored, so that every secret has an entry, even if the till crashes in between. */
  isPending: z.boolean().optional(),
});
export type Entry = z.infer<typeof entrySchema>;

const registerSchema = z.object({
  version: z.literal(1),
  /** Newest first. */
  entries: z.array(entrySchema),
});

export class Register {
  readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, SECRETS_FILE);
  }

  /** Entries, newest first. @throws TillError CFG_INVALID when the file exists and cannot be read */
  read(): Entry[] {
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return [];
      throw new TillError('CFG_INVALID', `${this.path}: cannot be read: ${code ?? 'unknown reason'}`, { cause: error });
    }
    try {
      return registerSchema.parse(JSON.parse(text)).entries;
    } catch (error) {
      const words =
        'is damaged and no longer names the place of the password: move the file away, then run tillbridge secrets set';
      throw new TillError('CFG_INVALID', `${this.path}: ${words}`, { cause: error });
    }
  }

  /** Returns when the entries are on disk. @throws TillError JRNL_UNWRITABLE; the previous entries are kept then */
  write(entries: readonly Entry[]): void {
    try {
      writePrivate(this.path, `${JSON.stringify({ version: 1, entries }, null, 2)}\n`);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      const why = code === 'ENOSPC' ? 'the disk is full: free some space' : (code ?? 'unknown reason');
      throw new TillError('JRNL_UNWRITABLE', `The place of the password could not be saved: ${why}.`, {
        context: { path: this.path },
        cause,
      });
    }
  }
}
