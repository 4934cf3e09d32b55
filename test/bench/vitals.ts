/**
 * Measures how soon a window is usable, and how soon a key press is visible: `node test/bench/vitals.ts [--loads N]
 * [--presses N]`.
 *
 * The real shell serves the production build to headless Chromium. Each load has a new browser context, so its cache is
 * empty. First usable paint is the frame in which the counter shows its keypad and is connected to its host. Input to
 * paint, for a keypad press, is the browser's own Event Timing, from the press until the frame that shows it; it has a
 * resolution of 8 ms and omits presses under 16 ms.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { ensureBuilt, rendererBuild } from '../../build/scripts/parts/build.mjs';
import { launchChromium } from '../e2e/chromium.ts';
import { inBrowser, words } from '../e2e/till.ts';
import { firstLoad } from '../unit/build/first-load.ts';

const USABLE_WITHIN_MS = 1_000;
const PRESS_WITHIN_MS = 100;
const JS_WITHIN_BYTES = 168_000;

const { values: flags } = parseArgs({
  options: { loads: { type: 'string', default: '10' }, presses: { type: 'string', default: '120' } },
});
const loads = Number(flags.loads);
const presses = Number(flags.presses);

/** Measurements that the page records about itself. */
interface Noted {
  usableMs?: number;
  /** Duration of each key press, milliseconds, by the number of the interaction. */
  presses: Record<number, number>;
}
type NotingWindow = Window & { noted: Noted };

/** Runs in the page before the product's code. */
function note(keypad: string): void {
  const noted: Noted = { presses: {} };
  (window as unknown as NotingWindow).noted = noted;
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector(`[aria-label="${keypad}"] button`)) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // Runs after the frame was submitted.
      port1.addEventListener('message', () => (noted.usableMs = performance.now()), { once: true });
      port1.start();
      port2.postMessage(null);
    });
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const number = entry.interactionId;
      if (number) noted.presses[number] = Math.max(noted.presses[number] ?? 0, entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

const noted = (page: Page) => page.evaluate(() => (window as unknown as NotingWindow).noted);
const quantile = (list: readonly number[], part: number): number =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))] ?? Number.NaN;

/** Presses digits with the mouse; every seventh clears the amount. */
async function press(page: Page): Promise<number[]> {
  const keypad = page.getByRole('group', { name: words.counter.keypad });
  for (let count = 0; count < presses; count += 1) {
    if (count % 6 === 5) await page.keyboard.press('Escape');
    await keypad.getByRole('button', { name: String((count % 9) + 1), exact: true }).click();
  }
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
  const slow = Object.values((await noted(page)).presses);
  // The browser reports no presses under 16 ms.
  return [...slow, ...Array.from({ length: Math.max(0, presses - slow.length) }, () => 16)];
}

await ensureBuilt(rendererBuild, (line) => console.log(line));
const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge vitals '));
const browser = await launchChromium();
const running = await inBrowser(dataDir, [], browser);
let isBroken = false;
try {
  const url = running.page.url();
  // The shell's link opened one browser. Its cookie lets a new context in, which shares no other state.
  const { cookies } = await running.page.context().storageState();
  const [usable, painted]: [number[], number[]] = [[], []];
  let pressed: number[] = [];
  for (let load = 0; load < loads; load += 1) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-US',
      storageState: { cookies, origins: [] },
    });
    const page = await context.newPage();
    await page.addInitScript(note, words.counter.keypad);
    await page.goto(url);
    await page.waitForFunction(() => (window as unknown as NotingWindow).noted.usableMs !== undefined);
    usable.push((await noted(page)).usableMs ?? Number.NaN);
    const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    painted.push(paint ?? Number.NaN);
    if (load === loads - 1) pressed = await press(page);
    await context.close();
  }
  const first = await firstLoad();
  const rows: [string, string, string][] = [
    [
      'first contentful paint',
      `${quantile(painted, 0.5).toFixed(0)} ms`,
      `max ${Math.max(...painted).toFixed(0)} ms, ${loads} loads`,
    ],
    [
      'first usable paint',
      `${quantile(usable, 0.5).toFixed(0)} ms`,
      `max ${Math.max(...usable).toFixed(0)} ms; bound: median within ${USABLE_WITHIN_MS} ms`,
    ],
    [
      'keypad press to paint, p95',
      `${quantile(pressed, 0.95)} ms`,
      `median at most ${quantile(pressed, 0.5)} ms, max ${Math.max(...pressed)} ms, ${presses} presses; bound: p95 within ${PRESS_WITHIN_MS} ms`,
    ],
    [
      'JavaScript of the first load',
      `${(first.gzipBytes / 1000).toFixed(1)} kB gzip`,
      `${(first.bytes / 1000).toFixed(0)} kB in ${first.chunks} files; bound: ${JS_WITHIN_BYTES / 1000} kB`,
    ],
  ];
  for (const [what, figure, more] of rows) console.log(`${what.padEnd(30)} ${figure.padStart(14)}   ${more}`);
  isBroken =
    !(quantile(usable, 0.5) <= USABLE_WITHIN_MS) ||
    !(quantile(pressed, 0.95) <= PRESS_WITHIN_MS) ||
    !(first.gzipBytes <= JS_WITHIN_BYTES);
} finally {
  await running.close();
  await browser.close();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exitCode = isBroken ? 1 : 0;
