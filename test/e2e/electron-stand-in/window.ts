/** BrowserWindow and WebContents on a real page of Chromium. */
import { EventEmitter } from 'node:events';
import type { Chromium, Session } from './chromium.ts';
import { fromCarried, PortMain, toCarried, type Carried, type Elsewhere } from './ports.ts';
import { BINDING, WORLD, worldSource } from './preload-world.ts';
import { fromApp, toApp } from './origin.ts';

/** State that windows share; the module `electron` sets it. */
export const shared: {
  chromium: Chromium | null;
  ipc: EventEmitter;
  created: (contents: WebContents) => void;
  closed: () => void;
  answer: (
    url: string,
    method: string,
  ) => Promise<{ status: number; headers: [string, string][]; body: Buffer } | null>;
  permissions: (contents: WebContents) => Promise<void>;
} = {
  chromium: null,
  ipc: new EventEmitter(),
  created: () => undefined,
  closed: () => undefined,
  answer: async () => null,
  permissions: async () => undefined,
};

const PING_MS = 500;
/**
 * Time without an answer after which a page is unresponsive. Chromium's hang monitor waits longer; the shell's own
 * timers start after it.
 */
const HANGS_AFTER_MS = 2_500;

type Frame = { id: string; parentId?: string; url: string };

export class WebContents extends EventEmitter implements Elsewhere {
  readonly #preload: string;
  session: Session | null = null;
  targetId = '';
  #frame = { url: '', id: '', parent: null };
  #context: number | null = null;
  #openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  /** Addresses that the main process loads: navigations to them are not from a page. */
  readonly #own = new Set<string>();
  #isAnswering = true;
  #timer: NodeJS.Timeout | undefined;

  constructor(preload: string) {
    super();
    this.#preload = preload;
  }

