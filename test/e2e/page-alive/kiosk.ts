/**
 * A kiosk under the start script's supervisor, with a separate real Chromium: its processes, heartbeats, payments and
 * screen.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium as playwright, expect } from '@playwright/test';
import { nodeFlags, ownNode } from '../../../build/scripts/parts/paths.mjs';
import { isOpenAttempt, type AttemptView } from '../../../electron/contract/index.ts';
import { Platform } from '../../recovery/platform.ts';
import { compare } from '../../recovery/verdict.ts';
import { program } from '../../fixtures/programs.ts';
import { askHost } from '../till.ts';
import { storyTime } from '../../waiting.ts';

const root = resolve(import.meta.dirname, '../../..');
/** Bound for a till to start on a busy computer, and then to query the outcome of an attempt. */
const SETTLED_WITHIN_MS = 90_000;
const SHOWN_WITHIN_MS = 30_000;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Running processes, read from proc(5). Zombies are excluded: they have ended. */
function allProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return state === 'Z' ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
      } catch {
        return [];
      }
    });
}

/** Kiosk on a separate data folder, supervised as by the start script. */
export class Kiosk {
  readonly folder = mkdtempSync(join(tmpdir(), 'tillbridge alive '));
  readonly #start: ChildProcess;
  /** Times at which heartbeats of the page arrived, on this process's monotonic clock, in milliseconds. */
  readonly beats: number[] = [];
  said = '';

