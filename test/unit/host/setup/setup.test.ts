/** The whole setup in a host in this process, against a real sandbox over HTTP and a real simulator over TCP. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toFailure, type SetupView } from '../../../../electron/contract/index.ts';
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts';
import { startSimulator, readFlags, type RunningSimulator } from '../../../../native/simulator/index.ts';
import { canMount, smallDisk } from '../journal/disks.ts';
import { SetupTill } from './till.ts';

const WITHIN = { timeout: 20_000, interval: 25 };
const ann = { name: 'Ann', pin: '482915' };
const shop = {
  step: 'shop',
  shop: 'Bakery Süß',
  name: 'Till 2',
  currency: 'EUR',
  locale: 'de-DE',
  timeZone: 'Europe/Berlin',
} as const;

let sandbox: Sandbox;
let simulator: RunningSimulator;
let till: SetupTill;
beforeEach(async () => {
  const flags = readFlags(['--family', 'mms', '--tcp', '0', '--card', 'approve']);
  if (flags === 'help') throw new Error('No flags');
  [sandbox, simulator, till] = await Promise.all([startSandbox(), startSimulator(flags.options), SetupTill.open()]);
});
afterEach(async () => {
  await till.close();
  await Promise.all([simulator.close(), sandbox.close()]);
});

const account = () =>
  ({ step: 'account', url: sandbox.url, username: sandbox.username, password: sandbox.password }) as const;

async function untilTerminal(): Promise<SetupView> {
  await till.answer({ step: 'mode', mode: 'sandbox' });
  await till.answer(account());
  await till.answer({ step: 'merchant', merchant: sandbox.merchant });
  await till.answer(shop);
  const { address } = simulator;
  return till.answer({ step: 'terminal', address: address.replace('tcp:', '') });
}

const state = (): Promise<SetupView> => till.host.client.setup.state();
const untilView = async (isSo: (view: SetupView) => boolean): Promise<SetupView> =>
  vi.waitFor(async () => {
    const view = await state();
    if (!isSo(view)) throw new Error(`still ${JSON.stringify(view)}`);
    return view;
  }, WITHIN);

/** Authorizations on the platform. */
async function authorizations(): Promise<{ id: string; amount: number; is_void: boolean; transfer: string | null }[]> {
  const response = await fetch(`${sandbox.url}/authorizations`, {
    headers: {
      authorization: `Basic ${Buffer.from(`${sandbox.username}:${sandbox.password}`).toString('base64')}`,
      'Service-Version': '2022-02-01',
    },
  });
  const body = (await response.json()) as { _embedded?: { authorizations?: never[] } };
  return body._embedded?.authorizations ?? [];
}

test('the setup leads from training to the first live payment', { timeout: 180_000 }, async () => {
  expect(await state()).toMatchObject({ step: 'mode', isBegun: false, canBack: false });
  const writing = await untilTerminal();
  expect(writing).toMatchObject({ step: 'person', isRestarting: true, refusesPayments: false });
  // Training stays active until then, and is shown.
  expect(till.host.state().till.mode).toBe('training');
  await expect(till.answer({ step: 'person', ...ann })).rejects.toMatchObject({ data: { code: 'SETUP_STEP' } });
  expect(till.kept).not.toContain(sandbox.password);
  await till.reloaded();
  expect(till.host.state().till).toMatchObject({ mode: 'live', shop: 'Bakery Süß', currency: 'EUR', locale: 'de-DE' });
  expect(till.host.state().setup).toMatchObject({ step: 'person', isRestarting: false, refusesPayments: true });

  const sale = { id: 'sale-00000001', amountMinor: 450, currency: 'EUR' };
  await expect(till.host.client.payment.start(sale)).rejects.toMatchObject({ data: { code: 'SETUP_OPEN' } });

  expect((await till.answer({ step: 'person', ...ann })).step).toBe('receipts');
  await till.reloaded();
  // A manager is required from here on.
  await expect(till.answer({ step: 'receipts', printer: null })).rejects.toMatchObject({
    data: { code: 'ROLE_REQUIRED' },
  });
  expect((await till.answer({ step: 'receipts', printer: null }, ann)).step).toBe('test');
  await till.host.waitForTerminal(20_000);
  await expect(till.answer({ step: 'open' }, ann)).rejects.toMatchObject({ data: { code: 'SETUP_STEP' } });
  await till.answer({ step: 'test' }, ann);
  const proven = await untilView(({ test: made }) => made?.state === 'voided');
  expect(proven).toMatchObject({ step: 'test', test: { amountMinor: 100, currency: 'EUR', outcome: 'released' } });
  expect(await authorizations()).toMatchObject([{ amount: 100, is_void: true, transfer: null }]);
  // A repeated answer does not repeat the test.
  expect((await till.answer({ step: 'test' }, ann)).step).toBe('open');
  expect(await authorizations()).toHaveLength(1);
  expect(await till.answer({ step: 'open' }, ann)).toMatchObject({ step: null, refusesPayments: false });

  await till.host.client.payment.start(sale);
  const paid = await till.host.settled(sale.id, { cardMs: 20_000, inDoubtMs: 20_000 }, () => undefined);
  expect(paid.state).toBe('captured');
  const window = {
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date(Date.now() + 1000).toISOString(),
  };
  const day = await till.host.client.day.totals(window);
  expect(day.ledgers).toMatchObject([{ currency: 'EUR', netMinor: 450, paid: { count: 1 } }]);
  expect(Object.values(day.counts).reduce((sum, one) => sum + one, 0)).toBe(1);
  const { text } = await till.host.client.day.export(window);
  expect(text).toContain('sale-00000001');
  expect(text).not.toContain('setup-test-');
  // The settings pass their own schema, and only this user can read them.
  expect(till.settings).toMatchObject({
    mode: 'live',
    platform: { url: sandbox.url, merchant: sandbox.merchant },
    terminals: [simulator.address],
    receipts: { timeZone: 'Europe/Berlin' },
    people: [{ name: 'Ann', roles: ['manager', 'technician'] }],
  });
});

