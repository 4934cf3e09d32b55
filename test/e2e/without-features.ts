/**
 * Features that Chromium starts without: Playwright's list, which this flag replaces, and three more features. The two
 * pages of the address bar's suggestions are loaded for each window, even without an address bar, and cost more than
 * the till's page. The spare renderer is a process for a page that is never opened.
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

/** Chromium flag that disables the unwanted features. */
export const withoutFeatures = `--disable-features=${unwanted.join(',')}`;
