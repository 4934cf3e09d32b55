import { BrowserWindow, MessageChannelMain, screen, type Display, type IpcMainEvent } from 'electron';
import type { FailureCode } from '../contract/index.ts';
import { APP_URL } from './app-protocol.ts';
import { CHANNEL } from './channels.ts';
import { careForPage } from './window-care.ts';
import { isTrustedSender, windowOptions } from './window.ts';

/** URL that the till's page opens and this window loads. */
export const DISPLAY_URL = `${APP_URL}#/display`;

export interface DisplayWindowDeps {
  readonly preload: string;
  readonly hasDevTools: boolean;
  /** The till's own window: the customer's window uses another screen. */
  readonly till: () => BrowserWindow | null;
  /** Passes one end of a channel to the host, as a display's connection; false while there is no host. */
  readonly connect: (port: unknown) => boolean;
  /** Reason why the host has stopped, or null if the host runs or the reason is unknown. */
  readonly whyDown: () => FailureCode | null;
}

/**
 * The customer's window. It connects to the contract as a display, so it is unable to start or cancel a payment; the
 * keyboard focus stays with the till. If it is closed by hand, it stays closed until a user requests it or connects a
 * screen.
 */
export class DisplayWindow {
  readonly #deps: DisplayWindowDeps;
  #window: BrowserWindow | null = null;
  #isPageReady = false;
  /** Screen that the window fills, or null for an ordinary window. */
  #screenId: number | null = null;

  constructor(deps: DisplayWindowDeps) {
    this.#deps = deps;
  }

  /** Opens the window if there is a second screen, and whenever a screen is connected. */
  followScreens(): void {
    screen.on('display-added', () => this.#openOnSecond());
    screen.on('display-removed', (_event, gone) => {
      if (gone.id === this.#screenId) this.close();
    });
    this.#openOnSecond();
  }

  /** Opens the window, on the second screen if there is one, or brings it to the front. */
  open(): void {
    const open = this.#window;
    if (open && !open.isDestroyed()) return open.moveTop();
    const second = this.#second();
    const made = new BrowserWindow({
      ...windowOptions({ preload: this.#deps.preload, isKiosk: false, hasDevTools: this.#deps.hasDevTools }),
      title: 'Tillbridge: customer display',
      ...(second ? { x: second.bounds.x, y: second.bounds.y, fullscreen: true, frame: false } : {}),
    });
    this.#window = made;
    this.#screenId = second?.id ?? null;
    made.webContents.on('did-navigate', () => {
      this.#isPageReady = false;
    });
    careForPage(made, { isOver: () => false, onGone: () => (this.#isPageReady = false) });
    made.on('closed', () => {
      this.#window = null;
      this.#isPageReady = false;
      this.#screenId = null;
    });
    // `show` would take the focus from the till's window, where the cashier types.
    made.once('ready-to-show', () => made.showInactive());
    // A page that fails to load is dropped; the till continues without it.
    made.loadURL(DISPLAY_URL).catch(() => made.destroy());
  }

  close(): void {
    if (this.#window && !this.#window.isDestroyed()) this.#window.close();
  }

  /** Handles the ready message of the window's page. Other senders are ignored. */
  takeReady(event: IpcMainEvent): void {
    if (!isTrustedSender(event, this.#window)) return;
    this.#isPageReady = true;
    this.handOver();
    this.sendWhyDown();
  }

  /** Creates a new connection between its page and the host. */
  handOver(): void {
    const window = this.#window;
    if (!this.#isPageReady || !window || window.isDestroyed()) return;
    const { port1, port2 } = new MessageChannelMain();
    if (this.#deps.connect(port1)) window.webContents.postMessage(CHANNEL.hostPort, null, [port2]);
    else {
      port1.close();
      port2.close();
    }
  }

  sendWhyDown(): void {
    const window = this.#window;
    const why = this.#deps.whyDown();
    if (why === null || !this.#isPageReady || !window || window.isDestroyed()) return;
    window.webContents.send(CHANNEL.hostStopped, why);
  }

  #openOnSecond(): void {
    if (this.#second()) this.open();
  }

  /** A screen other than the till's, or null. */
  #second(): Display | null {
    const till = this.#deps.till();
    const own = till && !till.isDestroyed() ? screen.getDisplayMatching(till.getBounds()) : screen.getPrimaryDisplay();
    return screen.getAllDisplays().find(({ id }) => id !== own.id) ?? null;
  }
}
