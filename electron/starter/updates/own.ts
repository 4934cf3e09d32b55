/** The updates of the program that runs, as command line and shells have them. */
import { existsSync } from 'node:fs';
import { journalPathOf } from '../../config/index.ts';
import { installedAs, type Place } from './installed.ts';
import { updateOrigin, Updates } from './updates.ts';

/** Where this program lies and how its updates come; tests put their own in its place. */
export interface UpdateGround extends Place {
  readonly allowsLoopback: boolean;
}

/** The ground of a program in this folder. */
export const groundOf = (root: string): UpdateGround => ({
  root,
  platform: process.platform,
  arch: process.arch,
  allowsLoopback: false,
});

export interface OwnUpdatesOptions {
  readonly ground: UpdateGround;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether nothing runs, is checked or is on its way back; false also where nobody can say. */
  readonly isIdle: () => Promise<boolean>;
}

/** Null: this program does not update itself, or was built without a feed. @throws as the file system and zod do */
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
    // This program has brought the journal to its own form. One that does not say which takes no step back.
    journalForm: () => (existsSync(journalPathOf(dataDir)) ? (installed.journal ?? Number.MAX_SAFE_INTEGER) : 0),
    nowMs: Date.now,
  });
}
