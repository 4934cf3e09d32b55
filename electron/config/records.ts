/**
 * Folders of the payment records: a live till uses the data folder itself, and training uses its folder `training`,
 * which also contains the sandbox. Real money and practice never share a file.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SETTINGS_FILE } from './settings-schema.ts';
import { replaceFile } from './files/index.ts';

type Mode = 'training' | 'live';

/** Name of the training folder in the data folder. */
const TRAINING_FOLDER = 'training';
const JOURNAL = 'journal.sqlite';
/** The journal and its sidecar files, the anchor of its audit log, and the files of the sandbox. */
const TRAINING_RECORDS = /^(?:(?:audit-anchor\.)?journal\.sqlite|sandbox[.-])/;

/** Folder of the journal, and in training also of the sandbox. */
export function recordsDirOf(dataDir: string, mode: Mode): string {
  return mode === 'training' ? join(dataDir, TRAINING_FOLDER) : dataDir;
}

/**
 * Path of the journal of a stopped till, according to its settings. If the settings lack a mode or are unreadable, it
 * is the journal that may contain real money: payments are possible with `--platform` alone.
 */
export function journalPathOf(dataDir: string): string {
  const live = join(dataDir, JOURNAL);
  const isThere = existsSync(live) || existsSync(`${live}.recovery-log`);
  const mode = writtenMode(dataDir) ?? (isThere ? 'live' : 'training');
  return join(recordsDirOf(dataDir, mode), JOURNAL);
}

/** Path of the journal of a stopped till, in a folder that exists. @throws the errors of the file system */
export function openableJournalOf(dataDir: string): string {
  migrateTraining(dataDir);
  const path = journalPathOf(dataDir);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return path;
}

/** Mode as in `readSettings`, also if another part of the file is wrong, or null if the file contains no mode. */
function writtenMode(dataDir: string): Mode | null {
  try {
    const text = readFileSync(join(dataDir, SETTINGS_FILE), 'utf8').replace(/^\uFEFF/, '');
    const { mode, platform } = JSON.parse(text) as { mode?: unknown; platform?: unknown };
    if (mode === undefined && platform === undefined) return null;
    return mode === 'training' ? 'training' : 'live';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : 'live';
  }
}

/**
 * Moves the training records of earlier versions from the data folder into the training folder, if they provably
 * contain nothing else. After a kill the next start finishes the move. Records that may contain real money stay.
 * @returns true if a file was moved
 */
export function migrateTraining(dataDir: string): boolean {
  const target = join(dataDir, TRAINING_FOLDER);
  const draft = `${target}.new`;
  // A killed start has begun the move: its proof also covers the files that it left behind.
  const isBegun = existsSync(draft);
  if (existsSync(target) || (!isBegun && !isProvenTraining(join(dataDir, JOURNAL)))) return false;
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    for (const name of readdirSync(dataDir).filter((one) => TRAINING_RECORDS.test(one)))
      replaceFile(join(dataDir, name), join(draft, name));
    replaceFile(draft, target);
  } catch (error) {
    // Another start moves the files at the same time.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
  return true;
}

/** True if each start with this journal was in training, and each payment in it is of the sandbox of this computer. */
function isProvenTraining(path: string): boolean {
  if (!existsSync(path)) return false;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path);
    // A journal that a till has open is not read.
    db.exec('PRAGMA busy_timeout = 100; BEGIN EXCLUSIVE; COMMIT');
    const noted = db.prepare("SELECT action, data FROM audit WHERE action IN ('settings-known', 'settings-changed')");
    const modes = noted.all().flatMap(({ action, data }) => modesIn(String(action), String(data)));
    const payments = db.prepare('SELECT data, min(seq) FROM entry GROUP BY attempt').all();
    const isSandboxs = ({ data }: { data?: unknown }): boolean => accountIn(String(data))?.endsWith('/local') ?? false;
    return modes.length > 0 && modes.every((mode) => mode === 'training') && payments.every(isSandboxs);
  } catch {
    return false;
  } finally {
    db?.close();
  }
}

/** Mode in a row about settings; an unreadable mode is no evidence. */
function modesIn(action: string, data: string): unknown[] {
  const row = JSON.parse(data) as { settings?: string; key?: string; to?: unknown };
  if (action === 'settings-known') return [(JSON.parse(row.settings ?? '{}') as { mode?: unknown }).mode];
  return row.key === 'mode' ? [row.to] : [];
}

function accountIn(data: string): string | null {
  const entry = JSON.parse(data) as { account?: unknown; intent?: { account?: unknown } };
  const account = entry.intent?.account ?? entry.account;
  return typeof account === 'string' ? account : null;
}
