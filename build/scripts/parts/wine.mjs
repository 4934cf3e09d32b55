/**
 * A Windows to try on: Wine with a prefix of its own, and Node for Windows in it. Not Windows: an open file cannot be renamed or
 * deleted, a signal ends a process, paths, pipes and COM ports are those of Windows; but there is no HID, no list of ports, no virus
 * scanner, and access lists are kept by nobody. What is done about Wine's gaps is for Wine 8 and Node 24.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { forwarder } from './forwarder.mjs';
import { runtimeOf } from './runtime.mjs';
import { Plain } from './run.mjs';
import { findWine, findWineServer } from './tools.mjs';

/** What changes with how a prefix is made here: an older one is made anew. */
const RECIPE = 2;

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
  if (at < 0) throw new Plain('This Node asks for no VirtualAlloc2: look again at what Wine needs.');
  bytes.write('VirtualAllocX', at);
  mkdirSync(folder, { recursive: true });
  writeFileSync(binary, bytes, { mode: 0o755 });
  return { ...runtime, binary };
}

/** How often the output of a program is looked for. */
const LOOK_EVERY_MS = 250;

/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, isShown?: boolean }} WineOptions */

export class Wine {
  /** Where its drive C: and its registry lie. */
  prefix;
  env;
  /** Found when it is needed: it may be installed by then only. */
  #wine = findWine() ?? 'wine';
  #version = execFileSync(this.#wine, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

  /** @param {string} prefix a folder of its own; made where there is none, or one of another version */
  constructor(prefix) {
    this.prefix = prefix;
    const { DISPLAY: _, ...env } = process.env;
    // Folders of its user lie there, and nothing of it in the menu of whoever runs this.
    this.env = {
      ...env,
      WINEPREFIX: prefix,
      HOME: `${prefix}-home`,
      WINEARCH: 'win64',
      WINEDEBUG: '-all',
      WINEDLLOVERRIDES: 'mscoree=;mshtml=;winemenubuilder.exe=',
      LANG: 'C.UTF-8',
    };
    const stamp = join(prefix, 'tillbridge.txt');
    const wanted = `${this.#version}, recipe ${RECIPE}`;
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
    rmSync(prefix, { recursive: true, force: true });
    mkdirSync(`${prefix}-home`, { recursive: true });
    this.#make();
    writeFileSync(stamp, wanted);
  }

  #make() {
    const quiet = { env: this.env, stdio: /** @type {const} */ ('ignore'), timeout: 10 * 60_000 };
    execFileSync(this.#wine, ['wineboot', '-i'], quiet);
    this.settle();
    execFileSync(this.#wine, ['winecfg', '-v', 'win10'], quiet);
    // Of a newer one libuv expects an option of sockets that Wine 8 lacks (TCP_KEEPIDLE), and every request fails.
    for (const key of ['CurrentBuild', 'CurrentBuildNumber'])
      execFileSync(
        this.#wine,
        [
          'reg',
          'add',
          'HKLM\\Software\\Microsoft\\Windows NT\\CurrentVersion',
          '/v',
          key,
          '/t',
          'REG_SZ',
          '/d',
          '14393',
          '/f',
        ],
        quiet,
      );
    const library = join(this.prefix, 'drive_c/windows/system32/bcryptprimitives.dll');
    if (!existsSync(library))
      writeFileSync(library, forwarder('bcryptprimitives.dll', { ProcessPrng: 'ADVAPI32.SystemFunction036' }));
    this.settle();
  }

  get version() {
    return this.#version;
  }

  /** Waits until nothing of Windows runs any more. */
  settle() {
    this.#server('-w');
  }

  /** Where a path of Windows lies here. @param {string} path as `C:\\Users` */
  here(path) {
    return join(this.prefix, 'drive_c', path.replace(/^C:\\/i, '').replaceAll('\\', '/'));
  }

  /** Makes a device of this computer a COM port. @param {string} name @param {string} device */
  comPort(name, device) {
    const link = join(this.prefix, 'dosdevices', name.toLowerCase());
    rmSync(link, { force: true });
    symlinkSync(device, link);
  }

  /**
   * Starts a program with its streams in files: Wine takes no pipe for them.
   * @param {readonly string[]} words @param {string} streams the beginning of both files' names @param {WineOptions} [options]
   */
  start(words, streams, options = {}) {
    const [out, err] = [openSync(`${streams}.out`, 'w'), openSync(`${streams}.err`, 'w')];
    const child = spawn(this.#wine, words, {
      cwd: options.cwd,
      env: { ...this.env, ...options.env },
      stdio: ['ignore', out, err],
    });
    closeSync(out);
    closeSync(err);
    /** @type {Promise<number | null>} */
    const ended = new Promise((done) => {
      child.once('exit', (code) => done(code));
      child.once('error', () => done(null));
    });
    const said = () => ({ out: readFileSync(`${streams}.out`, 'utf8'), err: readFileSync(`${streams}.err`, 'utf8') });
    return { child, ended, said };
  }

  /**
   * Runs a program to its end, and shows its lines as they come.
   * @param {readonly string[]} words
   * @param {string} streams
   * @param {WineOptions & { timeoutMs?: number, onLine?: (line: string) => void }} options
   * @returns {Promise<{ code: number | null, text: string, isLate: boolean }>}
   */
  async run(words, streams, { timeoutMs = 10 * 60_000, onLine, ...options }) {
    const { child, ended, said } = this.start(words, streams, options);
    const files = ['out', 'err'].map((name) => new Tail(`${streams}.${name}`));
    const look = () => files.forEach((file) => file.lines().forEach((line) => onLine?.(line)));
    const timer = setInterval(look, LOOK_EVERY_MS);
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    const code = await ended;
    clearTimeout(deadline);
    clearInterval(timer);
    look();
    if (isLate) this.close();
    files.forEach((file) => file.close());
    return { code, text: said().out + said().err, isLate };
  }

  /** Ends whatever still runs in this prefix. */
  close() {
    this.#server('-k');
    this.#server('-w');
  }

  #server(/** @type {'-k' | '-w'} */ word) {
    try {
      execFileSync(findWineServer() ?? 'wineserver', [word], { env: this.env, stdio: 'ignore', timeout: 60_000 });
    } catch {
      // Nothing ran, or something stays: then the next look at it says so.
    }
  }
}

/** A file that somebody else writes, line by line. */
class Tail {
  #file;
  #rest = '';
  #buffer = Buffer.alloc(64 * 1024);

  /** @param {string} path */
  constructor(path) {
    this.#file = openSync(path, 'r');
  }

  /** Whole lines that came since the last look. */
  lines() {
    for (let size = 1; size > 0;) {
      size = readSync(this.#file, this.#buffer, 0, this.#buffer.length, null);
      this.#rest += this.#buffer.toString('latin1', 0, size);
    }
    const lines = this.#rest.split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.map((line) => Buffer.from(line, 'latin1').toString().replace(/\r$/, ''));
  }

  close() {
    closeSync(this.#file);
  }
}
