/** MagTek's terminals that speak MMS: DynaFlex II PED, DynaFlex Pro, DynaFlex II, DynaFlex II Go, DynaFlex, DynaProx. */
import type { TerminalFamily } from '../shared/family.ts';
import { connectMms } from './driver/driver.ts';
import { mmsProtocol } from './driver/wire.ts';
import { mmsTrace } from './trace/index.ts';

export const mms = {
  family: 'mms',
  maker: 'MagTek',
  protocol: 'MMS',
  takesPayments: true,
  // 115200 8N1 without flow control (reference section 2). DTR and RTS are on, as terminal programs set them. Closing
  // the port keeps DTR on, because some USB bridges restart when the line drops.
  serial: { baudRate: 115_200, dtr: true, rts: true, hupcl: false },
  // 2021 and 2022 are boot loaders, not terminals.
  usb: { vendorId: 0x0801, productIds: [0x2020, 0x2023, 0x2024], models: 'all' },
  connect: (link, { replyMs }) => connectMms(link, replyMs === undefined ? {} : { identifyReplyMs: replyMs }),
  // Time for a reply, for a line that does not become quiet, and for the probe of the resynchronization.
  identifyMs: 3_100,
  wire: mmsProtocol,
  trace: mmsTrace,
} satisfies TerminalFamily;
