/**
 * Sends heartbeats to the browser shell on a separate socket. A heartbeat means that the page's code runs and, while
 * the page is visible, that the page is drawn: a frozen page sends none, so the shell reloads it. A page that the user
 * closes or leaves sends "closed", which a crashed page cannot do.
 */
/** Interval of heartbeats. The shell reloads the page after ten seconds without a heartbeat. */
const EVERY_MS = 2_000;
const AGAIN_MS = 1_000;
const KEY = 'tillbridge.key.';

/** Runs until the page closes. Does nothing in Electron, where the shell monitors its page itself. */
export function sendHeartbeats(page: Window & typeof globalThis): void {
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

/** Keys that the shell's page stored for this origin (bridge.ts), as subprotocols of a WebSocket. */
const protocolsOf = (storage: Storage): string[] => [
  'tillbridge',
  ...Object.keys(storage).flatMap((name) => (name.startsWith(KEY) ? `${KEY}${storage.getItem(name) ?? ''}` : [])),
];
