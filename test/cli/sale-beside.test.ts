/** `tillbridge sale` while a till runs with the same data folder: the running till takes the payment. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Cli } from '../../electron/cli/cli.ts';
import { RunningTill } from '../../electron/cli/running-till.ts';
import { secretsOf } from '../../electron/cli/secrets-of.ts';
import { startSandbox } from '../../electron/sandbox/index.ts';
import { hashPin } from '../../electron/host/index.ts';
import { readHostFile } from '../../electron/starter/index.ts';
import { simulator, start, tillbridge, withResult } from './in-process.ts';
import { until } from '../waiting.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

const PIN = '246813';
const people = [{ name: 'Mo', roles: ['manager'], pin: hashPin(PIN, { N: 2, r: 1, p: 1 }) }];
const stops: (() => unknown)[] = [];
let data: string;
beforeEach(() => {
  data = temporaryFolder('tillbridge beside ');
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
}, 60_000);

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
function cli(): Cli {
  const env = { ...process.env, TILLBRIDGE_NO_KEY_STORE: '1' };
  const io = { env, stdin: Readable.from([]), stdout: nowhere(), stderr: nowhere() };
  return new Cli({ ...io, onInterrupt: () => () => undefined, quit: () => undefined }, false);
}

async function openTill(): Promise<RunningTill> {
  const till = await RunningTill.open(cli(), data);
  stops.push(() => till.close());
  return till;
}

async function openLive(...card: string[]) {
  const [sandbox, terminal] = await Promise.all([startSandbox(), simulator('--family', 'mms', '--tcp', '0', ...card)]);
  stops.push(() => Promise.all([sandbox.close(), terminal.close()]));
  const platform = { url: sandbox.url, username: sandbox.username, merchant: sandbox.merchant };
  const settings = { platform, terminals: [terminal.address], people };
  writeFileSync(join(data, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  await secretsOf(cli(), data).keep(sandbox.password, platform);
  return { sandbox, terminal, till: await openTill() };
}

const words = (...more: string[]) => ['sale', '--amount', '12.34', '--json', '--data', data, ...more];
const sale = async (...more: string[]) => withResult(await tillbridge(words(...more)));

test('a live till charges the sale, and keeps it in its own journal', async () => {
  const { sandbox, terminal, till } = await openLive('--card', 'approve');
  const { code, result } = await sale('--order', 'ERP-7');
  expect({ code, ...result }).toMatchObject({
    code: 0,
    state: 'captured',
    amount: 1_234,
    terminal: { id: terminal.address },
  });
  const view = await till.call((client) => client.payment.get({ attempt: String(result['attempt']) }));
  expect(view).toMatchObject({ state: 'captured', order: 'ERP-7' });
  // Requests that the running till cannot serve are refused by a typed error, before a card.
  expect(await sale('--terminal', 'tcp:127.0.0.1:1')).toMatchObject({
    code: 1,
    result: { error: { code: 'TERM_NOT_FOUND' } },
  });
  expect(await sale('--platform', sandbox.url)).toMatchObject({ code: 1, result: { error: { code: 'JRNL_IN_USE' } } });
  expect(await sale('--kind', 'refund')).toMatchObject({ code: 1, result: { error: { code: 'ROLE_REQUIRED' } } });
}, 180_000);

test('Ctrl+C cancels the sale at the terminal of that till', async () => {
  const { till } = await openLive();
  const run = start(words('--order', 'X'), {}, []);
  await until(
    async () => (await till.call((client) => client.snapshot())).state.attempts[0]?.prompt === 'present-card',
    'a terminal that asks for the card',
  );
  run.interrupt();
  const { code, result } = withResult(await run.done);
  expect({ code, ...result }).toMatchObject({
    code: 1,
    state: 'cancelled',
    cancelledBy: 'cashier',
    mayHaveCharged: false,
  });
}, 180_000);

test('a host that is lost during the payment leaves the sale in doubt, with its id', async () => {
  const { till } = await openLive();
  const run = start(words('--order', 'X'), {}, []);
  const open = async () => (await till.call((client) => client.snapshot())).state.attempts[0];
  await until(async () => (await open())?.prompt === 'present-card', 'a terminal that asks for the card');
  const attempt = (await open())?.id;
  process.kill(readHostFile(data)?.pid ?? Number.NaN, 'SIGKILL');
  const { code, result } = withResult(await run.done);
  expect({ code, ...result }).toMatchObject({ code: 3, state: 'checking', attempt, mayHaveCharged: true });
}, 180_000);

test('a host that is lost during a reversal leaves it in doubt, with both ids', async () => {
  const { sandbox, till } = await openLive('--card', 'approve');
  const attempt = String((await sale()).result['attempt']);
  // Without the platform the reversal stays open until the host is lost.
  await sandbox.close();
  const about = ['--operator', 'Mo', '--reason', 'broken', '--reversal', 'R-0001', '--json', '--data', data];
  const run = start(['reverse', attempt, ...about], { TILLBRIDGE_PIN: PIN }, []);
  const reversals = async () => (await till.call((client) => client.payment.get({ attempt }))).reversals;
  await until(async () => (await reversals()).length > 0, 'a begun reversal');
  process.kill(readHostFile(data)?.pid ?? Number.NaN, 'SIGKILL');
  const { code, result } = withResult(await run.done);
  expect({ code, ...result }).toMatchObject({ code: 3, state: 'checking', attempt, reversal: 'R-0001' });
}, 180_000);

test.each([
  ['approve', 'captured', 0],
  ['decline', 'declined', 1],
  ['cancel', 'cancelled', 1],
])(
  'the practice terminal of a till in training gets a card: %s',
  async (card, state, code) => {
    await openTill();
    expect(await sale('--card', card)).toMatchObject({ code, result: { state } });
  },
  180_000,
);
