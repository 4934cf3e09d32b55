/**
 * Devices from the command line, against a running host (its local socket) with the real sandbox and simulator:
 * ACTIVATE, CANCEL during a sale, REBOOT, each with its result read back.
 * @module-tag ci-only
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActionResult, DeviceMetric, DeviceView } from '../../electron/contract/index.ts';
import { composeHost, type Host } from '../../electron/host/index.ts';
import { startSandbox, type Sandbox } from '../../electron/sandbox/index.ts';
import { injectKsn, startSimulator, type MmsTerminal, type RunningSimulator } from '../../native/simulator/index.ts';
import { tillbridge, withResult } from './in-process.ts';
import { tillbridgeProcess } from './processes.ts';

let dir: string;
let sandbox: Sandbox;
let simulator: RunningSimulator<MmsTerminal>;
let host: Host;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tillbridge devices '));
  sandbox = await startSandbox({ dataDir: dir });
  simulator = await startSimulator({ family: 'mms', carrier: { tcp: 0 }, terminal: { ksn: injectKsn() } });
  host = await composeHost({
    dataDir: dir,
    mode: 'training',
    isKiosk: false,
    version: 'test',
    till: {
      name: 'Till',
      shop: 'Shop',
      currency: 'USD',
      locale: 'en-US',
      maxAmountMinor: 100_000,
      cardTimeoutMs: 30_000,
    },
    platform: { url: sandbox.url, username: sandbox.username, password: sandbox.password, merchant: sandbox.merchant },
    terminals: [{ address: simulator.address, isPractice: true }],
    practice: null,
    localSocket: true,
  });
  await host.waitForTerminal(10_000);
});
afterAll(async () => {
  await host.close();
  await simulator.close();
  await sandbox.close();
  rmSync(dir, { recursive: true, force: true });
});

async function run<Result>(...args: string[]): Promise<Result> {
  return withResult(await tillbridge([...args, '--data', dir, '--json'])).result as Result;
}

async function device(serialNumber: string): Promise<DeviceView> {
  const found = (await run<DeviceView[]>('devices')).find((one) => one.serialNumber === serialNumber);
  if (!found) throw new Error(`no device ${serialNumber}`);
  return found;
}

test('devices matches each Device to the cable by serial number, and gives the route of each action or the reason against it', async () => {
  const counter = await device('B61378A');
  expect(counter).toMatchObject({ isEnabled: true, connection: 'open', processor: 'DUMMY_V1', terminalId: 'practice' });
  expect(counter.offers).toEqual([
    { action: 'ACTIVATE', route: 'none', reason: 'already' },
    { action: 'DEACTIVATE', route: 'platform', reason: null },
    { action: 'CANCEL', route: 'none', reason: 'nothing-running' },
    { action: 'REBOOT', route: 'cable', reason: null },
    { action: 'CREATE_IDLE_MESSAGE', route: 'cable', reason: null },
  ]);
  const gatewayA = await device('B000003');
  expect(gatewayA.offers.filter((offer) => offer.route !== 'none').map((offer) => offer.action)).toEqual(['ACTIVATE']);
});

test('deactivate and activate go through the platform, and are read back', async () => {
  const { id } = await device('B61378A');
  expect(await run<ActionResult>('deactivate', id)).toMatchObject({
    route: 'platform',
    readBack: { kind: 'changed', changes: [{ field: 'enabled', from: true, to: false }] },
    device: { isEnabled: false },
  });
  expect(await run<ActionResult>('activate', id)).toMatchObject({
    route: 'platform',
    readBack: { kind: 'changed', changes: [{ field: 'enabled', from: false, to: true }] },
    device: { isEnabled: true },
  });
  expect(await run('activate', id)).toMatchObject({ error: { code: 'API_CONFLICT' } });
});

test('a gateway that requires the code on the terminal refuses the activation without it', async () => {
  const { id } = await device('B000002');
  expect(await run('activate', id)).toMatchObject({
    error: { code: 'DEVICE_CODE_MISSING', message: expect.stringContaining('--activation-code CODE') },
  });
  expect(await run('activate', id, '--activation-code', '000000')).toMatchObject({
    error: { code: 'DEVICE_CODE_WRONG', message: expect.stringContaining('Read it again') },
  });
  expect(await run<ActionResult>('activate', id, '--activation-code', '123456')).toMatchObject({
    readBack: { kind: 'changed', changes: [{ field: 'enabled', from: false, to: true }] },
  });
  expect(await run<ActionResult>('reboot', id)).toMatchObject({
    route: 'platform',
    readBack: { kind: 'restarted', seenBy: 'platform', tookMs: expect.any(Number) },
  });
});

describe('a running sale', () => {
  test('ends on the terminal at cancel, which reports how it ended', async () => {
    const { id } = await device('B61378A');
    const attempt = await host.client.payment.start({ id: 'attempt-to-cancel', amountMinor: 1234, currency: 'USD' });
    await expect.poll(() => host.state().attempts[0]?.prompt).toBe('present-card');
    const result = await run<ActionResult>('cancel', id);
    expect(result).toMatchObject({
      action: 'CANCEL',
      route: 'cable',
      attempt: { id: attempt.id, state: 'cancelled', cancelledBy: 'cashier' },
    });
    expect(host.state().terminals[0]?.state).toBe('ready');
    expect(simulator.terminal.step).toBeNull();
    expect(await run('cancel', id)).toMatchObject({ error: { code: 'PAY_NOT_FOUND' } });
  });

  test('causes the refusal of reboot, which is done by cable afterwards', async () => {
    const { id } = await device('B61378A');
    await host.client.payment.start({ id: 'attempt-in-the-way', amountMinor: 500, currency: 'USD' });
    await expect.poll(() => host.state().attempts[0]?.prompt).toBe('present-card');
    expect(await run('reboot', id)).toMatchObject({ error: { code: 'TERM_BUSY' } });
    await host.client.payment.cancel({ attempt: 'attempt-in-the-way' });
    await expect.poll(() => host.state().attempts[0]?.state).toBe('cancelled');
    expect(await run<ActionResult>('reboot', id)).toMatchObject({
      route: 'cable',
      readBack: { kind: 'restarted', seenBy: 'cable', tookMs: expect.any(Number) },
    });
    expect(host.state().terminals[0]?.state).toBe('ready');
  });
});

test('the event stream of a sale contains no card number', async () => {
  const { epoch, seq } = await host.client.snapshot();
  const stop = new AbortController();
  const seen: string[] = [];
  const items = await host.client.events({ epoch, after: seq }, { signal: stop.signal });
  const reading = (async () => {
    for await (const item of items) seen.push(JSON.stringify(item));
  })().catch(() => undefined);
  await host.client.payment.start({ id: 'attempt-watched', amountMinor: 1234, currency: 'USD' });
  await expect.poll(() => host.state().attempts[0]?.prompt).toBe('present-card');
  simulator.terminal.gesture('tap');
  await expect.poll(() => host.state().attempts[0]?.state, { timeout: 60_000 }).toBe('captured');
  stop.abort();
  await reading;
  const stream = seen.join('\n');
  expect(seen.length).toBeGreaterThan(5);
  expect(stream).toContain('"lastFour":"1111"');
  expect(stream).not.toContain('4111111111111111');
  expect(stream.toUpperCase()).not.toContain(Buffer.from('4111111111111111').toString('hex').toUpperCase());
  // The encrypted payload, which only the platform may see, is not in the stream either.
  expect(stream).not.toMatch(/[0-9A-F]{64}/);
});

test('the idle message is shown by cable', async () => {
  const { id } = await device('B61378A');
  expect(await run<ActionResult>('idle', id, 'Back at two')).toMatchObject({ route: 'cable' });
  expect(simulator.terminal.face.display.join(' ')).toContain('Back at two');
});

test('metrics extracts the known fields, and keeps the unknown fields', async () => {
  const { id } = await device('B61378A');
  const metrics = await run<DeviceMetric[]>('metrics', id, '--limit', '5');
  expect(metrics).toHaveLength(5);
  expect(metrics[0]?.createdAt).not.toBeNull();
  expect(metrics.some((metric) => metric.networkType !== null && Object.keys(metric.other).length > 0)).toBe(true);
});

test('another process finds the running till by its socket', async () => {
  const { code, stdout } = await tillbridgeProcess(['devices', '--data', dir, '--json']);
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ serialNumber: 'B61378A' }));
  expect(code).toBe(0);
});

test('doctor and devices name a Device that receives no payments, and the remedy', async () => {
  const { id } = await device('B61378A');
  await run('deactivate', id);
  const { code, result } = withResult(await tillbridge(['doctor', '--data', dir, '--json']));
  expect(code).toBe(1);
  const finding = (result as unknown as { what: string }[]).find(({ what }) => what === 'Device of practice');
  expect(finding).toMatchObject({
    state: 'problem',
    detail: expect.stringMatching(/it receives no payments.*tillbridge activate/),
  });
  expect(await device('B61378A')).toMatchObject({ refusal: { code: 'DEVICE_NOT_ENABLED' } });
  await run('activate', id);
  expect(await run<unknown[]>('doctor')).toContainEqual(
    expect.objectContaining({ what: 'Device of practice', state: 'ok', detail: id, fault: null }),
  );
});

test('doctor recognizes the running till', async () => {
  const findings = await run<{ what: string; state: string; detail: string }[]>('doctor');
  expect(findings.find((finding) => finding.what === 'till')).toMatchObject({
    state: 'ok',
    detail: expect.stringContaining('practice ready'),
  });
});

test('devices reports that no till runs with this data folder', async () => {
  const empty = mkdtempSync(join(dir, 'empty-'));
  const done = await tillbridge(['devices', '--data', empty, '--json']);
  expect(JSON.parse(done.stdout)).toMatchObject({ error: { code: 'IPC_DISCONNECTED' } });
  expect(done.code).toBe(1);
});
