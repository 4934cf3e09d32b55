/**
 * Starts programs for Windows from a test on this computer: with Wine from the lab's copy of the sources, or directly
 * on Windows.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeFlags, ownNode, root } from '../../build/scripts/parts/paths.mjs';
import { findWine } from '../../build/scripts/parts/tools.mjs';
import { labFolders } from '../../build/scripts/parts/windows-lab.mjs';
import { Wine } from '../../build/scripts/parts/wine.mjs';

const isWindows = process.platform === 'win32';

export interface Started {
  child: ChildProcess;
  ended: Promise<number | null>;
  said: () => { out: string; err: string };
}

/** A Windows, with a folder for a test's files. */
export class Windows {
  readonly wine: Wine | null;
  /** Folder on this computer for streams of programs and for serial lines. */
  readonly folder = mkdtempSync(join(tmpdir(), 'tillbridge-windows-'));
  readonly env: Record<string, string> = {};
  #started: Started[] = [];

  /** @param prefix prefix of Wine; by default the lab's */
  constructor(prefix: string = labFolders.prefix) {
    this.wine = isWindows ? null : new Wine(prefix);
    // Files that an earlier run left on its drive are not needed.
    if (this.wine) rmSync(this.here(Windows.home), { recursive: true, force: true });
  }

  static readonly home = isWindows ? join(tmpdir(), 'Tillbridge Prüfung') : 'C:\\Kasse für Bäcker';

  /** The path under which this computer opens a Windows path. */
  here(path: string): string {
    return this.wine?.here(path) ?? path;
  }

  /** The command line that starts one of the till's programs there, from the sources' folder. */
  program(entry: string, words: readonly string[]): string[] {
    return [this.#node, ...nodeFlags, entry, ...words];
  }

  get #node(): string {
    return this.wine ? join(labFolders.tree, 'node_modules/node/bin/node.exe') : ownNode;
  }

  get root(): string {
    return this.wine ? labFolders.tree : root;
  }

  start(words: readonly string[]): Started {
    const streams = join(this.folder, `run-${this.#started.length}`);
    const options = { cwd: this.root, env: this.env };
    const started = this.wine ? this.wine.start(words, streams, options) : spawned(words, streams, options);
    this.#started.push(started);
    return started;
  }

  async run(words: readonly string[]): Promise<{ code: number | null; text: string }> {
    const { ended, said } = this.start(words);
    const code = await ended;
    return { code, text: `${said().out}${said().err}` };
  }

  till(...words: string[]) {
    return this.run(this.program('build/out/programs/cli.js', words));
  }

  /**
   * Kills processes of Windows like the task manager, with exit code 1. Wine's taskkill sets 0, as if each had ended
   * normally.
   */
  kill(...pids: readonly number[]) {
    const ends = `for (const pid of [${pids.join()}]) try { process.kill(pid, 'SIGKILL'); } catch {}`;
    return this.run([this.#node, '-e', ends]);
  }

  /** Ids of a program's processes, by the name of its file. */
  async pidsOf(name: string): Promise<number[]> {
    const { text } = await this.run(['wmic', 'process', 'get', 'Name,ProcessId']);
    const lines = text
      .replaceAll('\0', '')
      .split('\n')
      .map((line) => line.trim().split(/\s+/));
    return lines.filter(([first]) => first === name).map(([, pid]) => Number(pid));
  }

  /** The command line for a pseudo-terminal that is a console on Windows. */
  inConsole(words: readonly string[]): string[] {
    const env = Object.entries({ ...(this.wine ? wineVariables(this.wine.env) : {}), ...this.env }).map(
      ([key, value]) => `${key}=${value}`,
    );
    return ['env', '-u', 'DISPLAY', '-C', this.root, ...env, findWine() ?? 'wine', ...words];
  }

  close(): void {
    this.wine?.close();
    if (!this.wine) for (const { child } of this.#started) child.kill('SIGKILL');
    rmSync(this.here(Windows.home), { recursive: true, force: true });
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const wineVariables = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(env).filter(([key, value]) => value !== undefined && (key.startsWith('WINE') || key === 'LANG')),
  ) as Record<string, string>;

function spawned(
  words: readonly string[],
  streams: string,
  options: { cwd: string; env: Record<string, string> },
): Started {
  const [out, err] = [openSync(`${streams}.out`, 'w'), openSync(`${streams}.err`, 'w')];
  const [file = '', ...args] = words;
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', out, err],
  });
  closeSync(out);
  closeSync(err);
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  return {
    child,
    ended,
    said: () => ({ out: readFileSync(`${streams}.out`, 'utf8'), err: readFileSync(`${streams}.err`, 'utf8') }),
  };
}
