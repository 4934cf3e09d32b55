/**
 * Tests the sandbox's pages in a real browser: their policy allows exactly what they need.
 * @module-tag ci-only
 */
import type { Browser, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findChromium } from '../../build/scripts/parts/tools.mjs';
import type { ExternalLink, File, Transfer } from '../../electron/platform-api/index.ts';
import { launchChromium } from '../e2e/chromium.ts';
import { Harness } from './harness.ts';
import { paymentLinkCalls } from './payment-link-calls.ts';

const START_MS = 60_000;
const STORY_MS = 60_000;

// Without Chromium, page-calls.ts still reads every page and submits every form.
describe.skipIf(!findChromium())('pages in Chromium', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let harness: Harness;
  const { make, read } = paymentLinkCalls(() => harness);
  beforeAll(async () => {
    browser = await launchChromium();
  }, START_MS);
  afterAll(() => browser.close());
  beforeEach(async () => {
    harness = await Harness.start();
    page = await browser.newPage({ locale: 'en-US', viewport: { width: 390, height: 780 } });
    complaints = [];
    // The console shows refused styles and forms. It also shows pages with status 410 or 422, which are expected.
    page.on('console', (message) => {
      if (!/status of 4\d\d/.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
  });
  afterEach(async () => {
    await page.close();
    await harness.sandbox.close();
    expect(complaints).toEqual([]);
  });

  const heading = (name: string) => page.getByRole('heading', { name }).waitFor();

  test(
    'let a buyer who is declined choose another card by keyboard alone, and pay',
    async () => {
      const link = await make({ buyer_details: { first_name: 'Jane' } });
      await page.goto(link.link_url);
      expect(await page.title()).toBe('Pay Corner Shop');
      expect(await page.evaluate(() => getComputedStyle(document.body).maxWidth)).not.toBe('none');
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.getByLabel('Mastercard, not enough funds').check();
      await page.getByRole('button', { name: 'Pay' }).click();
      await heading('Not paid');
      expect(await page.getByRole('alert').textContent()).toContain('insufficient funds');
      await page.getByRole('link', { name: 'Pay another way' }).click();
      await page.getByLabel('Visa credit, approved').focus();
      await page.keyboard.press('ArrowDown');
      expect(await page.getByLabel('Visa debit, approved').isChecked()).toBe(true);
      await page.keyboard.press('Enter');
      await heading('Paid');
      expect((await read(link.id)).state).toBe('COMPLETED');
      // The result is a separate page: reloading it does not pay again.
      await page.reload();
      await heading('Paid');
      await page.goto(link.link_url);
      await heading('Already paid');
      const paid = (await harness.client.listed<Transfer>('/transfers', 'transfers')).map(({ state }) => state);
      expect(paid.sort()).toEqual(['FAILED', 'SUCCEEDED']);
    },
    STORY_MS,
  );

  test(
    'poll a slow payment by themselves',
    async () => {
      const link = await make();
      await page.goto(link.link_url);
      await page.getByLabel('Discover, the issuer takes 20 seconds').check();
      await page.getByRole('button', { name: 'Pay' }).click();
      await heading('Payment under way');
      harness.clock.advance(20_000);
      await heading('Paid');
      expect((await read(link.id)).state).toBe('COMPLETED');
    },
    STORY_MS,
  );

  test(
    'let a browser without credentials upload a file through its link',
    async () => {
      const { id } = await harness.client.post<File>('/files', { type: 'OTHER', display_name: 'Passport' });
      const path = `/files/${id}/external_links`;
      const { url } = await harness.client.post<ExternalLink>(path, { type: 'UPLOAD' });
      await page.goto(url);
      const bytes = Buffer.from('%PDF-1.4 not much of one');
      await page.getByLabel('File').setInputFiles({ name: 'me.pdf', mimeType: 'application/pdf', buffer: bytes });
      await page.getByRole('button', { name: 'Upload' }).click();
      await heading('Uploaded');
      const got = await harness.client.raw('GET', `/files/${id}/download`);
      expect(Buffer.from(await got.arrayBuffer())).toEqual(bytes);
      await page.goto(url);
      await heading('Link used');
    },
    STORY_MS,
  );
});
