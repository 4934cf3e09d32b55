/** One sale, end to end, as processes: command line, sandbox over HTTP, simulator on a serial line or TCP. */
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ptyPair, serve, tillbridge, type Running } from './processes.ts';

const approvePan = '4111111111111111';
const declinePan = '5105105105105100';

let sandbox: Running;
let url: string;
let env: Record<string, string>;
let dir: string;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tillbridge-cli-'));
  sandbox = serve(['sandbox', '--port', '0', '--data', join(dir, 'sandbox'), '--json']);
  const said = await sandbox.said;
  url = String(said['url']);
  env = { TILLBRIDGE_USERNAME: String(said['username']), TILLBRIDGE_PASSWORD: String(said['password']) };
});
afterAll(() => sandbox.stop());

async function get(path: string): Promise<Record<string, unknown>> {
  const basic = Buffer.from(`${env['TILLBRIDGE_USERNAME']}:${env['TILLBRIDGE_PASSWORD']}`).toString('base64');
  const response = await fetch(`${url}${path}`, {
    headers: { authorization: `Basic ${basic}`, 'Service-Version': '2022-02-01' },
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as Record<string, unknown>;
}

async function listed(resource: 'authorizations' | 'transfers'): Promise<Record<string, unknown>[]> {
  const body = (await get(`/${resource}?limit=100`)) as { _embedded?: Record<string, Record<string, unknown>[]> };
  return body._embedded?.[resource] ?? [];
}

/** Every file under a folder, as bytes. */
function files(folder: string): { path: string; bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && statSync(join(entry.parentPath, entry.name)).size > 0)
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, bytes: readFileSync(path) }));
}

function expectNoCardNumber(bytes: Buffer, what: string): void {
  for (const pan of [approvePan, declinePan]) {
    expect(bytes.includes(pan), `${what} holds ${pan}`).toBe(false);
    expect(bytes.includes(Buffer.from(pan, 'hex')), `${what} holds ${pan} packed`).toBe(false);
    expect(
      bytes.toString('latin1').toUpperCase().includes(Buffer.from(pan).toString('hex').toUpperCase()),
      `${what} holds ${pan} as hex`,
    ).toBe(false);
  }
}

async function sale(terminal: string, data: string, more: string[] = []) {
  const run = await tillbridge(
    ['sale', '--amount', '12.34', '--terminal', terminal, '--platform', url, '--data', data, '--json', ...more],
    env,
  );
  expect(run.stdout.trim().split('\n'), run.stderr).toHaveLength(1);
  return { ...run, result: JSON.parse(run.stdout) as Record<string, unknown> };
}

const serialNumbers = { mms: 'B61378A', neo2: '630Z000001' } as const;

