/**
 * What a till is set up with: `till` of settings.json once it is read, a part of the host's configuration, and what UIs see
 * of it. The one schema of all three: what is added here is in each of them (recipe: electron/starter/README.md).
 */
import { z } from 'zod';
import { amountMinorSchema, currencySchema } from './money.ts';
import { amountEntrySchema, pricePrefixesSchema, surchargeSettingsSchema, tipSettingsSchema } from './sale-settings.ts';
import { setting } from './setting.ts';

/** Two coffees on one card are seldom further apart, and neither is one coffee that was charged twice. */
const SAME_CARD_MINUTES = 5;

export const tillSettingsSchema = z.object({
  name: z.string(),
  shop: z.string(),
  currency: currencySchema,
  /** BCP 47, for Intl. */
  locale: z.string(),
  maxAmountMinor: amountMinorSchema,
  /** Amounts above it are asked about once before they are charged; absent: ten times what is usually paid here. */
  askAboveMinor: setting(amountMinorSchema.optional(), { group: 'payments', unit: 'money', applies: 'live' }),
  /** How long the terminal waits for a card, milliseconds. */
  cardTimeoutMs: setting(z.int().min(1000).max(255_000), { group: 'payments', unit: 'seconds', applies: 'at-start' }),
  /** How long after a payment the same card is asked about for the same amount, minutes; absent: the default of `sameCardWithinMsOf`. */
  sameCardMinutes: setting(z.int().min(1).max(60).optional(), {
    group: 'payments',
    unit: 'minutes',
    applies: 'at-start',
  }),
  /** An amount may be held on the card and captured later (a tab). */
  tabs: setting(z.boolean().optional(), { group: 'payments', applies: 'at-start' }),
  /** Tips that are asked for; absent, or nothing on offer: nobody is asked. */
  tips: tipSettingsSchema.optional(),
  /** What a card payment costs on top; absent: nothing. */
  surcharge: surchargeSettingsSchema.optional(),
  /** How typed digits are read; absent: cents first. */
  amountEntry: setting(amountEntrySchema.optional(), { group: 'payments', applies: 'live' }),
  /** Barcodes with these beginnings carry a price; absent: 20 to 29, empty: none does. */
  scanPricePrefixes: setting(pricePrefixesSchema.optional(), { group: 'payments', applies: 'live' }),
});

type SameCardSetting = Pick<z.infer<typeof tillSettingsSchema>, 'sameCardMinutes'>;

/** Within this time after a payment the same amount is asked about: with the same card, and between card and link. Milliseconds. */
export function sameCardWithinMsOf({ sameCardMinutes = SAME_CARD_MINUTES }: SameCardSetting): number {
  return sameCardMinutes * 60_000;
}
