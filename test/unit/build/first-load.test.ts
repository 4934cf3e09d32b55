/** @module-tag ci-only */
import { beforeAll, describe, expect, it } from 'vitest';
import { firstLoad, type FirstLoad } from './first-load.ts';

/**
 * Maximum JavaScript that a counter loads before it can be used, gzipped. Raised from 160 kB when the reader that
 * distinguishes a scanner from typing was added, which must be present before the first key press; and by half a kB
 * when the counter's note about an unfinished setup was added. The English messages of History and tabs are the next to
 * be loaded later.
 */
const BUDGET_BYTES = 168_500;

/**
 * Modules that a plain sale does not need. The buttons of a receipt are on every outcome; their dialogs are loaded when
 * opened.
 */
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

  it('contains the counter, and only the code that a plain sale needs', () => {
    expect(first.modules).toContain('renderer/counter/idle.tsx');
    expect([...first.modules].filter((path) => late.some((pattern) => pattern.test(path)))).toEqual([]);
  });

  it('contains no schema library and no code that draws codes or receipts', () => {
    expect(first.packages).toContain('react-dom');
    for (const name of ['zod', '@orpc/contract', 'uqr', 'pdfkit', '@point-of-sale/receipt-printer-encoder'])
      expect(first.packages).not.toContain(name);
  });
});
