/** The part of settings.json about what is asked for at the counter: tips, surcharge, how amounts are typed and scanned. */
import { z } from 'zod';
import {
  amountEntrySchema,
  amountMinorSchema,
  pricePrefixesSchema,
  tipPercentsSchema,
  tipWhenSchema,
  type SurchargeSettings,
  type TipSettings,
} from '../contract/index.ts';
import type { HostConfig } from './protocol.ts';

const tipsSchema = z.strictObject({
  /** `before` (on our screen), `terminal` (where the platform drives it) or `after` (added to the approved payment). */
  when: tipWhenSchema.default('before'),
  /** Whole percents of the goods. */
  percents: tipPercentsSchema.optional(),
  /** Fixed tips in minor units, e.g. [100, 200]. */
  fixedMinor: z.array(amountMinorSchema.min(1)).max(4).optional(),
  /** Where both are set: from this amount on percents are offered, below it the fixed ones. */
  percentsFromMinor: amountMinorSchema.optional(),
  /** `after`: how much more is held than is owed, whole percents. */
  roomPercent: z.int().min(1).max(100).optional(),
});

/** Percents may be written alone, as before there were other tips. */
const tipsOrPercents = z.union([tipPercentsSchema, tipsSchema], {
  error: 'is neither a list of percents nor { when, percents, fixedMinor, percentsFromMinor, roomPercent }',
});

const surchargeSchema = z.strictObject({
  /** At most 20, with at most two decimals. */
  percent: z.number().positive().max(20).optional(),
  fixedMinor: amountMinorSchema.min(1).optional(),
  label: z.string().trim().min(1).max(40).default('Card surcharge'),
  /** What the percentage is taken of. */
  appliesTo: z.enum(['goods', 'goods-and-tip']).default('goods'),
});

/** Fields of `till` in settings.json. */
export const saleSettingsSchema = z.object({
  tips: tipsOrPercents.optional(),
  surcharge: surchargeSchema.optional(),
  amountEntry: amountEntrySchema.optional(),
  scanPricePrefixes: pricePrefixesSchema.optional(),
});
type Written = {
  [Key in keyof z.infer<typeof saleSettingsSchema>]: z.infer<typeof saleSettingsSchema>[Key] | undefined;
};

type Told = Pick<HostConfig['till'], 'tips' | 'surcharge' | 'amountEntry' | 'scanPricePrefixes'>;

function tipsOf(written: NonNullable<Written['tips']>): TipSettings {
  const tips: z.infer<typeof tipsSchema> = Array.isArray(written) ? { when: 'before', percents: written } : written;
  const { when, percents = [], fixedMinor = [], percentsFromMinor, roomPercent } = tips;
  return {
    when,
    percents,
    fixedMinor,
    ...(percentsFromMinor === undefined ? {} : { percentsFromMinor }),
    // Room for the largest tip on offer, at least.
    roomPercent: Math.max(roomPercent ?? 25, ...percents),
  };
}

/** What was written, as the host and the screens are told it; or the field that makes no sense, and why. */
export function toldSaleSettings({
  tips,
  surcharge,
  amountEntry,
  scanPricePrefixes,
}: Written): Told | { problem: string } {
  const told: Told = {};
  if (tips !== undefined) told.tips = tipsOf(tips);
  if (surcharge !== undefined) {
    const { percent, fixedMinor, label, appliesTo } = surcharge;
    if (percent === undefined && fixedMinor === undefined) return { problem: 'surcharge: needs percent or fixedMinor' };
    const basisPoints = percent === undefined ? null : Math.round(percent * 100);
    // In floating point 2.3 * 100 is not 230, but nearer to it than to anything that was not meant.
    if (percent !== undefined && Math.abs(percent * 100 - (basisPoints ?? 0)) > 1e-6) {
      return { problem: 'surcharge.percent: has more than two decimals' };
    }
    if (appliesTo === 'goods-and-tip' && told.tips !== undefined && told.tips.when !== 'before') {
      return { problem: 'surcharge.appliesTo: a tip given later cannot be part of it' };
    }
    const settings: SurchargeSettings = { basisPoints, fixedMinor: fixedMinor ?? null, label, appliesTo };
    told.surcharge = settings;
  }
  if (amountEntry !== undefined) told.amountEntry = amountEntry;
  if (scanPricePrefixes !== undefined) told.scanPricePrefixes = scanPricePrefixes;
  return told;
}
