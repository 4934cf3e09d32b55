/** The command line as real processes, for tests of exit codes, signals, pipes, locks and the environment. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { program } from '../fixtures/programs.ts';
import { until } from '../waiting.ts';

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  /** The first line on standard output, parsed. */
  said: Promise<Record<string, unknown>>;
  exited: Promise<number | null>;
  /** Everything printed so far. */
  output(): string;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts a command with pipes for its streams. */
export function spawnCli(args: readonly string[], env: Record<string, string> = {}) {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program('electron/cli/main.ts'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

export function tillbridgeProcess(
  args: readonly string[],
  env: Record<string, string> = {},
  input = '',
): Promise<Finished> {
  const child = spawnCli(args, env);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const late = setTimeout(() => child.kill('SIGKILL'), 240_000);
  return new Promise((done) => {
    child.once('close', (code) => {
      clearTimeout(late);
      done({ code, stdout, stderr });
    });
  });
}

/** Starts a command that runs until it is stopped. */
export function serve(args: readonly string[], env: Record<string, string> = {}): Running {
  const child = spawnCli(args, env);
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise<number | null>((done) => child.once('exit', done));
  const said = new Promise<Record<string, unknown>>((done, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output += `${line}\n`;
      try {
        done(JSON.parse(line) as Record<string, unknown>);
      } catch {
        reject(new Error(`not JSON: ${line}`));
      }
    });
    void exited.then((code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  said.catch(() => undefined);
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  return {
    child,
    said,
    exited,
    output: () => output,
    kill,
    async stop() {
      child.kill('SIGTERM');
      const hard = setTimeout(() => void kill(), 3_000);
      await exited;
      clearTimeout(hard);
    },
  };
}

/** Two ends of a serial line created by socat. */
export async function ptyPair(dir: string): Promise<{ terminalEnd: string; tillEnd: string; pull(): Promise<void> }> {
  const terminalEnd = `${dir}/terminal`;
  const tillEnd = `${dir}/till`;
  const child = spawn('socat', [`pty,raw,echo=0,link=${terminalEnd}`, `pty,raw,echo=0,link=${tillEnd}`], {
    stdio: 'ignore',
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await until(() => existsSync(terminalEnd) && existsSync(tillEnd), 'the pty pair of socat');
  return {
    terminalEnd,
    tillEnd,
    async pull() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
