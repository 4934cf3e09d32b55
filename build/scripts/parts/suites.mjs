/** Shared by `npm test` and `npm run test:full`: running a suite, its result, and the summary at the end. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keepCompiled } from './compile-cache.mjs';
import { slowdownsIn } from './durations.mjs';
import { ensureInstalled } from './install.mjs';
import { inLanes, partOf, show } from './lanes.mjs';
import { nodeFlags, out, ownNode, results, root } from './paths.mjs';
import { concluded, printFailures, readSumLine, reported, reportOf, sumLine } from './results.mjs';
import { endAll, Plain, run } from './run.mjs';
import { quarantine } from './sizes.mjs';
import { keepInMemory } from './temporary.mjs';
import { ensureTool, findChromium, findXz } from './tools.mjs';
import { zoneAwayFromMidnight } from './zone.mjs';

/** @typedef {import('./results.mjs').Counts} Counts */
/**
 * @typedef {{ title: string, run: () => Promise<Counts>, isOnlyByName?: boolean, isBeside?: boolean, isWaiting?: boolean, isLast?: boolean, isBackground?: boolean }} Suite
 *   `isBeside`, `isWaiting`, `isLast`: see `inLanes`.
 *   `isBackground`: it computes at low priority, so that suites that wait for people, terminals and timers run first
 */
/**
 * @typedef {{ minutes: number, isQuiet?: boolean, env?: NodeJS.ProcessEnv, by?: typeof node }} Limits `by`: runner other than this computer's Node
 */

/** Result of a suite that cannot run here. @type {Counts} */
export const skipped = { passed: 0, failed: 0, skipped: 1 };
/**
 * Playwright's cache of transformed sources: without it each of its processes transforms them again, because each run
 * has its own TMPDIR.
 */
const transformed = join(out, 'playwright-cache');

/** @type {AsyncLocalStorage<boolean>} */
const background = new AsyncLocalStorage();

const separator = process.platform === 'win32' ? ';' : ':';

/**
 * Runs a program with this repository's Node, which tests also find as `node`.
 * @param {readonly string[]} args
 * @param {Limits} limits
 */
export async function node(args, { minutes, isQuiet, env }) {
  const path = `${join(root, 'node_modules/.bin')}${separator}${process.env['PATH'] ?? ''}`;
  const done = await run(ownNode, args, {
    cwd: root,
    env: { ...process.env, PATH: path, NO_COLOR: '1', ...env },
    timeoutMs: minutes * 60_000,
    isBackground: background.getStore() ?? false,
    ...(isQuiet ? {} : { onLine: show }),
  });
  if (done.isLate) show(`Ended after ${minutes} minutes.`);
  if (isQuiet && done.code !== 0) for (const line of done.text.trimEnd().split('\n')) show(line);
  return done;
}

/**
 * Runs a test tool and returns the report it wrote; an empty report counts as a failure.
 * @param {string} name
 * @param {(file: string) => ReturnType<typeof node>} tool
 */
async function withReport(name, tool) {
  const file = reportOf(name);
  rmSync(file, { force: true });
  const done = await tool(file);
  return { done, xml: existsSync(file) ? readFileSync(file, 'utf8') : '' };
}

const literal = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** @param {readonly import('./sizes.mjs').Quarantined[]} tests */
const exactly = (tests) => `(?:${tests.map(({ name }) => literal(name)).join('|')})$`;

/**
 * @param {string} name
 * @param {readonly string[]} args paths of tests; all without a path
 * @param {Limits} limits
 */
export function vitest(name, args, limits) {
  const apart = quarantine().filter(({ file }) => !file.endsWith('.story.ts'));
  return runVitest(name, apart.length > 0 ? [...args, '-t', `^(?!${exactly(apart)})`] : args, limits);
}

/** @param {string} name @param {readonly string[]} args @param {Limits} limits */
async function runVitest(name, args, limits) {
  const program = ['node_modules/vitest/vitest.mjs', 'run', '-c', 'build/vitest/vitest.config.ts'];
  const { done, xml } = await withReport(name, (file) => {
    const reporters = ['--reporter=default', '--reporter=junit', `--outputFile.junit=${file}`];
    return (limits.by ?? node)([...nodeFlags, ...program, ...args, ...reporters], limits);
  });
  const result = reported(name, done, xml);
  const slow = slowdownsIn(xml);
  if (slow.length === 0) return result;
  const failures = [...(result.failures ?? []), ...slow.map((line) => `! ${line}`)];
  return { ...result, failed: result.failed + slow.length, failures };
}

/**
 * Runs each test in quarantine once, separately from the others. The result decides nothing: a failure is shown and
 * counts as skipped.
 * @returns {Promise<Counts>}
 */
export async function runQuarantine() {
  const all = quarantine();
  for (const [index, one] of all.entries()) {
    const report = `quarantine-${index}`;
    const isStory = one.file.endsWith('.story.ts');
    const limits = { minutes: 10 };
    const { failed } = isStory
      ? await runPlaywright(report, [one.file, '--grep', exactly([one])], limits)
      : await runVitest(report, [one.file, '-t', `^${exactly([one])}`], limits);
    show(`${failed > 0 ? 'FAILS' : 'passes'} in quarantine: ${one.file} > ${one.name} (${one.reason})`);
  }
  return { passed: 0, failed: 0, skipped: all.length };
}

