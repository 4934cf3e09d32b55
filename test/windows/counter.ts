/** Uses a till that runs on Windows, with a browser of this computer. */
import { launchChromium } from '../e2e/chromium.ts';
import type { Checks } from '../checks.ts';
import { Till, words } from '../e2e/till.ts';
import type { Started } from './windows.ts';

/** Addresses that a till has printed, one for each of its starts. */
const readyUrls = (text: string): string[] =>
  [...text.matchAll(/Tillbridge ready: (http:\/\/\S+)/g)].map(([, url = '']) => url);

/**
 * The address of the latest start, once the till has started this often. If the till ended instead, throws its output.
 */
export async function ready(checks: Checks, shell: Started, lives = 1): Promise<string> {
  let code: number | null | undefined;
  void shell.ended.then((end) => (code = end));
  await checks.until(`the till is ready${lives > 1 ? ` for the ${lives}. time` : ''}`, () => {
    if (readyUrls(shell.said().out).length >= lives) return true;
    if (code !== undefined) throw new Error(`The till ended with ${code}: ${shell.said().err}`);
    return false;
  });
  return readyUrls(shell.said().out).at(-1) ?? '';
}

/** @param dataDir path as this computer opens it */
export async function withPage(url: string, dataDir: string, tell: (till: Till) => Promise<void>): Promise<void> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
    page.setDefaultTimeout(120_000);
    await page.goto(url);
    await tell(new Till(page, dataDir));
  } finally {
    await browser.close();
  }
}

/**
 * Sells for an amount by tapping the practice terminal's card. Use another amount each time, because the till would ask
 * about a duplicate.
 */
export async function paid(till: Till, dollars: number): Promise<void> {
  await till.toIdle();
  await till.charge(`${dollars}00`, `$${dollars}.00`);
  await till.customer('tap');
  await till.title(words.outcomes.paid.heading).waitFor();
}
