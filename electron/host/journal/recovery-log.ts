/**
 * The second record: an append-only text file with one line before every step that may move money, on disk before the
 * step. The log survives a lost or corrupt database, and lists the keys to look up at the platform (money rule 1).
 * Lines older than a month are cut off, except those of the newest 31 days on which a line was written, whatever the
 * clock says.
 */
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { TillError } from '../../contract/index.ts';
import { isHeld, replaceFile, syncFolder } from '../../config/files/index.ts';

/**
 * Flags for appending, but never through a link in the file's place; on Windows, other users cannot create such links.
 */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW | 0);

export interface RecoveryRecord {
  /** Milliseconds since 1970. */
  at: number;
  attempt: string;
  /** Idempotency key that the step goes out under, or belongs to. */
  key: string;
  /**
   * `authorize`, `capture`, `void`, `reverse`; `hold`: the payment is held on purpose, nothing moves; `ask`: it awaits
   * the answer about the same card, nothing moves; `link`: a payment link; `unsent`: the disk refused the step last
   * written under this key, and the step was never sent.
   */
  what: string;
  /** Kind of the attempt: `sale`, `authorization`, `refund`. */
  kind: string;
  amountMinor: number;
  currency: string;
  terminal: string;
  /** `cable` or `cloud`; absent in lines of the first version. */
  route?: string;
  /** Merchant account at the platform; absent in older lines. */
  account?: string;
  /** The link, and the Transfer that is reversed. Present for a reversal of a payment through a payment link. */
  paidByLink?: { link: string; transfer: string };
  /** The till's reference, for `authorize` and `link`; absent in older lines. */
  order?: string;
}

export interface RecoveryLog {
  /**
   * Writes one line and returns when it is on disk.
   * @throws JRNL_UNWRITABLE
   */
  append(record: RecoveryRecord): void;
  close(): void;
}

/**
 * Note of a payment or link that was recovered from this log. The text is shown, and kept as earlier versions wrote it.
 */
export const RECOVERED_NOTE = 'Recovered from the breadcrumbs: the payment journal was lost.';

const DAY_MS = 24 * 60 * 60_000;
/** A hold lasts a week, and a dispute about it comes within the month. */
export const KEPT_MS = 30 * DAY_MS;
/** Number of days with lines that are kept in any case: a clock that is years ahead makes all of them old. */
const KEPT_DAYS = 31;
/** Interval at which the file is searched for old lines, by the times in the file's lines. */
const TRIM_EVERY_MS = DAY_MS;

/** Path of the log of the database at `journal`. */
export const recoveryLogOf = (journal: string): string => `${journal}.recovery-log`;
/** Path of the log in earlier versions. An earlier version that is installed again creates such a file. */
const earlierLogOf = (journal: string): string => `${journal}.crumbs`;