describe.each([
  ['mms', 'serial'],
  ['mms', 'tcp'],
  ['neo2', 'serial'],
  ['neo2', 'tcp'],
] as const)('%s over %s', { timeout: 60_000 }, (family, kind) => {
  async function withTerminal(
    card: 'approve' | 'decline' | 'cancel',
    task: (address: string, data: string, simulator: Running) => Promise<void>,
    more: string[] = [],
  ) {
    const own = mkdtempSync(join(dir, `${family}-${kind}-`));
    const line = kind === 'serial' ? await ptyPair(own) : null;
    const simulator = serve([
      'simulator',
      '--family',
      family,
      ...(line ? ['--serial', line.terminalEnd] : ['--tcp', '0']),
      '--card',
      card,
      '--json',
      ...more,
    ]);
    try {
      const said = await simulator.said;
      await task(line ? `serial:${line.tillEnd}` : String(said['address']), join(own, 'data'), simulator);
    } finally {
      await simulator.stop();
      await line?.pull();
    }
  }

  test('approved: captured once, and no card number anywhere but on the card', async () => {
    await withTerminal('approve', async (address, data, simulator) => {
      const before = { authorizations: await listed('authorizations'), transfers: await listed('transfers') };
      const { code, result, stdout, stderr } = await sale(address, data);
      expect(result).toMatchObject({
        state: 'captured',
        amount: 1234,
        currency: 'USD',
        terminal: { serialNumber: serialNumbers[family], link: kind },
        card: { lastFour: '1111', entryMode: 'chip' },
      });
      expect(code).toBe(0);
      const authorizations = (await listed('authorizations')).filter(
        (one) => !before.authorizations.some((old) => old['id'] === one['id']),
      );
      const transfers = (await listed('transfers')).filter(
        (one) => !before.transfers.some((old) => old['id'] === one['id']),
      );
      expect(authorizations).toMatchObject([
        { id: result['authorization'], state: 'SUCCEEDED', amount: 1234, transfer: result['transfer'] },
      ]);
      expect(transfers).toMatchObject([{ id: result['transfer'], state: 'SUCCEEDED', amount: 1234, currency: 'USD' }]);
      // The sandbox decrypted the card; the till never saw it.
      expect(JSON.stringify(authorizations)).toContain('1111');
      const kept = files(data);
      expect(kept.map((file) => file.path.split('/').at(-1))).toContain('journal.sqlite');
      for (const { path, bytes } of kept) expectNoCardNumber(bytes, path);
      expectNoCardNumber(Buffer.from(stdout + stderr), 'the output of sale');
      expectNoCardNumber(Buffer.from(simulator.output()), 'the output of the simulator');
      for (const { path, bytes } of files(join(dir, 'sandbox'))) expectNoCardNumber(bytes, path);
    });
  });

  test('declined: no transfer', async () => {
    await withTerminal('decline', async (address, data) => {
      const before = (await listed('transfers')).length;
      const { code, result } = await sale(address, data);
      expect(result).toMatchObject({ state: 'declined', declineCode: 'INSUFFICIENT_FUNDS', transfer: null });
      expect(code).toBe(1);
      expect(await listed('transfers')).toHaveLength(before);
      expect(await get(`/authorizations/${String(result['authorization'])}`)).toMatchObject({ state: 'FAILED' });
    });
  });

  test('cancelled by the customer: nothing at the platform', async () => {
    await withTerminal('cancel', async (address, data) => {
      const before = {
        authorizations: (await listed('authorizations')).length,
        transfers: (await listed('transfers')).length,
      };
      const { code, result } = await sale(address, data);
      expect(result).toMatchObject({
        state: 'cancelled',
        cancelledBy: 'customer',
        authorization: null,
        transfer: null,
      });
      expect(code).toBe(1);
      expect(await listed('authorizations')).toHaveLength(before.authorizations);
      expect(await listed('transfers')).toHaveLength(before.transfers);
    });
  });

  test('a model that reads contactless only', async () => {
    const model = { mms: 'DynaProx', neo2: 'Kiosk V' }[family];
    await withTerminal(
      'approve',
      async (address, data) => {
        const { code, result } = await sale(address, data);
        expect(result).toMatchObject({ state: 'captured', card: { lastFour: '1111', entryMode: 'contactless' } });
        expect(code).toBe(0);
      },
      ['--model', model],
    );
  });

  test('no terminal any more: named, nothing at the platform', async () => {
    await withTerminal('approve', async (address, data, simulator) => {
      await simulator.stop();
      const before = (await listed('authorizations')).length;
      const { code, result } = await sale(address, data);
      expect(result).toMatchObject({
        state: 'failed',
        attempt: null,
        // On the line nobody answers; on the port nobody listens.
        error: { code: kind === 'serial' ? 'TERM_SILENT' : 'LINK_REFUSED' },
      });
      expect(code).toBe(1);
      expect(await listed('authorizations')).toHaveLength(before);
    });
  });
});

test.each([
  ['mms', []],
  ['neo2', ['--family', 'neo2']],
] as const)(
  'without a terminal: practice terminal (%s) and embedded sandbox',
  { timeout: 60_000 },
  async (family, flags) => {
    const data = mkdtempSync(join(dir, 'practice-'));
    const run = await tillbridge(['sale', '--amount', '5', '--data', data, '--json', ...flags]);
    expect(JSON.parse(run.stdout)).toMatchObject({ terminal: { serialNumber: serialNumbers[family] } });
    expect(JSON.parse(run.stdout)).toMatchObject({ state: 'captured', amount: 500 });
    expect(run.code).toBe(0);
  },
);

