/**
 * `npm run test:full`: the suites whose size a newcomer would not wait for, at full size. Each prints its figures; the very
 * last line is `N passed, N failed`. With names after `--` only those run.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { keepCompiled } from './parts/compile-cache.mjs';
import { ensureInstalled } from './parts/install.mjs';
import { nodeFlags, ownNode, root } from './parts/paths.mjs';
import {
  asOne,
  concluded,
  playwrightResult,
  readReport,
  readSumLine,
  sumLine,
  tellFailures,
  vitestResult,
} from './parts/results.mjs';
import { endAll, run } from './parts/run.mjs';
import { ensureTool, findChromium, findXz } from './parts/tools.mjs';

keepCompiled();

/** @typedef {import('./parts/results.mjs').Counts} Counts */

const results = join(root, 'test/results');
const show = (/** @type {string} */ line) => console.log(`  ${line}`);

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => void endAll().then(() => process.exit(130)));
}

/**
 * A vitest suite at another size.
 * @param {string} path
 * @param {NodeJS.ProcessEnv} env
 */
async function vitestAt(path, env) {
  const file = join(results, 'full.json');
  rmSync(file, { force: true });
  const done = await run(
    ownNode,
    [...nodeFlags, 'node_modules/vitest/vitest.mjs', 'run', '-c', 'build/vitest/vitest.config.ts', path,
      '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { cwd: root, timeoutMs: 15 * 60_000, onLine: show, env: { ...process.env, FORCE_COLOR: '0', ...env } },
  ); // prettier-ignore
  return vitestResult(path, done, readReport(file));
}

/**
 * A program that counts for itself: its last line is `N passed, N failed`.
 * @param {readonly string[]} args
 * @param {number} timeoutMs
 */
async function counting(args, timeoutMs) {
  const done = await run(ownNode, [...nodeFlags, ...args], { cwd: root, timeoutMs, onLine: show });
  return concluded(args.join(' '), done, readSumLine(done.text));
}

/** Mutated chunks per framing. */
const FUZZ_UNITS = 2_000_000;

/** A day takes one to eight seconds of one processor, as its weather is. */
const SIMULATED_DAYS = 200;

/** Every screen of the product in every language, size and theme; pictures of them stay in test/results/screens. */
async function screens() {
  const chromium = await ensureTool({ find: findChromium, name: 'Chromium', aptPackage: 'chromium' }, show);
  if (!chromium) return { passed: 0, failed: 0, skipped: 1 };
  const file = join(results, 'screens.json');
  rmSync(file, { force: true });
  const done = await run(
    ownNode,
    ['node_modules/@playwright/test/cli.js', 'test', '-c', 'build/playwright/playwright.config.ts', 'screens/'],
    {
      cwd: root,
      timeoutMs: 15 * 60_000,
      onLine: show,
      env: { ...process.env, CHROMIUM: chromium, TILLBRIDGE_SCREENS: 'full', PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  );
  const pictures = await run(ownNode, [...nodeFlags, 'test/e2e/screens/pictures.ts'], {
    cwd: root,
    timeoutMs: 10 * 60_000,
    onLine: show,
    env: { ...process.env, CHROMIUM: chromium },
  });
  return both(playwrightResult('screens', done, readReport(file)), asOne('pictures', pictures));
}

/**
 * Two suites told as one.
 * @param {Counts} one
 * @param {Counts} other
 * @returns {Counts}
 */
const both = (one, other) => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  failures: [...(one.failures ?? []), ...(other.failures ?? [])],
});

/** @type {Record<string, { title: string, run: () => Promise<Counts> }>} */
const suites = {
  payments: {
    title: 'The payment engine, and its machine alone, under 5,000 random orders of events each',
    run: async () => {
      const engine = await vitestAt('test/property/payments.test.ts', { TILLBRIDGE_RUNS: '5000' });
      const machine = await vitestAt('test/property/machine-orders.test.ts', { TILLBRIDGE_RUNS: '5000' });
      return both(engine, machine);
    },
  },
  sandbox: {
    title: 'The sandbox: random walks over Payment Links, and billing across jumps, restarts and crashes',
    run: async () => {
      const env = { TILLBRIDGE_RUNS: '60' };
      const links = await vitestAt('test/api/payment-link-walks.test.ts', env);
      return both(links, await vitestAt('test/api/subscription-restarts.test.ts', env));
    },
  },
  model: {
    title: 'Every state of the payment machine with terminal, platform, network, host and cashier',
    run: () => counting(['test/model/run.ts'], 10 * 60_000),
  },
  recovery: {
    title: 'Recovery: the host as a process, killed at every step of a payment on every route',
    run: () => counting(['test/recovery/run.ts'], 15 * 60_000),
  },
  simulation: {
    title: 'Simulated shop days: the real engine and client on simulated time, disk, network, terminals and people',
    run: () => counting(['test/simulation/run.ts', '--days', String(SIMULATED_DAYS), '--seed', '1'], 15 * 60_000),
  },
  breaks: {
    title: 'Deliberate breaks of the money rules, each to be found by simulated shop days',
    run: () => counting(['test/simulation/run.ts', '--mutations', '--days', '30'], 20 * 60_000),
  },
  soak: {
    title: 'Soak: 2,000 payments back to back, one request in twenty goes wrong; all accounted for, memory flat',
    run: () => counting(['--expose-gc', 'test/simulation/soak.ts', '--payments', '2000'], 10 * 60_000),
  },
  fuzz: {
    title: `Every framing under ${FUZZ_UNITS.toLocaleString('en')} mutated chunks`,
    run: () => counting(['test/fuzz/run.ts', '--units', String(FUZZ_UNITS)], 10 * 60_000),
  },
  screens: {
    title: 'Every screen in every language, size and theme: nothing is cut off, axe finds nothing; a picture of each',
    run: screens,
  },
  lab: {
    title: 'USB for real: devices plugged and pulled in a machine of its own',
    run: async () => {
      if (process.platform === 'linux') await ensureTool({ find: findXz, name: 'xz', aptPackage: 'xz-utils' }, show);
      return counting(['test/hardware-lab/run.ts'], 20 * 60_000);
    },
  },
};

/** Long: only where it is asked for. */
const onlyByName = new Set(['breaks']);

await ensureInstalled((line) => console.log(line));
mkdirSync(results, { recursive: true });
const asked = process.argv.slice(2).filter((arg) => !arg.startsWith('-'));
const all = [];
for (const [name, suite] of Object.entries(suites)) {
  if (asked.length > 0 ? !asked.includes(name) : onlyByName.has(name)) continue;
  console.log(`\n== ${suite.title}`);
  all.push(await suite.run());
}
tellFailures(all);
process.exitCode = all.some((counts) => counts.failed > 0) ? 1 : 0;
console.log(sumLine(all));
