/**
 * `tillbridge setup` at a keyboard, against a platform that was written from the specification alone; then the till
 * makes a sale.
 * @module-tag ci-only
 */
import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { nodeFlags } from '../../build/scripts/parts/paths.mjs';
import { Console } from '../cli/console.ts';
import { program } from '../fixtures/programs.ts';
import { moved, names, Till } from './till.ts';

// The time limit allows several processes in sequence on a busy computer.
vi.setConfig({ testTimeout: 180_000 });

const timeout = 600_000;

async function setUp(till: Till): Promise<void> {
  const { url, username, password } = till.platform;
  const console = new Console([
    process.execPath,
    ...nodeFlags,
    program('electron/cli/main.ts'),
    'setup',
    '--data',
    till.data,
  ]);
  try {
    await console.answer('Number: ', '1');
    await console.answer('Platform address: ', url);
    await console.answer('User name: ', username);
    await console.answer('Password: ', password);
    await console.sees('Which shop is this?');
    await console.answer(/(?:Number|Merchant): /, till.platform.merchant());
    await console.answer('Shop [', 'Corner Shop');
    await console.answer('This till [Till 1]: ', '');
    await console.answer('Currency [USD]: ', '');
    await console.answer('Language [en-US]: ', '');
    await console.answer(/Time zone/, 'Europe/Berlin');
    await console.answer('HOST:PORT as the terminal shows it: ', till.terminal);
    await console.sees('The settings are saved.');
    await console.answer('Name of the owner: ', 'Ann');
    await console.answer('PIN, six digits: ', '482915');
    await console.answer('PIN again: ', '482915');
    await console.answer('or none) [none]: ', '');
    await console.answer('gives it back: ', '');
    await console.sees('Voided: the platform was asked again at');
    await console.answer('Enter opens the till: ', '');
    await console.sees('This till is open.');
    expect(await console.ended).toBe(0);
  } finally {
    console.kill();
  }
}

// Only Linux has this form of the program that creates the pseudo-terminal.
test.skipIf(!existsSync('/usr/bin/script')).concurrent.each(names)(
  'a till is set up, `doctor` reports no fault, a sale is made, and the day matches the platform: %s',
  { timeout },
  async (name) => {
    await using till = await Till.open(name);
    const { ledger } = till.platform;
    await setUp(till);
    // The test payment was held and released.
    expect(ledger.total()).toMatchObject(moved({ charges: 0 }));
    expect(ledger.total().held).toBeGreaterThan(0);
    const doctor = await till.run(['doctor'], '');
    const findings = doctor.told as unknown as { state: string }[];
    expect(findings.filter(({ state }) => state === 'problem')).toEqual([]);
    expect(doctor.code).toBe(0);
    const sale = await till.run(['sale', '--amount', '4.50', '--order', 'first'], '');
    expect(sale).toMatchObject({ code: 0, told: { state: 'captured', route: 'cable' } });
    expect(till.sums('first')).toMatchObject(moved({ taken: 450, charges: 1 }));
    await till.dayAgrees('');
  },
);
