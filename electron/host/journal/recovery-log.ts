/**
 * The second record: an append-only text file with one line before every step that may move money, on disk before the
 * step. It survives a lost or corrupt database, and says which keys to ask the platform about (money rule 1). What is older
 * than a month is cut off, except the newest thirty days on which something was written, whatever the clock says.
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
import { isHeld, renameOver, syncFolder } from '../../config/files/index.ts';

/** To append, never through a link that lies in the file's place; Windows knows no such links of strangers. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW | 0);

export interface RecoveryRecord {
  /** Milliseconds since 1970. */
  at: number;
  attempt: string;
  /** The idempotency key the step goes out under, or belongs to. */
  key: string;
  /**
   * `authorize`, `capture`, `void`, `reverse`; `hold`: it is held on purpose, nothing moves; `ask`: it waits for the answer
   * about the same card, nothing moves; `link`: a pay link;
   * `unsent`: the step last written under this key was refused by the disk, and never left.
   */
  what: string;
  /** Of the attempt: `sale`, `authorization`, `refund`. */
  kind: string;
  amountMinor: number;
  currency: string;
  terminal: string;
  /** `cable` or `cloud`; lines of the first version have none. */
  route?: string;
  /** The merchant account at the platform it was made with; older lines have none. */
  account?: string;
  /** Of a reversal of what was paid through a payment link: the link, and the Transfer it gives back of. */
  paidByLink?: { link: string; transfer: string };
  /** The till's reference, of `authorize` and `link`; older lines have none. */
  order?: string;
}

export interface RecoveryLog {
  /** Writes one line and waits until it is on disk. Throws JRNL_UNWRITABLE. */
  append(record: RecoveryRecord): void;
  close(): void;
}

/** The note of a payment or link that was recovered from this log. Shown, and kept as earlier versions wrote it. */
export const RECOVERED_NOTE = 'Recovered from the breadcrumbs: the payment journal was lost.';

const DAY_MS = 24 * 60 * 60_000;
/** A hold lives a week and a dispute about one is had within the month. */
export const KEPT_MS = 30 * DAY_MS;
/** So many days on which something was written are kept in any case: a clock that is years ahead makes all of them old. */
const KEPT_DAYS = 31;
/** How often the file is searched for what is too old, by the time of its own lines. */
const TRIM_EVERY_MS = DAY_MS;

/** The log of the database at `journal`. */
export const recoveryLogOf = (journal: string): string => `${journal}.recovery-log`;
/** Its name in earlier versions. One that is installed again begins such a file anew. */
const earlierLogOf = (journal: string): string => `${journal}.crumbs`;

