/**
 * Customer display that sends all permitted messages, and more, in a separate process: `node flood.mjs URL NAME COOKIE
 * KEY`. It floods between the messages `go` and `stop`, in another way each time, and reports when it has stopped.
 */
import { constants, setPriority } from 'node:os';
import { WebSocket } from 'ws';

// Displays usually run on another computer, so the test must not measure the processor time that this process takes.
setPriority(constants.priority.PRIORITY_LOW);

const [url = '', host = '', cookie = '', key = ''] = process.argv.slice(2);
const open = (path = '/display') => {
  const socket = new WebSocket(`${url}${path}`, ['tillbridge', `tillbridge.key.${key}`], {
    headers: { cookie, host },
    origin: `http://${host}`,
    perMessageDeflate: false,
  });
  socket.on('error', () => {});
  return socket;
};
let id = 0;
const ask = (/** @type {string} */ u, /** @type {unknown=} */ json) =>
  JSON.stringify({ i: `${(id += 1)}`, p: { u, b: { json } } });
const operator = { name: 'Mo', pin: '1234' };

/** Messages that it sends repeatedly. @type {Readonly<Record<string, (socket: WebSocket) => void>>} */
const ways = {
  'PINs with what it may ask': (socket) => socket.send(ask('/snapshot', { operator })),
  'PINs with what it may not': (socket) => socket.send(ask('/payment/reverse', { attempt: 'A-00000001', operator })),
  streams: (socket) => socket.send(ask('/events', { epoch: '', after: 0 })),
  snapshots: (socket) => socket.send(ask('/snapshot')),
  'snapshots, read by nobody': (socket) => {
    socket.pause();
    socket.send(ask('/snapshot'));
  },
  'no message at all': (socket) => socket.send('{'),
  'large messages': (socket) => socket.send(ask('/snapshot', 'x'.repeat(900_000))),
  pings: (socket) => socket.ping(),
  pieces: (socket) => socket.send('x', { fin: false }),
};
const names = [...Object.keys(ways), 'connections', 'beats'];
/** Limit of unsent bytes; more would fill this process's own memory. */
const MAX_BEHIND = 256 * 1024;

let round = 0;
/** @type {{ stop: () => void } | undefined} */
let running;
function flood() {
  const name = process.env['FLOOD_WAY'] ?? names[round % names.length] ?? '';
  round += 1;
  const path = name === 'beats' ? '/alive' : '/display';
  const way = name === 'beats' ? (/** @type {WebSocket} */ socket) => socket.send('alive') : ways[name];
  let sockets = [1, 2, 3, 4].map(() => open(path));
  const timer = setInterval(() => {
    if (!way) {
      for (const socket of sockets) socket.terminate();
      sockets = [1, 2, 3, 4].map(() => open());
      return;
    }
    sockets = sockets.map((socket) => (socket.readyState === WebSocket.CLOSED ? open(path) : socket));
    for (const socket of sockets) {
      for (let at = 0; at < 20 && socket.readyState === WebSocket.OPEN && socket.bufferedAmount < MAX_BEHIND; at += 1)
        way(socket);
    }
  }, 10);
  running = {
    stop() {
      clearInterval(timer);
      for (const socket of sockets) socket.terminate();
    },
  };
  return name;
}

process.on('message', (word) => {
  if (word === 'go') process.send?.({ floods: flood() });
  if (word !== 'stop') return;
  running?.stop();
  process.send?.('stopped');
});
process.on('disconnect', () => process.exit());
