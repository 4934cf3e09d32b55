/**
 * `npm run test:lab`: the hardware lab. Prepares the machine, boots it, shows how each case goes, and prints as its very last
 * line `N passed, N failed`. With a pattern only the cases whose name matches it run.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { boot } from './machine/boot.ts';
import { bundle } from './machine/bundle.ts';
import { checkComputer, NotHere, prepare } from './machine/prepare.ts';

const root = resolve(import.meta.dirname, '../..');
const suite = import.meta.dirname;
/** Kept between runs; TILLBRIDGE_LAB names another place, for a second lab at the same time. */
const folder = resolve(process.env['TILLBRIDGE_LAB'] ?? join(root, 'build/out/lab'));
const exchange = join(folder, 'exchange');
const code = join(folder, 'code');
const WITHIN_MS = 18 * 60_000;

/** The programs that run inside. */
const programs = {
  main: join(suite, 'guest/main.ts'),
  firmware: join(suite, 'guest/firmware/main.ts'),
  probe: join(suite, 'guest/probe.ts'),
  sandbox: join(root, 'electron/sandbox/main.ts'),
};

interface Report {
  readonly results: readonly { readonly name: string; readonly failure: string | null }[];
  readonly measurements: readonly { what: string; count: number; p50: number; max: number }[];
}

const say = (line: string): void => console.log(line);
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Gives how many passed and failed. Throws NotHere where there can be no lab. */
async function lab(wanted: string): Promise<{ passed: number; failed: number }> {
  checkComputer();
  const started = performance.now();
  const parts = prepare(folder, join(suite, 'guest/init.sh'), say);
  mkdirSync(exchange, { recursive: true });
  // Compiled code stays: the guest's processor is too slow to do it again.
  for (const name of ['report.json', 'status', 'console']) rmSync(join(exchange, name), { force: true });
  writeFileSync(join(exchange, 'wanted'), wanted);
  await bundle(root, code, programs);
  say(`Prepared in ${seconds(started)}; booting`);
  const booted = performance.now();
  const end = await boot({
    parts,
    suite,
    node: process.execPath,
    code,
    exchange,
    withinMs: WITHIN_MS,
    onLine: (line) => say(`${seconds(booted).padStart(8)} ${line}`),
  });
  if (end.isLate) say(`The machine was ended after ${WITHIN_MS / 60_000} minutes.`);
  const report = readReport();
  if (!report) {
    say('The machine has left no results.');
    return { passed: 0, failed: 1 };
  }
  showMeasurements(report);
  say(`Prepared and run in ${seconds(started)}, of it ${seconds(booted)} in the machine`);
  const failed = report.results.filter(({ failure }) => failure !== null).length;
  return { passed: report.results.length - failed, failed };
}

function readReport(): Report | null {
  try {
    return JSON.parse(readFileSync(join(exchange, 'report.json'), 'utf8')) as Report;
  } catch {
    return null;
  }
}

function showMeasurements({ measurements }: Report): void {
  const width = Math.max(4, ...measurements.map(({ what }) => what.length));
  say(`${'milliseconds'.padEnd(width)}  count    p50    max`);
  for (const { what, count, p50, max } of measurements) {
    const figures = [count, p50, max].map((value) => String(value).padStart(5)).join('  ');
    say(`${what.padEnd(width)}  ${figures}`);
  }
}

const wanted = process.argv
  .slice(2)
  .filter((word) => !word.startsWith('-'))
  .join(' ');
try {
  const { passed, failed } = await lab(wanted);
  process.exitCode = failed > 0 ? 1 : 0;
  say(`${passed} passed, ${failed} failed`);
} catch (error) {
  if (!(error instanceof NotHere)) throw error;
  say(`Skipped: no hardware lab on this computer, ${error.message}.`);
  say('0 passed, 0 failed');
}
