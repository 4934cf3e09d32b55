/** Files of the terminals: pairings, written atomically, and traces, limited and without card data. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { TraceFiles, openPairings, type Pairing } from '../../../../electron/host/terminals/index.ts';
import { readTrace } from '../../../../native/index.ts';
import { polling, realTill, sale, simulator } from './real.ts';
import { othersMay } from '../../../fixtures/system.ts';
import { temporaryFolder } from '../../../fixtures/folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('tillbridge-files-');
});

const pairing: Pairing = {
  id: 'serial:/dev/ttyUSB0',
  isAdopted: false,
  family: 'mms',
  model: 'DynaFlex II PED',
  serialNumber: 'B61378A',
  usbSerialNumber: null,
  address: 'serial:/dev/ttyUSB1',
  firstSeenAt: '2026-11-21T09:00:00.000Z',
  lastSeenAt: '2026-11-21T09:00:00.000Z',
  selfTest: null,
};

describe('pairings', () => {
  const silent = (what: string): never => {
    throw new Error(`reported: ${what}`);
  };

  it('survive a restart, and only their owner may read them', () => {
    const path = join(folder, 'pairings.json');
    const first = openPairings(path, silent);
    expect(first.all()).toEqual([]);
    first.keep(pairing);
    first.keep({ ...pairing, id: 'mms:B000002', serialNumber: 'B000002' });
    first.forget('mms:B000002');
    expect(openPairings(path, silent).all()).toEqual([pairing]);
    expect(statSync(path).mode & 0o077).toBe(othersMay);
    expect(readdirSync(folder)).toEqual(['pairings.json']);
  });

  it('are copied and reported if damaged, and never silently treated as none', () => {
    const path = join(folder, 'pairings.json');
    writeFileSync(path, '{"version":1,"pairings":[{"id":');
    const reports: string[] = [];
    const opened = openPairings(path, (what) => void reports.push(what));
    expect([opened.all(), reports.length]).toEqual([[], 1]);
    expect(readFileSync(`${path}.damaged`, 'utf8')).toContain('"id":');
    opened.keep(pairing);
    expect(openPairings(path, silent).of(pairing.id)).toEqual(pairing);
  });

  it('last until the exit if they cannot be written, and the failure is reported', () => {
    const reports: string[] = [];
    writeFileSync(join(folder, 'file'), '');
    const opened = openPairings(join(folder, 'file', 'pairings.json'), (what) => void reports.push(what));
    opened.keep(pairing);
    expect(opened.of(pairing.id)).toEqual(pairing);
    expect(reports.at(-1)).toBe('pairings could not be written');
  });
});

describe('traces', () => {
  it('contain the traffic, readable by the replayer, without card data', async () => {
    const terminal = await simulator({ tcp: 0 });
    const traces = new TraceFiles({
      directory: join(folder, 'traces'),
      onFailure: (_, error) => expect(error).toBeNull(),
    });
    const id = terminal.address;
    const { manager, view } = realTill([id], { trace: (one, family) => traces.open(one, family) });
    await expect.poll(() => view(id).state, polling).toBe('ready');
    const card = Promise.withResolvers<void>();
    await manager.port.start(id, sale, (event) => event.type === 'online-request' && card.resolve());
    terminal.terminal.gesture('swipe');
    await card.promise;
    await manager.stop();
    traces.close();
    const [name] = readdirSync(join(folder, 'traces'));
    expect(name).toMatch(/^tcp_127\.0\.0\.1_\d+\.trace$/);
    const path = join(folder, 'traces', name ?? '');
    const text = readFileSync(path, 'utf8');
    const trace = readTrace(text);
    expect(trace).toMatchObject({ family: 'mms', link: 'tcp' });
    expect(trace.lines.length).toBeGreaterThan(10);
    expect(trace.lines.at(-1)).toMatchObject({ kind: 'end' });
    expect(text).toContain('start-transaction');
    // Test card number, as digits and as encoded in a message.
    expect(text).not.toContain('4111111111111111');
    expect(text).not.toContain(Buffer.from('4111111111111111').toString('hex').toUpperCase());
    expect(statSync(path).mode & 0o077).toBe(othersMay);
  }, 180_000);

  it('rotate at their size with every piece readable by itself, and limited in number', () => {
    const traces = new TraceFiles({ directory: folder, maxBytes: 400, keep: 2, onFailure: () => undefined });
    const write = traces.open('serial:/dev/ttyUSB0', 'mms');
    write('# tillbridge trace 1: family mms, link serial');
    for (let at = 0; at < 60; at += 1) write(`+${at} => C001020304C0`);
    traces.close();
    write('+99 => C0'); // after the end: ignored silently
    const names = readdirSync(folder).sort();
    expect(names).toEqual(['serial_dev_ttyUSB0.trace', 'serial_dev_ttyUSB0.trace.1', 'serial_dev_ttyUSB0.trace.2']);
    const pieces = names.map((name) => readFileSync(join(folder, name), 'utf8'));
    for (const piece of pieces) {
      expect(piece.length).toBeLessThanOrEqual(400);
      expect(readTrace(piece).lines.length).toBeGreaterThan(0);
    }
    expect(pieces[0]).toContain('+59');
  });

  it('end with one report if they cannot be written, and the payment continues', async () => {
    writeFileSync(join(folder, 'file'), '');
    const failures: string[] = [];
    const traces = new TraceFiles({ directory: join(folder, 'file'), onFailure: (path) => void failures.push(path) });
    const terminal = await simulator({ tcp: 0 });
    const { view } = realTill([terminal.address], { trace: (one, family) => traces.open(one, family) });
    await expect.poll(() => view(terminal.address).state, polling).toBe('ready');
    expect(failures).toHaveLength(1);
  }, 180_000);
});
