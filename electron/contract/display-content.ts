/** What the till publishes to the customer displays before anything is charged. It says nothing about money that moved. */
import { z } from 'zod';
import { base } from './procedure-base.ts';
import { amountMinorSchema } from './money.ts';
import { typedText } from './typed-text.ts';

/** What the cashier has put together so far: one line, and what comes on top. In minor units of the till's currency. */
const basketSchema = z.object({
  order: typedText(100).nullable(),
  amountMinor: amountMinorSchema,
  tipMinor: amountMinorSchema,
  surchargeMinor: amountMinorSchema,
  /** The customer is being asked about a tip. */
  isChoosingTip: z.boolean(),
});
export type Basket = z.infer<typeof basketSchema>;

/** What a till's window has published last. Held in memory only. */
export const displayContentSchema = z.object({ basket: basketSchema.nullable() });

/** A basket unchanged for this long is no longer displayed, milliseconds: its customer has gone. */
export const BASKET_KEPT_MS = 10 * 60_000;

/** Publishes a window's basket, or (null) clears its own: what another window has put together stays. `window` names it. */
export const publishBasketProcedure = base
  .input(z.object({ basket: basketSchema.nullable(), window: z.string().max(64) }))
  .output(z.void());
