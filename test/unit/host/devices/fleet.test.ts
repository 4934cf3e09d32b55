/** A till of a chain with one, three hundred and ten thousand Devices: its requests while idle, and its knowledge. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAX_SHOWN_DEVICES } from '../../../../electron/contract/index.ts';
import { fleetDevice } from '../../../fixtures/fleet.ts';
import { pass, settle, tillWith as fleetTill } from './fleet-till.ts';
import { terminalView } from './support.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOURS = 2;
const MAX_AT_REST = 4;

function tillWith(wanted: Parameters<typeof fleetTill>[0]) {
  const till = fleetTill(wanted);
  onTestFinished(() => till.close());
  return till;
}

describe('an idle till', () => {
  const cases = [1, 300, 10_000].flatMap((count) =>
    [true, false].flatMap((isFiltered) => [true, false].map((isCabled) => ({ count, isFiltered, isCabled }))),
  );

  it.each(cases)('sends at most four requests a minute with %o, and never lists all Devices', async (wanted) => {
    const till = tillWith(wanted);
    await pass(till.clock, MINUTE_MS);
    till.lines.length = 0;
    const before = till.fleet.requests.length;
    await pass(till.clock, HOURS * HOUR_MS);
    const asked = till.fleet.requests.slice(before);
    expect(asked.length / (HOURS * 60)).toBeLessThanOrEqual(MAX_AT_REST);
    expect(asked.length).toBeGreaterThan(HOURS * 60); // the till polls
    expect(till.lines.length).toBeLessThanOrEqual(asked.length * 1.1);
    expect(till.matches.matchOf('S000000')).toEqual({ kind: 'matched', device: 'DV000000' });
  });

  it('shares the limit among ten terminals', async () => {
    const serialNumbers = Array.from({ length: 10 }, (_, index) => fleetDevice(index).serial_number);
    const till = tillWith({ count: 300, serialNumbers });
    await pass(till.clock, MINUTE_MS);
    const before = till.fleet.requests.length;
    await pass(till.clock, HOUR_MS);
    expect((till.fleet.requests.length - before) / 60).toBeLessThanOrEqual(MAX_AT_REST);
    for (const serial of serialNumbers) expect(till.matches.matchOf(serial).kind).toBe('matched');
  });
});

describe('a second Device with the serial number of a terminal', () => {
  it.each([
    ['to the letter', 'S000000', 2 * MINUTE_MS],
    ['in small letters and with a space', 's000000 ', 4 * HOUR_MS],
  ])('is found %s without listing all Devices, and stays in the match', async (_, written, withinMs) => {
    const till = tillWith({ count: 10_000 });
    await pass(till.clock, MINUTE_MS);
    expect(till.matches.matchOf('S000000')).toMatchObject({ kind: 'matched' });
    till.fleet.devices.push(fleetDevice(10_000, { serial_number: written }));
    await pass(till.clock, withinMs);
    const twice = { kind: 'refused', failure: { code: 'DEVICE_TWICE' } };
    expect(till.matches.matchOf('S000000')).toMatchObject(twice);
    await pass(till.clock, 10 * MINUTE_MS);
    expect(till.matches.matchOf('S000000')).toMatchObject(twice);
    till.fleet.devices.pop();
    await pass(till.clock, 2 * MINUTE_MS);
    expect(till.matches.matchOf('S000000')).toMatchObject({ kind: 'matched' });
  });
});

it('is found within minutes under another spelling in a list of ten thousand', async () => {
  const till = tillWith({ count: 10_000 });
  // The walk is past the first page.
  await pass(till.clock, 11 * MINUTE_MS);
  // The fake platform lists the newest Device first, like real platforms.
  till.fleet.devices.unshift(fleetDevice(10_000, { serial_number: 's000000 ' }));
  await pass(till.clock, 3 * MINUTE_MS);
  expect(till.matches.matchOf('S000000')).toMatchObject({ kind: 'refused', failure: { code: 'DEVICE_TWICE' } });
});

describe('the fleet during a read of the list', () => {
  it('shows the Device of the till’s own terminal and reports that the list is being read', async () => {
    const till = tillWith({ count: 300 });
    await pass(till.clock, 1_000);
    expect(till.state().devices).toMatchObject([{ id: 'DV000000', terminalId: 'S000000', isEnabled: true }]);
    expect(till.state().deviceList?.readAt ?? null).toBeNull();
    till.fleet.hold = [];
    const listing = Promise.all([till.service.list(), till.service.list()]);
    await settle();
    expect(till.state().deviceList).toEqual({ isReading: true, readAt: null, count: 1 });
    expect(till.fleet.hold).toHaveLength(1); // both callers share one read
    const [first] = till.fleet.hold.splice(0);
    first?.();
    await settle();
    await settle();
    expect(till.state().deviceList?.count).toBe(100);
    const waiting = till.fleet.hold;
    till.fleet.hold = null;
    for (const reply of waiting) reply();
    const [views] = await listing;
    expect(views).toHaveLength(300);
    expect(till.state().deviceList?.count).toBe(300);
    expect(till.state().deviceList?.isReading).toBe(false);
    expect(till.state().deviceList?.readAt).not.toBeNull();
    // The list is read by page, plus the connection of this till's own Device: not one request per Device.
    expect(till.fleet.requests.filter((asked) => asked.startsWith('GET /devices/'))).toHaveLength(1);
  });

  it('a repeated read publishes only changes', async () => {
    const till = tillWith({ count: 1_000 });
    await till.service.list();
    till.changes.length = 0;
    await pass(till.clock, 1_000);
    await till.service.list();
    expect(till.changes.flatMap(({ changed }) => changed).every(({ id }) => id === 'DV000000')).toBe(true);
    till.fleet.devices[40] = fleetDevice(40, { enabled: false });
    till.fleet.devices[500] = fleetDevice(500, { enabled: false });
    till.fleet.devices.pop();
    till.changes.length = 0;
    await till.service.list();
    expect(till.changes.flatMap(({ changed }) => changed).filter(({ id }) => id !== 'DV000000')).toMatchObject([
      { id: 'DV000040', isEnabled: false },
    ]);
    expect(till.service.find('DV000999').count).toBe(0);
    expect(till.service.find('DV000500').devices).toMatchObject([{ isEnabled: false }]);
    expect(till.state().deviceList?.count).toBe(999);
  });
});

it('windows show the till’s Devices and a page of the others, and receive a Device that they open', async () => {
  const till = tillWith({ count: 10_000, serialNumbers: ['S009000'] });
  await pass(till.clock, 1_000);
  await till.service.list();
  expect(till.state().devices.length).toBeLessThanOrEqual(MAX_SHOWN_DEVICES + 1);
  expect(till.state().devices.map(({ id }) => id)).toContain('DV009000');
  expect(till.state().deviceList?.count).toBe(10_000);
  expect(JSON.stringify(till.changes).length).toBeLessThan(100_000);
  const { devices, count } = till.service.find('s0099');
  expect([devices.length, count]).toEqual([MAX_SHOWN_DEVICES, 100]);
  expect(till.service.find('dv009999')).toMatchObject({ devices: [{ id: 'DV009999' }], count: 1 });
  await till.service.get('DV009999');
  expect(till.state().devices.map(({ id }) => id)).toContain('DV009999');
  // A Device is removed together with its view.
  till.fleet.devices.pop();
  await pass(till.clock, 1_000);
  await till.service.list();
  expect(till.state().devices.map(({ id }) => id)).not.toContain('DV009999');
});

it('a payment changes the Device of its terminal only; no other Device is computed or published', async () => {
  const till = tillWith({ count: 10_000 });
  await pass(till.clock, 1_000);
  await till.service.list();
  const others = till.state().devices.slice(1);
  till.changes.length = 0;
  till.cable.terminals = [terminalView({ id: 'S000000', serialNumber: 'S000000', state: 'lost' })];
  let lookedUp = 0;
  const { bySerialNumber } = till.cable;
  till.cable.bySerialNumber = (serial) => {
    lookedUp += 1;
    return bySerialNumber.call(till.cable, serial);
  };
  till.service.cablesChanged();
  expect(till.changes).toMatchObject([{ changed: [{ id: 'DV000000' }], removed: [] }]);
  expect(lookedUp).toBeLessThan(5);
  expect(till.state().devices.slice(1)).toEqual(others);
});
