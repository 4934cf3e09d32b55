/** Hot plug and unplug as events: cheap polls, enumeration only after a change, timeouts, and silence after stop(). */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Candidate } from '../../../native/index.ts';
import { watchPorts, type PortChange, type WatchOptions } from '../../../native/index.ts';
import { pollNodes } from '../../../native/discovery/port-watcher.ts';
import { settle, SteppedClock } from '../host/terminals/support.ts';

const port = (path: string, serialNumber: string | null = null): Candidate => ({
  address: `serial:${path}`,
  link: 'serial',
  vendorId: '0403',
  productId: '6001',
  serialNumber,
  mayProbe: true,
});

async function watching(more: Partial<WatchOptions> = {}) {
  const clock = new SteppedClock();
  const world = { nodes: 'a', ports: [port('/dev/ttyUSB0', 'A')], lists: 0 };
  const changes: PortChange[] = [];
  const failures: unknown[] = [];
  const watcher = watchPorts({
    clock,
    readNodes: () => Promise.resolve(world.nodes),
    list: () => {
      world.lists += 1;
      return Promise.resolve([...world.ports]);
    },
    onFailure: (error) => void failures.push(error),
    ...more,
  });
  watcher.onChange((change) => void changes.push(change));
  await settle();
  const seen = () =>
    changes.map(({ appeared, vanished }) => [appeared.map((one) => one.address), vanished.map((one) => one.address)]);
  return { clock, world, watcher, changes, failures, seen };
}

test('devices present at the start are no event, and three enumerations are followed by polls if nothing changes', async () => {
  const { clock, world, watcher, changes } = await watching();
  await watcher.started;
  expect(watcher.present().map(({ address }) => address)).toEqual(['serial:/dev/ttyUSB0']);
  await clock.advance(3_600_000);
  expect([changes.length, world.lists]).toEqual([0, 3]);
});

test('plug and unplug are reported within a second, and so is another device behind the same node', async () => {
  const { clock, world, seen } = await watching();
  await clock.advance(5_000);
  world.ports.push(port('/dev/ttyUSB1', 'B'));
  world.nodes = 'a b';
  await clock.advance(1_000);
  expect(seen()).toEqual([[['serial:/dev/ttyUSB1'], []]]);
  world.ports = [port('/dev/ttyUSB1', 'C')];
  world.nodes = 'b2';
  await clock.advance(1_000);
  expect(seen()[1]).toEqual([['serial:/dev/ttyUSB1'], ['serial:/dev/ttyUSB0', 'serial:/dev/ttyUSB1']]);
});

test('a serial number that the system learns later is a change, although the node is the same', async () => {
  const { clock, world, seen } = await watching();
  await clock.advance(5_000);
  world.ports = [port('/dev/ttyUSB0', 'A'), port('/dev/ttyUSB1')];
  world.nodes = 'a b';
  await clock.advance(1_000);
  world.ports = [port('/dev/ttyUSB0', 'A'), port('/dev/ttyUSB1', 'B')];
  await clock.advance(2_000);
  expect(seen()).toEqual([
    [['serial:/dev/ttyUSB1'], []],
    [['serial:/dev/ttyUSB1'], ['serial:/dev/ttyUSB1']],
  ]);
});

test('changed permissions alone are an event without ports, so that a refused program may try again', async () => {
  const { clock, world, seen } = await watching();
  await clock.advance(5_000);
  world.nodes = 'a with another group';
  await clock.advance(1_000);
  expect(seen()).toEqual([[[], []]]);
});

test('every poll is an enumeration, at a longer interval, if there are no device nodes', async () => {
  const { clock, world, seen } = await watching({ readNodes: () => Promise.resolve(null) });
  await clock.advance(30_000);
  expect(world.lists).toBe(11);
  world.ports = [];
  await clock.advance(3_000);
  expect(seen()).toEqual([[[], ['serial:/dev/ttyUSB0']]]);
});

test('an enumeration that hangs or fails is reported and skipped; the watcher continues', async () => {
  let ports = [port('/dev/ttyUSB0')];
  let mood: 'well' | 'hangs' | 'fails' = 'well';
  const { clock, world, failures, seen } = await watching({
    list: () => {
      if (mood === 'hangs') return new Promise(() => undefined);
      return mood === 'fails' ? Promise.reject(new Error('no udev')) : Promise.resolve(ports);
    },
  });
  await clock.advance(5_000);
  mood = 'hangs';
  world.nodes = 'b';
  await clock.advance(6_000);
  expect(failures.map(String)).toHaveLength(1);
  mood = 'fails';
  await clock.advance(1_000);
  expect(failures.length).toBeGreaterThan(1);
  mood = 'well';
  ports = [port('/dev/ttyUSB9')];
  await clock.advance(10_000);
  expect(seen().at(-1)?.[0]).toEqual(['serial:/dev/ttyUSB9']);
});

test('a stopped watcher has no timer and sends no event', async () => {
  const { clock, world, watcher, changes } = await watching();
  watcher.stop();
  world.nodes = 'z';
  await clock.advance(10_000);
  expect([clock.waiting, changes.length]).toEqual([0, 0]);
});

test.skipIf(process.platform === 'win32')('the poll detects exactly added, changed and removed nodes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-dev-'));
  const empty = await pollNodes(folder);
  writeFileSync(join(folder, 'random'), '');
  expect(await pollNodes(folder)).toBe(empty);
  writeFileSync(join(folder, 'ttyUSB0'), '');
  const first = await pollNodes(folder);
  expect(first).not.toBe(empty);
  expect(await pollNodes(folder)).toBe(first);
  rmSync(join(folder, 'ttyUSB0'));
  symlinkSync(join(folder, 'random'), join(folder, 'ttyUSB0'));
  expect(await pollNodes(folder)).not.toBe(first);
  symlinkSync(join(folder, 'nowhere'), join(folder, 'hidraw3'));
  expect(await pollNodes(folder)).toContain('hidraw3:gone');
  rmSync(folder, { recursive: true });
});
