/** A platform or a terminal sends a card number in place of another text: every output masks it. */
import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { Cli } from '../../electron/cli/cli.ts';
import { maskCardNumbers } from '../../electron/domain/index.ts';
import { csvSafe } from '../../electron/host/history/day-csv.ts';
import { createRedactor } from '../../electron/host/log/index.ts';
import { readAuthorization } from '../../electron/host/platform/payment-records.ts';
import { row } from '../../electron/host/receipts/lines.ts';
import { testCards } from './card-numbers.ts';

/** Ways to hide a card number: in the identifier of a card application (AID), as a word, and among words. */
const writings: Readonly<Record<string, (pan: string) => string>> = {
  'application identifier': (pan) => `A0${pan}`,
  'in small letters': (pan) => `a0${pan}`,
  'a word': (pan) => pan,
  'in groups': (pan) => (pan.match(/.{1,4}/g) ?? []).join(' '),
  'among words': (pan) => `VISA ${pan} OK`,
};

const digitsOf = (text: string): string => text.replaceAll(/[^0-9]/g, '');

/** Output of a command, as text and as JSON, on both streams. */
async function printed(value: Record<string, unknown>, text: string, isJson: boolean): Promise<string> {
  const io = { stdout: new PassThrough(), stderr: new PassThrough() };
  const cli = new Cli(io as never, isJson);
  cli.print(value, text);
  cli.note(text);
  cli.fail({ code: 'API_INVALID', message: text }, 1, value);
  io.stdout.end();
  io.stderr.end();
  return (await textOf(io.stdout)) + (await textOf(io.stderr));
}

describe.each(Object.entries(writings))('%s', (_name, write) => {
  test.each(Object.entries(testCards))('%s is masked in every output', async (_kind, pan) => {
    const said = write(pan);
    const record = readAuthorization({
      id: 'AU1',
      operation: 'SALE',
      amount: 100,
      currency: 'USD',
      state: 'SUCCEEDED',
      card_present_details: { emv_data: { application_identifier: said } },
    });
    const roads: Record<string, string> = {
      journal: maskCardNumbers(said),
      receipt: JSON.stringify(row('aid', 'AID', said)),
      'csv of the day': csvSafe(said),
      log: createRedactor().text(said),
      'record of the platform': JSON.stringify(record),
      'command line, words': await printed({ card: { applicationIdentifier: said } }, `AID  ${said}`, false),
      'command line, JSON': await printed({ card: { applicationIdentifier: said } }, `AID  ${said}`, true),
    };
    for (const [road, shown] of Object.entries(roads)) expect(digitsOf(shown), `${road}: ${shown}`).not.toContain(pan);
  });
});

test('the name of a card application stays in every output', async () => {
  const names = [
    'A0000000031010',
    'A0000000041010',
    'A000000025010801',
    'A0000001523010',
    'A0000006581010',
    'A00000033301010102',
  ];
  for (const name of names) {
    const said = await printed({ name }, `AID  ${name}`, true);
    expect(said.split(name).length - 1, said).toBeGreaterThanOrEqual(3);
    expect(csvSafe(name) + maskCardNumbers(name)).toBe(name + name);
  }
});

test('adjacent table cells are never read as groups of a single number', async () => {
  const table = 'PAY 1  4111  1111  1111  1111\nPAY 2  4111  1111  1111  1111';
  expect(await printed({}, table, false)).toContain(table);
});
