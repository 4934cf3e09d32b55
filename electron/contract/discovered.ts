/** Result of probing a port. */
import { z } from 'zod';
import { failureSchema } from './failures.ts';
import { familySchema, linkKindSchema } from './payment-terms.ts';

/** Result for one port: a known terminal, a foreign device left alone, or a port that could not be opened. */
export const discoveredSchema = z.object({
  address: z.string(),
  link: linkKindSchema,
  vendorId: z.string().nullable(),
  productId: z.string().nullable(),
  /** Serial number from the USB descriptor; on a plain serial line, as the terminal reports it. */
  serialNumber: z.string().nullable(),
  verdict: z.enum(['terminal', 'stranger', 'unavailable']),
  family: familySchema.nullable(),
  model: z.string().nullable(),
  firmware: z.string().nullable(),
  /** Firmware quirks that the driver works around, each a sentence without its full stop; absent if there are none. */
  quirks: z.array(z.string()).optional(),
  failure: failureSchema.nullable(),
  /**
   * Reason why the device was not asked to identify itself: it is the receipt printer's port, the settings or a
   * technician exclude it, or its USB numbers belong to another kind of device.
   */
  notAsked: z.enum(['receipt-printer', 'settings', 'person', 'known']).optional(),
  /** Kind of device according to its USB numbers, if they are not a terminal's. */
  kind: z.enum(['printer', 'modem', 'gps', 'board', 'scanner', 'scale']).optional(),
  tookMs: z.int(),
});
export type KnownKind = NonNullable<Discovered['kind']>;
export type Discovered = z.infer<typeof discoveredSchema>;
