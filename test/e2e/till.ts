import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import {
  test as base,
  _electron,
  expect,
  type Browser,
  type Locator,
  type Page,
  type TestInfo,
} from '@playwright/test';
import { findElectron, whyNotElectron } from '../../build/scripts/parts/electron-binary.mjs';
import { isNewcomersAlone } from '../../build/scripts/parts/sizes.mjs';
import { nodeFlags, ownNode } from '../../build/scripts/parts/paths.mjs';
import type { Contract } from '../../electron/contract/index.ts';
import { program } from '../fixtures/programs.ts';
import { words as en } from '../../electron/words/generated/en/index.ts';
import { launchChromium } from './chromium.ts';
import { openLocal } from '../local-socket.ts';

const root = resolve(import.meta.dirname, '../..');
const screens = join(root, 'test/results/screens');

/** Texts on the screen, from the file that the product uses. */
export const words = en;

/** A key that just changed ignores presses for 400 ms (design language, section 4). */
const DEAD_TIME_MS = 450;
/** TILLBRIDGE_CLOCK_STEP: seconds by which the clock is set in the middle of every story. */
const clockStepMs = Number(process.env['TILLBRIDGE_CLOCK_STEP'] ?? 0) * 1_000;
const isStepped = clockStepMs !== 0;
/** False if `clockStepMs` moves the clock to another day. */
export const isClockInSameDay =
  new Date().toDateString() === new Date(new Date().getTime() + clockStepMs).toDateString();
/** TILLBRIDGE_SECOND_WINDOW: every story also has a second window of the same till open. */
const hasSecondWindow = process.env['TILLBRIDGE_SECOND_WINDOW'] === '1';
const clockFile = (dataDir: string) => `${dataDir}.clock`;
const CLOCK_KEY = 'story.clock';
const READY_WITHIN_MS = 40_000;
const STOP_WITHIN_MS = 30_000;

/** Calls the host of a data folder over the contract. */
export async function askHost<T>(
  dataDir: string,
  question: (host: ContractRouterClient<Contract>) => Promise<T>,
): Promise<T> {
  const { socket: address } = JSON.parse(readFileSync(join(dataDir, 'host.json'), 'utf8')) as { socket: string };
  const socket = openLocal(address, '/command');
  // A host that is restarting refuses the connection: reject instead of ending the story with an unhandled error.
  await new Promise((open, refused) => void socket.once('open', open).once('error', refused));
  // A ws socket has the browser's interface; only its types differ.
  const link = new RPCLink({ websocket: socket as unknown as globalThis.WebSocket });
  try {
    return await question(createORPCClient(link));
  } finally {
    socket.close();
  }
}

/** A running till: its page, and the actions of the cashier and customer. */
export class Till {
  readonly page: Page;
  readonly dataDir: string;
  readonly #complaints: string[] = [];
  readonly #hasClock: boolean;
  #isHalfway = false;
  #presses = 0;

  constructor(page: Page, dataDir: string, hasClock = isStepped) {
    this.page = page;
    this.dataDir = dataDir;
    this.#hasClock = hasClock;
  }

