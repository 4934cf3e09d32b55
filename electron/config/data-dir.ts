import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { TillError } from '../contract/index.ts';

/** Where this operating system's programs keep their data, for one user. */
export function defaultDataDir(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  home: string = homedir(),
): string {
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Tillbridge');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Tillbridge');
  const xdg = env['XDG_DATA_HOME'];
  // The XDG base directory specification says to ignore a relative path.
  return join(xdg?.startsWith('/') ? xdg : join(home, '.local', 'share'), 'tillbridge');
}

/** What differs between systems and users; tests put their own in its place. */
export interface Ground {
  platform: NodeJS.Platform;
  /** Whose process this is; Windows has no such number. */
  uid: number | null;
  /** The user's own folder, which Windows keeps from others, with all that is put there. */
  home: string;
  run: (command: string, args: readonly string[]) => void;
}

const here: Ground = {
  platform: process.platform,
  uid: process.getuid?.() ?? null,
  home: homedir(),
  run: (command, args) => void execFileSync(command, args, { stdio: 'ignore', windowsHide: true, timeout: 20_000 }),
};

/**
 * Makes the data folder, for this user alone, or takes one that is there as it is: a folder that others use too is refused and
 * never changed. Gives its absolute path.
 * @throws TillError CFG_INVALID when it is not a folder, or when others could put something into it or have; JRNL_UNWRITABLE
 * when it cannot be made
 */
export function ensureDataDir(path: string, ground: Ground = here): string {
  const full = resolve(path);
  try {
    const isNew = mkdirSync(full, { recursive: true, mode: 0o700 }) !== undefined;
    if (ground.platform === 'win32') {
      if (isNew) restrict(full, ground);
      else keepForItsUser(full, ground);
    } else {
      refuseOthers(full, ground.uid);
    }
    return full;
  } catch (error) {
    if (error instanceof TillError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST' || code === 'ENOTDIR') {
      throw new TillError('CFG_INVALID', `The data folder ${full} is not a folder`, { cause: error });
    }
    throw new TillError('JRNL_UNWRITABLE', `The data folder ${full} cannot be used: ${code ?? 'unknown reason'}`, {
      cause: error,
    });
  }
}

/** Where code is kept compiled for this version's next start, which takes a third less then; what another version left is removed. */
export function compiledFolder(dataDir: string, version: string): string {
  const all = join(dataDir, 'compiled');
  try {
    for (const name of readdirSync(all))
      if (name !== version) rmSync(join(all, name), { recursive: true, force: true });
  } catch {
    // There is none yet, or it cannot be read: then nothing is kept.
  }
  return join(all, version);
}

/** What the till keeps there by a name of its own. */
const ours =
  /^(?:journal\.sqlite|sandbox|settings\.json|setup\.json|secrets\.json|platform-password\.|host\.|web\.|audit-anchor\.|logs$|traces$|compiled$|training)/;

/** Every folder above a path, the nearest first. */
function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAbove(above)];
}

/**
 * How another user may rename the folder away and put one of theirs in its place; null: none may. A sticky bit (/tmp) prevents it.
 * A group that may write is an administrator's decision in a folder of root's, and in the user's own one it may be the user's
 * private group.
 */
function othersMay(folder: string, uid: number | null): string | null {
  const { mode, uid: owner, gid } = statSync(folder);
  if (owner !== 0 && owner !== uid) return 'belongs to another user of this computer';
  const isGroups = (mode & 0o020) !== 0 && owner !== 0 && gid !== process.getgid?.();
  if ((mode & 0o1000) === 0 && ((mode & 0o002) !== 0 || isGroups)) return 'other users of this computer may change';
  return null;
}

/** Whoever may write there may also put a link in the place of a file that the till is about to make. */
function refuseOthers(full: string, uid: number | null): void {
  const instead = 'Name a folder of your own with --data, or one that does not exist yet';
  const refuse = (words: string): never => {
    throw new TillError('CFG_INVALID', `The data folder ${full} ${words}. ${instead}`);
  };
  for (const above of [...foldersAbove(full), ...foldersAbove(realpathSync(full))]) {
    const others = othersMay(above, uid);
    if (others !== null) refuse(`lies in ${above}, which ${others}`);
  }
  const folder = statSync(full);
  if (folder.uid !== uid || lstatSync(full).uid !== uid) refuse('belongs to another user of this computer');
  if ((folder.mode & 0o022) !== 0) refuse('can be written to by other users of this computer (chmod 700 ends that)');
  for (const name of readdirSync(full).filter((one) => ours.test(one))) {
    const file = lstatSync(join(full, name), { throwIfNoEntry: false });
    if (file && file.uid !== uid) refuse(`holds ${name}, which belongs to another user of this computer`);
    if (file?.isSymbolicLink()) refuse(`holds ${name}, which is a link to another place`);
  }
}

/**
 * On a drive of Windows everybody may read what lies in a new folder, and signed-in users may write there. So a folder outside the
 * profile that is empty, or is a till's, is made the user's own with each start; one with other people's things in it is refused.
 */
function keepForItsUser(full: string, ground: Ground): void {
  const below = relative(ground.home, full);
  if (below !== '' && !below.startsWith('..') && !isAbsolute(below)) return;
  const names = readdirSync(full);
  if (names.length > 0 && !names.some((name) => ours.test(name))) {
    const words = `The data folder ${full} holds other things, and other users of this computer may read it`;
    throw new TillError(
      'CFG_INVALID',
      `${words}. Name a folder of its own with --data, or one that does not exist yet`,
    );
  }
  restrict(full, ground);
}

/** An access list with one entry: this user, also for whatever is put there. What the folder above allows is not inherited. */
function restrict(full: string, ground: Ground): void {
  try {
    ground.run('icacls', [full, '/inheritance:r', '/grant:r', `${userInfo().username}:(OI)(CI)F`]);
  } catch (cause) {
    const words = `The data folder ${full} could not be kept for you alone (icacls)`;
    throw new TillError('JRNL_UNWRITABLE', `${words}. Name another with --data`, { cause });
  }
}
