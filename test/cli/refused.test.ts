/** Impossible sales: refused before anything is sent, or ended by a typed error with the known outcome. */
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tillbridge } from './in-process.ts';
import { Shop } from './shop.ts';

describe('a bad amount', () => {
  test.each([
    ['0', 'AMOUNT_ZERO'],
    ['-5', 'AMOUNT_NEGATIVE'],
    ['1.234', 'AMOUNT_TOO_MANY_DECIMALS'],
    ['100000', 'AMOUNT_OVER_LIMIT'],
    ['twelve', 'AMOUNT_NOT_A_NUMBER'],
    ['🍞', 'AMOUNT_NOT_A_NUMBER'],
    ['١٢', 'AMOUNT_NOT_LATIN_DIGITS'],
  ])('%s is refused with %s before anything is sent', async (amount, reason) => {
    const data = join(mkdtempSync(join(tmpdir(), 'tillbridge-refused-')), 'never');
    const run = await tillbridge(['sale', '--amount', amount, '--data', data, '--json']);
    expect(run.code).toBe(2);
    expect(JSON.parse(run.stdout)).toMatchObject({
      state: 'failed',
      error: { code: 'PAY_AMOUNT', context: { reason } },
    });
    expect(existsSync(data)).toBe(false);
  });
});

describe('a sale under the settings of the folder', () => {
  const folder = (till: object): string => {
    const data = mkdtempSync(join(tmpdir(), 'tillbridge-limits-'));
    writeFileSync(join(data, 'settings.json'), JSON.stringify({ till }), { mode: 0o600 });
    return data;
  };
  const sale = (data: string, ...more: string[]) =>
    tillbridge(['sale', '--data', data, '--json', '--card', 'approve', ...more]);

  test.each([
    ['a limit below the usual limit', { maxAmountMinor: 1_000 }, '12.34', []],
    ['the limit that fits the currency', { currency: 'IDR' }, '1000000000', []],
    [
      'the limit of a currency that is not the till’s',
      { maxAmountMinor: 5_000_000_000 },
      '150000',
      ['--currency', 'EUR'],
    ],
  ])('is refused: %s', async (_, till, amount, more) => {
    const run = await sale(folder(till), '--amount', amount, ...more);
    expect(JSON.parse(run.stdout)).toMatchObject({
      state: 'failed',
      error: { code: 'PAY_AMOUNT', context: { reason: 'AMOUNT_OVER_LIMIT' } },
    });
    expect(run.code).toBe(2);
  });

  test.each([
    ['a limit above the usual limit', { maxAmountMinor: 50_000_000 }, '150000', 15_000_000, 'USD'],
    ['a phone in rupiahs, in the currency of the folder', { currency: 'IDR' }, '8500000', 850_000_000, 'IDR'],
    ['three decimals', { currency: 'BHD' }, '1.234', 1_234, 'BHD'],
  ])('is accepted: %s', { timeout: 180_000 }, async (_, till, amount, amountMinor, currency) => {
    const run = await sale(folder(till), '--amount', amount);
    expect(JSON.parse(run.stdout)).toMatchObject({ state: 'captured', amount: amountMinor, currency });
    expect(run.code).toBe(0);
  });

  test('is refused with a list of the known currencies if its currency is unknown', async () => {
    const run = await sale(folder({}), '--amount', '5', '--currency', 'XXX');
    expect(JSON.parse(run.stdout)).toMatchObject({ error: { context: { reason: 'CURRENCY_UNKNOWN' } } });
    expect(run.stdout).toContain('AED, ARS,');
  });
});

describe('a sale with a bad terminal or platform', { timeout: 180_000 }, () => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await Shop.open();
  });
  afterEach(() => shop.close());

  async function listening(server: Server): Promise<number> {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return (server.address() as AddressInfo).port;
  }

  test('fails when a port does not exist', async () => {
    const { code, result } = await shop.sale('--terminal', 'serial:/dev/tty-that-is-not-there');
    expect(result).toMatchObject({ state: 'failed', error: { code: 'LINK_NOT_FOUND' } });
    expect(code).toBe(1);
  });

  test('fails when the connection is refused', async () => {
    const { result } = await shop.sale('--terminal', 'tcp:127.0.0.1:1');
    expect(result).toMatchObject({ state: 'failed', error: { code: 'LINK_REFUSED' } });
  });

  test('fails when the terminal answers garbage', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    const { result } = await shop.sale('--terminal', `tcp:127.0.0.1:${await listening(server)}`);
    expect((result['error'] as { code: string }).code).toMatch(/^(FRAME_GARBAGE|TERM_SILENT)$/);
    server.close();
  });

  test.each([
    ['HTML with status 200', 200, '<html>gateway</html>', 'checking'],
    ['500 with HTML', 500, '<html>oops</html>', 'checking'],
  ])('has an unknown outcome when a platform answers %s', async (_, status, body, state) => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'text/html' }).end(body);
    });
    const platform = `http://127.0.0.1:${await listening(server)}`;
    const { code, result } = await shop.sale('--amount', '1', '--platform', platform, '--give-up', '5');
    expect(result).toMatchObject({ state });
    expect(code).toBe(3);
    server.close();
  });

  test('is reported as not charged when the platform is unreachable', async () => {
    const { code, result } = await shop.sale('--amount', '1', '--platform', 'http://127.0.0.1:1');
    expect(result).toMatchObject({ state: 'failed', error: { code: 'API_UNREACHABLE' } });
    expect(code).toBe(1);
  });
});
