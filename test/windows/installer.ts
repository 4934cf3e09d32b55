/**
 * Tests the installer on a Windows that never had the till. The installer runs silently, into a folder with spaces and
 * umlauts. The till is then opened, used for sales in a browser of this computer, and installed over, which is refused
 * during a payment. It is killed in parts and as a whole, restarted and ended. At last it is uninstalled and its
 * records are kept; this is refused while a payment is checked. All refusals of the installer follow (refusals.ts). The
 * last line is `N passed, N failed`.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findMakensis, makeInstaller } from '../../build/scripts/parts/nsis.mjs';
import { version } from '../../build/scripts/parts/payload.mjs';
import { labFolders } from '../../build/scripts/parts/windows-lab.mjs';
import { wineRuntime } from '../../build/scripts/parts/wine.mjs';
import { simulator } from '../cli/in-process.ts';
import { startSandbox } from '../../electron/sandbox/index.ts';
import { Shop } from '../cli/shop.ts';
import { words } from '../e2e/till.ts';
import { Releases } from '../packages/releases.ts';
import { paid, ready, withPage } from './counter.ts';
import { FeedStory, NEXT } from './feed.ts';
import { Refusals, saidBySetup } from './refusals.ts';
import { Checks } from '../checks.ts';
import { Windows, type Started } from './windows.ts';

const checks = new Checks();
const HOME = 'C:\\Kasse für Bäcker\\Tillbridge';
/** The installed till's default data folder, in a user's folder. */
const DATA = 'AppData\\Local\\Tillbridge';
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Runs the command line through the file that users call. */
const till = (windows: Windows, ...words: string[]) => windows.run([`${HOME}\\tillbridge.cmd`, ...words]);

