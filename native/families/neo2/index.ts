/** ID TECH readers that speak NEO 2: VP6800, VP6300, VP5300, VP3350, VP3320, VP3300, VP3300C, Kiosk III, IV and V. */
import type { TerminalFamily } from '../shared/family.ts';
import { connectNeo2 } from './driver/driver.ts';
import { neo2Protocol } from './driver/wire.ts';
import { neo2Trace } from './trace/index.ts';

export const neo2 = {
  family: 'neo2',
  maker: 'ID TECH',
  protocol: 'NEO 2',
  takesPayments: true,
  // 115200 8N1, no flow control, DTR and RTS off (NEO 2 guide p39-40).
  serial: { baudRate: 115_200, dtr: false, rts: false, hupcl: false },
  // Other models have other product ids, which no source lists.
  usb: { vendorId: 0x0acd, productIds: [0x3530], models: ['VP3300'] },
  connect: (link, { replyMs }) => connectNeo2(link, replyMs === undefined ? {} : { identifyReplyMs: replyMs }),
  // The time covers a ping, a line that does not fall quiet, and the resync probe.
  identifyMs: 2_600,
  wire: neo2Protocol,
  trace: neo2Trace,
} satisfies TerminalFamily;
