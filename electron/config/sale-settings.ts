/** Tips and surcharge as written in settings.json, and their form for the host. */
import { z } from 'zod';
import {
  faultWords,
  atStart,
  surchargeSettingsSchema,
  tipPercentsSchema,
  tipSettingsSchema,
  type SurchargeSettings,
  type TipSettings,
} from '../contract/index.ts';

const { shape: tips } = tipSettingsSchema;
const { shape: surcharge } = surchargeSettingsSchema;

const tipsSchema = z.strictObject({
  ...tips,
  percents: tipPercentsSchema.optional(),
  fixedMinor: tips.fixedMinor.unwrap().optional(),
  roomPercent: tips.roomPercent.unwrap().optional(),
});

/** Percents may be written alone: earlier versions had only them. */
export const writtenTipsSchema = z
  .union([tipPercentsSchema, tipsSchema], {
    error:
      'is neither a list of percents nor { when, percents, fixedMinor, percentsFromMinor, roomPercent, askAbovePercent }',
  })
  .transform((written): TipSettings => {
    const inForce = tipSettingsSchema.parse(Array.isArray(written) ? { percents: written } : written);
    // The room must be enough for the largest percentage on offer.
    return { ...inForce, roomPercent: Math.max(inForce.roomPercent, ...inForce.percents) };
  });

export const writtenSurchargeSchema = z
  .strictObject({
    /** At most two decimals. */
    percent: atStart('tips', z.number().positive().max(20).optional(), { unit: 'percent' }),
    fixedMinor: surcharge.fixedMinor.unwrap().optional(),
    label: surcharge.label.default('Card surcharge'),
    appliesTo: surcharge.appliesTo.default('goods'),
  })
  .transform(({ percent, fixedMinor, label, appliesTo }, context): SurchargeSettings | undefined => {
    // Label and base may be set while the surcharge is off.
    if (percent === undefined && fixedMinor === undefined) return undefined;
    const basisPoints = percent === undefined ? null : Math.round(percent * 100);
    // In floating point 2.3 * 100 is not exactly 230, so a small difference is ignored.
    if (percent !== undefined && Math.abs(percent * 100 - (basisPoints ?? 0)) > 1e-6) {
      context.addIssue({ code: 'custom', path: ['percent'], message: faultWords.decimals });
    }
    return { basisPoints, fixedMinor: fixedMinor ?? null, label, appliesTo };
  });
