import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../../..');
const sources = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(join(root, folder, path), 'utf8') }));
const shell = sources('electron/shell');

/** Matching lines of code, without comments. */
const found = (files: typeof shell, pattern: RegExp) =>
  files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line) && pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );

test.each([
  ['page with Node', /nodeIntegration\w*:\s*(true|1)/],
  ['shared world', /contextIsolation:\s*false/],
  ['no sandbox', /sandbox:\s*false|no-sandbox/],
  ['web security off', /webSecurity:\s*false|allowRunningInsecureContent:\s*true|experimentalFeatures:\s*true/],
  ['embedded browsers', /webviewTag:\s*true/],
  ['remote module', /enableRemoteModule|@electron\/remote/],
  ['opening addresses outside', /shell\.openExternal|shell\.openPath/],
  ['scheme that bypasses the policy', /bypassCSP|allowServiceWorkers/],
  ['certificates accepted', /certificate-error|setCertificateVerifyProc|ignore-certificate-errors/],
  // refuseDebugging has to list the switches that it removes.
  ['debugging port', /appendSwitch|appendArgument|--remote-debugging|--inspect/],
  ['pages from the network', /loadURL\((?!(APP|DISPLAY)_URL\))/],
  ['pages from files', /loadFile\(/],
  ['code in the page', /executeJavaScript|insertCSS/],
  ['blocking calls from the page', /sendSync|returnValue/],
])('the shell has no %s', (_name, pattern) => {
  expect(found(shell, pattern)).toEqual([]);
});

test('messages between processes are confined to their files, and the page gets no API', () => {
  const places = (pattern: RegExp) => [...new Set(found(shell, pattern).map((line) => line.split(':')[0]))];
  expect(places(/\bipcRenderer\b/)).toEqual(['electron/shell/preload.ts']);
  expect(places(/\bipcMain\b/)).toEqual(['electron/shell/shell.ts']);
  expect(places(/contextBridge|exposeInMainWorld/)).toEqual([]);
  expect(places(/new BrowserWindow\(/)).toEqual(
    expect.arrayContaining(['electron/shell/display-window.ts', 'electron/shell/window.ts']),
  );
});

test('every window is created with the locked-down options, and the customer display is a page of the till', () => {
  const made = shell.flatMap(({ text }) => text.match(/new BrowserWindow\([\s\S]{0,60}/g) ?? []);
  expect(made.length).toBe(2);
  for (const call of made) expect(call).toMatch(/^new BrowserWindow\((windowOptions\(|\{\s*\.\.\.windowOptions\()/);
  expect(found(shell, /const DISPLAY_URL\b/)).toEqual([
    'electron/shell/display-window.ts: export const DISPLAY_URL = `${APP_URL}#/display`;',
  ]);
});

test('every message from a page is answered only after a check of its sender', () => {
  const [file] = shell.filter(({ path }) => path.endsWith('shell.ts'));
  const handlers = file?.text.match(/ipcMain\.(on|handle)\([\s\S]*?\n {4}\}\);/g) ?? [];
  expect(handlers.length).toBeGreaterThan(0);
  for (const handler of handlers) expect(handler.split('\n')[1]).toMatch(/if \(!isTrustedSender\(/);
  // Messages from other pages go to the customer display, which checks them against its own window.
  const display = shell.find(({ path }) => path.endsWith('display-window.ts'));
  expect(display?.text).toMatch(/takeReady\(event: IpcMainEvent\): void \{\n {4}if \(!isTrustedSender\(event, /);
});

test('pages build no markup and no code from text', () => {
  const everywhere = [...shell, ...sources('renderer'), ...sources('electron/web')];
  expect(found(everywhere, /dangerouslySetInnerHTML|\.innerHTML\s*=|document\.write|new Function\(|\beval\(/)).toEqual(
    [],
  );
});

test('policies allow only the till’s own scripts', () => {
  const policies = [...shell, ...sources('electron/web')].flatMap(({ text }) => text.match(/"script-src[^"]*"/g) ?? []);
  expect(policies.length).toBe(2);
  expect(policies.every((policy) => policy === `"script-src 'self'"`)).toBe(true);
});

test('the shipped binary has its fuses set for security', () => {
  const config = parse(readFileSync(join(root, 'build/electron-builder/electron-builder.yml'), 'utf8')) as {
    asar: boolean;
    electronFuses: Record<string, boolean>;
  };
  expect(config.asar).toBe(true);
  expect(config.electronFuses).toEqual({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    enableCookieEncryption: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  });
});
