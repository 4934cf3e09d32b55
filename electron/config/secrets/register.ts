/** DATA/secrets.json: which passwords are kept, where and since when; never one of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { secretPlaces, TillError } from '../../contract/index.ts';
import { writePrivate } from './atomic-file.ts';

const SECRETS_FILE = 'secrets.json';

const entrySchema = z.object({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  place: z.enum(secretPlaces),
  /** Of `accountKey`; null: of whatever account this till has. */
  account: z.string().nullable(),
  keptAt: z.iso.datetime(),
  /** Since when the platform has taken it without a break; null: it has not yet, or another one works. */
  worksSince: z.iso.datetime().nullable(),
  /** Written before it is put there, so that a till that dies in between leaves nothing behind that nobody knows of. */
  isPending: z.boolean().optional(),
});
export type Entry = z.infer<typeof entrySchema>;

const registerSchema = z.object({
  version: z.literal(1),
  /** The newest first. */
  entries: z.array(entrySchema),
});

export class Register {
  readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, SECRETS_FILE);
  }

  /** The newest first. @throws TillError CFG_INVALID: it is there and cannot be read */
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
      const words = 'does not say any more where the password is kept: move it away, then run tillbridge secrets set';
      throw new TillError('CFG_INVALID', `${this.path}: ${words}`, { cause: error });
    }
  }

  /** Returns when it is on disk. @throws TillError JRNL_UNWRITABLE; what was written before stays */
  write(entries: readonly Entry[]): void {
    try {
      writePrivate(this.path, `${JSON.stringify({ version: 1, entries }, null, 2)}\n`);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      const why = code === 'ENOSPC' ? 'the disk is full: free some space' : (code ?? 'unknown reason');
      throw new TillError('JRNL_UNWRITABLE', `Where the password is kept could not be written down: ${why}.`, {
        context: { path: this.path },
        cause,
      });
    }
  }
}
