/** Failing, stalling and garbled connections to the platform, and the outcome of each call. */
import { createServer as createTcpServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { READ_TIMEOUT_MS } from '../../../../electron/host/platform/call.ts';
import type { Clock } from '../../../../electron/domain/index.ts';
import {
  all,
  answer,
  authorization,
  harnessOf,
  byId,
  captureOf,
  fastClock,
  json,
  listOf,
  PASSWORD,
  raw,
  type Reply,
  routes,
  type Row,
  runAgainst,
  runRow,
  startHostile,
  watchRejections,
  createRequest,
} from './support.ts';
import { until } from '../../../waiting.ts';

let noneUnhandled: () => void;
beforeAll(() => (noneUnhandled = watchRejections()));
afterAll(() => noneUnhandled());

const good = JSON.stringify(authorization());
const goodList = JSON.stringify(listOf([authorization()]));
const bodyFor = (path: string, method: string): string =>
  path === '/authorizations' && method === 'GET' ? goodList : good;
const okHead = (length: number): string => `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`;

const silent: Reply = () => undefined;
const unused: Reply = silent;

/** Sends a byte now and then, forever; never silent long enough to seem hung. */
const trickle: Reply = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
  const timer = setInterval(() => socket.write(' '), 20);
  socket.on('close', () => clearInterval(timer));
};

const endless: Reply = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\n\r\n');
  const pour = (): void => {
    while (!socket.destroyed && socket.write('x'.repeat(16_384)));
  };
  socket.on('drain', pour);
  pour();
};

/** Gateway that quotes the rejected request, outside HTTP. */
const quoting: Reply = (socket, asked) => {
  socket.end(`REFUSED ${asked.headers['authorization']} ${asked.body} ${PASSWORD}\r\n\r\n`);
};

