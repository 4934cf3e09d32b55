/**
 * Notices that npm was asked to stop, where npm cannot pass it on.
 *
 *   npm ── sh -c "node build/scripts/start.mjs" ── node (us)
 *
 * npm passes signals to the shell between us. Some shells (bash) have become us and there is nothing to do. dash stays:
 * it dies of SIGTERM, which leaves us an orphan; it keeps SIGINT to itself until we end; and it outlives a killed npm.
 * So we look: at who our parent is, at who the shell's parent is, and whether the shell, which only waits for us, was
 * woken. Linux gives the last as a count of context switches.
 */
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 400;
/** A look that comes this late means that everything stood still (suspend, Ctrl+Z), which wakes the shell as well. */
const LATE_MS = LOOK_EVERY_MS * 2;

/** @param {string} path */
const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/**
 * Who the parent of a process is, by proc(5); undefined where the system does not say or the process is gone.
 * @param {number} pid
 */
function parentOf(pid) {
  const stat = read(`/proc/${pid}/stat`);
  const ppid = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  return ppid === undefined ? undefined : Number(ppid);
}

/** How often a waiting process was woken. @param {number} pid */
const wakes = (pid) => /^voluntary_ctxt_switches:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1];

/** Whether this is a shell that stays between npm and us. @param {number} pid */
const isShell = (pid) => /^(sh|dash|ash|busybox)$/.test(read(`/proc/${pid}/comm`).trim());

/** Who our parent is; 0 once it is gone. Windows goes on naming one that has ended. */
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
 * What two looks, one after the other, say. Pure.
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
 * Calls back with SIGINT whenever npm was interrupted, and with SIGTERM, once, when it is gone. Does nothing when npm did not
 * start us. Ctrl+C in a terminal reaches us by itself too, so that one press may be heard twice.
 * @param {(signal: 'SIGTERM' | 'SIGINT') => void} onSignal
 */
export function watchNpm(onSignal) {
  if (!process.env['npm_lifecycle_event']) return;
  // The wall clock, since the other one stands still while the computer sleeps.
  let last = look(Date.now());
  const timer = setInterval(() => {
    const next = look(Date.now());
    const verdict = compare(last, next);
    last = next;
    if (verdict === 'nothing') return;
    if (verdict === 'gone') clearInterval(timer);
    onSignal(verdict === 'gone' ? 'SIGTERM' : 'SIGINT');
  }, LOOK_EVERY_MS);
  timer.unref();
}
