/** The way in which this program was installed, which decides how another version is installed. */
import { execFile } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { compareVersions, packageKey } from './feed.ts';
import { updateFailure } from './refusal.ts';

/**
 * - `folder`: the user unpacked a .tar.gz, `HOME/versions/VERSION` with the link `HOME/current`. An update changes the
 * link.
 * - `windows`: the till's installer, into a folder of the user. An update runs the next installer.
 * - `system`: the package manager. The files belong to root and are never changed here.
 * - `administrator`: in a folder that this user cannot write.
 * - `checkout`: the sources.
 */
export type InstalledBy = 'folder' | 'windows' | 'system' | 'administrator' | 'checkout';

export interface Installed {
  readonly by: InstalledBy;
  /** Folder of this version. */
  readonly root: string;
  readonly version: string;
  /** Form of the journal that the program writes, or null if unknown. */
  readonly journal: number | null;
  /** Key of the program's package in a feed, or null if the program has no packages. */
  readonly packageKey: string | null;
}

export interface Place {
  readonly root: string;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
}

/** Reads the folder of the running program. @throws the errors of the file system */
export function installedAs({ root, platform, arch }: Place): Installed {
  const by = placedBy(root, platform);
  const form = by === 'folder' ? 'tar' : by === 'windows' ? 'installer' : null;
  return { by, root, ...manifestOf(root), packageKey: form === null ? null : packageKey(form, platform, arch) };
}

function placedBy(root: string, platform: NodeJS.Platform): InstalledBy {
  const node = join(root, 'bin', platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(node)) return 'checkout';
  if (platform === 'linux' && root === '/usr/lib/tillbridge') return 'system';
  const isOurs = basename(dirname(root)) === 'versions' && existsSync(join(dirname(dirname(root)), 'current'));
  const isByInstaller = platform === 'win32' && existsSync(join(root, 'uninstall.exe'));
  if (!isOurs && !isByInstaller) return 'administrator';
  if (!canWrite(isOurs ? dirname(root) : root)) return 'administrator';
  return isOurs ? 'folder' : 'windows';
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function manifestOf(root: string): { version: string; journal: number | null } {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version?: unknown; journal?: unknown };
  return {
    version: typeof own.version === 'string' ? own.version : '0.0.0',
    journal: typeof own.journal === 'number' ? own.journal : null,
  };
}

let loaded: string | undefined;

/**
 * Version of the program of this code. It is read once, because an update that is installed later has another version.
 */
export const ownVersion = (): string => (loaded ??= manifestOf(resolve(import.meta.dirname, '../../..')).version);

/** Other versions on this computer. */
export class Versions {
  readonly #home: string;
  readonly #root: string;

  constructor({ root }: Pick<Installed, 'root'>) {
    this.#root = root;
    this.#home = dirname(dirname(root));
  }

  /** Version that the next start opens. */
  get current(): string {
    return basename(readlinkSync(join(this.#home, 'current')));
  }

  /** Newest complete version here that is older than the running version, or null. */
  former(): { version: string; journal: number | null } | null {
    const older = this.#all().filter((one) => compareVersions(one, basename(this.#root)) < 0);
    const newest = older.sort(compareVersions).at(-1);
    return newest === undefined ? null : manifestOf(join(this.#home, 'versions', newest));
  }

  /**
   * Unpacks a verified package next to the running version without using it yet.
   * @throws TillError UPDATE_FAILED (unpacking, no-room)
   */
  async unpack(archive: string, version: string): Promise<void> {
    const versions = join(this.#home, 'versions');
    const draft = join(versions, `.${version}.new`);
    rmSync(draft, { recursive: true, force: true });
    try {
      mkdirSync(draft);
      // Each supported system has a tar; the content was signed.
      await promisify(execFile)(
        'tar',
        ['-xzf', archive, '-C', draft, '--strip-components=3', `tillbridge/versions/${version}`],
        { timeout: 300_000 },
      );
      if (manifestOf(draft).version !== version) throw new Error('another version is in it');
      rmSync(join(versions, version), { recursive: true, force: true });
      renameSync(draft, join(versions, version));
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      throw updateFailure(/No space left|ENOSPC/.test(String(error)) ? 'no-room' : 'unpacking', error);
    }
  }

  /**
   * Switches the next start to a version, atomically. The running and the previous version stay, others are removed.
   */
  point(version: string): void {
    const link = join(this.#home, 'current');
    const draft = `${link}.new`;
    rmSync(draft, { force: true });
    symlinkSync(join('versions', version), draft);
    renameSync(draft, link);
    const kept = new Set([version, basename(this.#root)]);
    for (const one of this.#all()) {
      if (!kept.has(one)) rmSync(join(this.#home, 'versions', one), { recursive: true, force: true });
    }
  }

  #all(): string[] {
    const folder = join(this.#home, 'versions');
    const isVersion = (name: string) =>
      /^[0-9]+\.[0-9]+\.[0-9]+$/.test(name) && statSync(join(folder, name)).isDirectory();
    return readdirSync(folder).filter(isVersion);
  }
}

/**
 * Command line for `cmd /d /s /c` that runs the next installer on Windows. The installer waits for this program to end,
 * because a running file cannot be replaced. It installs silently into the same folder and, with `opensAgain`, opens
 * the till again. Pure.
 */
export function installerCommand(installer: string, root: string, opensAgain: boolean): string {
  const then = opensAgain ? ` & start "" /min "${join(root, 'tillbridge-till.cmd')}"` : '';
  // NSIS requires /D last and without quotes.
  return `"start "" /wait "${installer}" /S /WAIT /D=${root}${then}"`;
}
