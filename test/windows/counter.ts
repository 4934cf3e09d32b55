/** A browser of this computer at a till that runs on Windows. */
import { launchChromium } from '../e2e/chromium.ts';
import { Till, words } from '../e2e/till.ts';

/** The addresses that a till has said it is at, one for each of its lives. */
export const readyUrls = (text: string): string[] =>
  [...text.matchAll(/Tillbridge ready: (http:\/\/\S+)/g)].map(([, url = '']) => url);

/** The first of them, once it is said. */
export const readyUrl = (text: string): string | undefined => readyUrls(text)[0];

/** @param dataDir as this computer opens it */
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

/** $12.34, by tapping the practice terminal's card. */
export async function paid(till: Till): Promise<void> {
  await till.charge('1234', '$12.34');
  await till.customer('tap');
  await till.title(words.outcomes.paid.heading).waitFor();
}
