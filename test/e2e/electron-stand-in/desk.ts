/**
 * A computer with the Electron shell: the real binary if it and a screen exist, otherwise the same main and preload
 * code on a substitute for the module `electron`. Stories act and read through this class only.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { _electron, chromium, expect, type Browser, type ElectronApplication, type Page } from '@playwright/test';
import { findElectron, whyNotElectron } from '../../../build/scripts/parts/electron-binary.mjs';
import { nodeFlags, ownNode } from '../../../build/scripts/parts/paths.mjs';
import { Till } from '../till.ts';

const root = resolve(import.meta.dirname, '../../..');
const app = join(root, 'build/out/electron');
const why = whyNotElectron({ args: [], env: process.env, platform: process.platform, uid: process.getuid?.() });
const binary = why ? undefined : findElectron();

/** Line of the report that states the variant of these stories. */
export const ranOn = binary
  ? `The Electron stories run on the real Electron: ${binary}`
  : `The Electron stories run on a stand-in for Electron's module over a real Chromium: ${why ?? 'there is no binary'}.`;
export const isReal = binary !== undefined;

export interface SeenWindow {
  title: string;
  isShown: boolean;
  timesFocused: number;
  url: string;
  isHardened: boolean;
}

export interface Question {
  message: string;
  detail: string;
  buttons: string[];
}

export abstract class Desk {
  readonly dataDir: string;
  said = '';
  constructor(dataDir = mkdtempSync(join(tmpdir(), 'tillbridge desk '))) {
    this.dataDir = dataDir;
  }

  static async open(flags: readonly string[] = []): Promise<Desk> {
    const desk = binary ? new RealDesk() : new StandInDesk();
    await desk.start(flags);
    return desk;
  }

  abstract start(flags: readonly string[]): Promise<void>;
  /** Current page of a window. After a crash the window has another page. */
  abstract page(index?: number): Promise<Page>;
  abstract windows(): Promise<SeenWindow[]>;
  abstract question(): Promise<Question>;
  abstract answer(button: number): Promise<void>;
  abstract closeWindow(index?: number): Promise<void>;
  abstract crashPage(): Promise<void>;
  /** Ids of Chromium's processes of a type, such as `gpu`. */
  abstract pidsOf(type: string): Promise<number[]>;
  abstract signal(name: NodeJS.Signals): void;
  abstract readonly ended: Promise<number | null>;
  /** True if the shell keeps the computer awake. */
  abstract isAwake(): Promise<boolean>;
  abstract plugInScreen(): Promise<void>;
  /** Starts the shell a second time with the same data folder and waits until it ends. @returns its exit code */
  abstract startAgain(): Promise<number | null>;
  protected abstract kill(): Promise<void>;

