/** How tips and the surcharge are written in settings.json, and what the host is handed of them. */
import { z } from 'zod';
import {
  amountMinorSchema,
  tipPercentsSchema,
  tipWhenSchema,
  type SurchargeSettings,
  type TipSettings,
} from '../contract/index.ts';

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
export const writtenTipsSchema = z
  .union([tipPercentsSchema, tipsSchema], {
    error: 'is neither a list of percents nor { when, percents, fixedMinor, percentsFromMinor, roomPercent }',
  })
  .transform((written): TipSettings => {
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
  });

export const writtenSurchargeSchema = z
  .strictObject({
    /** At most 20, with at most two decimals. */
    percent: z.number().positive().max(20).optional(),
    fixedMinor: amountMinorSchema.min(1).optional(),
    label: z.string().trim().min(1).max(40).default('Card surcharge'),
    /** What the percentage is taken of. */
    appliesTo: z.enum(['goods', 'goods-and-tip']).default('goods'),
  })
  .transform(({ percent, fixedMinor, label, appliesTo }, context): SurchargeSettings | undefined => {
    // Its name and what it is taken of may stand there while it is off.
    if (percent === undefined && fixedMinor === undefined) return undefined;
    const basisPoints = percent === undefined ? null : Math.round(percent * 100);
    // In floating point 2.3 * 100 is not 230, but nearer to it than to anything that was not meant.
    if (percent !== undefined && Math.abs(percent * 100 - (basisPoints ?? 0)) > 1e-6) {
      context.addIssue({ code: 'custom', path: ['percent'], message: 'has more than two decimals' });
    }
    return { basisPoints, fixedMinor: fixedMinor ?? null, label, appliesTo };
  });
