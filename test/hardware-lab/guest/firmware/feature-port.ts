/**
 * The device's end of a HID interface with feature reports. The kernel's own HID function answers such requests itself,
 * with zeros, so this interface is simulated through FunctionFS, which passes control requests to the simulating
 * process: it reads the computer's requests from `ep0` and writes the answers there; `ep1` takes input reports.
 *
 * Traps:
 * - A request is answered by the opposite call: while an answer is due, a read of `ep0` counts as a refusal.
 * - A read waits in a separate thread until data arrives. Every plug ends with UNBIND: reading ends there and starts
 *   again at the next plug.
 * - The device disappears when the last `ep0` is closed, so a crash of the firmware acts like a pulled cable.
 */
import { closeSync, constants, openSync, read, write, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { reportType } from '../../../../native/framing/reports.ts';
import type { DevicePort } from './ports.ts';

/** Constants of linux/usb/functionfs.h. */
const DESCRIPTORS = 3;
const STRINGS = 2;
const HAS_FULL_AND_HIGH_SPEED = 1 | 2;
const EVENT_BYTES = 12;
const EVENT_TYPE_AT = 8;
const event = { unbind: 1, enable: 2, disable: 3, setup: 4 } as const;

/** Constants of USB HID 1.11, sections 6.2.1 and 7. */
const HID_CLASS = 0x03;
const descriptorType = { hid: 0x21, report: 0x22 } as const;
const FROM_DEVICE = 0x80;
const request = { getReport: 0x01, getDescriptor: 0x06, setReport: 0x09 } as const;

const FEATURE_ID = 0x01;
/** Bytes after the ids: of the only feature report, of a swipe and of a notification (reference section 2). */
const FEATURE_BYTES = 60;
const SWIPE_BYTES = 931;
const NOTIFICATION_BYTES = 60;
const PACKET_BYTES = 64;

const reportDescriptor = Buffer.from(
  // usage page FF00, usage 20, bytes
  '0600ff0920a101150026ff007508' +
    `8501${counted(SWIPE_BYTES)}09208102` +
    `${counted(FEATURE_BYTES)}0920b102` +
    `8502${counted(NOTIFICATION_BYTES)}09208102` +
    'c0',
  'hex',
);

function counted(bytes: number): string {
  const count = Buffer.alloc(2);
  count.writeUInt16LE(bytes);
  return `96${count.toString('hex')}`;
}

const hidDescriptor = Buffer.from([
  9,
  descriptorType.hid,
  0x11,
  0x01,
  0,
  1,
  descriptorType.report,
  reportDescriptor.length,
  0,
]);
const interfaceDescriptor = Buffer.from([9, 4, 0, 0, 1, HID_CLASS, 0, 0, 0]);
const interruptIn = Buffer.from([7, 5, 0x81, 0x03, PACKET_BYTES, 0, 4]);
const descriptors = [interfaceDescriptor, hidDescriptor, interruptIn];

function words(...values: readonly number[]): Buffer {
  const all = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => all.writeUInt32LE(value, 4 * index));
  return all;
}

/** Returns the data with their total length in the second word. */
function withLength(head: readonly number[], rest: readonly Buffer[]): Buffer {
  const whole = Buffer.concat([words(...head), ...rest]);
  whole.writeUInt32LE(whole.length, 4);
  return whole;
}

/**
 * Linux's error numbers for a call that the computer or the cable cancelled: EINTR, EIDRM, EL2HLT, ESHUTDOWN. They are
 * numbers because Node has no names for two of them.
 */
const TAKEN_BACK: readonly (number | undefined)[] = [-4, -43, -51, -108];
const readFrom = promisify(read);
const writeTo = promisify(write);

export class FeaturePort implements DevicePort {
  onData: (bytes: Uint8Array) => void = () => undefined;
  readonly #ep0: number;
  readonly #ep1: number;
  readonly #onFailure: (why: string) => void;
  #serving: Promise<void> = Promise.resolve();
  #isPluggedIn = false;
  /** True once the computer has enabled the device: earlier writes wait for the next plug, and arrive then. */
  #isEnabled = false;
  /** Input reports that wait; the computer fetches them in sequence. */
  #waiting: Uint8Array[] = [];
  #sending: Promise<void> | null = null;
  /** Feature reports that have not been fetched yet. */
  #answers: Uint8Array[] = [];
  #wake: () => void = () => undefined;

