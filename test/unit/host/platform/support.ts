/**
 * A server with arbitrarily bad answers over real sockets, and the real client in front of it. Time runs faster. All
 * logs and reports of the client are kept, to be searched for secrets.
 */
import { createServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { expect } from 'vitest';
import { createLogger, type LogEntry } from '../../../../electron/host/log/index.ts';
import type { Clock } from '../../../../electron/domain/index.ts';
import type {
  CreatePayment,
  PaymentKey,
  PlatformOutcome,
  PlatformPort,
} from '../../../../electron/host/payments/index.ts';
import type { PlatformConfig } from '../../../../electron/host/platform/call.ts';
import { createDevices, type PlatformDevices } from '../../../../electron/host/platform/devices.ts';
import { Http, type ExchangeReport } from '../../../../electron/host/platform/http.ts';
import { PaymentsPort } from '../../../../electron/host/platform/payments-port.ts';

/** Speed for rows that expect no timeout, low enough to prevent timeouts on a busy computer. */
const SPEED = 5;

/** Longest delay between two attempts of a call, and shorter than every timeout. */
const LONGEST_PAUSE_MS = 4_000;

/** Real time, accelerated. With `skipsPauses`, delays before retries end at once and time jumps. */
export function fastClock(speed = SPEED, skipsPauses = false): Clock {
  const start = performance.now();
  let skippedMs = 0;
  const monotonic = (): number => skippedMs + (performance.now() - start) * speed;
  return {
    now: () => Date.UTC(2026, 10, 21) + monotonic(),
    monotonic,
    after(delayMs, task) {
      if (skipsPauses && delayMs <= LONGEST_PAUSE_MS) {
        // Concurrent calls wait at the same time, so their delays are not added up.
        const due = monotonic() + delayMs;
        const pause = setImmediate(() => {
          skippedMs += Math.max(0, due - monotonic());
          task();
        });
        return () => clearImmediate(pause);
      }
      const timer = setTimeout(task, delayMs / speed);
      return () => clearTimeout(timer);
    },
  };
}

// --- Server -----------------------------------------------------------------------------------------------------

export interface Asked {
  method: string;
  /** Path without the query. */
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Answers one request with arbitrary bytes. */
export type Reply = (socket: Socket, asked: Asked) => void;

export interface HostileServer {
  url: string;
  asked: Asked[];
  close(): Promise<void>;
}

/**
 * Answers each complete request with `reply`; `onConnection`, if given, takes the socket before any request is read.
 */
export async function startHostile(reply: Reply, onConnection?: (socket: Socket) => void): Promise<HostileServer> {
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true, pauseOnConnect: onConnection !== undefined }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    if (onConnection) return onConnection(socket);
    let bytes = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      bytes += text;
      for (let next = takeRequest(bytes); next; next = takeRequest(bytes)) {
        bytes = next.rest;
        asked.push(next.asked);
        reply(socket, next.asked);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function takeRequest(bytes: string): { asked: Asked; rest: string } | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.slice(0, end).split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  ) as Record<string, string>;
  const length = Number(headers['content-length'] ?? 0);
  const start = end + 4;
  if (bytes.length < start + length) return null;
  const url = new URL(target, 'http://server');
  return {
    asked: { method, path: url.pathname, query: url.searchParams, headers, body: bytes.slice(start, start + length) },
    rest: bytes.slice(start + length),
  };
}

// --- Replies --------------------------------------------------------------------------------------------------------

export type Headers = Readonly<Record<string, string>>;

/** Complete, well-formed HTTP answer. */
export function answer(status: number, body: string | Buffer = '', headers: Headers = {}): Reply {
  return (socket) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} Whatever\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n`);
    socket.write(body);
  };
}

export function json(status: number, value: unknown, headers: Headers = {}): Reply {
  return answer(status, JSON.stringify(value), { 'content-type': 'application/hal+json', ...headers });
}

export function html(status: number, headers: Headers = {}): Reply {
  const page = '<!doctype html><html><body><h1>Something is somewhere</h1></body></html>';
  return answer(status, page, { 'content-type': 'text/html', ...headers });
}

/** Raw bytes; `end` closes the connection after them. */
export function raw(bytes: string | Buffer, end = true): Reply {
  return (socket) => {
    socket.write(bytes);
    if (end) socket.end();
  };
}

/** The platform's error envelope. */
export function errors(status: number, error: Readonly<Record<string, unknown>>, headers: Headers = {}): Reply {
  return json(status, { total: 1, _embedded: { errors: [{ logref: 'ref-1', message: 'No.', ...error }] } }, headers);
}

export const KEY = 'tillbridge-A-1jd4k2x9q-7f3k9m2p';

/** Authorization in the platform's form. */
export function authorization(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id: 'AU1',
    state: 'SUCCEEDED',
    amount: 1234,
    amount_requested: 1234,
    currency: 'USD',
    transfer: null,
    is_void: false,
    void_state: 'UNATTEMPTED',
    idempotency_id: KEY,
    ...more,
  };
}

export function listOf(records: readonly unknown[], page: unknown = { limit: 20, next_cursor: null }): unknown {
  return { _embedded: { authorizations: records }, _links: {}, page };
}

/** Routes of a payment's endpoints; an absent route is the platform's own 404. */
export interface Routes {
  create?: Reply;
  get?: Reply;
  list?: Reply;
  put?: Reply;
}

export function routes({ create, get, list, put }: Routes): Reply {
  const none = errors(404, { code: 'NOT_FOUND' });
  return (socket, asked) => {
    const isList = asked.path === '/authorizations';
    const reply = asked.method === 'POST' ? create : asked.method === 'PUT' ? put : isList ? list : get;
    (reply ?? none)(socket, asked);
  };
}

/** Row of a table of replies. */
export const row = (name: string, reply: Reply, expected: Expected, more: Partial<Row> = {}): Row => ({
  name,
  reply,
  expected,
  ...more,
});

/** Answers every endpoint with this record, including lists. */
export function records(record: Readonly<Record<string, unknown>>): Reply {
  const one = json(200, record);
  return routes({ create: json(201, record), get: one, put: one, list: json(200, listOf([record])) });
}

// --- Client -----------------------------------------------------------------------------------------------------

export const USERNAME = 'USq7Zk3';
export const PASSWORD = 'Sw0rdfish.7c(1b)9e';
export const PAYLOAD =
  '01A6F98201A2DFDF5401DFDF550182C4B8E1097D3FA65BC82E4911D07A6C35F8B2904E6D71AC03985FB42E60D'.repeat(2);
export const KSN = 'FFFF9876543210E00001';
const CREDENTIALS = Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64');

export const createRequest: CreatePayment = {
  kind: 'sale',
  route: 'cable',
  order: null,
  tipMinor: 0,
  surchargeMinor: 0,
  isTipOnTerminal: false,
  idempotencyId: KEY,
  attempt: 'A-1jd4k2x9q-7f3k9m2p',
  amountMinor: 1234,
  currency: 'USD',
  device: null,
  card: { encryptedEmvData: PAYLOAD, keySerialNumber: KSN, format: 1 },
};

/** Start of these tests' payments. */
const STARTED_AT = Date.UTC(2026, 10, 21);

export const byId = (id: string): PaymentKey => ({ kind: 'sale', startedAt: STARTED_AT, id });

export const byKey = (idempotencyId: string, startedAt = STARTED_AT): PaymentKey => ({
  kind: 'sale',
  startedAt,
  idempotencyId,
  attempt: createRequest.attempt,
});

export const captureOf = (authorization: string, amountMinor: number) => ({
  authorization,
  amountMinor,
  tipMinor: 0,
  attempt: createRequest.attempt,
  order: null,
});

export interface Harness {
  http: Http;
  devices: PlatformDevices;
  port: PlatformPort;
  clock: Clock;
  lines: LogEntry[];
  reports: ExchangeReport[];
  close(): Promise<void>;
}

/** The real client of a server, with all logs and reports kept unredacted. */
export function harnessOf(url: string, config: Partial<PlatformConfig> = {}, clock = fastClock(SPEED, true)): Harness {
  const lines: LogEntry[] = [];
  const reports: ExchangeReport[] = [];
  const log = createLogger('platform', { write: (entry) => void lines.push(entry) });
  const http = new Http(
    {
      baseUrl: url,
      username: USERNAME,
      password: PASSWORD,
      connectTimeoutMs: 2_000,
      maxResponseBytes: 64 * 1024,
      ...config,
    },
    { clock, random: () => 0.5, log },
  );
  http.observe((report) => void reports.push(report));
  const devices = createDevices(http);
  const port = new PaymentsPort({ http, devices, merchant: null });
  return { http, devices, port, clock, lines, reports, close: () => http.close() };
}

/** Outcome in a few words, for tables. */
export function inWords(outcome: PlatformOutcome<unknown>): string {
  if (outcome.kind !== 'answered') return `${outcome.kind} ${outcome.failure.code}`;
  const record = outcome.record as { state: string; isVoid?: boolean; transfer?: string | null } | null;
  if (record === null) return 'answered nothing';
  return `answered ${record.state}${record.isVoid ? ' void' : ''}${record.transfer ? ` ${record.transfer}` : ''}`;
}

export interface Expected {
  /** GET /authorizations/{id}. */
  read: string;
  /** GET /authorizations?idempotency_id. */
  find: string;
  authorize: string;
  capture: string;
  void: string;
}

/** The same outcome for all calls; a refused capture is accepted only with a reason. */
export const all = (words: string): Expected => ({
  read: words,
  find: words,
  authorize: words,
  capture: words.replace(/^refused /, 'unknown '),
  void: words,
});

/** Makes all five calls of a payment at once and returns their outcomes. */
export async function askAll(port: PlatformPort) {
  const [read, find, authorize, capture, voided] = await Promise.all([
    port.findPayment(byId('AU1')),
    port.findPayment(byKey(KEY)),
    port.authorize(createRequest),
    port.capture(captureOf('AU1', 1234)),
    port.void({ authorization: 'AU1' }),
  ]);
  return { read, find, authorize, capture, void: voided };
}

/** Fails if any value contains password, credentials or card payload, whole or in part, in any case. */
export function expectNoSecrets(...things: unknown[]): void {
  const said = inspect(things, {
    depth: 20,
    showHidden: true,
    maxStringLength: null,
    maxArrayLength: null,
  }).toLowerCase();
  const forbidden = [PASSWORD, CREDENTIALS, KSN, ...pieces(PAYLOAD, 36)];
  expect(forbidden.filter((secret) => said.includes(secret.toLowerCase()))).toEqual([]);
}

function pieces(text: string, length: number): string[] {
  return Array.from({ length: Math.floor(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
}

export interface Row {
  name: string;
  reply: Reply;
  onConnection?: (socket: Socket) => void;
  expected: Expected;
  /** Speed of time, for rows that end by a timeout. */
  speed?: number;
  /** Further checks; `outcomes` are those of the five calls. */
  check?: (seen: { outcomes: Awaited<ReturnType<typeof askAll>>; asked: Asked[]; harness: Harness }) => void;
}

/** Runs one row: the five calls against this server, their outcomes, and a search for secrets. */
export async function runRow({ reply, onConnection, expected, speed, check }: Row): Promise<void> {
  const server = await startHostile(reply, onConnection);
  // Runs at normal speed unless a timeout is expected, to prevent timeouts on a busy computer.
  const harness = harnessOf(server.url, {}, fastClock(speed ?? 1, speed === undefined));
  try {
    await runAgainst(harness, expected, (outcomes) => check?.({ outcomes, asked: server.asked, harness }));
  } finally {
    await harness.close();
    await server.close();
  }
}

export async function runAgainst(
  harness: Harness,
  expected: Expected,
  check?: (outcomes: Awaited<ReturnType<typeof askAll>>) => void,
): Promise<void> {
  const outcomes = await askAll(harness.port);
  expect({
    read: inWords(outcomes.read),
    find: inWords(outcomes.find),
    authorize: inWords(outcomes.authorize),
    capture: inWords(outcomes.capture),
    void: inWords(outcomes.void),
  }).toEqual(expected);
  check?.(outcomes);
  expectNoSecrets(outcomes, harness.lines, harness.reports);
}

/** Collects unhandled rejections; call the result at the end. */
export function watchRejections(): () => void {
  const unhandled: unknown[] = [];
  const listener = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', listener);
  process.on('uncaughtExceptionMonitor', listener);
  return () => {
    process.off('unhandledRejection', listener);
    process.off('uncaughtExceptionMonitor', listener);
    expect(unhandled).toEqual([]);
  };
}