function installed(windows: Windows): void {
  checks.check('the program is in the requested folder', existsSync(windows.here(`${HOME}\\bin\\node.exe`)));
  const links = readdirSync(windows.here('C:\\users'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.lnk') && name.includes('Tillbridge'),
  );
  checks.check(
    'the program is in the start menu, and opens with a sign-in',
    links.some((name) => /startup/i.test(name)) && links.length === 4,
    links.join('\n'),
  );
}

/** The data folder of the user who is signed in on that Windows. */
function dataFolder(windows: Windows): string {
  const users = windows.here('C:\\users');
  const user = readdirSync(users).find((name) => existsSync(join(users, name, ...DATA.split('\\'))));
  return user ? `C:\\users\\${user}\\${DATA}` : '';
}

/** Opens the till like the start menu, in training. */
async function opened(windows: Windows, setup: string): Promise<void> {
  const shell = windows.start([`${HOME}\\tillbridge-till.cmd`, '--no-open', '--port', '0']);
  const url = await ready(checks, shell);
  const dataDir = dataFolder(windows);
  await withPage(url, windows.here(dataDir), async (page) => {
    await paid(page, 12);
    checks.check('a sale is paid in a browser after the till was opened from the start menu', true);
    await page.press(words.outcomes.keys.newSale);
    await page.charge('1500', '$15.00');
    await page.title(words.counter.prompts['present-card'].title).waitFor();
    const over = await windows.run([setup, '/S', `/D=${HOME}`]);
    checks.check('an installation over an open till is refused during a payment', over.code === 3, String(over.code));
    await page.customer('tap');
    await page.title(words.outcomes.paid.heading).waitFor();
    checks.check('the payment continues and is paid', true);
  });
  const payments = await till(windows, 'payments', '--json');
  checks.check(
    'the open till is unchanged, and its command line finds it',
    payments.code === 0 && payments.text.includes('captured'),
    payments.text,
  );
  await killed(windows, shell, dataDir);
  windows.wine?.close();
  await shell.ended;
  const after = await till(windows, 'recover', '--json');
  checks.check('the records open again after all programs were killed at once', after.code === 0, after.text);
}

/** Kills the till like a task manager: first its shell, then all of its processes. */
async function killed(windows: Windows, shell: Started, dataDir: string): Promise<void> {
  const shellPid = () =>
    (JSON.parse(readFileSync(windows.here(`${dataDir}\\web.json`), 'utf8')) as { pid: number }).pid;
  const former = shellPid();
  await windows.kill(former);
  await ready(checks, shell, 2);
  checks.check('a killed shell is started again', shellPid() !== former);
  await windows.kill(...(await windows.pidsOf('node.exe')));
  await withPage(await ready(checks, shell, 3), windows.here(dataDir), (page) => paid(page, 13));
  checks.check('a till that was killed with its keeper opens again and sells', true);
}

async function sold(windows: Windows): Promise<void> {
  const [platform, terminal] = await Promise.all([
    startSandbox(),
    simulator('--family', 'neo2', '--tcp', '0', '--card', 'approve'),
  ]);
  Object.assign(windows.env, { TILLBRIDGE_USERNAME: platform.username, TILLBRIDGE_PASSWORD: platform.password });
  try {
    const words = ['sale', '--amount', '4.50', '--json', '--terminal', terminal.address, '--platform', platform.url];
    const { text } = await till(windows, ...words, '--data', 'C:\\Daten der Bäckerei\\till data');
    checks.check('a sale from the command line is captured over TCP', text.includes('"state":"captured"'), text);
  } finally {
    for (const key of Object.keys(windows.env)) Reflect.deleteProperty(windows.env, key);
    await Promise.all([platform.close(), terminal.close()]);
  }
}

/** Kills the till while the bank's approval is under way, when it is not yet known whether the customer was charged. */
async function whileChecking(windows: Windows): Promise<void> {
  const shop = await Shop.open({ family: 'neo2' });
  Object.assign(windows.env, shop.env);
  try {
    await shop.control({
      type: 'fault',
      operation: 'createAuthorization',
      kind: 'answer',
      when: 'after',
      delayMs: 120_000,
    });
    windows.start([
      `${HOME}\\tillbridge.cmd`,
      'sale',
      '--amount',
      '7.70',
      '--json',
      '--terminal',
      shop.terminal,
      '--platform',
      shop.url,
    ]);
    const isApproved = async () => (await shop.listed('authorizations'))[0]?.['state'] === 'SUCCEEDED';
    await checks.until('the platform has approved', isApproved);
    windows.wine?.close();
    const asked = await till(windows, 'payments', '--unsettled', '--json');
    checks.check('the installed command line lists the unsettled payment', asked.code === 3, asked.text);
    await windows.run([`${HOME}\\uninstall.exe`, '/S']);
    windows.wine?.settle();
    const said = saidBySetup(windows);
    const isThere = existsSync(windows.here(`${HOME}\\bin\\node.exe`));
    checks.check(
      'the removal with an unfinished payment is refused with a message',
      isThere && said.includes('not yet known whether the customer was charged'),
      said,
    );
    const settled = await till(windows, 'recover', '--json', '--platform', shop.url);
    checks.check('the payment is settled', settled.code === 0 && settled.text.includes('voided'), settled.text);
  } finally {
    for (const key of Object.keys(windows.env)) Reflect.deleteProperty(windows.env, key);
    await shop.close();
  }
}

async function main(): Promise<void> {
  const makensis = findMakensis();
  if (!makensis || process.platform === 'win32') {
    const why = makensis ? 'nobody’s computer is installed on by a test' : 'there is no makensis';
    say(`Skipped: the installer is not run here, since ${why}.`);
    return;
  }
  // A separate prefix, because the Windows of the other suites has traces of the till.
  const prefix = join(labFolders.prefix, '../fresh');
  rmSync(prefix, { recursive: true, force: true });
  const windows = new Windows(prefix);
  const releases = await Releases.open(mkdtempSync(join(windows.folder, 'releases-')));
  try {
    const runtime = await wineRuntime(windows.folder);
    const making = { folder: releases.served, makensis, runtime, say };
    const setup = await makeInstaller(making);
    const { code, text } = await windows.run([setup, '/S', '/LOGON', `/D=${HOME}`]);
    checks.check('the installer ends without an error or a window', code === 0, `${code} ${text}`);
    installed(windows);
    await sold(windows);
    await opened(windows, setup);
    const again = await windows.run([setup, '/S', `/D=${HOME}`]);
    checks.check(
      'the program is installed over itself',
      again.code === 0 && existsSync(windows.here(`${HOME}\\bin\\node.exe`)),
      String(again.code),
    );
    releases.sign(version);
    await makeInstaller({ ...making, version: NEXT });
    releases.sign(NEXT, true);
    const dataDir = dataFolder(windows);
    await checks.story('an update is installed by the feed', () =>
      new FeedStory({ windows, checks, releases, home: HOME, dataDir }).tell(),
    );
    await whileChecking(windows);
    // The uninstaller continues as a copy of itself, so that it can remove itself.
    await windows.run([`${HOME}\\uninstall.exe`, '/S']);
    await checks.until('it is uninstalled', () => !existsSync(windows.here(HOME)));
    checks.check('the program is uninstalled, with its folder', true);
    const kept = [`${dataFolder(windows)}\\training`, 'C:\\Daten der Bäckerei\\till data'].every((folder) =>
      existsSync(windows.here(`${folder}\\journal.sqlite`)),
    );
    checks.check('the records are kept', kept);
    // The records of the sales have today's format; the refusals start without records.
    rmSync(windows.here(dataFolder(windows)), { recursive: true });
    await checks.story('the installer refuses impossible installations', () =>
      new Refusals({ windows, checks, makensis }).tell(),
    );
  } finally {
    windows.close();
    releases.close();
    for (const folder of [prefix, `${prefix}-home`]) rmSync(folder, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  checks.check('the installer', false, String(error instanceof Error ? error.stack : error));
}
checks.end();
