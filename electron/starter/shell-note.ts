/**
 * Note about an unexpected end of the previous shell. The start script passes it on, the next shell reports it and
 * stores it in the data folder for `tillbridge doctor`.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const shellNoteSchema = z.object({
  /** ISO 8601. */
  at: z.iso.datetime(),
  shell: z.enum(['electron', 'browser']),
  /**
   * `late`: not ready in time; `hung`: no longer answering; `ended` and `not-started`: ended by itself, after and
   * before it was ready.
   */
  why: z.enum(['late', 'hung', 'ended', 'not-started']).optional(),
  /** Description in one line. */
  what: z.string().max(200),
  /** Last lines of standard error. */
  tail: z.array(z.string().max(300)).max(20),
});
export type ShellNote = z.infer<typeof shellNoteSchema>;

const VARIABLE = 'TILLBRIDGE_SHELL_NOTE';
const FILE = 'shell-note.json';

/**
 * Removes the note from the environment, so that children do not inherit it. Returns null if the note is missing or
 * unreadable.
 */
export function takeShellNote(env: NodeJS.ProcessEnv): ShellNote | null {
  const text = env[VARIABLE];
  delete env[VARIABLE];
  return text === undefined ? null : parsed(text);
}

/** Stores the last note. A failure must not prevent the till from starting. */
export function keepShellNote(dataDir: string, note: ShellNote): void {
  const path = join(dataDir, FILE);
  try {
    rmSync(path, { force: true });
    writeFileSync(path, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  } catch {
    // The console has the note too.
  }
}

/** The last note, or null. */
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
