import { readFile } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';

/** The UI's own scheme and its one origin. A scheme of our own has no cookies, no ports and no neighbours. */
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

/** The UI talks to the host through a message port, so it may connect to nothing at all. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The component library sets its colour variables in a style element of its own.
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The file a request is for, or null when there is none for it: another origin, another method, a folder, a path that
 * leaves the UI's folder, or a kind of file the UI has none of. Pure.
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
  // With the separator, so that a folder beside ours whose name begins like ours is not ours.
  if (!full.startsWith(root) || !(extname(full) in types)) return null;
  return full;
}

/** Answers app:// requests with the built UI. Never throws: what cannot be read is not there. */
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
