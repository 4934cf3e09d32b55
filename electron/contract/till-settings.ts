/**
 * Settings of a till: `till` of settings.json after reading, a part of the host's configuration, and the part that UIs
 * see. All three use this schema, so that an addition here is in each of them (recipe: electron/config/README.md).
 */
import { z } from 'zod';
import { amountMinorSchema, currencySchema } from './money.ts';
import { amountEntrySchema, pricePrefixesSchema, surchargeSettingsSchema, tipSettingsSchema } from './sale-settings.ts';
import { atStart, live } from './setting.ts';

/** A second coffee on one card, or a coffee that is charged twice, seldom comes later. */
const SAME_CARD_MINUTES = 5;

export const tillSettingsSchema = z.object({
  name: z.string(),
  shop: z.string(),
  currency: currencySchema,
  /** BCP 47 tag, for Intl. */
  locale: z.string(),
  maxAmountMinor: amountMinorSchema,
  /** The till asks once before it charges a larger amount; by default the limit is ten times the usual payment here. */
  askAboveMinor: live('payments', amountMinorSchema.optional(), { unit: 'money' }),
  /** Time for which the terminal waits for a card, milliseconds. */
  cardTimeoutMs: atStart('payments', z.int().min(1000).max(255_000), { unit: 'seconds' }),
  /**
   * Time after a payment in which the till asks about the same card and amount, minutes; by default that of
   * `sameCardWithinMsOf`.
   */
  sameCardMinutes: atStart('payments', z.int().min(1).max(60).optional(), { unit: 'minutes' }),
  /** Allows tabs: an amount is held on the card and captured later. */
  tabs: atStart('payments', z.boolean().optional()),
  /** Tips that the till offers; by default it does not ask. */
  tips: tipSettingsSchema.optional(),
  /** Surcharge on card payments; absent for none. */
  surcharge: surchargeSettingsSchema.optional(),
  /** Reading of typed digits; by default cents first. */
  amountEntry: live('payments', amountEntrySchema.optional()),
  /** Prefixes of barcodes that contain a price; by default 20..29, and none if the list is empty. */
  scanPricePrefixes: live('payments', pricePrefixesSchema.optional()),
});

type SameCardSetting = Pick<z.infer<typeof tillSettingsSchema>, 'sameCardMinutes'>;

/**
 * Time after a payment in which the till asks about the same amount, with the same card and between card and link,
 * milliseconds.
 */
export function sameCardWithinMsOf({ sameCardMinutes = SAME_CARD_MINUTES }: SameCardSetting): number {
  return sameCardMinutes * 60_000;
}
