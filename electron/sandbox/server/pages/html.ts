/** Builds small HTML pages without scripts, which are safe to open anywhere. */
import { createHash } from 'node:crypto';

/** Markup that is safe to insert into a page: made by `html`, or constructed by code that guarantees it. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (c) => entities[c] ?? c);

type Part = string | number | Markup | null | readonly Markup[];

function put(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map((one) => one.text).join('') : escape(String(part));
}

/** Builds markup from a template. Values are escaped unless they are Markup; null is omitted. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(texts.reduce((whole, text, index) => whole + put(parts[index - 1] ?? null) + text));
}

const style = `
:root { color-scheme: light dark; }
body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } .amount { font-size: 2.25rem; font-weight: 700; margin: 0.5rem 0; }
fieldset { border: 1px solid; border-radius: 0.5rem; margin: 1rem 0; padding: 0.75rem 1rem; }
label { display: block; padding: 0.4rem 0; } fieldset label { display: flex; gap: 0.5rem; }
input[type=radio] { width: 1.25rem; height: 1.25rem; flex: none; }
input[type=text], input[type=file] { font: inherit; padding: 0.5rem; width: 100%; box-sizing: border-box; }
button { font: inherit; font-weight: 600; min-height: 3rem; width: 100%; }
table { width: 100%; border-collapse: collapse; } td { padding: 0.25rem 0; } td + td { text-align: right; }
.problem { border-left: 0.25rem solid #b00020; padding-left: 0.75rem; } .note { opacity: 0.75; font-size: 0.9rem; }
`;
/** Built as one string, because the hash covers every character between the tags. */
const styleTag = new Markup(`<style>${style}</style>`);
const styleHash = createHash('sha256').update(style).digest('base64');

export interface Page {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Forbids scripts, foreign content, frames and caching. */
const guard = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** @param refreshSeconds interval at which the browser reloads the page, or null */
export function page(status: number, title: string, body: Markup, refreshSeconds: number | null = null): Page {
  const refresh = refreshSeconds === null ? null : html`<meta http-equiv="refresh" content="${refreshSeconds}" />`;
  const whole = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <!-- Without one of its own a browser asks for /favicon.ico, which needs credentials. -->
        <link rel="icon" href="data:," />
        ${refresh}
        <title>${title}</title>
        ${styleTag}
      </head>
      <body>
        <main>${body}</main>
        <p class="note">Training. No money moves.</p>
      </body>
    </html> `;
  return { status, headers: guard, body: whole.text };
}

export const notice = (status: number, title: string, text: string): Page =>
  page(
    status,
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>`,
  );
