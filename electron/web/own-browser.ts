import type { ChildProcess } from 'node:child_process';
import type { ElapsedClock } from '../domain/index.ts';
import type { ForwardPage } from './forward-page.ts';
import { KioskWindow } from './kiosk.ts';

export interface OwnBrowserDeps {
  /** Creates a page that forwards to a new link. */
  readonly newPage: () => ForwardPage;
  /** Creates the screen for a till whose page fails to load. */
  readonly calmPage: () => ForwardPage;
  /** Writes a line to the log (standard error). */
  readonly say: (line: string) => void;
  readonly clock: ElapsedClock;
}

/**
 * Time for the browser to open the link. After that, the browser is assumed to be unable to read the page, or the
 * program to be no browser.
 */
const OPENS_WITHIN_MS = 30_000;

/** Time for a lost page to reconnect after a reload, by the browser or by the cashier. */
const COMES_BACK_WITHIN_MS = 10_000;
/** Time within which a page that is lost again stays closed, because opening it failed to help. */
const OPENED_AGAIN_FOR_MS = 60_000;

/**
 * Time that a slow computer's browser may need to open the page. The link in the page is used up by then, so the file
 * is harmless.
 */
const REMOVE_AFTER_MS = 60_000;

/**
 * The browser that the till starts: the user's default browser, or the kiosk's. It gets its link from a page on disk
 * that only this user may read.
 */
export class OwnBrowser {
  readonly #deps: OwnBrowserDeps;
  #page: ForwardPage | null = null;
  #kiosk: KioskWindow | null = null;
  #cancelWait: () => void = () => {};
  /** Opens a page in the user's default browser. */
  #start: ((page: string) => Promise<boolean>) | null = null;
  #openedAgainAt = Number.NEGATIVE_INFINITY;
  #cancelLost: () => void = () => {};

  constructor(deps: OwnBrowserDeps) {
    this.#deps = deps;
  }

  /**
   * Opens the page in the user's default browser. A page that the user closes stays closed; a crashed page is opened
   * again once.
   */
  async open(start: (page: string) => Promise<boolean>): Promise<void> {
    this.#start = start;
    if (await start(this.#newPage())) return;
    this.#forget();
    this.#deps.say('No browser could be opened; open the link above yourself.');
  }

  /** Adopts the page that the previous process opened. */
  expect(start: (page: string) => Promise<boolean>): void {
    this.#start = start;
    this.pageLost();
  }

  /** Opens a kiosk and keeps it open. */
  openKiosk(start: (page: string) => ChildProcess): void {
    const { clock, say } = this.#deps;
    const kiosk = new KioskWindow({
      start: (isCalm) => start(isCalm ? this.#keep(this.#deps.calmPage()) : this.#newPage()),
      clock,
      say,
    });
    this.#kiosk = kiosk;
    kiosk.open();
  }

  /**
   * Called when the link was opened by any browser. The page stays for a while, so that the till's browser can detect
   * that another browser was first.
   */
  linkUsed(): void {
    this.#cancelWait();
    this.#cancelWait = this.#deps.clock.after(REMOVE_AFTER_MS, () => this.#forget());
  }

  /**
   * Called when another program opened the link first; its session was ended. A kiosk is opened again with a new link.
   */
  linkTaken(): void {
    const next = this.#kiosk ? 'The kiosk is opened again with a new one.' : 'Press Enter for a new one.';
    this.#deps.say(`Another program on this computer opened the browser's link first; the till signed it out. ${next}`);
    this.renew();
  }

  beat(): void {
    this.#cancelLost();
    this.#kiosk?.beat();
  }

  /**
   * Called when the page of the till's browser is lost without having been closed. A kiosk is watched by its own
   * PageWatchdog.
   */
  pageLost(): void {
    this.#cancelLost();
    this.#cancelLost = this.#deps.clock.after(COMES_BACK_WITHIN_MS, () => void this.#openAgain());
  }

  async #openAgain(): Promise<void> {
    const { clock, say } = this.#deps;
    if (!this.#start) return;
    const lost = 'The till’s page ended without being closed';
    if (clock.monotonic() - this.#openedAgainAt < OPENED_AGAIN_FOR_MS) {
      return say(`${lost}, again. Press Enter for a new link, and open it in another browser.`);
    }
    this.#openedAgainAt = clock.monotonic();
    say(`${lost}; it is opened again in the browser.`);
    await this.open(this.#start);
  }

  /** Closes a kiosk's browser, so that it is opened again with a new link. */
  renew(): void {
    this.#kiosk?.renew();
  }

  /** Ends the kiosk's browser; the user's default browser keeps running. */
  async stop(): Promise<void> {
    this.#forget();
    this.#cancelLost();
    this.#start = null;
    await this.#kiosk?.stop();
  }

  #newPage(): string {
    const path = this.#keep(this.#deps.newPage());
    this.#cancelWait = this.#deps.clock.after(OPENS_WITHIN_MS, () =>
      this.#deps.say(
        `The browser has not opened the till yet. One from a snap or a flatpak may not be allowed to read ${this.#page?.path}: ` +
          `open a link yourself (tillbridge url), or choose a data folder it may read (--data).`,
      ),
    );
    return path;
  }

  /** Replaces the previous page. */
  #keep(page: ForwardPage): string {
    this.#forget();
    this.#page = page;
    return page.path;
  }

  #forget(): void {
    this.#cancelWait();
    this.#page?.remove();
    this.#page = null;
  }
}
