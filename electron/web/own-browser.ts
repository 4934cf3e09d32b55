import type { ChildProcess } from 'node:child_process';
import type { Clock } from '../domain/index.ts';
import type { ForwardPage } from './forward-page.ts';
import { KioskWindow } from './kiosk.ts';

export interface OwnBrowserDeps {
  /** A page that leads to a fresh link. */
  readonly newPage: () => ForwardPage;
  /** The screen for a till whose page does not come up. */
  readonly calmPage: () => ForwardPage;
  /** For the log: standard error. */
  readonly say: (line: string) => void;
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
}

/** A browser that has not come by then cannot read the page, or is something else than a browser. */
const OPENS_WITHIN_MS = 30_000;

/** A page that is loaded again by its browser, or by whoever sits there, is back by then. */
const COMES_BACK_WITHIN_MS = 10_000;
/** One that is lost again so soon after it was opened again is not helped by opening it. */
const OPENED_AGAIN_FOR_MS = 60_000;

/** A slow computer's browser takes that long at most. What stays in the page meanwhile is a link that opens nothing any more. */
const REMOVE_AFTER_MS = 60_000;

/** The browser that we start: a person's own, or the kiosk's. It is led in by a page on disk that only this user may read. */
export class OwnBrowser {
  readonly #deps: OwnBrowserDeps;
  #page: ForwardPage | null = null;
  #kiosk: KioskWindow | null = null;
  #cancelWait: () => void = () => {};
  /** Opens a page in the person's own browser. */
  #start: ((page: string) => Promise<boolean>) | null = null;
  #openedAgainAt = Number.NEGATIVE_INFINITY;
  #cancelLost: () => void = () => {};

  constructor(deps: OwnBrowserDeps) {
    this.#deps = deps;
  }

  /** Opens the page in the person's own browser, which is theirs: what they close stays closed, what crashes is opened again once. */
  async open(start: (page: string) => Promise<boolean>): Promise<void> {
    this.#start = start;
    if (await start(this.#newPage())) return;
    this.#forget();
    this.#deps.say('No browser could be opened; open the link above yourself.');
  }

  /** The page is open already: what opened it was the process before this one. */
  expect(start: (page: string) => Promise<boolean>): void {
    this.#start = start;
    this.pageLost();
  }

  /** Keeps a kiosk open. */
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

  /** The link was opened, by whom ever: the page stays a little for our own browser, which then finds out that it was not the first. */
  linkUsed(): void {
    this.#cancelWait();
    this.#cancelWait = this.#deps.clock.after(REMOVE_AFTER_MS, () => this.#forget());
  }

  /** Another program opened the link first, and has lost what it got. A kiosk comes back with a new one. */
  linkTaken(): void {
    const next = this.#kiosk ? 'The kiosk is opened again with a new one.' : 'Press Enter for a new one.';
    this.#deps.say(`Another program on this computer opened the browser's link first; it was shut out again. ${next}`);
    this.renew();
  }

  /** The page of our own browser lives. */
  beat(): void {
    this.#cancelLost();
    this.#kiosk?.beat();
  }

  /** The page of our own browser is gone, and nobody has closed it. A kiosk has a care of its own. */
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

  /** Lets a kiosk in again. */
  renew(): void {
    this.#kiosk?.renew();
  }

  /** Ends the kiosk's browser; a person's own goes on. */
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

  /** In the place of the one before. */
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