  get mainFrame() {
    return this.#frame;
  }

  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.#openHandler = handler;
  }

  wantsOpened(url: string): boolean {
    return this.#openHandler({ url: toApp(url) }).action === 'allow';
  }

  async attach(chromium: Chromium): Promise<void> {
    const { targetId } = await chromium.browser.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
    });
    this.targetId = targetId;
    const session = await chromium.attach(targetId);
    this.session = session;
    this.#listen(session);
    await session.send('Page.enable');
    await session.send('Runtime.enable');
    await session.send('Inspector.enable');
    await session.send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD });
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: worldSource(this.#preload),
      worldName: WORLD,
    });
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    await shared.permissions(this);
    this.#timer = setInterval(() => void this.#ping(), PING_MS);
    this.#timer.unref();
  }

  async load(url: string): Promise<void> {
    const session = this.#theSession();
    this.#own.add(fromApp(url));
    const loaded = new Promise((done) => session.once('Page.loadEventFired', done));
    const { errorText } = await session.send<{ errorText?: string }>('Page.navigate', { url: fromApp(url) });
    if (errorText !== undefined) throw new Error(`${errorText} loading '${url}'`);
    await loaded;
  }

  reload(): void {
    const url = this.#frame.url;
    this.#own.add(fromApp(url));
    // Page.reload has no effect on a page whose process has ended.
    this.#theSession().tell('Page.navigate', { url: fromApp(url) });
  }

  forcefullyCrashRenderer(): void {
    this.#theSession().tell('Page.crash');
  }

  send(channel: string, ...args: unknown[]): void {
    this.#toPage({ channel, args, ports: [] });
  }

  postMessage(channel: string, message: unknown, ports: readonly PortMain[] = []): void {
    this.#toPage({ channel, args: [message], ports: ports.map(({ id }) => id) });
    for (const port of ports) port.moveTo(this);
  }

  deliver(port: number, data: unknown): void {
    this.#toPage({ port, data: toCarried(data) });
  }

  close(port: number): void {
    this.#toPage({ closed: port });
  }

  detach(): void {
    clearInterval(this.#timer);
    shared.chromium?.browser.tell('Target.closeTarget', { targetId: this.targetId });
    this.session = null;
  }

  #theSession(): Session {
    if (!this.session) throw new Error('Object has been destroyed');
    return this.session;
  }

  #listen(session: Session): void {
    session.listen<{ frame: Frame }>('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      this.#frame = { ...this.#frame, id: frame.id, url: toApp(frame.url) };
      this.emit('did-navigate', {}, this.#frame.url);
    });
    session.listen<{ frameId: string }>('Page.frameStartedLoading', ({ frameId }) => {
      // Emitted for a refused navigation too, as in Electron.
      if (frameId === this.#frame.id) this.emit('did-start-loading');
    });
    session.listen('Page.loadEventFired', () => this.emit('did-finish-load'));
    session.listen<{ context: { id: number; name: string } }>('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === WORLD) this.#context = context.id;
    });
    session.listen('Runtime.executionContextsCleared', () => (this.#context = null));
    session.listen<{ name: string; payload: string; executionContextId: number }>('Runtime.bindingCalled', (call) => {
      // Ignore calls from other worlds: only the isolated world has this function.
      if (call.name !== BINDING || call.executionContextId !== this.#context) return;
      this.#fromPage(
        JSON.parse(call.payload) as { channel?: string; args: unknown[]; port: number; data: Carried; closed?: number },
      );
    });
    session.listen('Inspector.targetCrashed', () => {
      this.#context = null;
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    });
    session.listen<Paused>('Fetch.requestPaused', (paused) => void this.#onRequest(session, paused));
  }

  #fromPage({
    channel,
    args,
    port,
    data,
    closed,
  }: {
    channel?: string;
    args: unknown[];
    port: number;
    data: Carried;
    closed?: number;
  }): void {
    if (channel !== undefined) shared.ipc.emit(channel, { sender: this, senderFrame: this.#frame }, ...args);
    else if (closed !== undefined) PortMain.byId(closed)?.close();
    else PortMain.byId(port)?.said(fromCarried(data));
  }

  #toPage(message: object): void {
    const expression = `__standInPage(${JSON.stringify(JSON.stringify(message))})`;
    if (this.#context !== null) this.session?.tell('Runtime.evaluate', { expression, contextId: this.#context });
  }

  async #onRequest(session: Session, { requestId, request, resourceType, frameId }: Paused): Promise<void> {
    const { url, method } = request;
    const isLed = resourceType === 'Document' && frameId === this.#frame.id && !this.#own.delete(url);
    let isPrevented = false;
    if (isLed) this.emit('will-navigate', { preventDefault: () => (isPrevented = true), url: toApp(url) }, toApp(url));
    if (isPrevented) return session.tell('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    const answer = await shared.answer(toApp(url), method);
    if (!answer) return session.tell('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    session.tell('Fetch.fulfillRequest', {
      requestId,
      responseCode: answer.status,
      responseHeaders: answer.headers.map(([name, value]) => ({ name, value })),
      body: answer.body.toString('base64'),
    });
  }

  async #ping(): Promise<void> {
    if (!this.session || this.#context === null || !this.#isAnswering) return;
    const silent = setTimeout(() => {
      this.#isAnswering = false;
      this.emit('-unresponsive');
    }, HANGS_AFTER_MS);
    await this.session.send('Runtime.evaluate', { expression: '1' }).catch(() => undefined);
    clearTimeout(silent);
    if (!this.#isAnswering) this.emit('-responsive');
    this.#isAnswering = true;
  }
}

interface Paused {
  requestId: string;
  request: { url: string; method: string };
  resourceType: string;
  frameId: string;
}

export interface Options {
  readonly webPreferences: { preload: string } & Record<string, unknown>;
  readonly [key: string]: unknown;
}

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = [];
  static getAllWindows = (): BrowserWindow[] => [...BrowserWindow.all];
  readonly options: Options;
  readonly webContents: WebContents;
  readonly #attached: Promise<void>;
  #isDestroyed = false;
  isShown = false;
  timesFocused = 0;

  constructor(options: Options) {
    super();
    const { chromium } = shared;
    if (!chromium) throw new Error('Cannot create BrowserWindow before app is ready');
    this.options = options;
    this.webContents = new WebContents(options.webPreferences.preload);
    BrowserWindow.all.push(this);
    this.webContents.on('-unresponsive', () => this.emit('unresponsive'));
    this.webContents.on('-responsive', () => this.emit('responsive'));
    shared.created(this.webContents);
    this.#attached = this.webContents.attach(chromium);
  }

  async loadURL(url: string): Promise<void> {
    await this.#attached;
    await this.webContents.load(url);
    this.emit('ready-to-show');
  }

  show(): void {
    this.isShown = true;
  }
  showInactive(): void {
    this.isShown = true;
  }
  focus(): void {
    this.timesFocused += 1;
  }
  moveTop(): void {}
  restore(): void {}
  isMinimized = () => false;
  isDestroyed = () => this.#isDestroyed;
  getBounds = () => ({ x: 0, y: 0, width: 1280, height: 800 });

  close(): void {
    let isPrevented = false;
    this.emit('close', { preventDefault: () => (isPrevented = true) });
    if (!isPrevented) this.destroy();
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    BrowserWindow.all.splice(BrowserWindow.all.indexOf(this), 1);
    this.webContents.detach();
    this.emit('closed');
    shared.closed();
  }
}
