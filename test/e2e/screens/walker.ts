/** All screens in a page of a real browser, built from test/unit/renderer/fixtures and served from the build folder. */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { styleModules } from '../../../build/vite/style-modules.ts';
import { launchChromium } from '../chromium.ts';
import type { Shown, Theme } from '../../unit/renderer/fixtures/walker.tsx';

const root = resolve(import.meta.dirname, '../../..');
/** Each worker has a separate folder: workers build at the same time, and a build empties its folder. */
const outDir = join(root, 'test/results/walker', process.env['TEST_PARALLEL_INDEX'] ?? '0');
const WALK_WITHIN_MS = 10 * 60_000;
/** Address in a secure context, as that of the till's own page. */
const ADDRESS = 'http://walker.localhost/';

/** True if every language, size and theme is tested; `npm test` tests those that find most. */
export const isFull = process.env['TILLBRIDGE_SCREENS'] === 'full';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Builds the page with the product's settings. */
export async function buildWalker(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(root, 'test/unit/renderer/fixtures'),
    base: './',
    plugins: [react()],
    css: { modules: styleModules('readable') },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: { input: join(root, 'test/unit/renderer/fixtures/walker.html') },
    },
  });
}

/** Page with `window.walker`. */
export class Screens {
  readonly page: Page;
  names: readonly string[] = [];

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await this.page.route(`${ADDRESS}**`, (route) => {
      const path = join(outDir, new URL(route.request().url()).pathname);
      if (!existsSync(path)) return route.fulfill({ status: 404, body: '' });
      return route.fulfill({
        body: readFileSync(path),
        contentType: types[extname(path)] ?? 'application/octet-stream',
      });
    });
    await this.page.goto(`${ADDRESS}walker.html`);
    await this.page.waitForFunction(() => 'walker' in window);
    this.names = await this.page.evaluate(() => window.walker.names);
  }

  /** Shows a screen; resolves when its layout is stable. */
  show = async (name: string, shown: Shown): Promise<void> => {
    await this.page.evaluate(([name, shown]) => window.walker.show(name, shown), [name, shown] as const);
  };

  /** Shows the current screen in another theme. */
  dress = async (theme: Theme): Promise<void> => {
    await this.page.evaluate((theme) => window.walker.dress(theme), theme);
  };
}

/** Opens a browser with the walker's page, with reduced motion. */
export async function withScreens(work: (screens: Screens) => Promise<void>): Promise<void> {
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({
      locale: 'en-US',
      timezoneId: 'America/New_York',
      reducedMotion: 'reduce',
    });
    const screens = new Screens(await context.newPage());
    await screens.open();
    await work(screens);
  } finally {
    await browser.close();
  }
}

let built: Promise<void> | undefined;

/** Test with all screens; the page is built once per worker. */
export const test = base.extend<{ screens: Screens }>({
  screens: async ({ browserName: _chromium }, use, testInfo) => {
    // The timeout is for a walk over every screen, which is slow on a busy machine.
    testInfo.setTimeout(WALK_WITHIN_MS);
    await (built ??= buildWalker());
    await withScreens(use);
  },
});
