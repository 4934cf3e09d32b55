/**
 * Every terminal family there is a driver for. Adding one takes a folder beside `mms/` and one entry here
 * (native/README.md walks through it).
 */
import type { Family } from '../../electron/contract/index.ts';
import type { Link } from '../link/link.ts';
import type { SerialSettings } from '../link/serial-link.ts';
import type { Terminal } from './shared/terminal.ts';
import { connectMms } from './mms/driver/driver.ts';
import { connectNeo2 } from './neo2/driver/driver.ts';

export interface FamilyDriver {
  readonly family: Family;
  /** How its serial ports are set up. */
  readonly serial: SerialSettings;
  /** USB vendor and product ids that belong to this family. */
  readonly usb: { readonly vendorId: number; readonly productIds: readonly number[] };
  /**
   * Identifies what is on the link by harmless requests. Leaves the link open when it fails.
   * @param replyMs how long one request may wait
   */
  connect(link: Link, options: { replyMs?: number }): Promise<Terminal>;
}

export const families: readonly [FamilyDriver, ...FamilyDriver[]] = [
  {
    family: 'mms',
    // 115200 8N1 without flow control (reference section 2). DTR and RTS stand as a terminal program leaves them, and
    // closing does not drop DTR: a dropped line restarts some USB bridges.
    serial: { baudRate: 115_200, dtr: true, rts: true, hupcl: false },
    // 2021 and 2022 are boot loaders: not terminals.
    usb: { vendorId: 0x0801, productIds: [0x2020, 0x2023, 0x2024] },
    connect: (link, { replyMs }) => connectMms(link, replyMs === undefined ? {} : { identifyReplyMs: replyMs }),
  },
  {
    family: 'neo2',
    // 115200 8N1, no flow control, DTR and RTS off (NEO 2 guide p39-40).
    serial: { baudRate: 115_200, dtr: false, rts: false, hupcl: false },
    // VP3300; other models have other product ids, which no source lists.
    usb: { vendorId: 0x0acd, productIds: [0x3530] },
    connect: (link, { replyMs }) => connectNeo2(link, replyMs === undefined ? {} : { identifyReplyMs: replyMs }),
  },
];
