/**
 * A Windows to try on: Wine with a prefix of its own, and Node for Windows in it. Not Windows: files that are open are treated as
 * there, but there is no HID, no list of ports, no virus scanner, and access lists are lenient.
 */
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runtimeOf } from './runtime.mjs';

/** Why it cannot be made here; undefined where it can. */
export function whyNoWine() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'Wine is tried on Linux x64 only';
  try {
    execFileSync('wine', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'Wine is not installed (apt-get install --no-install-recommends wine wine64)';
  }
} // oxfmt-ignore

/**
 * Node for Windows as Wine 8 can run it: without VirtualAlloc2, whose placeholders it lacks, V8 takes its way for old Windows.
 * One name in a copy is changed; nothing else.
 * @param {string} folder where the copy goes
 */
export async function wineRuntime(folder) {
  const runtime = await runtimeOf({ platform: 'win32', arch: 'x64' });
  const binary = join(folder, 'node.exe');
  const bytes = readFileSync(runtime.binary);
  const at = bytes.indexOf('VirtualAlloc2\0');
  if (at < 0) throw new Error('This Node asks for no VirtualAlloc2: look again at what Wine needs.');
  bytes.write('VirtualAllocX', at);
  mkdirSync(folder, { recursive: true });
  writeFileSync(binary, bytes, { mode: 0o755 });
  return { ...runtime, binary };
}

export class Wine {
  /** @param {string} folder for the prefix, which is made where there is none */
  constructor(folder) {
    this.prefix = join(folder, 'prefix');
    this.env = { ...process.env, WINEPREFIX: this.prefix, WINEARCH: 'win64', WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree=;mshtml=', LANG: 'C.UTF-8' };
    delete (/** @type {Record<string, string | undefined>} */ (this.env)['DISPLAY']);
    if (existsSync(this.prefix)) return;
    mkdirSync(dirname(this.prefix), { recursive: true });
    const quiet = { env: this.env, stdio: /** @type {const} */ ('ignore') };
    execFileSync('wine', ['wineboot', '-i'], quiet);
    execFileSync('wine', ['winecfg', '-v', 'win10'], quiet);
    // Of a newer one libuv expects an option of sockets that Wine 8 lacks, and every request fails.
    for (const key of ['CurrentBuild', 'CurrentBuildNumber'])
      execFileSync('wine', ['reg', 'add', 'HKLM\\Software\\Microsoft\\Windows NT\\CurrentVersion', '/v', key, '/t', 'REG_SZ', '/d', '14393', '/f'], quiet);
    execFileSync('wineserver', ['-w'], quiet);
  } // oxfmt-ignore

  /** Where a path of Windows lies here. @param {string} path as `C:\\Users` */
  here(path) {
    return join(this.prefix, 'drive_c', path.replace(/^C:\\/, '').replaceAll('\\', '/'));
  }

  /** Makes a device of this computer a COM port. @param {string} name @param {string} device */
  comPort(name, device) {
    symlinkSync(device, join(this.prefix, 'dosdevices', name));
  }

  /**
   * Starts a program with its streams in files: Wine takes no pipe for them.
   * @param {readonly string[]} words @param {string} streams the beginning of both files' names
   */
  start(words, streams) {
    const [out, err] = ['out', 'err'].map((name) => openSync(`${streams}.${name}`, 'w'));
    const child = spawn('wine', words, { env: this.env, stdio: ['ignore', out ?? 'ignore', err ?? 'ignore'] });
    for (const file of [out, err]) if (file !== undefined) closeSync(file);
    const ended = new Promise((done) => child.once('exit', done));
    const said = () => ({ out: readFileSync(`${streams}.out`, 'utf8'), err: readFileSync(`${streams}.err`, 'utf8') });
    return { child, ended, said };
  }

  /** Ends whatever still runs in this prefix. */
  close() {
    try {
      execFileSync('wineserver', ['-k'], { env: this.env, stdio: 'ignore' });
    } catch {
      // Nothing ran.
    }
  }
}
