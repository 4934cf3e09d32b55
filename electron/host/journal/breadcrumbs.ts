/**
 * The second record: an append-only text file with one line before every step that may move money, on disk before the
 * step. It survives a lost or corrupt database, and says which keys to ask the platform about (money rule 1). What is older
 * than a month is cut off, except the newest thirty days on which something was written, whatever the clock says.
 */
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { TillError } from '../../contract/index.ts';

export interface Breadcrumb {
  /** Milliseconds since 1970. */
  at: number;
  attempt: string;
  /** The idempotency key the step goes out under, or belongs to. */
  key: string;
  /**
   * `authorize`, `capture`, `void`, `reverse`; `hold`: it is held on purpose, nothing moves; `link`: a link to pay through;
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
  /** In whose books at the platform it stands; older lines have none. */
  account?: string;
}

export interface Breadcrumbs {
  /** Writes one line and waits until it is on disk. Throws JRNL_UNWRITABLE. */
  drop(crumb: Breadcrumb): void;
  close(): void;
}

const DAY_MS = 24 * 60 * 60_000;
/** A hold lives a week and a dispute about one is had within the month. */
export const KEPT_MS = 30 * DAY_MS;
/** So many days on which something was written are kept in any case: a clock that is years ahead makes all of them old. */
const KEPT_DAYS = 31;
/** How often the file is looked through for what is too old, by the time of its own lines. */
const TRIM_EVERY_MS = DAY_MS;

export function openBreadcrumbs(path: string): Breadcrumbs {
  let fd = attempted('open', path, () => openAppending(path));
  let trimmedAt: number | null = null;
  /** A full disk took only a part of the last line: the next one must not be glued to it. */
  let isTorn = false;

  /** Keeps the last month. Throws like any write: a disk that cannot do this will not take the line either. */
  function trim(now: number): void {
    trimmedAt = now;
    const text = readFileSync(path, 'utf8');
    const lines = text.split('\n').filter((line) => line !== '');
    const kept = keptOf(lines, now);
    if (kept.length === lines.length) return;
    const draft = `${path}.new`;
    const file = openSync(draft, 'a', 0o600);
    try {
      ftruncateSync(file, 0);
      writeWhole(file, kept.map((line) => `${line}\n`).join(''));
      fsyncSync(file);
      renameSync(draft, path);
    } catch (error) {
      closeSync(file);
      throw error;
    }
    // It is written on as it is: nothing can fail between the file under the name and the one that is written to.
    const before = fd;
    fd = file;
    isTorn = false;
    closeSync(before);
    syncFolder(path);
  }

  return {
    drop(crumb) {
      const { at, what, attempt, key, amountMinor, currency, kind, terminal, route, account } = crumb;
      const parts = [new Date(at).toISOString(), what, attempt, key, amountMinor, currency, kind, encodeURIComponent(terminal)]; // prettier-ignore
      const more = [...(route === undefined ? [] : [route]), ...(account === undefined ? [] : [`of:${account};`])];
      const line = `${[...parts, ...more].join(' ')}\n`;
      attempted('write', path, () => {
        // A clock that was set back starts anew; else nothing would be cut off until it has caught up.
        if (trimmedAt === null || Math.abs(at - trimmedAt) >= TRIM_EVERY_MS) trim(at);
        const whole = isTorn ? `\n${line}` : line;
        isTorn = true;
        writeWhole(fd, whole);
        isTorn = false;
        fsyncSync(fd);
      });
    },
    close() {
      closeSync(fd);
    },
  };
}

/**
 * Every line from `since` on (milliseconds since 1970) that can be read, oldest first; one that was torn by a crash is
 * passed over. Throws JRNL_UNWRITABLE.
 */
export function readBreadcrumbs(path: string, since: number): Breadcrumb[] {
  const text = attempted('read', path, () => readFileSync(path, 'utf8'));
  const from = new Date(since).toISOString();
  // Moments of one form compare as text: a month of lines is not parsed to find those of a week.
  return text.split('\n').flatMap((line) => (line >= from ? (parseCrumb(line) ?? []) : []));
}

/** The account has an end of its own: one that was torn is none. */
const linePattern =
  /^(\S+) (authorize|capture|void|reverse|hold|link|unsent) (\S+) (\S+) ([0-9]{1,15}) ([A-Z]{3}) (sale|authorization|refund) (\S+)(?: (cable|cloud))?(?: (?:of:([^\s;]+);|\S*))?$/;

/** One line as it was dropped; null for anything else, half a line included. */
export function parseCrumb(line: string): Breadcrumb | null {
  const [, moment, what, attempt, key, amount, currency, kind, terminal, route, account] = linePattern.exec(line) ?? [];
  const at = Date.parse(moment ?? '');
  if (Number.isNaN(at) || !what || !attempt || !key || !currency || !kind || !terminal) return null;
  let name: string;
  try {
    name = decodeURIComponent(terminal);
  } catch {
    return null; // half an escape: a torn line that looks whole
  }
  const crumb = { at, what, attempt, key, amountMinor: Number(amount), currency, kind, terminal: name };
  return { ...crumb, ...(route === undefined ? {} : { route }), ...(account === undefined ? {} : { account }) };
}

/**
 * Without what is too old, or of a day that has not come yet, before the newest days. The order of the lines is certain,
 * their moments are a clock's word.
 */
function keptOf(lines: readonly string[], now: number): string[] {
  const moments = lines.map((line) => parseCrumb(line)?.at ?? null);
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
  const fd = openSync(path, 'a', 0o600);
  const text = readFileSync(path);
  if (text.length > 0 && text.at(-1) !== 0x0a) writeWhole(fd, '\n');
  return fd;
}

/** A disk that is nearly full may take a part only. */
function writeWhole(fd: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
}

/** The renamed name itself is on disk only once its folder is; Windows keeps that by itself. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function attempted<Result>(what: string, path: string, task: () => Result): Result {
  try {
    return task();
  } catch (cause) {
    throw new TillError('JRNL_UNWRITABLE', `The payment record could not be written (${what}).`, {
      context: { path },
      cause,
    });
  }
}
