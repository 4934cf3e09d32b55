/**
 * `tillbridge receipt`, as a user types it, on a till that takes real payments from a sandbox.
 * @module-tag ci-only
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPdf } from '../unit/host/receipts/pdf-reader.ts';
import { readJob } from '../unit/host/receipts/escpos-reader.ts';
import { Shop } from './shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

test(
  'a receipt is shown, saved and printed, and a printer that is off affects only the paper',
  { timeout: 180_000 },
  async () => {
    const jobs: Buffer[] = [];
    const printer = createServer((socket) => {
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.on('end', () => {
        const whole = Buffer.concat(chunks);
        jobs.push(whole.subarray(whole.indexOf(Buffer.from([0x1b, 0x40]))));
        socket.end();
      });
    });
    await new Promise<void>((resolve) => printer.listen(0, '127.0.0.1', resolve));
    const address = `tcp://127.0.0.1:${(printer.address() as AddressInfo).port}`;
    const sold = await shop.sale();
    expect(sold.code).toBe(0);
    const id = String((await shop.payments())[0]?.['id']);
    const settings = {
      till: { shop: 'Harbor Street Bakery' },
      receipts: { printer: address, columns: 32, codePage: 'cp858' },
    };
    writeFileSync(join(shop.data, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });

    const shown = await shop.run(['receipt', id]);
    expect(shown).toMatchObject({ code: 0, result: { attempt: id } });
    expect(shown.result).toMatchObject({
      attempt: id,
      kind: 'sale',
      copy: 'customer',
      isTraining: false,
      isDuplicate: false,
    });

    const pdf = join(shop.dir, 'receipt.pdf');
    const given = await shop.run(['receipt', id, '--merchant', '--pdf', pdf, '--print']);
    expect(given).toMatchObject({ code: 0, result: { attempt: id, copy: 'merchant', pdf, printer: address } });
    const { texts } = openPdf(readFileSync(pdf));
    expect(texts).toEqual(expect.arrayContaining(['Harbor Street Bakery', 'Merchant copy', '$12.34', id]));
    const { lines, cuts } = readJob(jobs[0] ?? Buffer.of());
    expect(lines.join('\n')).toMatch(/Total +\$12\.34/);
    // The PDF was the first copy; the paper is a duplicate.
    expect([lines.some((line) => line.includes('DUPLICATE')), cuts]).toEqual([true, 1]);

    await new Promise((closed) => printer.close(closed));
    const off = await shop.run(['receipt', id, '--print']);
    expect(off).toMatchObject({ code: 1, result: { error: { code: 'PRINTER_UNREACHABLE' } } });
    expect(await shop.payments()).toMatchObject([{ id, state: 'captured', capturedMinor: 1234 }]);
  },
);
