import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { isNewcomers, isNewcomersAlone, larger, left, leftToCi } from '../scripts/parts/larger.mjs';
import { LongestFirst } from './longest-first.ts';

const root = resolve(import.meta.dirname, '../..');

/** Files that replace modules (`vi.mock`) or measure their process: each in one of its own. */
const alone = [
  'test/unit/shell/**/*.test.ts',
  'test/unit/host/journal/{recovery-log,windows-files}.test.ts',
  'test/unit/host/terminals/unplug.test.ts',
  'test/unit/native/{hid-reports,serial-link,link-traps}.test.ts',
  // It counts the timers of its whole process: those of files before it are not its own.
  'test/link/transactions.test.ts',
  // It tries memory dumps, which a process that opened passwords, as those of files before it do, forbids for good.
  'test/attacks/password-places.test.ts',
];
const components = ['test/**/*.test.tsx'];
/** With TILLBRIDGE_WALL_STEPS=1 somebody sets the clock on the wall at every wait (test/wall). */
const wall = process.env['TILLBRIDGE_WALL_STEPS'] === '1';
const later = process.env['TILLBRIDGE_FULL_FOLLOWS'] === '1' ? Object.values(larger).flat() : [];
/** Of `npm test`; each file runs where it is named. */
const newcomers = isNewcomers ? left : [];
const others = isNewcomersAlone ? leftToCi : [];
const never = ['test/e2e/**', 'test/hardware-lab/**', 'node_modules/**', ...later, ...newcomers, ...others];

/** File after file in one process, which loads what they share once: no file may leave behind what another sees. */
const shared = (name: string, include: string[], exclude: string[] = []) => ({
  name,
  include,
  exclude: [...never, ...exclude],
  isolate: false,
});

/**
 * Most tests wait for processes, ports and timers rather than for the processor. Component tests only compute, and each process of
 * theirs begins with jsdom and React: they run before the others, in as few as leave nobody waiting.
 */
const many = { maxWorkers: availableParallelism() + 4, sequence: { groupOrder: 1 } };
const few = { maxWorkers: Math.max(1, Math.floor(availableParallelism() / 2)), sequence: { groupOrder: 0 } };

/** Suites by folder under test/. `npm run check` runs unit and property; `npm test` runs all of them (build/scripts/test.mjs). */
export default defineConfig({
  root,
  test: {
    projects: [
      { extends: true, test: { name: 'alone', include: alone, exclude: never, ...many } },
      { extends: true, test: { ...shared('components', components), ...few } },
      { extends: true, test: { ...shared('modules', ['test/**/*.test.ts'], alone), ...many } },
    ],
    globalSetup: ['build/vitest/global-setup.ts', ...(wall ? ['test/wall/figures.ts'] : [])],
    setupFiles: [
      ...(wall ? ['test/wall/setup.ts'] : []),
      'test/timeouts.ts',
      'test/api/reply-setup.ts',
      'test/unit/renderer/fixtures/component-setup.ts',
    ],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // Nothing here takes that long: what does hangs. A busy machine is no failure.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    reporters: process.env['CI'] ? ['default'] : ['default'],
    passWithNoTests: false,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
});
