import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { filesTagged, isNewcomers, leftFiles, tags } from '../scripts/parts/sizes.mjs';
import { styleModules } from '../vite/style-modules.ts';
import { LongestFirst } from './longest-first.ts';

const root = resolve(import.meta.dirname, '../..');

const alone = filesTagged('own-process');
const components = ['test/**/*.test.tsx'];
/** With TILLBRIDGE_WALL_STEPS=1 the wall clock jumps at every wait (test/wall). */
const wall = process.env['TILLBRIDGE_WALL_STEPS'] === '1';
const never = ['test/e2e/**', 'test/hardware-lab/**', 'node_modules/**', ...leftFiles()];

/** Full sizes take minutes by design. */
const hangsAfterMs = isNewcomers ? 60_000 : 180_000;

/**
 * Files run one after the other in one process, which loads shared code once: a file must not leave state behind that
 * another file sees.
 */
const shared = (name: string, include: string[], exclude: string[] = []) => ({
  name,
  include,
  exclude: [...never, ...exclude],
  isolate: false,
});

/**
 * Most tests start processes that compute, so one more worker than there are processors keeps every processor busy.
 * More workers end no earlier: each test only waits longer for a processor, and a slow computer then exceeds its
 * limits. Component tests only compute, and each of their processes starts with jsdom and React: they run before the
 * others, in as few processes as keep every processor busy.
 */
const many = { maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 1 } };
const few = { maxWorkers: availableParallelism(), sequence: { groupOrder: 0 } };

/**
 * Suites by folder under test/. `npm run check` runs unit and property; `npm test` runs all of them
 * (build/scripts/test.mjs).
 */
export default defineConfig({
  root,
  css: { modules: styleModules('readable') },
  test: {
    projects: [
      { extends: true, test: { name: 'alone', include: alone, exclude: never, ...many } },
      { extends: true, test: { ...shared('components', components), ...few } },
      { extends: true, test: { ...shared('modules', ['test/**/*.test.ts'], alone), ...many } },
    ],
    globalSetup: ['build/vitest/global-setup.ts', ...(wall ? ['test/wall/figures.ts'] : [])],
    // Code imports the classes of these sheets by name.
    css: { include: [/\.module\.css$/], modules: { classNameStrategy: 'non-scoped' } },
    setupFiles: [
      ...(wall ? ['test/wall/setup.ts'] : []),
      'test/timeouts.ts',
      'test/api/reply-setup.ts',
      'test/unit/renderer/fixtures/component-setup.ts',
    ],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // Limits for hangs; parts/durations.mjs detects a file that became ten times slower.
    testTimeout: hangsAfterMs,
    hookTimeout: hangsAfterMs,
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    tags,
    passWithNoTests: false,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
});
