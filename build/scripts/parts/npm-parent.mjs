/**
 * Detects that npm was asked to stop if npm cannot pass the signal on.
 *
 *   npm ── sh -c "node build/scripts/start.mjs" ── node (this process)
 *
 * npm passes signals to the shell between npm and this process. Some shells (bash) replace themselves with this
 * process, and detection is unnecessary. dash stays: SIGTERM kills dash and leaves this process an orphan; dash ignores
 * SIGINT until this process ends; and dash outlives a killed npm. So three facts are polled: this process's parent, the
 * shell's parent, and whether the shell was woken (it only waits for this process). Linux reports wake-ups as a count
 * of context switches.
 */
import { readFileSync } from 'node:fs';

const POLL_EVERY_MS = 400;
/**
 * A poll that comes this late means that the whole computer was suspended (sleep, Ctrl+Z), which wakes the shell as
 * well.
 */
const LATE_MS = POLL_EVERY_MS * 2;

/** @param {string} path */
const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/**
 * Process id of a parent, by proc(5), or undefined if the system does not report it or the process has ended.
 * @param {number} pid
 */
function parentOf(pid) {
  const stat = read(`/proc/${pid}/stat`);
  const ppid = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  return ppid === undefined ? undefined : Number(ppid);
}

/** Number of times that a waiting process was woken. @param {number} pid */
const wakes = (pid) => /^voluntary_ctxt_switches:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1];

/** True if this is a shell that stays between npm and this process. @param {number} pid */
const isShell = (pid) => /^(sh|dash|ash|busybox)$/.test(read(`/proc/${pid}/comm`).trim());

/** Process id of this process's parent, or 0 once it has ended. Windows keeps reporting an ended parent. */
function parentNow() {
  try {
    process.kill(process.ppid, 0);
    return process.ppid;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH' ? 0 : process.ppid;
  }
}

/**
 * @typedef {{ parent: number, grandparent: number | undefined, shellWakes: string | undefined, atMs: number }} Look
 */

/** @param {number} atMs @returns {Look} */
function look(atMs) {
  const parent = parentNow();
  const hasShell = isShell(parent);
  return {
    parent,
    grandparent: hasShell ? parentOf(parent) : undefined,
    shellWakes: hasShell ? wakes(parent) : undefined,
    atMs,
  };
}

/**
 * Interprets two polls, one after the other. Pure.
 * @param {Look} before
 * @param {Look} now
 * @returns {'nothing' | 'gone' | 'interrupted'}
 */
export function compare(before, now) {
  if (now.parent !== before.parent || now.grandparent !== before.grandparent) return 'gone';
  if (now.shellWakes === before.shellWakes || now.atMs - before.atMs > LATE_MS) return 'nothing';
  return 'interrupted';
}

/**
 * Calls back with SIGINT whenever npm was interrupted, and with SIGTERM, once, when it has ended. Does nothing if
 * another program started this process. Ctrl+C in a terminal also reaches this process directly, so one press may be
 * reported twice.
 * @param {(signal: 'SIGTERM' | 'SIGINT') => void} onSignal
 */
export function watchNpm(onSignal) {
  if (!process.env['npm_lifecycle_event']) return;
  // The wall clock is used, because the monotonic clock stops while the computer sleeps.
  let last = look(Date.now());
  const timer = setInterval(() => {
    const next = look(Date.now());
    const verdict = compare(last, next);
    last = next;
    if (verdict === 'nothing') return;
    if (verdict === 'gone') clearInterval(timer);
    onSignal(verdict === 'gone' ? 'SIGTERM' : 'SIGINT');
  }, POLL_EVERY_MS);
  timer.unref();
}
