/**
 * What the installer refuses, and what it does when something stops it in the middle: our script, compiled over a program of a few
 * files. Each refusal changes nothing, has its own exit code and says why in a file.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { compileInstaller } from '../../build/scripts/parts/nsis.mjs';
import { Checks } from '../checks.ts';
import { Windows } from './windows.ts';

const HOME = 'C:\\Läden & Kassen\\Tillbridge';
/** Of the installer's own words, English as Wine is. */
const words = {
  2: 'takes an administrator',
  4: 'What was there before is as it was',
  5: 'written by a newer version',
  6: 'installed in another folder',
  7: 'too long for Windows',
  8: 'too little room',
} as const;
type Code = keyof typeof words;

/** A key of the registry that cannot be written while a program runs: somebody who may not install for everybody. */
const WITHOUT_RIGHTS = String.raw`Target amd64-unicode
OutFile "@OUTPUT@"
SilentInstall silent
RequestExecutionLevel user
!include "FileFunc.nsh"
Section
  SetRegView 64
  WriteRegStr HKLM "Software\Microsoft\Windows\CurrentVersion\Uninstall\Tillbridge" "" ""
  System::Call 'advapi32::RegOpenKeyExW(p 0x80000002, w "Software\Microsoft\Windows\CurrentVersion\Uninstall\Tillbridge", i 0, i 0x60000, *p .r1) i .r0'
  System::Call 'advapi32::ConvertStringSecurityDescriptorToSecurityDescriptorW(w "D:(A;;KR;;;WD)", i 1, *p .r2, p 0) i .r0'
  System::Call 'advapi32::RegSetKeySecurity(p r1, i 4, p r2) i .r0'
  ${'$'}{GetParameters} $R0
  ExecWait '$R0' $3
  SetErrorLevel $3
SectionEnd
`;

/** Why the installer, or what uninstalls, has refused last; empty where it has not since this was asked. */
export function saidBySetup(windows: Windows): string {
  const users = windows.here('C:\\users');
  const named = readdirSync(users, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('tillbridge-setup.log')); // oxfmt-ignore
  if (named === undefined) return '';
  const said = readFileSync(join(users, named), 'utf16le');
  rmSync(join(users, named));
  return said;
} // oxfmt-ignore

export class Refusals {
  readonly #windows: Windows;
  readonly #checks: Checks;
  readonly #makensis: string;

  constructor(options: { windows: Windows; checks: Checks; makensis: string }) {
    this.#windows = options.windows;
    this.#checks = options.checks;
    this.#makensis = options.makensis;
  }

