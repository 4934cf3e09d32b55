import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { TillError } from '../contract/index.ts';

/** Default data folder of a user on this operating system. */
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

/** Facts that differ between systems and users; tests replace them. */
export interface SystemFacts {
  platform: NodeJS.Platform;
  /** User id of this process; null on Windows. */
  uid: number | null;
  /** The user's own folder, which Windows protects from other users, with all its content. */
  home: string;
  run: (command: string, args: readonly string[]) => void;
}

const here: SystemFacts = {
  platform: process.platform,
  uid: process.getuid?.() ?? null,
  home: homedir(),
  run: (command, args) => void execFileSync(command, args, { stdio: 'ignore', windowsHide: true, timeout: 20_000 }),
};

/**
 * Creates the data folder for this user alone, or accepts an existing folder unchanged. A folder that other users share
 * is refused and never changed. Returns the absolute path.
 * @throws TillError CFG_INVALID when the path is not a folder, or when other users could write or have written there;
 * JRNL_UNWRITABLE when the folder cannot be created
 */
export function ensureDataDir(path: string, facts: SystemFacts = here): string {
  const full = resolve(path);
  try {
    const isNew = mkdirSync(full, { recursive: true, mode: 0o700 }) !== undefined;
    if (facts.platform === 'win32') {
      if (isNew) restrict(full, facts);
      else keepForItsUser(full, facts);
    } else {
      refuseOthers(full, facts.uid);
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

/**
 * Folder of compiled code for the next start, which is a third faster with it. Folders of other versions are removed.
 */
export function compiledFolder(dataDir: string, version: string): string {
  const all = join(dataDir, 'compiled');
  try {
    for (const name of readdirSync(all))
      if (name !== version) rmSync(join(all, name), { recursive: true, force: true });
  } catch {
    // The folder is missing or unreadable, so there is nothing to remove.
  }
  return join(all, version);
}

/** Names of the till's files in the data folder. */
const ours =
  /^(?:journal\.sqlite|sandbox|settings\.json|setup\.json|secrets\.json|platform-password\.|host\.|web\.|audit-anchor\.|logs$|traces$|compiled$|training)/;

/** All folders above a path, the nearest first. */
function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAbove(above)];
}

/**
 * Reason why another user could rename the folder and replace it by another, or null if none could. A sticky bit (/tmp)
 * prevents the renaming. A group may write to a folder of root, because an administrator decided so, and the user's
 * private group may write to a folder of the user.
 */
function othersMay(folder: string, uid: number | null): string | null {
  const { mode, uid: owner, gid } = statSync(folder);
  if (owner !== 0 && owner !== uid) return 'belongs to another user of this computer';
  const isGroups = (mode & 0o020) !== 0 && owner !== 0 && gid !== process.getgid?.();
  if ((mode & 0o1000) === 0 && ((mode & 0o002) !== 0 || isGroups)) return 'other users of this computer can change';
  return null;
}

/** A user who can write there could also place a link where the till is about to create a file. */
function refuseOthers(full: string, uid: number | null): void {
  const instead = 'Name your own folder with --data, or a folder that does not exist yet';
  const refuse = (words: string): never => {
    throw new TillError('CFG_INVALID', `The data folder ${full} ${words}. ${instead}`);
  };
  for (const above of [...foldersAbove(full), ...foldersAbove(realpathSync(full))]) {
    const others = othersMay(above, uid);
    if (others !== null) refuse(`is in ${above}, which ${others}`);
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
 * On a Windows drive all users may read a new folder, and signed-in users may write there. Each start therefore
 * restricts a folder outside of the profile to this user if it is empty or belongs to a till. A folder with other
 * content is refused.
 */
function keepForItsUser(full: string, facts: SystemFacts): void {
  const below = relative(facts.home, full);
  if (below !== '' && !below.startsWith('..') && !isAbsolute(below)) return;
  const names = readdirSync(full);
  if (names.length > 0 && !names.some((name) => ours.test(name))) {
    const words = `The data folder ${full} holds other files, and other users of this computer can read it`;
    throw new TillError(
      'CFG_INVALID',
      `${words}. Name a separate folder with --data, or a folder that does not exist yet`,
    );
  }
  restrict(full, facts);
}

/**
 * Sets an access list with one entry, this user, for the folder and its content. The list of the parent folder is not
 * inherited.
 */
function restrict(full: string, facts: SystemFacts): void {
  try {
    facts.run('icacls', [full, '/inheritance:r', '/grant:r', `${userInfo().username}:(OI)(CI)F`]);
  } catch (cause) {
    const words = `The data folder ${full} could not be closed to other users (icacls)`;
    throw new TillError('JRNL_UNWRITABLE', `${words}. Name another with --data`, { cause });
  }
}
