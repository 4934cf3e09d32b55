import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = resolve(import.meta.dirname, '../..');

/** Suites by folder under test/. `npm run check` runs unit and property; `npm test` runs all of them (build/scripts/test.mjs). */
export default defineConfig({
  root,
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: ['test/e2e/**', 'test/hardware-lab/**', 'node_modules/**'],
    globalSetup: ['build/vitest/global-setup.ts'],
    setupFiles: ['test/api/reply-setup.ts', 'test/unit/renderer/fixtures/component-setup.ts'],
    pool: 'forks',
    // Most tests wait for processes, ports and timers rather than for the processor.
    maxWorkers: availableParallelism() + 2,
    // Nothing here takes that long: what does hangs. A busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    reporters: process.env['CI'] ? ['default'] : ['default'],
    passWithNoTests: false,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
});