  /** An installer of a version that says its name in its files. */
  #make(version: string, more: { journal?: number; megabytes?: number; size?: number } = {}): string {
    const folder = join(this.#windows.folder, `made-${version}-${more.journal ?? 1}-${more.megabytes ?? 0}`);
    const payload = join(folder, 'payload');
    const lay = (name: string, text: string | Buffer): void => {
      mkdirSync(dirname(join(payload, name)), { recursive: true });
      writeFileSync(join(payload, name), text);
    };
    const journal = more.journal ?? 1;
    lay('package.json', `${JSON.stringify({ name: 'tillbridge', version, journal, type: 'module', private: true })}\n`);
    for (const name of ['bin/node.exe', 'build/out/product/cli.js', 'legal/LICENSE.txt', 'node_modules/a/index.js', 'CHANGELOG.md']) lay(name, version); // oxfmt-ignore
    lay('build/large', Buffer.alloc(more.size ?? 0, version));
    return compileInstaller({ payload, folder, makensis: this.#makensis, version, ...more, journal });
  } // oxfmt-ignore

  async #install(setup: string, ...flags: string[]): Promise<{ code: number | null; said: string }> {
    const { code } = await this.#windows.run([setup, '/S', ...flags]);
    return { code, said: saidBySetup(this.#windows) };
  }

  /** Refused by this code and its words, and the version that was there is there. */
  async #refused(what: string, code: Code, setup: string, options: { words?: string[]; stays?: string } = {}): Promise<void> {
    const seen = await this.#install(setup, ...(options.words ?? [`/D=${HOME}`]));
    const isSaid = seen.code === code && seen.said.includes(words[code]);
    const stays = options.stays === undefined || this.#version(HOME) === options.stays;
    this.#checks.check(`${what}: refused by code ${code}, in words, and nothing is changed`, isSaid && stays, `${seen.code} ${seen.said} ${this.#version(HOME)}`);
  } // oxfmt-ignore

  /** What a folder holds, where all of it is of one version and nothing is left of another; else what it is made of. */
  #version(home: string): string {
    const of = (name: string) => (existsSync(this.#windows.here(`${home}\\${name}`)) ? readFileSync(this.#windows.here(`${home}\\${name}`), 'utf8') : 'none'); // oxfmt-ignore
    const found = new Set(['bin\\node.exe', 'build\\out\\product\\cli.js', 'node_modules\\a\\index.js', 'legal\\LICENSE.txt', 'CHANGELOG.md'].map(of));
    const rests = ['.new', '.old'].filter((name) => existsSync(this.#windows.here(`${home}\\${name}`)));
    return [...found, ...rests].join('+');
  } // oxfmt-ignore

  async tell(): Promise<void> {
    const one = this.#make('1.0.0');
    await this.#folders(one);
    const fresh = await this.#install(one, `/D=${HOME}`);
    this.#checks.check('a folder with blanks, umlauts and an ampersand is installed into', fresh.code === 0 && this.#version(HOME) === '1.0.0', `${fresh.code} ${fresh.said}`); // oxfmt-ignore
    await this.#refused('a second version in another folder', 6, this.#make('2.0.0'), { words: ['/D=C:\\Anderswo'], stays: '1.0.0' }); // oxfmt-ignore
    await this.#rights();
    await this.#held();
    await this.#downgrade();
    await this.#windows.run([`${HOME}\\uninstall.exe`, '/S']);
    await this.#checks.until('it is uninstalled', () => !existsSync(this.#windows.here(HOME)));
    rmSync(this.#windows.here(dirname(HOME.replaceAll('\\', '/')).replaceAll('/', '\\')), { recursive: true, force: true }); // oxfmt-ignore
  }

  /** Folders that cannot take it. */
  async #folders(setup: string): Promise<void> {
    const long = `C:\\${'lang '.repeat(48)}k`;
    await this.#refused(`a folder of ${long.length} letters`, 7, setup, { words: [`/D=${long}`] });
    if (process.platform === 'win32' || process.getuid?.() !== 0) {
      this.#checks.skipped('a drive that is full, and one that is read-only', 'mounting one takes root');
      return;
    }
    await this.#onDrive('r', 'ro,size=100m', async (drive) => {
      await this.#refused('a program folder that is read-only', 4, setup, { words: [`/D=${drive}\\Tillbridge`] });
    });
    await this.#onDrive('k', 'size=20m', async (drive, folder) => {
      await this.#refused('a drive without room', 8, setup, { words: [`/D=${drive}\\Tillbridge`] });
      this.#checks.check('nothing was begun there', readdirSync(folder).length === 0, readdirSync(folder).join());
      // Room enough when it was asked, and none any more while it is written.
      const cut = this.#make('1.5.0', { megabytes: 1, size: 40 * 2 ** 20 });
      const small = await this.#install(this.#make('1.4.0', { megabytes: 1 }), `/D=${drive}\\Tillbridge`);
      const seen = await this.#install(cut, `/D=${drive}\\Tillbridge`);
      const left = readdirSync(join(folder, 'Tillbridge'));
      const isWhole = readFileSync(join(folder, 'Tillbridge/build/out/product/cli.js'), 'utf8') === '1.4.0';
      this.#checks.check('a drive that is full in the middle: what was there is whole, and nothing of the other is left', small.code === 0 && seen.code !== 0 && isWhole && !left.includes('.new'), `${small.code} ${seen.code} ${left.join()}`); // oxfmt-ignore
      await this.#windows.run([`${drive}\\Tillbridge\\uninstall.exe`, '/S']);
      await this.#checks.until('it is uninstalled', () => readdirSync(folder).length === 0);
    });
  }

  async #onDrive(letter: string, options: string, task: (drive: string, folder: string) => Promise<void>): Promise<void> {
    const folder = join(this.#windows.folder, letter);
    const link = join(this.#windows.wine?.prefix ?? '', 'dosdevices', `${letter}:`);
    mkdirSync(folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
    symlinkSync(folder, link);
    try {
      await task(`${letter.toUpperCase()}:`, folder);
    } finally {
      rmSync(link);
      this.#windows.wine?.settle();
      execFileSync('umount', ['-l', folder]);
    }
  } // oxfmt-ignore

  /** Somebody who is no administrator. */
  async #rights(): Promise<void> {
    const script = join(this.#windows.folder, 'rights.nsi');
    const helper = join(this.#windows.folder, 'rights.exe');
    writeFileSync(script, WITHOUT_RIGHTS.replace('@OUTPUT@', helper));
    execFileSync(this.#makensis, ['-V1', script]);
    const setup = this.#make('2.0.0');
    const { code } = await this.#windows.run([helper, setup, '/S', '/ALLUSERS', '/D=C:\\Program Files\\Tillbridge']);
    const said = saidBySetup(this.#windows);
    const isNothing = !existsSync(this.#windows.here('C:\\Program Files\\Tillbridge'));
    this.#checks.check('without an administrator’s rights, for everybody: refused by code 2, in words, and nothing is changed', code === 2 && said.includes(words[2]) && isNothing, `${code} ${said}`); // oxfmt-ignore
  }

  /** Another program, such as a virus scanner, that holds a file. */
  async #held(): Promise<void> {
    const [node = ''] = this.#windows.program('', []);
    const file = `${HOME}\\CHANGELOG.md`;
    /** Shares it with nobody (libuv's UV_FS_O_EXLOCK), as a scanner does. */
    const hold = async (seconds: number) => {
      const holds = `require('node:fs').openSync(process.argv[1], 0x10000000); console.log('held'); setTimeout(() => {}, ${seconds * 1000});`;
      const started = this.#windows.start([node, '-e', holds, file]);
      await this.#checks.until('the file is held', () => started.said().out.includes('held'));
      return started;
    };
    const setup = this.#make('1.1.0');
    const scanner = await hold(4);
    const waited = await this.#install(setup, `/D=${HOME}`);
    this.#checks.check('a file that a scanner holds for seconds is waited for', waited.code === 0 && this.#version(HOME) === '1.1.0', `${waited.code} ${this.#version(HOME)}`); // oxfmt-ignore
    await scanner.ended;
    const other = await hold(120);
    const seen = await this.#install(this.#make('1.2.0'), `/D=${HOME}`);
    this.#windows.wine?.close();
    await other.ended;
    this.#checks.check('a file that stays held: refused by code 4, in words, and the version before is whole', seen.code === 4 && seen.said.includes(words[4]) && this.#version(HOME) === '1.1.0', `${seen.code} ${seen.said} ${this.#version(HOME)}`); // oxfmt-ignore
  }

  /** A version from before, over records of payments that it may not be able to read. */
  async #downgrade(): Promise<void> {
    const back = await this.#install(this.#make('0.9.0'), `/D=${HOME}`);
    this.#checks.check('one step back, where the records can be read: installed', back.code === 0 && this.#version(HOME) === '0.9.0', `${back.code} ${back.said}`); // oxfmt-ignore
    const users = this.#windows.here('C:\\users');
    const user = readdirSync(users).find((name) => existsSync(join(users, name, 'AppData/Local'))) ?? '';
    const records = join(users, user, 'AppData/Local/Tillbridge');
    const isKept = existsSync(records);
    const path = join(records, 'journal.sqlite');
    mkdirSync(records, { recursive: true });
    const write = (form: number): void => {
      const journal = new DatabaseSync(path);
      journal.exec(`CREATE TABLE IF NOT EXISTS entry (seq INTEGER); PRAGMA user_version = ${form}`);
      journal.close();
    };
    write(7);
    await this.#refused('a downgrade over newer records', 5, this.#make('0.8.0', { journal: 6 }), { stays: '0.9.0' });
    const same = await this.#install(this.#make('0.8.1', { journal: 7 }), `/D=${HOME}`);
    this.#checks.check('the same over records of its form: installed', same.code === 0 && this.#version(HOME) === '0.8.1', `${same.code} ${same.said}`); // oxfmt-ignore
    // The newest form may stand only in the log beside the records, where a till was ended hard.
    write(1);
    await this.#refused('a downgrade over records of which the program says that they are newer', 5, this.#make('0.8.0', { journal: 6 }), { stays: '0.8.1' }); // oxfmt-ignore
    rmSync(isKept ? path : records, { recursive: true });
  }
}
