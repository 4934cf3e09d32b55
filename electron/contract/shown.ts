/** What the till lays open to the customer before anything is charged. It says nothing about money that moved. */
import { z } from 'zod';
import { base } from './base.ts';
import { amountMinorSchema } from './money.ts';

/** What the cashier has put together so far: one line, and what comes on top. In minor units of the till's currency. */
export const basketSchema = z.object({
  order: z.string().max(100).nullable(),
  amountMinor: amountMinorSchema,
  tipMinor: amountMinorSchema,
  surchargeMinor: amountMinorSchema,
  /** The customer is being asked about a tip. */
  isChoosingTip: z.boolean(),
});
export type Basket = z.infer<typeof basketSchema>;

/**
 * What a till's window has laid open last, and since when (the host's clock). Outcomes that ended before `since` have been
 * put away. It is held in memory only, and shown by customer displays.
 */
export const shownSchema = z.object({ basket: basketSchema.nullable(), since: z.iso.datetime() });
export type Shown = z.infer<typeof shownSchema>;

/** A basket that nobody has touched for this long is no longer shown, milliseconds: its customer has gone. */
export const BASKET_KEPT_MS = 10 * 60_000;

/** Lays a basket open, or (null) takes it and the outcome before it away. */
export const showProcedure = base.input(z.object({ basket: basketSchema.nullable() })).output(z.void());
