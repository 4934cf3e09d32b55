/** A browser of this computer at a till that runs on Windows. */
import { launchChromium } from '../e2e/chromium.ts';
import { Till, words } from '../e2e/till.ts';

/** The address that a till says it is at, once it does. */
export const readyUrl = (text: string) => /Tillbridge ready: (http:\/\/\S+)/.exec(text)?.[1];

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
