/** The packaged window, laid out as in the package: what follows where it does not come up, and where another version is in place. */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownNode, root } from '../../../build/scripts/parts/paths.mjs';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tillbridge window '));
  for (const folder of ['window', 'bin', 'build/scripts/parts', 'build/out/product']) mkdirSync(join(home, folder), { recursive: true });
  copyFileSync(join(root, 'build/scripts/till-window.mjs'), join(home, 'build/scripts/till-window.mjs'));
  copyFileSync(join(root, 'build/scripts/parts/shell-watch.mjs'), join(home, 'build/scripts/parts/shell-watch.mjs'));
  symlinkSync(ownNode, join(home, 'bin/node'));
  const browser = 'console.log("browser", process.argv.slice(2).join(" "), JSON.parse(process.env.TILLBRIDGE_SHELL_NOTE).what);';
  writeFileSync(join(home, 'build/out/product/web.js'), browser);
}); // oxfmt-ignore
afterEach(() => rmSync(home, { recursive: true }));

function till(window: string) {
  writeFileSync(join(home, 'window/tillbridge'), `#!/bin/sh\n${window}\n`);
  chmodSync(join(home, 'window/tillbridge'), 0o755);
  const { status, stdout, stderr } = spawnSync(ownNode, [join(home, 'build/scripts/till-window.mjs'), '--kiosk'], { encoding: 'utf8', timeout: 60_000 }); // oxfmt-ignore
  return { status, stdout, stderr };
}

test.skipIf(process.platform !== 'linux')('a window that ends while it starts: the browser, with the reason', () => {
  const { status, stdout, stderr } = till('echo "no usable sandbox" >&2; exit 3');
  expect(stderr).toContain('no usable sandbox');
  expect(stderr).toContain('Electron’s window ended while starting (exit code 3). The till opens in the browser.');
  expect(stdout).toBe('browser --show --kiosk Electron’s window ended while starting (exit code 3)\n');
  expect(status).toBe(0);
});

test.skipIf(process.platform !== 'linux')('closed by somebody it is closed, and 75 is passed on to whoever starts the next version', () => {
  expect(till('exit 0')).toMatchObject({ status: 0, stdout: '' });
  expect(till('exit 75')).toMatchObject({ status: 75, stdout: '' });
}); // oxfmt-ignore
