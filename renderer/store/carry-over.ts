/**
 * What windows keep for themselves (colours, sound, language, the guide) is in the storage of their origin, and the browser shell has a
 * new origin with each start, which no other program can have held before. So the shell keeps a copy (electron/web/carried.ts) and
 * gives it to the first page of the next start.
 */
import { pageKeys } from './bridge.ts';

const EVERY_MS = 1_000;
const PREFIX = 'tillbridge.';
const SECRETS = 'tillbridge.key.';

/** Runs for as long as the page. Electron's windows have one origin for good. */
export function carryOver(page: Window): void {
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
        // A shell that is away hears it later.
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
