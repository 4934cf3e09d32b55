/**
 * Runs the command line in this process: its own entry point with captured streams, over the real host, journal and
 * HTTP. Tests of signals, pipes, locks and SIGKILL start real processes: processes.ts.
 */
import { Readable, Writable } from 'node:stream';
import type { Io } from '../../electron/cli/cli.ts';
import { run } from '../../electron/cli/run.ts';
import type { ProgramLocation } from '../../electron/starter/index.ts';
import { readFlags, startSimulator, type RunningSimulator } from '../../native/simulator/index.ts';
import type { Finished } from './processes.ts';

export type Json = Record<string, unknown>;
export type Result = Finished & { result: Json };

class Collected extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** A command that may still be running. */
export interface Started {
  /** Sends a SIGINT, as a process would receive it. */
  interrupt(): void;
  /** Exit codes with which the command asked to exit at once. */
  readonly quits: readonly number[];
  readonly done: Promise<Finished>;
}

/** @param isTTY `input` is typed at a keyboard */
export function start(
  args: readonly string[],
  env: Io['env'] = {},
  input: readonly string[] = [],
  ground?: ProgramLocation,
  isTTY = false,
): Started {
  const [stdout, stderr] = [new Collected(), new Collected()];
  const listeners = new Set<() => void>();
  const quits: number[] = [];
  const io: Io = {
    env,
    stdin: Object.assign(Readable.from(input), { isTTY }),
    stdout,
    stderr,
    onInterrupt(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    quit: (code) => quits.push(code),
  };
  const done = run(args, io, ground).then((code) => ({ code, stdout: stdout.text, stderr: stderr.text }));
  return { done, quits, interrupt: () => listeners.forEach((listener) => listener()) };
}

export const tillbridge = (
  args: readonly string[],
  env: Io['env'] = {},
  input: readonly string[] = [],
  ground?: ProgramLocation,
) => start(args, env, input, ground).done;

/** Parses the JSON value that a command with --json printed. */
export function withResult(finished: Finished): Result {
  if (finished.stdout.trim().split('\n').length !== 1 || finished.stdout.trim() === '')
    throw new Error(`not one line on standard output: ${finished.stdout}${finished.stderr}`);
  return { ...finished, result: JSON.parse(finished.stdout) as Json };
}

/** A terminal in software, as `tillbridge simulator` starts it with these flags. */
export async function simulator(...flags: string[]): Promise<RunningSimulator> {
  const read = readFlags(flags);
  if (read === 'help') throw new Error('help was asked for');
  return startSimulator(read.options);
}
