/**
 * `tillbridge doctor` on planted faults, each a real one: a real sandbox that does not know the password, a real process that holds a
 * line, a clock put off by a proxy's Date header, a small disk that is full. It names each, and its exit code says whether a
 * payment could be taken.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
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

/** A process of its own that has the line open and locked, as terminal programs do. */
async function holdLine(path: string): Promise<void> {
  const child = spawn('python3', ['-c', `import fcntl,sys,time;f=open(sys.argv[1],'r+b',0);fcntl.flock(f,fcntl.LOCK_EX);print('held',flush=True);time.sleep(600)`, path], { stdio: ['ignore', 'pipe', 'inherit'] }); // oxfmt-ignore
  undo.push(() => child.kill('SIGKILL'));
  await new Promise((done) => child.stdout.once('data', done));
}
const hasPython = spawnSync('python3', ['-V']).status === 0;

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
  { name: 'an account without a merchant', make: async () => till(platform({ url: await ground.merchants([]) })), check: 'merchant', fault: 'no-merchant', stops: true, says: /Finish the application/ },
  { name: 'a merchant that is not approved', make: async () => till(platform({ url: await ground.merchants([{ id: 'MU9', name: 'Pier Kiosk', state: 'PROVISIONING', processor: 'DUMMY_V1' }]), merchant: 'MU9' })), check: 'merchant', fault: 'merchant-not-approved', stops: true, says: /not approved Pier Kiosk/ },
  { name: "somebody else's merchant", make: () => till(platform({ merchant: 'MUxNobody' })), check: 'merchant', fault: 'merchant-other', stops: true, says: /Set platform\.merchant/ },
  { name: 'settings that are no JSON', make: () => { const data = till(); write(data, '{"mode": '); return data; }, check: 'settings', fault: 'settings-wrong', stops: true, says: /settings\.json: is not JSON/ },
  { name: 'a password that others may read', make: () => till(undefined, 0o644), check: 'settings', fault: 'settings-readable', stops: true, says: /chmod 600 .*settings\.json/ },
  { name: 'TLS switched off by the environment', make: () => ({ data: till(), env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } }), check: 'settings', fault: 'tls-off', stops: true, says: /Take it out/ },
  { name: 'a setup that was left', make: () => { const data = till(); beginAt(data, 'test'); return data; }, check: 'settings', fault: 'setup-open', stops: true, says: /tillbridge setup/ },
  { name: 'nobody who is a manager', make: () => till((settings) => void (settings['people'] = [])), check: 'people', fault: 'no-managers', stops: false, says: /tillbridge pin/ },
  { name: 'a disk that is full', skip: !isRoot || process.platform !== 'linux', make: () => { const data = smallDisk(); const other = till(); spawnSync('cp', [join(other, 'settings.json'), data]); return data; }, check: 'disk', fault: 'disk-full', stops: true, says: /MB left.* Delete what is not needed/ },
  { name: 'a data folder that others write to', make: () => { const data = till(); chmodSync(data, 0o777); return data; }, check: 'folder', fault: 'folder-unusable', stops: true, says: /chmod 700/ },
  { name: 'a record of a newer version', make: () => { const data = till(); const db = new DatabaseSync(join(data, 'journal.sqlite')); db.exec('PRAGMA user_version = 9999; CREATE TABLE a (b)'); db.close(); return data; }, check: 'records', fault: 'records-newer', stops: true, says: /Install that version again/ },
  { name: 'a record that is damaged', make: () => { const data = till(); writeFileSync(join(data, 'journal.sqlite'), createHash('sha512').update('x').digest('hex').repeat(200)); return data; }, check: 'records', fault: 'records-damaged', stops: true, says: /Keep the file/ },
  { name: 'another program in the data folder', make: () => { const data = till(); const db = new DatabaseSync(join(data, 'journal.sqlite')); db.exec('CREATE TABLE a (b); BEGIN EXCLUSIVE'); undo.push(() => db.close()); return data; }, check: 'records', fault: 'records-held', stops: true, says: /End it, or wait/ },
  { name: 'an audit log without its anchor', make: () => { const data = till(); writeFileSync(join(data, 'journal.sqlite.audit-anchor'), 'lost'); return data; }, check: 'audit', fault: 'audit-anchor', stops: true, says: /audit verify/ },
  { name: 'nobody at the terminal', make: async () => till(await toTerminal(() => ground.closedPort())), check: 'terminals', fault: 'terminal-away', stops: true, says: /Check that the terminal is on/ },
  { name: 'something else at the terminal', make: async () => till(await toTerminal(() => ground.stranger())), check: 'terminals', fault: 'terminal-stranger', stops: true, says: /115200 baud/ },
  { name: 'a line that another program holds', skip: !hasSocat || !hasPython, make: heldLine, check: 'terminals', fault: 'port-held', stops: true, says: /held by another program: python3\S* \(process \d+\)\. End that program/ },
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
async function heldLine(): Promise<string> {
  const cable = await layCable();
  undo.push(() => cable.pull());
  const path = readlinkSync(cable.near);
  await holdLine(path);
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
