/**
 * The installer as somebody on Windows meets it, under Wine: installed silently into a folder with blanks and umlauts, sold with
 * over TCP and over a COM port, its host killed, uninstalled with the records kept. Its last line is `N passed, N failed`.
 */
import { mkdtempSync, existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMakensis, makeInstaller } from '../../build/scripts/parts/nsis.mjs';
import { whyNoWine, Wine, wineRuntime } from '../../build/scripts/parts/wine.mjs';
import { startSandbox } from '../../electron/sandbox/index.ts';
import { simulator } from '../cli/in-process.ts';
import { ptyPair } from '../cli/processes.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const HOME = 'C:\\Kasse für Bäcker\\Tillbridge';
const DATA = 'C:\\Daten der Bäckerei\\till data';
let passed = 0;
let failed = 0;

function check(what: string, isRight: boolean, seen = ''): void {
  if (isRight) passed += 1;
  else failed += 1;
  say(`${isRight ? 'ok  ' : 'FAIL'} ${what}${isRight || seen === '' ? '' : `\n${seen.slice(-3_000)}`}`);
}

async function until(what: string, look: () => boolean): Promise<void> {
  for (const end = performance.now() + 180_000; !look();) {
    if (performance.now() > end) throw new Error(`${what}: it does not come`);
    await new Promise((wait) => setTimeout(wait, 200));
  }
}

class Lab {
  readonly folder = mkdtempSync(join(tmpdir(), 'tillbridge-windows-'));
  readonly wine = new Wine(this.folder);
  #runs = 0;

  start(words: readonly string[]) {
    this.#runs += 1;
    return this.wine.start(words, join(this.folder, String(this.#runs)));
  }

  async run(words: readonly string[]) {
    const { ended, said } = this.start(words);
    const code = await ended;
    return { code, text: `${said().out}${said().err}` };
  }

  /** The command line, through the file that people call. */
  till(words: readonly string[]) {
    return this.run(['cmd', '/c', `${HOME}\\tillbridge.cmd`, ...words]);
  }
}

async function sales(lab: Lab): Promise<void> {
  const line = await ptyPair(lab.folder);
  lab.wine.comPort('com10', realpathSync(line.tillEnd));
  const platform = await startSandbox();
  const [overTcp, overSerial] = await Promise.all([
    simulator('--family', 'neo2', '--tcp', '0', '--card', 'approve'),
    simulator('--family', 'mms', '--serial', line.terminalEnd, '--card', 'approve'),
  ]);
  Object.assign(lab.wine.env, { TILLBRIDGE_USERNAME: platform.username, TILLBRIDGE_PASSWORD: platform.password });
  try {
    for (const [name, terminal] of [
      ['TCP', overTcp.address],
      ['COM10', 'serial:COM10'],
    ] as const) {
      const words = ['--platform', platform.url, '--terminal', terminal, '--data', `${DATA} ${name}`];
      const { text } = await lab.till(['sale', '--amount', '4.50', '--json', ...words]);
      check(`a sale over ${name}`, text.includes('"state":"captured"'), text);
    }
  } finally {
    await Promise.all([platform.close(), overTcp.close(), overSerial.close()]);
    await line.pull();
  }
}

/** The till as the start menu opens it, in training. */
async function running(lab: Lab, setup: string): Promise<void> {
  const till = lab.start(['cmd', '/c', `${HOME}\\tillbridge-till.cmd`, '--no-open', '--port', '0', '--data', DATA]);
  await until('the till is ready', () => till.said().out.includes('Tillbridge ready:'));
  const refused = await lab.run([setup, '/S', `/D=${HOME}`]);
  check('an installation over an open till is refused and changes nothing', refused.code === 3, String(refused.code));
  const link = await lab.till(['url', '--data', DATA]);
  check('a second program finds the running till', /http:\/\/127\.0\.0\.1:/.test(link.text), link.text);
  const again = await lab.till(['payments', '--json', '--data', DATA]);
  check('the named pipe of the running till answers', again.code === 0, again.text);
  lab.wine.close();
  await till.ended;
  const after = await lab.till(['recover', '--json', '--data', DATA]);
  check('after everything was killed at once the record opens again', after.code === 0, after.text);
}

async function main(): Promise<void> {
  const makensis = findMakensis();
  const why = whyNoWine() ?? (makensis ? undefined : 'there is no makensis (apt-get install nsis)');
  if (why || !makensis) {
    say(`Skipped: the Windows installer is not tried here, since ${why ?? ''}.`);
    return;
  }
  const lab = new Lab();
  const began = performance.now();
  try {
    const runtime = await wineRuntime(lab.folder);
    const setup = await makeInstaller({ folder: lab.folder, makensis, runtime, say });
    const { code } = await lab.run([setup, '/S', '/LOGON', `/D=${HOME}`]);
    check('the installer ends well, without a window', code === 0, String(code));
    check('the program is where it was told', existsSync(lab.wine.here(`${HOME}\\bin\\node.exe`)));
    const links = readdirSync(lab.wine.here('C:\\users'), { recursive: true, encoding: 'utf8' }).filter((name) => /Tillbridge[^/]*\.lnk$/.test(name)); // oxfmt-ignore
    check('it is in the start menu, and opens with a sign-in', links.some((name) => name.includes('Startup')) && links.length === 4, links.join('\n')); // oxfmt-ignore
    const version = await lab.till(['doctor', '--json', '--data', DATA]);
    check('doctor speaks', version.text.includes('{'), version.text);
    await sales(lab);
    await running(lab, setup);
    const gone = await lab.run([`${HOME}\\uninstall.exe`, '/S', `_?=${HOME}`]);
    check('it is uninstalled', gone.code === 0 && !existsSync(lab.wine.here(`${HOME}\\bin`)), String(gone.code));
    const kept = [`${DATA} TCP`, `${DATA} COM10`].map((folder) =>
      existsSync(lab.wine.here(`${folder}\\journal.sqlite`)),
    );
    check('the records are kept', kept.every(Boolean));
    say(`Under Wine, not Windows: no HID, no list of ports. ${((performance.now() - began) / 1000).toFixed(0)} s.`);
  } finally {
    lab.wine.close();
    rmSync(lab.folder, { recursive: true, force: true });
  }
}

await main();
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
