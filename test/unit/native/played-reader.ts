/**
 * USB device that is addressed by feature reports, simulated by a terminal of the simulator: it behaves like such a
 * device through node-hid.
 */
import { EventEmitter } from 'node:events';
import type { HidHandle } from '../../../native/link/hid-link.ts';
import type { SimulatedTerminal } from '../../../native/simulator/index.ts';

const FEATURE = 0x03;
/** Time limit of the kernel for a device's answer. */
const CONTROL_TIMEOUT_MS = 5_000;

export class PlayedReader extends EventEmitter implements HidHandle {
  readonly #terminal: SimulatedTerminal;
  readonly #stop: () => void;
  #answers: Buffer[] = [];
  #wake: () => void = () => undefined;
  #isGone = false;

  /** `terminal` uses reports that are preceded by their type and id. */
  constructor(terminal: SimulatedTerminal) {
    super();
    this.#terminal = terminal;
    this.#stop = terminal.onSend((report) => {
      if (this.#isGone) return;
      if (report[0] !== FEATURE) return void this.emit('data', Buffer.from(report.subarray(1)));
      this.#answers.push(Buffer.from(report.subarray(1)));
      this.#wake();
    });
  }

  write(): Promise<number> {
    return Promise.reject(new Error('the device has no output reports'));
  }

  async sendFeatureReport(values: Buffer): Promise<number> {
    if (this.#isGone) throw new Error('could not send feature report to device');
    this.#answers = [];
    this.#terminal.receive(Uint8Array.from([FEATURE, ...values]));
    return values.length;
  }

  async getFeatureReport(_id: number, bytes: number): Promise<Buffer> {
    const until = performance.now() + CONTROL_TIMEOUT_MS;
    while (this.#answers.length === 0) {
      if (this.#isGone || performance.now() > until) throw new Error('could not get feature report from device');
      // oxlint-disable-next-line tillbridge/no-bare-sleep -- a control transfer wakes by its answer or by its timeout
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, 50);
      });
    }
    return (this.#answers.shift() ?? Buffer.alloc(0)).subarray(0, bytes);
  }

  pull(): void {
    this.#isGone = true;
    this.#wake();
    this.emit('error', 'could not read from HID device');
  }

  async close(): Promise<void> {
    this.#isGone = true;
    this.#stop();
  }
}
