/** How tips and the surcharge are written in settings.json, and what the host is handed of them. */
import { z } from 'zod';
import {
  faultWords,
  amountMinorSchema,
  setting,
  tipPercentsSchema,
  tipSettingsSchema,
  tipWhenSchema,
  type SurchargeSettings,
  type TipSettings,
} from '../contract/index.ts';

const tipsSchema = z.strictObject({
  /** `before` (on our screen), `terminal` (where the platform drives it) or `after` (added to the approved payment). */
  when: setting(tipWhenSchema.default('before'), { group: 'tips', applies: 'at-start' }),
  /** Whole percents of the goods. */
  percents: setting(tipPercentsSchema.optional(), { group: 'tips', unit: 'percent', applies: 'live' }),
  /** Fixed tips in minor units, e.g. [100, 200]. */
  fixedMinor: setting(z.array(amountMinorSchema.min(1)).max(4).optional(), {
    group: 'tips',
    unit: 'money',
    applies: 'live',
  }),
  /** Where both are set: from this amount on percents are offered, below it the fixed ones. */
  percentsFromMinor: setting(amountMinorSchema.optional(), { group: 'tips', unit: 'money', applies: 'live' }),
  /** `after`: how much more is held than is owed, whole percents. */
  roomPercent: setting(z.int().min(1).max(100).optional(), { group: 'tips', unit: 'percent', applies: 'live' }),
  /** Whole percents of the goods; a tip above them is asked about. */
  askAbovePercent: setting(tipSettingsSchema.shape.askAbovePercent, {
    group: 'tips',
    unit: 'percent',
    applies: 'live',
  }),
});

/** Percents may be written alone, as before there were other tips. */
export const writtenTipsSchema = z
  .union([tipPercentsSchema, tipsSchema], {
    error:
      'is neither a list of percents nor { when, percents, fixedMinor, percentsFromMinor, roomPercent, askAbovePercent }',
  })
  .transform((written): TipSettings => {
    const tips: z.infer<typeof tipsSchema> = Array.isArray(written) ? { when: 'before', percents: written } : written;
    const { when, percents = [], fixedMinor = [], percentsFromMinor, roomPercent, askAbovePercent } = tips;
    return {
      when,
      percents,
      fixedMinor,
      ...(percentsFromMinor === undefined ? {} : { percentsFromMinor }),
      // Room for the largest tip on offer, at least.
      roomPercent: Math.max(roomPercent ?? 25, ...percents),
      ...(askAbovePercent === undefined ? {} : { askAbovePercent }),
    };
  });

export const writtenSurchargeSchema = z
  .strictObject({
    /** At most 20, with at most two decimals. */
    percent: setting(z.number().positive().max(20).optional(), { group: 'tips', unit: 'percent', applies: 'at-start' }),
    fixedMinor: setting(amountMinorSchema.min(1).optional(), { group: 'tips', unit: 'money', applies: 'at-start' }),
    label: setting(z.string().trim().min(1).max(40).default('Card surcharge'), { group: 'tips', applies: 'at-start' }),
    /** What the percentage is taken of. */
    appliesTo: setting(z.enum(['goods', 'goods-and-tip']).default('goods'), { group: 'tips', applies: 'at-start' }),
  })
  .transform(({ percent, fixedMinor, label, appliesTo }, context): SurchargeSettings | undefined => {
    // Its name and what it is taken of may stand there while it is off.
    if (percent === undefined && fixedMinor === undefined) return undefined;
    const basisPoints = percent === undefined ? null : Math.round(percent * 100);
    // In floating point 2.3 * 100 is not 230, but nearer to it than to anything that was not meant.
    if (percent !== undefined && Math.abs(percent * 100 - (basisPoints ?? 0)) > 1e-6) {
      context.addIssue({ code: 'custom', path: ['percent'], message: faultWords.decimals });
    }
    return { basisPoints, fixedMinor: fixedMinor ?? null, label, appliesTo };
  });
