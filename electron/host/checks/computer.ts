/** Checks of this computer: program, data folder and disk space. */
import { accessSync, constants } from 'node:fs';
import { realpath, statfs } from 'node:fs/promises';
import { toFailure } from '../../contract/index.ts';
import { ensureDataDir } from '../../config/index.ts';
import { codeOf, fine, faultFinding, type Check } from './check.ts';

/** Below this, SQLite's log of one busy day does not fit, so the next write may fail. */
const FULL_BYTES = 20 * 2 ** 20;
/** Room for weeks of payments, and for the other logs of this computer. */
const LOW_BYTES = 500 * 2 ** 20;

/** Network file systems by their Linux type number (statfs(2)). */
const shares: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x01021997, '9P'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
]);

/**
 * Kind of network share that holds a folder, by file-system number or full path, or null for a local disk, as far as
 * the system reports.
 */
export function shareKind(platform: NodeJS.Platform, { type, path }: { type: number; path: string }): string | null {
  if (platform === 'win32') return /^[\\/]{2}(?![.?][\\/])/.test(path) ? 'SMB' : null;
  // A number above 2^31 may arrive as a negative number.
  return platform === 'linux' ? (shares.get(type >>> 0) ?? null) : null;
}

export const program: Check = ({ version }) => [
  fine(
    'program',
    `Tillbridge ${version}, Node ${process.versions.node}, modules ABI ${process.versions.modules}, ${process.platform} ${process.arch}`,
  ),
];

export const folder: Check = async ({ dataDir }) => {
  try {
    accessSync(ensureDataDir(dataDir), constants.R_OK | constants.W_OK);
    // For a mapped drive letter, the real path is the share's own path.
    const [{ type }, path] = await Promise.all([statfs(dataDir), realpath(dataDir)]);
    const kind = shareKind(process.platform, { type, path });
    if (kind !== null) return [faultFinding('folder', 'note', 'folder-share', { kind })];
    return [fine('folder', dataDir)];
  } catch (error) {
    const failure = toFailure(error);
    const why = failure.code === 'HOST_INTERNAL' ? codeOf(error) : failure.message.replace(/\.$/, '');
    return [faultFinding('folder', 'problem', 'folder-unusable', { why })];
  }
};

export const disk: Check = async ({ dataDir }) => {
  try {
    const { bavail, bsize, ffree, files } = await statfs(dataDir);
    const bytes = bavail * bsize;
    const free = bytes >= 2 ** 30 ? `${(bytes / 2 ** 30).toFixed(1)} GB` : `${Math.floor(bytes / 2 ** 20)} MB`;
    // Some file systems report 0 files in total; on the others, 0 free files also means a full disk.
    if (bytes < FULL_BYTES || (files > 0 && ffree === 0))
      return [faultFinding('disk', 'problem', 'disk-full', { free })];
    return bytes < LOW_BYTES ? [faultFinding('disk', 'note', 'disk-low', { free })] : [fine('disk', free)];
  } catch {
    return []; // the folder check reports the reason
  }
};
