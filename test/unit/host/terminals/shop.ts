/**
 * Other devices in a shop, and their behavior at the end of a line. Pseudo-terminals (neighbourhood.test.ts) and the
 * real devices of the hardware lab play them.
 */

interface Neighbour {
  /** USB vendor and product. A converter reveals nothing about the device behind it. */
  readonly usb: string;
  /** True if a till may probe the device while the device's terminal is disconnected. */
  readonly mayBeAsked: boolean;
  /** Data that the device sends unprompted. */
  readonly streams?: { readonly everyMs: number; readonly words: string };
  readonly answer?: (heard: Uint8Array) => Uint8Array;
}

export const shop = {
  /** The till's own printer, named in the settings. */
  printer: { usb: '0403:6001', mayBeAsked: false },
  scale: { usb: '1a86:7523', mayBeAsked: true },
  gps: {
    usb: '1546:01a7',
    mayBeAsked: false,
    streams: { everyMs: 50, words: '$GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M,55.2,M,,*76\r\n' },
  },
  modem: {
    usb: '1a86:55d4',
    mayBeAsked: true,
    answer: (heard) => Buffer.concat([heard, Buffer.from('\r\nERROR\r\n')]),
  },
  board: { usb: '2341:0043', mayBeAsked: false },
  scanner: { usb: '05f9:4204', mayBeAsked: false },
  /** True if another program holds the device's port, like ModemManager with supposed modems. */
  held: { usb: '10c4:ea60', mayBeAsked: false },
} as const satisfies Record<string, Neighbour>;

export type NeighbourName = keyof typeof shop;
export const neighbourNames = Object.keys(shop) as NeighbourName[];

/** Bytes that a probe sends to a silent line: identify requests of every family. */
export const PROBE_BYTES = 95;

/** One simulated device. */
export class PlayedNeighbour {
  readonly #neighbour: Neighbour;
  readonly #send: (bytes: Uint8Array) => void;
  readonly #heard: Uint8Array[] = [];
  readonly #stream: NodeJS.Timeout | undefined;

  /** @param send puts bytes on the line; bytes are lost if nothing reads the line */
  constructor(neighbour: Neighbour, send: (bytes: Uint8Array) => void) {
    this.#neighbour = neighbour;
    this.#send = send;
    const { streams } = neighbour;
    if (streams) this.#stream = setInterval(() => send(Buffer.from(streams.words)), streams.everyMs);
  }

  /** All received bytes. */
  get heard(): Buffer {
    return Buffer.concat(this.#heard);
  }

  take(bytes: Uint8Array): void {
    this.#heard.push(Uint8Array.from(bytes));
    const { answer } = this.#neighbour;
    if (answer) this.#send(answer(bytes));
  }

  stop(): void {
    clearInterval(this.#stream);
  }
}
