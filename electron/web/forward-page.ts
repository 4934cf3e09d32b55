import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page on disk that forwards a browser to a link. */
export interface ForwardPage {
  readonly path: string;
  remove(): void;
}

const FOLDER = 'open';

/** Deletes pages of an earlier process run, and creates the folder again, accessible to this user only. */
export function clearForwardPages(dataDir: string): void {
  const folder = join(dataDir, FOLDER);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
}

/**
 * Writes a page that forwards to a one-time link, readable by this user only. Every user of a computer can see the
 * arguments of all programs, so a browser is started with the path of this page instead of the link.
 */
export function writeForwardPage(dataDir: string, url: string): ForwardPage {
  const link = JSON.stringify(url).replaceAll('<', '\\u003c');
  const html = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>Tillbridge</title>
<script>location.replace(${link})</script>
<noscript><meta http-equiv="refresh" content="0;url=${url}"></noscript>
`;
  return writePage(dataDir, html);
}

/** Writes a page to the same folder. */
export function writePage(dataDir: string, html: string): ForwardPage {
  // The running till may not have opened a page itself, so the folder may be missing.
  mkdirSync(join(dataDir, FOLDER), { recursive: true, mode: 0o700 });
  const path = join(dataDir, FOLDER, `${randomUUID()}.html`);
  writeFileSync(path, html, { mode: 0o600, flag: 'wx' });
  return { path, remove: () => rmSync(path, { force: true }) };
}
