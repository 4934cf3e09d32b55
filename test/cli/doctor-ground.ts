/**
 * Environment for planted faults of `tillbridge doctor`: a live till with a real sandbox, a simulated terminal, and
 * parts that break.
 */
import { spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { request } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { CheckFinding } from '../../electron/contract/index.ts';
import { hashPin } from '../../electron/host/index.ts';
import type { RunningSimulator } from '../../native/simulator/index.ts';
import { SetupGround } from '../fixtures/setup-cases.ts';
import { layCable } from '../unit/native/pty.ts';
import { simulator, tillbridge } from './in-process.ts';

export type Line = CheckFinding & { what: string };
type Settings = Record<string, unknown> & { platform: Record<string, unknown> };

export const root = join(import.meta.dirname, '../..');
const pin = hashPin('482915');
export const isRoot = process.getuid?.() === 0;
export const isLinux = process.platform === 'linux';
export let ground: SetupGround;
let terminal: RunningSimulator;
export let address: string;
export const undo: (() => unknown)[] = [];

export async function openGround(): Promise<void> {
  ground = await SetupGround.open();
  terminal = await simulator('--family', 'mms', '--tcp', '0');
  ({ address } = terminal);
}
export async function closeGround(): Promise<void> {
  await terminal.close();
  await ground.close();
}
export async function undoAll(): Promise<void> {
  for (const task of undo.splice(0).reverse()) await task();
}

/** A live till without faults, apart from the given change. */
export function till(change: (settings: Settings) => void = () => undefined, mode = 0o600): string {
  const data = mkdtempSync(join(tmpdir(), 'tillbridge-doctor-'));
  undo.push(() => rmSync(data, { recursive: true, force: true }));
  const { url, username, password, merchant } = ground.sandbox;
  const settings: Settings = {
    mode: 'live',
    platform: { url, username, password, merchant },
    terminals: [address],
    // Excludes this computer's silent ports, which would only cost time.
    ports: { onlyAsk: ['usb:0000:0000'] },
    people: [{ name: 'Ann', roles: ['manager'], pin }],
  };
  change(settings);
  write(data, JSON.stringify(settings), mode);
  return data;
}

export function write(data: string, text: string, mode = 0o600): void {
  writeFileSync(join(data, 'settings.json'), text, { mode });
  chmodSync(join(data, 'settings.json'), mode);
}

export async function doctor(
  data: string,
  env: Record<string, string> = {},
): Promise<{ code: number | null; lines: Line[] }> {
  const { code, stdout, stderr } = await tillbridge(['doctor', '--data', data, '--json'], env);
  expect(stderr).toBe('');
  // The password must be in no output.
  expect(stdout).not.toContain(ground.sandbox.password);
  return { code, lines: JSON.parse(stdout) as Line[] };
}

/** A proxy for the sandbox that shifts the time in the Date header. */
export function withClock(shiftMs: number): Promise<string> {
  const to = new URL(ground.sandbox.url);
  return ground.http((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const onward = request({ host: to.hostname, port: to.port, method, path, headers }, (answer) => {
      const date = new Date(Date.parse(answer.headers.date ?? '') + shiftMs).toUTCString();
      outgoing.writeHead(answer.statusCode ?? 500, { ...answer.headers, date });
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
}

/** Holds the line with a program of this name, which remains the process with the lock. */
export async function holdLineAs(name: string, path: string): Promise<void> {
  const child = spawn('flock', ['--no-fork', '--exclusive', path, program(name), '600']);
  undo.push(() => child.kill('SIGKILL'));
  const comm = () => readFileSync(`/proc/${child.pid}/comm`, 'utf8').trim();
  await vi.waitFor(() => expect(comm()).toBe(name), { timeout: 20_000 });
}

/** Starts a process that opens and locks the line, like a terminal program. */
async function holdLine(path: string): Promise<void> {
  const held = `import fcntl,sys,time
f=open(sys.argv[1],'r+b',0)
fcntl.flock(f,fcntl.LOCK_EX)
print('held',flush=True)
time.sleep(600)`;
  const child = spawn('python3', ['-c', held, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  undo.push(() => child.kill('SIGKILL'));
  await new Promise((done) => child.stdout.once('data', done));
}
export const hasPython = spawnSync('python3', ['-V']).status === 0;
export const hasFlock = spawnSync('flock', ['--version']).status === 0;

/** A receipt printer that answers each status query with the next of these bytes. */
export function printerThatSays(answers: readonly number[]): Promise<number> {
  return ground.listen(
    createServer((socket) => {
      let asked = 0;
      socket.on('data', (bytes) => {
        for (let at = 0; at + 2 < bytes.length; at += 3)
          socket.write(Uint8Array.of(answers[asked++ % answers.length] ?? 0x12));
      });
    }),
  );
}

/** A till whose records name the system's key store as the place of the password. */
export function keptInKeyStore(): string {
  const data = till(({ platform: own }) => void delete own['password']);
  const entry = { id: '0123456789abcdef', place: 'system', account: null, worksSince: null };
  const entries = [{ ...entry, keptAt: new Date().toISOString() }];
  writeFileSync(join(data, 'secrets.json'), JSON.stringify({ version: 1, entries }), { mode: 0o600 });
  return data;
}

/** A session bus that never answers, like a key store that answers after half a minute. */
export async function silentBus(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-bus-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  undo.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => server.close(done));
  });
  const path = join(folder, 'bus');
  await new Promise<void>((done) => server.listen(path, done));
  return `unix:path=${path}`;
}

/** A real key ring that contains the password, locked afterwards. */
export async function lockedKeyRing(): Promise<{ data: string; env: Record<string, string> }> {
  const data = till((settings) => {
    delete settings.platform['password'];
    settings['people'] = [];
  });
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-ring-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const own = { HOME: folder, XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder, PATH: process.env['PATH'] ?? '' };
  const session = async (): Promise<Record<string, string>> => {
    const words = ['--session', '--nofork', '--print-address'];
    const bus = spawn('dbus-daemon', words, { stdio: ['ignore', 'pipe', 'ignore'], env: own });
    undo.push(() => bus.kill('SIGKILL'));
    const said = await new Promise<Buffer>((done) => bus.stdout.once('data', done));
    return { ...own, DBUS_SESSION_BUS_ADDRESS: said.toString().trim() };
  };
  const open = await session();
  const unlock = ['--unlock', '--components=secrets'];
  const stdio: StdioOptions = ['pipe', 'ignore', 'ignore'];
  expect(spawnSync('gnome-keyring-daemon', unlock, { env: open, input: 'ring', stdio }).status).toBe(0);
  const words = ['secrets', 'set', '--data', data, '--json'];
  const kept = await tillbridge(words, open, [`${ground.sandbox.password}\n`]);
  expect(JSON.parse(kept.stdout)).toMatchObject({ place: 'system', trial: 'taken' });
  // The next session finds the ring on disk; its first request starts the daemon.
  return { data, env: await session() };
}
export const hasKeyRing = ['gnome-keyring-daemon', 'dbus-daemon'].every(
  (one) => spawnSync(one, ['--version']).status === 0,
);

/** Data folder of a till with a private authority that expires in `days`. */
export function authorityFor(days: number): string {
  const data = till();
  const make = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days ${days} -keyout key.pem -out filter.pem`;
  const words = [...make.split(' '), '-subj', '/CN=Harbor Filter'];
  expect(spawnSync('openssl', words, { cwd: data }).status).toBe(0);
  return withAuthority(data, join(data, 'filter.pem'));
}
/** A file that contains this certificate and a valid one. */
export function authorityBesideNew(old: string): string {
  const data = till();
  const [both, tls] = [join(data, 'both.pem'), join(root, 'test/fixtures/tls')];
  writeFileSync(both, [old, 'authority'].map((name) => readFileSync(join(tls, `${name}.pem`), 'utf8')).join('\n'));
  return withAuthority(data, both);
}
function withAuthority(data: string, caFile: string): string {
  const settings = JSON.parse(readFileSync(join(data, 'settings.json'), 'utf8')) as Settings;
  settings.platform['caFile'] = caFile;
  write(data, JSON.stringify(settings));
  return data;
}
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/**
 * Reports this type for the folder's file system. The reported type is the test's boundary, because mountable network
 * shares depend on the computer.
 */
export function onFileSystem(type: number): string {
  const real = fsPromises.statfs;
  const shared = (async (path: string) => Object.assign(await real(path), { type })) as typeof fsPromises.statfs;
  const put = (statfs: typeof fsPromises.statfs): void => {
    Object.assign(fsPromises, { statfs });
    syncBuiltinESMExports();
  };
  put(shared);
  undo.push(() => put(real));
  return till();
}

/** Copies /bin/sleep under this name. */
function program(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-program-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  copyFileSync('/bin/sleep', join(folder, name));
  return join(folder, name);
}
export async function running(name: string): Promise<string> {
  const child = spawn(program(name), ['600']);
  undo.push(() => child.kill('SIGKILL'));
  await new Promise((done) => child.once('spawn', done));
  return till();
}

/** A folder on a small disk that is nearly full. */
export function smallDisk(): string {
  const mount = mkdtempSync(join(tmpdir(), 'tillbridge-disk-'));
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=0700', 'tmpfs', mount]).status).toBe(0);
  undo.push(() => {
    spawnSync('umount', [mount]);
    rmSync(mount, { recursive: true, force: true });
  });
  writeFileSync(join(mount, 'films'), Buffer.alloc(20 * 2 ** 20));
  return mount;
}

/** Two adapters whose port numbers were swapped by a restart. */
export async function swappedPorts(): Promise<string> {
  const [first, second] = [await layCable(), await layCable()];
  const mms = await simulator('--family', 'mms', '--serial', first.far);
  undo.push(() => Promise.all([first.pull(), second.pull()]));
  undo.push(() => mms.close());
  return till((settings) => {
    settings['receipts'] = { printer: `serial:${readlinkSync(first.near)}@9600` };
    settings['terminals'] = [`serial:${readlinkSync(second.near)}`];
  });
}

export const toTerminal = (port: number): string =>
  till((settings) => void (settings['terminals'] = [`tcp:127.0.0.1:${port}`]));
export const toPrinter = (port: number): string =>
  till((settings) => void (settings['receipts'] = { printer: `tcp://127.0.0.1:${port}` }));
export async function heldLine(hold = holdLine): Promise<string> {
  const cable = await layCable();
  undo.push(() => cable.pull());
  const path = readlinkSync(cable.near);
  await hold(path);
  return till((settings) => void (settings['terminals'] = [`serial:${path}`]));
}
