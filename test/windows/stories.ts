/**
 * Tests a shop's work on Windows with programs for Windows. Platform, terminals and browser are this computer's own.
 * Runs under Wine, or on Windows itself. The last line is `N passed, N failed`.
 */
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { startSandbox } from '../../electron/sandbox/index.ts';
import { Console } from '../cli/console.ts';
import { simulator } from '../cli/in-process.ts';
import { ptyPair } from '../cli/processes.ts';
import { words } from '../e2e/till.ts';
import { paid, ready, withPage } from './counter.ts';
import { Checks } from '../checks.ts';
import { Windows, type Started } from './windows.ts';

const checks = new Checks();
const windows = new Windows();
const { counter, outcomes } = words;
const folderOf = (name: string) => `${Windows.home}\\${name}`;
/** Longest path in Windows for thirty years. Some programs still have this limit. */
const MAX_PATH = 260;
const longFolder = () => {
  const parts = 'Quittungen und Aufträge der Filiale am Marktplatz';
  let path = Windows.home;
  while (path.length < MAX_PATH) path = `${path}\\${parts}`;
  return path;
};

let amount = 3;
let platformUrl = '';
/** Sells from the command line, with a platform and a terminal outside Windows. */
async function sell(name: string, terminal: string, dataDir: string): Promise<void> {
  // The amount changes each time, because the till would ask about the same card with the same amount.
  amount += 1;
  const sale = [
    'sale',
    '--amount',
    `${amount}.50`,
    '--json',
    '--terminal',
    terminal,
    '--platform',
    platformUrl,
    '--data',
    dataDir,
  ];
  const { text } = await windows.till(...sale);
  checks.check(name, text.includes('"state":"captured"'), text);
}

/**
 * Writes lines of the recovery log, three for each day from `first` to `last` days ago.
 * @returns the number of lines
 */
