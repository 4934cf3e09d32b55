/**
 * The .deb as a shop meets it: built twice alike, installed on a bare Debian, set up in a pseudo-terminal and sold with by
 * somebody without rights, upgraded in the middle of a sale, stopped in one, removed, purged. Its last line is `N passed, N failed`.
 */
import { execFileSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { WebSocket } from 'ws';
import { canMakeDeb, makeDeb } from '../../build/scripts/parts/deb.mjs';
import { out } from '../../build/scripts/parts/paths.mjs';
import { buildEpoch } from '../../build/scripts/parts/payload.mjs';
import { runtimeOf } from '../../build/scripts/parts/runtime.mjs';
import type { Contract } from '../../electron/contract/index.ts';
import { startSandbox } from '../../electron/sandbox/index.ts';
import { Console } from '../cli/console.ts';
import { simulator } from '../cli/in-process.ts';
import { ptyPair } from '../cli/processes.ts';
import { BareDebian } from './bare-debian.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const USER = 'ann';
const HOME = `/home/${USER}`;
let passed = 0;
let failed = 0;

function check(what: string, isRight: boolean, seen = ''): void {
  if (isRight) passed += 1;
  else failed += 1;
  say(`${isRight ? 'ok  ' : 'FAIL'} ${what}${isRight || seen === '' ? '' : `\n${seen.slice(-3_000)}`}`);
}

async function until(what: string, look: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 120_000; !(await look());) {
    if (performance.now() > end) throw new Error(`${what}: it does not come`);
    await new Promise((wait) => setTimeout(wait, 200));
  }
}

function whyNot(): string | null {
  if (!canMakeDeb()) return 'it takes Linux with dpkg-deb';
  if (process.getuid?.() !== 0) return 'a system of its own takes root';
  for (const name of ['debootstrap', 'chroot', 'socat', 'script']) {
    try {
      execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    } catch {
      return `there is no ${name}`;
    }
  }
  return null;
}

const digest = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Twice the same package, and one that is newer. */
async function build(folder: string): Promise<{ first: string; newer: string }> {
  // A commit in between is no difference of theirs.
  process.env['SOURCE_DATE_EPOCH'] = String(buildEpoch());
  const runtime = await runtimeOf({ platform: 'linux', arch: process.arch === 'arm64' ? 'arm64' : 'x64' });
  const first = await makeDeb({ folder: join(folder, 'a'), runtime, say });
  const second = await makeDeb({ folder: join(folder, 'b'), runtime, say: () => {} });
  check('two builds are the same, bit for bit; nothing is named that may differ', digest(first) === digest(second));
  // The same program under a higher number, without the minutes of packing.
  const tree = join(folder, 'newer');
  const newer = join(folder, 'newer.deb');
  execFileSync('dpkg-deb', ['-R', first, tree]);
  const control = join(tree, 'DEBIAN/control');
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, 'Version: 99.0.0'));
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', tree, newer], { stdio: 'ignore' });
  return { first, newer };
}

/** A platform and a terminal on a serial line, outside of the system. */
async function shop(folder: string) {
  const line = await ptyPair(folder);
  const platform = await startSandbox();
  const terminal = await simulator('--family', 'mms', '--serial', line.terminalEnd);
  /** Taps as soon as the terminal takes it, while there is one. */
  const customer = { isThere: true, isAsked: () => terminal.terminal.face.can.includes('tap') };
  const hand = setInterval(() => {
    if (customer.isThere && customer.isAsked()) terminal.terminal.gesture('tap');
  }, 100);
  return {
    platform,
    customer,
    tillEnd: realpathSync(line.tillEnd),
    close: async () => {
      clearInterval(hand);
      await Promise.all([platform.close(), terminal.close()]);
      await line.pull();
    },
  };
}

/** The setup as it is typed. */
async function setUp(debian: BareDebian, { platform, tillEnd }: Awaited<ReturnType<typeof shop>>): Promise<void> {
  const words = debian.words(['tillbridge', 'setup'], USER);
  const asked = new Console(words);
  await asked.answer('Number: ', '1');
  await asked.answer('Platform address: ', platform.url);
  await asked.answer('User name: ', platform.username);
  await asked.answer('Password: ', platform.password);
  await asked.answer('Number: ', platform.merchant);
  await asked.answer('Shop [My shop]: ', 'Bäckerei');
  await asked.answer('This till [Till 1]: ', '');
  await asked.answer('Currency [USD]: ', '');
  await asked.answer('Language [en-US]: ', '');
  await asked.answer(/Time zone/, 'Europe/Berlin');
  await asked.answer('HOST:PORT as the terminal shows it: ', `serial:${tillEnd}`);
  await asked.answer('Name of whoever runs this shop: ', 'Ann');
  await asked.answer('PIN, six digits: ', '482915');
  await asked.answer('PIN again: ', '482915');
  await asked.answer('or none) [none]: ', '');
  await asked.answer('gives it back: ', '');
  await asked.sees('Voided: the platform was asked again at');
  await asked.answer('Enter opens the till: ', '');
  await asked.sees('This till is open.');
  check('`tillbridge setup` ends with a test payment that was given back', (await asked.ended) === 0);
}

