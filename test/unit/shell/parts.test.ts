/** @module-tag own-process */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../fixtures/folder.ts';

vi.mock('electron', () => import('./stand-in-electron.ts'));

const { ipcRenderer, resetElectron, safeStorage } = await import('./stand-in-electron.ts');
const { fileFor, serveUi } = await import('../../../electron/shell/app-protocol.ts');
const { parseShellFlags, refuseDebugging } = await import('../../../electron/shell/flags.ts');
const { isOwnFile } = await import('../../../electron/shell/window.ts');
const { DesktopPlace } = await import('../../../electron/shell/desktop-place.ts');

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('tillbridge parts ');
});
afterEach(() => {
  resetElectron();
});

test.each([
  ['blob:app://tillbridge/0e9f', 'application/pdf', true],
  ['blob:app://tillbridge/0e9f', 'text/csv', true],
  ['blob:app://tillbridge/0e9f', 'text/html', false],
  ['blob:app://tillbridge.example/0e9f', 'application/pdf', false],
  ['app://tillbridge/main.js', 'text/csv', false],
  ['https://example.com/a.pdf', 'application/pdf', false],
])('the shell decides whether the page may save a file: %s %s', (url, type, isOwn) => {
  expect(isOwnFile(url, type)).toBe(isOwn);
});

const get = (url: string) => ({ url, method: 'GET' });

test.each([
  'app://tillbridge/../secret.js',
  'app://tillbridge/%2e%2e/secret.js',
  'app://tillbridge/..%2fsecret.js',
  'app://tillbridge/assets/..%5c..%5csecret.js',
  'app://tillbridge/%00.js',
  'app://tillbridge/../renderer-other/secret.js',
  'app://tillbridge//etc/hosts.js/../../../secret.js',
  'app://other/index.html',
  'app://user@tillbridge.example/index.html',
  'https://tillbridge/index.html',
  'app://tillbridge/%',
  'app://tillbridge/assets',
  'app://tillbridge/main.ts',
  'nonsense',
])('the shell serves no file outside the UI: %s', async (url) => {
  const rendererDir = join(folder, 'renderer');
  for (const dir of ['renderer', 'renderer-other']) mkdirSync(join(folder, dir), { recursive: true });
  for (const path of ['secret.js', 'renderer-other/secret.js']) writeFileSync(join(folder, path), 'secret');
  const path = fileFor(get(url), rendererDir);
  expect(path === null || path.startsWith(`${rendererDir}${sep}`)).toBe(true);
  const answer = await serveUi(get(url), rendererDir);
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain('secret');
});

test('the shell serves the UI’s own files with their types and the policy', async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), 'page');
  writeFileSync(join(folder, 'assets/a b.js'), 'script');
  const page = await serveUi(get('app://tillbridge/'), folder);
  expect([page.status, await page.text(), page.headers.get('content-type')]).toEqual([
    200,
    'page',
    'text/html; charset=utf-8',
  ]);
  const script = await serveUi(get('app://tillbridge/assets/a%20b.js?x#y'), folder);
  expect(await script.text()).toBe('script');
  expect(script.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await serveUi({ url: 'app://tillbridge/', method: 'POST' }, folder)).status).toBe(404);
});

test('the shell reads its flags among those that Chromium adds', () => {
  expect(
    parseShellFlags(['--enable-features=X', '--kiosk', '--data', '/d', '--no-sandbox', '--terminal=hid:1', 'file']),
  ).toEqual({
    isKiosk: true,
    data: '/d',
    platform: null,
    terminals: ['hid:1'],
    isTraining: false,
    isVerbose: false,
    opensDisplay: true,
  });
});

test.each(['remote-debugging-port', 'remote-debugging-pipe'])(
  'an installed till does not start with --%s, and a clone does',
  (name) => {
    const given = new Set([name, 'kiosk']);
    const commandLine = {
      hasSwitch: (one: string) => given.has(one),
      removeSwitch: (one: string) => void given.delete(one),
    };
    refuseDebugging({ isPackaged: false, commandLine });
    expect(given.has(name)).toBe(true);
    expect(() => refuseDebugging({ isPackaged: true, commandLine })).toThrow(`--${name} would let other programs`);
    // Chromium, which reads the switches later, finds none.
    expect([...given]).toEqual(['kiosk']);
    refuseDebugging({ isPackaged: true, commandLine });
  },
);

test('the preload exposes nothing; it passes a port to its own origin and reports when the page listens', async () => {
  const posted: unknown[][] = [];
  const loads: (() => void)[] = [];
  vi.stubGlobal('location', { origin: 'app://tillbridge' });
  vi.stubGlobal('postMessage', (...args: unknown[]) => posted.push(args));
  vi.stubGlobal('addEventListener', (_type: string, listener: () => void) => loads.push(listener));
  try {
    await import('../../../electron/shell/preload.ts');
    expect(ipcRenderer.sent).toEqual([]);
    for (const load of loads) load();
    expect(ipcRenderer.sent).toEqual(['page/ready']);
    const port = {};
    ipcRenderer.emit('host/port', { ports: [port] });
    ipcRenderer.emit('host/port', { ports: [] });
    expect(posted).toEqual([['tillbridge:port', 'app://tillbridge', [port]]]);
  } finally {
    vi.unstubAllGlobals();
  }
});

const place = (more: { allowsBasicText?: boolean; platform?: NodeJS.Platform } = {}) =>
  new DesktopPlace({
    dataDir: folder,
    platform: more.platform ?? 'linux',
    allowsBasicText: more.allowsBasicText ?? false,
  });
const ID = '0123456789abcdef';
const path = () => join(folder, `platform-password.${ID}.encrypted`);

test('the shell keeps the password encrypted and private, and returns it', async () => {
  await expect(place().get(ID)).resolves.toBeNull();
  await place().put(ID, 'hunter2');
  expect(readFileSync(path(), 'utf8')).not.toContain('hunter2');
  if (process.platform !== 'win32') expect(statSync(path()).mode & 0o777).toBe(0o600);
  await expect(place().get(ID)).resolves.toBe('hunter2');
  await place().drop(ID);
  await expect(place().get(ID)).resolves.toBeNull();
});

test('the shell encrypts the password again with a rotated key', async () => {
  await place().put(ID, 'hunter2');
  safeStorage.shouldReEncrypt = true;
  await expect(place().get(ID)).resolves.toBe('hunter2');
  expect(safeStorage.encryptions).toBe(2);
});

test.each(['basic_text', 'unknown'])('the shell refuses Linux with %s unless allowed explicitly', async (backend) => {
  safeStorage.backend = backend;
  await expect(place().put(ID, 'hunter2')).rejects.toMatchObject({ why: 'weak' });
  await place({ allowsBasicText: true }).put(ID, 'hunter2');
  await expect(place().get(ID)).rejects.toMatchObject({ why: 'weak' });
  await expect(place({ allowsBasicText: true }).get(ID)).resolves.toBe('hunter2');
  // On other systems the flag has no effect.
  await expect(place({ platform: 'win32' }).get(ID)).resolves.toBe('hunter2');
});

test('the shell distinguishes a missing key store from a file that it cannot decrypt', async () => {
  writeFileSync(path(), 'garbage');
  await expect(place().get(ID)).rejects.toMatchObject({ why: 'lost' });
  safeStorage.isAvailable = false;
  await expect(place().put(ID, 'hunter2')).rejects.toMatchObject({ why: 'absent' });
});
