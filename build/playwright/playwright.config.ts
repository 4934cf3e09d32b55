import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { doesFullFollow, isNewcomersAlone, leftFiles } from '../scripts/parts/sizes.mjs';

const root = resolve(import.meta.dirname, '../..');
/** If the full sizes follow (.ci/run), they walk every screen, including these languages, sizes and themes. */
const left = [...(doesFullFollow ? ['**/screens/**'] : []), ...leftFiles().map((file) => `**/${file}`)];

/**
 * Stories in a browser (test/e2e). Each starts Tillbridge itself, with its own data folder: in the Electron shell if
 * possible, otherwise in the browser shell with the Chromium that `npm test` found. They spend about half of their time
 * waiting for people and terminals, so there are more workers than processors.
 */
export default defineConfig({
  testDir: resolve(root, 'test/e2e'),
  testMatch: '**/*.story.ts',
  testIgnore: left,
  // Long stories in otherwise short files, which `npm test` leaves to .ci/run.
  ...(isNewcomersAlone ? { grepInvert: /@ci$/ } : {}),
  outputDir: resolve(root, 'test/results/e2e'),
  workers: availableParallelism() + 1,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // A story that passes only at the second try is a fault of the story or of the till.
  retries: 0,
  failOnFlakyTests: true,
  // Limits for hangs, generous enough for a busy machine: speed is measured by benchmarks.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['junit', { outputFile: resolve(root, 'test/results/e2e.xml') }]],
  use: { actionTimeout: 30_000, viewport: { width: 1280, height: 800 } },
});