test(
  'the setup continues at once, without a restart, after another name and language of the shop',
  { timeout: 60_000 },
  async () => {
    await untilTerminal();
    await till.reloaded();
    await till.host.waitForTerminal(20_000);
    for (const _step of ['terminal', 'shop']) await till.host.client.setup.back({});
    await till.answer({ ...shop, shop: 'Café', locale: 'fr-CA' });
    const view = await till.answer({ step: 'terminal', address: simulator.address });
    expect(view).toMatchObject({ step: 'person', isRestarting: false });
    expect(till.host.state().till).toMatchObject({ shop: 'Café', locale: 'fr-CA', currency: 'EUR', name: 'Till 2' });
    expect(till.settings).toMatchObject({ till: { shop: 'Café', locale: 'fr-CA' } });
  },
);

test('windows act in turn; Back and leaving keep the answers', { timeout: 180_000 }, async () => {
  await till.answer({ step: 'mode', mode: 'sandbox' });
  await till.answer(account());
  await expect(till.answer(shop)).rejects.toMatchObject({
    data: { code: 'SETUP_STEP', context: { step: 'merchant' } },
  });
  expect(await till.host.client.setup.back({})).toMatchObject({ step: 'account', answers: { mode: 'sandbox' } });
  expect(await till.host.client.setup.leave({})).toMatchObject({ step: 'account', isLeft: true });
  await till.stop();
  await till.start();
  expect(till.host.state()).toMatchObject({ till: { mode: 'training' }, setup: { step: 'account', isLeft: true } });
  const view = await till.answer(account());
  expect(view).toMatchObject({
    step: 'merchant',
    isLeft: false,
    answers: { account: { username: sandbox.username } },
  });
  expect(view.answers.account?.merchants).toHaveLength(3);
  await expect(till.host.client.setup.skip({})).rejects.toMatchObject({ data: { code: 'SETUP_STEP' } });
});

test('the setup reports unwritable settings, and writes them once possible', { timeout: 180_000 }, async () => {
  // A file occupies the folder of the previous version, so the write fails.
  const former = join(till.dataDir, 'settings-former');
  rmSync(former, { recursive: true, force: true });
  await till.answer({ step: 'mode', mode: 'sandbox' });
  await till.answer(account());
  await till.answer({ step: 'merchant', merchant: sandbox.merchant });
  await till.answer(shop);
  rmSync(former, { recursive: true, force: true });
  writeFileSync(former, '');
  const before = till.settings;
  const address = simulator.address.replace('tcp:', '');
  await expect(till.answer({ step: 'terminal', address })).rejects.toMatchObject({ data: { code: 'CFG_INVALID' } });
  expect(await state()).toMatchObject({ isRestarting: true, failure: { code: 'CFG_INVALID' } });
  await expect(till.host.client.setup.resume({})).rejects.toMatchObject({ data: { code: 'CFG_INVALID' } });
  expect(till.settings).toEqual(before);
  rmSync(former);
  expect(await till.host.client.setup.resume({})).toMatchObject({ isRestarting: true, failure: null });
  await till.reloaded();
  expect(await state()).toMatchObject({ step: 'person', isRestarting: false, failure: null });
  expect(till.settings).toMatchObject({ mode: 'live', terminals: [simulator.address] });
});

