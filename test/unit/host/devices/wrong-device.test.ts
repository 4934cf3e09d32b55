/**
 * A sale was captured on another merchant's Device, and a Device known to be disabled was charged. A whole host, a
 * terminal on its cable and the sandbox over real HTTP: every wrong match, and the requests sent during the wrong
 * match.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AttemptView, TerminalView } from '../../../../electron/contract/index.ts';
import { composeHost, type Host } from '../../../../electron/host/index.ts';
import type { Device, MerchantList } from '../../../../electron/platform-api/index.ts';
import type { SandboxLogEntry } from '../../../../electron/sandbox/index.ts';
import { Harness } from '../../../api/harness.ts';
import { hostConfig, platformOf } from '../host-config.ts';
import { atEnd, polling, simulator } from '../terminals/real.ts';

const SERIAL = 'B61378A';
let dataDir: string;
let bench: Harness;
let requests: string[];
let ours: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-device-'));
  // Runs after the host, which keeps its files open.
  atEnd(async () => {
    await bench.sandbox.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  requests = [];
  const log = (entry: SandboxLogEntry): void => {
    if (entry.kind === 'request') requests.push(`${entry.method} ${entry.route}`);
  };
  bench = await Harness.start({ log });
  ours = (await bench.device(SERIAL)).id;
});

async function otherMerchant(): Promise<string> {
  const { _embedded } = await bench.client.get<MerchantList>('/merchants');
  return (
    _embedded?.merchants?.find(({ processor, id }) => processor === 'GATEWAY_A_V1' && id !== bench.sandbox.merchant)
      ?.id ?? ''
  );
}

/** Adds an enabled Device with the terminal's serial number; lists show it first. */
async function plant(merchant: string, serial_number = SERIAL): Promise<string> {
  bench.clock.advance(1_000);
  const fields = { name: 'Planted', model: 'PAX_A920PRO', serial_number };
  const { id } = await bench.client.post<Device>(`/merchants/${merchant}/devices`, fields);
  await bench.client.put(`/devices/${id}`, { action: 'ACTIVATE' });
  return id;
}

const act = (action: 'ACTIVATE' | 'DEACTIVATE'): Promise<unknown> => bench.client.put(`/devices/${ours}`, { action });
const rename = (serial_number: string): Promise<unknown> => bench.client.put(`/devices/${ours}`, { serial_number });
const created = () => bench.client.listed<{ device?: string; merchant: string }>('/authorizations', 'authorizations');

/** `merchant` null means that the till has none configured. */
async function till(address: string, merchant: string | null = bench.sandbox.merchant): Promise<Host> {
  const route = address.startsWith('device:') ? { route: 'cloud' as const } : {};
  const platform = { ...platformOf(bench)!, merchant };
  const host = await composeHost(
    hostConfig(dataDir, { platform, terminals: [{ address, isPractice: false, ...route }] }),
  );
  atEnd(() => host.close());
  await host.waitForTerminal(10_000);
  return host;
}

const terminalOf = (host: Host): TerminalView | undefined => host.state().terminals[0];
const id = 'A-00000001';
const saleOn = (terminal: string) => ({ id, amountMinor: 1234, currency: 'USD', terminal });
const ofSale = (host: Host): AttemptView | undefined => host.state().attempts.find((one) => one.id === id);

/** Every wrong match, with the till's code. */
const wrong: readonly (readonly [string, code: string, prepare: () => Promise<unknown>])[] = [
  ['of another merchant', 'DEVICE_OTHER_MERCHANT', async () => (await rename('MOVED'), plant(await otherMerchant()))],
  ['found twice', 'DEVICE_TWICE', () => plant(bench.sandbox.merchant)],
  ['not enabled', 'DEVICE_NOT_ENABLED', () => act('DEACTIVATE')],
];

describe.each(wrong)('a Device %s', (_, code, prepare) => {
  test.each(['cable', 'cloud'])('is refused for a payment by %s before the card, with the reason', async (route) => {
    await prepare();
    const standIn = await simulator({ tcp: 0 });
    const address = route === 'cloud' ? `device:${SERIAL}` : standIn.address;
    const host = await till(address);
    expect(terminalOf(host)?.device).toMatchObject({ id: null, failure: { code } });
    await expect(host.client.payment.start(saleOn(address))).rejects.toMatchObject({ data: { code } });
    expect(host.state().attempts).toEqual([]);
    expect(standIn.terminal.face.can).not.toContain('tap');
    expect(await created()).toEqual([]);
    const devices = await host.client.device.list();
    const same = devices.filter(({ serialNumber }) => serialNumber === SERIAL);
    expect(same.map(({ refusal }) => refusal?.code)).toEqual(same.map(() => code));
  });
});

test('the till charges a terminal without a Device by cable for the till’s merchant, and refuses without a cable', async () => {
  await rename('MOVED');
  const { address, terminal } = await simulator({ tcp: 0 });
  const host = await till(address);
  expect(terminalOf(host)?.device).toMatchObject({ id: null, failure: null });
  await host.client.payment.start(saleOn(address));
  await expect.poll(() => terminal.face.can, polling).toContain('tap');
  terminal.gesture('tap');
  await expect.poll(() => ofSale(host)?.state, polling).toBe('captured');
  const [made] = await created();
  expect([made?.device ?? null, made?.merchant]).toEqual([null, bench.sandbox.merchant]);
  await host.close();
  const cloud = await till(`device:${SERIAL}`);
  const refused = { data: { code: 'DEVICE_NONE' } };
  await expect(cloud.client.payment.start({ ...saleOn(`device:${SERIAL}`), id: 'A-00000002' })).rejects.toMatchObject(
    refused,
  );
  expect(await created()).toHaveLength(1);
});

