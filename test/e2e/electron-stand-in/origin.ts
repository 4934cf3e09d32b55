/**
 * The debugging protocol cannot register a scheme in Chromium. The pages of `app://tillbridge` therefore have an https
 * origin that exists nowhere else, and every address is translated on its way to the shell. The only comparison with
 * `app:` in the page's script is translated too.
 */
const APP = 'app://tillbridge';
const PAGES = 'https://tillbridge.app.invalid';

export const toApp = (url: string): string =>
  url.startsWith(PAGES) ? `${APP}${url.slice(PAGES.length)}` : url.replace(`blob:${PAGES}`, `blob:${APP}`);
export const fromApp = (url: string): string => (url.startsWith(APP) ? `${PAGES}${url.slice(APP.length)}` : url);
export const pageScript = (script: string): string => script.replaceAll(/(["'`])app:\1/g, '$1https:$1');
export const PAGES_ORIGIN = PAGES;
