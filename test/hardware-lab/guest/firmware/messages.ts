/**
 * Messages between the lab and a firmware process, which simulates any number of terminals, over its message channel.
 */
import type { LabFamily } from '../lab.ts';
import type { NeighbourName } from '../../../unit/host/terminals/shop.ts';

/** The customer's way to present the card, or `none`. */
export type Gesture = 'insert' | 'tap' | 'swipe' | 'none';

/**
 * The device's end: `/dev/hidg0`, a mounted FunctionFS, `/dev/ttyGS0`, or a port whose far end is a USB serial adapter.
 */
export interface PortOptions {
  readonly kind: 'hid' | 'feature' | 'acm' | 'line';
  readonly path: string;
}

export interface FirmwareOptions {
  readonly family: LabFamily;
  readonly serialNumber: string;
  readonly port: PortOptions;
  /** File that plugs the device in when written, or null if another process does that. */
  readonly plugFile: string | null;
}

/**
 * Point where the cable is pulled: at the `unit`th unit from now on, counted over both directions. A unit is a frame on
 * a serial line and a report on HID.
 *   lost     the unit does not cross
 *   half     half of its bytes cross (only from the terminal on a serial line)
 *   crossed  it crosses, but its consequences do not
 */
export interface Cut {
  readonly unit: number;
  readonly kind: CutKind;
}
export type CutKind = 'lost' | 'half' | 'crossed';

export type Command =
  | { readonly type: 'plug'; readonly controller: string }
  | { readonly type: 'unplug' }
  /** The device is plugged in already. */
  | { readonly type: 'take-over' }
  /** Counts units from now on, and pulls the cable at the cut. Default card: approved. */
  | { readonly type: 'arm'; readonly cut: Cut | null; readonly gesture: Gesture; readonly card?: string }
  /** Removes the cut, unless it is already being made. */
  | { readonly type: 'disarm' }
  /** The power fails for a moment at the `unit`th unit: the terminal loses its state, and the cable stays. */
  | { readonly type: 'reboot-at'; readonly unit: number; readonly gesture: Gesture }
  | { readonly type: 'count' }
  | { readonly type: 'remove' };

/** Message to the process; `terminal` is a serial number. */
export type ToFirmware =
  | { readonly type: 'add'; readonly options: FirmwareOptions }
  | { readonly type: 'command'; readonly terminal: string; readonly command: Command };

/** Answer of a terminal. Times are milliseconds since 1970. */
export type Answer =
  | { readonly type: 'playing' }
  | { readonly type: 'plugged'; readonly at: number }
  | { readonly type: 'unplugged'; readonly at: number; readonly unit: number }
  /** True if the armed cut has been made, or is about to be made: `unplugged` is sent for it too. */
  | { readonly type: 'disarmed'; readonly isCut: boolean }
  | { readonly type: 'rebooted' }
  /** A letter per unit since arming: `<` from the till, `>` to the till. */
  | { readonly type: 'counted'; readonly units: string }
  | { readonly type: 'removed' }
  | { readonly type: 'failed'; readonly why: string };

export interface FromFirmware {
  readonly terminal: string;
  readonly answer: Answer;
}

export type ToNeighbours =
  | { readonly type: 'play'; readonly name: NeighbourName; readonly port: PortOptions }
  | { readonly type: 'count' };

export type FromNeighbours =
  | { readonly type: 'playing'; readonly name: NeighbourName }
  /** Number of bytes sent to each neighbour so far. */
  | { readonly type: 'counted'; readonly heard: Readonly<Partial<Record<NeighbourName, number>>> }
  | { readonly type: 'failed'; readonly why: string };
