/** The browser shell as a process whose reader is gone before it says its first line. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { nodeFlags, ownNode } from '../../../build/scripts/parts/paths.mjs';
import { requestLink } from '../../../electron/starter/index.ts';
import { program } from '../../fixtures/programs.ts';

test('a till to which nobody listens is there all the same', { timeout: 120_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge unheard '));
  const words = ['--no-open', '--port', '0', '--data', dataDir];
  const shell = spawn(ownNode, [...nodeFlags, program('electron/web/main.ts'), ...words], { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise((done) => shell.once('exit', done));
  shell.stdout.destroy();
  shell.stderr.destroy();
  try {
    await vi.waitFor(() => requestLink(dataDir), { timeout: 60_000, interval: 200 });
    // Its line is written right after its file.
    await new Promise((wait) => setTimeout(wait, 1_000));
    expect(shell.exitCode).toBeNull();
    await requestLink(dataDir);
  } finally {
    shell.kill();
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}); // oxfmt-ignore
