/**
 * Watches whether a page responds, and restarts it if it does not. The host is left alone: payments run there, and the
 * page only shows them; the starter watches for a hung host.
 *
 *   no beat for 10 s, or crashed ──► reload ──► no beat for 10 s ──► new browser ──► none for 30 s ──► …
 *   the third time: a calm screen that says what to do, and another try every minute
 */
import type { ElapsedClock } from '../domain/index.ts';

export interface PageWatchdogDeps {
  readonly clock: ElapsedClock;
  /** Kills the page's renderer. The page is then reported as crashed. */
  readonly reload: () => void;
  /** Loads a page again after its process ended. */
  readonly load: () => void;
  /** Ends the browser and opens another; `isCalm`: with the calm screen instead of the till. */
  readonly replace: (isCalm: boolean) => void;
}

/** Time without a heartbeat after which a page counts as crashed, hung or not drawn. */
const SILENT_MS = 10_000;
/** Grace period for the first page load. */
const OPENS_WITHIN_MS = 30_000;
const CHECK_EVERY_MS = 1_000;
/**
 * Delay of a check that shows that the whole computer was suspended (sleep, Ctrl+Z), which is no evidence about the
 * page.
 */
const LATE_MS = 3_000;
/** Browsers in a row without a working page, after which the calm screen is shown. */
const CALM_AFTER = 3;
const CALM_MS = 60_000;
/** Crashes within half a minute after which a reload does not help. */
const QUICK_CRASHES = 3;
const QUICK_MS = 30_000;

export class PageWatchdog {
  readonly #deps: PageWatchdogDeps;
  #heardAt = 0;
  #checkedAt = 0;
  #limitMs = OPENS_WITHIN_MS;
  #hasLived = false;
  #isReloaded = false;
  #replaced = 0;
  #crashes: readonly number[] = [];
  #cancel: () => void = () => {};

  constructor(deps: PageWatchdogDeps) {
    this.#deps = deps;
  }

  /** Called when a browser was started. `isCalm`: with the calm screen, which sends no heartbeats. */
  opened(isCalm = false): void {
    this.#hasLived = false;
    this.#isReloaded = false;
    this.#heard(isCalm ? CALM_MS : OPENS_WITHIN_MS);
    this.#cancel();
    this.#checkedAt = this.#deps.clock.monotonic();
    this.#cancel = this.#deps.clock.after(CHECK_EVERY_MS, () => this.#check());
  }

  /** Called for each heartbeat: the page runs and is drawn. */
  beat(): void {
    this.#heard(SILENT_MS);
    this.#hasLived = true;
    this.#isReloaded = false;
    this.#replaced = 0;
  }

  /**
   * Called when the page's process has ended. The page is loaded again at once, or in a new browser if reloads have not
   * helped.
   */
  crashed(): void {
    const now = this.#deps.clock.monotonic();
    this.#crashes = [...this.#crashes.filter((at) => now - at < QUICK_MS), now];
    this.#heard(SILENT_MS);
    if (this.#crashes.length > QUICK_CRASHES) this.#replace();
    else this.#deps.load();
  }

  /** Called when the browser itself no longer answers: it cannot load a page. */
  browserHangs(): void {
    this.#replace();
  }

  stop(): void {
    this.#cancel();
  }

  #heard(limitMs: number): void {
    this.#heardAt = this.#deps.clock.monotonic();
    this.#limitMs = limitMs;
  }

  #check(): void {
    const now = this.#deps.clock.monotonic();
    if (now - this.#checkedAt > LATE_MS) this.#heardAt = now;
    this.#checkedAt = now;
    this.#cancel = this.#deps.clock.after(CHECK_EVERY_MS, () => this.#check());
    if (now - this.#heardAt < this.#limitMs) return;
    if (!this.#hasLived || this.#isReloaded) return this.#replace();
    this.#isReloaded = true;
    this.#heard(SILENT_MS);
    this.#deps.reload();
  }

  #replace(): void {
    this.#crashes = [];
    this.#heard(OPENS_WITHIN_MS);
    this.#hasLived = false;
    this.#replaced += 1;
    this.#deps.replace(this.#replaced % (CALM_AFTER + 1) === CALM_AFTER);
  }
}
