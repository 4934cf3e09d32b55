/** What a till is set up to ask for beside the goods (tip, surcharge), and the integer arithmetic of both. Pure. */
import { z } from 'zod';
import { amountMinorSchema } from './money.ts';
import { setting } from './setting.ts';

/** Whole percents of the goods, in the order shown. */
export const tipPercentsSchema = setting(z.array(z.int().min(1).max(100)).max(4), {
  group: 'tips',
  unit: 'percent',
  applies: 'live',
});

/**
 * When a tip is asked for: `before` on our own screen; `terminal` by the terminal (the platform drives it; where our
 * cable does, we ask before instead); `after` once the card has been approved, at the capture of the hold.
 */
const tipWhenSchema = z.enum(['before', 'terminal', 'after']);

export const tipSettingsSchema = z.object({
  when: setting(tipWhenSchema.default('before'), { group: 'tips', applies: 'at-start' }),
  percents: tipPercentsSchema.default([]),
  /** Amounts offered as they are, minor units. */
  fixedMinor: setting(z.array(amountMinorSchema.min(1)).max(4), {
    group: 'tips',
    unit: 'money',
    applies: 'live',
  }).default([]),
  /** Where both are set: below this amount of goods the fixed ones are offered, from it on the percents. Absent: both. */
  percentsFromMinor: setting(amountMinorSchema.optional(), { group: 'tips', unit: 'money', applies: 'live' }),
  /** `after`: how much more than the goods is held, whole percents, so that there is room for a tip. */
  roomPercent: setting(z.int().min(1).max(100), { group: 'tips', unit: 'percent', applies: 'live' }).default(25),
  /** A tip above this share of the goods is asked about, whole percents; absent: ASK_TIP_ABOVE_PERCENT. */
  askAbovePercent: setting(z.int().min(1).max(1_000).optional(), {
    group: 'tips',
    unit: 'percent',
    applies: 'live',
  }),
});
export type TipSettings = z.infer<typeof tipSettingsSchema>;

/** What a card payment costs on top; shown before anything is charged. */
export const surchargeSettingsSchema = z.object({
  /** Hundredths of a percent: 250 is 2.5 %. */
  basisPoints: z.int().min(1).max(2_000).nullable(),
  fixedMinor: setting(amountMinorSchema.min(1), { group: 'tips', unit: 'money', applies: 'at-start' }).nullable(),
  /** As the customer reads it: "Card fee". */
  label: setting(z.string().trim().min(1).max(40), { group: 'tips', applies: 'at-start' }),
  /** What the percentage is taken of; a tip that is not known before the payment is never part of it. */
  appliesTo: setting(z.enum(['goods', 'goods-and-tip']), { group: 'tips', applies: 'at-start' }),
});
export type SurchargeSettings = z.infer<typeof surchargeSettingsSchema>;

/** How digits are read: `cents-first` fills from the right (4260 is 42.60), `decimal` as written (42 is 42.00). */
export const amountEntrySchema = z.enum(['cents-first', 'decimal']);
export type AmountEntryMode = z.infer<typeof amountEntrySchema>;

/** Beginnings of EAN-13 barcodes that carry a price (numbers for use within a shop): `20` to `29`. */
export const pricePrefixesSchema = z.array(z.string().regex(/^2[0-9]$/)).max(10);

/** A percentage of an amount, rounded half up to whole minor units. Integers only: `percent` is whole. */
export function percentOf(amountMinor: number, percent: number): number {
  return Math.floor((amountMinor * percent + 50) / 100);
}

/** One tip on offer; `percent` null for a fixed amount. */
export interface OfferedTip {
  percent: number | null;
  amountMinor: number;
}

/** The tips offered on an amount of goods (minor units), in order; empty: nobody is asked. */
export function offeredTips(tips: TipSettings | undefined, goodsMinor: number): OfferedTip[] {
  if (!tips) return [];
  const { percentsFromMinor: from } = tips;
  const percents = tips.percents.map((percent) => ({ percent, amountMinor: percentOf(goodsMinor, percent) }));
  const fixed = tips.fixedMinor.map((amountMinor) => ({ percent: null, amountMinor }));
  if (from === undefined || percents.length === 0 || fixed.length === 0) return [...percents, ...fixed];
  return goodsMinor >= from ? percents : fixed;
}

/** A slip of the keyboard makes a tip of several times the goods; a generous customer seldom gives half. */
const ASK_TIP_ABOVE_PERCENT = 50;

/** The largest tip that is taken without a question, minor units. Tips on offer never ask. */
export function unaskedTipOf(tips: TipSettings | undefined, goodsMinor: number): number {
  const offered = offeredTips(tips, goodsMinor).map(({ amountMinor }) => amountMinor);
  return Math.max(percentOf(Math.max(0, goodsMinor), tips?.askAbovePercent ?? ASK_TIP_ABOVE_PERCENT), ...offered);
}

/** True where the till asks for tips at all. */
export function asksForTips(tips: TipSettings | undefined): tips is TipSettings {
  return tips !== undefined && (tips.percents.length > 0 || tips.fixedMinor.length > 0);
}

/**
 * The surcharge on a payment, minor units. A percentage is cut off to whole minor units, never rounded up: what is asked
 * for is never more than what was said. A fixed one comes on top of it.
 */
export function surchargeOf(surcharge: SurchargeSettings | undefined, goodsMinor: number, tipMinor: number): number {
  if (!surcharge || goodsMinor <= 0) return 0;
  const baseMinor = surcharge.appliesTo === 'goods-and-tip' ? goodsMinor + tipMinor : goodsMinor;
  return Math.floor((baseMinor * (surcharge.basisPoints ?? 0)) / 10_000) + (surcharge.fixedMinor ?? 0);
}

/** How much more than goods and surcharge is held so that a tip fits; never above the till's limit. Minor units. */
export function tipRoomOf(tips: TipSettings, goodsMinor: number, surchargeMinor: number, maxMinor: number): number {
  const offered = offeredTips(tips, goodsMinor).map(({ amountMinor }) => amountMinor);
  const wanted = Math.max(percentOf(goodsMinor, tips.roomPercent), ...offered);
  return Math.max(0, Math.min(wanted, maxMinor - goodsMinor - surchargeMinor));
}
