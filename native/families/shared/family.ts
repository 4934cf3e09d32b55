/** What one terminal family is to the rest of native. Each family's folder gives one; `families/index.ts` lists them. */
import type { Family } from '../../../electron/contract/index.ts';
import type { Link } from '../../link/link.ts';
import type { SerialSettings } from '../../link/serial-link.ts';
import type { Terminal } from './terminal.ts';
import type { TraceFamily } from './trace/trace-family.ts';

export interface TerminalFamily {
  readonly family: Family;
  /** Who makes these terminals, and the name of their protocol. */
  readonly maker: string;
  readonly protocol: string;
  /** False: its terminals are found, named and watched, and no more; their models have no readers, and start() refuses. */
  readonly takesPayments: boolean;
  /**
   * How its serial ports are set up. A port is opened once and each family is asked in turn: one with another speed
   * needs an opening of its own in discovery/connect.ts.
   */
  readonly serial: SerialSettings & { readonly baudRate: 115_200; readonly hupcl: false };
  /** USB vendor and product ids that belong to this family, and the models that are known to have one of them. */
  readonly usb: {
    readonly vendorId: number;
    readonly productIds: readonly number[];
    readonly models: 'all' | readonly string[];
    /** Devices of the same maker that are refused by their product id, and what they are, for people. */
    readonly refused?: Readonly<Record<number, string>>;
  };
  /**
   * How its USB devices are asked: by feature reports with an id, which are answered the same way (link/hid-link.ts). Such a family is
   * only ever asked where the device's ids are its own. Default: output reports of 64 bytes without an id.
   */
  readonly reports?: 'feature';
  /**
   * Identifies what is on the link by harmless requests. Leaves the link open when it fails.
   * @param replyMs how long one request may wait
   */
  connect(link: Link, options: { replyMs?: number }): Promise<Terminal>;
  /**
   * The longest that connect() takes on a link where something else sits, silent or talking all the time, at one second a
   * reply. Other families are asked after it, so discovery adds these up.
   */
  readonly identifyMs: number;
  /** Reads what comes from the terminal: tells a late answer from rubbish while another family is asked. */
  wire(kind: Link['kind']): { decode(bytes: Uint8Array): readonly { readonly kind: string }[] };
  /** Masks and decodes what passes on its links. */
  readonly trace: TraceFamily;
}