test.skipIf(!canMount)(
  'the setup reports a full disk at any step, stores nothing by halves, and continues with space',
  { timeout: 180_000 },
  async () => {
    await till.close();
    const disk = smallDisk(8_192);
    const folder = join(disk.folder, 'data');
    mkdirSync(folder, { mode: 0o700 });
    till = await SetupTill.open(folder);
    try {
      const address = simulator.address.replace('tcp:', '');
      const answers = [
        { step: 'mode', mode: 'sandbox' },
        account(),
        { step: 'merchant', merchant: sandbox.merchant },
        shop,
        { step: 'terminal', address },
      ] as const;
      for (const answer of answers) {
        const names = readdirSync(folder);
        const kept = () => (existsSync(join(folder, 'setup.json')) ? till.kept : null);
        const before = kept();
        disk.fill();
        const failure = await till.answer(answer).then(() => null, toFailure);
        expect(failure).toMatchObject({
          message: expect.stringMatching(/disk is full(?:: free some space|\. Free disk space)/) as string,
        });
        expect(kept()).toBe(before);
        expect(readdirSync(folder).filter((name) => name !== 'logs' && !names.includes(name))).toEqual([]);
        disk.free();
        await till.answer(answer);
      }
      await till.reloaded();
      expect(await state()).toMatchObject({ step: 'person', isRestarting: false, failure: null });
      expect(till.settings).toMatchObject({ mode: 'live', terminals: [simulator.address] });
    } finally {
      await till.close();
      disk.remove();
      till = await SetupTill.open();
    }
  },
);

test('the setup accepts no declined card as a test, and allows another test', { timeout: 180_000 }, async () => {
  await simulator.close();
  const flags = readFlags(['--family', 'mms', '--tcp', '0', '--card', 'decline']);
  if (flags === 'help') throw new Error('No flags');
  simulator = await startSimulator(flags.options);
  await untilTerminal();
  await till.reloaded();
  await till.host.client.setup.skip({});
  await till.host.client.setup.skip({});
  await till.host.waitForTerminal(20_000);
  const first = await till.answer({ step: 'test' });
  const declined = await untilView(({ test: made }) => made?.state === 'not-paid');
  expect(declined.test).toMatchObject({ outcome: 'declined', provenAt: null });
  expect(declined).toMatchObject({ canBack: true, canSkip: true });
  const second = await till.answer({ step: 'test' });
  expect(second.test?.attempt).not.toBe(first.test?.attempt);
  await untilView(({ test: made }) => made?.state === 'not-paid');
  expect(await till.host.client.setup.skip({})).toMatchObject({
    step: 'open',
    skipped: ['person', 'receipts', 'test'],
  });
});

test(
  'leaving the setup of a live till returns it to training, and no test runs in training',
  { timeout: 180_000 },
  async () => {
    await untilTerminal();
    await till.reloaded();
    await till.host.client.setup.skip({});
    await till.host.client.setup.skip({});
    expect(await till.host.client.setup.leave({})).toMatchObject({ step: 'test', isLeft: true });
    await till.reloaded();
    expect(till.host.state()).toMatchObject({ till: { mode: 'training' }, setup: { refusesPayments: false } });
    await expect(till.answer({ step: 'test' })).rejects.toMatchObject({ data: { code: 'SETUP_STEP' } });
    expect(await till.host.client.setup.resume({})).toMatchObject({ step: 'test', isRestarting: true, isLeft: false });
    await till.reloaded();
    expect(till.host.state()).toMatchObject({ till: { mode: 'live' }, setup: { step: 'test', isRestarting: false } });
    expect(await authorizations()).toEqual([]);
  },
);

test('callers cannot use the id of a test payment for a sale', { timeout: 180_000 }, async () => {
  const sale = { id: 'setup-test-00000001', amountMinor: 450, currency: 'USD' };
  await expect(till.host.client.payment.start(sale)).rejects.toMatchObject({ data: { code: 'IPC_INVALID' } });
});
