/**
 * What stands in for a screen that failed while it was drawn, which leaves the window empty. Plain elements: nothing of what failed
 * is needed for it. The host and its payment know nothing of it.
 */
import { languageOf } from '../../electron/domain/index.ts';
import { broken } from '../../electron/words/generated/every/broken.ts';
import * as css from './failed-screen.module.css';

export { sayAlive } from '../store/alive.ts';

/** The page is begun anew after this many milliseconds, with everything that the host says of it. */
const AGAIN_AFTER_MS = 3_000;
/** Begun anew so often in so many milliseconds, and it fails again: then it is not begun anew by itself. */
const MOST = 3;
const WITHIN_MS = 2 * 60_000;
const MEMORY = 'tillbridge.failed-screens';

/** `isPaying`: a payment was running when the screen failed. `reload`: begins the page anew. */
export function showFailed(isPaying: boolean, reload = () => window.location.reload()): void {
  const words = broken[languageOf(document.documentElement.lang)].failed;
  const times = timesOf(window.sessionStorage);
  const isLast = times.length >= MOST;
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

/** When the page was begun anew, of late; milliseconds since 1970, since it has no other clock that outlives it. */
function timesOf(storage: Pick<Storage, 'getItem'>): number[] {
  try {
    const times: unknown = JSON.parse(storage.getItem(MEMORY) ?? '[]');
    // oxlint-disable-next-line tillbridge/no-wall-durations -- it happened in an earlier life of the page: there is no other clock
    const isRecent = (at: unknown): at is number => typeof at === 'number' && Math.abs(Date.now() - at) < WITHIN_MS;
    return Array.isArray(times) ? times.filter(isRecent) : [];
  } catch {
    return [];
  }
}
