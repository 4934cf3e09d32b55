/**
 * The cash drawer: audited before it opens, never opened twice for one sale, and retried only if it certainly stayed
 * shut.
 */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CashDrawer } from '../../../../electron/host/receipts/drawer.ts';
import { ReceiptCopies } from '../../../../electron/host/receipts/receipt-copies.ts';
import { Printer } from '../../../../electron/host/receipts/printer/printer.ts';
import { defaultReceiptSettings } from '../../../../electron/config/index.ts';
import { readJob } from './escpos-reader.ts';
import { FINE, openNetworkPrinter, type Undo } from './printer-simulator.ts';
import { until } from '../../../waiting.ts';
import { temporaryFolder } from '../../../fixtures/folder.ts';

const undo: Undo = [];
let dataDir: string;
const audited: (readonly [action: string, by: string, data: Record<string, string>])[] = [];
beforeEach(() => {
  dataDir = temporaryFolder('tillbridge-drawer-');
  audited.splice(0);
});
afterEach(async () => {
  for (const task of undo.splice(0).reverse()) await task();
});

/** One run of the till. */
function drawerOn(
  address: string | null,
  audit: (...line: (typeof audited)[number]) => void = (...line) => void audited.push(line),
) {
  const printer = new Printer({ address, now: () => Date.now(), isEscPos: true, jobWithinMs: 1_000 });
  undo.push(() => printer.close());
  const opened = new ReceiptCopies(join(dataDir, 'receipts-given.txt'), () => undefined);
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  return new CashDrawer({ settings: () => defaultReceiptSettings, printer, opened, audit, log });
}
const byHand = { id: 'D-00000001', why: 'by-hand', by: 'Kim' } as const;
const actions = () => audited.map(([action]) => action);

test('the drawer opens once with person and reason in the audit log; a repeat opens nothing, even after a restart', async () => {
  const { address, jobs } = await openNetworkPrinter(undo, () => FINE);
  const drawer = drawerOn(address);
  const both = await Promise.all([drawer.open(byHand), drawer.open(byHand)]);
  expect(both.map(({ isRepeat }) => isRepeat)).toEqual([false, true]);
  await expect(drawer.open(byHand)).resolves.toEqual({ printer: address, isRepeat: true });
  await expect(drawerOn(address).open(byHand)).resolves.toMatchObject({ isRepeat: true });
  await drawer.open({ ...byHand, id: 'D-00000002', why: 'cash' });
  await until(() => jobs.length === 2, 'two jobs');
  expect(jobs.map((job) => readJob(job).pulses)).toEqual([1, 1]);
  expect(audited).toEqual([
    ['drawer-opening', 'Kim', { id: 'D-00000001', why: 'by-hand' }],
    ['drawer-opening', 'Kim', { id: 'D-00000002', why: 'cash' }],
  ]);
});

test('the drawer stays shut, reports it and may be retried if the printer is unreachable or out of paper', async () => {
  const closed = drawerOn('tcp://127.0.0.1:1');
  await expect(closed.open(byHand)).rejects.toMatchObject({ code: 'PRINTER_UNREACHABLE' });
  let isOut = true;
  const { address, jobs } = await openNetworkPrinter(undo, (question) =>
    isOut && question === 4 ? FINE | 0x60 : FINE,
  );
  const drawer = drawerOn(address);
  await expect(drawer.open(byHand)).rejects.toMatchObject({ code: 'PRINTER_NOT_READY' });
  isOut = false;
  await expect(drawer.open(byHand)).resolves.toMatchObject({ isRepeat: false });
  await until(() => jobs.length === 2, 'both connections');
  expect(jobs.map((job) => readJob(job).pulses)).toEqual([0, 1]);
  expect(actions()).toEqual([
    'drawer-opening',
    'drawer-not-opened',
    'drawer-opening',
    'drawer-not-opened',
    'drawer-opening',
  ]);
});

test('the drawer gets no second pulse if the printer fails after the pulse, and the result is unknown', async () => {
  const { address, jobs } = await openNetworkPrinter(undo, (_, asked) => (asked < 3 ? FINE : FINE | 0x60));
  const drawer = drawerOn(address);
  await expect(drawer.open(byHand)).rejects.toMatchObject({ code: 'PRINTER_NOT_READY', context: { isAfter: true } });
  await expect(drawer.open(byHand)).resolves.toMatchObject({ isRepeat: true });
  await expect(drawerOn(address).open(byHand)).resolves.toMatchObject({ isRepeat: true });
  await until(() => jobs.length === 1, 'the one job');
  expect(readJob(jobs[0] ?? Buffer.of()).pulses).toBe(1);
  expect(audited.at(-1)).toEqual([
    'drawer-unknown',
    'Kim',
    { id: byHand.id, why: 'by-hand', code: 'PRINTER_NOT_READY' },
  ]);
});

test('the drawer stays shut without an audit entry, and does not exist without a printer', async () => {
  const { address, jobs } = await openNetworkPrinter(undo, () => FINE);
  const full = drawerOn(address, () => {
    throw new Error('the disk is full');
  });
  await expect(full.open(byHand)).rejects.toThrow('the disk is full');
  await expect(drawerOn(null).open(byHand)).rejects.toMatchObject({ code: 'PRINTER_NOT_CONFIGURED' });
  expect([jobs, audited]).toEqual([[], []]);
});
