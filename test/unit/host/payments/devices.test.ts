/** Which Device a payment names, and what refuses it: at its start, when the card is read, and after a restart. */
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
  test('the one that is known is journaled and charged', async () => {
    world.devices.match = matched;
    const id = await world.sale();
    expect(intent(id)?.device).toBe('DV7');
    world.devices.match = unknown; // forgotten meanwhile: the journal says it
    await world.terminal.insertCard();
    expect(devices()).toEqual(['DV7']);
  });

  test('none: charged without one', async () => {
    world.devices.match = { kind: 'none' };
    const id = await world.sale();
    await world.terminal.insertCard();
    expect([intent(id)?.device, devices()]).toEqual([null, [null]]);
  });

  test('known to be wrong: refused, and nothing is begun', async () => {
    world.devices.match = refused;
    await expect(world.sale()).rejects.toMatchObject({ code: 'DEVICE_TWICE' });
    expect([world.journal.recent(1), world.terminal.attempt]).toEqual([[], null]);
  });

  test('not known yet: waited for before a card is asked for', async () => {
    world.devices.match = unknown;
    world.devices.later = refused;
    const id = await world.sale();
    await settle();
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'DEVICE_TWICE' } });
    expect(world.terminal.amounts).toEqual([]);
  });

  test('not known in time, and found out while the card is read: that one is charged', async () => {
    world.devices.match = unknown;
    const id = await world.sale();
    await settle();
    world.devices.match = matched;
    await world.terminal.insertCard();
    expect([intent(id)?.device, devices()]).toEqual([undefined, ['DV7']]);
  });

  test('never known: charged without one, to the till’s merchant', async () => {
    world.devices.match = unknown;
    await world.sale();
    await settle();
    await world.terminal.insertCard();
    expect(devices()).toEqual([null]);
  });

  test('found to be wrong while the card is read: nothing is sent, the card is declined', async () => {
    const id = await world.sale();
    world.devices.match = refused;
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'declined' });
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code: 'DEVICE_TWICE' } });
    expect(world.platform.calls).toEqual([]);
  });
});

describe('driven by the platform', () => {
  test.each([
    ['none', { kind: 'none' }, 'DEVICE_NONE'],
    ['not known yet', unknown, 'API_UNREACHABLE'],
    ['wrong', refused, 'DEVICE_TWICE'],
  ] as const)('%s: refused, nothing is sent', async (_, match, code) => {
    world.devices.match = match;
    await expect(world.sale(1234, cloud)).rejects.toMatchObject({ code });
    expect(world.platform.calls).toEqual([]);
  });

  test('after a restart a CANCEL goes to the Device it was started on, whatever is known of it by now', async () => {
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
  ])('%s: in its own words, and asked about again', async (_, context, code, isDisabled) => {
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
  ])('%s is said in words for the cashier', async (failureCode, code) => {
    world.platform.faults.authorize = ['refuse'];
    world.platform.refusal = { code: 'API_CONFLICT', message: 'refused', context: { failureCode } };
    const id = await world.sale(1234, cloud);
    await settle();
    expect(world.engine.get(id)).toMatchObject({ state: 'failed', failure: { code, context: { failureCode } } });
  });

  test('a payment that the platform drove and ended for it', async () => {
    const id = await world.sale(1234, cloud);
    world.platform.decide('AU1', 'FAILED', 'DEVICE_NOT_ENABLED');
    await world.clock.advance(3_000);
    expect(world.engine.get(id)).toMatchObject({ failure: { code: 'DEVICE_NOT_ENABLED' } });
  });

  test('any other refusal says nothing about it', async () => {
    world.platform.faults.authorize = ['refuse'];
    await world.sale();
    await world.terminal.insertCard();
    expect(world.devices.doubts).toEqual([]);
  });
});
