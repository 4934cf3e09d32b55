/** A simulator on a real link, for recording. */
import { EventEmitter } from 'node:events';
import type { Link } from '../../native/link/link.ts';
import { linkOverHid, type HidHandle } from '../../native/link/hid-link.ts';
import { openTcpLink } from '../../native/link/tcp-link.ts';
import { openSerialLink } from '../../native/link/serial-link.ts';
import { families } from '../../native/drivers/families.ts';
import { HidPacketJoiner, splitIntoPackets } from '../../native/framing/hid-packets.ts';
import { encodeSlip, SlipDeframer, slipInfo } from '../../native/framing/slip.ts';
import { parseTerminalAddress } from '../../native/link/address.ts';
import { createMmsTerminal, startSimulator, type MmsTerminal } from '../../native/simulator/index.ts';
import { layCable } from '../unit/native/pty.ts';
import { until } from '../unit/native/support.ts';
import type { Customer, Scenario } from './scenarios.ts';

export interface RecordingStand {
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

export async function openStand(kind: Scenario['link']): Promise<RecordingStand> {
  if (kind === 'hid') return openHidStand();
  const cable = kind === 'serial' ? await layCable() : undefined;
  const carrier = cable ? { serial: cable.far } : { tcp: 0 };
  const simulator = await startSimulator({ family: 'mms', carrier, terminal: { pace } });
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

/** The real HID link over a device that is the simulator behind reports of 64 bytes. */
function openHidStand(): RecordingStand {
  const terminal = createMmsTerminal({ pace });
  const device = new SimulatedHidDevice(terminal);
  const link = linkOverHid(device, 'hid:B61378A');
  return {
    link,
    customer: handsOf(terminal, () => device.emit('error', 'could not read from HID device')),
    async close() {
      await link.close();
      terminal.close();
    },
  };
}

class SimulatedHidDevice extends EventEmitter implements HidHandle {
  readonly #terminal: MmsTerminal;
  readonly #fromHost = new HidPacketJoiner();
  readonly #stop: () => void;

  constructor(terminal: MmsTerminal) {
    super();
    this.#terminal = terminal;
    const fromTerminal = new SlipDeframer('host');
    this.#stop = terminal.onSend((bytes) => {
      for (const item of fromTerminal.push(bytes)) {
        if (item.kind !== 'frame') continue;
        for (const report of splitIntoPackets(item.message)) this.emit('data', Buffer.from(report));
      }
    });
  }

  async write(values: Buffer): Promise<number> {
    for (const item of this.#fromHost.push(values.subarray(1))) {
      if (item.kind === 'frame') this.#terminal.receive(encodeSlip(slipInfo.toDevice, item.message));
    }
    return values.length;
  }

  async close(): Promise<void> {
    this.#stop();
  }
}

function handsOf(terminal: MmsTerminal, pullsTheCable: () => void): Customer {
  return {
    card: (id) => void terminal.choose(id),
    async does(gesture) {
      await until(() => terminal.face.can.includes(gesture), `the terminal to take "${gesture}"`);
      terminal.gesture(gesture);
    },
    pullsTheCable,
  };
}
