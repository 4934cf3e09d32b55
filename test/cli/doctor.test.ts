/**
 * `tillbridge doctor` on planted faults, each a real one: a real sandbox that does not know the password, a real process that holds a
 * line, a clock put off by a proxy's Date header, a small disk that is full. It names each, and its exit code says whether a
 * payment could be taken.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { request } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkNames, type CheckFinding, type CheckName } from '../../electron/contract/index.ts';
import { composeHost, hashPin } from '../../electron/host/index.ts';
import type { RunningSimulator } from '../../native/simulator/index.ts';
import { asOtherUser } from '../fixtures/other-user.ts';
import { beginAt, SetupGround } from '../fixtures/setup-cases.ts';
import { hasSocat, layCable } from '../unit/native/pty.ts';
import { simulator, tillbridge } from './in-process.ts';

type Line = CheckFinding & { what: string };
type Settings = Record<string, unknown> & { platform: Record<string, unknown> };

const root = join(import.meta.dirname, '../..');
const pin = hashPin('482915');
const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';
let ground: SetupGround;
let terminal: RunningSimulator;
let address: string;
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  ground = await SetupGround.open();
  terminal = await simulator('--family', 'mms', '--tcp', '0');
  ({ address } = terminal);
}, 120_000);
afterAll(async () => {
  await terminal.close();
  await ground.close();
});
afterEach(async () => {
  for (const task of undo.splice(0).reverse()) await task();
});

/** A live till to which nothing is wrong, but for what is changed. */
function till(change: (settings: Settings) => void = () => undefined, mode = 0o600): string {
  const data = mkdtempSync(join(tmpdir(), 'tillbridge-doctor-'));
  undo.push(() => rmSync(data, { recursive: true, force: true }));
  const { url, username, password, merchant } = ground.sandbox;
  const settings: Settings = {
    mode: 'live',
    platform: { url, username, password, merchant },
    terminals: [address],
    // A silent port of this computer is waited for, and is not what is shown.
    ports: { onlyAsk: ['usb:0000:0000'] },
    people: [{ name: 'Ann', roles: ['manager'], pin }],
  };
  change(settings);
  write(data, JSON.stringify(settings), mode);
  return data;
}

function write(data: string, text: string, mode = 0o600): void {
  writeFileSync(join(data, 'settings.json'), text, { mode });
  chmodSync(join(data, 'settings.json'), mode);
}

async function doctor(data: string, env: Record<string, string> = {}): Promise<{ code: number | null; lines: Line[] }> {
  const { code, stdout, stderr } = await tillbridge(['doctor', '--data', data, '--json'], env);
  expect(stderr).toBe('');
  // Never the password, whatever is said.
  expect(stdout).not.toContain(ground.sandbox.password);
  return { code, lines: JSON.parse(stdout) as Line[] };
}

interface Plant {
  name: string;
  make: () =>
    | Promise<string | { data: string; env: Record<string, string> }>
    | string
    | { data: string; env: Record<string, string> };
  check: CheckName;
  fault: string;
  /** Whether it stops a payment. */
  stops: boolean;
  /** What the line says: what it is about, and the remedy. */
  says: RegExp;
  skip?: boolean;
}

const platform = (change: Record<string, unknown>) => (settings: Settings) =>
  void Object.assign(settings.platform, change);

