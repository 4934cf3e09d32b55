/**
 * Places of the platform's password, for each way to store it. Searches a live till in the browser shell, with a real
 * Chromium on its counter: data folder, arguments and environments of every process, output, the browser's profile, a
 * core of host and shell. The password must be only in its store. README.md lists what cannot be hidden from root.
 *
 * @module-tag full-processes
 * @module-tag ci-only
 * @module-tag own-process
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nodeFlags, ownNode } from '../../build/scripts/parts/paths.mjs';
import { findChromium } from '../../build/scripts/parts/tools.mjs';
import { startSandbox, type Sandbox } from '../../electron/sandbox/index.ts';
import { hostFileSchema } from '../../electron/starter/index.ts';
import { program } from '../fixtures/programs.ts';
import { quietFor, storyTime } from '../waiting.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

const isLinux = process.platform === 'linux';
const hasKeyring =
  isLinux && ['gnome-keyring-daemon', 'dbus-run-session'].every((one) => spawnSync('which', [one]).status === 0);
const UP = { timeout: 120_000, interval: 200 };

let folder: string;
let dataDir: string;
let sandbox: Sandbox;
let shell: ChildProcess | undefined;
let said = '';
beforeEach(async () => {
  folder = temporaryFolder('tillbridge places ');
  dataDir = join(folder, 'data');
  for (const one of ['data', 'profile', 'cwd', 'keyrings', 'run', 'credentials'])
    mkdirSync(join(folder, one), { mode: 0o700 });
  sandbox = await startSandbox();
  said = '';
});
afterEach(async () => {
  if (shell?.pid !== undefined && shell.exitCode === null && shell.signalCode === null) {
    const ended = new Promise((done) => shell?.once('exit', done));
    process.kill(-shell.pid, 'SIGTERM');
    await Promise.race([ended, storyTime(20_000, 'a shell that does not end when asked')]);
    endGroup('SIGKILL');
  }
  shell = undefined;
  await sandbox.close();
}, 60_000);

function endGroup(signal: NodeJS.Signals): void {
  try {
    if (shell?.pid !== undefined) process.kill(-shell.pid, signal);
  } catch {
    // All processes of the till have ended.
  }
}

/** Environment of a computer without a key store; variables of the test computer are removed. */
function cleanEnv(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const {
    DBUS_SESSION_BUS_ADDRESS: _bus,
    XDG_RUNTIME_DIR: _runtime,
    CREDENTIALS_DIRECTORY: _credentials,
    ...env
  } = process.env;
  return { ...env, ...more };
}

const writeSettings = (password?: string): void =>
  writeFileSync(
    join(dataDir, 'settings.json'),
    JSON.stringify({
      platform: {
        url: sandbox.url,
        username: sandbox.username,
        merchant: sandbox.merchant,
        ...(password ? { password } : {}),
      },
    }),
    { mode: 0o600 },
  );

/** Runs in a session with an open or a locked key ring. */
const inSession = (command: readonly string[], how: 'open' | 'locked' | 'none'): string[] => {
  if (how === 'none') return [...command];
  const start = how === 'open' ? 'printf ring | gnome-keyring-daemon --unlock --components=secrets' : 'true';
  return ['dbus-run-session', '--', 'sh', '-c', `${start} >/dev/null 2>&1; exec "$@"`, 'sh', ...command];
};

const keyringEnv = () => ({
  XDG_DATA_HOME: join(folder, 'keyrings'),
  XDG_RUNTIME_DIR: join(folder, 'run'),
  DISPLAY: '',
  WAYLAND_DISPLAY: '',
});