test('the till charges its own Device next to another merchant’s, without requests between card and bank', async () => {
  await plant(await otherMerchant());
  const { address, terminal } = await simulator({ tcp: 0 });
  const host = await till(address);
  expect(terminalOf(host)?.device).toMatchObject({ id: ours, failure: null });
  await host.client.payment.start(saleOn(address));
  await expect.poll(() => terminal.face.can, polling).toContain('tap');
  await expect.poll(() => host.state().devices.length, polling).toBeGreaterThan(0); // the first list is complete
  requests.length = 0;
  terminal.gesture('tap');
  await expect.poll(() => ofSale(host)?.state, polling).toBe('captured');
  expect(requests.slice(0, 3)).toEqual([
    'POST /authorizations',
    'PUT /authorizations/:authorization_id',
    'GET /transfers/:transfer_id',
  ]);
  expect(await created()).toMatchObject([{ device: ours, merchant: bench.sandbox.merchant }]);
});

test('a till without a merchant treats Devices of two merchants with one number as duplicates', async () => {
  await plant(await otherMerchant());
  const { address } = await simulator({ tcp: 0 });
  const host = await till(address, null);
  await expect(host.client.payment.start(saleOn(address))).rejects.toMatchObject({ data: { code: 'DEVICE_TWICE' } });
});

test('every read notices that a Device was disabled, and the till charges it again once it is enabled', async () => {
  const { address, terminal } = await simulator({ tcp: 0 });
  const host = await till(address);
  await act('DEACTIVATE');
  expect(await host.client.device.get({ device: ours })).toMatchObject({ isEnabled: false });
  const refused = { data: { code: 'DEVICE_NOT_ENABLED' } };
  await expect(host.client.payment.start(saleOn(address))).rejects.toMatchObject(refused);
  await host.client.device.act({ device: ours, action: 'ACTIVATE' });
  await host.client.payment.start(saleOn(address));
  await expect.poll(() => terminal.face.can, polling).toContain('tap');
  terminal.gesture('tap');
  await expect.poll(() => ofSale(host)?.state, polling).toBe('captured');
});

test('the till shows the platform’s refusal for a Device disabled unnoticed, and refuses the next payment early', async () => {
  const { address, terminal } = await simulator({ tcp: 0 });
  const host = await till(address);
  await host.client.payment.start(saleOn(address));
  await expect.poll(() => terminal.face.can, polling).toContain('tap');
  await act('DEACTIVATE');
  terminal.gesture('tap');
  await expect.poll(() => ofSale(host)?.state, polling).toBe('failed');
  expect(ofSale(host)).toMatchObject({ failure: { code: 'DEVICE_NOT_ENABLED' }, mayHaveCharged: false });
  await expect.poll(() => terminalOf(host)?.device?.failure?.code, polling).toBe('DEVICE_NOT_ENABLED');
  const next = { ...saleOn(address), id: 'A-00000002' };
  await expect
    .poll(() => host.client.payment.start(next).catch((error: unknown) => error), polling)
    .toMatchObject({ data: { code: 'DEVICE_NOT_ENABLED' } });
  expect(await created()).toEqual([]);
});

test('the till sends nothing if the Device is disabled while the card is in the terminal', async () => {
  const { address, terminal } = await simulator({ tcp: 0 });
  const host = await till(address);
  await host.client.payment.start(saleOn(address));
  await expect.poll(() => terminal.face.can, polling).toContain('tap');
  await act('DEACTIVATE');
  await host.client.device.get({ device: ours });
  requests.length = 0;
  terminal.gesture('tap');
  await expect.poll(() => ofSale(host)?.state, polling).toBe('failed');
  expect(ofSale(host)).toMatchObject({ failure: { code: 'DEVICE_NOT_ENABLED' } });
  expect(requests.filter((one) => one === 'POST /authorizations')).toEqual([]);
});

describe('Check on screen shows the present state', () => {
  const devices = (host: Host) => host.client.check.run({ check: 'devices' });

  test('incident: Check shows within the same minute that a Device was disabled or enabled again', async () => {
    const host = await till((await simulator({ tcp: 0 })).address);
    expect(await devices(host)).toMatchObject([{ state: 'ok' }]);
    await act('DEACTIVATE');
    expect(await devices(host)).toMatchObject([{ state: 'problem', fault: 'DEVICE_NOT_ENABLED' }]);
    await act('ACTIVATE');
    expect(await devices(host)).toMatchObject([{ state: 'ok' }]);
  });

  test('incident: a duplicate in lower case with a space is found, and doctor reports it', async () => {
    const host = await till((await simulator({ tcp: 0 })).address);
    await plant(bench.sandbox.merchant, `${SERIAL.toLowerCase()} `);
    expect(await devices(host)).toMatchObject([{ state: 'problem', fault: 'DEVICE_TWICE' }]);
    const sale = host.client.payment.start(saleOn(terminalOf(host)?.id ?? ''));
    await expect(sale).rejects.toMatchObject({ data: { code: 'DEVICE_TWICE' } });
  });
});
