import { chromium, type Browser } from '@playwright/test';
import { findChromium } from '../../build/scripts/parts/tools.mjs';
import { withoutFeatures } from './without-features.ts';

const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  withoutFeatures,
];

/**
 * Starts the Chromium of every story, benchmark and test: headless, and without background traffic.
 * @throws Error when no Chromium is installed
 */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium was found; set CHROMIUM to one');
  return chromium.launch({ executablePath, args });
}