/** `tillbridge secrets set` with the value on standard input; the platform in this process is asked to confirm it. */
async function keep(env: NodeJS.ProcessEnv, session: 'open' | 'none' = 'none'): Promise<string> {
  const [file = '', ...args] = inSession(
    [ownNode, ...nodeFlags, program('electron/cli/main.ts'), 'secrets', 'set', '--data', dataDir, '--json'],
    session,
  );
  const child = spawn(file, args, { env, stdio: ['pipe', 'pipe', 'pipe'], timeout: 60_000 });
  const ended = new Promise((done) => child.once('close', done));
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (err += String(chunk)));
  child.stdin.end(`${sandbox.password}\n`);
  await ended;
  expect(out + err).not.toContain(sandbox.password);
  const kept = JSON.parse(out) as { place: string; trial: string };
  expect(kept.trial).toBe('taken');
  return kept.place;
}

/** The browser shell, with core dumps allowed if the kernel permits. */
function startShell(env: NodeJS.ProcessEnv, session: 'open' | 'locked' | 'none' = 'none'): void {
  const command = [
    ownNode,
    ...nodeFlags,
    program('electron/web/main.ts'),
    '--no-open',
    '--verbose',
    '--port',
    '0',
    '--data',
    dataDir,
  ];
  const [file = '', ...args] = inSession(
    isLinux ? ['prlimit', '--core=unlimited:unlimited', ...command] : command,
    session,
  );
  shell = spawn(file, args, { cwd: join(folder, 'cwd'), detached: true, stdio: ['ignore', 'pipe', 'pipe'], env });
  for (const stream of [shell.stdout, shell.stderr]) stream?.on('data', (chunk) => (said += String(chunk)));
}

const log = () => {
  try {
    return readFileSync(join(dataDir, 'logs', 'tillbridge.log'), 'utf8');
  } catch {
    return '';
  }
};
const isTaken = () => expect(log()).toContain('the platform accepts a password');

/** Forms of the password: raw, as sent, in JSON, and with two bytes per character. */
function forms(): Buffer[] {
  const { username, password } = sandbox;
  const login = Buffer.from(`${username}:${password}`).toString('base64');
  return [Buffer.from(password), Buffer.from(login), Buffer.from(password, 'utf16le')];
}
const holds = (bytes: Buffer): boolean => forms().some((form) => bytes.includes(form));

const filesWithIt = (top: string): string[] =>
  readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => holds(bytesOf(path)))
    .map((path) => relative(top, path));

/** A running till removes files between the listing and the reading. */
function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** Searches all processes of this computer except this process, which runs the platform and has the password. */
const processesWithIt = (): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) =>
      ['cmdline', 'environ'].flatMap((what) => {
        try {
          if (!holds(readFileSync(`/proc/${pid}/${what}`))) return [];
          return [
            `${what} of ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('web') ? 'the shell' : 'another'}`,
          ];
        } catch {
          return [];
        }
      }),
    );

/** Opens the counter in a real browser. */
function browse(): void {
  const [, url = ''] = /Tillbridge ready: (\S+)/.exec(said) ?? [];
  const chromium = findChromium();
  if (!chromium) return;
  const args = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    `--user-data-dir=${join(folder, 'profile')}`,
    '--virtual-time-budget=3000',
    '--dump-dom',
    url,
  ];
  const { stdout } = spawnSync(chromium, args, { encoding: 'utf8', timeout: 60_000 });
  expect(stdout).toContain('<html');
  expect(stdout).not.toContain(sandbox.password);
}

/**
 * Crashes the host, and then the shell: neither leaves a core. A program without the till's limit does, if this
 * computer writes cores here.
 */
