/**
 * `npm test`: installs what it lacks, then runs every suite and prints, as its very last line, `N passed, N failed`.
 * With names after `--` only those suites run: types, lint, format, vitest, e2e, lab, replies.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, rendererBuild } from './parts/build.mjs';
import { keepCompiled } from './parts/compile-cache.mjs';
import { ensureInstalled } from './parts/install.mjs';
import { nodeFlags, ownNode, root } from './parts/paths.mjs';
import { readReplies } from './parts/replies.mjs';
import {
  asOne,
  concluded,
  playwrightResult,
  readReport,
  readSumLine,
  sumLine,
  tellFailures,
  vitestResult,
  withFailures,
} from './parts/results.mjs';
import { endAll, Plain, run } from './parts/run.mjs';
import { ensureTool, findChromium, findSocat, findXz } from './parts/tools.mjs';

keepCompiled();

/** @typedef {import('./parts/results.mjs').Counts} Counts */

const results = join(root, 'test/results');
const repliesFolder = join(results, 'replies');
const say = (/** @type {string} */ line) => console.log(line);
const show = (/** @type {string} */ line) => console.log(`  ${line}`);
const seconds = (/** @type {number} */ since) => ((performance.now() - since) / 1000).toFixed(1);

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => void endAll().then(() => process.exit(130)));
}

const binPath = join(root, 'node_modules/.bin');
const env = {
  ...process.env,
  // What tests start as `node` is the repository's own.
  PATH: `${binPath}${process.platform === 'win32' ? ';' : ':'}${process.env['PATH'] ?? ''}`,
  NO_COLOR: '1',
};

/**
 * @param {readonly string[]} args
 * @param {{ timeoutMs: number, isQuiet?: boolean, env?: NodeJS.ProcessEnv }} options
 */
async function node(args, options) {
  const done = await run(ownNode, args, {
    cwd: root,
    env: options.env ?? env,
    timeoutMs: options.timeoutMs,
    ...(options.isQuiet ? {} : { onLine: show }),
  });
  if (done.isLate) show(`Ended after ${options.timeoutMs / 60_000} minutes.`);
  if (options.isQuiet && done.code !== 0) for (const line of done.text.trimEnd().split('\n')) show(line);
  return done;
}

/** @returns {Promise<Counts>} one per module */
async function types() {
  const done = await node(['build/scripts/types.mjs'], { timeoutMs: 5 * 60_000 });
  const passed = done.text.match(/^ok {3}/gm)?.length ?? 0;
  const failed = done.text.match(/^FAIL /gm)?.length ?? 0;
  return concluded('types', done, { passed, failed, skipped: 0 });
}

const lintFolders = ['electron', 'native', 'renderer', 'test', 'build'];
const lint = async () =>
  asOne(
    'lint',
    await node(['node_modules/oxlint/bin/oxlint', '-c', 'build/lint/oxlintrc.json', '--type-aware', ...lintFolders], {
      timeoutMs: 3 * 60_000,
    }),
  );

const format = async () =>
  asOne(
    'format',
    await node(['node_modules/prettier/bin/prettier.cjs', '--check', '.'], { timeoutMs: 3 * 60_000, isQuiet: true }),
  );

