/**
 * The sandbox as a process: `node electron/sandbox/main.ts [--port N] [--data DIR] [--json] [--verbose] [flags of options.ts]`.
 * Says where it serves, then serves until SIGTERM, SIGINT, or the end of its parent (its pipe on standard
 * input or its IPC channel closes). Exit codes: 0 stopped, 1 could not start, 2 wrong flags.
 */
import { fstatSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { TillError } from '../contract/index.ts';
import { API_PAGE_PATH, logLine, readSandboxFlags, sandboxFlags, startSandbox } from './index.ts';
import type { Sandbox, SandboxFlagValues, SandboxLogEntry, SandboxOptions } from './index.ts';

const usage = `Usage: sandbox [--port N] [--data DIR] [--json] [--verbose] [options]\n${Object.entries(sandboxFlags)
  .map(([flag, words]) => `  --${flag.padEnd(24)}${words}`)
  .join('\n')}`;

const say = (text: string) => void process.stdout.write(`${text}\n`);
const complain = (text: string) => void process.stderr.write(`${text}\n`);

class FlagError extends Error {}

function readFlags(args: readonly string[]): { isJson: boolean; options: SandboxOptions } {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '0' },
        data: { type: 'string' },
        json: { type: 'boolean', default: false },
        idempotency: { type: 'string' },
        faults: { type: 'string' },
        'bad-day': { type: 'string' },
        latency: { type: 'string' },
        rate: { type: 'string', multiple: true },
        'fault-seed': { type: 'string' },
        'weather-seed': { type: 'string' },
        'clock-skew': { type: 'string' },
        offline: { type: 'string', multiple: true },
        'cloud-answers': { type: 'string' },
        verbose: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new FlagError(error instanceof Error ? error.message : String(error));
  }
  const port = /^[0-9]{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
  if (!(port <= 65_535)) throw new FlagError(`--port takes a number from 0 to 65535, not "${values.port}".`);
  if (values.data === '') throw new FlagError('--data takes a folder.');
  const more = moreOptions({
    ...values,
    faultSeed: values['fault-seed'],
    badDay: values['bad-day'],
    weatherSeed: values['weather-seed'],
    clockSkew: values['clock-skew'],
    cloudAnswers: values['cloud-answers'],
  });
  const log = (entry: SandboxLogEntry) => {
    if (entry.kind === 'bug' || values.verbose) complain(logLine(entry));
  };
  return {
    isJson: values.json,
    options: { port, ...more, log, ...(values.data === undefined ? {} : { dataDir: values.data }) },
  };
}

function moreOptions(values: SandboxFlagValues): SandboxOptions {
  try {
    return readSandboxFlags(values);
  } catch (error) {
    if (error instanceof RangeError) throw new FlagError(error.message);
    throw error;
  }
}

/** Standard input tells of a parent only when it is a pipe: a terminal, a file or /dev/null does not. */
function hasParentPipe(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isSocket();
  } catch {
    return false;
  }
}

/** Calls `end` once, when this process is asked to end or its parent is gone. */
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
    flags = readFlags(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof FlagError)) throw error;
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
    // For the program that reads the first line.
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
