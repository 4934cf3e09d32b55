/**
 * Tests the cases in which the installer refuses or is interrupted, with the real script compiled for a program of a
 * few files. Each refusal changes nothing, has its own exit code, and writes its reason to a file.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { compileInstaller } from '../../build/scripts/parts/nsis.mjs';
import { Checks } from '../checks.ts';
import { Windows } from './windows.ts';

/** Files that contain the name of their version. */
const FILES = [
  'bin/node.exe',
  'build/out/product/cli.js',
  'legal/LICENSE.txt',
  'node_modules/a/index.js',
  'CHANGELOG.md',
];
const HOME = 'C:\\Läden & Kassen\\Tillbridge';
/** Messages of the installer, in English like Wine. */
const words = {
  2: 'takes an administrator',
  4: 'What was there before is as it was',
  5: 'written by a newer version',
  6: 'installed in another folder',
  7: 'too long for Windows',
  8: 'too little room',
} as const;
type Code = keyof typeof words;

/** Makes a registry key read-only while a program runs, like a user who may not install for all users. */
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

/** The reason of the last refusal by the installer or uninstaller, which is then cleared; empty if there was none. */
export function saidBySetup(windows: Windows): string {
  const users = windows.here('C:\\users');
  const named = readdirSync(users, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('tillbridge-setup.log'),
  );
  if (named === undefined) return '';
  const said = readFileSync(join(users, named), 'utf16le');
  rmSync(join(users, named));
  return said;
}

export class Refusals {
  readonly #windows: Windows;
  readonly #checks: Checks;
  readonly #makensis: string;

  constructor(options: { windows: Windows; checks: Checks; makensis: string }) {
    this.#windows = options.windows;
    this.#checks = options.checks;
    this.#makensis = options.makensis;
  }

  /** Builds an installer whose files contain the version's name. */
  #make(version: string, more: { journal?: number; megabytes?: number; size?: number } = {}): string {
    const folder = join(this.#windows.folder, `made-${version}-${more.journal ?? 1}-${more.megabytes ?? 0}`);
    const payload = join(folder, 'payload');
    const lay = (name: string, text: string | Buffer): void => {
      mkdirSync(dirname(join(payload, name)), { recursive: true });
      writeFileSync(join(payload, name), text);
    };
    const journal = more.journal ?? 1;
    lay('package.json', `${JSON.stringify({ name: 'tillbridge', version, journal, type: 'module', private: true })}\n`);
    for (const name of FILES) lay(name, version);
    lay('build/large', Buffer.alloc(more.size ?? 0, version));
    return compileInstaller({ payload, folder, makensis: this.#makensis, version, ...more, journal });
  }

  async #install(setup: string, ...flags: string[]): Promise<{ code: number | null; said: string }> {
    const { code } = await this.#windows.run([setup, '/S', ...flags]);
    return { code, said: saidBySetup(this.#windows) };
  }

  /** Installs over the existing version, and checks that all files are of the new version. */
  async #installed(what: string, setup: string, version: string): Promise<void> {
    const { code, said } = await this.#install(setup, `/D=${HOME}`);
    const found = this.#version(HOME);
    this.#checks.check(what, code === 0 && found === version, `${code} ${said} ${found}`);
  }

  /**
   * Checks that the installation is refused with a code and its message, and that the installed version is unchanged.
   */
  async #refused(
    what: string,
    code: Code,
    setup: string,
    options: { words?: string[]; stays?: string } = {},
  ): Promise<void> {
    const seen = await this.#install(setup, ...(options.words ?? [`/D=${HOME}`]));
    const isSaid = seen.code === code && seen.said.includes(words[code]);
    const stays = options.stays === undefined || this.#version(HOME) === options.stays;
    this.#checks.check(
      `${what} is refused by code ${code} and a message, with no change`,
      isSaid && stays,
      `${seen.code} ${seen.said} ${this.#version(HOME)}`,
    );
  }

