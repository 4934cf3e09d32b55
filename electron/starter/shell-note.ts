/**
 * How the shell before this one ended, where it was not meant to: handed on by the start script, kept in the data folder for
 * `tillbridge doctor`, and said by the shell that came after it.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const shellNoteSchema = z.object({
  /** ISO 8601. */
  at: z.iso.datetime(),
  shell: z.enum(['electron', 'browser']),
  /** Not there in time, or no longer answering; ended by itself, after it was there or before. */
  why: z.enum(['late', 'hung', 'ended', 'not-started']).optional(),
  /** What happened, in a line. */
  what: z.string().max(200),
  /** Its last words on standard error. */
  tail: z.array(z.string().max(300)).max(20),
});
export type ShellNote = z.infer<typeof shellNoteSchema>;

const VARIABLE = 'TILLBRIDGE_SHELL_NOTE';
const FILE = 'shell-note.json';

/** Takes the note out of the environment, so that no process of ours inherits it; null where there is none, or none that can be read. */
export function takeShellNote(env: NodeJS.ProcessEnv): ShellNote | null {
  const text = env[VARIABLE];
  delete env[VARIABLE];
  return text === undefined ? null : parsed(text);
}

/** Keeps the last one. A disk that does not take it keeps no till from starting. */
export function keepShellNote(dataDir: string, note: ShellNote): void {
  const path = join(dataDir, FILE);
  try {
    rmSync(path, { force: true });
    writeFileSync(path, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  } catch {
    // It was said on the console as well.
  }
}

/** The last one; null where there is none. */
export function readShellNote(dataDir: string): ShellNote | null {
  try {
    return parsed(readFileSync(join(dataDir, FILE), 'utf8'));
  } catch {
    return null;
  }
}

function parsed(text: string): ShellNote | null {
  try {
    return shellNoteSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
