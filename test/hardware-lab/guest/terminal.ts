/** A card terminal that can be plugged in and pulled like a USB device, with its firmware in another process. */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { familyNamed } from '../../../native/families/index.ts';
import type { LabFamily } from './lab.ts';
import type { Answer, Command, Cut, FirmwareOptions, FromFirmware, Gesture, ToFirmware } from './firmware/messages.ts';
import { Gadget } from './gadget.ts';
import { within } from './waiting.ts';

const ANSWER_MS = 60_000;

/** Time and place of a pull. */
interface Pulled {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Units that had crossed since arming. */
  readonly unit: number;
}

type Heard<T extends Answer['type']> = Extract<Answer, { type: T }>;

export class Firmware {
  readonly #process: ChildProcess;
  readonly #ears = new Map<string, (answer: Answer) => void>();

  constructor() {
    const entry = join(import.meta.dirname, 'firmware.js');
    this.#process = fork(entry, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#process.on('message', ({ terminal, answer }: FromFirmware) => this.#ears.get(terminal)?.(answer));
  }

  send(message: ToFirmware): void {
    this.#process.send(message);
  }

  listen(terminal: string, ear: ((answer: Answer) => void) | null): void {
    if (ear) this.#ears.set(terminal, ear);
    else this.#ears.delete(terminal);
  }

  /** Ends like crashed firmware: its devices stay plugged in, and are silent. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGKILL');
    await within(ended, ANSWER_MS, 'the firmware to be gone');
  }
}

/** Starts a terminal that another process plugs in. Returns a function that ends it and releases its port. */
export async function play(firmware: Firmware, options: FirmwareOptions): Promise<() => Promise<void>> {
  const terminal = options.serialNumber;
  const ask = async (command: Command, type: Answer['type']): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    firmware.listen(terminal, (answer) => {
      if (answer.type === 'failed') reject(new Error(answer.why));
      if (answer.type === type) resolve();
    });
    firmware.send({ type: 'command', terminal, command });
    await within(promise, ANSWER_MS, `"${type}" from the firmware of ${terminal}`);
  };
  firmware.send({ type: 'add', options });
  await ask({ type: 'take-over' }, 'plugged');
  return async () => {
    await ask({ type: 'remove' }, 'removed');
    firmware.listen(terminal, null);
  };
}

export interface LabTerminalOptions {
  readonly family: LabFamily;
  readonly serialNumber: string;
  /** Interface that the firmware uses. */
  readonly link: 'hid' | 'acm';
  /** Interfaces of the device; both make up the usual composite device. */
  readonly interfaces: readonly ('hid' | 'acm')[];
  readonly bus: number;
  /** Default: the product id of the family's first model. */
  readonly productId?: number;
}

export class LabTerminal {
  readonly options: LabTerminalOptions;
  readonly gadget: Gadget;
  readonly #hid: 'hid' | 'feature';
  #firmware: Firmware | null = null;
  #said: Answer[] = [];
  #look: () => void = () => undefined;

