/**
 * Measures how soon a user sees changes: the till as `npm start` opens it in a browser, in headless Chromium. A
 * separate connection records the host's events, and the page records paints (after the frame was submitted); both use
 * the computer's clock.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { connectShared, type Connection } from '../../../electron/cli/connection.ts';
import { launchChromium } from '../../e2e/chromium.ts';
import { inBrowser, words } from '../../e2e/till.ts';
import { nextId } from './sales.ts';

const WITHIN_MS = 60_000;
const DEAD_TIME_MS = 450;

/** Milliseconds. */
export interface Seen {
  /** Time from no running process to the painted keypad of the counter. Chromium itself is already running. */
  readonly usable: readonly number[];
  /** Time from the host's event to the frame that shows it. */
  readonly event: readonly number[];
  /** Time from unplugging the cable to the frame that shows it. */
  readonly unplug: readonly number[];
}

interface Painted {
  readonly title: string;
  readonly atMs: number;
}
type NotingWindow = Window & { painted: Painted[] };

const clockMs = (): number => performance.timeOrigin + performance.now();

/** Runs in the page before the product's code: records each title when the frame that shows it was submitted. */
function note(): void {
  const painted: Painted[] = [];
  (window as unknown as NotingWindow).painted = painted;
  let last = '';
  new MutationObserver(() => {
    const title = document.querySelector('h1')?.textContent ?? '';
    if (title === last || title === '') return;
    last = title;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      const done = (): void => void painted.push({ title, atMs: performance.timeOrigin + performance.now() });
      port1.addEventListener('message', done, { once: true });
      port1.start();
      port2.postMessage(null);
    });
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

const titles = (page: Page): Promise<Painted[]> => page.evaluate(() => (window as unknown as NotingWindow).painted);

/** The first time from `fromMs` on at which a title was painted. */
async function paintedAt(page: Page, title: string, fromMs: number): Promise<number> {
  const end = performance.now() + WITHIN_MS;
  for (;;) {
    const found = (await titles(page)).find((one) => one.title.startsWith(title) && one.atMs >= fromMs);
    if (found) return found.atMs;
    if (performance.now() > end) throw new Error(`"${title}" was not shown: ${JSON.stringify(await titles(page))}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export async function screen(times: number): Promise<Seen> {
  const seen = { usable: [] as number[], event: [] as number[], unplug: [] as number[] };
  const browser = await launchChromium();
  try {
    for (let nth = 0; nth < Math.ceil(times / 10); nth += 1) await oneTill(browser, Math.min(times, 10), seen);
    return seen;
  } finally {
    await browser.close();
  }
}

async function oneTill(browser: Browser, times: number, seen: { usable: number[]; event: number[]; unplug: number[] }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge bench '));
  const beganMs = clockMs();
  const running = await inBrowser(dataDir, [], browser, { early: note });
  const { page } = running;
  try {
    seen.usable.push((await paintedAt(page, words.counter.toCharge, beganMs)) - beganMs);
    const connection = await connectShared(dataDir);
    if (!connection) throw new Error('the host does not answer');
    const asked = listen(connection);
    for (let nth = 0; nth < times; nth += 1) {
      const { client } = connection;
      const id = nextId(nth);
      const pressedMs = clockMs();
      await client.payment.start({ id, amountMinor: 1_000 + nth, currency: 'USD', isRepeatMeant: true });
      const shownMs = await paintedAt(page, words.counter.prompts['present-card'].title, pressedMs);
      seen.event.push(shownMs - (asked.get(id) ?? Number.NaN));
      await client.payment.cancel({ attempt: id });
      await paintedAt(page, words.outcomes.cancelled.heading, shownMs);
      // A key that has just appeared ignores presses.
      await page.waitForTimeout(DEAD_TIME_MS);
      await page.getByRole('button', { name: words.outcomes.keys.newSale }).click();
      await paintedAt(page, words.counter.toCharge, shownMs);
    }
    await unplug(page, connection, seen.unplug);
    await connection.close();
  } finally {
    await running.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Times at which each payment's prompt for a card arrived here, as at a window. */
function listen({ client }: Connection): Map<string, number> {
  const asked = new Map<string, number>();
  void (async () => {
    const { epoch, seq } = await client.snapshot();
    for await (const item of await client.events({ epoch, after: seq })) {
      const atMs = clockMs();
      if (item.kind !== 'event' || item.event.type !== 'attempt') continue;
      const { id, prompt } = item.event.attempt;
      if (prompt === 'present-card' && !asked.has(id)) asked.set(id, atMs);
    }
  })().catch(() => undefined);
  return asked;
}

async function unplug(page: Page, { client }: Connection, took: number[]): Promise<void> {
  const pulledMs = clockMs();
  await client.practice.cable({ isPluggedIn: false });
  const end = performance.now() + WITHIN_MS;
  for (;;) {
    const shown = (await titles(page)).filter(({ atMs }) => atMs >= pulledMs);
    const [first] = shown;
    if (first) return void took.push(first.atMs - pulledMs);
    if (performance.now() > end) throw new Error('nothing was shown of a pulled cable');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
