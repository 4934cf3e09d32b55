/** Child processes of the scripts: bounded in time, visible, and stopped as a group together with the script. */
import { spawn } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';

/** An error that the user can act on; printed unchanged, without a stack. */
export class Plain extends Error {}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Kills a child and everything it started: it leads its own process group. Windows has no groups, so the process tree
 * is killed.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function endGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' });
    else process.kill(-child.pid, signal);
  } catch {
    // The process has ended already.
  }
}

/** Stops all running children, bounded in time. */
export async function endAll() {
  const children = [...running];
  const gone = Promise.all(
    children.map(async (child) => {
      if (child.exitCode === null && child.signalCode === null) await new Promise((done) => child.once('exit', done));
    }),
  );
  for (const child of children) endGroup(child, 'SIGTERM');
  const deadline = setTimeout(() => {
    for (const child of children) endGroup(child, 'SIGKILL');
  }, 3_000);
  await gone;
  clearTimeout(deadline);
}

/**
 * Lowers the priority of a program and its children below that of others.
 * @param {number | undefined} pid
 */
function giveWay(pid) {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(getPriority() + 10, 19));
  } catch {
    // The process has ended already, or runs at normal priority because this system forbids changing priorities.
  }
}

/**
 * Runs a program to its end. Its output is kept, and shown line by line if `onLine` is given.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, onLine?: (line: string) => void, isBackground?: boolean }} [options]
 *   `isBackground`: runs at low priority
 * @returns {Promise<{ code: number | null, text: string, isLate: boolean }>} code null: could not be started, or killed
 */
export function run(file, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    running.add(child);
    if (options.isBackground) giveWay(child.pid);
    let text = '';
    let isLate = false;
    let rest = '';
    /** @param {Buffer} chunk */
    const take = (chunk) => {
      text = (text + chunk.toString()).slice(-200_000);
      if (!options.onLine) return;
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) options.onLine(line);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const deadline = options.timeoutMs
      ? setTimeout(() => {
          isLate = true;
          endGroup(child, 'SIGKILL');
        }, options.timeoutMs)
      : undefined;
    /** @param {number | null} code */
    const end = (code) => {
      clearTimeout(deadline);
      running.delete(child);
      if (rest && options.onLine) options.onLine(rest);
      rest = '';
      resolve({ code, text, isLate });
    };
    child.once('error', (error) => {
      text += error.message;
      end(null);
    });
    child.once('close', (code) => end(code));
  });
}

/**
 * Runs `work` and reports every few seconds that it is still running, with the elapsed seconds.
 * @template T
 * @param {string} what e.g. "Installing packages"
 * @param {(line: string) => void} say
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(what, say, work) {
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  say(`${what} …`);
  const timer = setInterval(() => say(`${what} … ${seconds()} s`), 5_000);
  try {
    const result = await work();
    say(`${what}: done in ${seconds()} s`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
