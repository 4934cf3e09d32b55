/**
 * Where the records of payments lie: those of a live till in the data folder itself, those of training in a folder of their
 * own, `training`, with the sandbox beside them. Real money and practice never share a file.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SETTINGS_FILE } from './settings-schema.ts';
import { renameOver } from './files/index.ts';

type Mode = 'training' | 'live';

/** Below the data folder. */
const TRAINING_FOLDER = 'training';
const JOURNAL = 'journal.sqlite';
/** The journal with everything that has its name, the anchor of its audit log by the second name too; the sandbox. */
const TRAINING_RECORDS = /^(?:(?:audit-anchor\.)?journal\.sqlite|sandbox[.-])/;

/** The folder of the journal, and in training of the sandbox. */
export function recordsDirOf(dataDir: string, mode: Mode): string {
  return mode === 'training' ? join(dataDir, TRAINING_FOLDER) : dataDir;
}

/**
 * The journal of a till that is stopped, as its settings say. Where they say nothing, or cannot be read, the one that may be
 * about real money: payments were taken with `--platform` alone.
 */
export function journalPathOf(dataDir: string): string {
  const live = join(dataDir, JOURNAL);
  const isThere = existsSync(live) || existsSync(`${live}.recovery-log`);
  const mode = writtenMode(dataDir) ?? (isThere ? 'live' : 'training');
  return join(recordsDirOf(dataDir, mode), JOURNAL);
}

/** The same to be opened or begun: its folder is there. Throws as the file system does. */
export function openableJournalOf(dataDir: string): string {
  migrateTraining(dataDir);
  const path = journalPathOf(dataDir);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return path;
}

/** As `readSettings` has it, also where something else in the file is wrong; null: nothing is said. */
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
 * Earlier versions kept training's records in the data folder itself: where it is proven that nothing else is in them they are
 * put into training's own folder, all or, after a kill, with the next start. Whatever may be real money stays where it is.
 * @returns whether anything was moved
 */
export function migrateTraining(dataDir: string): boolean {
  const target = join(dataDir, TRAINING_FOLDER);
  const draft = `${target}.new`;
  // Begun by a start that was killed: what is in there was proven then, and what it left behind belongs to it.
  const isBegun = existsSync(draft);
  if (existsSync(target) || (!isBegun && !isProvenTraining(join(dataDir, JOURNAL)))) return false;
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    for (const name of readdirSync(dataDir).filter((one) => TRAINING_RECORDS.test(one)))
      renameOver(join(dataDir, name), join(draft, name));
    renameOver(draft, target);
  } catch (error) {
    // Another start does the same at this moment.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
  return true;
}

/** Every start of this journal was training's, and every payment in it stands at the sandbox of this computer. */
function isProvenTraining(path: string): boolean {
  if (!existsSync(path)) return false;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path);
    // One that a till holds is not looked at.
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

/** The mode that a row about settings names; one that cannot be read proves nothing. */
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