  constructor(chromium: string, flags: readonly string[]) {
    const bin = join(this.folder, 'bin');
    mkdirSync(bin);
    // The kiosk's own Chromium, with the flags that this machine needs: it may run as root, and without a screen.
    writeFileSync(
      join(bin, 'chromium'),
      `#!/bin/sh\nexec ${chromium} ${flags.join(' ')} --remote-debugging-port=0 "$@"\n`,
    );
    chmodSync(join(bin, 'chromium'), 0o755);
    // The start script's supervisor, without its installation and build.
    const watch = `import { ShellWatch } from ${JSON.stringify(join(root, 'build/scripts/parts/shell-watch.mjs'))};
      const browser = { file: ${JSON.stringify(ownNode)}, args: ${JSON.stringify([...nodeFlags, program('electron/web/main.ts'), '--kiosk', '--verbose', '--port', '0', '--data', join(this.folder, 'data')])} };
      const watch = new ShellWatch({ commands: { electron: browser, browser }, say: (line) => console.error(line), exit: (code) => process.exit(code) });
      process.on('SIGTERM', () => { watch.expectEnd(); watch.running?.disconnect(); });
      watch.start('browser');`;
    this.#start = spawn(ownNode, ['--input-type=module', '-e', watch], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` },
    });
    this.#start.stderr?.on('data', (chunk) => {
      const text = String(chunk);
      this.said = (this.said + text).slice(-20_000);
      if (text.includes('[page] alive')) this.beats.push(performance.now());
    });
  }

  /** Ids of the kiosk's processes of a kind, such as `renderer` or `host`. */
  pids(what: string): number[] {
    const all = allProcesses();
    const ours = new Set([this.#start.pid ?? 0]);
    for (let before = -1; before !== ours.size;) {
      before = ours.size;
      for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
    }
    return all.filter(({ pid, command }) => ours.has(pid) && isMeant(what, command)).map(({ pid }) => pid);
  }

  /** Number of heartbeats after a time. */
  beatsAfter(at: number): number {
    return this.beats.filter((one) => one > at).length;
  }

  /** Starts a payment and waits for the terminal to ask for the card. */
  async startPayment(id: string): Promise<void> {
    await this.#host((host) => host.payment.start({ id, amountMinor: 1250, currency: 'USD' }));
    await expect
      .poll(async () => (await this.#view(id)).prompt, {
        timeout: SETTLED_WITHIN_MS,
        message: `${id}: asks for a card`,
      })
      .toBe('present-card');
  }

  tap = (): Promise<void> => this.#host((host) => host.practice.gesture({ gesture: 'tap' }));

  /** The customer taps if the terminal still asks for a card. */
  async tapIfAsked(id: string): Promise<void> {
    const { state, prompt } = await this.#view(id);
    if (state === 'working' && prompt === 'present-card') await this.tap();
  }

  /**
   * Waits until a payment has ended and resolves with its state. Rejects if the till and the platform disagree about
   * the payment.
   */
  async outcome(id: string): Promise<string> {
    await expect
      .poll(async () => isOpenAttempt(await this.#view(id)), { timeout: SETTLED_WITHIN_MS, message: `${id}: ends` })
      .toBe(false);
    const view = await this.#view(id);
    const training = join(this.#dataDir, 'training');
    const login = JSON.parse(readFileSync(join(training, 'sandbox-credentials.json'), 'utf8')) as {
      username: string;
      password: string;
      merchant: string;
    };
    const { state } = await this.#host((host) => host.snapshot());
    const truth = await new Platform({ ...login, url: `http://${state.platform.host}` }).truth(id);
    expect(compare(id, view, truth, readFileSync(join(training, 'journal.sqlite.recovery-log'), 'utf8')), id).toEqual(
      [],
    );
    return view.state;
  }

  /**
   * Fails unless the screen shows the till in exactly one window, which answers. "Aw, Snap!" runs no script and lacks
   * the till's heading.
   */
  async expectTillShown(): Promise<void> {
    const shown = async () => {
      const [port = ''] = readFileSync(join(this.#dataDir, 'kiosk-browser/DevToolsActivePort'), 'utf8').split('\n');
      const browser = await playwright.connectOverCDP(`http://127.0.0.1:${port}`, { timeout: 5_000 });
      try {
        const pages = browser.contexts().flatMap((context) => context.pages());
        return await Promise.all(pages.map((page) => page.locator('#root h1').first().innerText({ timeout: 5_000 })));
      } finally {
        await browser.close();
      }
    };
    await expect(async () => {
      const headings = await shown();
      expect(headings, 'windows with a heading of the till').toHaveLength(1);
      expect(headings[0]).not.toBe('');
    }).toPass({ timeout: SHOWN_WITHIN_MS });
  }

  get #dataDir(): string {
    return join(this.folder, 'data');
  }

  /** Calls the host, and retries while the host restarts. */
  async #host<T>(question: Parameters<typeof askHost<T>>[1]): Promise<T> {
    const tries = AbortSignal.timeout(SETTLED_WITHIN_MS);
    for (;;) {
      try {
        return await withinMs(5_000, askHost(this.#dataDir, question));
      } catch (error) {
        if (tries.aborted) throw error;
        await storyTime(200, 'the next try at a host that is not there yet');
      }
    }
  }

  #view = (id: string): Promise<AttemptView> => this.#host((host) => host.payment.get({ attempt: id }));

  async close(): Promise<void> {
    const ended = new Promise((done) => this.#start.once('exit', done));
    if (this.#start.exitCode === null) {
      this.#start.kill('SIGTERM');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function isMeant(what: string, command: string): boolean {
  switch (what) {
    case 'renderer':
      return command.includes('--type=renderer');
    case 'GPU':
      return command.includes('--type=gpu-process');
    case 'browser':
      return command.includes('kiosk-browser') && !command.includes('--type=') && !command.includes('crashpad');
    case 'host':
      return command.includes(program('electron/host/main.ts'));
    default:
      return command.includes(program('electron/web/main.ts')) && !command.includes('shell-watch');
  }
}

/** True if a process exists, even if it is stopped. */
export const isAlive = (pid: number) => allProcesses().some((one) => one.pid === pid);

function withinMs<T>(ms: number, answer: Promise<T>): Promise<T> {
  const late = new Promise<never>((_done, fail) => setTimeout(fail, ms, new Error(`No answer in ${ms} ms`)));
  return Promise.race([answer, late]);
}
