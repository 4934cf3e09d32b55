import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';

const root = resolve(import.meta.dirname, '../..');

/**
 * Stories in a browser (test/e2e). Each starts Tillbridge itself, in a data folder of its own: the Electron shell where it
 * can run, else the browser shell with the Chromium that `npm test` found. They mostly wait for people and terminals, so two go on
 * at once.
 */
export default defineConfig({
  testDir: resolve(root, 'test/e2e'),
  testMatch: '**/*.story.ts',
  outputDir: resolve(root, 'test/results/e2e'),
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
  // Bounds for what hangs, with room for a busy machine: how fast the till is, benchmarks say.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: resolve(root, 'test/results/e2e.json') }]],
  use: { actionTimeout: 30_000, viewport: { width: 1280, height: 800 } },
});
