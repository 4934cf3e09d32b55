/**
 * The program that keeps an installed till on the screen, with the layout of the package: its window, the browser
 * shell, and the ways in which both may end.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { ownNode, root } from '../../../build/scripts/parts/paths.mjs';
import { temporaryFolder } from '../../fixtures/folder.ts';

let home: string;
beforeEach(() => {
  home = temporaryFolder('tillbridge window ');
  for (const folder of ['window', 'build/scripts/parts', 'build/out/product'])
    mkdirSync(join(home, folder), { recursive: true });
  for (const name of ['till-window', 'parts/shell-watch', 'parts/ask'].map((one) => `build/scripts/${one}.mjs`))
    copyFileSync(join(root, name), join(home, name));
});

function till({ window, browser }: { window?: string; browser: string }) {
  if (window !== undefined) {
    writeFileSync(join(home, 'window/tillbridge'), `#!/bin/sh\n${window}\n`);
    chmodSync(join(home, 'window/tillbridge'), 0o755);
  }
  writeFileSync(join(home, 'build/out/product/web.js'), browser);
  const env = { ...process.env, DISPLAY: ':0', TILLBRIDGE_SHELL: '' };
  const { status, stdout, stderr } = spawnSync(ownNode, [join(home, 'build/scripts/till-window.mjs'), '--kiosk'], {
    encoding: 'utf8',
    timeout: 60_000,
    env,
  });
  return { status, stdout, stderr };
}

test.skipIf(process.platform !== 'linux')(
  'a window that ends during its start is replaced by the browser, which shows the reason',
  () => {
    const browser =
      'console.log("browser", process.argv.slice(2).join(" "), JSON.parse(process.env.TILLBRIDGE_SHELL_NOTE).what);';
    const { status, stdout, stderr } = till({ window: 'echo "no usable sandbox" >&2; exit 3', browser });
    expect(stderr).toContain('no usable sandbox');
    expect(stderr).toContain('Electron’s window ended while starting (exit code 3). The till opens in the browser.');
    expect(stdout).toBe('browser --show --kiosk Electron’s window ended while starting (exit code 3)\n');
    expect(status).toBe(0);
  },
);

test.skipIf(process.platform !== 'linux')(
  'a window that the user closed stays closed, and exit code 75 is passed on to the starter of the next version',
  () => {
    expect(till({ window: 'exit 0', browser: '' })).toMatchObject({ status: 0, stdout: '' });
    expect(till({ window: 'exit 75', browser: '' })).toMatchObject({ status: 75, stdout: '' });
  },
);

test('the browser shell replaces a missing window, and is started again when killed or crashed, until it is closed', () => {
  // The first two runs end like a kill by a task manager, and like a crash.
  const browser = `const fs = require('node:fs');
    const lives = fs.existsSync('lives') ? Number(fs.readFileSync('lives', 'utf8')) + 1 : 1;
    fs.writeFileSync('lives', String(lives));
    process.send('up', () => (lives === 1 ? process.kill(process.pid, 'SIGKILL') : process.exit(lives === 2 ? 134 : 0)));`;
  const { status, stderr } = till({ browser: browser.replaceAll("'lives'", JSON.stringify(join(home, 'lives'))) });
  expect(readFileSync(join(home, 'lives'), 'utf8')).toBe('3');
  expect(stderr.match(/The browser shell ended unexpectedly \(.+\)\. It is started again\./g)).toHaveLength(2);
  expect(status).toBe(0);
});

test('the shell starts through the link to its version through which the till was started', () => {
  const link = `${home} current`;
  symlinkSync(home, link, 'junction');
  try {
    writeFileSync(join(home, 'build/out/product/web.js'), 'console.log(process.argv[1]);');
    const started = [join(link, 'build/scripts/till-window.mjs')];
    const { stdout } = spawnSync(ownNode, started, { encoding: 'utf8', timeout: 60_000 });
    expect(stdout).toBe(`${join(link, 'build/out/product/web.js')}\n`);
  } finally {
    rmSync(link);
  }
});

test('a browser shell that reports why it cannot run is never restarted, and the exit code is 78', () => {
  const { status, stdout } = till({ browser: `console.log('once'); process.send('told', () => process.exit(1));` });
  expect({ status, stdout }).toEqual({ status: 78, stdout: 'once\n' });
});

test('the starter of a killed keeper waits on Windows until the orphaned shell has ended', () => {
  // Until then that shell would be mistaken for the running till, and shown.
  const script = readFileSync(join(root, 'build/packaging/windows/tillbridge-till.cmd'), 'utf8');
  const seconds = Number(/^ping -n ([0-9]+) /m.exec(script)?.[1]) - 1;
  const stack = readFileSync(join(root, 'electron/starter/stack.ts'), 'utf8');
  const bound = (name: string) =>
    Number(new RegExp(`const ${name} = ([0-9_]+);`).exec(stack)?.[1]?.replaceAll('_', ''));
  expect(seconds * 1_000).toBeGreaterThan(bound('HOST_STOP_WITHIN_MS') + 2 * bound('HELPER_STOP_WITHIN_MS'));
});