/** True if the log of the database at `journal` has content, under either name. */
export function hasRecoveryRecords(journal: string): boolean {
  return [recoveryLogOf(journal), earlierLogOf(journal)].some(
    (path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0,
  );
}

/**
 * Opens or creates the log of the database at `journal`; call it with the database's lock held. A file under the
 * earlier name is merged first.
 * @param clean keeps card numbers out of typed text
 * @throws JRNL_UNWRITABLE
 */
export function openRecoveryLog(journal: string, clean = (text: string): string => text): RecoveryLog {
  const path = recoveryLogOf(journal);
  attempted('open', path, () => takeOver(earlierLogOf(journal), path));
  return new RecoveryLogFile(path, clean);
}

/**
 * After a downgrade both names exist: the older version wrote the newer lines. Its lines are appended to the current
 * lines in a new file. The new file replaces the current file before the earlier file is removed. After a crash in
 * between, all lines exist and the next start finishes the merge.
 */
function takeOver(earlier: string, path: string): void {
  if (!existsSync(earlier)) return;
  if (!existsSync(path)) {
    replaceFile(earlier, path);
  } else {
    const [ours, theirs] = [path, earlier].map((file) => ended(readFileSync(file, 'utf8'))) as [string, string];
    if (!ours.endsWith(theirs)) replace(path, ours + theirs);
    syncFolder(path);
    rmSync(earlier);
  }
  syncFolder(path);
}

/** Ends the last line, which a crash may have torn. */
function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

class RecoveryLogFile implements RecoveryLog {
  readonly #path: string;
  readonly #clean: (text: string) => string;
  /** File descriptor, or null after a failed reopening; the next line tries again. */
  #fd: number | null;
  #trimmedAt: number | null = null;
  /** A full disk took only a part of the last line: the next line must not continue it. */
  #isTorn = false;

  constructor(path: string, clean: (text: string) => string) {
    this.#path = path;
    this.#clean = clean;
    this.#fd = attempted('open', path, () => openAppending(path));
  }

  append(record: RecoveryRecord): void {
    const { at } = record;
    attempted('write', this.#path, () => {
      // A clock that was set back counts too; otherwise nothing would be cut off until it has caught up.
      if (this.#trimmedAt === null || Math.abs(at - this.#trimmedAt) >= TRIM_EVERY_MS) this.#trim(at);
      const fd = (this.#fd ??= openAppending(this.#path));
      const { order } = record;
      const line = lineOf(order === undefined ? record : { ...record, order: this.#clean(order) });
      const whole = this.#isTorn ? `\n${line}` : line;
      this.#isTorn = true;
      writeWhole(fd, whole);
      this.#isTorn = false;
      fsyncSync(fd);
    });
  }

  close(): void {
    this.#release();
  }

  #release(): void {
    const held = this.#fd;
    this.#fd = null;
    if (held !== null) closeSync(held);
  }

  /** Keeps the last month. Throws like any write: a disk that refuses this also refuses the new line. */
  #trim(now: number): void {
    this.#trimmedAt = now;
    const lines = readFileSync(this.#path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    const kept = keptOf(lines, now);
    if (kept.length === lines.length) return;
    // The new file stays open, so that no step between its renaming and the next write can fail.
    const file = drafted(this.#path, kept.map((line) => `${line}\n`).join(''));
    // Windows does not replace a file that is open. A crash in between leaves the old file or the new file, whole.
    this.#release();
    try {
      replaceFile(draftOf(this.#path), this.#path);
    } catch (error) {
      closeSync(file);
      this.#fd = openAppending(this.#path);
      if (!isHeld(error)) throw error;
      // Another program holds the file: it keeps its length until tomorrow, so that no sale waits.
      return;
    }
    this.#fd = file;
    this.#isTorn = false;
    syncFolder(this.#path);
  }
}

/**
 * Every readable line from `since` on (milliseconds since 1970), oldest first; a line that was torn by a crash is
 * skipped.
 * @throws JRNL_UNWRITABLE
 */
export function readRecoveryLog(journal: string, since: number): RecoveryRecord[] {
  const path = recoveryLogOf(journal);
  const text = attempted('read', path, () => readFileSync(path, 'utf8'));
  const from = new Date(since).toISOString();
  // Times in the same form compare as text, so that a month of lines is not parsed to find those of a week.
  return inPresentForm(text.split('\n')).flatMap((line) => (line >= from ? (parseRecord(line) ?? []) : []));
}

function lineOf({
  at,
  what,
  attempt,
  key,
  amountMinor,
  currency,
  kind,
  terminal,
  route,
  account,
  paidByLink,
  order,
}: RecoveryRecord): string {
  const parts = [
    new Date(at).toISOString(),
    what,
    attempt,
    key,
    amountMinor,
    currency,
    kind,
    encodeURIComponent(terminal),
  ];
  if (route !== undefined) parts.push(route);
  if (account !== undefined) parts.push(`of:${account};`);
  if (paidByLink !== undefined) parts.push(`link:${paidByLink.link},${paidByLink.transfer};`);
  if (order !== undefined) parts.push(`order:${encodeURIComponent(order)};`);
  return `${parts.join(' ')}\n`;
}

/** Account, link and order end with a semicolon, so that a torn value is not taken for a shorter one. */
const linePattern =
  /^(\S+) (authorize|ask|capture|void|reverse|hold|link|unsent) (\S+) (\S+) ([0-9]{1,15}) ([A-Z]{3}) (sale|authorization|refund) (\S+)(?: (cable|cloud))?(?: of:([^\s;]+);)?(?: link:([^\s;,]+),([^\s;,]+);)?(?: order:([^\s;]+);)?(?: \S*)?$/;

const firstVersionPattern = /^\S+ (?:authorize|capture|void) \S+ \S+ [0-9]{1,15} [A-Z]{3}$/;

/**
 * Completes lines of the first version, which lack kind and terminal, and come before all others. Such a line further
 * on was torn by a crash, before its step was sent.
 */
function inPresentForm(lines: readonly string[]): readonly string[] {
  const present = lines.findIndex((line) => parseRecord(line) !== null);
  // The last line may still be torn.
  const until = present < 0 ? lines.length - 1 : present;
  return lines.map((line, index) => (index < until && firstVersionPattern.test(line) ? `${line} sale unknown` : line));
}

/** Record of a line as it was written, or null for any other text, including half a line. */
export function parseRecord(line: string): RecoveryRecord | null {
  const [, moment, what, attempt, key, amount, currency, kind, terminal, route, account, link, transfer, order] =
    linePattern.exec(line) ?? [];
  const at = Date.parse(moment ?? '');
  if (Number.isNaN(at) || !what || !attempt || !key || !currency || !kind || !terminal) return null;
  let name: string;
  let reference: string | undefined;
  try {
    name = decodeURIComponent(terminal);
    reference = order && decodeURIComponent(order);
  } catch {
    return null; // half an escape: the line is torn, although it looks complete
  }
  const record = { at, what, attempt, key, amountMinor: Number(amount), currency, kind, terminal: name };
  return {
    ...record,
    ...(route === undefined ? {} : { route }),
    ...(account === undefined ? {} : { account }),
    ...(link === undefined || transfer === undefined ? {} : { paidByLink: { link, transfer } }),
    ...(reference === undefined ? {} : { order: reference }),
  };
}

/**
 * Leaves out lines that are too old, or of a day that has not come yet, unless they are of the newest days. The order
 * of the lines is certain; their times depend on a clock.
 */
function keptOf(lines: readonly string[], now: number): string[] {
  const moments = inPresentForm(lines).map((line) => parseRecord(line)?.at ?? null);
  const days = new Set<number>();
  let first = lines.length;
  for (; first > 0; first -= 1) {
    const at = moments[first - 1] ?? null;
    if (at !== null) days.add(Math.floor(at / DAY_MS));
    if (days.size > KEPT_DAYS) break;
  }
  return lines.filter((_, index) => {
    const at = moments[index] ?? null;
    return index >= first || (at !== null && at >= now - KEPT_MS && at <= now + DAY_MS);
  });
}

/** Ends a line that was torn by a crash, so that the next line is separate from it. */
function openAppending(path: string): number {
  const isNew = !existsSync(path);
  const fd = openSync(path, APPEND, 0o600);
  if (isNew) syncFolder(path);
  const text = readFileSync(path);
  if (text.length > 0 && text.at(-1) !== 0x0a) writeWhole(fd, '\n');
  return fd;
}

/** Replaces the file at `path` by this text, which is on disk before the file is renamed. */
export function replace(path: string, text: string): void {
  closeSync(drafted(path, text));
  replaceFile(draftOf(path), path);
}

const draftOf = (path: string): string => `${path}.new`;

/**
 * Creates a file with this text next to `path`, on disk, and open for appending. A draft that a crash left is replaced.
 */
function drafted(path: string, text: string): number {
  // The file is removed instead of truncated: Windows does not truncate a file that is open for appending.
  rmSync(draftOf(path), { force: true });
  const file = openSync(draftOf(path), APPEND, 0o600);
  try {
    writeWhole(file, text);
    fsyncSync(file);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Writes in parts, because a disk that is nearly full may take only a part at once. */
function writeWhole(fd: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
}

/** @throws JRNL_UNWRITABLE for any error of the task */
export function attempted<Result>(what: string, path: string, task: () => Result): Result {
  try {
    return task();
  } catch (cause) {
    throw new TillError('JRNL_UNWRITABLE', `The payment record could not be written (${what}).`, {
      context: { path },
      cause,
    });
  }
}
