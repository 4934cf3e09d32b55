/**
 * Runs everything that a till communicates with in a single process, so that a single clock measures all times: a
 * simulated terminal whose customer acts at once, and a proxy in front of the real sandbox that answers each request
 * after a fixed delay. It records the time of all bytes that pass. Started by `node outside.ts`; the parent's messages
 * control it.
 */
import { readFileSync } from 'node:fs';
import {
  createServer,
  request as forward,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createSecureServer } from 'node:http2';
import { connect, createServer as createRelay, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { startSimulator, injectKsn } from '../../../native/simulator/index.ts';
import type { Family } from '../../../electron/contract/index.ts';
import { nowMs, type FromOutside, type Mark, type ToOutside } from './words.ts';

/** A reader without computing time, so that the time between two of its bytes is the till's. */
const quick = { readMs: { chip: 5, contactless: 5, swipe: 5 }, completeMs: 5, resultMs: 60_000, removeWaitMs: 60_000 };

let marks: Mark[] = [];
const say = (message: FromOutside): void => void process.send?.(message);
const mark = (what: Mark['what'], about: Partial<Mark>): void =>
  void marks.push({ atMs: nowMs(), what, text: '', http: '', bytes: 0, terminal: null, of: null, ...about });
/** Payment ids by the id of their Authorization. */
const attempts = new Map<string, string>();

function fieldsOf(body: Buffer): { id?: string; tags?: { attempt?: string } } {
  try {
    return JSON.parse(body.toString()) as object;
  } catch {
    return {};
  }
}

/** A create contains the id of its payment; later requests name the Authorization. */
function attemptOf({ url = '' }: IncomingMessage, body: Buffer): string | null {
  return fieldsOf(body).tags?.attempt ?? attempts.get(url.split('/')[2] ?? '') ?? null;
}

interface Proxy {
  url: string;
}

/** Headers of one HTTP/1.1 connection, which HTTP/2 does not have. */
const ofHttp1 = ['connection', 'keep-alive', 'transfer-encoding', 'host'];
const withoutHops = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && !ofHttp1.includes(name)));

/** Forwards requests, and delays each answer until `delayMs` after its request. */
async function openProxy(
  target: string,
  delayMs: number,
  roundTripMs: number | null,
  keepAliveMs: number,
): Promise<Proxy> {
  const to = new URL(target);
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): void => {
    const dueMs = nowMs() + delayMs;
    const of = attemptOf(incoming, body);
    mark('request', { text: `${incoming.method} ${incoming.url}`, http: incoming.httpVersion, of });
    const onward = forward(
      {
        host: to.hostname,
        port: to.port,
        method: incoming.method,
        path: incoming.url,
        headers: withoutHops(incoming.headers),
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          setTimeout(
            () => {
              const said = Buffer.concat(parts);
              const { id } = of === null ? {} : fieldsOf(said);
              if (id !== undefined && of !== null) attempts.set(id, of);
              outgoing.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers));
              mark('answer', { text: `${incoming.method} ${incoming.url}`, of });
              outgoing.end(said);
            },
            Math.max(0, dueMs - nowMs()),
          );
        });
      },
    );
    onward.on('error', () => outgoing.destroy());
    onward.end(body);
  };
  const take = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      pass(incoming, outgoing, Buffer.concat(parts));
    });
  };
  const keepAlive = { keepAliveTimeout: keepAliveMs };
  if (roundTripMs === null) return { url: `http://127.0.0.1:${await listening(createServer(keepAlive, take))}` };
  const [cert, key] = ['platform.pem', 'platform.key'].map((name) => readFileSync(join(certificates, name)));
  // The handshake chooses the HTTP version. The code uses only members that HTTP/1.1 and HTTP/2 objects share.
  const both = createSecureServer({ allowHTTP1: true, cert, key }, (incoming, outgoing) =>
    take(incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse),
  );
  const port = await listening(Object.assign(both, keepAlive));
  return { url: `https://127.0.0.1:${await listening(createRelay((near) => carry(near, port, roundTripMs / 2)))}` };
}

const certificates = join(import.meta.dirname, '../../fixtures/tls');

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/**
 * Delays bytes, and the end of the connection, by half a round trip, in order. The connection's start costs a whole
 * one.
 */
function carry(near: Socket, port: number, delayMs: number): void {
  const far = connect({ port, host: '127.0.0.1', noDelay: true });
  near.setNoDelay(true);
  const beganMs = nowMs();
  const pass = (from: Socket, to: Socket, notBeforeMs: number): void => {
    const later = (task: () => void): void => void setTimeout(task, Math.max(delayMs, notBeforeMs + delayMs - nowMs()));
    from.on('data', (bytes: Buffer) => later(() => void (to.destroyed || to.write(bytes))));
    from.on('close', () => later(() => to.destroy()));
    from.on('error', () => undefined);
  };
  // The kernel accepts the connection without a network delay, so the first bytes must wait for the handshake.
  pass(near, far, beganMs + 2 * delayMs);
  pass(far, near, 0);
}

/**
 * Serial numbers in the family's form. The first is the simulator's default, which is registered in the platform's
 * sandbox.
 */
const serialNumberOf = (nth: number): { serialNumber?: string } =>
  nth === 0 ? {} : { serialNumber: `B7${String(nth).padStart(5, '0')}` };

async function openTerminal(
  family: Family,
  serial: string | null,
  customerMs: number | null,
  nth: number,
): Promise<{ address: string; serialNumber: string }> {
  const simulator = await startSimulator({
    family,
    carrier: serial === null ? { tcp: 0 } : { serial },
    ...(customerMs === null ? {} : { autopilot: { card: 'approve', present: 'tap' }, autopilotDelayMs: customerMs }),
    terminal: { ksn: injectKsn(), pace: quick, ...serialNumberOf(nth) },
  });
  const { terminal } = simulator;
  terminal.onSend((bytes) => mark('terminal-says', { bytes: bytes.length, terminal: nth }));
  const receive = terminal.receive.bind(terminal);
  terminal.receive = (bytes: Uint8Array): void => {
    mark('terminal-hears', { bytes: bytes.length, terminal: nth });
    receive(bytes);
  };
  return { address: simulator.address, serialNumber: simulator.serialNumber };
}

async function onMessage(message: ToOutside): Promise<void> {
  if (message.type === 'open') {
    const { sandbox, delayMs, roundTripMs, keepAliveMs, family, serial } = message;
    const customerMs = message.hasCustomer ? message.customerMs : null;
    const proxy = await openProxy(sandbox, delayMs, roundTripMs, keepAliveMs);
    const terminals = [];
    for (let nth = 0; nth < message.terminals; nth += 1) {
      terminals.push(await openTerminal(family, nth === 0 ? serial : null, customerMs, nth));
    }
    say({ type: 'opened', url: proxy.url, terminals });
    return;
  }
  say({ type: 'marks', marks });
  marks = [];
}

process.on('message', (message: ToOutside) => void onMessage(message));
process.on('disconnect', () => process.exit(0));
