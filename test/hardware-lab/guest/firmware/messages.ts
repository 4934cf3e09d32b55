/** What the lab and a firmware process, which plays any number of terminals, say to each other over its message channel. */
import type { LabFamily } from '../lab.ts';
import type { NeighbourName } from '../../../unit/host/terminals/shop.ts';

/** How the customer shows the card, if at all. */
export type Gesture = 'insert' | 'tap' | 'swipe' | 'none';

/** The device's end: `/dev/hidg0`, a mounted FunctionFS, `/dev/ttyGS0`, or a port whose far end is a USB serial adapter. */
export interface PortOptions {
  readonly kind: 'hid' | 'feature' | 'acm' | 'line';
  readonly path: string;
}

export interface FirmwareOptions {
  readonly family: LabFamily;
  readonly serialNumber: string;
  readonly port: PortOptions;
  /** Where writing plugs the device in; null where somebody else does that. */
  readonly plugFile: string | null;
}

/**
 * Where the cable is pulled: at the `unit`th unit from here on, both directions counted together. A unit is a frame on a
 * serial line and a report on HID.
 *   lost     the unit does not cross
 *   half     half of its bytes cross (what the terminal says on a serial line, only)
 *   crossed  it crosses, and what it leads to does not
 */
export interface Cut {
  readonly unit: number;
  readonly kind: CutKind;
}
export type CutKind = 'lost' | 'half' | 'crossed';

/** To one terminal. */
export type Command =
  | { readonly type: 'plug'; readonly controller: string }
  | { readonly type: 'unplug' }
  /** The device is plugged in already. */
  | { readonly type: 'take-over' }
  /** Counts units from here on, and pulls the cable at one of them. The customer has that card; default: a good one. */
  | { readonly type: 'arm'; readonly cut: Cut | null; readonly gesture: Gesture; readonly card?: string }
  /** No cut any more, unless it is being made already. */
  | { readonly type: 'disarm' }
  /** The power fails for a moment at the `unit`th unit: the terminal forgets what it did, the cable stays. */
  | { readonly type: 'reboot-at'; readonly unit: number; readonly gesture: Gesture }
  | { readonly type: 'count' }
  | { readonly type: 'remove' };

/** To the process: `terminal` is a serial number. */
export type ToFirmware =
  | { readonly type: 'add'; readonly options: FirmwareOptions }
  | { readonly type: 'command'; readonly terminal: string; readonly command: Command };

/** Times are milliseconds since 1970. */
export type Answer =
  | { readonly type: 'playing' }
  | { readonly type: 'plugged'; readonly at: number }
  | { readonly type: 'unplugged'; readonly at: number; readonly unit: number }
  /** Whether the armed cut has been made, or is about to be: `unplugged` is said of it too. */
  | { readonly type: 'disarmed'; readonly isCut: boolean }
  | { readonly type: 'rebooted' }
  /** One letter a unit since it was armed: `<` from the till, `>` to the till. */
  | { readonly type: 'counted'; readonly units: string }
  | { readonly type: 'removed' }
  | { readonly type: 'failed'; readonly why: string };

export interface FromFirmware {
  readonly terminal: string;
  readonly answer: Answer;
}

/** To the process that plays a terminal's neighbours. */
export type ToNeighbours =
  | { readonly type: 'play'; readonly name: NeighbourName; readonly port: PortOptions }
  | { readonly type: 'count' };

export type FromNeighbours =
  | { readonly type: 'playing'; readonly name: NeighbourName }
  /** Bytes that each has been sent so far. */
  | { readonly type: 'counted'; readonly heard: Readonly<Partial<Record<NeighbourName, number>>> }
  | { readonly type: 'failed'; readonly why: string };
