/** MagTek readers that speak MagneSafe V5 with EMV: eDynamo, tDynamo, iDynamo 6 and mDynamo. */
import type { TerminalFamily } from '../shared/family.ts';
import { connectMagnesafe } from './driver/driver.ts';
import { magnesafeModels, refusedProducts } from './models/index.ts';
import { magnesafeProtocol } from './driver/wire.ts';
import { magnesafeTrace } from './trace/index.ts';

export const magnesafe = {
  family: 'magnesafe',
  maker: 'MagTek',
  protocol: 'MagneSafe V5',
  takesPayments: true,
  // 115200 8N1 like the maker's other readers: the manual's page was unreadable [inf].
  serial: { baudRate: 115_200, dtr: true, rts: true, hupcl: false },
  usb: {
    vendorId: 0x0801,
    productIds: magnesafeModels.map(({ productId }) => productId),
    models: 'all',
    refused: refusedProducts,
  },
  reports: 'feature',
  connect: (link, { replyMs }) => connectMagnesafe(link, replyMs === undefined ? {} : { identifyReplyMs: replyMs }),
  // The time covers the first query sent twice, a line that does not fall quiet, and the resync probe.
  identifyMs: 2_600,
  wire: magnesafeProtocol,
  trace: magnesafeTrace,
} satisfies TerminalFamily;
