/** Settings for tips and surcharges, and their calculation in integer minor units. Pure. */
import { z } from 'zod';
import { amountMinorSchema } from './money.ts';
import { atStart, live } from './setting.ts';

/** Tips in whole percents of the goods, in the displayed order. */
export const tipPercentsSchema = live('tips', z.array(z.int().min(1).max(100)).max(4), { unit: 'percent' });

/**
 * Time of the question for a tip: `before` on the screen of the till; `terminal` on a terminal that the platform drives
 * (on a cable the till asks before instead); `after` the approval of the card, at the capture of the hold.
 */
const tipWhenSchema = z.enum(['before', 'terminal', 'after']);

export const tipSettingsSchema = z.object({
  when: atStart('tips', tipWhenSchema.default('before')),
  percents: tipPercentsSchema.default([]),
  /** Fixed tips, minor units. */
  fixedMinor: live('tips', z.array(amountMinorSchema.min(1)).max(4), { unit: 'money' }).default([]),
  /**
   * If both are set, the till offers fixed tips below this amount of goods and percents from it on, minor units.
   * Without this limit, it offers both.
   */
  percentsFromMinor: live('tips', amountMinorSchema.optional(), { unit: 'money' }),
  /** For `after`: additional hold for a tip, whole percents of the goods. */
  roomPercent: live('tips', z.int().min(1).max(100), { unit: 'percent' }).default(25),
  /** The till asks about a tip above this share of the goods, whole percents; by default ASK_TIP_ABOVE_PERCENT. */
  askAbovePercent: live('tips', z.int().min(1).max(1_000).optional(), { unit: 'percent' }),
});
export type TipSettings = z.infer<typeof tipSettingsSchema>;

/** Surcharge on card payments, which the screen shows before the charge. */
export const surchargeSettingsSchema = z.object({
  /** Hundredths of a percent: 250 is 2.5 %. */
  basisPoints: z.int().min(1).max(2_000).nullable(),
  fixedMinor: atStart('tips', amountMinorSchema.min(1), { unit: 'money' }).nullable(),
  /** Label for the customer, such as "Card fee". */
  label: atStart('tips', z.string().trim().min(1).max(40)),
  /** Base of the percentage. It never includes a tip that is unknown before the payment. */
  appliesTo: atStart('tips', z.enum(['goods', 'goods-and-tip'])),
});
export type SurchargeSettings = z.infer<typeof surchargeSettingsSchema>;

/**
 * Reading of typed digits: `cents-first` fills from the right (4260 is 42.60), `decimal` reads them as written (42 is
 * 42.00).
 */
export const amountEntrySchema = z.enum(['cents-first', 'decimal']);
export type AmountEntryMode = z.infer<typeof amountEntrySchema>;

/** Prefixes of EAN-13 barcodes that contain a price (numbers for use in a shop): `20`..`29`. */
export const pricePrefixesSchema = z.array(z.string().regex(/^2[0-9]$/)).max(10);

/** A percentage of an amount, rounded half up to whole minor units. Integers only: `percent` is whole. */
export function percentOf(amountMinor: number, percent: number): number {
  return Math.floor((amountMinor * percent + 50) / 100);
}

/** An offered tip; `percent` is null for a fixed amount. */
export interface OfferedTip {
  percent: number | null;
  amountMinor: number;
}

/** Tips that the till offers for an amount of goods (minor units), in order; if empty, it does not ask for a tip. */
export function offeredTips(tips: TipSettings | undefined, goodsMinor: number): OfferedTip[] {
  if (!tips) return [];
  const { percentsFromMinor: from } = tips;
  const percents = tips.percents.map((percent) => ({ percent, amountMinor: percentOf(goodsMinor, percent) }));
  const fixed = tips.fixedMinor.map((amountMinor) => ({ percent: null, amountMinor }));
  if (from === undefined || percents.length === 0 || fixed.length === 0) return [...percents, ...fixed];
  return goodsMinor >= from ? percents : fixed;
}

/** A typing error makes a tip of several times the goods; even generous customers seldom give half. */
const ASK_TIP_ABOVE_PERCENT = 50;

/** Largest tip without a question, minor units. The till never asks about an offered tip. */
export function unaskedTipOf(tips: TipSettings | undefined, goodsMinor: number): number {
  const offered = offeredTips(tips, goodsMinor).map(({ amountMinor }) => amountMinor);
  return Math.max(percentOf(Math.max(0, goodsMinor), tips?.askAbovePercent ?? ASK_TIP_ABOVE_PERCENT), ...offered);
}

/** True if the till asks for tips. */
export function asksForTips(tips: TipSettings | undefined): tips is TipSettings {
  return tips !== undefined && (tips.percents.length > 0 || tips.fixedMinor.length > 0);
}

/**
 * Surcharge on a payment, minor units. A percentage is rounded down to whole minor units, so that the charge never
 * exceeds the announced surcharge. A fixed surcharge is added to it.
 */
export function surchargeOf(surcharge: SurchargeSettings | undefined, goodsMinor: number, tipMinor: number): number {
  if (!surcharge || goodsMinor <= 0) return 0;
  const baseMinor = surcharge.appliesTo === 'goods-and-tip' ? goodsMinor + tipMinor : goodsMinor;
  return Math.floor((baseMinor * (surcharge.basisPoints ?? 0)) / 10_000) + (surcharge.fixedMinor ?? 0);
}

/** Additional hold for a tip in addition to goods and surcharge, minor units; never above the limit of the till. */
export function tipRoomOf(tips: TipSettings, goodsMinor: number, surchargeMinor: number, maxMinor: number): number {
  const offered = offeredTips(tips, goodsMinor).map(({ amountMinor }) => amountMinor);
  const wanted = Math.max(percentOf(goodsMinor, tips.roomPercent), ...offered);
  return Math.max(0, Math.min(wanted, maxMinor - goodsMinor - surchargeMinor));
}
