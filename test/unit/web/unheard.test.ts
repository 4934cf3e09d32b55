/**
 * The browser shell as a process whose reader has ended before the first line.
 * @module-tag ci-only
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { nodeFlags, ownNode } from '../../../build/scripts/parts/paths.mjs';
import { requestLink } from '../../../electron/starter/index.ts';
import { program } from '../../fixtures/programs.ts';
import { quietFor } from '../../waiting.ts';

/** Starts the till a second time: it shows the first till and exits, even with a supervisor. */
async function secondClick(dataDir: string): Promise<void> {
  // An empty script replaces the browser.
  writeFileSync(join(dataDir, 'xdg-open'), '#!/bin/sh\n', { mode: 0o755 });
  const words = ['--show', '--port', '0', '--data', dataDir];
  const env = { ...process.env, PATH: `${dataDir}:${process.env['PATH']}` };
  const second = spawn(ownNode, [...nodeFlags, program('electron/web/main.ts'), ...words], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env,
  });
  const code = await Promise.race([
    new Promise((done) => second.once('exit', done)),
    new Promise((late) => setTimeout(late, 60_000, 'still there')),
  ]);
  second.kill();
  expect(code).toBe(0);
}

test('a till whose output is never read keeps running', { timeout: 120_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge unheard '));
  const words = ['--no-open', '--port', '0', '--data', dataDir];
  const shell = spawn(ownNode, [...nodeFlags, program('electron/web/main.ts'), ...words], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise((done) => shell.once('exit', done));
  shell.stdout.destroy();
  shell.stderr.destroy();
  try {
    await vi.waitFor(() => requestLink(dataDir), { timeout: 60_000, interval: 200 });
    // The shell prints its line right after it has written its file.
    await quietFor(1_000, 'an end of the shell');
    expect(shell.exitCode).toBeNull();
    await requestLink(dataDir);
    if (process.platform === 'linux') await secondClick(dataDir);
    // The system's journal keeps a service's standard error.
    const again = spawnSync(ownNode, [...nodeFlags, program('electron/web/main.ts'), ...words], { encoding: 'utf8' });
    expect(again.status).toBe(1);
    expect(again.stderr).toContain('already runs with the data folder');
    expect(again.stderr + again.stdout).not.toMatch(/http|token/);
  } finally {
    shell.kill();
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
});