function seedLog(dataDir: string, first: number, last: number): number {
  const lines = [];
  for (let day = first; day >= last; day -= 1)
    for (let sale = 0; sale < 3; sale += 1) {
      const at = new Date(Date.now() - day * 24 * 60 * 60_000 + sale * 60_000).toISOString();
      lines.push(`${at} authorize A-${day}-${sale} tillbridge-A-${day}-${sale} 450 USD sale practice cable`);
    }
  const path = windows.here(`${dataDir}\\journal.sqlite.recovery-log`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${lines.join('\n')}\n`);
  return lines.length;
}
const linesOf = (dataDir: string) =>
  readFileSync(windows.here(`${dataDir}\\journal.sqlite.recovery-log`), 'utf8')
    .trim()
    .split('\n').length;

async function sales(): Promise<void> {
  const platform = await startSandbox();
  platformUrl = platform.url;
  Object.assign(windows.env, { TILLBRIDGE_USERNAME: platform.username, TILLBRIDGE_PASSWORD: platform.password });
  const terminal = await simulator('--family', 'neo2', '--tcp', '0', '--card', 'approve');
  try {
    await sell('a sale over TCP, from a folder with blanks and umlauts', terminal.address, folderOf('till data'));
    const long = longFolder();
    await sell(`a sale with its records under a path of ${long.length} letters`, terminal.address, long);
    for (const [what, days] of [
      ['a month', 70],
      ['a year', 365],
    ] as const) {
      const dataDir = folderOf(what);
      const before = seedLog(dataDir, days, 31);
      await sell(`a till that is ${what} old sells`, terminal.address, dataDir);
      await sell(`a till that is ${what} old sells again`, terminal.address, dataDir);
      checks.check(`its recovery log of ${before} lines was cut`, linesOf(dataDir) < before, String(linesOf(dataDir)));
    }
    await overSerial();
  } finally {
    await Promise.all([platform.close(), terminal.close()]);
    for (const key of Object.keys(windows.env)) Reflect.deleteProperty(windows.env, key);
  }
}

async function overSerial(): Promise<void> {
  if (!windows.wine) return checks.skipped('COM10', 'Windows has no pseudo-terminals that are COM ports');
  const line = await ptyPair(windows.folder);
  const terminal = await simulator('--family', 'mms', '--serial', line.terminalEnd, '--card', 'approve');
  windows.wine.comPort('com10', realpathSync(line.tillEnd));
  try {
    await sell('a sale over COM10', 'serial:COM10', folderOf('com10'));
    await sell('a sale over \\\\.\\COM10', 'serial:\\\\.\\COM10', folderOf('com10'));
  } finally {
    await terminal.close();
    await line.pull();
  }
}

/** Tests the browser shell in training: a sale, its host killed during a payment, and another sale. */
async function hostKilled(): Promise<void> {
  const dataDir = folderOf('running');
  const shell: Started = windows.start(
    windows.program('build/out/programs/web.js', ['--no-open', '--port', '0', '--data', dataDir]),
  );
  try {
    await withPage(await ready(checks, shell), windows.here(dataDir), async (till) => {
      await paid(till, 12);
      checks.check('a sale is paid in a browser of this computer, on a till of Windows', true);
      const asked = await windows.till('payments', '--json', '--data', dataDir);
      checks.check(
        'the command line finds the running till by its named pipe',
        asked.code === 0 && asked.text.includes('1200'),
        asked.text,
      );
      await till.press(outcomes.keys.newSale);
      await till.charge('1500', '$15.00');
      await till.title(counter.prompts['present-card'].title).waitFor();
      const before = till.hostPid();
      await windows.kill(before);
      await till.title(outcomes.cancelled.heading).waitFor();
      checks.check('a host that is killed while it waits for a card restarts', till.hostPid() !== before);
      await till.press(outcomes.keys.newSale);
      await till.charge('1600', '$16.00');
      await till.customer('tap');
      await till.title(outcomes.paid.heading).waitFor();
      checks.check('the next sale is paid', true);
    });
  } finally {
    shell.child.kill('SIGKILL');
    windows.wine?.close();
  }
}

/** Tests a sandbox that was started manually and whose window was closed. Windows still reports its former parent. */
async function orphaned(): Promise<void> {
  const starts = `const { pid } = require('node:child_process').spawn(process.execPath, ['build/out/programs/cli.js', 'sandbox', '--port', '0'], { stdio: 'ignore' });
    console.log(JSON.stringify({ parent: process.pid, pid })); setInterval(() => {}, 1000);`;
  const [node = ''] = windows.program('', []);
  const started = windows.start([node, '-e', starts]);
  await checks.until('a sandbox is started', () => started.said().out.includes('}'));
  const { parent, pid } = JSON.parse(started.said().out) as { parent: number; pid: number };
  const isThere = async () => {
    const asks = `try { process.kill(${pid}, 0); console.log('there'); } catch (error) { console.log(error.code); }`;
    return (await windows.run([node, '-e', asks])).text.includes('there');
  };
  checks.check('a sandbox that was started by hand runs', await isThere());
  await windows.kill(parent);
  await checks.until('it ends with what started it', async () => !(await isThere()));
  checks.check('it ends with what started it', true);
}

/** Presses Ctrl+C once in the console while a payment waits for its card. */
async function interrupted(): Promise<void> {
  if (!windows.wine) return checks.skipped('Ctrl+C', 'there is no pseudo-terminal to press it in');
  const dataDir = folderOf('console');
  const shell = windows.program('build/scripts/start.mjs', ['--no-open', '--port', '0', '--data', dataDir]);
  const typed = new Console(windows.inConsole(shell));
  /** A console wraps its lines at the width of the window, and adds marks for colours and positions. */
  const plain = () => stripVTControlCharacters(typed.shown).replaceAll(/[\r\n]/g, '');
  try {
    const url = () => /ready: (http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43})/.exec(plain())?.[1];
    await checks.until('the till is ready in its console', () => url() !== undefined);
    await withPage(url() ?? '', windows.here(dataDir), async (till) => {
      await till.charge('4260', '$42.60');
      await till.title(counter.prompts['present-card'].title).waitFor();
      typed.shown = '';
      typed.key('\x03');
      await checks.until('Ctrl+C in mid-payment is answered', () => /Press Ctrl\+C again/.test(plain()));
      checks.check('Ctrl+C during a payment asks', true);
      await till.customer('tap');
      await till.title(outcomes.paid.heading).waitFor();
      checks.check('the payment continues and is paid', true);
    });
    typed.key('\x03');
    let hasEnded = false;
    void typed.ended.then(() => (hasEnded = true));
    await checks.until('Ctrl+C without a payment ends the till', () => hasEnded);
    checks.check('Ctrl+C without a payment ends the till', true);
  } finally {
    typed.kill();
    windows.wine.close();
  }
}

checks.skipped(
  'USB HID terminals and the list of COM ports',
  'Wine has neither; a COM port is named, and network terminals are found',
);
try {
  await checks.story('sales are made from the command line', sales);
  await checks.story('a host that is killed restarts', hostKilled);
  await checks.story('a sandbox ends with its parent', orphaned);
  await checks.story('Ctrl+C asks during a payment, and ends the till without a payment', interrupted);
} finally {
  windows.close();
}
checks.end();
