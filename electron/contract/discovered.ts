/** What looking at a port found. */
import { z } from 'zod';
import { failureSchema } from './failures.ts';
import { familySchema, linkKindSchema } from './payment-terms.ts';

/** One thing discovery looked at: a known terminal, a stranger left alone, or a port that could not be opened. */
export const discoveredSchema = z.object({
  address: z.string(),
  link: linkKindSchema,
  vendorId: z.string().nullable(),
  productId: z.string().nullable(),
  /** As the USB descriptor says it; for terminals on a plain serial line, as the terminal says it. */
  serialNumber: z.string().nullable(),
  verdict: z.enum(['terminal', 'stranger', 'unavailable']),
  family: familySchema.nullable(),
  model: z.string().nullable(),
  firmware: z.string().nullable(),
  /** Quirks of this firmware that the driver reckons with, each in a sentence without its full stop; absent: none. */
  quirks: z.array(z.string()).optional(),
  failure: failureSchema.nullable(),
  /**
   * Why it was not asked who it is: the receipt printer's port; the settings say so; a person has said so; its USB numbers
   * are those of something that is no terminal.
   */
  notAsked: z.enum(['receipt-printer', 'settings', 'person', 'known']).optional(),
  /** What its USB numbers say that it is, where they are of no terminal. */
  kind: z.enum(['printer', 'modem', 'gps', 'board', 'scanner', 'scale']).optional(),
  tookMs: z.int(),
});
export type KnownKind = NonNullable<Discovered['kind']>;
export type Discovered = z.infer<typeof discoveredSchema>;
