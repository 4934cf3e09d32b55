import {
  app,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  session,
  type BrowserWindow,
} from 'electron';
import { toFailure, type FailureCode } from '../contract/index.ts';
import { systemClock } from '../domain/index.ts';
import { looksForUpdates, type SecretKeeper, type Settings } from '../config/index.ts';
import {
  Interrupts,
  interruptsByMessage,
  launchStack,
  UpdateKeeper,
  type OpenPayment,
  type ShellMessages,
  type Stack,
  type StackEntries,
  type StackEvent,
  type ProgramLocation,
} from '../starter/index.ts';
import { APP_SCHEME, APP_URL, serveUi } from './app-protocol.ts';
import { CHANNEL } from './channels.ts';
import { DISPLAY_URL, DisplayWindow } from './display-window.ts';
import { utilityForker } from './utility-fork.ts';
import { quitQuestion, QUIT_BUTTON } from './quit-question.ts';
import { startFailure } from './start-failure.ts';
import { careForPage } from './window-care.ts';
import { isTrustedSender, lockIn, lockSession, openWindow } from './window.ts';

export interface ShellOptions {
  readonly dataDir: string;
  readonly isKiosk: boolean;
  readonly isVerbose: boolean;
  /** Opens the customer display automatically if there is a second screen. */
  readonly opensDisplay: boolean;
  readonly version: string;
  readonly rendererDir: string;
  readonly preload: string;
  readonly entries: StackEntries;
  /** Package around the window, which may update itself, or null. */
  readonly ground: ProgramLocation | null;
  /** Read after `ready`, because the key store is not available before. */
  readonly settings: () => Promise<Settings>;
  /** Store of the platform's password. */
  readonly secrets: SecretKeeper;
  /** Messages to the start script. */
  readonly messages: Pick<ShellMessages, 'up' | 'failureShown'>;
  /** Writes a line to the console. */
  readonly say: (line: string) => void;
  /** Writes the single line on standard output. */
  readonly announce: (line: string) => void;
  /** Source of signals and of the start script's disconnect: `process`, except in tests. */
  readonly program: Pick<NodeJS.Process, 'on' | 'emit'>;
}

/** Must run before `ready`: registers the UI's scheme as a standard, secure origin. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/**
 * The Electron shell: the till's window (and the customer's), the stack behind them, and a message port between them
 * for each process run of the host.
 *
 *   page 'load' ──► page/ready ──┐
 *                                ├──► new channel: one port to the page, one to the host
 *   host-up ─────────────────────┘
 */
export class Shell {
  readonly #options: ShellOptions;
  #window: BrowserWindow | null = null;
  readonly #display: DisplayWindow;
  #stack: Stack | null = null;
  #keeper: UpdateKeeper | null = null;
  readonly #interrupts = new Interrupts(systemClock);
  #isPageReady = false;
  #isHostUp = false;
  /** Reason why the host is not up, if it reported one. */
  #whyDown: FailureCode | null = null;
  #stopping: Promise<void> | null = null;
  #hasStopped = false;
  /** The quit question is on the screen. */
  #isAsking = false;
  /** Id of the power-save blocker, or null. */
  #awake: number | null = null;
  /** Quit without asking: a signal, the computer's shutdown or the start script's end. */
  #isForced = false;

