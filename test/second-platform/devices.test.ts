/**
 * Every Device action, and the reading of Devices, on a platform that was written from the specification alone.
 * @module-tag ci-only
 */
import { expect, test, vi } from 'vitest';
import type { Device } from './platform/ledger.ts';
import { atPlatform, moved, names, Till } from './till.ts';

// The time limit allows several processes in sequence on a busy computer.
vi.setConfig({ testTimeout: 180_000 });

const timeout = 600_000;

test.concurrent.each(names)('a new Device is enabled and disabled: %s', { timeout }, async (name) => {
  await using till = await Till.open(name);
  const { platform } = till;
  const device = platform.addDevice('S000002', { isEnabled: false });
  const shown = await till.run(['device', device.id]);
  expect(shown).toMatchObject({ code: 0, told: { serialNumber: 'S000002', isEnabled: false } });
  const code = platform.switches.activationCode;
  if (code !== null) {
    const activate = ['activate', device.id];
    const told = async (...more: string[]): Promise<unknown> =>
      (await till.run([...activate, ...more])).told.error?.code;
    expect(await told()).toBe('DEVICE_CODE_MISSING');
    expect(await told('--activation-code', '111111')).toBe('DEVICE_CODE_WRONG');
    expect(await told('--activation-code', '000000')).toBe('DEVICE_CODE_WRONG');
    expect(device.isEnabled).toBe(false);
  }
  const activated = await till.run(['activate', device.id, ...(code === null ? [] : ['--activation-code', code])]);
  expect(activated).toMatchObject({ code: 0, told: { action: 'ACTIVATE', device: { isEnabled: true } } });
  expect(device.isEnabled).toBe(true);
  expect(await till.run(['deactivate', device.id])).toMatchObject({ code: 0, told: { device: { isEnabled: false } } });
  expect(device.isEnabled).toBe(false);
});

test.concurrent.each(names)('the Devices of all pages are listed: %s', { timeout }, async (name) => {
  await using till = await Till.open(name);
  const { code, told } = await till.run(['devices']);
  expect(code).toBe(0);
  const ids = (told as unknown as { id: string }[]).map(({ id }) => id);
  expect(ids.toSorted()).toEqual([...till.platform.ledger.devices.keys()].toSorted());
});

test.concurrent.each(names)('metrics contain every value of the platform: %s', { timeout }, async (name) => {
  await using till = await Till.open(name);
  const device = [...till.platform.ledger.devices.values()][0] as Device;
  const { code, told } = await till.run(['metrics', device.id]);
  expect(code).toBe(0);
  const metrics = told as unknown as { connection: string; other: Record<string, unknown> }[];
  expect(new Set(metrics.map(({ other }) => other['battery.percent']))).toEqual(new Set([41, 62, 78]));
});

test.concurrent.each(names)(
  'REBOOT restarts a Device, and an idle message is shown on it: %s',
  { timeout },
  async (name) => {
    await using till = await Till.open(name);
    const device = till.platform.addDevice('G000001', { processor: 'GATEWAY_B_V1' });
    expect(await till.run(['idle', device.id, 'Good morning'])).toMatchObject({ code: 0 });
    expect(device.idleMessage).toBe('Good morning');
    expect(await till.run(['reboot', device.id])).toMatchObject({ code: 0, told: { action: 'REBOOT' } });
    expect(device.reboots).toBe(1);
  },
);

test.concurrent.each(names)('CANCEL ends the payment on a Device: %s', { timeout }, async (name) => {
  await using till = await Till.open(name);
  const { platform } = till;
  platform.expect(atPlatform, { does: 'waits' });
  const sale = till.startCloudSale('32.00', 'ended');
  await platform.asked('POST /authorizations');
  const device = [...platform.ledger.devices.values()].find(({ serialNumber }) => serialNumber === atPlatform);
  // Another till, which does not have the payment.
  const cancel = await till.run(['cancel', device!.id], undefined, `${till.data} of another`);
  expect(cancel).toMatchObject({ code: 0, told: { action: 'CANCEL' } });
  expect(await sale.said).toMatchObject({ state: 'cancelled' });
  expect(await sale.exited).toBe(1);
  expect(platform.ledger.total()).toMatchObject(moved({ held: 0, charges: 0 }));
});
