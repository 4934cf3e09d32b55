/**
 * `npm run test:lab`: the hardware lab. Prepares and boots the machines, and shows the result of each case.
 * Its very last line is `N passed, N failed`.
 *
 *   run.ts [PATTERN]        cases whose name matches the regular expression; without it, all cases
 *   --sample                without the largest cases, and a well-spread part of the next largest
 *   --machines N            machines in parallel, which share the cases; default: two if there are two processors
 *   --break NAME            with a deliberately broken build (machine/breaks.ts), which must fail
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { turn } from '../../build/scripts/parts/sizes.mjs';
import type { Report, Wanted } from './guest/wanted.ts';
import { boot } from './machine/boot.ts';
import { breakNames, type BreakName } from './machine/breaks.ts';
import { bundle } from './machine/bundle.ts';
import { checkComputer, NotHere, prepare, type Parts } from './machine/prepare.ts';

const root = resolve(import.meta.dirname, '../..');
const suite = import.meta.dirname;
/** Folder kept between runs; TILLBRIDGE_LAB names another folder in this repository, for a second lab in parallel. */
const folder = resolve(process.env['TILLBRIDGE_LAB'] ?? join(root, 'build/out/lab'));
const code = join(folder, 'code');
/** Limit of processor time per machine. */
const WITHIN_S = 15 * 60;
/** Last lines shown from the console of a machine without results. */
const CONSOLE_LINES = 25;

const programs = {
  main: join(suite, 'guest/main.ts'),
  firmware: join(suite, 'guest/firmware/main.ts'),
  neighbours: join(suite, 'guest/firmware/neighbours.ts'),
  probe: join(suite, 'guest/probe.ts'),
  sandbox: join(root, 'electron/sandbox/main.ts'),
};

interface Options {
  readonly pattern: string;
  readonly isSample: boolean;
  readonly machines: number;
  readonly broken: BreakName | null;
}

const say = (line: string): void => console.log(line);
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Returns the numbers of passed and failed cases.
 * @throws NotHere when this computer cannot run the lab
 */
async function lab({ pattern, isSample, machines, broken }: Options): Promise<{ passed: number; failed: number }> {
  checkComputer();
  const started = performance.now();
  const parts = prepare(folder, join(suite, 'guest/init.sh'), say);
  await bundle(root, code, programs, broken);
  say(`Prepared in ${seconds(started)}; booting ${machines === 1 ? 'one machine' : `${machines} machines`}`);
  say('wall time, machine and its processor time, what it says');
  const booted = performance.now();
  const reports = await Promise.all(
    Array.from({ length: machines }, (_, part) =>
      runMachine(parts, { pattern, isSample, turn, part, parts: machines }, (line, processorS) => {
        say(`${seconds(booted).padStart(8)}  ${part + 1} ${processorS.toFixed(0).padStart(4)} s  ${line}`);
      }),
    ),
  );
  const results = reports.flatMap((report) => report?.results ?? []);
  const silent = reports.filter((report) => report === null).length;
  if (silent > 0) say(`${silent} of ${machines} machines left no results.`);
  showMeasurements(reports.flatMap((report) => (report ? [report] : [])));
  say(`${results.length} cases; prepared and run in ${seconds(started)}, of it ${seconds(booted)} in the machines`);
  const wrong = results.filter(({ failure }) => failure !== null);
  for (const { name, failure } of wrong) say(`FAIL ${name}: ${failure}`);
  return { passed: results.length - wrong.length, failed: wrong.length + silent };
}

/** Returns null if the machine left no results. */
async function runMachine(
  parts: Parts,
  wanted: Wanted,
  onLine: (line: string, processorS: number) => void,
): Promise<Report | null> {
  const exchange = join(folder, `exchange-${wanted.part + 1}`);
  mkdirSync(exchange, { recursive: true });
  // Compiled code is kept: the machine's processor is too slow to compile it again.
  for (const name of ['report.json', 'status', 'console']) rmSync(join(exchange, name), { force: true });
  writeFileSync(join(exchange, 'wanted'), JSON.stringify(wanted));
  const end = await boot({ parts, suite, node: process.execPath, code, exchange, withinS: WITHIN_S, onLine });
  if (end.isLate) onLine(`The machine was ended after ${WITHIN_S / 60} minutes of processor time.`, 0);
  try {
    return JSON.parse(readFileSync(join(exchange, 'report.json'), 'utf8')) as Report;
  } catch {
    onLine(`It left no results (QEMU ended with ${end.code}). The end of its console:`, 0);
    for (const line of endOf(join(exchange, 'console'))) onLine(`| ${line}`, 0);
    return null;
  }
}

/** Returns the last lines of a machine's console, or a note that it has none. */
function endOf(console: string): string[] {
  try {
    return readFileSync(console, 'utf8').replaceAll('\r', '').trimEnd().split('\n').slice(-CONSOLE_LINES);
  } catch {
    return ['(none was written)'];
  }
}

function showMeasurements(reports: readonly Report[]): void {
  const all = new Map<string, number[]>();
  for (const [what, values] of reports.flatMap(({ measurements }) => Object.entries(measurements))) {
    all.set(what, [...(all.get(what) ?? []), ...values]);
  }
  const width = Math.max(12, ...[...all.keys()].map((what) => what.length));
  say(`${'milliseconds'.padEnd(width)}  count    p50    max`);
  for (const [what, values] of [...all].sort(([a], [b]) => a.localeCompare(b))) {
    const sorted = values.toSorted((a, b) => a - b);
    const p50 = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
    const figures = [values.length, p50, sorted.at(-1) ?? 0].map((value) => String(value).padStart(5)).join('  ');
    say(`${what.padEnd(width)}  ${figures}`);
  }
}

function readOptions(): Options {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { sample: { type: 'boolean', default: false }, machines: { type: 'string' }, break: { type: 'string' } },
  });
  const broken = breakNames.find((name) => name === values.break) ?? null;
  if (values.break !== undefined && !broken) throw new Error(`--break takes one of: ${breakNames.join(', ')}`);
  const machines = Number(values.machines ?? Math.min(2, availableParallelism()));
  if (!Number.isInteger(machines) || machines < 1) throw new Error('--machines takes a number from 1');
  return { pattern: positionals.join(' '), isSample: values.sample, machines, broken };
}

// Ends the machines too, because they end with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

try {
  const { passed, failed } = await lab(readOptions());
  process.exitCode = failed > 0 ? 1 : 0;
  say(`${passed} passed, ${failed} failed`);
} catch (error) {
  if (!(error instanceof NotHere)) throw error;
  say(`Skipped: no hardware lab on this computer, ${error.message}.`);
  say('0 passed, 0 failed');
}
