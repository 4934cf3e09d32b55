/** @module-tag ci-only */
import { beforeAll, describe, expect, it } from 'vitest';
import { firstLoad, type FirstLoad } from './first-load.ts';

/**
 * JavaScript a counter loads before it can be used, gzip. Raised from 160 kB when the reader that tells a scanner from a hand
 * came: it has to be there before the first key; by half a kB when a counter came to say that the till is not set up. The next to
 * go are the English words of History and tabs.
 */
const BUDGET_BYTES = 168_500;

/** What a plain sale does not need. Keys of a receipt stand on every outcome; what they open comes when it is opened. */
const late = [
  /^renderer\/(?:technician|history|tabs|day|settings|display|kiosk|sound)\//,
  /^renderer\/receipts\/(?!receipt-keys|printing-note|use-printing)/,
  /^renderer\/text\/(?!en\/)[^/]+\//,
  /^renderer\/text\/en\/(?:day|display|kiosk|settings|technician|training|index)/,
  /^renderer\/counter\/pay-links\//,
  /^renderer\/frame\/(?:shortcut-list|this-screen)/,
  /chart/i,
];

describe('the first load of a window', () => {
  let first: FirstLoad;
  beforeAll(async () => {
    first = await firstLoad();
  }, 180_000);

  it(`is at most ${BUDGET_BYTES / 1000} kB of JavaScript, gzip`, () => {
    expect(first.gzipBytes).toBeLessThan(BUDGET_BYTES);
  });

  it('carries the counter and nothing that a plain sale does not need', () => {
    expect(first.modules).toContain('renderer/counter/idle.tsx');
    expect([...first.modules].filter((path) => late.some((pattern) => pattern.test(path)))).toEqual([]);
  });

  it('carries no schema library and nothing that draws codes or papers', () => {
    expect(first.packages).toContain('react-dom');
    for (const name of ['zod', '@orpc/contract', 'uqr', 'pdfkit', '@point-of-sale/receipt-printer-encoder'])
      expect(first.packages).not.toContain(name);
  });
});
