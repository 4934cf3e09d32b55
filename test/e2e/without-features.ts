/**
 * Playwright's own list, which one of ours replaces, and the two pages of the address bar's suggestions: a Chromium loads them
 * for each window, also where there is no address bar, and they cost more than the till's page does. Nor is a process for a page
 * wanted that nobody opens.
 */
const unwanted = [
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

/** The flag that leaves them out. */
export const withoutFeatures = `--disable-features=${unwanted.join(',')}`;
