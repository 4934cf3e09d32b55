/**
 * Sits between the simulated terminal and its port: counts the units in both directions, and pulls the cable at the
 * configured point, exact to the byte.
 */
import { HidPacketJoiner, splitIntoPackets } from '../../../../native/framing/hid-packets.ts';
import { Neo2Deframer } from '../../../../native/framing/neo2-stream.ts';
import { encodeSlip, SlipDeframer, slipInfo } from '../../../../native/framing/slip.ts';
import type { SimulatedTerminal } from '../../../../native/simulator/index.ts';
import type { Cut } from './messages.ts';
import type { DevicePort } from './ports.ts';

/** Time from passing a unit to the kernel until it has certainly arrived at the till. */
const ARRIVAL_MS = 60;

export interface CableOptions {
  readonly terminal: SimulatedTerminal;
  readonly port: DevicePort;
  readonly isHid: boolean;
  readonly pull: () => void;
}

export class Cable {
  readonly #options: CableOptions;
  readonly #input: Input;
  readonly #toUnits: (bytes: Uint8Array) => readonly Uint8Array[];
  #units = '';
  #cut: Cut | null = null;
  /** Called when that many units have crossed. */
  #alarm: { readonly unit: number; readonly ring: () => void } | null = null;
  /** After the cut, nothing crosses until the cable is reconnected. */
  #isOpen = true;
  #timer: NodeJS.Timeout | undefined;
  /** True if the armed cut has been made, or is about to be made. */
  #isCutting = false;

  constructor(options: CableOptions) {
    this.#options = options;
    const { terminal, port, isHid } = options;
    this.#input = inputOf(terminal, isHid);
    this.#toUnits = isHid && terminal.family === 'mms' ? packetsOfSlip() : (bytes) => [bytes];
    port.onData = (bytes) => this.#receive(bytes);
    terminal.onSend((bytes) => {
      for (const unit of this.#toUnits(bytes)) this.#send(unit);
    });
  }

  get units(): string {
    return this.#units;
  }

  arm(cut: Cut | null, alarm: { unit: number; ring: () => void } | null = null): void {
    this.#units = '';
    this.#cut = cut;
    this.#isCutting = false;
    this.#alarm = alarm;
  }

  /** Removes the cut. Returns true if it has already been made, or its unit has crossed and the pull will follow. */
  disarm(): boolean {
    if (!this.#isCutting) this.#cut = null;
    return this.#isCutting;
  }

  /** Called when the cable is connected or pulled; half a frame from before is dropped. */
  moved(isIn: boolean): void {
    clearTimeout(this.#timer);
    this.#isOpen = isIn;
    this.#input.forget();
    this.#options.terminal.cableChanged(isIn);
  }

  #receive(bytes: Uint8Array): void {
    if (!this.#isOpen) return;
    const frames = this.#input.count(bytes);
    const before = this.#units.length;
    this.#units += '<'.repeat(frames);
    const cut = this.#cutIn(before);
    if (cut?.kind === 'lost') return this.#pull();
    // The terminal answers at once, and that answer must not cross.
    if (cut) this.#isOpen = false;
    this.#input.deliver(bytes);
    if (cut) this.#pull();
    this.#ring();
  }

  #send(unit: Uint8Array): void {
    if (!this.#isOpen) return;
    const before = this.#units.length;
    this.#units += '>';
    const cut = this.#cutIn(before);
    if (!cut) {
      this.#options.port.write(unit);
      return this.#ring();
    }
    if (cut.kind === 'lost') return this.#pull();
    this.#isOpen = false;
    this.#options.port.write(cut.kind === 'half' ? unit.subarray(0, Math.ceil(unit.length / 2)) : unit);
    this.#timer = setTimeout(() => this.#pull(), ARRIVAL_MS);
  }

  /** Returns the cut if it is between `before` and now. */
  #cutIn(before: number): Cut | null {
    const cut = this.#cut;
    const isHere = cut !== null && cut.unit > before && cut.unit <= this.#units.length;
    this.#isCutting ||= isHere;
    return isHere ? cut : null;
  }

  #ring(): void {
    const alarm = this.#alarm;
    if (!alarm || this.#units.length < alarm.unit) return;
    this.#alarm = null;
    alarm.ring();
  }

  #pull(): void {
    this.#isOpen = false;
    this.#cut = null;
    this.#options.pull();
  }
}

/** Input from the till: counts the units that end in these bytes, and delivers them to the terminal. */
interface Input {
  count(bytes: Uint8Array): number;
  deliver(bytes: Uint8Array): void;
  forget(): void;
}

function inputOf(terminal: SimulatedTerminal, isHid: boolean): Input {
  const deliver = (bytes: Uint8Array): void => terminal.receive(bytes);
  if (isHid && terminal.family !== 'mms') return { count: () => 1, deliver, forget: () => undefined };
  if (isHid) {
    // The simulator supports the serial form only: reports become messages, and messages become frames.
    const joiner = new HidPacketJoiner();
    return {
      count: () => 1,
      deliver(report) {
        for (const item of joiner.push(report)) {
          if (item.kind === 'frame') deliver(encodeSlip(slipInfo.toDevice, item.message));
        }
      },
      forget: () => void joiner.reset(),
    };
  }
  const make = (): SlipDeframer | Neo2Deframer =>
    terminal.family === 'mms' ? new SlipDeframer('device') : new Neo2Deframer('device');
  let deframer = make();
  return {
    count: (bytes) => deframer.push(bytes).filter((item) => item.kind === 'frame').length,
    deliver,
    forget: () => void (deframer = make()),
  };
}

function packetsOfSlip(): (frame: Uint8Array) => readonly Uint8Array[] {
  const deframer = new SlipDeframer('host');
  return (frame) =>
    deframer.push(frame).flatMap((item) => (item.kind === 'frame' ? splitIntoPackets(item.message) : []));
}
