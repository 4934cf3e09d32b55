/**
 * The one calm screen for when the till's page does not come up, whatever was tried. It needs no host, no server and no script, and
 * it says nothing that is not known: what is true about the money is only that nothing is lost.
 */
import { writePage, type ForwardPage } from './forward-page.ts';

const words = {
  en: ['One moment', 'Nothing is lost. Do not charge again.', 'The till tries again every minute. If this stays, switch this computer off and on.'], // oxfmt-ignore
  de: ['Einen Moment', 'Nichts ist verloren. Nicht noch einmal kassieren.', 'Die Kasse versucht es jede Minute wieder. Bleibt es so, den Computer aus- und wieder einschalten.'], // oxfmt-ignore
  es: ['Un momento', 'No se ha perdido nada. No vuelva a cobrar.', 'La caja lo intenta de nuevo cada minuto. Si no cambia, apague y encienda este equipo.'], // oxfmt-ignore
  fr: ['Un instant', 'Rien n’est perdu. Ne facturez pas de nouveau.', 'La caisse réessaie chaque minute. Si rien ne change, éteignez puis rallumez cet ordinateur.'], // oxfmt-ignore
} as const;

/** The page's HTML. @param locale BCP 47; English where it is another language */
export function calmHtml(locale: string): string {
  const language = locale.slice(0, 2).toLowerCase();
  const known = language in words ? (language as keyof typeof words) : 'en';
  const [heading, charged, say] = words[known];
  return `<!doctype html>
<html lang="${known === 'fr' ? 'fr-CA' : known}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<style>
  :root { color-scheme: light dark; --ground: #e6e9ea; --ink: #14212b; --quiet: #3e4d58 }
  @media (prefers-color-scheme: dark) { :root { --ground: #12191e; --ink: #edf2f4; --quiet: #b3c0c8 } }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; background: var(--ground); color: var(--ink);
    font: clamp(18px, 2.4vw, 28px)/1.4 system-ui, sans-serif; padding: 24px; box-sizing: border-box }
  main { max-width: 32em }
  h1 { font-size: clamp(44px, 11vw, 128px); line-height: 1; margin: 0 0 .4em }
  p { margin: 0 0 .6em } .charged { font-weight: 600 } .say { color: var(--quiet) }
</style>
<main>
<h1>${heading}</h1>
<p class="charged">${charged}</p>
<p class="say">${say}</p>
</main>
</html>
`;
}

/** The page in a file of this user's. */
export const writeCalmPage = (dataDir: string, locale: string): ForwardPage => writePage(dataDir, calmHtml(locale));