  private constructor(options: LabTerminalOptions) {
    this.options = options;
    const { family, serialNumber, interfaces, bus } = options;
    const { usb, reports } = familyNamed(family);
    const { vendorId, productIds } = usb;
    const productId = options.productId ?? productIds[0];
    if (productId === undefined) throw new Error(`${family} has no USB product id to be found by`);
    this.#hid = reports === 'feature' ? 'feature' : 'hid';
    const kinds = interfaces.map((kind) => (kind === 'hid' ? this.#hid : kind));
    this.gadget = new Gadget({ name: serialNumber, vendorId, productId, serialNumber, interfaces: kinds, bus });
  }

  static async start(firmware: Firmware, options: LabTerminalOptions): Promise<LabTerminal> {
    const terminal = new LabTerminal(options);
    await terminal.playedBy(firmware);
    return terminal;
  }

  /**
   * Makes this firmware process the terminal from now on; the previous process must have ended.
   * @param isPluggedIn true if the device is plugged in already, and stays plugged in
   */
  async playedBy(firmware: Firmware, isPluggedIn = false): Promise<void> {
    const { family, serialNumber, link } = this.options;
    const path = link === 'hid' ? this.gadget.hid : this.gadget.tty;
    if (path === null) throw new Error(`${serialNumber} has no ${link} interface to speak over`);
    this.#firmware = firmware;
    this.#said = [];
    firmware.listen(serialNumber, (answer) => {
      this.#said.push(answer);
      this.#look();
    });
    const { plugFile } = this.gadget;
    const kind = link === 'hid' ? this.#hid : link;
    firmware.send({ type: 'add', options: { family, serialNumber, port: { kind, path }, plugFile } });
    await this.#hears('playing');
    if (isPluggedIn) await this.#ask({ type: 'take-over' }, 'plugged');
  }

  /** Id used by a till that adds the terminals it finds. */
  get id(): string {
    return `${this.options.family}:${this.options.serialNumber}`;
  }

  /** Returns the time of plugging in, in milliseconds since 1970. */
  async plug(): Promise<number> {
    return (await this.#ask({ type: 'plug', controller: this.gadget.controller }, 'plugged')).at;
  }

  /** Returns the time of unplugging, in milliseconds since 1970. */
  async unplug(): Promise<number> {
    return (await this.#ask({ type: 'unplug' }, 'unplugged')).at;
  }

  /** Counts units from now on, and pulls the cable at the cut if there is one. */
  arm(cut: Cut | null, gesture: Gesture = 'insert', card = 'approve'): void {
    this.#said = [];
    this.#tell({ type: 'arm', cut, gesture, card });
  }

  armReboot(unit: number): void {
    this.#said = [];
    this.#tell({ type: 'reboot-at', unit, gesture: 'insert' });
  }

  async rebooted(): Promise<void> {
    await this.#hears('rebooted');
  }

  /** Resolves once the armed cut has been made. */
  cut(): Promise<Pulled> {
    return this.#hears('unplugged');
  }

  /** Removes the cut. Returns null, or the pull if it was already being made. `cut` is the promise from cut(). */
  async disarm(cut: Promise<Pulled>): Promise<Pulled | null> {
    this.#tell({ type: 'disarm' });
    const { isCut } = await this.#hears('disarmed');
    if (!isCut) return null;
    const told = this.#hears('unplugged');
    // The answer may have come earlier, to the caller that waited then.
    told.catch(() => undefined);
    return Promise.race([cut, told]);
  }

  /** Returns a letter for each unit that has crossed since arm(). */
  async units(): Promise<string> {
    return (await this.#ask({ type: 'count' }, 'counted')).units;
  }

  async remove(): Promise<void> {
    if (this.gadget.isPluggedIn) await this.unplug();
    await this.#ask({ type: 'remove' }, 'removed');
    this.#firmware?.listen(this.options.serialNumber, null);
    this.gadget.remove();
  }

  #tell(command: Command): void {
    this.#firmware?.send({ type: 'command', terminal: this.options.serialNumber, command });
  }

  #ask<T extends Answer['type']>(command: Command, type: T): Promise<Heard<T>> {
    this.#said = [];
    this.#tell(command);
    return this.#hears(type);
  }

  /** Returns the next answer of that type. Rejects when the firmware has failed or stays silent. */
  #hears<T extends Answer['type']>(type: T): Promise<Heard<T>> {
    const { promise, resolve, reject } = Promise.withResolvers<Heard<T>>();
    this.#look = () => {
      const failed = this.#said.find((one) => one.type === 'failed');
      if (failed) return reject(new Error(`the firmware of ${this.options.serialNumber}: ${failed.why}`));
      const found = this.#said.find((one): one is Heard<T> => one.type === type);
      if (!found) return;
      this.#said = this.#said.filter((one) => one !== found);
      resolve(found);
    };
    this.#look();
    return within(promise, ANSWER_MS, `"${type}" from the firmware of ${this.options.serialNumber}`);
  }
}
