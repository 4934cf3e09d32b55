/** Starting and ending the suite's processes: every one ends with the driver, whatever happens to it. */
import { fork, type ChildProcess } from 'node:child_process';
import { lean } from '../../electron/starter/index.ts';
import { keepCompiled } from '../../build/scripts/parts/compile-cache.mjs';

// A start costs a third then; the suite has hundreds.
keepCompiled();

export interface Child {
  readonly process: ChildProcess;
  /** Resolves when it has ended, with the signal that ended it. */
  readonly ended: Promise<NodeJS.Signals | null>;
  /** Its last words on standard error. */
  words(): string;
  end(): Promise<void>;
}

/** Forks a program, see `program`. */
export function start(entry: string, args: readonly string[] = []): Child {
  const child = fork(entry, args, {
    execArgv: ['--disable-warning=ExperimentalWarning', ...lean.execArgv],
    env: { ...lean.env, ...process.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (words = `${words}${text}`.slice(-2_000)));
  // Windows tells of no signal when a process ended itself by one: its code is 1 then.
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

/** The first message on the IPC channel. Rejects when the process ends, or says nothing in time. */
export async function firstMessage<Message>(child: Child, withinMs = 20_000): Promise<Message> {
  const late = new AbortController();
  try {
    return await Promise.race([
      new Promise<Message>((resolve) => child.process.once('message', (message) => resolve(message as Message))),
      child.ended.then(() => Promise.reject(new Error(`ended while starting: ${child.words()}`))),
      delay(withinMs, late.signal).then(() => Promise.reject(new Error(`silent while starting: ${child.words()}`))),
    ]);
  } finally {
    late.abort();
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
