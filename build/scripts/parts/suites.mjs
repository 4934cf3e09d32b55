/** What `npm test` and `npm run test:full` share: how a suite is run, what it came to, and the summary at the end. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keepCompiled } from './compile-cache.mjs';
import { ensureInstalled } from './install.mjs';
import { inLanes, partOf, show } from './lanes.mjs';
import { nodeFlags, out, ownNode, root } from './paths.mjs';
import {
  concluded,
  filesToRunAgain,
  playwrightResult,
  printFailures,
  readReport,
  readSumLine,
  secondRun,
  sumLine,
  vitestResult,
} from './results.mjs';
import { endAll, Plain, run } from './run.mjs';
import { keepInMemory } from './temporary.mjs';
import { ensureTool, findChromium, findXz } from './tools.mjs';
import { zoneAwayFromMidnight } from './zone.mjs';

/** @typedef {import('./results.mjs').Counts} Counts */
/**
 * @typedef {{ title: string, run: () => Promise<Counts>, isOnlyByName?: boolean, isBeside?: boolean, isWaiting?: boolean, isLast?: boolean, isBackground?: boolean }} Suite
 *   `isBeside`, `isWaiting`, `isLast`: see `inLanes`.
 *   `isBackground`: it computes, and lets those go first that wait for people, terminals and timers
 */
/** @typedef {{ minutes: number, isQuiet?: boolean, env?: NodeJS.ProcessEnv, by?: typeof node }} Limits `by`: what runs it, if not this computer's Node */

/** What suites leave behind: reports, pictures, replies of sandboxes. */
export const results = join(root, 'test/results');
/** What cannot run here. @type {Counts} */
export const skipped = { passed: 0, failed: 0, skipped: 1 };
/** What Playwright makes of our sources: without it, each of its processes makes it again, since each run has a TMPDIR of its own. */
const transformed = join(out, 'playwright-cache');

/** @type {AsyncLocalStorage<boolean>} */
const background = new AsyncLocalStorage();

const separator = process.platform === 'win32' ? ';' : ':';

/**
 * A program under this repository's Node, which tests also find as `node`.
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

/** A report's path, with no report of an earlier run in it. */
function freshReport(/** @type {string} */ name) {
  const file = join(results, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

/**
 * @param {string} name
 * @param {readonly string[]} args paths of tests; all without one
 * @param {Limits} limits
 */
export async function vitest(name, args, limits) {
  const once = async (/** @type {string} */ report, /** @type {readonly string[]} */ files) => {
    const file = freshReport(report.replaceAll('/', '-'));
    const done = await (limits.by ?? node)(
      [...nodeFlags, 'node_modules/vitest/vitest.mjs', 'run', '-c', 'build/vitest/vitest.config.ts', ...files,
        '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      limits,
    ); // oxfmt-ignore
    const text = readReport(file);
    return { counts: vitestResult(name, done, text), files: done.isLate ? [] : filesToRunAgain(text) };
  };
  const first = await once(name, args);
  if (first.files.length === 0) return first.counts;
  show('Run once more, by itself, for what a moment of a slow computer may have done:');
  return secondRun(first.counts, (await once(`${name}-again`, first.files)).counts);
}

/** A Chromium, installed where that is ours to do; undefined where there is none, which was said then. */
export const chromium = () => ensureTool({ find: findChromium, name: 'Chromium', aptPackage: 'chromium' }, show);

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @param {Limits} limits
 */
export async function playwright(name, args, limits) {
  const file = freshReport(name);
  const done = await node(
    ['node_modules/@playwright/test/cli.js', 'test', '-c', 'build/playwright/playwright.config.ts', ...args],
    {
      ...limits,
      env: { ...limits.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_TRANSFORM_CACHE_DIR: transformed },
    },
  );
  return playwrightResult(name, done, readReport(file));
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
 * The hardware lab. Downloads what it needs into build/out/lab, and says in one line where it cannot run.
 * @param {readonly string[]} args
 */
export async function lab(...args) {
  if (process.platform === 'linux') await ensureTool({ find: findXz, name: 'xz', aptPackage: 'xz-utils' }, show);
  return counting('lab', ['test/hardware-lab/run.ts', ...args], 20);
}

/**
 * Several suites counted as one.
 * @param {readonly Counts[]} all
 * @returns {Counts}
 */
export function together(...all) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) => all.reduce((total, one) => total + one[key], 0);
  const failures = all.flatMap((one) => one.failures ?? []);
  const again = all.flatMap((one) => one.again ?? []);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), failures, again };
}

/**
 * Installs what is missing, runs the suites that the command line names (all without a name; `--part background`, `rest` or
 * `last`: those of `partOf`), beside each other where they say so, prints what failed and how long each took, and as the very last line `N passed, N failed`.
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
    // On Windows Chromium has the computer's zone whatever it is told, and pages would have another day than their host.
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
