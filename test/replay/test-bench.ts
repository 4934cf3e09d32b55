/** Simulator on a real link, for recording. */
import { EventEmitter } from 'node:events';
import type { Link } from '../../native/link/link.ts';
import { linkOverHid, type HidHandle } from '../../native/link/hid-link.ts';
import { openTcpLink } from '../../native/link/tcp-link.ts';
import { openSerialLink } from '../../native/link/serial-link.ts';
import { families } from '../../native/families/index.ts';
import { HidPacketJoiner, splitIntoPackets } from '../../native/framing/hid-packets.ts';
import { splitIntoNeo2Reports } from '../../native/framing/neo2-hid.ts';
import { encodeSlip, SlipDeframer, slipInfo } from '../../native/framing/slip.ts';
import { parseTerminalAddress } from '../../native/link/address.ts';
import {
  createMagnesafeTerminal,
  createMmsTerminal,
  createNeo2Terminal,
  startSimulator,
  type SimulatedTerminal,
} from '../../native/simulator/index.ts';
import type { PayingFamily } from '../../native/index.ts';
import { PlayedReader } from '../unit/native/played-reader.ts';
import { layCable } from '../unit/native/pty.ts';
import type { Customer, Scenario } from './scenarios.ts';
import { until } from '../waiting.ts';

export interface RecordingTestBench {
  readonly link: Link;
  readonly customer: Customer;
  close(): Promise<void>;
}

const pace = {
  readMs: { chip: 20, contactless: 20, swipe: 20 },
  completeMs: 40,
  resultMs: 20,
  resetDelayMs: 20,
  bootMs: 100,
};

export async function openTestBench({
  family,
  link: kind,
}: Pick<Scenario, 'family' | 'link'>): Promise<RecordingTestBench> {
  if (kind === 'hid') return openHidTestBench(family);
  const cable = kind === 'serial' ? await layCable() : undefined;
  const carrier = cable ? { serial: cable.far } : { tcp: 0 };
  const simulator =
    family === 'mms'
      ? await startSimulator({ family, carrier, terminal: { pace } })
      : await startSimulator({ family, carrier });
  const address = parseTerminalAddress(cable ? `serial:${cable.near}` : simulator.address);
  const link =
    address.kind === 'serial'
      ? await openSerialLink(address.path, families[0].serial)
      : await openTcpLink(address.kind === 'tcp' ? address : { host: '', port: 0 });
  return {
    link,
    customer: handsOf(simulator.terminal, () => void (cable ? cable.pull() : simulator.setPluggedIn(false))),
    async close() {
      await link.close();
      await simulator.close();
      await cable?.pull();
    },
  };
}

/** The real HID link on a fake device, which wraps the simulator in reports of 64 bytes. */
function openHidTestBench(family: PayingFamily): RecordingTestBench {
  if (family === 'magnesafe') return openReaderTestBench();
  const terminal = family === 'mms' ? createMmsTerminal({ pace }) : createNeo2Terminal();
  const device = new SimulatedHidDevice(terminal, reportsOf[family]());
  const link = linkOverHid(device, `hid:${terminal.serialNumber}`);
  return {
    link,
    customer: handsOf(terminal, () => device.emit('error', 'could not read from HID device')),
    async close() {
      await link.close();
      terminal.close();
    },
  };
}

/** Like openHidTestBench, for a reader that is addressed by feature reports. */
function openReaderTestBench(): RecordingTestBench {
  const { readMs, completeMs, bootMs } = pace;
  const terminal = createMagnesafeTerminal({ model: 'tDynamo', link: 'reports', pace: { readMs, completeMs, bootMs } });
  const device = new PlayedReader(terminal);
  const usb = { vendorId: 0x0801, productId: 0x001c };
  const link = linkOverHid(device, `hid:${terminal.serialNumber}`, { usb, featureBytes: 60 });
  return {
    link,
    customer: handsOf(terminal, () => device.pull()),
    async close() {
      await link.close();
      terminal.close();
    },
  };
}

/** Conversion between a family's reports and the bytes of its simulator. */
interface Reports {
  fromHost(report: Uint8Array): Uint8Array[];
  toHost(bytes: Uint8Array): Uint8Array[];
}

const reportsOf: Readonly<Record<Exclude<PayingFamily, 'magnesafe'>, () => Reports>> = {
  mms() {
    const joiner = new HidPacketJoiner();
    const deframer = new SlipDeframer('host');
    return {
      fromHost: (report) =>
        joiner
          .push(report)
          .flatMap((item) => (item.kind === 'frame' ? [encodeSlip(slipInfo.toDevice, item.message)] : [])),
      toHost: (bytes) =>
        deframer.push(bytes).flatMap((item) => (item.kind === 'frame' ? splitIntoPackets(item.message) : [])),
    };
  },
  // Frames are the same on both links. The first byte of a report is its id, and a whole frame contains its own length.
  neo2: () => ({ fromHost: (report) => [report.slice(1)], toHost: splitIntoNeo2Reports }),
};

class SimulatedHidDevice extends EventEmitter implements HidHandle {
  readonly #terminal: SimulatedTerminal;
  readonly #reports: Reports;
  readonly #stop: () => void;

  constructor(terminal: SimulatedTerminal, reports: Reports) {
    super();
    this.#terminal = terminal;
    this.#reports = reports;
    this.#stop = terminal.onSend((bytes) => {
      for (const report of reports.toHost(bytes)) this.emit('data', Buffer.from(report));
    });
  }

  async write(values: Buffer): Promise<number> {
    for (const bytes of this.#reports.fromHost(values.subarray(1))) this.#terminal.receive(bytes);
    return values.length;
  }

  sendFeatureReport(): Promise<number> {
    return Promise.reject(new Error('the device has no feature reports'));
  }

  getFeatureReport(): Promise<Buffer> {
    return Promise.reject(new Error('the device has no feature reports'));
  }

  async close(): Promise<void> {
    this.#stop();
  }
}

function handsOf(terminal: SimulatedTerminal, pullsTheCable: () => void): Customer {
  return {
    card: (id) => void terminal.choose(id),
    async does(gesture) {
      await until(() => terminal.face.can.includes(gesture), `the terminal to take "${gesture}"`);
      terminal.gesture(gesture);
    },
    pullsTheCable,
  };
}
