/**
 * The module `electron` as the shell sees it, on a real Chromium and real processes. It has the defaults of Electron
 * (permissions are granted, windows may open, requests go out), so that stories test the shell's own refusals.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { Chromium } from './chromium.ts';
import { fromApp, pageScript, PAGES_ORIGIN } from './origin.ts';
import { PortMain } from './ports.ts';
import { BrowserWindow, shared, type WebContents } from './window.ts';

export { MessageChannelMain } from './ports.ts';
export { BrowserWindow };

/** Sends a message to the story that runs this process. */
export const tell = (message: object): void => void process.send?.(message);

const folder = process.argv[1] ?? '';

class App extends EventEmitter {
  readonly isPackaged = false;
  readonly #paths = new Map<string, string>();
  #isQuitting = false;
  /** Resolves when the app is ready; null until the shell asks, because a second start ends before that. */
  #ready: Promise<void> | null = null;
  whenReady = (): Promise<void> => (this.#ready ??= this.#start());

  async #start(): Promise<void> {
    const chromium = await Chromium.start();
    shared.chromium = chromium;
    tell({ chromium: { pid: chromium.pid, url: chromium.url } });
    await watchTargets(chromium);
  }

  getLocale = (): string => 'en-US';
  getVersion = (): string =>
    (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

  setPath(name: string, path: string): void {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    this.#paths.set(name, path);
  }

  /** Uses a socket in the profile, as Chromium does. */
  requestSingleInstanceLock(): boolean {
    const path = join(this.#paths.get('userData') ?? '', 'instance');
    if (existsSync(path) && isAnswered(path)) return false;
    rmSync(path, { force: true });
    createServer((socket) => {
      socket.resume().end();
      this.emit('second-instance', {}, [], '');
    })
      .listen(path)
      .unref();
    return true;
  }

  quit(): void {
    let isPrevented = false;
    this.emit('before-quit', { preventDefault: () => (isPrevented = true) });
    if (isPrevented) return;
    this.#isQuitting = true;
    for (const window of BrowserWindow.getAllWindows()) window.close();
    if (BrowserWindow.all.length > 0) this.#isQuitting = false;
    else process.exit(0);
  }

  exit(code = 0): void {
    process.exit(code);
  }

  windowClosed(): void {
    if (BrowserWindow.all.length === 0 && !this.#isQuitting) this.emit('window-all-closed');
  }
}

/** Returns true if another process has the lock, and notifies that process. Synchronous, as in Electron. */
function isAnswered(path: string): boolean {
  tell({ asksRunning: path });
  createConnection(path).on('error', () => undefined);
  return true;
}

export const app = new App();
shared.created = (contents) => void app.emit('web-contents-created', {}, contents);
shared.closed = () => app.windowClosed();

type Target = { targetInfo: { targetId: string; type: string; url: string; openerId?: string } };

/**
 * Closes a page that Chromium made. If a debugger attaches to each new page, as a story's does, the page and its
 * opener, which share a process, wait for the debugger. Resume the page before closing it: otherwise the opener's
 * timers never run again.
 */
async function discard(chromium: Chromium, targetId: string): Promise<void> {
  const session = await chromium.attach(targetId);
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  await session.send('Runtime.runIfWaitingForDebugger');
  await chromium.browser.send('Target.closeTarget', { targetId });
}

async function watchTargets(chromium: Chromium): Promise<void> {
  chromium.browser.listen<Target>('Target.targetCreated', ({ targetInfo: { targetId, type, url, openerId } }) => {
    const opener = BrowserWindow.all.find(({ webContents }) => webContents.targetId === openerId);
    if (type !== 'page' || !opener) return;
    // Electron asks before it makes a window; here the window is closed before it loads anything.
    if (!opener.webContents.wantsOpened(url)) void discard(chromium, targetId).catch(() => undefined);
  });
  await chromium.browser.send('Target.setDiscoverTargets', { discover: true });
  let known = new Map<number, string>();
  const look = async (): Promise<void> => {
    type Info = { processInfo: { type: string; id: number }[] };
    const { processInfo } = await chromium.browser.send<Info>('SystemInfo.getProcessInfo');
    const now = new Map(processInfo.map(({ id, type }) => [id, type]));
    for (const [pid, type] of known) {
      if (now.has(pid) || type === 'renderer' || type === 'browser') continue;
      app.emit('child-process-gone', {}, { type, reason: 'killed', exitCode: 9 });
    }
    known = now;
    tell({ processes: processInfo });
  };
  setInterval(() => void look().catch(() => undefined), 500).unref();
}

type RequestHandler = (details: { url: string }, answer: (reply: { cancel: boolean }) => void) => void;
type PermissionHandler = (contents: WebContents, permission: string, answer: (is: boolean) => void) => void;

class Session extends EventEmitter {
  #request: RequestHandler = (_details, answer) => answer({ cancel: false });
  #permission: PermissionHandler | null = null;
  #check: ((contents: WebContents, permission: string, origin: string) => boolean) | null = null;
  readonly webRequest = { onBeforeRequest: (handler: RequestHandler) => void (this.#request = handler) };
  setPermissionRequestHandler = (handler: PermissionHandler) => void (this.#permission = handler);
  setPermissionCheckHandler = (handler: (contents: WebContents, permission: string, origin: string) => boolean) =>
    void (this.#check = handler);
  setDevicePermissionHandler(): void {}
  setDisplayMediaRequestHandler(): void {}

  isCancelled(url: string): Promise<boolean> {
    return new Promise((done) => this.#request({ url }, ({ cancel }) => done(cancel)));
  }

  /** Both handlers have to allow the permission; without handlers every permission is granted. */
  async allows(contents: WebContents, permission: string): Promise<boolean> {
    const handler = this.#permission;
    const isChecked = this.#check?.(contents, permission, 'app://tillbridge/') ?? true;
    const isGiven = handler ? await new Promise<boolean>((done) => handler(contents, permission, done)) : true;
    return isChecked && isGiven;
  }
}
export const session = { defaultSession: new Session() };

/** Electron's name of each permission, by Chromium's name. */
const permissions = {
  geolocation: 'geolocation',
  notifications: 'notifications',
  audioCapture: 'media',
  videoCapture: 'media',
  midi: 'midi',
  clipboardReadWrite: 'clipboard-read',
  idleDetection: 'idle-detection',
};

shared.permissions = async (contents) => {
  for (const [name, electrons] of Object.entries(permissions)) {
    const setting = (await session.defaultSession.allows(contents, electrons)) ? 'granted' : 'denied';
    await shared.chromium?.browser.send('Browser.setPermission', {
      permission: { name: chromiumName(name) },
      setting,
      origin: PAGES_ORIGIN,
    });
  }
};
const chromiumName = (name: string): string =>
  ({
    audioCapture: 'microphone',
    videoCapture: 'camera',
    clipboardReadWrite: 'clipboard-read',
    idleDetection: 'idle-detection',
  })[name] ?? name;

type SchemeHandler = (request: Request) => Promise<Response>;
const handlers = new Map<string, SchemeHandler>();
export const protocol = {
  registerSchemesAsPrivileged: (): void => undefined,
  handle: (scheme: string, handler: SchemeHandler) => void handlers.set(scheme, handler),
};

shared.answer = async (url, method) => {
  if (await session.defaultSession.isCancelled(url)) return null;
  const handler = handlers.get(new URL(url).protocol.slice(0, -1));
  // A request that the shell lets out is reported to the story and fails.
  if (!handler) tell({ leftShell: url });
  if (!handler) return null;
  const response = await handler(new Request(url, { method }));
  const body = Buffer.from(await response.arrayBuffer());
  const isScript = response.headers.get('content-type')?.startsWith('text/javascript');
  return {
    status: response.status,
    headers: [...response.headers],
    body: isScript ? Buffer.from(pageScript(body.toString())) : body,
  };
};

export const ipcMain = shared.ipc;
export const powerMonitor = new EventEmitter();
export const powerSaveBlocker = {
  started: new Set<number>(),
  start(type: string): number {
    powerSaveBlocker.started.add(powerSaveBlocker.started.size + 1);
    tell({ powerSaveBlocker: type });
    return powerSaveBlocker.started.size;
  },
  stop(id: number): void {
    powerSaveBlocker.started.delete(id);
    tell({ powerSaveBlocker: null });
  },
  isStarted: (id: number): boolean => powerSaveBlocker.started.has(id),
};
export const Menu = {
  setApplicationMenu: (): void => undefined,
  buildFromTemplate: (template: unknown): unknown => template,
};
export const safeStorage = {
  isAsyncEncryptionAvailable: async (): Promise<boolean> => false,
  getSelectedStorageBackend: (): string => 'basic_text',
};

class Screen extends EventEmitter {
  #all = [{ id: 1, bounds: { x: 0, y: 0, width: 1280, height: 800 } }];
  getAllDisplays = () => this.#all;
  getPrimaryDisplay = () => this.#all[0];
  getDisplayMatching = () => this.#all[0];
  plugIn(): void {
    const display = { id: 2, bounds: { x: 1280, y: 0, width: 1280, height: 800 } };
    this.#all = [...this.#all, display];
    this.emit('display-added', {}, display);
  }
  unplug(): void {
    const gone = this.#all.pop();
    this.emit('display-removed', {}, gone);
  }
}
export const screen = new Screen();

let answerDialog = (_button: number): void => undefined;
export const dialog = {
  showMessageBox(...args: object[]): Promise<{ response: number }> {
    tell({ dialog: args.at(-1) });
    return new Promise((done) => {
      answerDialog = (response) => done({ response });
    });
  },
};

class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;
  readonly stdout;
  readonly stderr;

  constructor(entry: string, args: readonly string[], options: { env?: NodeJS.ProcessEnv; execArgv?: string[] }) {
    super();
    const world = join(import.meta.dirname, 'utility.ts');
    this.#child = fork(entry, [...args], {
      env: options.env ?? process.env,
      execArgv: [...(options.execArgv ?? []), '--import', world],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    this.stdout = this.#child.stdout;
    this.stderr = this.#child.stderr;
    this.#child.on(
      'message',
      ({ message, port, data, closed }: { message?: unknown; port?: number; data?: unknown; closed?: number }) => {
        if (closed !== undefined) PortMain.byId(closed)?.close();
        else if (port === undefined) this.emit('message', message);
        else PortMain.byId(port)?.said(data);
      },
    );
    this.#child.once('exit', (code) => {
      for (const port of this.#ports) port.close();
      this.emit('exit', code ?? 1);
    });
  }

  readonly #ports: PortMain[] = [];

  get pid(): number | undefined {
    return this.#child.pid;
  }

  postMessage(message: unknown, ports: readonly PortMain[] = []): void {
    this.#send({ message, ports: ports.map(({ id }) => id) });
    for (const port of ports) {
      this.#ports.push(port);
      port.moveTo({ deliver: (id, data) => this.#send({ port: id, data }), close: (id) => this.#send({ closed: id }) });
    }
  }

  kill(): boolean {
    return this.#child.kill('SIGTERM');
  }

  #send(message: object): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }
}
export const utilityProcess = {
  fork: (entry: string, args: readonly string[], options: { env?: NodeJS.ProcessEnv; execArgv?: string[] }) =>
    new UtilityProcess(entry, args, options),
};

/** Actions at the computer that the story requests. */
const acts: Record<string, (what: number) => void> = {
  'close-window': (index) => BrowserWindow.all[index]?.close(),
  quit: () => app.quit(),
  answer: (button) => answerDialog(button),
  'plug-in-screen': () => screen.plugIn(),
  'unplug-screen': () => screen.unplug(),
  'crash-page': (index) => BrowserWindow.all[index]?.webContents.forcefullyCrashRenderer(),
  windows: () =>
    tell({
      windows: BrowserWindow.all.map(({ options, isShown, timesFocused, webContents }) => ({
        title: options['title'],
        isShown,
        timesFocused,
        url: webContents.mainFrame.url,
        target: webContents.targetId,
        isHardened: isHardened(options.webPreferences),
      })),
    }),
};

const isHardened = (has: Record<string, unknown>): boolean =>
  has['sandbox'] === true &&
  has['contextIsolation'] === true &&
  has['nodeIntegration'] === false &&
  has['webSecurity'] === true;

process.on('message', (message: unknown) => {
  const [act, what] = Array.isArray(message) ? (message as [string, number]) : [''];
  acts[act]?.(what ?? 0);
});
export const addressOf = fromApp;
