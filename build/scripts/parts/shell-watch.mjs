/**
 * Keeps the till on the screen: in the Electron window if possible, otherwise in a browser.
 *
 *   started ──► 'up' ──► 'alive', again and again ──► exit code 0: closed by the user, so this exits too
 *      │          │             └─ none: it hangs, and is killed ─┐
 *      └──────────┴─► ended unexpectedly ◄────────────────────────┘ ──► started again, or the other shell
 *
 * The shells send these messages over their message channel (electron/starter/shell-messages.ts). Depends only on Node 20.
 */
import { spawn } from 'node:child_process';

/** Time within which a shell must be up. */
const UP_WITHIN_MS = 30_000;
/**
 * Time without a message after which a shell counts as hung. On Windows Electron's main process is blocked while the
 * user drags its window or has its system menu open, but not for a whole minute.
 */
const SILENT_MS = { electron: 60_000, browser: 10_000 };
const POLL_EVERY_MS = 1_000;
/**
 * Delay of a check that shows that the whole computer was suspended (sleep, Ctrl+Z), which is no evidence about the
 * shell.
 */
const LATE_MS = 3_000;
/** Crashes within this time of each other are counted together. */
const TOGETHER_MS = 10 * 60_000;
/** Delay from the third crash on, so that a broken installation does not overload a processor. */
const SLOWED_MS = 5_000;
const TAIL_LINES = 20;
/**
 * Exit code of a shell that makes way for another version (electron/web/service.ts): the till's starter starts that
 * version.
 */
export const REPLACED = 75;

/**
 * @typedef {'electron' | 'browser'} Kind
 * @typedef {{ file: string, args: readonly string[] }} Command
 * @typedef {{ kind: Kind, code: number | null, signal: NodeJS.Signals | null, isUp: boolean, hasReported: boolean, isHung: boolean }} End
 *   `hasReported`: it showed the user why it cannot start, and any other shell would fail in the same way
 * @typedef {'late' | 'hung' | 'ended' | 'not-started'} Why
 * @typedef {{ at: string, shell: Kind, why: Why, what: string, tail: readonly string[] }} Note how a shell ended, for `tillbridge doctor` and the screen
 */

/**
 * Decides the next step after the end of a shell. Pure.
 * @param {End} end
 * @param {number} crashes of this kind of shell before it, in the last ten minutes
 * @returns {{ next: 'exit', code: number } | { next: 'again' | 'browser', waitMs: number }}
 */
export function afterEnd({ kind, code, signal, isUp, hasReported, isHung }, crashes) {
  if (hasReported) return { next: 'exit', code: code ?? 1 };
  if ((code === 0 || code === REPLACED) && !isHung) return { next: 'exit', code };
  if (kind === 'electron') return { next: isUp && crashes === 0 ? 'again' : 'browser', waitMs: 0 };
  // The shell has a console on which it reports why it cannot start.
  if (!isUp) return { next: 'exit', code: code ?? (signal ? 1 : 0) };
  return { next: 'again', waitMs: crashes < 2 ? 0 : SLOWED_MS };
}

/** Describes the end of a shell in a line. Pure. @param {End} end */
export function whatHappened({ kind, code, signal, isUp, isHung }) {
  const shell = kind === 'electron' ? 'Electron’s window' : 'The browser shell';
  if (isHung) return isUp ? `${shell} no longer answered` : `${shell} was not there within ${UP_WITHIN_MS / 1000} s`;
  const how = signal ?? (code === null ? 'it could not be started' : `exit code ${code}`);
  return isUp ? `${shell} ended unexpectedly (${how})` : `${shell} ended while starting (${how})`;
}

/** Key of that description for the screen, which has its own texts. Pure. @param {End} end @returns {Why} */
const whyOf = ({ isUp, isHung }) => (isHung ? (isUp ? 'hung' : 'late') : isUp ? 'ended' : 'not-started');

/** Runs one shell at a time, and starts the next shell if the running shell ends unexpectedly. */
export class ShellWatch {
  /** @type {Readonly<Record<Kind, Command>>} */ #commands;
  /** @type {(line: string) => void} */ #say;
  /** @type {(code: number) => void} */ #exit;
  #upWithinMs;
  #silentMs;
  /** @type {import('node:child_process').ChildProcess | undefined} */ #child;
  #isStopping = false;
  /**
   * State that the browser shell leaves for the next browser shell (electron/web/run.ts): its sessions, and its
   * listening sockets, so that its port stays reserved in between. Held only in the memory of this process.
   * @type {Map<string, import('node:child_process').SendHandle>}
   */
  #held = new Map();
  /** @type {unknown} */ #run;
  /** @type {Record<Kind, number[]>} */ #crashes = { electron: [], browser: [] };

