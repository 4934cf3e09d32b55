/**
 * Windows keep their preferences (colours, sound, language, the guide) in the storage of their origin. The browser
 * shell has a new origin at each start, so that no other program can have used it before. The shell therefore keeps a
 * copy of the preferences (electron/web/window-preferences.ts) and gives it to the first page of the next start.
 */
import { pageKeys } from './bridge.ts';

const EVERY_MS = 1_000;
const PREFIX = 'tillbridge.';
const SECRETS = 'tillbridge.key.';

/** Runs until the page closes. Does nothing in Electron, whose windows always have the same origin. */
export function syncPreferences(page: Window): void {
  if (!page.location.protocol.startsWith('http')) return;
  let sent = kept(page);
  const send = () => {
    const now = kept(page);
    if (now === sent) return;
    sent = now;
    void page
      .fetch(new URL('/kept', page.location.href), {
        method: 'PUT',
        headers: { 'tillbridge-key': pageKeys(page.localStorage).join(' '), 'content-type': 'application/json' },
        body: now,
        keepalive: true,
      })
      .then(
        () => undefined,
        // If the shell is not reachable, the next interval sends the copy again.
        () => (sent = ''),
      );
  };
  page.setInterval(send, EVERY_MS);
  page.addEventListener('pagehide', send);
}

function kept({ localStorage }: Window): string {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX) && !name.startsWith(SECRETS));
  return JSON.stringify(Object.fromEntries(names.sort().map((name) => [name, localStorage.getItem(name)])));
}
