/** Acts like a browser on pages without scripts: opens them, fills in forms, submits them, and follows redirects. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';

export interface Opened {
  status: number;
  headers: Headers;
  text: string;
}

async function opened(url: string, init: RequestInit = {}): Promise<Opened> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(15_000) });
  const text = await response.text();
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; /);
  // The policy must allow exactly the page's own style.
  const style = /<style>(.*)<\/style>/s.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}';`);
  expect(text).not.toMatch(/<script|\son\w+=|javascript:/i);
  return { status: response.status, headers: response.headers, text };
}

export const open = (url: string) => opened(url);

/** Values of a page's radio buttons, in order. */
export const choicesIn = (page: Opened) =>
  [...page.text.matchAll(/type="radio" name="choice" value="([^"]+)"/g)].map((match) => match[1]);

export function tokenIn(page: Opened): string {
  const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1];
  if (token === undefined) throw new Error(`No form on the page: ${page.text}`);
  return token;
}

export const submit = (url: string, fields: Record<string, string>) =>
  opened(url, { method: 'POST', body: new URLSearchParams(fields) });

/** Opens a Payment Link's page, pays with a choice, and returns the page with the result. */
export async function pay(url: string, choice: string, more: Record<string, string> = {}): Promise<Opened> {
  const page = await open(url);
  expect(page.status, page.text).toBe(200);
  return submit(url, { choice, form_token: tokenIn(page), ...more });
}

/** Uploads one file like a form. */
export const upload = (
  url: string,
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  type = 'application/octet-stream',
) => {
  const body = new FormData();
  body.set('file', new File([bytes], name, { type }));
  return opened(url, { method: 'POST', body });
};
