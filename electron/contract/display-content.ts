/** Content that the till publishes to the customer displays before a charge. It contains no payments. */
import { z } from 'zod';
import { base } from './procedure-base.ts';
import { amountMinorSchema } from './money.ts';
import { typedText } from './typed-text.ts';

/** The cashier's basket so far: one line, plus tip and surcharge. In minor units of the till's currency. */
const basketSchema = z.object({
  order: typedText(100).nullable(),
  amountMinor: amountMinorSchema,
  tipMinor: amountMinorSchema,
  surchargeMinor: amountMinorSchema,
  isChoosingTip: z.boolean(),
});
export type Basket = z.infer<typeof basketSchema>;

/** Content last published by a window of the till. Held in memory only. */
export const displayContentSchema = z.object({ basket: basketSchema.nullable() });

/** Time after which an unchanged basket is no longer displayed, in milliseconds: its customer has left. */
export const BASKET_SHOWN_MS = 10 * 60_000;

/**
 * Publishes a window's basket, or clears it if null. Baskets of other windows are kept. `window` is the window's id.
 */
export const publishBasketProcedure = base
  .input(z.object({ basket: basketSchema.nullable(), window: z.string().max(64) }))
  .output(z.void());
