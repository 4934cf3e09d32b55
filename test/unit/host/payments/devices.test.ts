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

describe('a payment by cable', () => {
  test('records and charges a known Device', async () => {
    world.devices.match = matched;
    const id = await world.sale();
    expect(intent(id)?.device).toBe('DV7');
    world.devices.match = unknown; // the match is lost, but the journal contains the Device
    await world.terminal.insertCard();
    expect(devices()).toEqual(['DV7']);
  });

  test('charges without a Device if there is none', async () => {
    world.devices.match = { kind: 'none' };
    const id = await world.sale();
    await world.terminal.insertCard();
    expect([intent(id)?.device, devices()]).toEqual([null, [null]]);
  });

  test('is refused before it begins if the Device has a known fault', async () => {
    world.devices.match = refused;
    await expect(world.sale()).rejects.toMatchObject({ code: 'DEVICE_TWICE' });
    expect([world.journal.recent(1), world.terminal.attempt]).toEqual([[], null]);
  });

  test('waits at its start for an unknown Device before it asks for a card', async () => {
    world.devices.match = unknown;
    world.devices.later = refused;
    const id = await world.sale();
    await settle();
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'DEVICE_TWICE' } });
    expect(world.terminal.amounts).toEqual([]);
  });

  test('charges a Device that is found only while the card is read', async () => {
    world.devices.match = unknown;
    const id = await world.sale();
    await settle();
    world.devices.match = matched;
    await world.terminal.insertCard();
    expect([intent(id)?.device, devices()]).toEqual([undefined, ['DV7']]);
  });

  test('charges the till’s merchant without a Device if the Device stays unknown', async () => {
    world.devices.match = unknown;
    await world.sale();
    await settle();
    await world.terminal.insertCard();
    expect(devices()).toEqual([null]);
  });

  test('declines the card and sends nothing if a fault is found while the card is read', async () => {
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
    ['missing', { kind: 'none' }, 'DEVICE_NONE'],
    ['unknown', unknown, 'API_UNREACHABLE'],
    ['wrong', refused, 'DEVICE_TWICE'],
  ] as const)('is refused before anything is sent if the Device is %s', async (_, match, code) => {
    world.devices.match = match;
    await expect(world.sale(1234, cloud)).rejects.toMatchObject({ code });
    expect(world.platform.calls).toEqual([]);
  });

  test('sends a CANCEL after a restart to the Device of the start, whatever the match is now', async () => {
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

describe('a refusal of the platform about the Device', () => {
  test.each([
    ['it is disabled', { failureCode: 'DEVICE_NOT_ENABLED', field: 'device' }, 'DEVICE_NOT_ENABLED', true],
    ['it is not there', { field: 'device' }, 'API_INVALID', false],
  ])('leads to the reason and to a new query of the Device because %s', async (_, context, code, isDisabled) => {
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
  ])('is shown for %s as a failure that the cashier understands', async (failureCode, code) => {
    world.platform.faults.authorize = ['refuse'];
    world.platform.refusal = { code: 'API_CONFLICT', message: 'refused', context: { failureCode } };
    const id = await world.sale(1234, cloud);
    await settle();
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code, context: { failureCode } } });
  });

  test('ends a payment by the platform with the fault of the Device', async () => {
    const id = await world.sale(1234, cloud);
    world.platform.decide('AU1', 'FAILED', 'DEVICE_NOT_ENABLED');
    await world.clock.advance(3_000);
    expect(world.engine.get(id)).toMatchObject({ failure: { code: 'DEVICE_NOT_ENABLED' } });
  });

  test('does not invalidate the match if it is about something else', async () => {
    world.platform.faults.authorize = ['refuse'];
    await world.sale();
    await world.terminal.insertCard();
    expect(world.devices.doubts).toEqual([]);
  });
});
