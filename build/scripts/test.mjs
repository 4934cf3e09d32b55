/**
 * `npm test`: installs missing packages, then runs every suite and prints, as its very last line, `N passed, N failed`.
 * Types, lint and format run in parallel with the tests, and each line begins with its suite. Slow suites for seldom
 * changed code are left to `npm run test:full`. With names after `--` only those suites run: types, lint, unused,
 * format, vitest, e2e, replies, and lab, a sample of its cases.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { electronBuild, ensureBuilt, rendererBuild, withPrograms } from './parts/build.mjs';
import { nodeFlags, results, root } from './parts/paths.mjs';
import { readReplies } from './parts/replies.mjs';
import { asOne, concluded } from './parts/results.mjs';
import { show } from './parts/lanes.mjs';
import { chromium, lab, node, playwright, runQuarantine, runSuites, skipped, vitest } from './parts/suites.mjs';
import { ensureTool, findSocat, findXdotool, findXvfb } from './parts/tools.mjs';

/** @typedef {import('./parts/results.mjs').Counts} Counts */

const repliesFolder = join(results, 'replies');
/** Leaves tagged files to the full run (parts/sizes.mjs). */
const newcomers = { TILLBRIDGE_NEWCOMER: '1' };
const lintFolders = ['electron', 'native', 'renderer', 'test', 'build'];

/** @returns {Promise<Counts>} one per module */
async function types() {
  const done = await node(['build/scripts/types.mjs'], { minutes: 5 });
  const passed = done.text.match(/^ok {3}/gm)?.length ?? 0;
  const failed = done.text.match(/^FAIL /gm)?.length ?? 0;
  return concluded('types', done, { passed, failed, skipped: 0 });
}

/** Checks the sources, and the English messages, which oxlint does not read. */
async function lint() {
  const messages = await node(['build/lint/plain-messages.mjs'], { minutes: 1 });
  const oxlint = ['node_modules/oxlint/bin/oxlint', '-c', 'build/lint/oxlintrc.json', '--type-aware', ...lintFolders];
  const sources = await node(oxlint, { minutes: 3 });
  return asOne('lint', { ...sources, code: messages.code || sources.code, text: messages.text + sources.text });
}

/** Finds unused exports, files and dependencies. */
const unused = async () =>
  asOne(
    'unused',
    await node(['node_modules/knip/bin/knip.js', '-c', 'build/lint/knip.json', '--no-progress'], { minutes: 3 }),
  );

const format = async () =>
  asOne('format', await node(['node_modules/oxfmt/bin/oxfmt', '--check'], { minutes: 3, isQuiet: true }));

/** Makes the sandboxes that stories start record their replies. */
const watchReplies = `--import=${pathToFileURL(join(root, 'test/api/reply-watch.mjs')).href}`;

/** @type {Promise<void> | undefined} */
let builds;
/**
 * Builds the parts of build/out that tests and stories read: once, before either, because they run at the same time.
 */
function built() {
  const all = async () => {
    for (const build of [rendererBuild, electronBuild]) await ensureBuilt(build, show);
    await withPrograms(show);
  };
  return (builds ??= all());
}

/** @returns {Promise<Counts>} */
async function e2e() {
  const path = await chromium();
  if (!path) return skipped;
  await built();
  const options = `${process.env['NODE_OPTIONS'] ?? ''} ${watchReplies}`.trim();
  return playwright('e2e', [], { minutes: 25, env: { ...newcomers, CHROMIUM: path, NODE_OPTIONS: options } });
}

/**
 * Checks the replies of every sandbox in the suites before it. Counts as a single test.
 * @returns {Promise<Counts>}
 */
async function replies() {
  const done = await node([...nodeFlags, 'test/api/check-sent.ts'], { minutes: 5 });
  const { total, wrong } = readReplies(repliesFolder);
  show(`${total} replies checked against electron/platform-api/openapi.yaml, ${wrong.length} violations`);
  for (const line of wrong.slice(0, 50)) show(line);
  const counts = {
    passed: wrong.length === 0 && total > 0 ? 1 : 0,
    failed: wrong.length > 0 ? 1 : 0,
    skipped: total > 0 ? 0 : 1,
  };
  return concluded('replies', done, counts, wrong.length > 0 ? [`! ${wrong.slice(0, 10).join('\n!   ')}`] : []);
}

await runSuites(
  {
    types: { title: 'Types, module by module', run: types, isBeside: true, isBackground: true },
    lint: { title: 'Lint, with the boundaries between modules', run: lint, isBeside: true, isBackground: true },
    unused: { title: 'Exports and files that nobody uses', run: unused, isBeside: true, isBackground: true },
    format: { title: 'Format', run: format, isBeside: true, isBackground: true },
    vitest: {
      title: 'Unit, property, API and simulator tests (what starts many processes: npm run test:full)',
      run: async () => {
        await ensureTool({ find: findSocat, name: 'socat', aptPackage: 'socat' }, show);
        await ensureTool({ find: findXvfb, name: 'Xvfb', aptPackage: 'xvfb' }, show);
        await ensureTool({ find: findXdotool, name: 'xdotool', aptPackage: 'xdotool' }, show);
        await built();
        return vitest('vitest', [], { minutes: 20, env: newcomers });
      },
    },
    // After the tests: in parallel, both would compete for every processor and end just as late.
    e2e: { title: 'Stories in a browser', run: e2e },
    lab: {
      title: 'USB for real, in a machine of its own: a sample of the cases',
      run: () => lab('--sample'),
      // The lab takes a minute and a half of two processors, and tests only USB; the full run covers all its cases.
      isOnlyByName: true,
      // The suite's virtual machines need all processors: in parallel with other suites, their terminals answer too
      // late.
      isLast: true,
    },
    quarantine: {
      title: 'Tests in quarantine (test/quarantine.json): these decide nothing',
      run: runQuarantine,
      isLast: true,
    },
    replies: { title: 'Replies of the sandbox, against the OpenAPI document', run: replies, isLast: true },
  },
  (names) => {
    // Replies of an earlier run are meaningless for this run. If the suite runs alone, it checks the existing replies.
    if (names.length !== 1 || names[0] !== 'replies') rmSync(repliesFolder, { recursive: true, force: true });
  },
);