  /**
   * @param folder mount point of its FunctionFS
   * @param onFailure called when the device can no longer be simulated although it is plugged in
   */
  constructor(folder: string, onFailure: (why: string) => void) {
    this.#onFailure = onFailure;
    this.#ep0 = openSync(join(folder, 'ep0'), constants.O_RDWR);
    const counts = words(descriptors.length, descriptors.length);
    writeSync(
      this.#ep0,
      withLength([DESCRIPTORS, 0, HAS_FULL_AND_HIGH_SPEED], [counts, ...descriptors, ...descriptors]),
    );
    writeSync(this.#ep0, withLength([STRINGS, 0, 0, 0], []));
    this.#ep1 = openSync(join(folder, 'ep1'), constants.O_WRONLY | constants.O_NONBLOCK);
  }

  async opened(): Promise<void> {
    this.#isPluggedIn = true;
    this.#serving = this.#serve().catch((error: Error) => this.#onFailure(error.message));
    await Promise.resolve();
  }

  async closed(): Promise<void> {
    this.#isPluggedIn = false;
    this.#isEnabled = false;
    this.#waiting = [];
    this.#answers = [];
    this.#wake();
    await this.#serving;
    await this.#sending;
  }

  release(): void {
    closeSync(this.#ep1);
    closeSync(this.#ep0);
  }

  /** Sends a report preceded by its type and id. */
  write(report: Uint8Array): void {
    if (report[0] === reportType.feature) {
      this.#answers.push(report.slice(1));
      return this.#wake();
    }
    this.#waiting.push(report.slice(1));
    this.#sending ??= this.#send().finally(() => (this.#sending = null));
  }

  async #send(): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      // If a write fails, the computer is already disconnected.
      if (this.#isEnabled) await writeTo(this.#ep1, next).catch(() => undefined);
    }
  }

  /** Answers the computer's requests in sequence, until the cable is out. */
  async #serve(): Promise<void> {
    const bytes = Buffer.alloc(EVENT_BYTES);
    for (;;) {
      const isThere = await this.#may(readFrom(this.#ep0, bytes, 0, EVENT_BYTES, null));
      if (!isThere) continue;
      switch (bytes.readUInt8(EVENT_TYPE_AT)) {
        case event.unbind:
          return;
        case event.enable:
          this.#isEnabled = this.#isPluggedIn;
          break;
        case event.disable:
          this.#isEnabled = false;
          break;
        case event.setup:
          await this.#control(bytes);
          break;
        default:
          break;
      }
    }
  }

  /**
   * Returns false if the request was withdrawn or refused during the wait, which the kernel reports by different
   * errors.
   */
  async #may(work: Promise<unknown>): Promise<boolean> {
    try {
      await work;
      return true;
    } catch (error) {
      if (TAKEN_BACK.includes((error as NodeJS.ErrnoException).errno)) return false;
      throw error;
    }
  }

  async #control(setup: Buffer): Promise<void> {
    const [to = 0, what, low, high] = setup;
    const length = setup.readUInt16LE(6);
    if ((to & FROM_DEVICE) === 0) {
      const data = Buffer.alloc(Math.max(1, length));
      const isThere = await this.#may(readFrom(this.#ep0, data, 0, data.length, null));
      if (isThere && what === request.setReport && high === reportType.feature)
        this.onData(Buffer.concat([Buffer.of(reportType.feature), data.subarray(0, length)]));
      return;
    }
    const answer =
      what === request.getDescriptor && high === descriptorType.report
        ? reportDescriptor
        : what === request.getReport && high === reportType.feature && low === FEATURE_ID
          ? await this.#fetched()
          : null;
    // Reading instead of answering refuses the request.
    const refusal = Buffer.alloc(1);
    await this.#may(answer ? writeTo(this.#ep0, answer.subarray(0, length)) : readFrom(this.#ep0, refusal, 0, 1, null));
  }

  /**
   * Makes the computer wait for the answer, like a device at work. Returns null if the cable is pulled during the wait.
   */
  async #fetched(): Promise<Uint8Array | null> {
    while (this.#answers.length === 0 && this.#isPluggedIn) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return this.#answers.shift() ?? null;
  }
}
