import { chromium, type Browser } from '@playwright/test';
import { findChromium } from '../../build/scripts/parts/tools.mjs';

/** Chromium as every story and benchmark has it: without a window, and without traffic of its own. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium was found; set CHROMIUM to one');
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']; // prettier-ignore
  return chromium.launch({ executablePath, args });
}
