/**
 * Interface of a terminal family to the rest of native. Each family's folder exports one; `families/index.ts` lists
 * them.
 */
import type { Family } from '../../../electron/contract/index.ts';
import type { Link } from '../../link/link.ts';
import type { SerialSettings } from '../../link/serial-link.ts';
import type { Terminal } from './terminal.ts';
import type { TraceFamily } from './trace/trace-family.ts';

export interface TerminalFamily {
  readonly family: Family;
  readonly maker: string;
  readonly protocol: string;
  /**
   * When false, the family's terminals are only found, identified and monitored: their models have no readers, and
   * start() refuses.
   */
  readonly takesPayments: boolean;
  /**
   * Settings of the family's serial ports. A port is opened once, and the families are probed in turn: a family with
   * another speed needs its own opening in discovery/connect.ts.
   */
  readonly serial: SerialSettings & { readonly baudRate: 115_200; readonly hupcl: false };
  /** USB vendor and product ids of this family, and the models that are known to use them. */
  readonly usb: {
    readonly vendorId: number;
    readonly productIds: readonly number[];
    readonly models: 'all' | readonly string[];
    /** Product ids of the same manufacturer that are refused, each with a readable description. */
    readonly refused?: Readonly<Record<number, string>>;
  };
  /**
   * Format of reports to the family's USB devices: feature reports that have an id and are answered the same way
   * (link/hid-link.ts). Such a family is probed only on devices with its own ids. Default: output reports of 64 bytes
   * without an id.
   */
  readonly reports?: 'feature';
  /**
   * Identifies the device on the link with harmless requests. Leaves the link open on failure.
   * @param replyMs time limit of one request
   */
  connect(link: Link, options: { replyMs?: number }): Promise<Terminal>;
  /**
   * Longest duration of connect() on a link to another device, whether silent or sending all the time, with one second
   * per reply. Discovery adds these durations, because it probes the families in turn.
   */
  readonly identifyMs: number;
  /** Decodes bytes from the terminal, which distinguishes a late answer from garbage while another family is probed. */
  wire(kind: Link['kind']): { decode(bytes: Uint8Array): readonly { readonly kind: string }[] };
  readonly trace: TraceFamily;
}
