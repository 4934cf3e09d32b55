import type { ChildProcess } from 'node:child_process';
import type { ElapsedClock } from '../domain/index.ts';
import { decideRestart } from '../starter/index.ts';
import { BrowserPipe } from './browser-pipe.ts';
import { endBrowser } from './open-browser.ts';
import { PageWatchdog } from './page-watchdog.ts';

export interface KioskDeps {
  /** Starts the browser with a new link, or with the calm screen. The browser must lead its own process group. */
  readonly start: (isCalm: boolean) => ChildProcess;
  readonly clock: ElapsedClock;
  /** Writes a line to the log (standard error). */
  readonly say?: (line: string) => void;
}

/** Minimum delay before a closed browser is opened again, so that closing it by hand does not flicker. */
const REOPEN_AFTER_MS = 500;
const STOP_WITHIN_MS = 3_000;
const PING_EVERY_MS = 2_000;
/** Time without an answer after which the browser's main process counts as hung: it ignores touches and page loads. */
const HANGS_AFTER_MS = 10_000;
const LATE_MS = 3_000;

/**
 * Keeps the kiosk's browser open and its page running: the browser is opened again after it was closed, crashed or
 * hung.
 */
export class KioskWindow {
  readonly #deps: KioskDeps;
  readonly #care: PageWatchdog;
  #child: ChildProcess | null = null;
  #pipe: BrowserPipe | null = null;
  #deaths: readonly number[] = [];
  #isStopping = false;
  /** The next browser shows the calm screen. */
  #isCalm = false;
  #cancelReopen: () => void = () => {};
  #cancelPing: () => void = () => {};

  constructor(deps: KioskDeps) {
    this.#deps = deps;
    const { clock, say } = deps;
    this.#care = new PageWatchdog({
      clock,
      reload: () => {
        say?.('The kiosk’s page ended or does not respond; it is loaded again.');
        void this.#pipe?.killRenderers();
      },
      load: () => void this.#pipe?.reload(),
      replace: (isCalm) => {
        say?.('The kiosk’s browser shows no page that responds; the browser is opened again.');
        this.#isCalm = isCalm;
        this.#kill();
      },
    });
  }

  open(): void {
    if (this.#isStopping) return;
    const child = this.#deps.start(this.#isCalm);
    this.#child = child;
    this.#care.opened(this.#isCalm);
    this.#isCalm = false;
    this.#watch(child);
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      this.#cancelPing();
      this.#child = null;
      this.#pipe = null;
      if (this.#isStopping) return;
      const { delayMs, deaths } = decideRestart(this.#deaths, this.#deps.clock.monotonic());
      this.#deaths = deaths;
      this.#cancelReopen = this.#deps.clock.after(Math.max(delayMs, REOPEN_AFTER_MS), () => this.open());
    };
    child.once('exit', over);
    child.once('error', over);
  }

  beat(): void {
    this.#care.beat();
  }

  /** Closes the browser, which is then opened again with a new link. */
  renew(): void {
    this.#child?.kill('SIGTERM');
  }

  /** Closes the browser, bounded in time. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#cancelReopen();
    this.#care.stop();
    const child = this.#child;
    if (!child || child.pid === undefined) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    const cancelKill = this.#deps.clock.after(STOP_WITHIN_MS, () => this.#kill());
    await ended;
    cancelKill();
  }

  #watch(child: ChildProcess): void {
    const { clock } = this.#deps;
    let hasCrashed = false;
    const pipe = new BrowserPipe(child, {
      onCrash: () => {
        // A crash takes several pages down and is counted once. A page that was ended here is reported as crashed too.
        if (hasCrashed) return;
        hasCrashed = true;
        clock.after(0, () => {
          hasCrashed = false;
          if (this.#pipe === pipe) this.#care.crashed();
        });
      },
    });
    this.#pipe = pipe;
    let answeredAt = clock.monotonic();
    let askedAt = answeredAt;
    const ask = () => {
      const now = clock.monotonic();
      // The whole computer was suspended, so the silence is not the browser's fault.
      if (now - askedAt > PING_EVERY_MS + LATE_MS) answeredAt = now;
      askedAt = now;
      if (pipe.hasAnswered && now - answeredAt > HANGS_AFTER_MS) {
        answeredAt = now;
        this.#care.browserHangs();
      }
      void pipe.ping().then(() => (answeredAt = clock.monotonic()));
      this.#cancelPing = clock.after(PING_EVERY_MS, ask);
    };
    this.#cancelPing = clock.after(PING_EVERY_MS, ask);
  }

  /** Kills all of its processes, including a suspended one, which would ignore SIGTERM. */
  #kill(): void {
    const child = this.#child;
    if (child) endBrowser(child);
  }
}