  async till(index = 0): Promise<Till> {
    return new Till(await this.page(index), this.dataDir);
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

type Told = Record<string, unknown> & { processes?: { type: string; id: number }[] };

class StandInDesk extends Desk {
  #child: ChildProcess | null = null;
  #browser: Browser | null = null;
  /** Newest message of each kind from the shell. */
  readonly #told: Told = {};
  #chromiumPid = 0;
  #url = '';
  ended: Promise<number | null> = Promise.resolve(null);

  #spawn(flags: readonly string[]): ChildProcess {
    const args = [...nodeFlags, join(import.meta.dirname, 'run.ts'), app, '--data', this.dataDir, ...flags];
    return spawn(ownNode, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  }

  async start(flags: readonly string[]): Promise<void> {
    const child = this.#spawn(flags);
    this.#child = child;
    this.ended = new Promise((done) => child.once('exit', done));
    child.on('message', (message) => typeof message === 'object' && Object.assign(this.#told, message));
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface(stream).on('line', (line) => (this.said += `${line}\n`));
    await expect.poll(() => this.#told['chromium'], { message: this.said, timeout: 90_000 }).toBeTruthy();
    ({ pid: this.#chromiumPid, url: this.#url } = this.#told['chromium'] as { pid: number; url: string });
  }

  async page(index = 0): Promise<Page> {
    await this.#browser?.close();
    const target = async () => ((await this.#windows())[index]?.['target'] as string | undefined) ?? '';
    await expect.poll(target, { timeout: 60_000 }).not.toBe('');
    const browser = await chromium.connectOverCDP(this.#url);
    this.#browser = browser;
    const wanted = await target();
    for (const page of browser.contexts().flatMap((context) => context.pages())) {
      const session = await page.context().newCDPSession(page);
      const { targetInfo } = await session.send('Target.getTargetInfo');
      await session.detach();
      if (targetInfo.targetId === wanted) return page;
    }
    throw new Error(`There is no page of window ${index}`);
  }

  async windows(): Promise<SeenWindow[]> {
    return (await this.#windows()) as unknown as SeenWindow[];
  }

  async #windows(): Promise<Record<string, unknown>[]> {
    delete this.#told['windows'];
    this.#do('windows');
    await expect.poll(() => this.#told['windows'], { message: this.said, timeout: 60_000 }).toBeTruthy();
    return this.#told['windows'] as Record<string, unknown>[];
  }

  async question(): Promise<Question> {
    const isThere = () =>
      this.#told['dialog']
        ? 'asked'
        : this.#child?.exitCode === null && this.#child.signalCode === null
          ? 'not yet'
          : 'ended';
    await expect.poll(isThere, { message: this.said, timeout: 60_000 }).not.toBe('not yet');
    expect(isThere(), 'it ended and did not ask').toBe('asked');
    return this.#told['dialog'] as Question;
  }

  async answer(button: number): Promise<void> {
    delete this.#told['dialog'];
    this.#do('answer', button);
  }

  async closeWindow(index = 0): Promise<void> {
    this.#do('close-window', index);
  }

  async crashPage(): Promise<void> {
    this.#do('crash-page', 0);
  }

  async pidsOf(type: string): Promise<number[]> {
    await expect.poll(() => this.#told.processes).toBeTruthy();
    return (this.#told.processes ?? []).filter((one) => one.type.toLowerCase() === type).map(({ id }) => id);
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  async isAwake(): Promise<boolean> {
    return this.#told['powerSaveBlocker'] === 'prevent-display-sleep';
  }

  async plugInScreen(): Promise<void> {
    this.#do('plug-in-screen');
  }

  async startAgain(): Promise<number | null> {
    const second = this.#spawn([]);
    second.stderr?.on('data', (chunk) => (this.said += String(chunk)));
    return new Promise((done) => second.once('exit', done));
  }

  protected async kill(): Promise<void> {
    await this.#browser?.close();
    if (this.#child?.exitCode === null) this.#child.kill('SIGTERM');
    const late = setTimeout(() => this.#child?.kill('SIGKILL'), 30_000);
    await this.ended;
    clearTimeout(late);
    try {
      process.kill(this.#chromiumPid, 'SIGKILL');
    } catch {
      // Chromium ended with its main program, as it should.
    }
  }

  #do(act: string, what = 0): void {
    if (this.#child?.connected) this.#child.send([act, what]);
  }
}

/** Used only if the binary and a screen exist. Message boxes are replaced, so that the story answers them. */
class RealDesk extends Desk {
  #app: ElectronApplication | null = null;
  ended: Promise<number | null> = Promise.resolve(null);

  #theApp(): ElectronApplication {
    if (!this.#app) throw new Error('not started');
    return this.#app;
  }

  async start(flags: readonly string[]): Promise<void> {
    const started = await _electron.launch({
      ...(binary ? { executablePath: binary } : {}),
      args: [app, '--data', this.dataDir, ...flags],
    });
    this.#app = started;
    const child = started.process();
    this.ended = new Promise((done) => child.once('exit', done));
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (this.said += String(chunk)));
    await started.evaluate(({ dialog }) => {
      const kept = globalThis as unknown as Record<string, unknown>;
      dialog.showMessageBox = (...args: unknown[]) => {
        kept['asked'] = args.at(-1);
        return new Promise(
          (done) => (kept['answer'] = (response: number) => done({ response, checkboxChecked: false })),
        );
      };
    });
  }

  async page(index = 0): Promise<Page> {
    await expect.poll(() => this.#theApp().windows().length, { timeout: 60_000 }).toBeGreaterThan(index);
    const page = this.#theApp().windows()[index];
    if (!page) throw new Error(`There is no window ${index}`);
    return page;
  }

  windows(): Promise<SeenWindow[]> {
    return this.#theApp().evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((one) => {
        // `getLastWebPreferences` exists but is not documented.
        const { webContents } = one as unknown as {
          webContents: { getLastWebPreferences(): Record<string, unknown> | null };
        };
        const has = webContents.getLastWebPreferences();
        return {
          title: one.getTitle(),
          isShown: one.isVisible(),
          timesFocused: one.isFocused() ? 1 : 0,
          url: one.webContents.getURL(),
          isHardened:
            has?.['sandbox'] === true &&
            has['contextIsolation'] === true &&
            has['nodeIntegration'] === false &&
            has['webSecurity'] === true,
        };
      }),
    );
  }

  async question(): Promise<Question> {
    const asked = () => this.#theApp().evaluate(() => (globalThis as unknown as { asked?: Question }).asked ?? null);
    await expect.poll(asked).not.toBeNull();
    return (await asked()) as Question;
  }

  answer(button: number): Promise<void> {
    return this.#theApp().evaluate((_electronModule, response) => {
      const kept = globalThis as unknown as { asked?: unknown; answer?: (button: number) => void };
      delete kept.asked;
      kept.answer?.(response);
    }, button);
  }

  closeWindow(index = 0): Promise<void> {
    return this.#theApp().evaluate(({ BrowserWindow }, at) => BrowserWindow.getAllWindows()[at]?.close(), index);
  }

  crashPage(): Promise<void> {
    return this.#theApp().evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    );
  }

  async pidsOf(type: string): Promise<number[]> {
    const all = await this.#theApp().evaluate(({ app: electronApp }) => electronApp.getAppMetrics());
    return all.filter((one) => one.type.toLowerCase() === type).map(({ pid }) => pid);
  }

  signal(name: NodeJS.Signals): void {
    this.#theApp().process().kill(name);
  }

  isAwake(): Promise<boolean> {
    return this.#theApp().evaluate(({ powerSaveBlocker }) => [0, 1, 2].some((id) => powerSaveBlocker.isStarted(id)));
  }

  plugInScreen(): Promise<void> {
    return Promise.reject(new Error('a real screen is not plugged in by a program'));
  }

  async startAgain(): Promise<number | null> {
    const second = spawn(binary ?? '', [app, '--data', this.dataDir], { stdio: ['ignore', 'ignore', 'pipe'] });
    second.stderr.on('data', (chunk) => (this.said += String(chunk)));
    return new Promise((done) => second.once('exit', done));
  }

  protected async kill(): Promise<void> {
    await this.#app?.close();
  }
}
