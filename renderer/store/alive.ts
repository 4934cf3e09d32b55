/**
 * Says to the browser shell, on a socket of its own, that this page lives: that its code runs and, while it can be seen, that it is
 * drawn. Silence means that the shell loads it again, so nothing is said for a page that stands still on the screen. A page that goes
 * because somebody closes or leaves it says that as well: one that crashes cannot.
 */
/** The shell waits ten seconds. */
const EVERY_MS = 2_000;
const AGAIN_MS = 1_000;
const KEY = 'tillbridge.key.';

/** Runs for as long as the page. In Electron the shell sees by itself how its page is. */
export function sayAlive(page: Window & typeof globalThis): void {
  if (!page.location.protocol.startsWith('http')) return;
  const url = new URL('/alive', page.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const open = () => {
    const socket = new page.WebSocket(url.href, protocolsOf(page.localStorage));
    let timer: ReturnType<typeof setInterval> | undefined;
    const send = (word: string) => socket.readyState === socket.OPEN && socket.send(word);
    const beat = () => send('alive');
    const leave = () => send('closed');
    page.addEventListener('pagehide', leave);
    socket.addEventListener('open', () => {
      const say = () => (page.document.hidden ? beat() : page.requestAnimationFrame(beat));
      say();
      timer = setInterval(say, EVERY_MS);
    });
    socket.addEventListener('close', () => {
      clearInterval(timer);
      page.removeEventListener('pagehide', leave);
      setTimeout(open, AGAIN_MS);
    });
  };
  open();
}

/** The keys that the shell's own page left for this one (bridge.ts), as a WebSocket offers them. */
const protocolsOf = (storage: Storage): string[] => [
  'tillbridge',
  ...Object.keys(storage).flatMap((name) => (name.startsWith(KEY) ? `${KEY}${storage.getItem(name) ?? ''}` : [])),
];
