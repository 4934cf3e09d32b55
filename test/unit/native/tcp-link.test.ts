import dns from 'node:dns';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseTerminalAddress } from '../../../native/link/address.ts';
import { openTcpLink } from '../../../native/link/tcp-link.ts';
import { codeOf } from './support.ts';
import { until } from '../../waiting.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listen(onSocket: (socket: Socket) => void = () => undefined): Promise<number> {
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe('a TCP link', () => {
  it('resolves the host name at each opening, so that a terminal with a new address is found by its name', async () => {
    const heard: string[] = [];
    let address = '127.0.0.1';
    const port = await listen((socket) => void heard.push(`old ${socket.localAddress}`));
    const moved = createServer((socket) => {
      sockets.push(socket);
      heard.push(`new ${socket.localAddress}`);
    });
    servers.push(moved);
    await new Promise<void>((resolve) => moved.listen(port, '127.0.0.2', resolve));
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((
      _: string,
      options: { all?: boolean },
      done: unknown,
    ) => {
      const found = { address, family: 4 };
      if (options.all) (done as (error: null, all: object[]) => void)(null, [found]);
      else (done as (error: null, one: string, family: number) => void)(null, found.address, found.family);
    }) as unknown as typeof dns.lookup);
    const target = parseTerminalAddress(`tcp:terminal.shop.test:${port}`);
    if (target.kind !== 'tcp') throw new Error('a name is an address');
    await (await openTcpLink(target)).close();
    address = '127.0.0.2';
    await (await openTcpLink(target)).close();
    await until(() => heard.length === 2, 'both');
    expect(heard).toEqual(['old 127.0.0.1', 'new 127.0.0.2']);
    expect(lookup).toHaveBeenCalledTimes(2);
  });

  it('carries bytes both ways, including bytes that are sent at once', async () => {
    const port = await listen((socket) => {
      socket.write('hello');
      socket.on('data', (data) => socket.write(data));
    });
    const link = await openTcpLink({ host: '127.0.0.1', port });
    expect(link).toMatchObject({ kind: 'tcp', address: `tcp:127.0.0.1:${port}` });
    let heard = '';
    link.onData((bytes) => (heard += Buffer.from(bytes).toString()));
    await link.write(Buffer.from(' and back'));
    await until(() => heard === 'hello and back', 'the echo');
    await link.close();
    expect(await link.closed).toBeNull();
    expect(await codeOf(link.write(Buffer.from('x')))).toBe('LINK_CLOSED');
    await link.close();
  });

  it('is lost with a reason when the other side closes, whether idle or not', async () => {
    const port = await listen();
    for (const end of [
      (socket: Socket) => socket.destroy(),
      (socket: Socket) => socket.end(),
      (socket: Socket) => socket.resetAndDestroy(),
    ]) {
      const link = await openTcpLink({ host: '127.0.0.1', port });
      await until(() => sockets.length > 0, 'the connection');
      for (const socket of sockets.splice(0)) end(socket);
      const reason = await link.closed;
      expect(reason?.code).toBe('LINK_LOST');
      expect(await codeOf(link.write(Buffer.from('x')))).toBe('LINK_LOST');
      await link.close();
      expect((await link.closed)?.code).toBe('LINK_LOST');
    }
  });

  it('settles a write that never drains', async () => {
    const port = await listen((socket) => socket.pause());
    const link = await openTcpLink({ host: '127.0.0.1', port });
    const writes = Array.from({ length: 20 }, () => codeOf(link.write(Buffer.alloc(1_000_000))));
    await link.close();
    const codes = await Promise.all(writes);
    expect(codes.at(-1)).toBe('LINK_CLOSED');
  });

  it('distinguishes a refused connection, an unknown host and an aborted opening', async () => {
    const port = await listen();
    await new Promise((resolve) => servers.splice(0)[0]?.close(resolve));
    expect(await codeOf(openTcpLink({ host: '127.0.0.1', port }))).toBe('LINK_REFUSED');
    expect(await codeOf(openTcpLink({ host: 'no-such-host.invalid', port: 1 }))).toBe('LINK_NOT_FOUND');
    const abort = new AbortController();
    const stopped = codeOf(openTcpLink({ host: '127.0.0.1', port: await listen() }, { signal: abort.signal }));
    abort.abort();
    expect(await stopped).toBe('LINK_CLOSED');
    expect(await codeOf(openTcpLink({ host: '127.0.0.1', port: 1 }, { signal: AbortSignal.abort() }))).toBe(
      'LINK_CLOSED',
    );
  });

  it('times out on a host that does not answer', async () => {
    // 192.0.2.0/24 is reserved for documentation, so no host answers. An immediate refusal by the network is right too.
    const code = await codeOf(openTcpLink({ host: '192.0.2.1', port: 9 }, { timeoutMs: 200 }));
    expect(['LINK_TIMEOUT', 'LINK_NOT_FOUND', 'LINK_REFUSED']).toContain(code);
  });
});

describe('addresses', () => {
  it.each([
    ['serial:/dev/ttyUSB0', { kind: 'serial', path: '/dev/ttyUSB0' }],
    ['serial:COM3', { kind: 'serial', path: 'COM3' }],
    ['tcp:127.0.0.1:9001', { kind: 'tcp', host: '127.0.0.1', port: 9001 }],
    ['tcp:[::1]:9001', { kind: 'tcp', host: '::1', port: 9001 }],
    ['tcp:terminal.shop.lan:4001', { kind: 'tcp', host: 'terminal.shop.lan', port: 4001 }],
    ['hid:B61378A', { kind: 'hid', serialNumber: 'B61378A' }],
  ])('are read: %s', (text, parsed) => {
    expect(parseTerminalAddress(text)).toEqual(parsed);
  });

  it.each([
    '',
    'practice',
    'serial:',
    'hid: ',
    'tcp:',
    'tcp:host',
    'tcp:host:0',
    'tcp:host:65536',
    'tcp:::1:1',
    'usb:x',
  ])('are refused: "%s"', (text) => {
    expect(() => parseTerminalAddress(text)).toThrow(/CFG_INVALID/);
  });
});
