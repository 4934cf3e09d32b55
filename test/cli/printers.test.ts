/**
 * `tillbridge printers`, for a stopped and a running till: printers found, tested and stored, the drawer opened, and
 * the required rights.
 * @module-tag ci-only
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { composeHost, hashPin, type Host } from '../../electron/host/index.ts';
import { defaultReceiptSettings } from '../../electron/config/index.ts';
import { hostConfig } from '../unit/host/host-config.ts';
import { readJob } from '../unit/host/receipts/escpos-reader.ts';
import { FINE, openNetworkPrinter, type Undo } from '../unit/host/receipts/printer-simulator.ts';
import { start, tillbridge, withResult } from './in-process.ts';
import { until } from '../waiting.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

const PIN = '246813';
const pin = hashPin(PIN, { N: 2, r: 1, p: 1 });
const people = [
  { name: 'Mo', roles: ['manager' as const], pin },
  { name: 'Ana', roles: ['cashier' as const], pin },
];
const asked = { TILLBRIDGE_PIN: PIN };

const undo: Undo = [];
let data: string;
let path: string;
beforeEach(() => {
  data = temporaryFolder('tillbridge-printers-cli-');
  path = join(data, 'settings.json');
});
afterEach(async () => {
  for (const task of undo.splice(0).reverse()) await task();
});
const write = (settings: unknown) => writeFileSync(path, JSON.stringify(settings), { mode: 0o600 });
const written = () => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
const printers = (words: readonly string[], env = {}) => tillbridge(['printers', ...words, '--data', data], env);
const json = async (words: readonly string[], env = {}) => withResult(await printers([...words, '--json'], env));

test(
  'a stopped till lists, tests and stores printers, and tries other settings until the cashier confirms the page',
  { timeout: 120_000 },
  async () => {
    const { address, jobs } = await openNetworkPrinter(undo, () => FINE);
    write({ receipts: { printer: address } });
    expect(await json(['list'])).toMatchObject({
      code: 0,
      result: {
        printers: expect.arrayContaining([expect.objectContaining({ address, state: 'ready', isChosen: true })]),
      },
    });
    expect(await json(['test', '--columns', '32', '--code-page', 'cp858', '--keep'])).toMatchObject({
      code: 0,
      result: { address, columns: 32, codePage: 'cp858', isConfirmed: true, isKept: true },
    });
    expect(written()).toMatchObject({ receipts: { printer: address, columns: 32, codePage: 'cp858' } });

    // First the letters are wrong, then the digits, then the page is right.
    const typed = await start(
      ['printers', 'test', '--data', data],
      {},
      ['letters\n', 'width\n', 'yes\n'],
      undefined,
      true,
    ).done;
    expect([typed.code, typed.stderr]).toEqual([0, expect.stringContaining('Kept in the settings')]);
    expect(written()).toMatchObject({ receipts: { columns: 42, codePage: 'windows1252' } });
    await until(() => jobs.length >= 5, 'the pages');
    const pages = jobs.map(readJob).filter(({ cuts }) => cuts === 1);
    const last = pages.at(-1)?.lines.map((line) => line.trim()) ?? [];
    expect([pages.length, last.includes('12,50 €'), last.includes('42 / windows1252')]).toEqual([4, true, true]);

    // A caller who leaves stores nothing; the terminal's port is never printed on; impossible requests are refused.
    const left = await start(['printers', 'test', '--data', data, '--columns', '48'], {}, [], undefined, true).done;
    expect([left.code, written()]).toMatchObject([1, { receipts: { columns: 42 } }]);
    const terminals = [address.replace('//', '')];
    write({ ...written(), terminals });
    expect(await json(['test', address])).toMatchObject({ code: 2, result: { error: { code: 'CFG_INVALID' } } });
    write({ ...written(), receipts: { columns: 42 }, terminals });
    expect(await json(['test', address])).toMatchObject({
      code: 1,
      result: { error: { code: 'PRINTER_UNREACHABLE' } },
    });
    expect(await json(['test', 'my printer'])).toMatchObject({ code: 2, result: { error: { code: 'CFG_INVALID' } } });
    expect((await printers(['drawer', '--operator', 'Ana', '--id', 'x'])).code).toBe(2);
  },
);

test(
  'a running till opens the drawer for a cashier once per id, also for cash, and prints test pages only for a manager',
  { timeout: 60_000 },
  async () => {
    const { address, jobs } = await openNetworkPrinter(undo, () => FINE);
    const receipts = { ...defaultReceiptSettings, printer: address, drawerOnCash: true };
    const host: Host = await composeHost(hostConfig(data, { people, localSocket: true, receipts }));
    undo.push(() => host.close());
    const pulses = () => jobs.reduce((sum, job) => sum + readJob(job).pulses, 0);
    const log = async () =>
      (await host.client.payment.audit({ limit: 50 }))
        .map(({ action, operator, data: what }) => [action, operator, what])
        .reverse();

    expect(await json(['drawer', '--operator', 'Ana'])).toMatchObject({
      code: 1,
      result: { error: { code: 'ROLE_REQUIRED' } },
    });
    const open = ['drawer', '--operator', 'Ana', '--id', 'D-00000001', '--why', 'change for a customer'];
    expect(await json(open, asked)).toMatchObject({ code: 0, result: { printer: address, isRepeat: false } });
    expect(await json(open, asked)).toMatchObject({ code: 0, result: { isRepeat: true } });
    await until(() => pulses() === 1, 'the pulse');

    expect(await json(['test', address, '--operator', 'Ana'], asked)).toMatchObject({
      code: 1,
      result: { error: { code: 'ROLE_REQUIRED' } },
    });
    expect(await json(['test', address, '--operator', 'Mo'], asked)).toMatchObject({
      code: 0,
      result: { isConfirmed: true },
    });

    const note = {
      id: 'N-00000001',
      way: 'cash' as const,
      amountMinor: 1_250,
      currency: 'USD',
      operator: { name: 'Ana', pin: PIN },
    };
    await host.client.otherTender.note(note);
    await until(() => pulses() === 2, 'the drawer for cash');
    await host.client.otherTender.note(note);
    await host.client.otherTender.note({ ...note, id: 'N-00000002', way: 'other' });
    // Printed after any second pulse, so the sum is final.
    await json(['test', address, '--operator', 'Mo'], asked);
    expect(pulses()).toBe(2);
    const drawer = (await log()).filter(([action]) => typeof action === 'string' && action.includes('drawer'));
    expect(drawer).toEqual([
      ['open-drawer', 'Ana', { id: 'D-00000001', why: 'change for a customer' }],
      ['drawer-opening', 'Ana', { id: 'D-00000001', why: 'by-hand' }],
      ['open-drawer', 'Ana', { id: 'D-00000001', why: 'change for a customer', isRepeat: true }],
      ['drawer-opening', 'Ana', { id: 'N-00000001', why: 'cash' }],
    ]);
  },
);
