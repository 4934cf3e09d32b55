/**
 * Runs the sandbox as a process: `node_modules/.bin/node electron/sandbox/main.ts [--port N] [--data DIR] [--json]
 * [--verbose] [flags of options.ts]`.
 * Prints its address, then serves until SIGTERM, SIGINT, or the end of its parent (its pipe on standard input or its
 * IPC channel closes). Exit codes: 0 stopped, 1 could not start, 2 wrong flags.
 */
import { fstatSync, type Stats } from 'node:fs';
import { TillError } from '../contract/index.ts';
import { readArguments, usage } from './arguments.ts';
import { API_PAGE_PATH, startSandbox } from './index.ts';
import type { Sandbox } from './index.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);
const complain = (text: string) => void process.stderr.write(`${text}\n`);

/** Only a pipe on standard input shows a parent: a terminal, a file or /dev/null does not. */
function hasParentPipe(): boolean {
  try {
    const input = fstatSync(0);
    // Windows reports a pipe as none of the known file types.
    return input.isFIFO() || input.isSocket() || (process.platform === 'win32' && !isKnown(input));
  } catch {
    return false;
  }
}

const isKnown = (input: Stats): boolean => input.isFile() || input.isDirectory() || input.isCharacterDevice();

/** Calls `end` once, when this process is asked to end or its parent has ended. */
function onEnd(end: () => void): void {
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  if (process.channel) process.once('disconnect', end);
  if (hasParentPipe()) {
    process.stdin.once('end', end).once('error', end);
    process.stdin.resume();
  }
}

async function main(): Promise<void> {
  let flags;
  try {
    flags = readArguments(process.argv.slice(2), complain);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    complain(`${error.message}\n${usage}`);
    process.exitCode = 2;
    return;
  }
  let sandbox: Sandbox;
  try {
    sandbox = await startSandbox(flags.options);
  } catch (error) {
    if (!(error instanceof TillError)) throw error;
    complain(`${error.plainMessage}. (${error.code})`);
    // The first line is for a program that starts the sandbox.
    if (flags.isJson) say(JSON.stringify({ failure: { code: error.code, message: error.plainMessage } }));
    process.exitCode = 1;
    return;
  }
  let isEnding = false;
  onEnd(() => {
    if (isEnding) return;
    isEnding = true;
    void sandbox.close().then(
      () => process.exit(0),
      (error: unknown) => {
        complain(`The sandbox did not close cleanly: ${String(error)}`);
        process.exit(1);
      },
    );
  });
  const { url, username, password, merchant, processor } = sandbox;
  if (flags.isJson) say(JSON.stringify({ url, username, password, merchant, processor }));
  else
    say(
      `Sandbox ready: ${url}\nUsername ${username}\nPassword ${password}\nMerchant ${merchant} (${processor})\nAPI page ${url}${API_PAGE_PATH}`,
    );
}

await main();
