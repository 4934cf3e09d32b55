/**
 * Last-resort screen, shown when the till's page fails to load after every attempt. It needs no host, server or script,
 * and states only known facts: a payment may be running, and every payment is safe in the journal.
 */
import { languageOf } from '../domain/index.ts';
import { broken } from '../words/generated/every/broken.ts';
import { escapeHtml } from './escape-html.ts';
import { writePage, type ForwardPage } from './forward-page.ts';

/**
 * The page's HTML.
 * @param locale BCP 47; English if the language is not supported
 * @param shop name of the shop
 */
export function calmHtml(locale: string, shop: string): string {
  const language = languageOf(locale);
  const { heading, fact, say } = broken[language].notLoaded;
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<style>
  :root { color-scheme: light dark; --window: #fbfcfc; --on: #14191c; --on2: #47525a; --pale: #cacccd }
  @media (prefers-color-scheme: dark) { :root { --window: #191f22; --on: #edf2f4; --on2: #b3c0c8; --pale: #4a5053 } }
  body { margin: 0; min-height: 100vh; display: grid; align-content: center; background: var(--window); color: var(--on);
    font: clamp(20px, 2.2vw, 28px)/1.4 "IBM Plex Sans", system-ui, sans-serif; padding: clamp(24px, 7vw, 96px); box-sizing: border-box }
  i { display: block; width: 60px; height: 60px; border: 12px solid var(--pale); border-top-color: var(--on); border-radius: 50% }
  @media (prefers-reduced-motion: no-preference) { i { animation: turn 2s linear infinite } }
  @keyframes turn { to { transform: rotate(1turn) } }
  h1 { font-size: clamp(52px, 9.4vw, 120px); line-height: 1.1; font-weight: 600; margin: .25em 0 .2em }
  p { margin: 0 0 .3em } .fact { font-size: 1.15em; font-weight: 600 }
  .small { position: absolute; left: clamp(24px, 7vw, 96px); bottom: clamp(20px, 4vw, 40px); font-size: 18px; margin: 0; color: var(--on2) }
</style>
<main>
<i></i>
<h1>${heading}</h1>
<p class="fact">${fact}</p>
<p>${say}</p>
<p class="small">${escapeHtml(shop)}</p>
</main>
</html>
`;
}

/** Writes the page to a file that only this user can read. */
export const writeCalmPage = (dataDir: string, locale: string, shop: string): ForwardPage =>
  writePage(dataDir, calmHtml(locale, shop));
