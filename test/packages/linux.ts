/**
 * Tests the .deb as a shop uses it: two equal builds, installed on a bare Debian, set up in a pseudo-terminal, used for
 * sales without rights, upgraded and stopped during a sale, refused when it would do harm, removed, purged. Then tests
 * the package for any folder, updated by a signed feed. The last line is `N passed, N failed`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canMakeDeb, makeDeb } from '../../build/scripts/parts/deb.mjs';
import { buildEpoch } from '../../build/scripts/parts/payload.mjs';
import { runtimeOf } from '../../build/scripts/parts/runtime.mjs';
import { Checks } from '../checks.ts';
import { BareDebian } from './bare-debian.ts';
import { DebRefusals } from './deb-refusals.ts';
import { updatedByFeed } from './feed-update.ts';
import { captured, DATA, DebianTill, openShop, sale, USER, type Shop } from './till.ts';

const checks = new Checks();

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

/** Copies the package with another version number, which avoids minutes of packing. */
function numbered(
  deb: string,
  tree: string,
  to: string,
  version: string,
  change = (_tree: string): void => undefined,
): void {
  execFileSync('dpkg-deb', ['-R', deb, tree]);
  const control = join(tree, 'DEBIAN/control');
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${version}`));
  change(tree);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', tree, to], { stdio: 'ignore' });
  rmSync(tree, { recursive: true });
}

/** Builds the same package twice, a newer package, and a package whose records only its own version can read. */
async function build(folder: string, debian: BareDebian): Promise<void> {
  // A commit between the two builds must not make them differ.
  process.env['SOURCE_DATE_EPOCH'] = String(buildEpoch());
  const runtime = await runtimeOf({ platform: 'linux', arch: process.arch === 'arm64' ? 'arm64' : 'x64' });
  const first = await makeDeb({ folder: join(folder, 'a'), runtime, say: checks.say });
  const second = await makeDeb({ folder: join(folder, 'b'), runtime, say: () => {} });
  checks.check('two builds are the same, bit for bit, without exceptions', digest(first) === digest(second));
  const to = (version: number) => join(debian.folder, `tmp/tillbridge_${version}_amd64.deb`);
  copyFileSync(first, to(1));
  numbered(first, join(folder, 'tree'), to(99), '99.0.0');
  numbered(first, join(folder, 'tree'), to(100), '100.0.0', (tree) => {
    const manifest = join(tree, 'usr/lib/tillbridge/package.json');
    const own = JSON.parse(readFileSync(manifest, 'utf8')) as { journal: number };
    writeFileSync(manifest, `${JSON.stringify({ ...own, journal: own.journal + 1 })}\n`);
    const script = join(tree, 'DEBIAN/preinst');
    writeFileSync(script, readFileSync(script, 'utf8').replace(`-gt ${own.journal} ]`, `-gt ${own.journal + 1} ]`));
  });
}

/** Tests a running till, started with tillbridge-till: upgraded during one payment, then stopped during another. */
async function running(till: DebianTill, { customer }: Shop): Promise<void> {
  const { debian } = till;
  const opened = till.open('tillbridge-till');
  await checks.until('the till is ready', () => opened.readyLines() === 1);
  customer.isThere = false;
  await till.begin('mid-upgrade', 710);
  await checks.until('a payment waits for a card', customer.isAsked);
  const upgrade = await debian.apt('install', '/tmp/tillbridge_99_amd64.deb');
  checks.check('the package is upgraded in the middle of a sale', upgrade.code === 0, upgrade.text);
  const isAlone = opened.readyLines() === 1 && opened.seen.code === undefined;
  checks.check('the till with the sale keeps running', isAlone, opened.seen.err);
  const removed = await debian.apt('remove', 'tillbridge');
  checks.check(
    'apt remove under an open till is refused with a message',
    removed.code !== 0 && removed.text.includes('A till is open'),
    removed.text,
  );
  customer.isThere = true;
  await till.isPaid('mid-upgrade');
  checks.check('no sale was interrupted by the upgrade', true);
  await checks.until('the new version takes over', () => opened.readyLines() === 2);
  const isSaid = opened.seen.err.includes('A new version was installed');
  checks.check('the running till closed for the new version by itself', isSaid);
  await till.begin('after-upgrade', 230);
  await till.isPaid('after-upgrade');
  checks.check('the new version sells', true);
  customer.isThere = false;
  await till.begin('mid-stop', 340);
  await checks.until('another payment waits for a card', customer.isAsked);
  const askedAt = performance.now();
  await opened.stop();
  customer.isThere = true;
  const seconds = (performance.now() - askedAt) / 1_000;
  const unit = readFileSync(join(debian.folder, 'usr/lib/systemd/system/tillbridge.service'), 'utf8');
  const allowed = Number(/^TimeoutStopSec=([0-9]+)$/m.exec(unit)?.[1]);
  checks.check(`a stop during a payment took ${seconds.toFixed(1)} s of the unit's ${allowed}`, seconds < allowed);
  const left = await debian.run(['tillbridge', 'recover', '--json'], USER);
  checks.check('the stop leaves no payment in doubt', left.code === 0, left.text);
}