  /**
   * @param {{ commands: Readonly<Record<Kind, Command>>, say: (line: string) => void, exit: (code: number) => void,
   *   upWithinMs?: number, silentMs?: Readonly<Record<Kind, number>> }} options
   */
  constructor({ commands, say, exit, upWithinMs = UP_WITHIN_MS, silentMs = SILENT_MS }) {
    this.#commands = commands;
    this.#say = say;
    this.#exit = exit;
    this.#upWithinMs = upWithinMs;
    this.#silentMs = silentMs;
  }

  /** The running shell, or undefined between two. */
  get running() {
    return this.#child;
  }

  /** Marks every end from now on as intended. */
  expectEnd() {
    this.#isStopping = true;
  }

  /**
   * @param {Kind} kind
   * @param {Note} [note] how the previous shell ended
   */
  start(kind, note) {
    if (this.#isStopping) return this.#exit(0);
    const { file, args } = this.#commands[kind];
    /** @type {string[]} */
    const tail = [];
    // Electron's own messages are kept for the note; the browser shell needs its terminal.
    const isKept = kind === 'electron';
    const isContinued = kind === 'browser' && this.#run !== undefined;
    const child = spawn(file, args, {
      stdio: ['inherit', 'inherit', isKept ? 'pipe' : 'inherit', 'ipc'],
      env: {
        ...process.env,
        ...(note ? { TILLBRIDGE_SHELL_NOTE: JSON.stringify(note) } : {}),
        ...(isContinued ? { TILLBRIDGE_RUN: 'continued' } : {}),
      },
    });
    this.#child = child;
    if (isContinued) this.#handOver(child);
    if (isKept) keepTail(child, tail);
    const state = { isUp: false, hasReported: false, isHung: false };
    const stopLooking = this.#look(kind, child, state);
    let isOver = false;
    /** @param {number | null} code @param {NodeJS.Signals | null} signal */
    const over = (code, signal) => {
      if (isOver) return;
      isOver = true;
      stopLooking();
      this.#child = undefined;
      this.#ended({ kind, code, signal, ...state }, tail);
    };
    child.once('error', () => {
      if (child.pid === undefined) over(null, null);
    });
    child.once('exit', over);
  }

  /**
   * Kills a shell that does not come up, or hangs.
   * @param {Kind} kind
   * @param {import('node:child_process').ChildProcess} child
   * @param {{ isUp: boolean, hasReported: boolean, isHung: boolean }} state
   */
  #look(kind, child, state) {
    let heardAt = performance.now();
    let polledAt = heardAt;
    child.on('message', (word, handle) => {
      heardAt = performance.now();
      if (typeof word === 'object') return this.#keep(word, handle);
      if (word === 'up') state.isUp = true;
      if (word === 'told') state.hasReported = true;
    });
    const timer = setInterval(() => {
      const now = performance.now();
      if (now - polledAt > LATE_MS) heardAt = now;
      polledAt = now;
      // A browser shell that is not up yet has its own time limits, and reports when they expire.
      const limitMs = state.isUp ? this.#silentMs[kind] : kind === 'electron' ? this.#upWithinMs : Infinity;
      if (state.hasReported || this.#isStopping || now - heardAt < limitMs) return;
      state.isHung = true;
      child.kill('SIGKILL');
    }, POLL_EVERY_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** @param {{ hold?: string, run?: unknown }} left @param {import('node:child_process').SendHandle} handle */
  #keep({ hold, run }, handle) {
    if (hold !== undefined && handle) this.#held.set(hold, handle);
    if (run !== undefined) this.#run = run;
  }

  /** @param {import('node:child_process').ChildProcess} child */
  #handOver(child) {
    // The exit event reports a child that ends before the handles have been sent.
    for (const [hold, handle] of this.#held) child.send({ hold }, handle, {}, () => {});
    child.send({ run: this.#run }, () => {});
  }

  /** @param {End} end @param {readonly string[]} tail */
  #ended(end, tail) {
    if (this.#isStopping) return this.#exit(0);
    const now = performance.now();
    const crashes = this.#crashes[end.kind].filter((at) => now - at < TOGETHER_MS);
    const verdict = afterEnd(end, crashes.length);
    if (verdict.next === 'exit') return this.#exit(verdict.code);
    this.#crashes[end.kind] = [...crashes, now];
    const what = whatHappened(end);
    const kind = verdict.next === 'browser' ? 'browser' : end.kind;
    this.#say(`${what}. ${kind === end.kind ? 'It is started again.' : 'The till opens in the browser.'}`);
    const note = { at: new Date().toISOString(), shell: end.kind, why: whyOf(end), what, tail };
    setTimeout(() => this.start(kind, note), verdict.waitMs);
  }
}

/**
 * Passes standard error on, and keeps its last lines.
 * @param {import('node:child_process').ChildProcess} child
 * @param {string[]} tail
 */
function keepTail(child, tail) {
  child.stderr?.on('data', (/** @type {Buffer} */ chunk) => {
    process.stderr.write(chunk);
    for (const line of chunk.toString().split('\n')) if (line.trim()) tail.push(line.slice(0, 300));
    tail.splice(0, tail.length - TAIL_LINES);
  });
  child.stderr?.on('error', () => {});
}
