import { readFile } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';

/** The UI's own scheme and its only origin. Such a scheme lacks cookies, ports and other origins. */
export const APP_SCHEME = 'app';
export const APP_ORIGIN = 'app://tillbridge';
export const APP_URL = `${APP_ORIGIN}/index.html`;

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The UI talks to the host through a message port, so it needs no connections at all. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The component library sets its colour variables in its own style element.
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * File for a request, or null if there is none: another origin, another method, a folder, a path outside the UI's
 * folder, or a file type that the UI does not use. Pure.
 */
export function fileFor(request: { url: string; method: string }, rendererDir: string): string | null {
  if (request.method !== 'GET') return null;
  let path: string;
  try {
    const url = new URL(request.url);
    if (`${url.protocol}//${url.host}` !== APP_ORIGIN) return null;
    path = decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  if (path.includes('\0') || path.includes('\\')) return null;
  const root = resolve(rendererDir) + sep;
  const full = resolve(root, `.${path === '/' ? '/index.html' : path}`);
  // The separator excludes a sibling folder whose name begins with the name of this folder.
  if (!full.startsWith(root) || !(extname(full) in types)) return null;
  return full;
}

/** Answers app:// requests with the built UI. Never throws: an unreadable file is answered with 404. */
export async function serveUi(request: { url: string; method: string }, rendererDir: string): Promise<Response> {
  const headers = {
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
  const path = fileFor(request, rendererDir);
  const content = path === null ? null : await readFile(path).catch(() => null);
  if (path === null || content === null) {
    return new Response('Not found', { status: 404, headers: { ...headers, 'content-type': 'text/plain' } });
  }
  return new Response(new Uint8Array(content), {
    headers: { ...headers, 'content-type': types[extname(path)] ?? 'application/octet-stream' },
  });
}
