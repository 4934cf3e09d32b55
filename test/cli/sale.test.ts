/** A complete sale: command line, real host and journal, sandbox over HTTP, simulator on a serial line or TCP. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectNoCardNumber, files } from './card-numbers.ts';
import { tillbridge } from './in-process.ts';
import { inShop, type ShopOptions } from './shop.ts';

const timeout = 180_000;
const serialNumbers = { mms: 'B61378A', neo2: '630Z000001' } as const;

// Each test has its own platform, so that tests can wait for their terminals at the same time.
describe.concurrent('a sale', { timeout }, () => {
  describe.each([
    ['mms', 'serial'],
    ['mms', 'tcp'],
    ['neo2', 'serial'],
    ['neo2', 'tcp'],
  ] as const)('%s over %s', (family, kind) => {
    const on = (card: string, ...more: string[]): ShopOptions => ({
      family,
      isSerial: kind === 'serial',
      flags: ['--card', card, ...more],
    });

    test('is captured once when approved, and the card number is only on the card', async () => {
      await inShop(on('approve'), async (shop) => {
        const { code, result, stdout, stderr } = await shop.sale();
        expect(result, stdout + stderr).toMatchObject({
          state: 'captured',
          amount: 1234,
          currency: 'USD',
          terminal: { serialNumber: serialNumbers[family], link: kind },
          card: { lastFour: '1111', entryMode: 'chip' },
        });
        expect(code).toBe(0);
        const authorizations = await shop.listed('authorizations');
        expect(authorizations).toMatchObject([
          { id: result['authorization'], state: 'SUCCEEDED', amount: 1234, transfer: result['transfer'] },
        ]);
        expect(await shop.listed('transfers')).toMatchObject([
          { id: result['transfer'], state: 'SUCCEEDED', amount: 1234, currency: 'USD' },
        ]);
        // The sandbox decrypted the card data; the till never saw them.
        expect(JSON.stringify(authorizations)).toContain('1111');
        const kept = files(shop.data);
        expect(kept.map((file) => file.path.split('/').at(-1))).toContain('journal.sqlite');
        for (const { path, bytes } of [...kept, ...files(join(shop.dir, 'platform'))]) expectNoCardNumber(bytes, path);
        expectNoCardNumber(Buffer.from(stdout + stderr), 'the output of sale');
      });
    });

    test('makes no transfer when declined', async () => {
      await inShop(on('decline'), async (shop) => {
        const { code, result } = await shop.sale();
        expect(result).toMatchObject({ state: 'declined', declineCode: 'INSUFFICIENT_FUNDS', transfer: null });
        expect(code).toBe(1);
        expect(await shop.listed('transfers')).toEqual([]);
        const { body } = await shop.ask('GET', `/authorizations/${String(result['authorization'])}`);
        expect(body).toMatchObject({ state: 'FAILED' });
      });
    });

    test('makes no record at the platform when cancelled by the customer', async () => {
      await inShop(on('cancel'), async (shop) => {
        const { code, result } = await shop.sale();
        expect(result).toMatchObject({
          state: 'cancelled',
          cancelledBy: 'customer',
          authorization: null,
          transfer: null,
        });
        expect(code).toBe(1);
        expect(await shop.listed('authorizations')).toEqual([]);
        expect(await shop.listed('transfers')).toEqual([]);
      });
    });

    test('is paid on a model that only reads contactless', async () => {
      await inShop(on('approve', '--model', { mms: 'DynaProx', neo2: 'Kiosk V' }[family]), async (shop) => {
        const { code, result } = await shop.sale();
        expect(result).toMatchObject({ state: 'captured', card: { lastFour: '1111', entryMode: 'contactless' } });
        expect(code).toBe(0);
      });
    });

    test('names a terminal that does not answer, and the platform has no record', async () => {
      await inShop(on('approve'), async (shop) => {
        await shop.stopTerminal();
        const { code, result } = await shop.sale();
        expect(result).toMatchObject({
          state: 'failed',
          attempt: null,
          // The serial line gives no answer; the TCP port refuses the connection.
          error: { code: kind === 'serial' ? 'TERM_SILENT' : 'LINK_REFUSED' },
        });
        expect(code).toBe(1);
        expect(await shop.listed('authorizations')).toEqual([]);
      });
    });
  });

  test.each([
    ['mms', []],
    ['neo2', ['--family', 'neo2']],
  ] as const)('works without a terminal, with practice terminal (%s) and embedded sandbox', async (family, flags) => {
    const data = mkdtempSync(join(tmpdir(), 'tillbridge-practice-'));
    const run = await tillbridge(['sale', '--amount', '5', '--data', data, '--json', ...flags]);
    expect(JSON.parse(run.stdout), run.stdout).toMatchObject({ terminal: { serialNumber: serialNumbers[family] } });
    expect(JSON.parse(run.stdout)).toMatchObject({ state: 'captured', amount: 500 });
    expect(run.code).toBe(0);
    rmSync(data, { recursive: true, force: true });
  });
});
