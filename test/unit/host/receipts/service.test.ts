/** Receipt commands of the contract: duplicates, the drawer, and failures without side effects. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AttemptView } from '../../../../electron/contract/index.ts';
import { TillError } from '../../../../electron/contract/index.ts';
import { createLogHub, createLogger } from '../../../../electron/host/log/index.ts';
import { ReceiptCopies } from '../../../../electron/host/receipts/receipt-copies.ts';
import { ReceiptService, receiptWaysOf } from '../../../../electron/host/receipts/index.ts';
import { defaultReceiptSettings, type ReceiptSettings } from '../../../../electron/config/index.ts';
import { paidWithChip } from '../../renderer/fixtures/receipts.ts';
import { finished } from '../../renderer/fixtures/states.ts';
import { readJob } from './escpos-reader.ts';
import { openPdf } from './pdf-reader.ts';
import { FINE, openNetworkPrinter } from './printer-simulator.ts';
import { systemClock } from '../../../../electron/domain/index.ts';
import { until } from '../../../waiting.ts';
import { temporaryFolder } from '../../../fixtures/folder.ts';

const undo: (() => Promise<void> | void)[] = [];
let dataDir: string;
/** Audit entries: action, person, reason, payment. */
const audited: string[][] = [];
beforeEach(() => {
  audited.splice(0);
  dataDir = temporaryFolder('tillbridge-receipts-');
});
afterEach(async () => {
  for (const task of undo.splice(0).reverse()) await task();
});

function service(
  settings: Partial<ReceiptSettings>,
  attempts: readonly AttemptView[] = [paidWithChip],
): ReceiptService {
  const logs = createLogHub({ clock: systemClock, homeDirectory: '/nowhere', secrets: [] });
  const made = new ReceiptService({
    settings: () => ({ ...defaultReceiptSettings, codePage: 'cp858', ...settings }),
    till: () => ({ shop: 'Harbor Street Bakery', name: 'Till 2', locale: 'en-US' }),
    isTraining: false,
    dataDir,
    operations: null,
    attempt: (id) => {
      const found = attempts.find((one) => one.id === id);
      if (!found) throw new TillError('PAY_NOT_FOUND', `No payment ${id}`);
      return found;
    },
    audit: (action, by, data) => void audited.push([action, by, data['why'] ?? '', data['id'] ?? '']),
    clock: systemClock,
    log: createLogger('receipts', logs),
  });
  undo.push(() => made.close());
  return made;
}