/** Passes everything on to the sandbox, with another clock in the Date header. */
function withClock(shiftMs: number): Promise<string> {
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

/** The same by a program of this name, which stays the process that locked it. */
async function holdLineAs(name: string, path: string): Promise<void> {
  const child = spawn('flock', ['--no-fork', '--exclusive', path, program(name), '600']);
  undo.push(() => child.kill('SIGKILL'));
  const comm = () => readFileSync(`/proc/${child.pid}/comm`, 'utf8').trim();
  await vi.waitFor(() => expect(comm()).toBe(name), { timeout: 20_000 });
}

/** A process of its own that has the line open and locked, as terminal programs do. */
async function holdLine(path: string): Promise<void> {
  const child = spawn('python3', ['-c', `import fcntl,sys,time;f=open(sys.argv[1],'r+b',0);fcntl.flock(f,fcntl.LOCK_EX);print('held',flush=True);time.sleep(600)`, path], { stdio: ['ignore', 'pipe', 'inherit'] }); // oxfmt-ignore
  undo.push(() => child.kill('SIGKILL'));
  await new Promise((done) => child.stdout.once('data', done));
}
const hasPython = spawnSync('python3', ['-V']).status === 0;
const hasFlock = spawnSync('flock', ['--version']).status === 0;

/** A receipt printer that answers each question about its state with this. */
function printerThatSays(answers: readonly number[]): Promise<number> {
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

/** A password that is kept in the system's key store, as far as the till knows. */
function keptInKeyStore(): string {
  const data = till(({ platform: own }) => void delete own['password']);
  const entry = { id: '0123456789abcdef', place: 'system', account: null, keptAt: new Date().toISOString(), worksSince: null }; // oxfmt-ignore
  writeFileSync(join(data, 'secrets.json'), JSON.stringify({ version: 1, entries: [entry] }), { mode: 0o600 });
  return data;
}

/** A session's bus on which nobody ever says a word: a key store that answers after half a minute, as seen meanwhile. */
async function silentBus(): Promise<string> {
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

/** A real key ring with the password in it, locked since. */
async function lockedKeyRing(): Promise<{ data: string; env: Record<string, string> }> {
  const data = till((settings) => {
    delete settings.platform['password'];
    settings['people'] = [];
  });
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-ring-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const own = { HOME: folder, XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder, PATH: process.env['PATH'] ?? '' };
  const session = async (): Promise<Record<string, string>> => {
    const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], { stdio: ['ignore', 'pipe', 'ignore'], env: own }); // oxfmt-ignore
    undo.push(() => bus.kill('SIGKILL'));
    const said = await new Promise<Buffer>((done) => bus.stdout.once('data', done));
    return { ...own, DBUS_SESSION_BUS_ADDRESS: said.toString().trim() };
  };
  const open = await session();
  const unlock = ['--unlock', '--components=secrets'];
  expect(spawnSync('gnome-keyring-daemon', unlock, { env: open, input: 'ring', stdio: ['pipe', 'ignore', 'ignore'] }).status).toBe(0); // oxfmt-ignore
  const words = ['secrets', 'set', '--data', data, '--json'];
  const kept = await tillbridge(words, open, [`${ground.sandbox.password}\n`]);
  expect(JSON.parse(kept.stdout)).toMatchObject({ place: 'system', trial: 'taken' });
  // The next session begins with the ring as it lies there; whoever asks for it there starts it.
  return { data, env: await session() };
}
const hasKeyRing = ['gnome-keyring-daemon', 'dbus-daemon'].every((one) => spawnSync(one, ['--version']).status === 0);

/** An authority of its own that is valid for this many days more. */
function authorityFor(days: number): string {
  const data = till();
  const make = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=Harbor Filter', '-days', String(days)]; // oxfmt-ignore
  expect(spawnSync('openssl', [...make, '-keyout', join(data, 'key.pem'), '-out', join(data, 'filter.pem')]).status).toBe(0); // oxfmt-ignore
  return withAuthority(data, join(data, 'filter.pem'));
}
/** A file that has this one and another that is good. */
function authorityBesideNew(old: string): string {
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
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** The folder's file system says that it is this kind. Which share this computer could mount is its own affair: its word for it is the edge. */
function onFileSystem(type: number): string {
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

/** A program of this name runs. */
function program(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-program-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  copyFileSync('/bin/sleep', join(folder, name));
  return join(folder, name);
}
async function running(name: string): Promise<string> {
  const child = spawn(program(name), ['600']);
  undo.push(() => child.kill('SIGKILL'));
  await new Promise((done) => child.once('spawn', done));
  return till();
}

/** A folder on a disk of its own that has this much room, of which all but a little is taken. */
function smallDisk(): string {
  const mount = mkdtempSync(join(tmpdir(), 'tillbridge-disk-'));
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=0700', 'tmpfs', mount]).status).toBe(0);
  undo.push(() => {
    spawnSync('umount', [mount]);
    rmSync(mount, { recursive: true, force: true });
  });
  writeFileSync(join(mount, 'films'), Buffer.alloc(20 * 2 ** 20));
  return mount;
}

const plants: readonly Plant[] = [
  { name: 'no password', make: () => till(({ platform: own }) => void delete own['password']), check: 'settings', fault: 'settings-wrong', stops: true, says: /platform\.password: is missing.*secrets set/ },
  { name: 'another password', make: () => till(platform({ password: 'not it' })), check: 'account', fault: 'wrong-password', stops: true, says: /Password: .* Type both again/ },
  { name: 'a login that may only look', make: async () => till(platform(await ground.readOnlyUser())), check: 'account', fault: 'read-only', stops: true, says: /Ask the platform for one that may/ },
  { name: 'nobody at the address', make: async () => till(platform({ url: `http://127.0.0.1:${ground.closedPort()}` })), check: 'account', fault: 'refused', stops: true, says: /Check the address and its port/ },
  { name: 'a host that nobody knows', make: () => till(platform({ url: 'https://no-such-host.invalid' })), check: 'account', fault: 'dns', stops: true, says: /Check its spelling/ },
  { name: 'a filter that reads along', make: async () => till(platform({ url: 'https://platform.test', proxy: await ground.proxy({ port: await ground.https('platform') }) })), check: 'account', fault: 'certificate-unknown', stops: true, says: /platform\.caFile/ },
  { name: 'a proxy that wants a login', make: async () => till(platform({ url: 'https://platform.test', proxy: await ground.proxy({ status: 407 }) })), check: 'account', fault: 'proxy-login', stops: true, says: /platform\.proxy/ },
  { name: 'a file of authorities that is gone', make: () => till(platform({ url: 'https://platform.test', caFile: 'gone.pem' })), check: 'account', fault: 'ca-file', stops: true, says: /Set it anew/ },
  { name: 'a clock three hours behind', make: async () => till(platform({ url: await withClock(3 * 3_600_000) })), check: 'clock', fault: 'clock', stops: false, says: /3 hours behind .* Set the clock/ },
  { name: 'a clock three hours ahead', make: async () => till(platform({ url: await withClock(-3 * 3_600_000) })), check: 'clock', fault: 'clock', stops: false, says: /3 hours ahead .* Set the clock/ },
  { name: 'an account without a merchant', make: async () => till(platform({ url: await ground.merchants([]) })), check: 'merchant', fault: 'no-merchant', stops: true, says: /Finish the application/ },
  { name: 'a merchant that is not approved', make: async () => till(platform({ url: await ground.merchants([{ id: 'MU9', name: 'Pier Kiosk', state: 'PROVISIONING', processor: 'DUMMY_V1' }]), merchant: 'MU9' })), check: 'merchant', fault: 'merchant-not-approved', stops: true, says: /not approved Pier Kiosk/ },
  { name: "somebody else's merchant", make: () => till(platform({ merchant: 'MUxNobody' })), check: 'merchant', fault: 'merchant-other', stops: true, says: /Set platform\.merchant/ },
  { name: 'settings that are no JSON', make: () => { const data = till(); write(data, '{"mode": '); return data; }, check: 'settings', fault: 'settings-wrong', stops: true, says: /settings\.json: is not JSON/ },
  { name: 'a password that others may read', make: () => till(undefined, 0o644), check: 'settings', fault: 'settings-readable', stops: true, says: /chmod 600 .*settings\.json/ },
  { name: 'TLS switched off by the environment', make: () => ({ data: till(), env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } }), check: 'settings', fault: 'tls-off', stops: true, says: /Take it out/ },
  { name: 'a setup that was left', make: () => { const data = till(); beginAt(data, 'test'); return data; }, check: 'settings', fault: 'setup-open', stops: true, says: /tillbridge setup/ },
  { name: 'nobody who is a manager', make: () => till((settings) => void (settings['people'] = [])), check: 'people', fault: 'no-managers', stops: false, says: /tillbridge pin/ },
  { name: 'a disk that is full', skip: !isRoot || !isLinux, make: () => { const data = smallDisk(); const other = till(); spawnSync('cp', [join(other, 'settings.json'), data]); return data; }, check: 'disk', fault: 'disk-full', stops: true, says: /MB left.* Delete what is not needed/ },
  { name: 'a data folder that others write to', make: () => { const data = till(); chmodSync(data, 0o777); return data; }, check: 'folder', fault: 'folder-unusable', stops: true, says: /chmod 700/ },
  { name: 'a record of a newer version', make: () => { const data = till(); const db = new DatabaseSync(join(data, 'journal.sqlite')); db.exec('PRAGMA user_version = 9999; CREATE TABLE a (b)'); db.close(); return data; }, check: 'records', fault: 'records-newer', stops: true, says: /Install that version again/ },
  { name: 'a record that is damaged', make: () => { const data = till(); writeFileSync(join(data, 'journal.sqlite'), createHash('sha512').update('x').digest('hex').repeat(200)); return data; }, check: 'records', fault: 'records-damaged', stops: true, says: /Keep the file/ },
  { name: 'another program in the data folder', make: () => { const data = till(); const db = new DatabaseSync(join(data, 'journal.sqlite')); db.exec('CREATE TABLE a (b); BEGIN EXCLUSIVE'); undo.push(() => db.close()); return data; }, check: 'records', fault: 'records-held', stops: true, says: /End it, or wait/ },
  { name: 'an audit log without its anchor', make: () => { const data = till(); writeFileSync(join(data, 'journal.sqlite.audit-anchor'), 'lost'); return data; }, check: 'audit', fault: 'audit-anchor', stops: true, says: /audit verify/ },
  { name: 'nobody at the terminal', make: async () => till(await toTerminal(() => ground.closedPort())), check: 'terminals', fault: 'terminal-away', stops: true, says: /Check that the terminal is on/ },
  { name: 'something else at the terminal', make: async () => till(await toTerminal(() => ground.stranger())), check: 'terminals', fault: 'terminal-stranger', stops: true, says: /115200 baud/ },
  { name: 'a line that another program holds', skip: !hasSocat || !hasPython, make: () => heldLine(), check: 'terminals', fault: 'port-held', stops: true, says: /held by another program: python3\S* \(process \d+\)\. End that program/ },
  { name: 'ModemManager on the line of the terminal', skip: !hasSocat || !hasFlock, make: () => heldLine((path) => holdLineAs('ModemManager', path)), check: 'terminals', fault: 'port-held', stops: true, says: /ModemManager \(process \d+\)\. As administrator: .*ID_MM_DEVICE_IGNORE/ },
  { name: 'brltty on the line of the terminal', skip: !hasSocat || !hasFlock, make: () => heldLine((path) => holdLineAs('brltty', path)), check: 'terminals', fault: 'port-held', stops: true, says: /brltty \(process \d+\)\. As administrator: systemctl disable --now brltty/ },
  { name: 'ModemManager somewhere on this computer', skip: !isLinux, make: () => running('ModemManager'), check: 'ports', fault: 'meddler', stops: false, says: /ModemManager runs .*70-tillbridge\.rules/ },
  { name: 'brltty somewhere on this computer', skip: !isLinux, make: () => running('brltty'), check: 'ports', fault: 'meddler', stops: false, says: /brltty runs .*remove the package brltty/ },
  { name: 'a key store that is not there', make: keptInKeyStore, check: 'password', fault: 'password-away', stops: true, says: /key store: is not there in this session\. Unlock it there, or keep it anew/ },
  { name: 'a key store that does not answer for half a minute', skip: !isLinux, make: async () => ({ data: keptInKeyStore(), env: { DBUS_SESSION_BUS_ADDRESS: await silentBus() } }), check: 'password', fault: 'password-away', stops: true, says: /key store: does not answer\./ },
  { name: 'a key store that is locked', skip: !hasKeyRing, make: lockedKeyRing, check: 'password', fault: 'password-away', stops: true, says: /key store: is locked\. Unlock it there/ },
  { name: 'a data folder on another computer', skip: !isLinux, make: () => onFileSystem(0x6969), check: 'folder', fault: 'folder-share', stops: false, says: /another computer \(NFS\).*Put it on a disk of this computer/ },
  { name: 'an authority that ends next week', skip: !hasOpenssl, make: () => authorityFor(7), check: 'network', fault: 'ca-soon', stops: false, says: /Harbor Filter is valid until .* Get the new one/ },
  { name: 'an authority that has ended', make: () => authorityBesideNew('old-authority'), check: 'network', fault: 'ca-expired', stops: false, says: /EXPIRED on .* Get the new one/ },
  { name: 'a Device that is of no use to a terminal without a cable', make: () => till((settings) => void (settings['terminals'] = ['device:NOBODY1'])), check: 'devices', fault: 'DEVICE_NONE', stops: true, says: /Create a Device/ },
  { name: 'a printer that is off', make: async () => till(await toPrinter(() => ground.closedPort())), check: 'printer', fault: 'printer-away', stops: false, says: /ECONNREFUSED.* Switch it on/ },
  { name: 'a printer without paper', make: async () => till(await toPrinter(() => printerThatSays([0x12, 0x12, 0x72]))), check: 'printer', fault: 'printer-not-ready', stops: false, says: /paper/ },
]; // oxfmt-ignore

async function toTerminal(port: () => Promise<number> | number) {
  const named = `tcp:127.0.0.1:${await port()}`;
  return (settings: Settings) => void (settings['terminals'] = [named]);
}
async function toPrinter(port: () => Promise<number> | number) {
  const printer = `tcp://127.0.0.1:${await port()}`;
  return (settings: Settings) => void (settings['receipts'] = { printer });
}
async function heldLine(hold = holdLine): Promise<string> {
  const cable = await layCable();
  undo.push(() => cable.pull());
  const path = readlinkSync(cable.near);
  await hold(path);
  return till((settings) => void (settings['terminals'] = [`serial:${path}`]));
}

test(
  'a till to which nothing is wrong: exit code 0, and no check is left out of the list',
  { timeout: 120_000 },
  async () => {
    const { code, lines } = await doctor(till());
    // What other programs of this computer do with its ports and its disk is their own.
    const isOurs = ({ check, fault }: Line): boolean => fault !== null && check !== 'ports' && fault !== 'disk-low';
    expect(lines.filter((line) => isOurs(line) && line.fault !== 'device-none')).toEqual([]);
    expect(code).toBe(0);
    for (const check of ['account', 'clock', 'merchant', 'terminals', 'records', 'people'] as const)
      expect(lines.find((line) => line.check === check)).toMatchObject({ state: 'ok' });
    for (const { check } of lines) expect(checkNames).toContain(check);
  },
);

test('there are at least twenty plants', () => {
  expect(plants.length).toBeGreaterThanOrEqual(20);
  expect(new Set(plants.map(({ fault }) => fault)).size).toBeGreaterThanOrEqual(20);
});

describe('planted faults', { timeout: 120_000 }, () => {
  for (const { name, make, check, fault, stops, says, skip } of plants) {
    test.skipIf(skip)(`${name}: ${fault}, exit code ${stops ? 1 : 0}`, async () => {
      const made = await make();
      const { data, env } = typeof made === 'string' ? { data: made, env: {} } : made;
      const { code, lines } = await doctor(data, env);
      const line = lines.find((one) => one.check === check && one.fault === fault);
      expect(line).toMatchObject({
        check,
        state: stops ? 'problem' : 'note',
        detail: expect.stringMatching(says) as string,
      });
      // Of a note nothing else may stop payments either; what does is named here.
      if (!stops) expect(lines.filter(({ state }) => state === 'problem')).toEqual([]);
      expect(code).toBe(stops ? 1 : 0);
    });
  }

  test.skipIf(!isRoot || !hasSocat)('a port that this user may not open: its remedy, exit code 1', async () => {
    const cable = await layCable();
    undo.push(() => cable.pull());
    const path = readlinkSync(cable.near);
    chmodSync(path, 0o600);
    // Read by anybody, so its password is elsewhere.
    const data = till((settings) => {
      settings['terminals'] = [`serial:${path}`];
      delete settings.platform['password'];
    }, 0o644);
    chmodSync(data, 0o755);
    const run = pathToFileURL(join(root, 'electron/cli/run.ts')).href;
    const program = `
      process.stdout.write(String(await cli.run(['doctor', '--data', ${JSON.stringify(data)}], {
        env: { TILLBRIDGE_PASSWORD: 'x' }, stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, onInterrupt: () => () => undefined, quit: () => undefined,
      })));
      process.exit(0);`;
    const printed = await asOtherUser({ cli: run }, program);
    expect(printed).toMatch(
      /problem +terminal .*This user may not open .* As administrator: (?:add this user to the group|allow it with a udev rule)/,
    );
    expect(printed).toMatch(/1$/);
  });
});

test(
  'a till that runs makes the checks itself, opens no port that it uses, and prints nothing',
  { timeout: 120_000 },
  async () => {
    const data = till();
    const { url, username, password, merchant } = ground.sandbox;
    const own = {
      name: 'T',
      shop: 'S',
      currency: 'USD',
      locale: 'en-US',
      maxAmountMinor: 100_000,
      cardTimeoutMs: 30_000,
    };
    const host = await composeHost({ dataDir: data, mode: 'live', isKiosk: false, version: '1', till: own, platform: { url, username, password, merchant }, terminals: [{ address, isPractice: false }], practice: null, localSocket: true }); // oxfmt-ignore
    undo.push(() => host.close());
    const { id } = await host.waitForTerminal(30_000);
    writeFileSync(join(data, 'host.json'), JSON.stringify({ pid: process.pid, socket: host.socket }));
    const before = host.state().terminals.find((one) => one.id === id);
    const { code, lines } = await doctor(data);
    const after = host.state().terminals.find((one) => one.id === id);
    // One connection all along: nobody has taken the line from the till.
    expect(after).toMatchObject({ state: 'ready', health: { reconnects: 0, linkUpSince: before?.health.linkUpSince } });
    expect(lines.find(({ check }) => check === 'till')).toMatchObject({ state: 'ok', detail: expect.stringContaining('running in live mode') as string }); // oxfmt-ignore
    expect(lines.find(({ check }) => check === 'terminals')).toMatchObject({ state: 'ok', of: id });
    expect(lines.find(({ check }) => check === 'account')).toMatchObject({ state: 'ok' });
    expect(code).toBe(0);
  },
);
