/**
 * Texts of the platform, a terminal or a user never act as a command in a terminal window, log, table, paper or screen.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { Cli } from '../../electron/cli/cli.ts';
import { chargeRequestSchema, type HostState } from '../../electron/contract/index.ts';
import { Hub } from '../../electron/host/api/index.ts';
import { dayCsv } from '../../electron/host/history/day-csv.ts';
import { createLogger, createLogHub } from '../../electron/host/log/index.ts';
import { createOperations } from '../../electron/host/platform/operations.ts';
import { row } from '../../electron/host/receipts/lines.ts';
import { harnessOf } from '../unit/host/platform/support.ts';
import { ManualClock } from '../unit/host/payments/world.ts';

/** Clears and renames the window, changes color, rings, writes right to left, hides text, and begins a new line. */
const evil =
  '\u001b[2J\u001b]0;owned\u0007\u009b31mPaid\u202e\u2066\u200f\u061c\ufeff\u{e0041}\u2028\u0085\r\u0000\u007f';
const bad = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/u;
const linesAside = (text: string): string => text.replaceAll(/\r?\n/g, '');

test('the attack text contains the sequences, and innocent text stays unchanged', () => {
  expect(bad.test(evil)).toBe(true);
  expect(bad.test('Café 12 € — 👨‍👩‍👧 שלום')).toBe(false);
  expect(chargeRequestSchema.shape.order.parse('Café — 👨‍👩‍👧 שלום')).toBe('Café — 👨‍👩‍👧 שלום');
});

test('a reply of the platform over HTTP is cleaned', async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/hal+json').end(JSON.stringify({ id: 'DV1', model: evil }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const harness = harnessOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const outcome = await createOperations(harness.http).devices.fetch('DV1');
  expect(outcome.kind).toBe('answered');
  expect(JSON.stringify(outcome)).toContain('Paid');
  expect(JSON.stringify(outcome)).not.toMatch(/\\u001b|\\u0000|\u202e|\u009b/);
  await harness.close();
  await new Promise((done) => server.close(done));
});

test('text that a person types is cleaned', () => {
  const sale = { id: 'A-00000001', kind: 'sale', amountMinor: 1, currency: 'USD', order: evil, note: evil };
  const { order, note } = chargeRequestSchema.parse(sale);
  expect([order, note].filter((text) => bad.test(text ?? ''))).toEqual([]);
});

test('snapshot and events for the screen are cleaned, from every source', () => {
  const hub = new Hub({ terminals: [], display: { basket: null } } as unknown as HostState, 'epoch');
  const basket = { order: evil, amountMinor: 1, tipMinor: 0, surchargeMinor: 0, isChoosingTip: false };
  hub.publish({ type: 'display', display: { basket } });
  const shown = hub.snapshot().state.display?.basket?.order ?? '';
  expect(shown).toContain('Paid');
  expect(bad.test(shown)).toBe(false);
});

test('results, notes and failures of the command line are cleaned, as text and as JSON', async () => {
  for (const isJson of [false, true]) {
    const io = { stdout: new PassThrough(), stderr: new PassThrough() };
    const cli = new Cli(io as never, isJson);
    cli.print({ name: evil }, `name ${evil}`);
    cli.note(`note ${evil}`);
    cli.fail({ code: 'API_INVALID', message: evil, context: { said: evil } }, 1);
    io.stdout.end();
    io.stderr.end();
    const [out, err] = [await textOf(io.stdout), await textOf(io.stderr)];
    expect(out).toContain('Paid');
    expect(bad.test(linesAside(out + err)), out + err).toBe(false);
    // A program reads the original text.
    if (isJson) expect(JSON.parse(out.split('\n')[0] ?? '')).toEqual({ name: evil });
  }
});

test('the log, the table of the day and the receipt are cleaned', () => {
  const lines: string[] = [];
  const logs = createLogHub({ clock: new ManualClock() });
  logs.install({ write: (line) => void lines.push(line) });
  createLogger('platform', logs).info(`said ${evil}`, { model: evil });
  expect(lines.filter((line) => bad.test(line))).toEqual([]);
  expect(lines).toHaveLength(1);

  const at = '2026-11-23T10:00:00.000Z';
  const note = {
    id: 'n',
    order: evil,
    part: null,
    way: 'cash',
    amountMinor: 1,
    currency: 'USD',
    note: evil,
    by: evil,
    at,
  };
  const window = { from: Date.parse(at) - 1000, to: Date.parse(at) + 1000 };
  const { text } = dayCsv({ views: [], links: [], notes: [note as never] }, window);
  expect(text).toContain('Paid');
  expect(bad.test(linesAside(text).replace(/^\ufeff/, '')), text).toBe(false);

  expect(JSON.stringify(row('order', 'Order', evil))).toContain('Paid');
  expect(
    bad.test(
      row('order', 'Order', evil)
        .map((line) => JSON.stringify(line))
        .join(''),
    ),
  ).toBe(false);
});
