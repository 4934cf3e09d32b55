/**
 * The way to the platform over a real TLS server and a real CONNECT proxy: private authorities, bad certificates,
 * proxies.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer, type Server } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { proxyHost, proxySecrets, readAuthorities } from '../../../../electron/host/platform/network.ts';
import { createOperations } from '../../../../electron/host/platform/operations.ts';
import type { ApiOutcome } from '../../../../electron/host/platform/call.ts';
import { harnessOf, expectNoSecrets, watchRejections, type Harness } from './support.ts';

const fixtures = resolve(import.meta.dirname, '../../../fixtures/tls');
const pem = (name: string): string => readFileSync(join(fixtures, `${name}.pem`), 'utf8');
const key = (name: string): string => readFileSync(join(fixtures, `${name}.key`), 'utf8');
const authorities = [pem('authority')];

let noneUnhandled: () => void;
beforeAll(() => (noneUnhandled = watchRejections()));
afterAll(() => noneUnhandled());

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function listen(server: Server | ReturnType<typeof createHttpServer>): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((done) => server.close(() => done()));
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)));
}

/** Platform with one Device and a chosen certificate; `asked` counts requests that arrived. */
async function platform(certificate: string): Promise<{ port: number; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createHttpsServer({ cert: pem(certificate), key: key(certificate) }, (request, response) => {
    asked.push(request);
    response.setHeader('content-type', 'application/hal+json').end(JSON.stringify({ id: 'DV1', model: 'DYNAFLEX' }));
  });
  // A client that rejects the certificate disconnects within the handshake.
  server.on('tlsClientError', () => undefined);
  return { port: await listen(server), asked };
}

interface Proxy {
  port: number;
  /** Targets of CONNECT, and the received credentials. */
  seen: { target: string; login: string | undefined }[];
}

/** Resolves every name to this computer, like a shop's proxy that resolves names for the till. */
async function proxy(answer: 'open' | 'hang' | 'hang-up' | 403 | 407 | 502 = 'open', login?: string): Promise<Proxy> {
  const seen: Proxy['seen'] = [];
  const server = createHttpServer((_, response) => void response.writeHead(500).end());
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const given = request.headers['proxy-authorization'];
    seen.push({ target: request.url ?? '', login: given });
    if (answer === 'hang') return;
    if (answer === 'hang-up') return void socket.destroy();
    const status = login !== undefined && given !== login ? 407 : answer;
    if (status !== 'open') return void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    const upstream = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(upstream).pipe(socket);
    });
    const end = (): void => {
      upstream.destroy();
      socket.destroy();
    };
    upstream.on('error', end).on('close', end);
    socket.on('error', end).on('close', end);
  });
  return { port: await listen(server), seen };
}

function client(url: string, more: Parameters<typeof harnessOf>[1] = {}): Harness {
  const harness = harnessOf(url, { connectTimeoutMs: 2_000, authorities, ...more });
  closing.push(() => harness.close());
  return harness;
}

const fetchDevice = (harness: Harness): Promise<ApiOutcome<unknown>> =>
  createOperations(harness.http).devices.fetch('DV1');
const failed = (outcome: ApiOutcome<unknown>) => {
  if (outcome.kind === 'answered') throw new Error('answered');
  return {
    kind: outcome.kind,
    code: outcome.error.code,
    message: outcome.error.plainMessage,
    ...outcome.error.context,
  };
};

describe('certificates', () => {
  it('are trusted from a private authority once it is configured', async () => {
    const { port } = await platform('platform');
    const harness = client(`https://127.0.0.1:${port}`);
    expect(await fetchDevice(harness)).toMatchObject({ kind: 'answered', value: { id: 'DV1' } });
  });

  it.each([
    ['of an unknown authority', 'platform', [], 'unknown-authority', /platform\.caFile/],
    ['that has expired', 'expired', authorities, 'expired', /expired.*date/],
    ['for another host', 'other', authorities, 'wrong-host', /another host/],
    ['signed by itself', 'self-signed', authorities, 'self-signed', /itself.*platform\.caFile/],
  ])(
    '%s are reported with fault and remedy, and no request is sent or retried',
    async (_, name, known, fault, words) => {
      const { port, asked } = await platform(name);
      const harness = client(`https://127.0.0.1:${port}`, { authorities: known });
      const outcome = failed(await fetchDevice(harness));
      expect(outcome).toMatchObject({ kind: 'not-sent', code: 'API_UNREACHABLE', certificate: fault });
      expect(outcome.message).toMatch(words);
      expect(asked).toEqual([]);
      expect(harness.reports).toHaveLength(1);
      expectNoSecrets(outcome, harness.lines);
    },
  );

  it('are trusted if self-signed and configured', async () => {
    const { port } = await platform('self-signed');
    const harness = client(`https://127.0.0.1:${port}`, { authorities: [pem('self-signed')] });
    expect((await fetchDevice(harness)).kind).toBe('answered');
  });
});