  /**
   * Records errors of a page. A refused resource or a policy violation is a fault of the till, even if the page looks
   * right.
   */
  listen(page: Page): void {
    page.on('pageerror', (error) => this.#complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content.Security.Policy|Refused/i.test(message.text())) {
        this.#complaints.push(message.text());
      }
    });
  }

  /** Fails if a page reported an error since the last call. */
  expectNoComplaint(): void {
    expect(this.#complaints.splice(0), 'the page complained').toEqual([]);
  }

  /**
   * Dismisses whatever the previous story left on the screen and at the terminal, as the cashier or the next guest
   * does.
   */
  async toIdle(): Promise<void> {
    const { outcomes, counter, kiosk } = words;
    const { practice } = counter;
    const idle = this.title(counter.toCharge).or(this.title(kiosk.attract.heading));
    const keys = [
      outcomes.keys.newSale,
      outcomes.declined.end,
      kiosk.thanks.done,
      kiosk.startOver,
      practice.remove,
      practice.plugIn,
    ];
    const away = keys.map((name) => this.page.getByRole('button', { name, exact: true }));
    await expect(async () => {
      if (!(await idle.isVisible())) await this.page.evaluate(() => void (window.location.hash = '#/'));
      for (const key of away)
        if ((await key.isVisible()) && (await key.isEnabled())) await key.click({ timeout: 1_000 });
      await expect(idle).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    if (this.#isHalfway) await this.setClock(0);
    this.#isHalfway = false;
    this.#presses = 0;
    const usual = this.practice.getByRole('radio', { name: practice.cards.approve.name });
    if ((await usual.isVisible()) && !(await usual.isChecked())) await this.chooseCard(practice.cards.approve.name);
  }

  /** Newest payments, newest first. */
  newest(count: number) {
    return this.ask(async (host) => (await host.payment.list({})).slice(0, count));
  }

  /** Types the amount in cents on the keyboard and presses Charge. */
  async charge(digits: string, shown: string): Promise<void> {
    await this.title(words.counter.toCharge).waitFor();
    await this.page.keyboard.type(digits);
    await this.press(words.counter.charge({ amount: shown }));
  }

  /** Presses a key of the till as a cashier does, after the pause in which new keys ignore presses. */
  async press(what: string | Locator): Promise<void> {
    const key = typeof what === 'string' ? this.button(what) : what;
    await key.waitFor();
    if (this.#presses === 1) await this.#halfway();
    this.#presses += 1;
    await this.page.waitForTimeout(DEAD_TIME_MS);
    await key.click();
  }

  /** The requested person types the PIN and allows the action. */
  async allow(name: string, pin: string): Promise<void> {
    const { form } = words.payments;
    const dialog = this.page.getByRole('dialog', { name: form.askWho({ names: name }) });
    await dialog.waitFor();
    await this.page.keyboard.type(pin, { delay: 80 });
    await dialog.getByRole('button', { name: form.allow }).click();
  }

  /** Key in the keys region of the screen. */
  button(name: string): Locator {
    return this.page.getByRole('region', { name: words.frame.keysRegion }).getByRole('button', { name });
  }

  /** Action of the Terminals screen. */
  action(name: string): Locator {
    return this.page
      .getByRole('region', { name: words.technician.actions.region })
      .getByRole('button', { name: new RegExp(`^${name}\\b`) });
  }

  /** Opens a screen from the top bar. */
  async go(place: string): Promise<void> {
    const places = this.page.getByRole('navigation', { name: words.frame.mainNavigation });
    await places.getByRole('link', { name: place }).click();
  }

  /** The customer acts at the practice terminal. Waits until the terminal accepts the gesture. */
  async customer(gesture: 'insert' | 'tap' | 'swipe' | 'remove' | 'pressCancel' | 'enterPin'): Promise<void> {
    const key = this.practice.getByRole('button', { name: words.counter.practice[gesture], exact: true });
    await key.waitFor();
    await this.#halfway();
    await key.click();
  }

  async chooseCard(name: string): Promise<void> {
    const card = this.practice.getByRole('radio', { name });
    // The terminal confirms the choice a moment later, so `check()` would fail.
    await card.click({ force: true });
    await expect(card).toBeChecked();
  }

  get practice(): Locator {
    return this.page.getByRole('region', { name: words.counter.practice.region });
  }

  /**
   * Title of the screen. It is matched as a whole, because "Not paid" contains "paid"; text for screen readers only may
   * follow.
   */
  title(text: string): Locator {
    const plain = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return this.page.getByRole('heading', { level: 1, name: new RegExp(`^${plain}(?:$| ,)`) });
  }

  hostPid(): number {
    const { pid } = JSON.parse(readFileSync(join(this.dataDir, 'host.json'), 'utf8')) as { pid: number };
    return pid;
  }

  /**
   * Fails if axe reports a violation on the screen. `npm test` checks each screen once, in screens/fit.story.ts, which
   * alone checks colours. Runs with another clock skip the check: the run with the true clock has made it.
   */
  async expectAccessible(): Promise<void> {
    if (isNewcomersAlone || process.env['TILLBRIDGE_CLOCK_STEP']) return;
    // The till's page has no frames. Without legacy mode axe opens another page, in a separate process, to merge the
    // results of frames.
    const { violations } = await new AxeBuilder({ page: this.page })
      .setLegacyMode()
      .disableRules('color-contrast')
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  }

  /** The only live region, which announces events to screen readers. */
  get spoken(): Locator {
    return this.page.getByRole('status');
  }

  /** Calls the host over the contract, without the screen. */
  ask<T>(question: (host: ContractRouterClient<Contract>) => Promise<T>): Promise<T> {
    return askHost(this.dataDir, question);
  }

  /** Sends a command to the sandbox's control address, for example to inject a fault. */
  async platform(command: Readonly<Record<string, unknown>>): Promise<void> {
    const post = await this.poster();
    await post('/sandbox/control', command);
  }

  /** Returns a function that posts to the platform under the till's account, as another program of the shop would. */
  async poster(): Promise<(path: string, body: object) => Promise<Record<string, unknown>>> {
    const { state } = await this.ask((host) => host.snapshot());
    const file = readFileSync(join(this.dataDir, 'training', 'sandbox-credentials.json'), 'utf8');
    const { username, password } = JSON.parse(file) as { username: string; password: string };
    return async (path, body) => {
      const reply = await fetch(`http://${state.platform.host}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      if (!reply.ok)
        throw new Error(`The sandbox refused ${path} ${JSON.stringify(body)}: ${reply.status} ${await reply.text()}`);
      return (await reply.json()) as Record<string, unknown>;
    };
  }

  /**
   * Sets the clock of host, shell and page to the true time plus `offMs`, if the till `hasClock`. Timers are
   * unaffected.
   */
  async setClock(offMs: number): Promise<void> {
    if (!this.#hasClock) throw new Error('The clock of this till is the true one: its story says `hasClock: true`');
    writeFileSync(clockFile(this.dataDir), String(offMs));
    await this.page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [CLOCK_KEY, String(offMs)] as const);
    await this.page.waitForTimeout(150);
  }

  /**
   * Called in the middle of the story: at a card gesture or the second key. Sets the clock if the run has a clock step.
   */
  async #halfway(): Promise<void> {
    if (this.#isHalfway || !isStepped) return;
    this.#isHalfway = true;
    await this.setClock(clockStepMs);
  }

  /** Saves a screenshot as an artifact. */
  async shot(name: string): Promise<void> {
    mkdirSync(screens, { recursive: true });
    await this.page.screenshot({ path: join(screens, `${name}.png`), animations: 'disabled' });
  }
}

/** Running shell with its page; `close` ends it. */
export interface Running {
  readonly page: Page;
  close(): Promise<void>;
}

async function inElectron(electron: string, dataDir: string): Promise<Running> {
  const app = await _electron.launch({
    executablePath: electron,
    args: [join(root, 'build/out/electron'), '--data', dataDir],
  });
  const page = await app.firstWindow();
  return { page, close: () => app.close() };
}

/**
 * Starts the browser shell on a data folder and opens a page in a separate context. `early` runs in the page before its
 * scripts.
 */
export async function inBrowser(
  dataDir: string,
  flags: readonly string[],
  browser: Browser,
  { early, hasClock = isStepped }: { early?: () => void; hasClock?: boolean } = {},
): Promise<Running> {
  const shell = spawn(
    ownNode,
    [...nodeFlags, program('electron/web/main.ts'), '--no-open', '--port', '0', '--data', dataDir, ...flags],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: hasClock ? withClock(dataDir) : process.env },
  );
  try {
    const url = await readyUrl(shell);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
    if (hasClock) await context.addInitScript(setPageClock, CLOCK_KEY);
    if (early) await context.addInitScript(early);
    const page = await context.newPage();
    await page.goto(url);
    return {
      page,
      close: async () => {
        await context.close();
        await end(shell);
      },
    };
  } catch (error) {
    await end(shell);
    throw error;
  }
}

/** Environment of processes whose clock a story may set. */
function withClock(dataDir: string): NodeJS.ProcessEnv {
  const preload = `--import=${pathToFileURL(join(root, 'test/e2e/set-clock.mjs')).href}`;
  const options = `${process.env['NODE_OPTIONS'] ?? ''} ${preload}`.trim();
  return { ...process.env, NODE_OPTIONS: options, TILLBRIDGE_STORY_CLOCK: clockFile(dataDir) };
}

/** Runs in the page before its own code: its wall clock follows `setClock`. `performance` and timers are unaffected. */
function setPageClock(key: string): void {
  // The empty page that axe opens has no storage.
  if (!location.protocol.startsWith('http')) return;
  const RealDate = Date;
  const now = () => RealDate.now() + Number(sessionStorage.getItem(key) ?? 0);
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    apply: () => new RealDate(now()).toString(),
    get: (target, name): unknown => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

/** Reads `Tillbridge ready: <url>` from standard output. */
function readyUrl(shell: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let out = '';
    let complaints = '';
    const deadline = setTimeout(() => fail(new Error(`Not ready in time. ${complaints}`)), READY_WITHIN_MS);
    shell.stdout?.on('data', (chunk) => {
      out += String(chunk);
      const url = /^Tillbridge ready: (\S+)$/m.exec(out)?.[1];
      if (url === undefined) return;
      clearTimeout(deadline);
      done(url);
    });
    shell.stderr?.on('data', (chunk) => (complaints += String(chunk)));
    shell.once('exit', (code) => {
      clearTimeout(deadline);
      fail(new Error(`The shell ended with ${code} before it was ready. ${complaints}`));
    });
  });
}

async function end(shell: ChildProcess): Promise<void> {
  if (shell.exitCode !== null || shell.signalCode !== null) return;
  const ended = new Promise((done) => shell.once('exit', done));
  shell.kill('SIGTERM');
  const deadline = setTimeout(() => shell.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(deadline);
}

/**
 * Options of a story's till: `flags` are the shell's, `settings` is its settings.json. Most stories ask for reduced
 * motion, because an animated picture costs a tenth of a processor.
 */
interface How {
  readonly flags: readonly string[];
  readonly settings: object | null;
  readonly hasMotion: boolean;
  /**
   * True if the clock of the till can be set: each of its processes then reads the clock file twenty times a second.
   */
  readonly hasClock: boolean;
}

/** Till of stories; `close` ends it and deletes its data folder. */
interface Opened {
  readonly till: Till;
  close(): Promise<void>;
}

/** Starts a till in a separate data folder. */
async function openTill({ flags, settings, hasMotion, hasClock }: How, browser: Browser): Promise<Opened> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge e2e '));
  if (settings) writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  const electron = findElectron();
  const why = whyNotElectron({ args: [], env: process.env, platform: process.platform, uid: process.getuid?.() });
  let running: Running | undefined;
  const close = async () => {
    await running?.close();
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(clockFile(dataDir), { force: true });
  };
  try {
    running =
      electron && !why && flags.length === 0
        ? await inElectron(electron, dataDir)
        : await inBrowser(dataDir, flags, browser, { hasClock });
    if (!hasMotion || clockStepMs > 0) await running.page.emulateMedia({ reducedMotion: 'reduce' });
    const till = new Till(running.page, dataDir, hasClock);
    till.listen(running.page);
    // Keys typed before the counter is shown are lost.
    const isThere = till.title(words.counter.toCharge).or(till.title(words.signIn.who));
    if (flags.length === 0) await expect(isThere).toBeVisible({ timeout: 60_000 });
    if (hasSecondWindow) await secondWindow(till);
    return { till, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Till that the stories of a file share. It is closed when a story of another file needs a till. */
class SharedTill {
  readonly #launched: () => Promise<Browser>;
  #opened: (Opened & { file: string }) | null = null;

  constructor(launched: () => Promise<Browser>) {
    this.#launched = launched;
  }

  async of(file: string, how: How): Promise<Till> {
    if (this.#opened?.file !== file) {
      await this.close();
      this.#opened = { file, ...(await openTill(how, await this.#launched())) };
    }
    return this.#opened.till;
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    await opened?.close();
  }
}

/** Runs a story with a till. Saves a screenshot if the story fails, and fails the story if a page reported an error. */
async function tell(till: Till, use: (till: Till) => Promise<void>, info: TestInfo): Promise<void> {
  // Counted by ran-on.mjs, so that a run reports how many of its stories ran on the real Electron.
  info.annotations.push({ type: 'shell', description: till.page.url().startsWith('app:') ? 'Electron' : 'browser' });
  await use(till);
  if (info.status !== info.expectedStatus) {
    await till.page.screenshot({ path: info.outputPath('at-failure.png') }).catch(() => undefined);
  }
  till.expectNoComplaint();
}

/** Fixture with a new till in training mode for each story. */
export const test = base.extend<How & { till: Till }, { launched: () => Promise<Browser>; shared: SharedTill }>({
  /** Chromium for the stories of a worker, started when a story first needs it. */
  launched: [
    async ({ browserName: _chromium }, use) => {
      let browser: Promise<Browser> | undefined;
      await use(() => (browser ??= launchChromium()));
      await (await browser)?.close();
    },
    { scope: 'worker' },
  ],
  shared: [
    async ({ launched }, use) => {
      const shared = new SharedTill(launched);
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],
  flags: [[], { option: true }],
  settings: [null, { option: true }],
  hasMotion: [false, { option: true }],
  hasClock: [isStepped, { option: true }],
  till: async ({ flags, settings, hasMotion, hasClock, launched, shared }, use, info) => {
    await shared.close();
    const { till, close } = await openTill({ flags, settings, hasMotion, hasClock }, await launched());
    try {
      await tell(till, use, info);
    } finally {
      await close();
    }
  },
});

/**
 * Fixture for stories that share a till, as the sales of a day do: the till is started once per file and is idle when a
 * story begins. The file needs `test.describe.configure({ mode: 'serial' })`, and a different amount in each story: the
 * till asks about a repeated card and amount. (A worker-scoped till would start a worker for each file, which costs
 * four seconds of a processor.)
 */
export function inOneTill(how: Partial<How> = {}) {
  return test.extend({
    till: async ({ shared }, use, info) => {
      const till = await shared.of(info.file, {
        flags: [],
        settings: null,
        hasMotion: false,
        hasClock: isStepped,
        ...how,
      });
      await till.toIdle();
      await tell(till, use, info);
    },
  });
}

/** Opens another window of the same till in the same browser. Its errors fail the story too. */
async function secondWindow(till: Till): Promise<Page> {
  const other = await till.page.context().newPage();
  till.listen(other);
  await other.goto(new URL('/', till.page.url()).href);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
  await till.page.bringToFront();
  return other;
}

export { expect } from '@playwright/test';
