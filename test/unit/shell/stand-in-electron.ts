import { EventEmitter } from 'node:events';

/**
 * Simulated Electron at the module boundary: it records the shell's calls, and the test emits Electron's events. It
 * lacks logic, so that a test fails if the shell omits a call.
 */
export class StandInWebContents extends EventEmitter {
  openHandler: ((details: { url: string }) => { action: string }) | undefined;
  readonly posted: { channel: string; ports: StandInPort[] }[] = [];
  reloads = 0;
  readonly mainFrame = { url: 'app://tillbridge/index.html', parent: null };
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
  postMessage(channel: string, _message: unknown, ports: StandInPort[]): void {
    this.posted.push({ channel, ports });
  }
  /** Messages of `send`, in order. */
  readonly sent: [channel: string, what: unknown][] = [];
  send(channel: string, what: unknown): void {
    this.sent.push([channel, what]);
  }
  /** Reports the end of a killed page, like Chromium. */
  forcefullyCrashRenderer(): void {
    this.emit('render-process-gone');
  }
  reload(): void {
    this.reloads += 1;
  }
}

export class StandInWindow extends EventEmitter {
  static all: StandInWindow[] = [];
  readonly options: { webPreferences: Record<string, unknown>; kiosk: boolean } & Record<string, unknown>;
  readonly webContents = new StandInWebContents();
  readonly loaded: string[] = [];
  isShown = false;
  wasFocused = false;
  constructor(options: StandInWindow['options']) {
    super();
    this.options = options;
    StandInWindow.all.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }
  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    this.webContents.emit('did-navigate');
    this.emit('ready-to-show');
  }
  show(): void {
    this.isShown = true;
  }
  wasShownInactive = false;
  showInactive(): void {
    this.wasShownInactive = true;
  }
  timesOnTop = 0;
  moveTop(): void {
    this.timesOnTop += 1;
  }
  getBounds = () => ({ x: 0, y: 0, width: 1280, height: 800 });
  close(): void {
    this.emit('closed');
  }
  focus(): void {
    this.wasFocused = true;
  }
  isDestroyed = () => false;
  isMinimized = () => false;
  restore(): void {}
  destroy(): void {}
}

export class StandInPort {
  isClosed = false;
  close(): void {
    this.isClosed = true;
  }
}
export class StandInChannel {
  readonly port1 = new StandInPort();
  readonly port2 = new StandInPort();
}

export class StandInUtility extends EventEmitter {
  static all: StandInUtility[] = [];
  /** Unfinished payments that the host reports for a stop. */
  static open: object[] = [];
  /** 0 would be wrong: a signal to pid 0 goes to every process of this process's group. */
  readonly pid = undefined;
  readonly stdout = new EventEmitter() as EventEmitter & { resume(): void };
  readonly stderr = new EventEmitter() as EventEmitter & { resume(): void };
  readonly posted: { message: { type?: string }; ports: StandInPort[] }[] = [];
  isAlive = true;
  readonly entry: string;
  readonly args: string[];
  readonly options: { env: Record<string, string>; stdio: string; serviceName: string };
  constructor(entry: string, args: string[], options: StandInUtility['options']) {
    super();
    this.entry = entry;
    this.args = args;
    this.options = options;
    this.stdout.resume = () => {};
    this.stderr.resume = () => {};
    StandInUtility.all.push(this);
  }
  postMessage(message: { type?: string }, ports: StandInPort[]): void {
    this.posted.push({ message, ports });
    if (message.type === 'closing')
      this.emit('message', { type: 'closing', open: StandInUtility.open, isIdle: StandInUtility.open.length === 0 });
  }
  kill(): boolean {
    log.push(`kill ${this.entry}`);
    this.end(0);
    return true;
  }
  end(code: number): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.emit('exit', code);
  }
  static last(entry: string): StandInUtility {
    const found = StandInUtility.all.findLast((one) => one.entry === entry);
    if (!found) throw new Error(`${entry} was not started`);
    return found;
  }
}

/** Events in order, across objects. */
export const log: string[] = [];

class StandInApp extends EventEmitter {
  isPackaged = true;
  exitCode: number | undefined;
  /** Chromium's own switches, by name. */
  readonly switches = new Set<string>();
  readonly commandLine = {
    hasSwitch: (name: string) => this.switches.has(name),
    removeSwitch: (name: string) => void this.switches.delete(name),
  };
  whenReady = () => Promise.resolve();
  getLocale = () => 'en-US';
  getVersion = () => '1.2.3';
  /** Like Electron: before-quit may be prevented; otherwise the app quits. */
  quit(): void {
    let isPrevented = false;
    this.emit('before-quit', { preventDefault: () => (isPrevented = true) });
    log.push(isPrevented ? 'quit prevented' : 'quit');
  }
  exit(code: number): void {
    this.exitCode = code;
    log.push(`exit ${code}`);
  }
}
export const app = new StandInApp();