async function printer(): Promise<{ address: string; jobs: Buffer[] }> {
  const jobs: Buffer[] = [];
  const server = createServer((socket) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('end', () => {
      // The printer is queried before the first job, and does not answer.
      const whole = Buffer.concat(chunks);
      jobs.push(whole.subarray(whole.indexOf(Buffer.from([0x1b, 0x40]))));
      socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(() => void server.close());
  return { address: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, jobs };
}
const customer = { attempt: paidWithChip.id, copy: 'customer' } as const;
const merchant = { ...customer, copy: 'merchant' } as const;

test('the till marks the second print of a copy as a duplicate, even after a restart, and not the other copy', async () => {
  const { address, jobs } = await printer();
  const first = service({ printer: address, drawer: true });
  expect(first.get(customer).isDuplicate).toBe(false);
  await expect(first.print(customer)).resolves.toMatchObject({ printer: address, isDuplicate: false });
  expect(first.get(customer).isDuplicate).toBe(true);
  expect(first.get(merchant).isDuplicate).toBe(false);
  const second = service({ printer: address, drawer: true });
  await expect(second.print(customer)).resolves.toMatchObject({ isDuplicate: true });
  await second.print(merchant);
  await until(() => jobs.length === 3, 'three jobs');
  const read = jobs.map(readJob);
  expect(read.map(({ lines }) => lines.some((line) => line.includes('DUPLICATE')))).toEqual([false, true, false]);
  // Only the customer's first copy opens the drawer.
  expect(read.map(({ pulses }) => pulses)).toEqual([1, 0, 0]);
  expect(audited).toEqual([['drawer-opening', 'cashier', 'sale', paidWithChip.id]]);
});

test('the till prints a receipt that failed after its pulse again without a pulse, and without a drawer with none', async () => {
  const { address, jobs } = await openNetworkPrinter(undo, (_, asked) =>
    asked >= 3 && asked < 6 ? FINE | 0x60 : FINE,
  );
  const receipts = service({ printer: address, drawer: true });
  await expect(receipts.print(customer, 'Kim')).rejects.toMatchObject({ code: 'PRINTER_NOT_READY' });
  await expect(receipts.print(customer, 'Kim')).resolves.toMatchObject({ isDuplicate: false });
  rmSync(join(dataDir, 'receipts-given.txt'));
  await service({ printer: address, drawer: false }).print(customer);
  await until(() => jobs.length === 3, 'three jobs');
  expect(jobs.map((job) => readJob(job).pulses)).toEqual([1, 0, 0]);
  expect(audited.map(([action, by]) => [action, by])).toEqual([
    ['drawer-opening', 'Kim'],
    ['drawer-unknown', 'Kim'],
  ]);
});

test('the till does not count a failed print, so that the next is no duplicate', async () => {
  const broken = service({ printer: 'tcp://127.0.0.1:1' });
  await expect(broken.print(customer)).rejects.toMatchObject({ code: 'PRINTER_UNREACHABLE' });
  expect(broken.printers()).toMatchObject({
    address: 'tcp://127.0.0.1:1',
    isBusy: false,
    last: { failure: { code: 'PRINTER_UNREACHABLE' } },
  });
  expect(broken.get(customer).isDuplicate).toBe(false);
  await expect(service({}).print(customer)).rejects.toMatchObject({ code: 'PRINTER_NOT_CONFIGURED' });
});

test('the till counts a PDF and the computer’s own printing as given', async () => {
  const receipts = service({});
  const { base64, fileName, isDuplicate } = await receipts.pdf(customer);
  expect([fileName, isDuplicate]).toEqual([`receipt-${paidWithChip.id}-customer.pdf`, false]);
  const { texts } = openPdf(Buffer.from(base64, 'base64'));
  expect(texts).toContain('Harbor Street Bakery');
  expect(texts).not.toContain('DUPLICATE');
  expect(openPdf(Buffer.from((await receipts.pdf(customer)).base64, 'base64')).texts).toContain('DUPLICATE');
  receipts.given(merchant);
  expect(receipts.get(merchant).isDuplicate).toBe(true);
});

test('the till shows text in the code on screen if there is no platform with a page', async () => {
  const { holds, data } = await service({ timeZone: 'America/New_York' }).link(customer);
  expect(holds).toBe('text');
  expect(data.split('\n')).toEqual([
    'Harbor Street Bakery',
    'Sale: Total $50.27',
    'Visa **** 4412',
    'Mar 14, 2026, 10:32:18 AM EDT',
    'Reference A-1jd4k2x9q-7f3k9m2p',
  ]);
});

test('the till prints in a requested language, and refuses an unknown or a running payment', async () => {
  const receipts = service({}, [paidWithChip, finished({ id: 'A-running', state: 'working' })]);
  expect(receipts.get({ ...customer, locale: 'es-MX' }).language).toBe('es');
  expect(receipts.get({ ...customer, locale: 'not a locale' }).language).toBe('en');
  expect(() => receipts.get({ ...customer, attempt: 'A-none' })).toThrow(
    expect.objectContaining({ code: 'PAY_NOT_FOUND' }),
  );
  expect(() => receipts.given({ ...customer, attempt: 'A-running' })).toThrow(
    expect.objectContaining({ code: 'PAY_STATE' }),
  );
});

test('the till offers e-mail and SMS only with a platform, which sends them', () => {
  const settings = { ...defaultReceiptSettings, printer: 'path:/dev/usb/lp0', sms: false };
  expect(receiptWaysOf(settings, true)).toEqual({ printer: true, email: true, sms: false });
  expect(receiptWaysOf(settings, false)).toEqual({ printer: true, email: false, sms: false });
});

test('the till loses only the word "duplicate" if the record of copies is unusable', () => {
  const said: string[] = [];
  mkdirSync(join(dataDir, 'folder'));
  const copies = new ReceiptCopies(join(dataDir, 'folder'), (what) => said.push(what));
  const copy = { attempt: 'A-1', reversal: null, copy: 'customer' } as const;
  copies.add(copy);
  expect(copies.has(copy)).toBe(true);
  expect(said).toEqual(['receipts given could not be read', 'a receipt given could not be written down']);
});

test('the till shortens a long record and keeps its newest copies', () => {
  const path = join(dataDir, 'given.txt');
  writeFileSync(path, Array.from({ length: 20_001 }, (_, index) => `A-${index} - customer\n`).join(''));
  const copies = new ReceiptCopies(path, () => undefined);
  const has = (id: string) => copies.has({ attempt: id, reversal: null, copy: 'customer' });
  expect([has('A-20000'), has('A-10001'), has('A-10000')]).toEqual([true, true, false]);
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(10_000);
});
