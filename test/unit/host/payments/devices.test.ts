/**
 * The Device of a payment, and the reasons for refusing the payment: at its start, when the card is read, and after a
 * restart.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeviceMatch } from '../../../../electron/host/payments/index.ts';
import { settle, World } from './world.ts';

let world: World;
beforeEach(() => (world = new World()));
afterEach(() => world.close());

const matched: DeviceMatch = { kind: 'matched', device: 'DV7' };
const unknown: DeviceMatch = { kind: 'unknown', failure: { code: 'API_UNREACHABLE', message: 'x' } };
const refused: DeviceMatch = { kind: 'refused', failure: { code: 'DEVICE_TWICE', message: 'x' } };
const cloud = { route: 'cloud' } as const;
const devices = () => world.platform.asked.map(({ device }) => device);
const intent = (id: string) => (world.journal.entries(id)[0] as { intent?: { device?: string | null } }).intent;

describe('on the cable', () => {
  test('a known Device is journaled and charged', async () => {
    world.devices.match = matched;
    const id = await world.sale();
    expect(intent(id)?.device).toBe('DV7');
    world.devices.match = unknown; // the match is lost, but the journal contains the Device
    await world.terminal.insertCard();
    expect(devices()).toEqual(['DV7']);
  });

  test('no Device: charged without one', async () => {
    world.devices.match = { kind: 'none' };
    const id = await world.sale();
    await world.terminal.insertCard();
    expect([intent(id)?.device, devices()]).toEqual([null, [null]]);
  });

  test('a known fault of the Device: refused, and nothing begins', async () => {
    world.devices.match = refused;
    await expect(world.sale()).rejects.toMatchObject({ code: 'DEVICE_TWICE' });
    expect([world.journal.recent(1), world.terminal.attempt]).toEqual([[], null]);
  });

  test('an unknown Device: the start waits before a card is asked for', async () => {
    world.devices.match = unknown;
    world.devices.later = refused;
    const id = await world.sale();
    await settle();
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'DEVICE_TWICE' } });
    expect(world.terminal.amounts).toEqual([]);
  });

  test('a Device that is found only while the card is read is charged', async () => {
    world.devices.match = unknown;
    const id = await world.sale();
    await settle();
    world.devices.match = matched;
    await world.terminal.insertCard();
    expect([intent(id)?.device, devices()]).toEqual([undefined, ['DV7']]);
  });

  test('a Device that stays unknown: charged without one, to the till’s merchant', async () => {
    world.devices.match = unknown;
    await world.sale();
    await settle();
    await world.terminal.insertCard();
    expect(devices()).toEqual([null]);
  });

  test('a fault found while the card is read: nothing is sent, the card is declined', async () => {
    const id = await world.sale();
    world.devices.match = refused;
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'declined' });
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'DEVICE_TWICE' } });
    expect(world.platform.calls).toEqual([]);
  });
});

describe('a payment that the platform drives', () => {
  test.each([
    ['none', { kind: 'none' }, 'DEVICE_NONE'],
    ['not known yet', unknown, 'API_UNREACHABLE'],
    ['wrong', refused, 'DEVICE_TWICE'],
  ] as const)('%s: refused, nothing is sent', async (_, match, code) => {
    world.devices.match = match;
    await expect(world.sale(1234, cloud)).rejects.toMatchObject({ code });
    expect(world.platform.calls).toEqual([]);
  });

  test('after a restart a CANCEL goes to the Device of the start, whatever the match is now', async () => {
    world.devices.match = matched;
    const id = await world.sale(1234, cloud);
    await world.crash();
    const cancelled: unknown[] = [];
    const act = world.platform.cancelOnDevice.bind(world.platform);
    world.platform.cancelOnDevice = (...asked: unknown[]) => (cancelled.push(...asked), act());
    world.devices.match = refused;
    world.engine.cancel(id, 'cashier');
    await settle();
    expect(cancelled).toEqual([{ device: 'DV7' }]);
  });
});

describe('a refusal of the platform that names the Device', () => {
  test.each([
    ['it is disabled', { failureCode: 'DEVICE_NOT_ENABLED', field: 'device' }, 'DEVICE_NOT_ENABLED', true],
    ['it is not there', { field: 'device' }, 'API_INVALID', false],
  ])('%s: the failure names the reason, and the Device is queried again', async (_, context, code, isDisabled) => {
    world.platform.faults.authorize = ['refuse'];
    world.platform.refusal = { code: 'API_INVALID', message: 'refused', context };
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'declined' });
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code }, mayHaveCharged: false });
    expect(world.devices.doubts).toEqual([{ device: 'DV1', isDisabled }]);
  });

  test.each([
    ['DEVICE_IN_USE', 'TERM_BUSY'],
    ['DEVICE_NOT_CONNECTED', 'TERM_NOT_READY'],
    ['DEVICE_UNREACHABLE', 'TERM_NOT_READY'],
  ])('%s gives a failure that the cashier understands', async (failureCode, code) => {
    world.platform.faults.authorize = ['refuse'];
    world.platform.refusal = { code: 'API_CONFLICT', message: 'refused', context: { failureCode } };
    const id = await world.sale(1234, cloud);
    await settle();
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code, context: { failureCode } } });
  });

  test('a payment that the platform drove ends because of the Device', async () => {
    const id = await world.sale(1234, cloud);
    world.platform.decide('AU1', 'FAILED', 'DEVICE_NOT_ENABLED');
    await world.clock.advance(3_000);
    expect(world.engine.get(id)).toMatchObject({ failure: { code: 'DEVICE_NOT_ENABLED' } });
  });

  test('any other refusal does not invalidate the match', async () => {
    world.platform.faults.authorize = ['refuse'];
    await world.sale();
    await world.terminal.insertCard();
    expect(world.devices.doubts).toEqual([]);
  });
});