/** Path of a Chromium, installed if this script may install packages; undefined, with a message, if there is none. */
export const chromium = () => ensureTool({ find: findChromium, name: 'Chromium', aptPackage: 'chromium' }, show);

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @param {Limits} limits
 */
export function playwright(name, args, limits) {
  const apart = quarantine().filter(({ file }) => file.endsWith('.story.ts'));
  return runPlaywright(name, apart.length > 0 ? [...args, '--grep-invert', exactly(apart)] : args, limits);
}

/** @param {string} name @param {readonly string[]} args @param {Limits} limits */
async function runPlaywright(name, args, limits) {
  const program = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'build/playwright/playwright.config.ts'];
  const { done, xml } = await withReport(name, (file) => {
    const env = { PLAYWRIGHT_JUNIT_OUTPUT_FILE: file, PLAYWRIGHT_TRANSFORM_CACHE_DIR: transformed };
    return node([...program, ...args], { ...limits, env: { ...limits.env, ...env } });
  });
  return reported(name, done, xml);
}

/**
 * A program that counts for itself: its last line is `N passed, N failed`.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {number} minutes
 */
export async function counting(name, args, minutes) {
  const done = await node([...nodeFlags, ...args], { minutes });
  const wasSkipped = /^Skipped: /m.test(done.text) ? 1 : 0;
  return concluded(name, done, { ...readSumLine(done.text), skipped: wasSkipped });
}

/**
 * Runs the hardware lab. Downloads its files into build/out/lab, and prints a line if it cannot run.
 * @param {readonly string[]} args
 */
export async function lab(...args) {
  if (process.platform === 'linux') await ensureTool({ find: findXz, name: 'xz', aptPackage: 'xz-utils' }, show);
  return counting('lab', ['test/hardware-lab/run.ts', ...args], 20);
}

/**
 * Counts several suites as one.
 * @param {readonly Counts[]} all
 * @returns {Counts}
 */
export function together(...all) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) => all.reduce((total, one) => total + one[key], 0);
  const failures = all.flatMap((one) => one.failures ?? []);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), failures };
}

/**
 * Installs missing packages, runs the suites named on the command line (without a name all; with `--part background`,
 * `rest` or `last` those of `partOf`), in parallel where they allow it, prints failures and durations, and as the very
 * last line `N passed, N failed`.
 * @param {Readonly<Record<string, Suite>>} suites
 * @param {(names: readonly string[]) => void} [prepare] called before the first suite, with the names
 */
export async function runSuites(suites, prepare) {
  keepCompiled();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => void endAll().then(() => process.exit(130)));
  }
  const { values, positionals: names } = parseArgs({
    options: { part: { type: 'string' } },
    allowPositionals: true,
    strict: false,
  });
  const unknown = names.find((name) => !(name in suites));
  const chosen = Object.entries(suites)
    .filter(([name, { isOnlyByName }]) => (names.length > 0 ? names.includes(name) : !isOnlyByName))
    .filter(([, suite]) => values['part'] === undefined || values['part'] === partOf(suite))
    .map(([name, suite]) => ({ name, ...suite }));
  /** @type {Map<string, { counts: Counts, seconds: string }>} */
  const done = new Map();
  /** @type {(error: unknown) => Counts} */
  const brokenOff = (error) => {
    show(error instanceof Plain ? error.message : String(error instanceof Error ? error.stack : error));
    return { passed: 0, failed: 1, skipped: 0 };
  };
  try {
    if (chosen.length === 0 && !unknown)
      throw new Plain(`No suite is in the part ${values['part']}. Parts: background, rest, last.`);
    if (unknown) throw new Plain(`There is no suite ${unknown}. Suites: ${Object.keys(suites).join(', ')}.`);
    await ensureInstalled((line) => console.log(line));
    mkdirSync(results, { recursive: true });
    keepInMemory();
    // On Windows Chromium always uses the computer's zone, so pages would have a date other than their host's.
    const zone = process.platform === 'win32' ? undefined : zoneAwayFromMidnight(new Date());
    if (zone) {
      console.log(`Midnight is near: the tests take place in the zone ${zone}.`);
      process.env['TZ'] = zone;
    }
    prepare?.(names);
    const one = async (/** @type {typeof chosen[number]} */ { name, title, run: runSuite, isBackground = false }) => {
      const started = performance.now();
      console.log(`\n== ${title}`);
      const counts = await background.run(isBackground, runSuite).catch(brokenOff);
      done.set(name, { counts, seconds: ((performance.now() - started) / 1000).toFixed(1) });
    };
    await inLanes(chosen, one, availableParallelism());
  } catch (error) {
    done.set('set-up', { counts: brokenOff(error), seconds: '0' });
  }
  const counts = together(...[...done.values()].map((one) => one.counts));
  printFailures([counts]);
  console.log('\n== Summary');
  for (const name of ['set-up', ...Object.keys(suites)]) {
    const suite = done.get(name);
    if (!suite) continue;
    const { passed, failed, skipped: left } = suite.counts;
    const alsoSkipped = left > 0 ? `, ${left} skipped` : '';
    show(`${name.padEnd(10)} ${passed} passed, ${failed} failed${alsoSkipped} (${suite.seconds} s)`);
  }
  process.exitCode = counts.failed > 0 ? 1 : 0;
  console.log(sumLine([counts]));
}