/** @returns {Promise<Counts>} */
async function vitest() {
  await ensureTool({ find: findSocat, name: 'socat', aptPackage: 'socat' }, show);
  const file = join(results, 'vitest.json');
  const done = await node(
    [...nodeFlags, 'node_modules/vitest/vitest.mjs', 'run', '-c', 'build/vitest/vitest.config.ts',
      '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { timeoutMs: 20 * 60_000 },
  ); // prettier-ignore
  return vitestResult('vitest', done, readReport(file));
}

/** Has sandboxes that stories start write down their replies. */
const watchReplies = `--import=${pathToFileURL(join(root, 'test/api/reply-watch.mjs')).href}`;

/** @returns {Promise<Counts>} */
async function e2e() {
  const chromium = await ensureTool({ find: findChromium, name: 'Chromium', aptPackage: 'chromium' }, show);
  if (!chromium) return { passed: 0, failed: 0, skipped: 1 };
  await ensureBuilt(rendererBuild, show);
  const file = join(results, 'e2e.json');
  const done = await node(
    ['node_modules/@playwright/test/cli.js', 'test', '-c', 'build/playwright/playwright.config.ts'],
    {
      timeoutMs: 25 * 60_000,
      env: {
        ...env,
        CHROMIUM: chromium,
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${watchReplies}`.trim(),
      },
    },
  );
  return playwrightResult('e2e', done, readReport(file));
}

/**
 * Downloads what it needs into build/out/lab, and says in one line where it cannot run. A sample of its large cases.
 * @returns {Promise<Counts>}
 */
async function lab() {
  if (process.platform === 'linux') await ensureTool({ find: findXz, name: 'xz', aptPackage: 'xz-utils' }, show);
  const done = await node([...nodeFlags, 'test/hardware-lab/run.ts', '--sample'], { timeoutMs: 20 * 60_000 });
  return concluded('lab', done, { ...readSumLine(done.text), skipped: /^Skipped: /m.test(done.text) ? 1 : 0 });
}

/**
 * What the suites before it left: each reply of each sandbox, checked as it was sent. Counts as one.
 * @returns {Promise<Counts>}
 */
async function replies() {
  const { total, wrong } = readReplies(repliesFolder);
  show(`${total} replies checked against electron/platform-api/openapi.yaml, ${wrong.length} violations`);
  for (const line of wrong.slice(0, 50)) show(line);
  const counts = {
    passed: wrong.length === 0 && total > 0 ? 1 : 0,
    failed: wrong.length > 0 ? 1 : 0,
    skipped: total > 0 ? 0 : 1,
  };
  return withFailures('replies', counts, wrong.slice(0, 10).join('\n'));
}

/** @type {Record<string, { title: string, run: () => Promise<Counts> }>} */
const suites = {
  types: { title: 'Types, module by module', run: types },
  lint: { title: 'Lint, with the boundaries between modules', run: lint },
  format: { title: 'Format', run: format },
  vitest: { title: 'Unit, property, API and simulator tests', run: vitest },
  e2e: { title: 'Stories in a browser', run: e2e },
  lab: { title: 'USB for real, in a machine of its own', run: lab },
  replies: { title: 'Replies of the sandbox, against the OpenAPI document', run: replies },
};

const asked = process.argv.slice(2).filter((arg) => !arg.startsWith('-'));
const unknown = asked.find((name) => !(name in suites));
/** @type {{ name: string, counts: Counts, took: string }[]} */
const all = [];
try {
  if (unknown) throw new Plain(`There is no suite ${unknown}. Suites: ${Object.keys(suites).join(', ')}.`);
  await ensureInstalled(say);
  mkdirSync(results, { recursive: true });
  for (const name of ['vitest.json', 'e2e.json']) rmSync(join(results, name), { force: true });
  // Replies of a run before this one say nothing about it; asked for alone, they are all there is.
  if (asked.length !== 1 || asked[0] !== 'replies') rmSync(repliesFolder, { recursive: true, force: true });
  for (const [name, suite] of Object.entries(suites)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const started = performance.now();
    say(`\n== ${suite.title}`);
    const counts = await suite.run();
    all.push({ name, counts, took: seconds(started) });
  }
} catch (error) {
  say(error instanceof Plain ? error.message : String(error instanceof Error ? error.stack : error));
  all.push({ name: 'set-up', counts: { passed: 0, failed: 1, skipped: 0 }, took: '0' });
}
tellFailures(all.map(({ counts }) => counts));
say('\n== Summary');
for (const { name, counts, took } of all) {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  show(`${name.padEnd(8)} ${counts.passed} passed, ${counts.failed} failed${skipped} (${took} s)`);
}
process.exitCode = all.some(({ counts }) => counts.failed > 0) ? 1 : 0;
say(sumLine(all.map(({ counts }) => counts)));
