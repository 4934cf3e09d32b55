/**
 * Invalid command lines: every argument and every option with a value, of every command, ends with exit code 2 and a
 * message that contains it. The list comes from the commands themselves: a new option fails here until it has a row.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { Cli } from '../../electron/cli/cli.ts';
import { commandsReference } from '../../electron/cli/reference.ts';
import { createProgram } from '../../electron/cli/run.ts';
import { usage } from '../../native/simulator/index.ts';
import { tillbridge, withResult } from './in-process.ts';

const dir = mkdtempSync(join(tmpdir(), 'tillbridge usage '));
const data = join(dir, 'data');
const aFile = join(dir, 'a file');
writeFileSync(aFile, '');
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
const program = createProgram(
  new Cli(
    {
      env: {},
      stdin: Readable.from([]),
      stdout: nowhere,
      stderr: nowhere,
      onInterrupt: () => () => undefined,
      quit: () => undefined,
    },
    false,
  ),
);

test('the reference matches the definitions of the commands', async () => {
  const file = join(import.meta.dirname, '../../electron/cli/REFERENCE.md');
  await expect(commandsReference(program)).toMatchFileSnapshot(file);
});

const tooLong = 'x'.repeat(400);
/** Bad values of options and arguments with the same meaning in all commands. */
const bad: Record<string, readonly string[]> = {
  '--activation-code': [tooLong],
  '--also': ['B61378A', ''],
  '--amount': ['twelve', '-1', ''],
  '--attempt': ['', tooLong],
  '--bad-day': ['sunny'],
  '--card': ['gold'],
  '--card-timeout': ['0', '256', 'soon', ''],
  '--clock-skew': ['late', ''],
  '--cloud-answers': ['later'],
  '--columns': ['23', '121', 'wide', ''],
  '--currency': ['XXX', 'dollars', ''],
  '--data': [aFile, ''],
  '--family': ['abc', ''],
  '--fault-seed': ['lucky'],
  '--faults': ['sunny'],
  '--from': ['yesterday', ''],
  '--give-up': ['-1', '86401', 'never', ''],
  '--idempotency': ['maybe'],
  '--kind': ['gift'],
  '--latency': ['slow', 'fixed:x'],
  '--limit': ['0', '1000', '1.5', 'all', ''],
  '--link': ['usb'],
  '--offline': ['NOWHERE'],
  '--operator': ['', tooLong],
  '--order': [tooLong],
  '--partial': ['half'],
  '--pdf': [dir, join(dir, 'no', 'receipt.pdf')],
  '--platform': ['platform', 'ftp://127.0.0.1'],
  '--port': ['-1', '65536', 'any', ''],
  '--rate': ['drop-reply=2', 'gremlins=1%'],
  '--reason': ['', tooLong],
  '--reversal': ['R1', '', 'R 12345'],
  '--route': ['mail'],
  '--terminal': ['B61378A', ''],
  '--tip': ['much', '-1'],
  '--to': ['tomorrow'],
  '--weather-seed': ['lucky'],
  '<attempt>': ['', tooLong],
  '<id>': ['', tooLong],
  '<kind>': ['gift'],
  '<record>': ['', tooLong],
  '<text>': [tooLong],
};

/** Options under an earlier name; the message has the current name. */
const renamed: Record<string, string> = { '--bad-day': '--faults', '--weather-seed': '--fault-seed' };

/** Valid values for required options and arguments. */
const good: Record<string, string> = {
  '--amount': '1',
  '--operator': 'Ana',
  '--reason': 'broken',
  '--family': 'mms',
  '--link': 'hid',
  '<attempt>': 'A-none',
  '<id>': 'DV-none',
  '<record>': 'TR-none',
  '<kind>': 'transfer',
  '<text>': 'Back at two',
};

interface Row {
  command: string;
  option: string;
  value: string;
  words: string[];
}

const rows = program.commands.flatMap((command): Row[] => {
  const name = command.name();
  const args = command.registeredArguments.map((argument) => `<${argument.name()}>`);
  const options = command.options.filter(({ required, optional }) => required || optional);
  const needed = options.filter(({ mandatory }) => mandatory).map(({ long }) => String(long));
  return [...args, ...options.map(({ long }) => String(long))].flatMap((option) =>
    (bad[option] ?? ['?']).map((value): Row => {
      const of = (one: string): string => (one === option ? value : (good[one] ?? '?'));
      const optionWords = [...new Set([...needed, ...(option.startsWith('--') ? [option] : [])])].map(
        (one) => `${one}=${of(one)}`,
      );
      const folder = option === '--data' || !options.some(({ long }) => long === '--data') ? [] : [`--data=${data}`];
      const json = command.options.some(({ long }) => long === '--json') ? ['--json'] : [];
      return { command: name, option, value, words: [name, ...optionWords, ...folder, ...json, '--', ...args.map(of)] };
    }),
  );
});

test('--version prints the version of package.json', async () => {
  const manifest = join(import.meta.dirname, '../../package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  expect(await tillbridge(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
});

test('every option and argument has a bad value to try', () => {
  const without = rows.filter(({ option, words }) => !bad[option] || words.includes('?'));
  expect(without.map(({ command, option }) => `${command} ${option}`)).toEqual([]);
});

test.each(rows)('$command $option "$value" is refused with exit code 2', async ({ option, words }) => {
  const { code, stdout, stderr } = await tillbridge(words);
  expect(code).toBe(2);
  const { message } = words.includes('--json')
    ? (JSON.parse(stdout) as { error: { message: string } }).error
    : { message: stderr };
  expect(message).toContain(renamed[option] ?? option.replace(/[<>]/g, ''));
});

test.each(program.commands.filter((one) => one.name() !== 'simulator').map((one) => one.name()))(
  '%s refuses an unknown option',
  async (name) => {
    const { code, stderr } = await tillbridge([name, '--colour', 'blue']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--colour|required option/);
  },
);

test.each([
  [],
  ['sel'],
  ['sale'],
  ['receipt'],
  ['decide', 'A-1', '--reason', 'why not', '--operator', 'Ana', '--paid', '--not-paid'],
])('missing, unknown or contradictory arguments are refused: %j', async (...words: string[]) => {
  expect((await tillbridge(words)).code).toBe(2);
});

describe('the simulator’s flags', () => {
  const simulatorBad: Record<string, readonly string[]> = {
    '--family': ['abc'],
    '--serial': [''],
    '--tcp': ['70000', 'any'],
    '--serial-number': ['not hexadecimal'],
    '--model': ['Abacus'],
    '--firmware': ['', 'v1\n'],
    '--card': ['gold'],
    '--control': ['-1', '70000'],
  };
  const flags = [...usage.matchAll(/^ {2}(--[a-z-]+) (?=[A-Za-z])(?!.*print)/gm)].map(([, flag]) => String(flag));

  test('all have a bad value to try', () => {
    expect(Object.keys(simulatorBad).sort()).toEqual([...new Set(flags)].sort());
  });

  test.each(Object.entries(simulatorBad).flatMap(([flag, values]) => values.map((value) => [flag, value] as const)))(
    '%s "%s" is refused with exit code 2',
    async (flag, value) => {
      const needed = { '--family': 'mms', ...(flag === '--serial' ? {} : { '--tcp': '0' }), [flag]: value };
      const { code, result } = withResult(
        await tillbridge(['simulator', ...Object.entries(needed).map(([name, word]) => `${name}=${word}`), '--json']),
      );
      expect(code).toBe(2);
      expect(result).toMatchObject({
        error: { code: 'CFG_INVALID', message: expect.stringContaining(flag) as string },
      });
    },
  );
});
