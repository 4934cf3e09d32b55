/**
 * Between the simulated terminal and its port: counts what crosses, in both directions, and pulls the cable where it was set
 * to, to the byte.
 */
import { HidPacketJoiner, splitIntoPackets } from '../../../../native/framing/hid-packets.ts';
import { Neo2Deframer } from '../../../../native/framing/neo2-stream.ts';
import { encodeSlip, SlipDeframer, slipInfo } from '../../../../native/framing/slip.ts';
import type { SimulatedTerminal } from '../../../../native/simulator/index.ts';
import type { Cut } from './messages.ts';
import type { DevicePort } from './ports.ts';

/** From handing a unit to the kernel until it has certainly arrived at the till. */
const ARRIVAL_MS = 60;

export interface CableOptions {
  readonly terminal: SimulatedTerminal;
  readonly port: DevicePort;
  readonly isHid: boolean;
  /** Pulls the cable; at once. */
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
  /** After the cut nothing crosses until the cable is in again. */
  #isOpen = true;
  #timer: NodeJS.Timeout | undefined;
  /** The cut has been made since it was armed, or is about to be. */
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

  /** No cut any more. True when it has been made already, or its unit has crossed and the pull is to follow. */
  disarm(): boolean {
    if (!this.#isCutting) this.#cut = null;
    return this.#isCutting;
  }

  /** The cable is in or out; half a frame from before means nothing any more. */
  moved(isIn: boolean): void {
    clearTimeout(this.#timer);
    this.#isOpen = isIn;
    this.#input.forget();
    this.#options.terminal.cableMoved(isIn);
  }

  #receive(bytes: Uint8Array): void {
    if (!this.#isOpen) return;
    const frames = this.#input.count(bytes);
    const before = this.#units.length;
    this.#units += '<'.repeat(frames);
    const cut = this.#cutIn(before);
    if (cut?.kind === 'lost') return this.#pull();
    // The answer, which comes at once, is what no longer crosses.
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

  /** The cut, if it lies between `before` and now. */
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

/** What comes from the till: how many units end in these bytes, and how the terminal gets them. */
interface Input {
  count(bytes: Uint8Array): number;
  deliver(bytes: Uint8Array): void;
  forget(): void;
}

function inputOf(terminal: SimulatedTerminal, isHid: boolean): Input {
  const deliver = (bytes: Uint8Array): void => terminal.receive(bytes);
  if (isHid && terminal.family !== 'mms') return { count: () => 1, deliver, forget: () => undefined };
  if (isHid) {
    // The simulator speaks the serial form only: reports become messages, and messages frames.
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

/** The other way: one frame of the simulator as the reports of its message. */
function packetsOfSlip(): (frame: Uint8Array) => readonly Uint8Array[] {
  const deframer = new SlipDeframer('host');
  return (frame) =>
    deframer.push(frame).flatMap((item) => (item.kind === 'frame' ? splitIntoPackets(item.message) : []));
}