describe('bad input is refused before anything is sent', () => {
  test.each([
    ['0', 'AMOUNT_ZERO'],
    ['-5', 'AMOUNT_NEGATIVE'],
    ['1.234', 'AMOUNT_TOO_MANY_DECIMALS'],
    ['100000', 'AMOUNT_OVER_LIMIT'],
    ['twelve', 'AMOUNT_NOT_A_NUMBER'],
    ['🍞', 'AMOUNT_NOT_A_NUMBER'],
    ['١٢', 'AMOUNT_NOT_LATIN_DIGITS'],
  ])('%s: %s', async (amount, reason) => {
    const run = await tillbridge(['sale', '--amount', amount, '--data', join(dir, 'never'), '--json']);
    expect(run.code).toBe(2);
    expect(JSON.parse(run.stdout)).toMatchObject({
      state: 'failed',
      error: { code: 'PAY_AMOUNT', context: { reason } },
    });
  });
});

describe('a bad terminal or platform: a typed error, an honest end', () => {
  const fresh = (): string => mkdtempSync(join(dir, 'bad-'));

  test('a port that does not exist', async () => {
    const { code, result } = await sale('serial:/dev/tty-that-is-not-there', fresh());
    expect(result).toMatchObject({ state: 'failed', error: { code: 'LINK_NOT_FOUND' } });
    expect(code).toBe(1);
  });

  test('nobody listens', async () => {
    const { result } = await sale('tcp:127.0.0.1:1', fresh());
    expect(result).toMatchObject({ state: 'failed', error: { code: 'LINK_REFUSED' } });
  });

  test('what answers is rubbish', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { result } = await sale(`tcp:127.0.0.1:${(server.address() as AddressInfo).port}`, fresh());
    expect((result['error'] as { code: string }).code).toMatch(/^(FRAME_GARBAGE|TERM_SILENT)$/);
    server.close();
  });

  test.each([
    ['HTML with status 200', 200, '<html>gateway</html>', 'checking'],
    ['500 with HTML', 500, '<html>oops</html>', 'checking'],
  ])('a platform that answers %s', async (_, status, body, state) => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'text/html' }).end(body);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const simulator = serve(['simulator', '--family', 'mms', '--tcp', '0', '--card', 'approve', '--json']);
    const { address } = await simulator.said;
    const run = await tillbridge(
      [
        'sale',
        '--amount',
        '1',
        '--terminal',
        String(address),
        '--platform',
        `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ].concat(['--data', fresh(), '--json', '--give-up', '5']),
      env,
    );
    expect(JSON.parse(run.stdout)).toMatchObject({ state });
    expect(run.code).toBe(3);
    await simulator.stop();
    server.close();
  });

  test('a platform that is down: proven not sent, so not charged', async () => {
    const simulator = serve(['simulator', '--family', 'mms', '--tcp', '0', '--card', 'approve', '--json']);
    const { address } = await simulator.said;
    const run = await tillbridge(
      [
        'sale',
        '--amount',
        '1',
        '--terminal',
        String(address),
        '--platform',
        'http://127.0.0.1:1',
        '--data',
        fresh(),
        '--json',
      ],
      env,
    );
    expect(JSON.parse(run.stdout)).toMatchObject({ state: 'failed', error: { code: 'API_UNREACHABLE' } });
    expect(run.code).toBe(1);
    await simulator.stop();
  });

  test('a data folder that another Tillbridge holds', async () => {
    const data = fresh();
    const simulator = serve(['simulator', '--family', 'mms', '--tcp', '0', '--json', '--control', '0']);
    const { address } = await simulator.said;
    const first = tillbridge(
      [
        'sale',
        '--amount',
        '1',
        '--terminal',
        String(address),
        '--platform',
        url,
        '--data',
        data,
        '--json',
        '--card-timeout',
        '5',
      ],
      env,
    );
    await new Promise((wait) => setTimeout(wait, 2_500));
    const second = await tillbridge(
      ['sale', '--amount', '1', '--terminal', 'tcp:127.0.0.1:1', '--platform', url, '--data', data, '--json'],
      env,
    );
    expect(JSON.parse(second.stdout)).toMatchObject({ error: { code: 'JRNL_IN_USE' } });
    expect(JSON.parse((await first).stdout)).toMatchObject({ state: 'failed', error: { code: 'PAY_NO_CARD' } });
    await simulator.stop();
  });
});