describe('proxy', () => {
  it('opens tunnels to names unknown to this computer, and keeps them open', async () => {
    const { port, asked } = await platform('platform');
    const way = await proxy();
    const harness = client(`https://platform.test:${port}`, { proxy: `http://127.0.0.1:${way.port}` });
    for (let count = 0; count < 8; count += 1) expect((await fetchDevice(harness)).kind).toBe('answered');
    expect(way.seen[0]).toEqual({ target: `platform.test:${port}`, login: undefined });
    expect(way.seen.length).toBeLessThan(5);
    expect(asked).toHaveLength(8);
    // The platform's password is for the platform only: the proxy sees a tunnel, and the platform no sign of the proxy.
    expect(asked[0]?.headers['proxy-authorization']).toBeUndefined();
    expect(harness.http.proxy).toBe(`127.0.0.1:${way.port}`);
  });

  it('gets its own credentials, which appear nowhere else', async () => {
    const { port } = await platform('platform');
    const login = `Basic ${Buffer.from('till:p@ss:w0rd').toString('base64')}`;
    const way = await proxy('open', login);
    const address = `http://till:p%40ss%3Aw0rd@127.0.0.1:${way.port}`;
    const harness = client(`https://platform.test:${port}`, { proxy: address });
    expect((await fetchDevice(harness)).kind).toBe('answered');
    expect(way.seen[0]?.login).toBe(login);
    expect(proxyHost(address)).toBe(`127.0.0.1:${way.port}`);
    expect(proxySecrets(address)).toEqual(['p%40ss%3Aw0rd', 'p@ss:w0rd', login.slice(6)]);
    const wrong = client(`https://platform.test:${port}`, { proxy: address.replace('w0rd', 'other') });
    const outcome = failed(await fetchDevice(wrong));
    expect(outcome).toMatchObject({ kind: 'not-sent', code: 'API_UNREACHABLE', proxyStatus: 407 });
    expect(outcome.message).toContain('user name and password');
    const said = JSON.stringify([harness.lines, harness.reports, wrong.lines, wrong.reports, outcome]);
    for (const secret of [...proxySecrets(address), 'p@ss:other', 'p%40ss']) expect(said).not.toContain(secret);
  });

  it.each([
    ['refuses', 403, /did not open the connection \(403\)/],
    ['cannot reach the platform', 502, /did not open the connection \(502\)/],
  ] as const)('is reported if it %s, and the request was provably not sent', async (_, status, words) => {
    const { port, asked } = await platform('platform');
    const way = await proxy(status);
    const harness = client(`https://platform.test:${port}`, { proxy: `http://127.0.0.1:${way.port}` });
    const outcome = failed(await fetchDevice(harness));
    expect(outcome).toMatchObject({ kind: 'not-sent', code: 'API_UNREACHABLE', proxyStatus: status });
    expect(outcome.message).toMatch(words);
    expect(asked).toEqual([]);
  });

  it.each(['hang', 'hang-up'] as const)(
    'ends a request without an answer (%s) as provably not sent',
    async (answer) => {
      const { port } = await platform('platform');
      const way = await proxy(answer);
      const proxied = { proxy: `http://127.0.0.1:${way.port}`, connectTimeoutMs: 500 };
      const harness = client(`https://platform.test:${port}`, proxied);
      expect(failed(await fetchDevice(harness))).toMatchObject({ kind: 'not-sent', code: 'API_UNREACHABLE' });
    },
  );

  it('makes a request provably not sent if it does not exist', async () => {
    const harness = client('https://platform.test:1', { proxy: 'http://127.0.0.1:1' });
    expect(failed(await fetchDevice(harness))).toMatchObject({ kind: 'not-sent', reason: 'ECONNREFUSED' });
  });

  it('does not hide an invalid certificate behind it', async () => {
    const { port, asked } = await platform('other');
    const way = await proxy();
    const harness = client(`https://platform.test:${port}`, { proxy: `http://127.0.0.1:${way.port}` });
    expect(failed(await fetchDevice(harness))).toMatchObject({ kind: 'not-sent', certificate: 'wrong-host' });
    expect(asked).toEqual([]);
  });

  it('is not used to reach this computer', async () => {
    const { port } = await platform('platform');
    const way = await proxy();
    const harness = client(`https://127.0.0.1:${port}`, { proxy: `http://127.0.0.1:${way.port}` });
    expect((await fetchDevice(harness)).kind).toBe('answered');
    expect(way.seen).toEqual([]);
    expect(harness.http.proxy).toBeNull();
  });

  it.each(['ftp://proxy.test', 'proxy.test:3128', 'socks5://proxy.test', ''])('refuses the address %j', (address) => {
    expect(() => harnessOf('https://platform.test', { proxy: address })).toThrow(/CFG_INVALID/);
  });
});

describe('a file of authorities', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tillbridge-ca-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
  });
  const now = Date.UTC(2030, 0, 1);
  const written = (text: string): string => {
    const path = join(folder, 'ca.pem');
    writeFileSync(path, text);
    return path;
  };

  it('is read completely, with subject and expiry of each', () => {
    const found = readAuthorities(written(`words before\n${pem('old-authority')}\n${pem('authority')}`), now);
    expect(found.map(({ subject }) => subject)).toEqual([
      'CN=Old test authority, O=Tillbridge tests',
      'CN=Tillbridge test authority, O=Tillbridge tests',
    ]);
    expect(found[1]?.validTo).toBe(Date.UTC(2120, 0, 1));
  });

  it.each([
    ['is not there', () => join(folder, 'none.pem'), /no such file/],
    ['is a folder', () => folder, /EISDIR/],
    ['is empty', () => written(''), /holds no certificate/],
    ['is in another form', () => written('\u0030\u0082\u0003'), /holds no certificate in PEM form/],
    ['is damaged', () => written(pem('authority').replace('-\nMII', '-\n!!!')), /cannot be read/],
    ['has ended', () => written(pem('old-authority')), /expired, the last on 2020-01-01/],
    ['is a private key', () => join(fixtures, 'platform.key'), /private key/],
  ])('is refused with the reason if it %s', (_, path, words) => {
    expect(() => readAuthorities(path(), now)).toThrow(words);
    expect(() => readAuthorities(path(), now)).toThrow(/CFG_INVALID/);
  });
});
