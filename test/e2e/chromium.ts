import { chromium, type Browser } from '@playwright/test';
import { findChromium } from '../../build/scripts/parts/tools.mjs';

/**
 * Playwright's own list, which one of ours replaces, and the two pages of the address bar's suggestions: a Chromium loads them
 * for each window, also where there is no address bar, and they cost more than the till's page does. Nor is a process for a page
 * wanted that nobody opens.
 */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
];

const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', `--disable-features=${withoutFeatures.join(',')}`]; // oxfmt-ignore

/** Chromium as every story, benchmark and test has it: without a window, and without traffic of its own. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium was found; set CHROMIUM to one');
  return chromium.launch({ executablePath, args });
}
