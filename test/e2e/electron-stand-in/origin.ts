/**
 * Chromium gives nobody a scheme of their own from outside, so the pages of `app://tillbridge` are at an https origin that exists
 * nowhere else, and every address is put back on its way to the shell. In the page's script the one comparison with `app:` is as well.
 */
const APP = 'app://tillbridge';
const PAGES = 'https://tillbridge.app.invalid';

export const toApp = (url: string): string =>
  url.startsWith(PAGES) ? `${APP}${url.slice(PAGES.length)}` : url.replace(`blob:${PAGES}`, `blob:${APP}`);
export const fromApp = (url: string): string => (url.startsWith(APP) ? `${PAGES}${url.slice(APP.length)}` : url);
export const pageScript = (script: string): string => script.replaceAll(/(["'`])app:\1/g, '$1https:$1');
export const PAGES_ORIGIN = PAGES;
