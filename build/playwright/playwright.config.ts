import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { doesFullFollow, isNewcomersAlone, leftFiles } from '../scripts/parts/sizes.mjs';

const root = resolve(import.meta.dirname, '../..');
/** Where the full sizes follow (.ci/run), every screen is walked there, in these languages, sizes and themes as well. */
const left = [...(doesFullFollow ? ['**/screens/**'] : []), ...leftFiles().map((file) => `**/${file}`)];

/**
 * Stories in a browser (test/e2e). Each starts Tillbridge itself, in a data folder of its own: the Electron shell where it
 * can run, else the browser shell with the Chromium that `npm test` found. About half of their time they wait for people and
 * terminals, so more of them run at once than there are processors.
 */
export default defineConfig({
  testDir: resolve(root, 'test/e2e'),
  testMatch: '**/*.story.ts',
  testIgnore: left,
  // Long ones that `npm test` leaves to .ci/run, among others of their file.
  ...(isNewcomersAlone ? { grepInvert: /@ci$/ } : {}),
  outputDir: resolve(root, 'test/results/e2e'),
  workers: availableParallelism() + 1,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // A story that passes in one of two tries is a fault of the story or of the till.
  retries: 0,
  failOnFlakyTests: true,
  // Bounds for what hangs, generous enough for a busy machine: how fast the till is, benchmarks say.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['junit', { outputFile: resolve(root, 'test/results/e2e.xml') }]],
  use: { actionTimeout: 30_000, viewport: { width: 1280, height: 800 } },
});