const rows: Row[] = [
  {
    name: 'reset before the request was read',
    reply: unused,
    onConnection: (socket) => void setTimeout(() => socket.resetAndDestroy(), 15),
    expected: all('unknown API_BROKEN'),
  },
  {
    name: 'hung up before the request was read',
    reply: unused,
    onConnection: (socket) => void setTimeout(() => socket.destroy(), 15),
    expected: all('unknown API_BROKEN'),
  },
  { name: 'reset after the request', reply: (socket) => socket.resetAndDestroy(), expected: all('unknown API_BROKEN') },
  { name: 'closed without a byte', reply: raw(''), expected: all('unknown API_BROKEN') },
  { name: 'closed in the status line', reply: raw('HTTP/1.1 2'), expected: all('unknown API_BROKEN') },
  { name: 'closed in the headers', reply: raw('HTTP/1.1 200 OK\r\ncontent-le'), expected: all('unknown API_BROKEN') },
  {
    name: 'reset after the headers',
    reply: (socket) => {
      socket.write(okHead(500));
      setTimeout(() => socket.resetAndDestroy(), 10);
    },
    expected: all('unknown API_BROKEN'),
  },
  {
    name: 'reset in the middle of the body',
    reply: (socket) => {
      socket.write(`${okHead(good.length)}${good.slice(0, 40)}`);
      setTimeout(() => socket.resetAndDestroy(), 10);
    },
    expected: all('unknown API_BROKEN'),
  },
  { name: 'silence until the time-out', reply: silent, expected: all('unknown API_TIMEOUT'), speed: 60 },
  { name: 'headers, then silence', reply: raw(okHead(500), false), expected: all('unknown API_TIMEOUT'), speed: 60 },
  { name: 'a slow trickle over the time-out', reply: trickle, expected: all('unknown API_TIMEOUT'), speed: 60 },
  { name: 'rubbish instead of HTTP', reply: raw('SSH-2.0-OpenSSH_9.6\r\n'), expected: all('unknown API_BROKEN') },
  {
    name: 'binary rubbish instead of HTTP',
    reply: raw(Buffer.from('1503010002020a00ff00fe', 'hex')),
    expected: all('unknown API_BROKEN'),
  },
  { name: 'the request quoted instead of HTTP', reply: quoting, expected: all('unknown API_BROKEN') },
  {
    name: '100 Continue without a request for it',
    reply: (socket, asked) => {
      socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      json(200, JSON.parse(bodyFor(asked.path, asked.method)))(socket, asked);
    },
    expected: all('unknown API_BROKEN'),
  },
  {
    name: '100 Continue and nothing else',
    reply: raw('HTTP/1.1 100 Continue\r\n\r\n'),
    expected: all('unknown API_BROKEN'),
  },
  {
    name: '103 Early Hints before the answer',
    reply: (socket, asked) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>; rel=preload\r\n\r\n');
      json(200, JSON.parse(bodyFor(asked.path, asked.method)))(socket, asked);
    },
    expected: all('answered SUCCEEDED'),
  },
  {
    name: '101 Switching Protocols without a request for it',
    reply: raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n', false),
    expected: all('unknown API_BROKEN'),
  },
  {
    name: 'two lengths that differ',
    reply: raw(`HTTP/1.1 200 OK\r\ncontent-length: 10\r\ncontent-length: 20\r\n\r\n${good}`),
    expected: all('unknown API_BROKEN'),
  },
  {
    name: 'a length shorter than the body',
    reply: raw(`${okHead(20)}${good}`),
    expected: all('unknown API_UNREADABLE'),
  },
  { name: 'a length longer than the body', reply: raw(`${okHead(5000)}${good}`), expected: all('unknown API_BROKEN') },
  {
    name: 'a length that is no number',
    reply: raw(`HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n${good}`),
    expected: all('unknown API_BROKEN'),
  },
  {
    name: 'chunks with a size that is no number',
    reply: raw(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n${good}\r\n0\r\n\r\n`),
    expected: all('unknown API_BROKEN'),
  },
  {
    name: 'chunks that end before the last',
    reply: raw(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${good.length.toString(16)}\r\n${good}\r\n`),
    expected: all('unknown API_BROKEN'),
  },
  {
    name: 'no length, ended by closing',
    reply: (socket, asked) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${bodyFor(asked.path, asked.method)}`),
    expected: all('answered SUCCEEDED'),
  },
  {
    name: 'headers without end',
    reply: raw(`HTTP/1.1 200 OK\r\n${'x-padding: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(2000)}\r\n`),
    expected: all('unknown API_BROKEN'),
  },
  { name: 'a body over the limit', reply: answer(200, ' '.repeat(70_000)), expected: all('unknown API_UNREADABLE') },
  { name: 'a body without end', reply: endless, expected: all('unknown API_UNREADABLE') },
  {
    name: 'gzip without a request for it',
    reply: (socket, asked) =>
      answer(200, gzipSync(bodyFor(asked.path, asked.method)), { 'content-encoding': 'gzip' })(socket, asked),
    expected: all('unknown API_UNREADABLE'),
  },
  {
    name: 'gzip that is none',
    reply: answer(200, Buffer.from('1f8b0800ffffffff00', 'hex'), { 'content-encoding': 'gzip' }),
    expected: all('unknown API_UNREADABLE'),
  },
  {
    name: 'headers given twice',
    reply: (socket, asked) => {
      const body = bodyFor(asked.path, asked.method);
      socket.write(
        `HTTP/1.1 200 OK\r\nx-request-id: one\r\nx-request-id: two\r\nretry-after: 1\r\nretry-after: 2\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
    },
    expected: all('answered SUCCEEDED'),
    check: ({ harness }) => expect(harness.reports.map((report) => report.requestId)).toContain('one, two'),
  },
  {
    name: 'a byte order mark before the JSON',
    reply: (socket, asked) => answer(200, `\ufeff${bodyFor(asked.path, asked.method)}`)(socket, asked),
    expected: all('answered SUCCEEDED'),
  },
  { name: 'zero bytes for a body', reply: answer(200, Buffer.alloc(40)), expected: all('unknown API_UNREADABLE') },
];

describe('platform behind a bad connection', () => {
  it.concurrent.each(rows)('gives every call the expected outcome: $name', { timeout: 180_000 }, runRow);

  it.concurrent('a refused connection proves that no request was sent', async () => {
    const server = await startHostile(unused);
    await server.close();
    const harness = harnessOf(server.url);
    await runAgainst(harness, all('not-sent API_UNREACHABLE'), ({ authorize }) =>
      expect(authorize).toMatchObject({ failure: { context: { reason: 'ECONNREFUSED' } } }),
    );
    await harness.close();
  });

  it.concurrent('an unknown host name proves that no request was sent', async () => {
    const harness = harnessOf('https://platform.invalid');
    await runAgainst(harness, all('not-sent API_UNREACHABLE'));
    await harness.close();
  });

  it.concurrent('a computer that never accepts the connection proves that no request was sent', async () => {
    const listener = await startDeafListener();
    const harness = harnessOf(`http://127.0.0.1:${listener.port}`, { connectTimeoutMs: 100 });
    await runAgainst(harness, all('not-sent API_UNREACHABLE'));
    await harness.close();
    await listener.close();
  });

  it.concurrent('TLS without an answer, or answered in plain text, proves that no request was sent', async () => {
    const deaf = createTcpServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await new Promise((resolve) => deaf.once('listening', resolve));
    const bound = deaf.address();
    const harness = harnessOf(`https://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`, {
      connectTimeoutMs: 100,
    });
    await runAgainst(harness, all('not-sent API_UNREACHABLE'));
    await harness.close();
    deaf.close();

    const plain = await startHostile(unused, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const other = harnessOf(plain.url.replace('http:', 'https:'));
    await runAgainst(other, all('not-sent API_UNREACHABLE'));
    await other.close();
    await plain.close();
  });

  it.concurrent('sixteen terminals send their requests without waiting for each other', async () => {
    const held: (() => void)[] = [];
    const server = await startHostile(
      (socket, asked) => void held.push(() => json(200, authorization())(socket, asked)),
    );
    const harness = harnessOf(server.url, {}, { ...fastClock(1), after: () => () => undefined });
    const calls = Array.from({ length: 16 }, () => harness.port.findPayment(byId('AU1')));
    await expect.poll(() => held.length, { timeout: 20_000 }).toBe(16);
    for (const reply of held) reply();
    expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(calls.map(() => 'answered'));
    await harness.close();
    await server.close();
  });

  it.concurrent('calls that wait for the only connection, which a hanging call uses, are reported as not sent', async () => {
    const server = await startHostile(silent);
    const fast = fastClock(60);
    // The hanging call's timeout is off here, so that even on a busy computer it outlasts the waiting call.
    const after: Clock['after'] = (delayMs, task) =>
      delayMs > READ_TIMEOUT_MS ? () => undefined : fast.after(delayMs, task);
    const harness = harnessOf(server.url, { connections: 1 }, { ...fast, after });
    const first = harness.port.capture(captureOf('AU1', 1234));
    await expect.poll(() => server.asked.length).toBe(1);
    const second = await harness.port.findPayment(byId('AU2'));
    expect(second).toMatchObject({ kind: 'not-sent', failure: { code: 'API_UNREACHABLE' } });
    expect(server.asked).toHaveLength(1);
    await harness.close();
    // The till closed the connection after the request was sent, which is no evidence.
    expect(await first).toMatchObject({ kind: 'unknown', failure: { code: 'API_BROKEN' } });
    await server.close();
  });

  it.concurrent('a POST is sent once in every case, and a read is retried', async () => {
    const server = await startHostile((socket) => socket.resetAndDestroy());
    const harness = harnessOf(server.url);
    await harness.port.authorize({ ...createRequest, idempotencyId: 'k' });
    expect(server.asked.map(({ method }) => method)).toEqual(['POST']);
    await harness.port.capture(captureOf('AU1', 1234));
    await harness.port.void({ authorization: 'AU1' });
    expect(server.asked.map(({ method }) => method)).toEqual(['POST', 'PUT', 'PUT']);
    await harness.port.findPayment(byId('AU1'));
    expect(server.asked.slice(3).map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET']);
    await harness.close();
    await server.close();
  });

  it.concurrent('a read that fails once succeeds at the next attempt', async () => {
    let count = 0;
    const server = await startHostile(
      routes({
        get: (socket, asked) => {
          count += 1;
          if (count === 1) socket.resetAndDestroy();
          else json(200, authorization())(socket, asked);
        },
      }),
    );
    const harness = harnessOf(server.url);
    expect(await harness.port.findPayment(byId('AU1'))).toMatchObject({ kind: 'answered', record: { id: 'AU1' } });
    await harness.close();
    await server.close();
  });
});

/**
 * On Windows libuv makes the system accept 32 connections in advance (AcceptEx), in addition to the queue of two. So
 * many are accepted, and data written to them may arrive, although the program never reads. Seen with Node 24.21 for
 * Windows: 34 of 60 connected, on Linux 2. A call on one of those 34 was sent, so its outcome is unknown.
 */
const TAKEN_UNSEEN = process.platform === 'win32' ? 40 : 4;

/** Computer whose program listens but never accepts: its queue of waiting connections is full. */
async function startDeafListener(): Promise<{ port: number; close(): Promise<void> }> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const server = require('node:net').createServer();
     server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
     });`,
    { eval: true },
  );
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  const { connect } = await import('node:net');
  const fillers = Array.from({ length: TAKEN_UNSEEN }, () =>
    connect({ port, host: '127.0.0.1' }).on('error', () => undefined),
  );
  await until(() => fillers.filter(({ connecting }) => !connecting).length >= 2, 'a full queue');
  return {
    port,
    async close() {
      for (const filler of fillers) filler.destroy();
      await worker.terminate();
    },
  };
}