  constructor(options: ShellOptions) {
    this.#options = options;
    this.#display = new DisplayWindow({
      preload: options.preload,
      hasDevTools: this.#hasDevTools,
      till: () => this.#window,
      connect: (port) => this.#isHostUp && (this.#stack?.connect(port, 'display') ?? false),
      whyDown: () => this.#whyDown,
    });
  }

  /** Developer tools are for development builds. */
  get #hasDevTools(): boolean {
    return !app.isPackaged && !this.#options.isKiosk;
  }

  get isKiosk(): boolean {
    return this.#options.isKiosk;
  }

  get isStopping(): boolean {
    return this.#stopping !== null;
  }

  /** Reports to the start script that the user sees the reason of a failed start, so that it tries no other shell. */
  failureShown(): void {
    this.#options.messages.failureShown();
  }

  /**
   * Starts everything. Resolves when the host is up; rejects with a TillError after stopping the parts already started.
   */
  async run(): Promise<void> {
    this.#listen();
    await app.whenReady();
    lockSession(session.defaultSession, { savesFiles: !this.#options.isKiosk });
    protocol.handle(APP_SCHEME, (request) => serveUi(request, this.#options.rendererDir));
    // The default menu reloads, zooms and opens developer tools; on macOS copy and paste need a menu.
    Menu.setApplicationMenu(
      process.platform === 'darwin' && !this.#options.isKiosk
        ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }])
        : null,
    );
    powerMonitor.on('shutdown', () => this.#quitNow());
    const settings = await this.#options.settings();
    if (this.#stopping) return;
    const { dataDir, version, isKiosk, entries } = this.#options;
    this.#stack = launchStack(
      { dataDir, version, isKiosk, settings, localSocket: true },
      {
        fork: utilityForker(process.env),
        entries,
        readSettings: this.#options.settings,
        secrets: this.#options.secrets,
        onEvent: (event) => this.#onStackEvent(event),
      },
    );
    this.#keeper = this.#keepUpdated(this.#stack);
    // The code below handles the failure; until then the window shows that the host is starting.
    this.#stack.ready.catch(() => {});
    await this.#openWindow();
    // A dark screen would hinder a customer who wants to pay.
    if (!this.#stopping) this.#awake = powerSaveBlocker.start('prevent-display-sleep');
    if (this.#options.opensDisplay && !this.#options.isKiosk && !this.#stopping) this.#display.followScreens();
    await this.#stack.ready;
    this.#options.announce(`Tillbridge ready: ${APP_URL}`);
  }

  /**
   * Stops the stack in order. The windows stay open until it is done, so that the till does not look switched off.
   * Idempotent.
   */
  stop(): Promise<void> {
    this.#stopping ??= (async () => {
      try {
        // This runs before the processes are stopped, because the host decides whether an update may be installed.
        await this.#keeper?.close();
        await this.#stack?.stop();
      } finally {
        this.#hasStopped = true;
        if (this.#awake !== null) powerSaveBlocker.stop(this.#awake);
        this.#awake = null;
      }
    })();
    return this.#stopping;
  }

  #listen(): void {
    const { program } = this.#options;
    app.on('web-contents-created', (_event, contents) => lockIn(contents));
    // Chromium restarts its GPU process, and its other helpers, by itself.
    app.on('child-process-gone', (_event, { type, reason }) => {
      if (reason !== 'clean-exit') this.#options.say(`Electron’s ${type} process ended (${reason}).`);
    });
    app.on('second-instance', () => {
      if (this.#window?.isMinimized()) this.#window.restore();
      this.#window?.focus();
    });
    app.on('window-all-closed', () => app.quit());
    app.on('before-quit', (event) => {
      if (this.#hasStopped) return;
      event.preventDefault();
      if (this.#isForced || this.#stopping || this.#options.isKiosk) void this.stop().finally(() => app.quit());
      else void this.#quitIfMeant();
    });
    program.on('SIGINT', () => void this.#onInterrupt());
    interruptsByMessage(program);
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) program.on(signal, () => this.#quitNow());
    // The shell also ends when the start script ends.
    program.on('disconnect', () => this.#quitNow());
    ipcMain.on(CHANNEL.pageReady, (event) => {
      if (!isTrustedSender(event, this.#window)) return this.#display.takeReady(event);
      this.#isPageReady = true;
      this.#options.messages.up();
      this.#handOver();
      this.#sendWhyDown();
    });
  }

  #keepUpdated(stack: Stack): UpdateKeeper | null {
    const { ground, dataDir, say } = this.#options;
    if (!ground) return null;
    const [end, mayCheck] = [() => this.#quitNow(), () => looksForUpdates(dataDir)];
    return new UpdateKeeper({ ground, dataDir, env: process.env, stack, clock: systemClock, say, end, mayCheck });
  }

  #quitNow(): void {
    this.#isForced = true;
    app.quit();
  }

  /** Ctrl+C: the question is asked in the console instead of a window, and a second Ctrl+C answers it. */
  async #onInterrupt(): Promise<void> {
    const answer = await this.#interrupts.press(() => this.#open());
    if (answer === 'quit') this.#quitNow();
    else if (answer !== 'same') this.#options.say(answer.say);
  }

  /**
   * Payments that a stop would leave unfinished; empty for a kiosk, which cancels its payments first and does not ask.
   */
  async #open(): Promise<readonly OpenPayment[]> {
    return this.#options.isKiosk ? [] : ((await this.#stack?.closing()) ?? []);
  }

  /** Quits, unless a payment runs and the user prefers to stay. */
  async #quitIfMeant(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    let isMeant = true;
    try {
      const open = await this.#open();
      // Another caller may have stopped the shell during the wait, without asking.
      if (open.length > 0 && !this.#stopping) {
        const question = quitQuestion(open, app.getLocale());
        const window = this.#window;
        const { response } = await (window ? dialog.showMessageBox(window, question) : dialog.showMessageBox(question));
        isMeant = response === QUIT_BUTTON;
      }
    } finally {
      this.#isAsking = false;
    }
    if (isMeant) await this.stop().finally(() => app.quit());
  }

  async #openWindow(): Promise<void> {
    const window = await openWindow(
      {
        preload: this.#options.preload,
        isKiosk: this.#options.isKiosk,
        hasDevTools: this.#hasDevTools,
      },
      (made) => {
        this.#window = made;
        // The only window that a page may request; the shell creates it.
        if (!this.#options.isKiosk) {
          made.webContents.setWindowOpenHandler(({ url }) => {
            if (url === DISPLAY_URL) this.#display.open();
            return { action: 'deny' };
          });
        }
        // A page that loads again (reload, crash) is not ready until it reports so. The start of loading must not reset
        // this: a refused navigation starts loading too, and the page that stays never reports again.
        made.webContents.on('did-navigate', () => {
          this.#isPageReady = false;
        });
        careForPage(made, { isOver: () => this.isStopping, onGone: () => (this.#isPageReady = false) });
        // Closing the window quits the till: the window stays open during the question, and while the stack stops.
        made.on('close', (event) => {
          if (this.#hasStopped) return;
          event.preventDefault();
          app.quit();
        });
        made.on('closed', () => {
          this.#window = null;
          this.#isPageReady = false;
        });
      },
    );
    if (this.#stopping) window.destroy();
  }

  #onStackEvent(event: StackEvent): void {
    switch (event.type) {
      case 'host-up':
        this.#isHostUp = true;
        this.#whyDown = null;
        this.#handOver();
        this.#display.handOver();
        return;
      case 'host-down':
        this.#isHostUp = false;
        this.#setWhyDown(event.failure?.code ?? null);
        if (event.isMeant) this.#options.say('The host restarts with the current settings.');
        else this.#options.say(`The host ended (${event.failure?.message ?? event.exit.code}); it is being restarted.`);
        return;
      case 'helper-down':
        if (event.failure && !this.#isHostUp) this.#setWhyDown(event.failure.code);
        this.#options.say(`The ${event.name} ended; it is being restarted.`);
        return;
      case 'helper-up':
        return;
      case 'settings-refused':
        this.#options.say(`${event.failure.message}. The previous settings stay in use.`);
        return;
      case 'update-now':
        void this.#keeper?.now();
        return;
      case 'line':
        if (this.#options.isVerbose) this.#options.say(`[${event.name}] ${event.line}`);
        return;
    }
  }

  #setWhyDown(why: FailureCode | null): void {
    this.#whyDown = why;
    this.#sendWhyDown();
    this.#display.sendWhyDown();
  }

  /** Sends the failure code over IPC, because the page has no channel to a host that is down. */
  #sendWhyDown(): void {
    const window = this.#window;
    if (this.#whyDown === null || !this.#isPageReady || !window || window.isDestroyed()) return;
    window.webContents.send(CHANNEL.hostStopped, this.#whyDown);
  }

  /** Connects page and host by a new channel; an older channel ended with its host or page. */
  #handOver(): void {
    const window = this.#window;
    if (!this.#isPageReady || !this.#isHostUp || !window || window.isDestroyed()) return;
    const { port1, port2 } = new MessageChannelMain();
    const scope = this.#options.isKiosk ? 'kiosk' : 'till';
    if (this.#stack?.connect(port1, scope)) window.webContents.postMessage(CHANNEL.hostPort, null, [port2]);
    else {
      port1.close();
      port2.close();
    }
  }
}

/**
 * Reports why the shell could not start and exits with code 1, in order. A window shows the reason to the user; a kiosk
 * exits at once, so that its supervisor can start it again.
 */
export async function failShell(shell: Shell, error: unknown, say: (line: string) => void): Promise<void> {
  // The user closed the till while it was starting: that is not a failure, and quitting is in progress.
  if (shell.isStopping) return;
  shell.failureShown();
  const failure = toFailure(error);
  say(`${failure.message} (${failure.code})`);
  await shell.stop();
  if (!shell.isKiosk) await dialog.showMessageBox(startFailure(failure));
  app.exit(1);
}
