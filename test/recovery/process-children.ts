/** Starts and ends the suite's processes: each ends with the driver, however the driver ends. */
import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { memoryLimits } from '../../electron/starter/index.ts';
import { keepCompiled } from '../../build/scripts/parts/compile-cache.mjs';

// With compiled code a start costs a third, and the suite has hundreds.
keepCompiled();

/** Processor time after which a start is stuck in a loop; a start takes half a second of it. */
const START_CPU_S = 20;
/**
 * Real time allowed for a start. A waiting start takes no processor, and on a busy computer half a second of it can
 * take a minute.
 */
const START_WITHIN_MS = 180_000;

const running = new Set<ChildProcess>();
// A driver that ends early, even by an error, leaves no host running.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface Child {
  readonly process: ChildProcess;
  /** Resolves when the process has ended, with the signal that ended the process. */
  readonly ended: Promise<NodeJS.Signals | null>;
  /** The end of the process's standard error. */
  words(): string;
  end(): Promise<void>;
}

/** Forks a program, see `program`. */
export function start(entry: string, args: readonly string[] = []): Child {
  const child = fork(entry, args, {
    execArgv: ['--disable-warning=ExperimentalWarning', ...memoryLimits.execArgv],
    env: { ...memoryLimits.env, ...process.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (words = `${words}${text}`.slice(-2_000)));
  // Windows reports no signal if a process killed itself: its code is 1 then.
  const unsaid = process.platform === 'win32' ? 1 : null;
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? (code !== null && code === unsaid ? 'SIGKILL' : null))),
  );
  child.on('error', (error) => (words += String(error)));
  return {
    process: child,
    ended,
    words: () => words,
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * First message on the IPC channel. Rejects when the process ends or is stuck, measured in its own processor time if
 * the system provides it, so that starts succeed even on a busy computer.
 */
export async function firstMessage<Message>(child: Child): Promise<Message> {
  const over = new AbortController();
  const stuck = async (): Promise<never> => {
    const lastMoment = performance.now() + START_WITHIN_MS;
    const isWaiting = (): boolean => !over.signal.aborted && performance.now() < lastMoment;
    while (isWaiting() && processorSeconds(child.process) < START_CPU_S) await delay(1_000, over.signal);
    const used = processorSeconds(child.process).toFixed(1);
    throw new Error(`silent while starting, after ${used} s of a processor: ${child.words()}`);
  };
  try {
    return await Promise.race([
      new Promise<Message>((resolve) => child.process.once('message', (message) => resolve(message as Message))),
      child.ended.then(() => Promise.reject(new Error(`ended while starting: ${child.words()}`))),
      stuck(),
    ]);
  } finally {
    over.abort();
  }
}

const TICKS_A_SECOND = 100;

/** Processor time of a process so far; 0 if the system does not have it. */
function processorSeconds({ pid }: ChildProcess): number {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(afterName[11]) + Number(afterName[12])) / TICKS_A_SECOND;
  } catch {
    return 0;
  }
}

/** Resolves after `ms`, or at once when `signal` aborts. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
