/**
 * Replaces a screen that failed to render, which leaves the window empty. It uses plain elements, so it needs nothing
 * of the failed code. The host and its payment are not affected.
 */
import { languageOf } from '../../electron/domain/index.ts';
import { broken } from '../../electron/words/generated/every/broken.ts';
import * as css from './failed-screen.module.css';

export { sendHeartbeats } from '../store/alive.ts';

/** Time in milliseconds after which the page reloads; the host then sends its whole state again. */
const AGAIN_AFTER_MS = 3_000;
/** Automatic reloads within `WITHIN_MS`; a further failure shows the screen without a reload. */
const MAX_RELOADS = 3;
const WITHIN_MS = 2 * 60_000;
const MEMORY = 'tillbridge.failed-screens';

/** Shows the failure. `isPaying` is true when a payment was running as the screen failed; `reload` reloads the page. */
export function showFailed(isPaying: boolean, reload = () => window.location.reload()): void {
  const words = broken[languageOf(document.documentElement.lang)].failed;
  const times = timesOf(window.sessionStorage);
  const isLast = times.length >= MAX_RELOADS;
  const main = element('main', '');
  main.className = css.failed;
  main.setAttribute('role', 'alert');
  main.append(
    element('h1', words.heading),
    element('p', isPaying ? words.running : words.noneRunning),
    element('p', isLast ? words.nextLong : words.next),
  );
  document.getElementById('root')?.replaceChildren(main);
  if (isLast) return;
  setTimeout(() => {
    window.sessionStorage.setItem(MEMORY, JSON.stringify([...times, Date.now()]));
    reload();
  }, AGAIN_AFTER_MS);
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** Times of the recent reloads, in milliseconds since 1970: only the wall clock outlives the page. */
function timesOf(storage: Pick<Storage, 'getItem'>): number[] {
  try {
    const times: unknown = JSON.parse(storage.getItem(MEMORY) ?? '[]');
    // oxlint-disable-next-line tillbridge/no-wall-durations -- only this clock survives the page's reload
    const isRecent = (at: unknown): at is number => typeof at === 'number' && Math.abs(Date.now() - at) < WITHIN_MS;
    return Array.isArray(times) ? times.filter(isRecent) : [];
  } catch {
    return [];
  }
}
