/**
 * Wine with its own prefix and Node for Windows, to test for Windows on another operating system. It behaves like
 * Windows in part: an open file cannot be renamed or deleted, a signal kills a process, and paths, pipes and COM ports
 * are those of Windows; but there is no HID, no list of ports, no virus scanner, and access lists are not enforced. The
 * workarounds for Wine's gaps are for Wine 8 and Node 24.
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

/** Version of the steps that create a prefix here: an older prefix is created again. */
const RECIPE = 2;

/**
 * Creates a Node for Windows that Wine 8 can run: without VirtualAlloc2, whose placeholders Wine lacks, V8 takes its
 * path for old Windows. Only this name is changed, in a copy.
 * @param {string} folder destination of the copy
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

/** Interval for polling a program's output. */
const POLL_EVERY_MS = 250;

/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, isShown?: boolean }} WineOptions */

export class Wine {
  /** Folder of Wine's drive C: and registry. */
  prefix;
  env;
  /** The program is searched for on first use, because it may be installed only then. */
  #wine = findWine() ?? 'wine';
  #version = execFileSync(this.#wine, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

  /** @param {string} prefix a folder used only for this; created if it is missing or belongs to another version */
  constructor(prefix) {
    this.prefix = prefix;
    const { DISPLAY: _, ...env } = process.env;
    // Folders of Wine's user are in HOME, and no entries are added to the user's desktop menu.
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
    // For newer builds libuv expects a socket option that Wine 8 lacks (TCP_KEEPIDLE), and every request fails.
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

  /** Waits until no Windows program runs any more. */
  settle() {
    this.#server('-w');
  }

  /** Path on this computer for a Windows path. @param {string} path as `C:\\Users` */
  here(path) {
    return join(this.prefix, 'drive_c', path.replace(/^C:\\/i, '').replaceAll('\\', '/'));
  }

  /** Maps a device of this computer to a COM port. @param {string} name @param {string} device */
  comPort(name, device) {
    const link = join(this.prefix, 'dosdevices', name.toLowerCase());
    rmSync(link, { force: true });
    symlinkSync(device, link);
  }

  /**
   * Starts a program with its streams in files: Wine does not support pipes for them.
   * @param {readonly string[]} words @param {string} streams common prefix of both files' names @param {WineOptions} [options]
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
   * Runs a program to its end, and shows its lines as they arrive.
   * @param {readonly string[]} words
   * @param {string} streams
   * @param {WineOptions & { timeoutMs?: number, onLine?: (line: string) => void }} options
   * @returns {Promise<{ code: number | null, text: string, isLate: boolean }>}
   */
  async run(words, streams, { timeoutMs = 10 * 60_000, onLine, ...options }) {
    const { child, ended, said } = this.start(words, streams, options);
    const files = ['out', 'err'].map((name) => new Tail(`${streams}.${name}`));
    const look = () => files.forEach((file) => file.lines().forEach((line) => onLine?.(line)));
    const timer = setInterval(look, POLL_EVERY_MS);
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

  /** Kills every program that still runs in this prefix. */
  close() {
    this.#server('-k');
    this.#server('-w');
  }

  #server(/** @type {'-k' | '-w'} */ word) {
    try {
      execFileSync(findWineServer() ?? 'wineserver', [word], { env: this.env, stdio: 'ignore', timeout: 60_000 });
    } catch {
      // No program ran, or a program still runs: then the next command reports that.
    }
  }
}

/** A file written by another process, read line by line. */
class Tail {
  #file;
  #rest = '';
  #buffer = Buffer.alloc(64 * 1024);

  /** @param {string} path */
  constructor(path) {
    this.#file = openSync(path, 'r');
  }

  /** Complete lines written since the last call. */
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