async function crash(): Promise<void> {
  const cores = () => readdirSync(join(folder, 'cwd')).filter((name) => /core/.test(name));
  // Control: with an unlimited core size a crash leaves a core here. Without a core, the test is inconclusive on this
  // computer.
  const control = spawnSync('prlimit', ['--core=unlimited:unlimited', 'sh', '-c', 'kill -ABRT $$'], {
    cwd: join(folder, 'cwd'),
  });
  expect(control.signal).toBe('SIGABRT');
  if (readFileSync('/proc/sys/kernel/core_pattern', 'utf8').trim() === 'core') expect(cores().length).toBe(1);
  for (const one of cores()) rmSync(join(folder, 'cwd', one));
  const host = hostFileSchema.parse(JSON.parse(readFileSync(join(dataDir, 'host.json'), 'utf8'))).pid;
  const limit = /Max core file size\s+(\d+)\s+(\d+)/.exec(readFileSync(`/proc/${host}/limits`, 'utf8'));
  expect(limit?.slice(1)).toEqual(['1', '1']);
  // SIGUSR1 would open Node's debugger, which any user of this computer could connect to.
  process.kill(host, 'SIGUSR1');
  await quietFor(500, 'a debugger that opens');
  expect(said).not.toContain('Debugger listening');
  process.kill(host, 'SIGABRT');
  await vi.waitFor(() => expect(said).toMatch(/The host ended/), UP);
  const ended = new Promise((done) => shell?.once('exit', done));
  endGroup('SIGABRT');
  await ended;
  expect(cores()).toEqual([]);
}

/**
 * Checks that the password is in its own file and in no other. If the own file lacks it, the search itself is broken.
 */
function checkFiles(own: RegExp | undefined): void {
  const found = filesWithIt(folder);
  expect(found).toHaveLength(own ? 1 : 0);
  for (const path of found) expect(path).toMatch(own ?? /^$/);
}

async function search(store: { files?: RegExp; processes?: string[] }): Promise<void> {
  await vi.waitFor(isTaken, UP);
  browse();
  checkFiles(store.files);
  if (isLinux) expect([...new Set(processesWithIt())]).toEqual(store.processes ?? []);
  for (const form of forms()) expect(said).not.toContain(form.toString('utf8'));
  if (!isLinux) return;
  await crash();
  checkFiles(store.files);
}

describe('the platform’s password', { timeout: 300_000 }, () => {
  test('is found only in a separate file', async () => {
    writeSettings();
    expect(await keep(cleanEnv())).toBe('file');
    startShell(cleanEnv());
    await search({ files: /^data\/platform-password\.[0-9a-f]{16}$/ });
  });

  test('is moved from settings.json of an earlier version to a separate file, which is reported', async () => {
    writeSettings(sandbox.password);
    startShell(cleanEnv());
    await search({ files: /^data\/platform-password\.[0-9a-f]{16}$/ });
    expect(said).toContain('It was moved to a separate file');
  });

  test.skipIf(!hasKeyring)('is found only encrypted in the system’s key store (Secret Service)', async () => {
    writeSettings();
    const env = cleanEnv(keyringEnv());
    expect(await keep(env, 'open')).toBe('system');
    startShell(env, 'open');
    // The password is encrypted in the key ring's file, which the search includes.
    await search({});
  });

  test('is found only in the credentials of a service', async () => {
    writeSettings();
    writeFileSync(join(folder, 'credentials', 'tillbridge-password'), `${sandbox.password}\n`, { mode: 0o400 });
    startShell(cleanEnv({ CREDENTIALS_DIRECTORY: join(folder, 'credentials') }));
    await search({ files: /^credentials\/tillbridge-password$/ });
  });

  test('is found only in the environment of the shell', async () => {
    writeSettings();
    startShell(cleanEnv({ TILLBRIDGE_PASSWORD: sandbox.password }));
    await search({ processes: ['environ of the shell'] });
  });
});

test.skipIf(!hasKeyring)(
  'a till with a locked key ring runs, reports it, and sends no password',
  { timeout: 300_000 },
  async () => {
    writeSettings();
    const env = cleanEnv(keyringEnv());
    expect(await keep(env, 'open')).toBe('system');
    startShell(env, 'locked');
    await vi.waitFor(() => expect(said).toContain('Tillbridge ready: '), UP);
    await vi.waitFor(() => expect(log()).toContain('API_NO_PASSWORD'), UP);
    expect(log()).not.toContain('the platform accepts a password');
  },
);
