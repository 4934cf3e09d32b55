/**
 * A kiosk as it is started, with a real Chromium of its own: each of its processes killed, and stopped, and what becomes of the page.
 * TILLBRIDGE_KILLS: how often each; 1 where nothing is said.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { findChromium } from '../../build/scripts/parts/tools.mjs';
import { nodeFlags, ownNode } from '../../build/scripts/parts/paths.mjs';

const root = resolve(import.meta.dirname, '../..');
const times = Number(process.env['TILLBRIDGE_KILLS'] ?? 1);
/** A bound for what never comes back. */
const HEALED_WITHIN_MS = 150_000;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** By proc(5). A zombie is no process any more. */
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

class Kiosk {
  readonly folder = mkdtempSync(join(tmpdir(), 'tillbridge alive '));
  readonly #start: ChildProcess;
  /** When each beat of the page came, on this process's clock. */
  readonly beats: number[] = [];
  said = '';

  constructor(chromium: string, flags: readonly string[]) {
    const bin = join(this.folder, 'bin');
    mkdirSync(bin);
    // The kiosk's own Chromium, as this machine can run one: as root, and without a screen where there is none.
    writeFileSync(join(bin, 'chromium'), `#!/bin/sh\nexec ${chromium} ${flags.join(' ')} "$@"\n`);
    chmodSync(join(bin, 'chromium'), 0o755);
    // The start script's watch without what it installs and builds.
    const watch = `import { ShellWatch } from ${JSON.stringify(join(root, 'build/scripts/parts/shell-watch.mjs'))};
      const browser = { file: ${JSON.stringify(ownNode)}, args: ${JSON.stringify([...nodeFlags, join(root, 'electron/web/main.ts'), '--kiosk', '--verbose', '--port', '0', '--data', join(this.folder, 'data')])} };
      const watch = new ShellWatch({ commands: { electron: browser, browser }, say: (line) => console.error(line), exit: (code) => process.exit(code) });
      process.on('SIGTERM', () => { watch.expectEnd(); watch.running?.disconnect(); });
      watch.start('browser');`; // oxfmt-ignore
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

  /** The processes that a name of the issue means. */
  pids(what: string): number[] {
    const all = allProcesses();
    const ours = new Set([this.#start.pid ?? 0]);
    for (let before = -1; before !== ours.size;) {
      before = ours.size;
      for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
    }
    return all.filter(({ pid, command }) => ours.has(pid) && isMeant(what, command)).map(({ pid }) => pid);
  }

  /** Beats that came later than this. */
  beatsAfter(at: number): number {
    return this.beats.filter((one) => one > at).length;
  }

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
      return command.includes('electron/host/main.ts');
    default:
      return command.includes('electron/web/main.ts') && !command.includes('shell-watch');
  }
}

const isAlive = (pid: number) => allProcesses().some((one) => one.pid === pid);

test.describe('a kiosk whose page, browser, host or shell is killed or stopped', () => {
  test.skip(process.platform !== 'linux', 'counts processes by /proc');
  test.setTimeout(120_000 + times * 10 * HEALED_WITHIN_MS);

  test(`comes back by itself, ${times} times each`, async () => {
    const chromium = findChromium();
    test.skip(!chromium, 'needs a Chromium');
    const screenFlags = process.env['TILLBRIDGE_HEADED'] === '1' ? [] : ['--headless'];
    const kiosk = new Kiosk(chromium ?? '', ['--no-sandbox', ...screenFlags]);
    try {
      await expect.poll(() => kiosk.beats.length, { timeout: 90_000, message: 'the first beats' }).toBeGreaterThan(1);
      for (const what of ['renderer', 'GPU', 'browser', 'host', 'shell']) {
        for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
          const took: number[] = [];
          for (let time = 0; time < times; time += 1) took.push(await healed(kiosk, what, signal));
          took.sort((a, b) => a - b);
          const p50 = took[Math.floor((took.length - 1) / 2)] ?? 0;
          console.log(
            `${what} ${signal}: healed ${took.length} of ${times}, p50 ${seconds(p50)}, max ${seconds(took.at(-1) ?? 0)}`,
          );
        }
      }
    } catch (error) {
      throw new Error(`The kiosk said last: ${kiosk.said.slice(-2_000)}`, { cause: error });
    } finally {
      await kiosk.close();
    }
  });
});

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Hurts it and waits until what was hurt is gone and the page beats again; milliseconds to the first beat of those. */
async function healed(kiosk: Kiosk, what: string, signal: 'SIGKILL' | 'SIGSTOP'): Promise<number> {
  let pids: number[] = [];
  await expect
    .poll(() => (pids = kiosk.pids(what)).length, { timeout: 60_000, message: `a ${what}` })
    .toBeGreaterThan(0);
  const at = performance.now();
  for (const pid of pids) process.kill(pid, signal);
  await expect
    .poll(() => pids.filter(isAlive), {
      timeout: HEALED_WITHIN_MS,
      intervals: [50],
      message: `${what} ${signal}: gone`,
    })
    .toEqual([]);
  const gone = performance.now();
  await expect
    .poll(() => kiosk.beatsAfter(gone), {
      timeout: HEALED_WITHIN_MS,
      intervals: [50],
      message: `${what} ${signal}: beats`,
    })
    .toBeGreaterThan(1);
  return (kiosk.beats.find((beat) => beat > gone) ?? 0) - at;
}