const sale = (amount: string) => ['tillbridge', 'sale', '--amount', amount, '--json'];
const wordsOf = (child: ChildProcess) => {
  const seen = { text: '', err: '', code: undefined as number | null | undefined };
  child.stdout?.on('data', (chunk: Buffer) => (seen.text += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (seen.err += chunk.toString()));
  child.once('exit', (code) => (seen.code = code));
  return seen;
};
/** Asks the till that runs in there, as a window of it would. */
async function asked<Answer>(
  debian: BareDebian,
  question: (till: ContractRouterClient<Contract>) => Promise<Answer>,
): Promise<Answer> {
  const file = join(debian.folder, HOME, '.local/share/tillbridge/host.json');
  const { socket: path } = JSON.parse(readFileSync(file, 'utf8')) as { socket: string };
  const socket = new WebSocket('ws://localhost/contract', {
    createConnection: () => connect(join(debian.folder, path)),
  });
  const link = new RPCLink({ websocket: socket as unknown as globalThis.WebSocket });
  try {
    return await question(createORPCClient(link));
  } finally {
    socket.terminate();
  }
}
async function begin(debian: BareDebian, id: string, amountMinor: number): Promise<void> {
  const isReady = async () => (await asked(debian, (till) => till.snapshot())).state.terminals[0]?.state === 'ready';
  await until('the terminal is ready', () => isReady().catch(() => false));
  await asked(debian, (till) => till.payment.start({ id, amountMinor, currency: 'USD' }));
}
const stateOf = async (debian: BareDebian, id: string) =>
  (await asked(debian, (till) => till.payment.list({}))).find((one) => one.id === id)?.state;

const captured = (text: string) => (JSON.parse(text) as { state?: string }).state === 'captured';

/** A till that runs, as tillbridge-till has it: upgraded while a payment runs, then stopped while another does. */
async function running(
  debian: BareDebian,
  customer: { isThere: boolean; isAsked: () => boolean },
  deb: string,
): Promise<void> {
  const till = debian.start(['tillbridge-till', '--no-open', '--port', '0'], USER);
  const seen = wordsOf(till);
  await until('the till is ready', () => seen.text.includes('Tillbridge ready:'));
  const readyLines = () => seen.text.match(/Tillbridge ready:/g)?.length ?? 0;
  customer.isThere = false;
  await begin(debian, 'mid-upgrade', 710);
  await until('a payment waits for a card', customer.isAsked);
  const upgrade = await debian.run(['apt-get', 'install', '-y', '-q', deb]);
  check('it is upgraded in the middle of a sale', upgrade.code === 0, upgrade.text);
  check('the till that sells was left alone', readyLines() === 1 && seen.code === undefined, seen.err);
  customer.isThere = true;
  const ends = async () => (await stateOf(debian, 'mid-upgrade').catch(() => undefined)) === 'captured';
  await until('0 sales were interrupted by the upgrade', ends);
  check('0 sales were interrupted by the upgrade', true);
  await until('the new version takes over', () => readyLines() === 2);
  check('the running till made way for the new version by itself', seen.err.includes('A new version was installed'));
  await begin(debian, 'after-upgrade', 230);
  await until(
    'the new version sells',
    async () => (await stateOf(debian, 'after-upgrade').catch(() => undefined)) === 'captured',
  );
  check('the new version sells', true);
  customer.isThere = false;
  await begin(debian, 'mid-stop', 340);
  await until('another payment waits for a card', customer.isAsked);
  const askedAt = performance.now();
  const file = join(debian.folder, HOME, '.local/share/tillbridge/web.json');
  process.kill((JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid, 'SIGTERM');
  await until('the till ends', () => seen.code !== undefined);
  const seconds = (performance.now() - askedAt) / 1_000;
  const unit = readFileSync(join(debian.folder, 'usr/lib/systemd/system/tillbridge.service'), 'utf8');
  const allowed = Number(/^TimeoutStopSec=([0-9]+)$/m.exec(unit)?.[1]);
  check(`a stop in mid-payment took ${seconds.toFixed(1)} s of the unit's ${allowed}`, seconds < allowed);
  const left = await debian.run(['tillbridge', 'recover', '--json'], USER);
  check('no attempt is stranded by the stop', left.code === 0, left.text);
}

async function main(): Promise<void> {
  const reason = whyNot();
  if (reason) {
    say(`Skipped: the package is not installed here, since ${reason}.`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-packages-'));
  const debs = await build(folder);
  say('A bare Debian (the first time takes minutes) …');
  const debian = BareDebian.open(join(out, 'packages-lab/debian.tar'));
  const place = await shop(folder);
  try {
    await debian.run(['apt-get', 'update', '-q']);
    await debian.run(['useradd', '--create-home', USER]);
    await debian.give(place.tillEnd, USER);
    copyFileSync(debs.first, join(debian.folder, 'tmp/tillbridge_1_amd64.deb'));
    copyFileSync(debs.newer, join(debian.folder, 'tmp/tillbridge_99_amd64.deb'));
    const began = performance.now();
    const installed = await debian.run(['apt-get', 'install', '-y', '-q', '--no-install-recommends', '/tmp/tillbridge_1_amd64.deb']); // oxfmt-ignore
    check('step 1: apt install ./tillbridge_*.deb', installed.code === 0, installed.text);
    await setUp(debian, place);
    say('     step 2: tillbridge setup, as somebody without rights');
    const paid = await debian.run(sale('4.50'), USER);
    check('step 3: a sale over a serial line', paid.code === 0 && captured(paid.text), paid.text);
    const seconds = (performance.now() - began) / 1_000;
    check(`from nothing to paid in 3 steps and ${seconds.toFixed(0)} s`, seconds < 300);
    await checkSystem(debian);
    await running(debian, place.customer, '/tmp/tillbridge_99_amd64.deb');
    await checkRemoval(debian);
  } finally {
    await place.close();
    debian.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What ties it to the system. */
async function checkSystem(debian: BareDebian): Promise<void> {
  for (const [kind, unit] of [
    ['--system', 'tillbridge.service'],
    ['--user', 'tillbridge.service'],
  ] as const) {
    const seen = await debian.run(['env', 'XDG_RUNTIME_DIR=/run', 'systemd-analyze', kind, '--man=no', 'verify', unit]);
    check(`systemd takes ${kind} ${unit}`, seen.code === 0 && seen.text === '', seen.text);
  }
  const kiosk = (await debian.run(['systemd-analyze', '--man=no', 'verify', 'tillbridge-kiosk.service'])).text;
  check('systemd takes the kiosk, but for cage, which is not there', !/(?<!cage is not executable.*)(Unknown|Failed to parse)/.test(kiosk), kiosk); // oxfmt-ignore
  const exposure = (await debian.run(['systemd-analyze', 'security', '--offline=true', 'tillbridge.service'])).text;
  say(`     ${exposure.trim().split('\n').at(-1) ?? ''}`);
  const groups = (await debian.run(['id', '-nG', 'tillbridge'])).text.trim();
  check('the user of the services is there, with its group and that of serial ports', groups.includes('tillbridge') && groups.includes('dialout'), groups); // oxfmt-ignore
  const rules = await debian.run(['udevadm', 'test-builtin', 'path_id', '/sys/class/mem/null']);
  check('udev is asked without a word about our rules', !rules.text.includes('70-tillbridge'), rules.text);
}

async function checkRemoval(debian: BareDebian): Promise<void> {
  const journals = () => readdirSync(join(debian.folder, HOME, '.local/share/tillbridge')).filter((name) => name.startsWith('journal.')); // oxfmt-ignore
  const before = journals();
  await debian.run(['install', '-d', '-o', 'tillbridge', '-m', '700', '/var/lib/tillbridge']);
  await debian.run(['touch', '/var/lib/tillbridge/journal.sqlite', '/var/lib/tillbridge/settings.json']);
  const removed = await debian.run(['apt-get', 'remove', '-y', '-q', 'tillbridge']);
  check('apt remove says where the records stay', removed.code === 0 && removed.text.includes('.local/share/tillbridge'), removed.text); // oxfmt-ignore
  check('the journal is kept', before.length > 0 && journals().join() === before.join());
  check('the program is gone', !existsSync(join(debian.folder, 'usr/lib/tillbridge')));
  const purged = await debian.run(['apt-get', 'purge', '-y', '-q', 'tillbridge']);
  const kept = await debian.run(['sh', '-c', 'ls /var/backups/tillbridge-*/journal.sqlite']);
  check('apt purge moves the service’s journal aside and says so', purged.code === 0 && purged.text.includes('/var/backups/tillbridge-') && kept.code === 0, purged.text); // oxfmt-ignore
  check('the rest of the service’s data is gone, people’s stay', !existsSync(join(debian.folder, 'var/lib/tillbridge')) && journals().join() === before.join()); // oxfmt-ignore
}

await main();
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
