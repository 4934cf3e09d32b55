/** Pairings on real serial devices: socat's pseudo-terminals, serialport on both ends, real simulators. */
import { describe, expect, it } from 'vitest';
import { memoryPairings } from '../../../../electron/host/terminals/index.ts';
import { hasSocat, layCable, type Cable } from '../../native/pty.ts';
import { atEnd, lazyClock, namedNodes, polling, Ports, realTill, sale, simulator } from './real.ts';

/** Well before an attempt of the lazy clock would be due. */
const soon = { timeout: 60_000, interval: 20 };

/** Cable with a terminal at its far end. */
async function plugged(serialNumber: string): Promise<Cable & { unplug(): Promise<void> }> {
  const cable = await layCable();
  atEnd(() => cable.pull());
  const terminal = await simulator({ serial: cable.far }, serialNumber);
  return {
    ...cable,
    async unplug() {
      await terminal.close();
      await cable.pull();
    },
  };
}

describe.skipIf(!hasSocat)('terminals on serial devices', () => {
  const { node, gone } = namedNodes();

  it('are lost at once with the reason when unplugged, and ready without back-off when plugged in again', async () => {
    const cable = await plugged('B61378A');
    const usb0 = node('ttyUSB0', cable);
    const ports = new Ports();
    ports.plug(usb0, 'ADAPTER1');
    const id = `serial:${usb0}`;
    const till = realTill([id], { watcher: ports.watch(), clock: lazyClock });
    await expect.poll(() => till.view(id).state, polling).toBe('ready');
    await cable.unplug();
    gone('ttyUSB0');
    ports.unplug(usb0);
    await expect.poll(() => till.view(id).state, polling).toBe('lost');
    const lost = till.views.find(({ state }) => state === 'lost');
    expect(lost?.failure?.code).toBe('LINK_LOST');
    // The next attempt would be due only seconds from now.
    const again = await plugged('B61378A');
    node('ttyUSB0', again);
    ports.plug(usb0, 'ADAPTER1');
    await expect.poll(() => till.view(id).state, soon).toBe('ready');
    expect(till.view(id)).toMatchObject({ address: id, health: { reconnects: 1 } });
  }, 180_000);

  it.each([
    ['by the USB serial number', 'ADAPTER1'],
    ['by a query, without a USB serial number', null],
  ])(
    'are found on another port %s, and their id stays',
    async (_, usbSerialNumber) => {
      const first = await plugged('B61378A');
      const usb0 = node('ttyUSB0', first);
      const ports = new Ports();
      ports.plug(usb0, usbSerialNumber);
      const id = `serial:${usb0}`;
      const pairings = memoryPairings();
      const till = realTill([id], { watcher: ports.watch(), pairings, clock: lazyClock });
      await expect.poll(() => till.view(id).state, polling).toBe('ready');
      expect(pairings.of(id)).toMatchObject({ serialNumber: 'B61378A', usbSerialNumber, address: id });
      await first.unplug();
      gone('ttyUSB0');
      ports.unplug(usb0);
      await expect.poll(() => till.view(id).state, polling).toBe('lost');
      const usb1 = node('ttyUSB1', await plugged('B61378A'));
      ports.plug(usb1, usbSerialNumber);
      await expect.poll(() => till.view(id).state, soon).toBe('ready');
      expect(till.view(id)).toMatchObject({ id, address: `serial:${usb1}`, serialNumber: 'B61378A' });
      expect(pairings.of(id)?.address).toBe(`serial:${usb1}`);
      await till.manager.port.start(id, sale, () => undefined);
      expect(till.view(id).state).toBe('busy');
    },
    60_000,
  );

  it('keep their slots when two terminals of one model are swapped', async () => {
    const [one, two] = [await plugged('B000001'), await plugged('B000002')];
    const [usb0, usb1] = [node('ttyUSB0', one), node('ttyUSB1', two)];
    const ports = new Ports();
    ports.plug(usb0);
    ports.plug(usb1);
    const [first, second] = [`serial:${usb0}`, `serial:${usb1}`];
    const till = realTill([first, second], { watcher: ports.watch() });
    await expect.poll(() => [first, second].map((id) => till.view(id).state), polling).toEqual(['ready', 'ready']);
    await one.unplug();
    await two.unplug();
    gone('ttyUSB0');
    gone('ttyUSB1');
    await expect.poll(() => [first, second].map((id) => till.view(id).state), polling).toEqual(['lost', 'lost']);
    node('ttyUSB0', await plugged('B000002'));
    node('ttyUSB1', await plugged('B000001'));
    ports.plug(usb0, '');
    ports.plug(usb1, '');
    const shown = () =>
      [first, second].map((id) => [till.view(id).state, till.view(id).serialNumber, till.view(id).address]);
    await expect.poll(shown, polling).toEqual([
      ['ready', 'B000001', second],
      ['ready', 'B000002', first],
    ]);
    // Whatever was published in between, no slot was ever ready with the other's terminal.
    for (const view of till.views.filter(({ state }) => state === 'ready')) {
      expect(view.serialNumber).toBe(view.id === first ? 'B000001' : 'B000002');
    }
  }, 180_000);

  it('are found next to another terminal at the stored path, which is not taken for the paired terminal', async () => {
    const first = await plugged('B000001');
    const usb0 = node('ttyUSB0', first);
    const ports = new Ports();
    ports.plug(usb0);
    const id = `serial:${usb0}`;
    const till = realTill([id], { watcher: ports.watch() });
    await expect.poll(() => till.view(id).state, polling).toBe('ready');
    await first.unplug();
    gone('ttyUSB0');
    await expect.poll(() => till.view(id).state, polling).toBe('lost');
    const other = await plugged('B0000FF');
    node('ttyUSB0', other);
    await expect
      .poll(() => till.view(id).failure, polling)
      .toMatchObject({ code: 'TERM_OTHER', context: { address: id, paired: 'B000001', found: 'B0000FF' } });
    expect(() => till.manager.port.describe(id)).toThrow(expect.objectContaining({ code: 'TERM_OTHER' }));
    const usb1 = node('ttyUSB1', await plugged('B000001'));
    ports.plug(usb1);
    await expect.poll(() => till.view(id).state, polling).toBe('ready');
    expect(till.view(id)).toMatchObject({ serialNumber: 'B000001', address: `serial:${usb1}` });
  }, 180_000);

  it('are adopted by a till without configured terminals, and recognized on another port', async () => {
    const [one, two] = [await plugged('B000001'), await plugged('B000002')];
    const usb0 = node('ttyUSB0', one);
    const ports = new Ports();
    ports.plug(usb0, 'ADAPTER1');
    const pairings = memoryPairings();
    const till = realTill([], { watcher: ports.watch(), adopts: true, pairings });
    const ids = () => till.manager.views().map(({ id, state }) => `${id} ${state}`);
    await expect.poll(ids, polling).toEqual(['mms:B000001 ready']);
    ports.plug(node('ttyUSB1', two), 'ADAPTER2');
    await expect.poll(ids, polling).toEqual(['mms:B000001 ready', 'mms:B000002 ready']);
    await till.manager.stop();
    // The next day, the terminal is plugged into another socket.
    const later = new Ports();
    const usb7 = node('ttyUSB7', one);
    gone('ttyUSB0');
    later.plug(usb7, 'ADAPTER1');
    const next = realTill([], { watcher: later.watch(), adopts: true, pairings });
    await expect.poll(() => next.view('mms:B000001').state, polling).toBe('ready');
    expect(next.view('mms:B000001').address).toBe(`serial:${usb7}`);
    await next.manager.forget('mms:B000002');
    expect(next.removed).toEqual(['mms:B000002']);
    expect(next.manager.views().map(({ id }) => id)).toEqual(['mms:B000001']);
  }, 180_000);
});
