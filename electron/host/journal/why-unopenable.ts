/** Checks a closed journal without changing it. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { TillError, toFailure, type Failure } from '../../contract/index.ts';
import { isDamage } from './damage.ts';
import { SCHEMA_VERSION } from './schema.ts';

/**
 * Failure if the journal cannot be opened as it is (JRNL_IN_USE, JRNL_CORRUPT, JRNL_NEWER or JRNL_UNWRITABLE), or null
 * if it can be opened or does not exist yet.
 */
export function whyUnopenable(path: string): Failure | null {
  if (!existsSync(path)) return null;
  let db: DatabaseSync | undefined;
  const failed = (code: 'JRNL_IN_USE' | 'JRNL_CORRUPT' | 'JRNL_NEWER' | 'JRNL_UNWRITABLE', cause?: unknown): Failure =>
    toFailure(new TillError(code, `The payment journal ${path} cannot be opened.`, { context: { path }, cause }));
  try {
    db = new DatabaseSync(path, { readOnly: true });
    // A command may hold the journal for a moment.
    db.exec('PRAGMA busy_timeout = 1500');
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    if (version > SCHEMA_VERSION) return failed('JRNL_NEWER');
    const checked = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    return checked === 'ok' ? null : failed('JRNL_CORRUPT');
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/locked|busy/i.test(message)) return failed('JRNL_IN_USE', error);
    return failed(isDamage(error) ? 'JRNL_CORRUPT' : 'JRNL_UNWRITABLE', error);
  } finally {
    db?.close();
  }
}
