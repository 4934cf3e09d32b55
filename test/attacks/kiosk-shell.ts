import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nodeFlags, ownNode } from '../../build/scripts/parts/paths.mjs';
import { program } from '../fixtures/programs.ts';

const root = resolve(import.meta.dirname, '../..');

/** `npm start -- --kiosk` with a real Chromium. */
export interface KioskShell {
  readonly dataDir: string;
  /** Output on standard error. */
  said(): string;
  stop(): Promise<void>;
}

/**
 * Starts the browser shell as a kiosk. `browser` is a Chromium; `args` are passed to it before the shell's, because a
 * test lacks a screen and an ordinary user; `before` are shell lines that run first; `under` is a command that runs the
 * Chromium instead of the shell.
 */
export function startKioskShell(
  browser: string,
  options: { args?: readonly string[]; env?: NodeJS.ProcessEnv; before?: string; under?: string } = {},
): KioskShell {
  const { args = ['--headless=new'], env = {}, before = '', under = '' } = options;
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge attack '));
  const [dataDir, bin] = [join(folder, 'data'), join(folder, 'bin')];
  mkdirSync(bin);
  const own = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...args];
  writeFileSync(join(bin, 'chromium'), `#!/bin/sh\n${before}\nexec ${under} '${browser}' ${own.join(' ')} "$@"\n`);
  chmodSync(join(bin, 'chromium'), 0o755);
  const shell: ChildProcess = spawn(
    ownNode,
    [...nodeFlags, program('electron/web/main.ts'), '--kiosk', '--port', '0', '--data', dataDir],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env, PATH: `${bin}:${process.env['PATH'] ?? ''}` },
    },
  );
  let text = '';
  shell.stderr?.on('data', (chunk) => (text += String(chunk)));
  const ended = new Promise((done) => shell.once('exit', done));
  return {
    dataDir,
    said: () => text,
    async stop() {
      shell.kill('SIGTERM');
      await ended;
      // Wait for the browser's last writes.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
