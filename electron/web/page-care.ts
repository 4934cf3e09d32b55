/**
 * Watches whether a page lives, and what is done when it does not. Nothing of it touches the host: a payment runs there, and the
 * page only shows it; a host that hangs is the starter's to notice.
 *
 *   no beat for 10 s, or crashed ──► reload ──► no beat for 10 s ──► new browser ──► none for 30 s ──► … the third time: a calm
 *   screen that says what to do, and another try every minute
 */
import type { Clock } from '../domain/index.ts';

export interface PageCareDeps {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  /** Ends what draws the page, which is then reported as crashed. */
  readonly reload: () => void;
  /** Loads a page again whose process is gone. */
  readonly load: () => void;
  /** Ends the browser and opens another; with the calm screen in place of the till where that is asked for. */
  readonly replace: (isCalm: boolean) => void;
}

/** A page that says nothing for so long is dead, hangs, or is not drawn. */
const SILENT_MS = 10_000;
/** A browser that just started loads first. */
const OPENS_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 1_000;
/** A look that comes this late: the whole computer stood still (suspend, Ctrl+Z), which says nothing about the page. */
const LATE_MS = 3_000;
/** So many browsers in a row without a page that lives, and the calm screen is shown. */
const CALM_AFTER = 3;
const CALM_MS = 60_000;
/** A page that crashes so often within half a minute is not helped by loading it again. */
const QUICK_CRASHES = 3;
const QUICK_MS = 30_000;

export class PageCare {
  readonly #deps: PageCareDeps;
  #heardAt = 0;
  #lookedAt = 0;
  #limitMs = OPENS_WITHIN_MS;
  #hasLived = false;
  #isReloaded = false;
  #replaced = 0;
  #crashes: readonly number[] = [];
  #cancel: () => void = () => {};

  constructor(deps: PageCareDeps) {
    this.#deps = deps;
  }

  /** A browser was started. `isCalm`: with the calm screen, which does not beat. */
  opened(isCalm = false): void {
    this.#hasLived = false;
    this.#isReloaded = false;
    this.#heard(isCalm ? CALM_MS : OPENS_WITHIN_MS);
    this.#cancel();
    this.#lookedAt = this.#deps.clock.monotonic();
    this.#cancel = this.#deps.clock.after(LOOK_EVERY_MS, () => this.#look());
  }

  /** The page lives and is drawn. */
  beat(): void {
    this.#heard(SILENT_MS);
    this.#hasLived = true;
    this.#isReloaded = false;
    this.#replaced = 0;
  }

  /** The page's process is gone. Loaded again at once, or, where that has not helped, in a new browser. */
  crashed(): void {
    const now = this.#deps.clock.monotonic();
    this.#crashes = [...this.#crashes.filter((at) => now - at < QUICK_MS), now];
    this.#heard(SILENT_MS);
    if (this.#crashes.length > QUICK_CRASHES) this.#replace();
    else this.#deps.load();
  }

  /** The browser itself no longer answers: it could load nothing. */
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

  #look(): void {
    const now = this.#deps.clock.monotonic();
    if (now - this.#lookedAt > LATE_MS) this.#heardAt = now;
    this.#lookedAt = now;
    this.#cancel = this.#deps.clock.after(LOOK_EVERY_MS, () => this.#look());
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
