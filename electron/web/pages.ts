/**
 * Plain pages of the browser shell, for requests without a session and so without the UI. They are free of external
 * styles and of text from the request.
 */
import { escapeHtml } from './escape-html.ts';
import type { Opened } from './tokens.ts';

const page = (title: string, body: string, head = '', html = '') => `<!doctype html>
<html lang="en"${html}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${head}
<title>${title}</title>
<style>
  :root { color-scheme: light dark }
  body { font: 18px/1.5 system-ui, sans-serif; max-width: 34em; margin: 12vh auto; padding: 0 24px }
  h1 { font-size: 28px; line-height: 1.2 }
  code { font-size: 16px }
</style>
<h1>${title}</h1>
${body}
`;

/** Shown for a used or expired link, and for a browser without a session. */
export const noSessionPage = page(
  'This link does not open the till',
  `<p>Each link opens Tillbridge in one browser, once, and only for an hour. Nothing is lost: payments continue.</p>
<p>To get a new link, on the computer Tillbridge runs on:</p>
<ul>
  <li>press Enter in the window where it was started, or</li>
  <li>run <code>npm run -s tillbridge -- url</code>.</li>
</ul>`,
);

/** Shown to the browser that we started if another program opened its link first. */
export const takenPage = page(
  'Another program opened this link first',
  `<p>The link was made for this browser alone. The till has signed the other program out. Nothing is lost: payments continue.</p>
<p>A program or a person on this computer read the link. Tell the technician of this computer. A kiosk opens again by
itself; at a till, get a new link:</p>
<ul>
  <li>press Enter in the window where Tillbridge was started, or</li>
  <li>run <code>npm run -s tillbridge -- url</code>.</li>
</ul>`,
);

/** Path of the script of `enterPage`. */
export const ENTER_SCRIPT_PATH = '/enter.js';

/**
 * Shown briefly after a link is redeemed: passes the page's key, and preferences from earlier starts, to the storage of
 * the till's own origin, which other ports cannot read, then opens the UI. The key is kept out of addresses and
 * cookies.
 */
export const enterPage = ({ key, scope }: Opened, carried: Readonly<Record<string, string>> = {}) =>
  page(
    'Opening the till',
    '<p>This browser must allow this page to store data.</p>',
    `\n<script defer src="${ENTER_SCRIPT_PATH}"></script>`,
    ` data-name="tillbridge.key.${scope}" data-key="${key}" data-to="${scope === 'display' ? '/#/display' : '/'}" data-kept="${escapeHtml(JSON.stringify(carried))}"`,
  );

export const enterScript = `'use strict';
const { name, key, to, kept } = document.documentElement.dataset;
for (const [choice, value] of Object.entries(JSON.parse(kept))) {
  if (localStorage.getItem(choice) === null) localStorage.setItem(choice, value);
}
localStorage.setItem(name, key);
location.replace(to);
`;

/** Shown under any name other than the link's. */
export const wrongNamePage = page(
  'Tillbridge is not served under this name',
  '<p>Open the link exactly as it was shown.</p>',
);

/** Shown for a bookmark or a tab of an earlier start. */
export const earlierPage = page(
  'This address belongs to an earlier start of the till',
  `<p>The till has a new address each time it starts, so that no other program can take its place. A bookmark opens nothing.
Nothing is lost: payments continue.</p>
<p>Open the till with its icon, or get a link on the computer Tillbridge runs on:</p>
<ul>
  <li>press Enter in the window where it was started, or</li>
  <li>run <code>npm run -s tillbridge -- url</code>.</li>
</ul>`,
);

export const notFoundPage = page('There is nothing here', '<p><a href="/">Open the till</a></p>');

/**
 * Loads `/` once more from the till's own page: a link clicked in another site's page does not send the strict cookie,
 * but this second request does.
 */
export const secondRequestPage = page(
  'Opening the till',
  '<p><a href="/?again">Go on</a></p>',
  '\n<meta http-equiv="refresh" content="0;url=/?again">',
);
