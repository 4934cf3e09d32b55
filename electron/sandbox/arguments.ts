/** Reads the command line of the sandbox process. */
import { parseArgs } from 'node:util';
import { readSandboxFlags, sandboxFlags } from './options.ts';
import type { SandboxOptions } from './options.ts';
import { logLine } from './world/log.ts';

export const usage = `Usage: sandbox [--port N] [--data DIR] [--json] [--verbose] [options]\n${Object.entries(
  sandboxFlags,
)
  .map(([flag, words]) => `  --${flag.padEnd(24)}${words}`)
  .join('\n')}`;

/**
 * @param complain receives one line for standard error
 * @throws RangeError with a message for the user who typed the flags
 */
export function readArguments(
  args: readonly string[],
  complain: (line: string) => void,
): { isJson: boolean; options: SandboxOptions } {
  const values = parse(args);
  const port = /^[0-9]{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
  if (!(port <= 65_535)) throw new RangeError(`--port takes a number from 0 to 65535, not "${values.port}".`);
  if (values.data === '') throw new RangeError('--data takes a folder.');
  const more = readSandboxFlags({
    ...values,
    faultSeed: values['fault-seed'],
    badDay: values['bad-day'],
    weatherSeed: values['weather-seed'],
    clockSkew: values['clock-skew'],
    cloudAnswers: values['cloud-answers'],
  });
  return {
    isJson: values.json,
    options: {
      port,
      ...more,
      log: (entry) => {
        if (entry.kind === 'bug' || values.verbose) complain(logLine(entry));
      },
      ...(values.data === undefined ? {} : { dataDir: values.data }),
    },
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
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
    }).values;
  } catch (error) {
    throw new RangeError(error instanceof Error ? error.message : String(error));
  }
}
