/** Other devices next to a terminal, on real devices: an adapter, a UART, USB devices with a serial line. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { neighbourNames, shop, type NeighbourName } from '../../unit/host/terminals/shop.ts';
import { Adapter, LINE } from './adapter.ts';
import type { FromNeighbours, PortOptions, ToNeighbours } from './firmware/messages.ts';
import { Gadget } from './gadget.ts';
import { serialAddress, usbAddress } from './nodes.ts';
import { bytesSent, UART } from './uart.ts';
import { TIMEOUT_MS, until, within } from './waiting.ts';

/** Connections: the printer by an adapter, the scale by the computer's own port, the other devices by USB. */
type OnUsb = Exclude<NeighbourName, 'printer' | 'scale'>;
const onUsb = neighbourNames.filter((name): name is OnUsb => name !== 'printer' && name !== 'scale');
const usbSerial = (name: NeighbourName): string => `SHOP-${name.toUpperCase()}`;
const ADAPTER_PATH = '/dev/ttyUSB0';
const FIRST_BUS = 2;

export class Neighbours {
  readonly #adapter: Adapter;
  readonly #gadgets: readonly Gadget[];
  readonly #process = fork(join(import.meta.dirname, 'neighbours.js'), [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  readonly #sentBefore = bytesSent();

  private constructor(adapter: Adapter, gadgets: readonly Gadget[]) {
    this.#adapter = adapter;
    this.#gadgets = gadgets;
  }

  static async plugIn(): Promise<Neighbours> {
    const gadgets = onUsb.map((name, index) => {
      const [vendorId = 0, productId = 0] = shop[name].usb.split(':').map((one) => Number.parseInt(one, 16));
      const serialNumber = usbSerial(name);
      return new Gadget({ name, vendorId, productId, serialNumber, interfaces: ['acm'], bus: FIRST_BUS + index });
    });
    const made = new Neighbours(await Adapter.open(usbSerial('printer')), gadgets);
    await made.#adapter.plug();
    await made.#play('printer', { kind: 'line', path: LINE });
    for (const gadget of gadgets) {
      gadget.plug();
      await made.#play(gadget.options.name as OnUsb, { kind: 'acm', path: gadget.tty ?? '' });
    }
    await until(() => onUsb.every((name) => serialAddress(usbSerial(name)) !== null), 'the ports of all neighbours');
    await until(() => usbAddress(usbSerial('printer')), "the printer's adapter");
    return made;
  }

  path(name: NeighbourName): string {
    if (name === 'printer') return ADAPTER_PATH;
    return name === 'scale' ? UART : (serialAddress(usbSerial(name))?.replace('serial:', '') ?? '');
  }

  /** Returns the device's address in the record of the bus, or null for the scale on the UART. */
  onBus(name: NeighbourName): string | null {
    return name === 'scale' ? null : usbAddress(usbSerial(name));
  }

  /** Returns the number of bytes sent to each neighbour so far. */
  async heard(): Promise<Record<NeighbourName, number>> {
    const { heard } = await this.#ask({ type: 'count' }, 'counted');
    const of = (name: NeighbourName): number =>
      name === 'scale' ? bytesSent() - this.#sentBefore : (heard[name] ?? Number.NaN);
    return Object.fromEntries(neighbourNames.map((name) => [name, of(name)])) as Record<NeighbourName, number>;
  }

  async remove(): Promise<void> {
    // The gadgets are unplugged first: a line that is not read stays open until its bytes are read.
    for (const gadget of this.#gadgets) if (gadget.isPluggedIn) gadget.unplug();
    await this.#adapter.unplug();
    const ended = new Promise<void>((resolve) => this.#process.once('exit', () => resolve()));
    this.#process.disconnect();
    await within(ended, TIMEOUT_MS, 'the neighbours to end');
    for (const gadget of this.#gadgets) gadget.remove();
    await this.#adapter.close();
  }

  async #play(name: NeighbourName, port: PortOptions): Promise<void> {
    await this.#ask({ type: 'play', name, port }, 'playing');
  }

  async #ask<T extends FromNeighbours['type']>(
    message: ToNeighbours,
    type: T,
  ): Promise<Extract<FromNeighbours, { type: T }>> {
    const { promise, resolve, reject } = Promise.withResolvers<Extract<FromNeighbours, { type: T }>>();
    const hear = (said: FromNeighbours): void => {
      if (said.type === 'failed') reject(new Error(said.why));
      if (said.type === type) resolve(said as Extract<FromNeighbours, { type: T }>);
    };
    this.#process.on('message', hear);
    try {
      this.#process.send(message);
      return await within(promise, TIMEOUT_MS, `"${type}" from the neighbours`);
    } finally {
      this.#process.off('message', hear);
    }
  }
}