/** Checks the integration with the system. */
async function checkSystem(debian: BareDebian): Promise<void> {
  for (const [kind, unit] of [
    ['--system', 'tillbridge.service'],
    ['--user', 'tillbridge.service'],
  ] as const) {
    const seen = await debian.run(['env', 'XDG_RUNTIME_DIR=/run', 'systemd-analyze', kind, '--man=no', 'verify', unit]);
    checks.check(`systemd accepts ${kind} ${unit}`, seen.code === 0 && seen.text === '', seen.text);
  }
  const kiosk = (await debian.run(['systemd-analyze', '--man=no', 'verify', 'tillbridge-kiosk.service'])).text;
  checks.check(
    'systemd accepts the kiosk, except that cage is not installed',
    !/(?<!cage is not executable.*)(Unknown|Failed to parse)/.test(kiosk),
    kiosk,
  );
  const exposure = (await debian.run(['systemd-analyze', 'security', '--offline=true', 'tillbridge.service'])).text;
  checks.say(`     ${exposure.trim().split('\n').at(-1) ?? ''}`);
  const groups = (await debian.run(['id', '-nG', 'tillbridge'])).text.trim();
  checks.check(
    'the user of the services exists, with its group and the group of serial ports',
    groups.includes('tillbridge') && groups.includes('dialout'),
    groups,
  );
  const rules = await debian.run(['udevadm', 'test-builtin', 'path_id', '/sys/class/mem/null']);
  checks.check('udev reports no fault in the rules of the package', !rules.text.includes('70-tillbridge'), rules.text);
}

async function checkRemoval(debian: BareDebian): Promise<void> {
  const journals = () => readdirSync(join(debian.folder, DATA)).filter((name) => name.startsWith('journal.'));
  const before = journals();
  await debian.run(['install', '-d', '-o', 'tillbridge', '-m', '700', '/var/lib/tillbridge']);
  await debian.run(['touch', '/var/lib/tillbridge/journal.sqlite', '/var/lib/tillbridge/settings.json']);
  const removed = await debian.apt('remove', 'tillbridge');
  checks.check(
    'apt remove prints where the records stay',
    removed.code === 0 && removed.text.includes('.local/share/tillbridge'),
    removed.text,
  );
  checks.check('the journal is kept', before.length > 0 && journals().join() === before.join());
  checks.check('the program is removed', !existsSync(join(debian.folder, 'usr/lib/tillbridge')));
  const purged = await debian.apt('purge', 'tillbridge');
  const kept = await debian.run(['sh', '-c', 'ls /var/backups/tillbridge-*/journal.sqlite']);
  checks.check(
    'apt purge moves the service’s journal aside and prints that',
    purged.code === 0 && purged.text.includes('/var/backups/tillbridge-') && kept.code === 0,
    purged.text,
  );
  checks.check(
    'the other data of the service is removed, and the data of people stays',
    !existsSync(join(debian.folder, 'var/lib/tillbridge')) && journals().join() === before.join(),
  );
}

async function main(): Promise<void> {
  const reason = whyNot();
  if (reason) {
    checks.say(`Skipped: the package is not installed here, since ${reason}.`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-packages-'));
  checks.say('A bare Debian (the first time takes minutes) …');
  const debian = BareDebian.open('/var/cache/tillbridge/debian.tar');
  const place = await openShop(folder);
  const till = new DebianTill(debian, checks);
  try {
    await build(folder, debian);
    await debian.run(['apt-get', 'update', '-q']);
    await debian.run(['useradd', '--create-home', USER]);
    await debian.give(place.tillEnd, USER);
    const refusals = new DebRefusals({ debian, checks });
    await refusals.beforeAnything();
    const began = performance.now();
    const installed = await debian.apt('install', '/tmp/tillbridge_1_amd64.deb');
    checks.check('step 1, apt install ./tillbridge_*.deb, installs the package', installed.code === 0, installed.text);
    await till.setUp(place);
    checks.say('     step 2: tillbridge setup, as a user without rights');
    const paid = await debian.run(['tillbridge', ...sale('4.50')], USER);
    checks.check('step 3, a sale over a serial line, is paid', paid.code === 0 && captured(paid.text), paid.text);
    const seconds = (performance.now() - began) / 1_000;
    checks.check(`a new computer sells after 3 steps and ${seconds.toFixed(0)} s`, seconds < 300);
    await checkSystem(debian);
    await running(till, place);
    await refusals.ofWindow();
    await refusals.ofVersions();
    await refusals.ofRoom();
    await refusals.whileChecking(place);
    await checkRemoval(debian);
    await updatedByFeed({ till, place, checks, folder });
  } finally {
    await place.close();
    debian.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  checks.check('the packages', false, String(error instanceof Error ? error.stack : error));
}
checks.end();
