/** Queues of CUPS, through its own commands; a computer without these commands yields an empty list. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Time limit for a hanging scheduler. */
const WITHIN_MS = 4_000;

export interface Queue {
  name: string;
  /** True if the queue accepts jobs. */
  isAccepting: boolean;
}

async function lpstat(flag: string, signal?: AbortSignal): Promise<string[]> {
  const { stdout } = await run('lpstat', [flag], {
    timeout: WITHIN_MS,
    maxBuffer: 1_000_000,
    env: { ...process.env, LC_ALL: 'C' },
    ...(signal ? { signal } : {}),
  });
  return stdout.split('\n').filter((line) => line !== '');
}

/** Names of the queues. Rejects if CUPS is missing or silent. */
export function queueNames(signal?: AbortSignal): Promise<string[]> {
  return lpstat('-e', signal);
}

/** All queues and whether they accept jobs. Rejects like `queueNames`. */
export async function queues(): Promise<Queue[]> {
  const names = await queueNames();
  if (names.length === 0) return [];
  // `NAME accepting requests since …`; `NAME not accepting requests since …`
  const states = await lpstat('-a').catch(() => []);
  const refused = new Set(states.map((line) => /^(\S+) not accepting/.exec(line)?.[1]));
  return names.map((name) => ({ name, isAccepting: !refused.has(name) }));
}
