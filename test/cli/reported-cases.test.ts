/**
 * Inputs reported from the field that once gave a wrong result, each through the user's path; the right result is
 * printed next to it.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { moneyFormat, parseAmount } from '../../electron/domain/index.ts';
import { encoderFor, plainerText } from '../../electron/host/receipts/escpos.ts';
import { onPaper } from '../../electron/host/receipts/receipt-format.ts';
import { startSandbox } from '../../electron/sandbox/index.ts';
import {
  emptyEntry,
  entryAmountMinor,
  pasteText,
  pressKey,
  type AmountKey,
} from '../../renderer/store/amount-entry.ts';
import { simulator, tillbridge, withResult } from './in-process.ts';
import { storyTime, until } from '../waiting.ts';

function folder(): string {
  const data = mkdtempSync(join(tmpdir(), 'tillbridge-cases-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  return data;
}

/** Prints the input and its result, for a developer who runs this file alone. */
const seen = (what: string, result: unknown) => process.stdout.write(`     ${what} -> ${JSON.stringify(result)}\n`);

/** The customer at the control port of the terminal in software. */
async function customerAt(control: string) {
  const { hostname, port } = new URL(`tcp://${control.replace(/^tcp:/, '')}`);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let can: readonly string[] = [];
  createInterface({ input: socket }).on('line', (line) => {
    const state = JSON.parse(line) as { type: string; can: string[] };
    if (state.type === 'state') ({ can } = state);
  });
  await once(socket, 'connect');
  const send = (command: object) => socket.write(`${JSON.stringify(command)}\n`);
  const offers = (gesture: string) => until(() => can.includes(gesture), `a terminal that asks for ${gesture}`);
  const act = async (gesture: string) => {
    await offers(gesture);
    send({ type: 'gesture', gesture });
  };
  return { send, act, can: offers };
}

describe('an amount', () => {
  test.each([
    ['0,999', 'USD', undefined],
    ['0,500', 'EUR', undefined],
    ['12,5', 'EUR', 1_250],
    ['12,5', 'USD', 1_250],
  ])('is read from the text %s %s, or refused', (text, currency, minor) => {
    const parsed = parseAmount(text, currency);
    seen(`${text} ${currency}`, parsed);
    expect(parsed.ok ? parsed.amountMinor : undefined).toBe(minor);
  });

  test.each([
    [undefined, 'USD', '1,234.50', 123_450],
    ['decimal', 'EUR', '1.234,50', 123_450],
    ['decimal', 'USD', '1,234', 123_400],
    [undefined, 'USD', '12,345', 1_234_500],
  ] as const)('has the same value typed and pasted in mode %s, in %s: %s', (amountEntry, currency, text, minor) => {
    const limits = { currency, maxAmountMinor: 9_999_999, amountEntry };
    let entry = emptyEntry;
    // The keypad has one key for both separators.
    for (const sign of text) ({ entry } = pressKey(entry, (sign === ',' ? '.' : sign) as AmountKey, limits));
    seen(`${text} ${currency}`, entryAmountMinor(entry, currency));
    expect(entryAmountMinor(entry, currency)).toBe(minor);
    expect(entryAmountMinor(pasteText(emptyEntry, text, limits).entry, currency)).toBe(minor);
  });
});

test.each([
  ['empty', ''],
  ['NUL bytes', '\0'.repeat(700)],
  ['cut off', '{"till":{"sh'],
])('settings.json is %s, and settings back restores the version before', async (kind, damage) => {
  const data = folder();
  const path = join(data, 'settings.json');
  for (const shop of ['Eins', 'Zwei']) await tillbridge(['settings', 'set', 'till.shop', shop, '--data', data]);
  writeFileSync(path, damage);
  expect((await tillbridge(['settings', 'check', '--data', data])).code).toBe(2);
  const { code } = await tillbridge(['settings', 'back', '--data', data]);
  const written = JSON.parse(readFileSync(path, 'utf8')) as unknown;
  seen(kind, { code, written });
  expect({ code, written }).toMatchObject({ code: 0, written: { till: { shop: 'Eins' } } });
});

test.each([
  ['en-US', 'INR'],
  ['en-US', 'KRW'],
  ['en-US', 'PHP'],
  ['tr-TR', 'TRY'],
  ['ja-JP', 'JPY'],
  ['ja-JP', 'CNY'],
] as const)('an amount of %s contains %s on paper that lacks its sign', async (locale, currency) => {
  const encoder = await encoderFor({ columns: 42, codePage: 'auto', language: 'esc-pos' });
  const amount = onPaper(moneyFormat(locale, currency).format(1234.5));
  const printed = Buffer.from(encoder.text(plainerText(amount)).encode()).toString('latin1');
  seen(amount, printed.replaceAll(/[^ -~]/g, ''));
  expect(printed).toContain(currency);
  expect(printed).not.toContain('?');
});

test('a missing or wrong activation code is explained in the message', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const env = { TILLBRIDGE_USERNAME: sandbox.username, TILLBRIDGE_PASSWORD: sandbox.password };
  const on = (words: string[]) => tillbridge([...words, '--platform', sandbox.url, '--data', folder()], env);
  const devices = JSON.parse((await on(['devices', '--json'])).stdout) as { id: string; serialNumber: string | null }[];
  const device = devices.find(({ serialNumber }) => serialNumber === 'B000002')?.id ?? '';
  const missing = await on(['activate', device]);
  const wrong = await on(['activate', device, '--activation-code', '000000']);
  seen('no code', missing.stderr);
  seen('000000', wrong.stderr);
  expect([missing.code, wrong.code]).toEqual([1, 1]);
  expect(missing.stderr).toMatch(/needs .*code.*--activation-code/);
  expect(wrong.stderr).toMatch(/not the code on the terminal.*too old/);
  for (const { stderr } of [missing, wrong])
    expect(stderr).toMatch(/\nThe platform says: .+ \(ACTIVATION_CODE_\w+, activation_code\)/);
}, 120_000);

test('a payment continues and is paid if the customer takes longer for the PIN than the wait for a card', async () => {
  const terminal = await simulator('--family', 'neo2', '--tcp', '0', '--model', 'VP6800', '--control', '0');
  onTestFinished(() => terminal.close());
  const customer = await customerAt(terminal.controlAddress ?? '');
  customer.send({ type: 'choose', card: 'pin' });
  const sale = tillbridge([
    'sale',
    '--amount',
    '12.34',
    '--terminal',
    terminal.address,
    '--card-timeout',
    '5',
    '--json',
    '--data',
    folder(),
  ]);
  await customer.act('insert');
  await customer.can('enter-pin');
  // The PIN takes longer than the wait for a card.
  await storyTime(7_000, 'a customer who types slowly, by the clock of other processes');
  await customer.act('enter-pin');
  const { result } = withResult(await sale);
  seen('PIN after 7 s, wait for a card 5 s', result['state']);
  expect(result).toMatchObject({ state: 'captured' });
}, 120_000);
