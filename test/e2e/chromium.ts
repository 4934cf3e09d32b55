/** How every story and bench starts Chromium: without a window, and without traffic of its own. */
export const CHROMIUM_ARGS: readonly string[] = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync',
]; // prettier-ignore