class StandInSession extends EventEmitter {
  readonly handlers: Record<string, unknown> = {};
  beforeRequest: ((details: { url: string }, answer: (reply: { cancel: boolean }) => void) => void) | undefined;
  readonly webRequest = {
    onBeforeRequest: (handler: StandInSession['beforeRequest']) => {
      this.beforeRequest = handler;
    },
  };
  setPermissionRequestHandler = (handler: unknown) => void (this.handlers['request'] = handler);
  setPermissionCheckHandler = (handler: unknown) => void (this.handlers['check'] = handler);
  setDevicePermissionHandler = (handler: unknown) => void (this.handlers['device'] = handler);
  setDisplayMediaRequestHandler = (handler: unknown) => void (this.handlers['display'] = handler);
}
export const session = { defaultSession: new StandInSession() };

export const dialog = {
  asked: [] as { message: string; detail: string; buttons: string[]; defaultId: number; cancelId: number }[],
  /** Answers the question on the screen with a button. */
  answer: (_button: number): void => undefined,
  showMessageBox(...args: unknown[]): Promise<{ response: number }> {
    dialog.asked.push(args.at(-1) as (typeof dialog.asked)[number]);
    return new Promise((resolve) => {
      dialog.answer = (response) => resolve({ response });
    });
  },
};

type Schemes = { scheme: string; privileges: Record<string, boolean> }[];
export const protocol = {
  schemes: [] as Schemes,
  handlers: {} as Record<string, (request: Request) => Promise<Response>>,
  registerSchemesAsPrivileged(schemes: Schemes): void {
    protocol.schemes = schemes;
  },
  handle(scheme: string, handler: (request: Request) => Promise<Response>): void {
    protocol.handlers[scheme] = handler;
  },
};

export const safeStorage = {
  isAvailable: true,
  backend: 'gnome_libsecret',
  shouldReEncrypt: false,
  encryptions: 0,
  isAsyncEncryptionAvailable: async () => safeStorage.isAvailable,
  getSelectedStorageBackend: () => safeStorage.backend,
  encryptStringAsync: async (text: string) => {
    safeStorage.encryptions += 1;
    return Buffer.from(`#${Buffer.from(text).toString('base64')}`);
  },
  decryptStringAsync: async (data: Buffer) => {
    if (data[0] !== 35) throw new Error('not ours');
    const { shouldReEncrypt } = safeStorage;
    return { result: Buffer.from(data.toString().slice(1), 'base64').toString(), shouldReEncrypt };
  },
};

export interface StandInDisplay {
  id: number;
  bounds: { x: number; y: number; width: number; height: number };
}
const firstScreen: StandInDisplay = { id: 1, bounds: { x: 0, y: 0, width: 1280, height: 800 } };
class StandInScreen extends EventEmitter {
  all = [firstScreen];
  getAllDisplays = () => this.all;
  getPrimaryDisplay = () => firstScreen;
  getDisplayMatching = () => firstScreen;
  add(display: StandInDisplay): void {
    this.all = [...this.all, display];
    this.emit('display-added', {}, display);
  }
  remove(display: StandInDisplay): void {
    this.all = this.all.filter(({ id }) => id !== display.id);
    this.emit('display-removed', {}, display);
  }
}
export const screen = new StandInScreen();

export const ipcMain = new EventEmitter();
export const ipcRenderer = Object.assign(new EventEmitter(), {
  sent: [] as string[],
  send: (channel: string) => void ipcRenderer.sent.push(channel),
});
export const powerMonitor = new EventEmitter();
export const powerSaveBlocker = {
  held: [] as string[],
  start: (type: string) => powerSaveBlocker.held.push(type),
  stop: (id: number) => void powerSaveBlocker.held.splice(id - 1, 1),
};
export const Menu = {
  current: undefined as unknown,
  setApplicationMenu: (menu: unknown) => void (Menu.current = menu),
  buildFromTemplate: (template: unknown) => template,
};
export const utilityProcess = {
  fork: (entry: string, args: string[], options: StandInUtility['options']) => new StandInUtility(entry, args, options),
};
export { StandInWindow as BrowserWindow, StandInChannel as MessageChannelMain };

export function resetElectron(): void {
  app.removeAllListeners();
  app.exitCode = undefined;
  ipcMain.removeAllListeners();
  ipcRenderer.removeAllListeners();
  ipcRenderer.sent.length = 0;
  powerMonitor.removeAllListeners();
  powerSaveBlocker.held.length = 0;
  screen.removeAllListeners();
  screen.all = [firstScreen];
  session.defaultSession = new StandInSession();
  StandInWindow.all = [];
  StandInUtility.all = [];
  StandInUtility.open = [];
  dialog.asked = [];
  log.length = 0;
  Object.assign(safeStorage, { isAvailable: true, backend: 'gnome_libsecret', shouldReEncrypt: false, encryptions: 0 });
}