/** True where the log of the database at `journal`, under either name, says anything. */
export function hasRecoveryRecords(journal: string): boolean {
  return [recoveryLogOf(journal), earlierLogOf(journal)].some(
    (path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0,
  );
}

/**
 * Opens or begins the log of the database at `journal`; call it with the database's lock held. A file under the earlier name
 * is taken over first. Throws JRNL_UNWRITABLE.
 * @param clean stops card numbers in what people typed
 */
export function openRecoveryLog(journal: string, clean = (text: string): string => text): RecoveryLog {
  const path = recoveryLogOf(journal);
  attempted('open', path, () => takeOver(earlierLogOf(journal), path));
  return new RecoveryLogFile(path, clean);
}

/**
 * After a downgrade both names exist: the older version wrote the newer lines. They are put behind ours in one file, which
 * replaces ours before theirs is removed, so that a crash in between loses nothing and the next start finishes it.
 */
function takeOver(earlier: string, path: string): void {
  if (!existsSync(earlier)) return;
  if (!existsSync(path)) {
    renameOver(earlier, path);
  } else {
    const [ours, theirs] = [path, earlier].map((file) => ended(readFileSync(file, 'utf8'))) as [string, string];
    if (!ours.endsWith(theirs)) replace(path, ours + theirs);
    syncFolder(path);
    rmSync(earlier);
  }
  syncFolder(path);
}

/** With an end to the last line, which a crash may have torn. */
function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

class RecoveryLogFile implements RecoveryLog {
  readonly #path: string;
  readonly #clean: (text: string) => string;
  /** Null while the file could not be opened again; the next line tries once more. */
  #fd: number | null;
  #trimmedAt: number | null = null;
  /** A full disk took only a part of the last line: the next one must not continue it. */
  #isTorn = false;

  constructor(path: string, clean: (text: string) => string) {
    this.#path = path;
    this.#clean = clean;
    this.#fd = attempted('open', path, () => openAppending(path));
  }

  append(record: RecoveryRecord): void {
    const { at } = record;
    attempted('write', this.#path, () => {
      // A clock that was set back starts anew; else nothing would be cut off until it has caught up.
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

  /** Keeps the last month. Throws like any write: a disk that cannot do this will not take the line either. */
  #trim(now: number): void {
    this.#trimmedAt = now;
    const lines = readFileSync(this.#path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    const kept = keptOf(lines, now);
    if (kept.length === lines.length) return;
    // The new file stays open: nothing can fail between the file under the name and the one that is written to.
    const file = drafted(this.#path, kept.map((line) => `${line}\n`).join(''));
    // Windows puts no file in the place of one that is open. Whoever dies in between leaves the old one, or the new one, whole.
    this.#release();
    try {
      renameOver(draftOf(this.#path), this.#path);
    } catch (error) {
      closeSync(file);
      this.#fd = openAppending(this.#path);
      if (!isHeld(error)) throw error;
      // Another program holds the file: it stays as long as it is until tomorrow, which keeps no sale waiting.
      return;
    }
    this.#fd = file;
    this.#isTorn = false;
    syncFolder(this.#path);
  }
}

/**
 * Every line from `since` on (milliseconds since 1970) that can be read, oldest first; one that was torn by a crash is
 * skipped. Throws JRNL_UNWRITABLE.
 */
export function readRecoveryLog(journal: string, since: number): RecoveryRecord[] {
  const path = recoveryLogOf(journal);
  const text = attempted('read', path, () => readFileSync(path, 'utf8'));
  const from = new Date(since).toISOString();
  // Moments of one form compare as text: a month of lines is not parsed to find those of a week.
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

/** Account, link and order are closed by a semicolon: a torn one is not taken for a shorter one. */
const linePattern =
  /^(\S+) (authorize|ask|capture|void|reverse|hold|link|unsent) (\S+) (\S+) ([0-9]{1,15}) ([A-Z]{3}) (sale|authorization|refund) (\S+)(?: (cable|cloud))?(?: of:([^\s;]+);)?(?: link:([^\s;,]+),([^\s;,]+);)?(?: order:([^\s;]+);)?(?: \S*)?$/;

const firstVersionPattern = /^\S+ (?:authorize|capture|void) \S+ \S+ [0-9]{1,15} [A-Z]{3}$/;

/**
 * Lines of the first version name neither kind nor terminal, and stand before all others. Such a line further on was torn
 * by a crash, before its step left.
 */
function inPresentForm(lines: readonly string[]): readonly string[] {
  const present = lines.findIndex((line) => parseRecord(line) !== null);
  // The last may still be torn.
  const until = present < 0 ? lines.length - 1 : present;
  return lines.map((line, index) => (index < until && firstVersionPattern.test(line) ? `${line} sale unknown` : line));
}

/** One line as it was written; null for anything else, half a line included. */
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
    return null; // half an escape: a torn line that looks whole
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
 * Without what is too old, or of a day that has not come yet, before the newest days. The order of the lines is certain,
 * their moments depend on a clock.
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

/** A line torn by a crash is ended, so that the next one stands by itself. */
function openAppending(path: string): number {
  const isNew = !existsSync(path);
  const fd = openSync(path, APPEND, 0o600);
  if (isNew) syncFolder(path);
  const text = readFileSync(path);
  if (text.length > 0 && text.at(-1) !== 0x0a) writeWhole(fd, '\n');
  return fd;
}

/** Puts a file with this text in the place of `path`, on disk before it has the name. */
export function replace(path: string, text: string): void {
  closeSync(drafted(path, text));
  renameOver(draftOf(path), path);
}

const draftOf = (path: string): string => `${path}.new`;

/** A file with this text beside `path`, on disk; open, to be appended to. One that was left by a crash is begun anew. */
function drafted(path: string, text: string): number {
  // Removed, not cut: Windows shortens no file that is open to be appended to.
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

/** A disk that is nearly full may take a part only. */
function writeWhole(fd: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
}

/** What goes wrong is JRNL_UNWRITABLE. */
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
