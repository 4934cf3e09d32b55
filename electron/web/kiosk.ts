import type { ChildProcess } from 'node:child_process';
import { decideRestart, type Clock } from '../starter/index.ts';

export interface KioskDeps {
  /** Starts the browser with a fresh link. */
  readonly start: () => ChildProcess;
  readonly clock: Clock;
}

/** A closed browser comes back after this many milliseconds at least, so that closing it by hand does not flicker. */
const REOPEN_AFTER_MS = 500;
const STOP_WITHIN_MS = 3_000;

/** Keeps the kiosk's browser open: it is opened again after it was closed or has crashed. */
export class KioskWindow {
  readonly #deps: KioskDeps;
  #child: ChildProcess | null = null;
  #deaths: readonly number[] = [];
  #isStopping = false;
  #cancelReopen: () => void = () => {};

  constructor(deps: KioskDeps) {
    this.#deps = deps;
  }

  open(): void {
    if (this.#isStopping) return;
    const child = this.#deps.start();
    this.#child = child;
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      this.#child = null;
      if (this.#isStopping) return;
      const { delayMs, deaths } = decideRestart(this.#deaths, this.#deps.clock.nowMs());
      this.#deaths = deaths;
      this.#cancelReopen = this.#deps.clock.after(Math.max(delayMs, REOPEN_AFTER_MS), () => this.open());
    };
    child.once('exit', over);
    child.once('error', over);
  }

  /** Closes the browser, which then comes back with a new link. */
  renew(): void {
    this.#child?.kill('SIGTERM');
  }

  /** Closes the browser, bounded. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#cancelReopen();
    const child = this.#child;
    if (!child || child.pid === undefined) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    const cancelKill = this.#deps.clock.after(STOP_WITHIN_MS, () => void child.kill('SIGKILL'));
    await ended;
    cancelKill();
  }
}