  /** The version of a folder if all its files belong to one version; otherwise a description of the mix. */
  #version(home: string): string {
    const places = FILES.map((name) => this.#windows.here(`${home}\\${name.replaceAll('/', '\\')}`));
    const found = new Set(places.map((place) => (existsSync(place) ? readFileSync(place, 'utf8') : 'none')));
    const rests = ['.new', '.old'].filter((name) => existsSync(this.#windows.here(`${home}\\${name}`)));
    return [...found, ...rests].join('+');
  }

  async tell(): Promise<void> {
    const one = this.#make('1.0.0');
    await this.#folders(one);
    await this.#installed('an installation into a folder with spaces, umlauts and an ampersand succeeds', one, '1.0.0');
    const elsewhere = { words: ['/D=C:\\Anderswo'], stays: '1.0.0' };
    await this.#refused('a second version in another folder', 6, this.#make('2.0.0'), elsewhere);
    await this.#rights();
    await this.#held();
    await this.#downgrade();
    await this.#windows.run([`${HOME}\\uninstall.exe`, '/S']);
    await this.#checks.until('it is uninstalled', () => !existsSync(this.#windows.here(HOME)));
    const parent = this.#windows.here(HOME.replace(/\\[^\\]+$/, ''));
    rmSync(parent, { recursive: true, force: true });
  }

  async #folders(setup: string): Promise<void> {
    const long = `C:\\${'lang '.repeat(48)}k`;
    await this.#refused(`a folder of ${long.length} letters`, 7, setup, { words: [`/D=${long}`] });
    if (process.platform === 'win32' || process.getuid?.() !== 0) {
      this.#checks.skipped('a full drive and a read-only drive', 'a mount requires root');
      return;
    }
    await this.#onDrive('r', 'ro,size=100m', async (drive) => {
      await this.#refused('a program folder that is read-only', 4, setup, { words: [`/D=${drive}\\Tillbridge`] });
    });
    await this.#onDrive('k', 'size=20m', async (drive, folder) => {
      await this.#refused('a drive without room', 8, setup, { words: [`/D=${drive}\\Tillbridge`] });
      this.#checks.check(
        'the refused installation leaves no file',
        readdirSync(folder).length === 0,
        readdirSync(folder).join(),
      );
      // The check for free space succeeds, but the disk becomes full during the installation.
      const cut = this.#make('1.5.0', { megabytes: 1, size: 40 * 2 ** 20 });
      const small = await this.#install(this.#make('1.4.0', { megabytes: 1 }), `/D=${drive}\\Tillbridge`);
      const seen = await this.#install(cut, `/D=${drive}\\Tillbridge`);
      const left = readdirSync(join(folder, 'Tillbridge'));
      const isWhole = readFileSync(join(folder, 'Tillbridge/build/out/product/cli.js'), 'utf8') === '1.4.0';
      this.#checks.check(
        'a drive that becomes full during an installation keeps the old version, and no file of the new version',
        small.code === 0 && seen.code !== 0 && isWhole && !left.includes('.new'),
        `${small.code} ${seen.code} ${left.join()}`,
      );
      await this.#windows.run([`${drive}\\Tillbridge\\uninstall.exe`, '/S']);
      await this.#checks.until('it is uninstalled', () => readdirSync(folder).length === 0);
    });
  }

  async #onDrive(
    letter: string,
    options: string,
    task: (drive: string, folder: string) => Promise<void>,
  ): Promise<void> {
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
  }

  async #rights(): Promise<void> {
    const script = join(this.#windows.folder, 'rights.nsi');
    const helper = join(this.#windows.folder, 'rights.exe');
    writeFileSync(script, WITHOUT_RIGHTS.replace('@OUTPUT@', helper));
    execFileSync(this.#makensis, ['-V1', script]);
    const setup = this.#make('2.0.0');
    const { code } = await this.#windows.run([helper, setup, '/S', '/ALLUSERS', '/D=C:\\Program Files\\Tillbridge']);
    const said = saidBySetup(this.#windows);
    const isNothing = !existsSync(this.#windows.here('C:\\Program Files\\Tillbridge'));
    const what =
      'an installation for all users is refused without an administrator’s rights by code 2 and a message, with no change';
    this.#checks.check(what, code === 2 && said.includes(words[2]) && isNothing, `${code} ${said}`);
  }

  /** Tests another program, such as a virus scanner, that locks a file. */
  async #held(): Promise<void> {
    const [node = ''] = this.#windows.program('', []);
    const file = `${HOME}\\CHANGELOG.md`;
    /** Opens the file exclusively (libuv's UV_FS_O_EXLOCK), like a scanner. */
    const hold = async (seconds: number) => {
      const opened = `require('node:fs').openSync(process.argv[1], 0x10000000); console.log('held');`;
      const holds = `${opened} setTimeout(() => {}, ${seconds * 1000});`;
      const started = this.#windows.start([node, '-e', holds, file]);
      await this.#checks.until('the file is held', () => started.said().out.includes('held'));
      return started;
    };
    const setup = this.#make('1.1.0');
    const scanner = await hold(4);
    await this.#installed('an installation waits for a file that a scanner holds for seconds', setup, '1.1.0');
    await scanner.ended;
    const other = await hold(120);
    const seen = await this.#install(this.#make('1.2.0'), `/D=${HOME}`);
    this.#windows.wine?.close();
    await other.ended;
    const found = this.#version(HOME);
    this.#checks.check(
      'a file that stays held causes a refusal by code 4 and a message, and the previous version is complete',
      seen.code === 4 && seen.said.includes(words[4]) && found === '1.1.0',
      `${seen.code} ${seen.said} ${found}`,
    );
  }

  /** Tests an older version over records that it may be unable to read. */
  async #downgrade(): Promise<void> {
    await this.#installed('an older version is installed if it can read the records', this.#make('0.9.0'), '0.9.0');
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
    const same = this.#make('0.8.1', { journal: 7 });
    await this.#installed('an older version is installed over records of its own format', same, '0.8.1');
    // After a crash of the till, the newest format version may be only in the log next to the records.
    write(1);
    const newer = 'a downgrade over records that the program reports as newer';
    await this.#refused(newer, 5, this.#make('0.8.0', { journal: 6 }), { stays: '0.8.1' });
    rmSync(isKept ? path : records, { recursive: true });
  }
}
