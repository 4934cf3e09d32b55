/** Starts the command line as real processes and reads what they print. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';

const cli = resolve(import.meta.dirname, '../../electron/cli/main.ts');

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  /** The first line on standard output, parsed. */
  said: Promise<Record<string, unknown>>;
  /** Everything printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Runs a command to its end. */
export function tillbridge(args: string[], env: Record<string, string> = {}, withinMs = 60_000): Promise<Finished> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', cli, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const late = setTimeout(() => child.kill('SIGKILL'), withinMs);
  return new Promise((done) => {
    child.once('close', (code) => {
      clearTimeout(late);
      done({ code, stdout, stderr });
    });
  });
}

/** Starts a command that serves. */
export function serve(args: string[], env: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', cli, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const said = new Promise<Record<string, unknown>>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output += `${line}\n`;
      try {
        resolve(JSON.parse(line) as Record<string, unknown>);
      } catch {
        reject(new Error(`not JSON: ${line}`));
      }
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  said.catch(() => undefined);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    child,
    said,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await exited;
      clearTimeout(hard);
    },
  };
}

/** Two ends of a serial line made by socat. */
export async function ptyPair(dir: string): Promise<{ terminalEnd: string; tillEnd: string; pull(): Promise<void> }> {
  const terminalEnd = `${dir}/terminal`;
  const tillEnd = `${dir}/till`;
  const child = spawn('socat', [`pty,raw,echo=0,link=${terminalEnd}`, `pty,raw,echo=0,link=${tillEnd}`], {
    stdio: 'ignore',
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const started = Date.now();
  while (!existsSync(terminalEnd) || !existsSync(tillEnd)) {
    if (Date.now() - started > 5_000) throw new Error('socat did not make its pty pair');
    await new Promise((wait) => setTimeout(wait, 20));
  }
  return {
    terminalEnd,
    tillEnd,
    async pull() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
