/** Live settings: effective in all windows at once, also during a payment, and audited like all others. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settingFields } from '../../../../electron/config/index.ts';
import { composeHost, type Host, type HostConfig } from '../../../../electron/host/index.ts';
import { SettingsInForce } from '../../../../electron/host/settings/in-force.ts';
import { Harness } from '../../../api/harness.ts';
import { hostConfig, platformOf } from '../host-config.ts';
import { ManualClock } from '../payments/world.ts';

let dataDir: string;
let path: string;
let host: Host;
let asked: string[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tillbridge live settings '));
  path = join(dataDir, 'settings.json');
  asked = [];
});
afterEach(async () => {
  await host.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const { till } = hostConfig('');
const write = (content: object) => writeFileSync(path, JSON.stringify({ till, ...content }), { mode: 0o600 });
const written = () => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
async function start(content: object = {}, change: Partial<HostConfig> = {}): Promise<void> {
  write(content);
  host = await composeHost(hostConfig(dataDir, { settingsNoted: 'all', people: [], managers: [], ...change }), {
    reload: () => asked.push('start'),
    liveChanged: () => asked.push('live'),
    paymentClock: new ManualClock(),
  });
}
const set = (key: string, value: unknown) =>
  host.client.settings.set({ key, text: typeof value === 'string' ? value : JSON.stringify(value) });
const state = () => host.state();

test('a live setting is on disk, in the audit log and in all windows at once, without a restart', async () => {
  await start();
  const { epoch } = await host.client.snapshot();
  await set('till.shop', 'Café');
  expect(written()).toMatchObject({ till: { shop: 'Café' } });
  expect(state()).toMatchObject({ till: { shop: 'Café' }, settings: { isWaiting: false, failure: null } });
  expect(asked).toEqual(['live']);
  expect((await host.client.snapshot()).epoch).toBe(epoch);
  const rows = await host.client.payment.audit({ limit: 2 });
  expect(rows.map(({ action, operator, data }) => [action, operator, data])).toEqual([
    ['settings-changed', 'tillbridge', { key: 'till.shop', from: 'Shop', to: 'Café' }],
    ['settings', 'cashier', { key: 'till.shop' }],
  ]);
  const { settings } = await host.client.settings.read({});
  expect(settings.filter(({ isWaiting }) => isWaiting)).toEqual([]);
});

test('a live setting during a payment leaves host and payment unchanged, and an at-start setting waits', async () => {
  const bench = await Harness.start();
  const terminal = 'device:B61378A';
  await start(
    {},
    { platform: platformOf(bench), terminals: [{ address: terminal, isPractice: false, route: 'cloud' }] },
  );
  await host.waitForTerminal(10_000);
  await host.client.payment.start({ id: 'A-00000001', amountMinor: 1500, currency: 'USD', terminal });
  const payment = () => state().attempts.find(({ id }) => id === 'A-00000001');
  await vi.waitFor(() => expect(payment()).toMatchObject({ state: 'working', canCancel: true }));
  const before = payment();
  await set('till.name', 'Till 9');
  await set('till.tips.percents', [10, 15]);
  await set('till.askAboveMinor', 50_000);
  expect(state().till).toMatchObject({ name: 'Till', tips: { percents: [10, 15] }, askAboveMinor: 50_000 });
  expect(state().settings).toMatchObject({ isWaiting: true });
  expect(payment()).toEqual(before);
  expect(asked).toEqual(['live', 'live']);
  const { settings } = await host.client.settings.read({});
  expect(settings.filter(({ isWaiting }) => isWaiting).map(({ key }) => key)).toEqual(['till.name']);
  await host.client.payment.cancel({ attempt: 'A-00000001' });
  await bench.sandbox.close();
}, 60_000);

test('all modules read the current settings: receipts, sign-out, view of the kiosk', async () => {
  const people = [{ name: 'Maya', roles: ['cashier' as const] }];
  await start({ people, signIn: { isOn: true } }, { people, signIn: { isOn: true, signedOutAfterMinutes: 5 } });
  const session = host.contextFor('till').session;
  session?.signIn({ name: 'Maya' });
  expect(state().till.signIn).toEqual({ afterMs: 300_000 });
  await set('signIn.signedOutAfterMinutes', 10);
  expect(state().till.signIn).toEqual({ afterMs: 600_000 });
  expect(session?.person).toMatchObject({ name: 'Maya' });
  await set('receipts.columns', 32);
  expect(await host.client.receipt.printers()).toMatchObject({ columns: 32 });
  expect(asked).toEqual(['live', 'live']);
});

test('a live setting that is changed by hand or restored is used at once', async () => {
  await start();
  write({ till: { ...till, shop: 'By hand' } });
  await vi.waitFor(() => expect(state().till.shop).toBe('By hand'), { timeout: 20_000 });
  await set('till.locale', 'de-DE');
  await host.client.settings.back({});
  expect(state()).toMatchObject({ till: { shop: 'By hand', locale: 'en-US' }, settings: { isWaiting: false } });
  expect(asked).toEqual(['live', 'live', 'live']);
});

test('an invalid file changes no setting in use and is left to the restart', async () => {
  await start();
  write({ till: { ...till, shop: 'Half', cardTimeoutMs: 1 } });
  await vi.waitFor(() => expect(state().settings?.revision).not.toBe(''), { timeout: 20_000 });
  await set('till.askAboveMinor', 100);
  expect(state()).toMatchObject({ till: { shop: 'Shop' }, settings: { isWaiting: true } });
  expect(state().till.askAboveMinor).toBeUndefined();
  expect(asked).toEqual([]);
});

test('an unwritable audit log is reported, and the till continues with the new setting', () => {
  const failures: string[] = [];
  let isFull = true;
  const notes: (string | undefined)[] = [];
  let about = '';
  const settings = new SettingsInForce({
    config: hostConfig(dataDir),
    notice: {
      about: (config) => void (about = config.till.shop),
      write: () => {
        if (isFull) throw new Error('disk full');
        notes.push(about);
      },
    },
    onUnwritten: ({ message }) => void failures.push(message),
  });
  const shops: string[] = [];
  settings.watch((one) => shops.push(one.shop));
  const content = { till: { ...till, shop: 'Café' } } as Parameters<typeof settings.use>[0];
  expect([settings.use(content), settings.use(content)]).toEqual([true, false]);
  expect([shops, failures.length, notes]).toEqual([['Café'], 2, []]);
  isFull = false;
  settings.use({ ...content, till: { ...till, shop: 'Bar' } });
  expect([shops, notes]).toEqual([['Café', 'Bar'], ['Bar']]);
});

test('settings about money, rights, terminals and the platform need a restart', () => {
  const live = settingFields().filter(({ applies }) => applies === 'live');
  expect(live.map(({ key }) => key)).toEqual([
    'till.shop',
    'till.locale',
    'till.askAboveMinor',
    'till.tips.percents',
    'till.tips.fixedMinor',
    'till.tips.percentsFromMinor',
    'till.tips.roomPercent',
    'till.tips.askAbovePercent',
    'till.amountEntry',
    'till.scanPricePrefixes',
    'signIn.signedOutAfterMinutes',
    'receipts.columns',
    'receipts.codePage',
    'receipts.drawer',
    'receipts.drawerOnCash',
    'receipts.drawerPin',
    'receipts.header',
    'receipts.footer',
    'receipts.qr',
    'receipts.email',
    'receipts.sms',
    'receipts.timeZone',
    'looksForUpdates',
  ]);
});
