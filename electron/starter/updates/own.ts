/** Updates of the running program, for the command line and shells. */
import { existsSync } from 'node:fs';
import { journalPathOf } from '../../config/index.ts';
import { installedAs, type Place } from './installed.ts';
import { updateOrigin, Updates } from './updates.ts';

/** Folder of this program and source of its updates; tests replace them. */
export interface ProgramLocation extends Place {
  readonly allowsLoopback: boolean;
}

/** Location of a program in this folder. */
export const programLocationOf = (root: string): ProgramLocation => ({
  root,
  platform: process.platform,
  arch: process.arch,
  allowsLoopback: false,
});

export interface OwnUpdatesOptions {
  readonly ground: ProgramLocation;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * True if all payments are at rest; false while a payment runs, is checked or is being reversed, and if that is
   * unknown.
   */
  readonly isIdle: () => Promise<boolean>;
}

/**
 * Returns null if this program has no feed or another program updates it.
 * @throws the errors of the file system and zod
 */
export function ownUpdates({ ground, dataDir, env, isIdle }: OwnUpdatesOptions): Updates | null {
  const installed = installedAs(ground);
  const origin = installed.packageKey === null ? null : updateOrigin(ground.root);
  if (!origin) return null;
  return new Updates({
    dataDir,
    installed,
    origin,
    way: { allowsLoopback: ground.allowsLoopback, env },
    isIdle,
    // This program has migrated the journal to its form. Rollback requires a known form.
    journalForm: () => (existsSync(journalPathOf(dataDir)) ? (installed.journal ?? Number.MAX_SAFE_INTEGER) : 0),
    nowMs: Date.now,
  });
}
