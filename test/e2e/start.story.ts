/** @module-tag ci-only */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { nodeFlags, npmCommand, ownNode } from '../../build/scripts/parts/paths.mjs';
import { askHost } from './till.ts';
import { storyTime } from '../waiting.ts';

const root = resolve(import.meta.dirname, '../..');

let dataDir: string;
test.beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tillbridge start '));
});
test.afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Runs `npm start` as a user does, in a separate session, so that its process group can be signalled. */
function npmStart(
  flags = ['--no-open', '--port', '0'],
  env: NodeJS.ProcessEnv = {},
): { npm: ChildProcess; ready: Promise<string>; out: () => string; said: () => string } {
  const { file, args } = npmCommand();
  const npm = spawn(file, [...args, 'start', '--', ...flags, '--data', dataDir], {
    cwd: root,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  let complaints = '';
  npm.stderr?.on('data', (chunk) => (complaints += String(chunk)));
  const ready = new Promise<string>((done, fail) => {
    npm.stdout?.on('data', (chunk) => {
      text += String(chunk);
      const url = /^Tillbridge ready: (\S+)$/m.exec(text)?.[1];
      if (url) done(url);
    });
    npm.once('exit', (code) => fail(new Error(`npm ended with ${code}: ${complaints}`)));
  });
  return { npm, ready, out: () => text, said: () => complaints };
}

/**
 * Processes with this data folder in their command, and their descendants, read from proc(5). Excludes udevadm, which
 * the host runs from time to time to list the ports and which ends by itself.
 */
function processes(): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        if (stat.includes('(udevadm)')) return [];
        return [{ pid: Number(pid), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), command }];
      } catch {
        return [];
      }
    });
  const ours = new Set(all.filter(({ command }) => command.includes(dataDir)).map(({ pid }) => pid));
  for (let before = -1; before !== ours.size;) {
    before = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
  return [...ours];
}
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Fails unless all these processes end and the files with their addresses are deleted. */
async function expectEnd(pids: readonly number[]): Promise<void> {
  await expect.poll(() => pids.filter(isAlive), { timeout: 60_000 }).toEqual([]);
  expect(readdirSync(dataDir)).not.toContain('web.json');
  expect(readdirSync(dataDir)).not.toContain('host.json');
}

test.describe('npm start', () => {
  test.skip(process.platform !== 'linux', 'counts processes by /proc');

  for (const [name, signal] of [
    ['SIGINT to npm only', 'SIGINT'],
    ['a kill of npm', 'SIGKILL'],
  ] as const) {
    test(`prints a line when ready, and leaves no process after ${name}`, async () => {
      const { npm, ready, out } = npmStart();
      await ready;
      expect(out().match(/^Tillbridge ready: /gm)?.length).toBe(1);
      const pids = processes();
      // npm, (a shell,) start script, browser shell, host, sandbox, practice terminal.
      expect(pids.length).toBeGreaterThanOrEqual(6);
      process.kill(npm.pid ?? 0, signal);
      await expectEnd(pids);
    });
  }

  test('names a payment at Ctrl+C and continues; a second Ctrl+C quits, the next start has the outcome, no process stays', async () => {
    const first = npmStart();
    await first.ready;
    const early = processes();
    const press = () => process.kill(-(first.npm.pid ?? 0), 'SIGINT');
    const payment = { id: 'ctrl-c-story', amountMinor: 1200, currency: 'USD' };
    // The till finds the practice terminal a moment after it is ready.
    await expect(() => askHost(dataDir, (host) => host.payment.start(payment))).toPass({ timeout: 60_000 });
    // Processes that stay: during a start the till also runs programs of the system, which end a moment later.
    const pids = processes().filter((pid) => early.includes(pid));
    press();
    await expect.poll(first.said, { timeout: 60_000 }).toContain('ctrl-c-story');
    expect(first.said()).toContain('Press Ctrl+C again to quit');
    expect(pids.filter((pid) => !isAlive(pid))).toEqual([]);
    // A press reaches the shell several times, so signals at nearly the same time count as the same press.
    await storyTime(1_000, 'a second press of a person');
    press();
    await expect.poll(() => pids.filter(isAlive), { timeout: 60_000 }).toEqual([]);
    const second = npmStart();
    await second.ready;
    await expect
      .poll(() => askHost(dataDir, (host) => host.payment.list({})), { timeout: 60_000 })
      .toMatchObject([{ id: 'ctrl-c-story', state: 'cancelled', capturedMinor: null }]);
    const left = processes();
    process.kill(-(second.npm.pid ?? 0), 'SIGINT');
    await expectEnd(left);
  });

  test('opens the till in the browser if Electron fails, with a line and doctor’s note, and leaves no process at SIGTERM', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tillbridge electron '));
    // Replaces Electron on a computer that lacks a library, and the desktop's command that opens a page.
    for (const [name, lines] of [
      ['electron', 'echo "error while loading libnss3.so" >&2\nexit 127'],
      ['xdg-open', 'exit 0'],
    ]) {
      writeFileSync(join(folder, name ?? ''), `#!/bin/sh\n${lines}\n`);
      chmodSync(join(folder, name ?? ''), 0o755);
    }
    try {
      const env = {
        TILLBRIDGE_SHELL: 'electron',
        ELECTRON_OVERRIDE_DIST_PATH: folder,
        PATH: `${folder}:${process.env['PATH']}`,
      };
      const { npm, ready, said } = npmStart([], env);
      const url = await ready;
      expect(url).toMatch(/^http:\/\/till-[0-9a-f]{24}\.localhost:/);
      expect(said()).toContain(
        'Electron’s window ended while starting (exit code 127). The till opens in the browser.',
      );
      const doctor = spawnSync(ownNode, [...nodeFlags, 'electron/cli/main.ts', 'doctor', '--data', dataDir], {
        cwd: root,
      });
      expect(String(doctor.stdout)).toMatch(/note +shell: Electron’s window ended while starting .*libnss3\.so/);
      const pids = processes();
      process.kill(npm.pid ?? 0, 'SIGTERM');
      await expectEnd(pids);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('leaves no process after an interrupt in the middle of the start', async () => {
    const { npm, ready } = npmStart();
    ready.catch(() => {});
    // Interrupts as soon as the sandbox or the practice terminal runs, usually before the host does.
    await expect.poll(() => processes().length, { timeout: 60_000, intervals: [20] }).toBeGreaterThanOrEqual(4);
    const pids = processes();
    process.kill(-(npm.pid ?? 0), 'SIGINT');
    await expect.poll(() => [...pids, ...processes()].filter(isAlive), { timeout: 60_000 }).toEqual([]);
  });
});
