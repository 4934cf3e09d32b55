/**
 * `tillbridge setup` in a pseudo-terminal, typed by a technician: its own process, a real sandbox, a simulator on a
 * serial line.
 * @module-tag ci-only
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeFlags } from '../../build/scripts/parts/paths.mjs';
import { startSandbox, type Sandbox } from '../../electron/sandbox/index.ts';
import type { RunningSimulator } from '../../native/simulator/index.ts';
import { program } from '../fixtures/programs.ts';
import { Console } from './console.ts';
import { simulator, tillbridge } from './in-process.ts';
import { ptyPair } from './processes.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

let dir: string;
let sandbox: Sandbox;
let terminal: RunningSimulator;
let line: Awaited<ReturnType<typeof ptyPair>>;
let consoles: Console[] = [];
beforeEach(async () => {
  dir = temporaryFolder('tillbridge setup ');
  line = await ptyPair(dir);
  [sandbox, terminal] = await Promise.all([
    startSandbox(),
    simulator('--family', 'mms', '--serial', line.terminalEnd, '--card', 'approve'),
  ]);
});
afterEach(async () => {
  for (const one of consoles) one.kill();
  consoles = [];
  await Promise.all([sandbox.close(), terminal.close()]);
  await line.pull();
});

const data = (): string => join(dir, 'data');
function setup(): Console {
  const opened = new Console([
    process.execPath,
    ...nodeFlags,
    program('electron/cli/main.ts'),
    'setup',
    '--data',
    data(),
  ]);
  consoles.push(opened);
  return opened;
}

test(
  'a till is set up by keyboard alone, resumes at the same step, and takes a payment',
  { timeout: 180_000 },
  async () => {
    const first = setup();
    await first.answer('Number: ', '1');
    await first.answer('Platform address: ', '<');
    await first.answer('Number: ', '1');
    await first.answer('Platform address: ', sandbox.url);
    await first.answer('User name: ', sandbox.username);
    await first.answer('Password: ', 'wrong "%ü🙂');
    await first.sees('Password: The platform does not accept this user name with this password. Type both again');
    // Earlier answers need not be typed again.
    await first.answer(`Platform address [${sandbox.url}]: `, '');
    await first.answer(`User name [${sandbox.username}]: `, '');
    await first.answer('Password: ', sandbox.password);
    await first.sees('Which shop is this?');
    await first.answer('Number: ', '9');
    await first.sees('Merchant: The list has no shop with this name or number');
    await first.sees('Number: ');
    first.key('\u0003');
    await first.ended;
    expect(readFileSync(join(data(), 'setup.json'), 'utf8')).not.toContain(sandbox.password);

    const second = setup();
    await second.sees('Which shop is this?');
    await second.answer('Number: ', sandbox.merchant);
    await second.answer('Shop [My shop]: ', 'Bäckerei');
    await second.answer('This till [Till 1]: ', '');
    await second.answer('Currency [USD]: ', 'dollars');
    await second.answer('Language [en-US]: ', '');
    await second.answer(/Time zone/, '');
    await second.sees(/Currency: .*Type the value again/);
    await second.answer('Shop [Bäckerei]: ', '');
    await second.answer('This till [Till 1]: ', '');
    await second.answer('Currency [USD]: ', 'usd');
    await second.answer('Language [en-US]: ', '');
    await second.answer(/Time zone/, 'Europe/Berlin');
    await second.answer('HOST:PORT as the terminal shows it: ', `serial:${line.tillEnd}`);
    await second.sees('The settings are saved.');
    await second.answer('Name of the owner: ', 'Ann');
    await second.answer('PIN, six digits: ', '482915');
    await second.answer('PIN again: ', '482915');
    await second.answer('or none) [none]: ', '');
    await second.answer('gives it back: ', '');
    await second.sees('Voided: the platform was asked again at');
    await second.answer('Enter opens the till: ', '');
    await second.sees('This till is open.');
    expect(await second.ended).toBe(0);
    expect(readFileSync(join(data(), 'settings.json'), 'utf8')).toContain('Bäckerei');

    const sale = await tillbridge(['sale', '--data', data(), '--amount', '4.50', '--json']);
    expect(JSON.parse(sale.stdout)).toMatchObject({ state: 'captured' });
  },
);

test('the console shows no text that was typed without echo', { timeout: 180_000 }, async () => {
  const opened = setup();
  let seen = '';
  await opened.answer('Number: ', '1');
  await opened.answer('Platform address: ', sandbox.url);
  await opened.answer('User name: ', sandbox.username);
  await opened.sees('Password: ');
  opened.key(`${sandbox.password.slice(0, 5)}x\u007f${sandbox.password.slice(5)}\r`);
  await opened.sees('Trying the account');
  seen += opened.shown;
  await opened.sees('Number: ');
  expect(seen).not.toContain(sandbox.password.slice(0, 5));
});
