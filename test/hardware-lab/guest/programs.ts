/** Other programs of the guest. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { within, TIMEOUT_MS } from './waiting.ts';

export interface Probe {
  readonly said: Promise<unknown>;
  /** Closes the program's standard input, and waits until the program has ended. */
  end(): Promise<void>;
}

/** Starts the probe, as another user with groups if `as` names that user. */
export function probe(args: readonly string[], as?: { uid: number; groups: readonly number[] }): Probe {
  const flags = [...process.execArgv, join(import.meta.dirname, 'probe.js'), ...args];
  // The other user cannot write to the folder of compiled code.
  const { NODE_COMPILE_CACHE: _, ...others } = process.env;
  const env = as ? { ...others, TILLBRIDGE_PROBE_AS: [as.uid, ...as.groups].join(',') } : process.env;
  const child = spawn(process.execPath, flags, { stdio: ['pipe', 'pipe', 'inherit'], env });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const said = new Promise<unknown>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
    void ended.then(() => reject(new Error(`the probe ${args.join(' ')} has said nothing`)));
  });
  said.catch(() => undefined);
  return {
    said: within(said, TIMEOUT_MS, `the probe ${args.join(' ')}`),
    async end() {
      child.stdin.end();
      await within(ended, TIMEOUT_MS, 'the probe to end');
    },
  };
}
