/** Changing settings.json while the till runs. What was changed holds as soon as no payment runs. */
import { z } from 'zod';
import { base, operatorSchema } from './base.ts';
import { typedText } from './typed-text.ts';

/** Values as JSON text; null: not written. Of a secret both are null. TEXT_CARD_NUMBER as everywhere. */
const settingChangeSchema = z.object({ key: z.string(), from: z.string().nullable(), to: z.string().nullable() });
export type SettingChangeView = z.infer<typeof settingChangeSchema>;

/** CFG_INVALID: no such setting, a value it does not take, or somebody else changed the file meanwhile. */
export const settingsProcedures = {
  /** `text` is a word, or JSON where the setting takes that; `secret` is it to the letter; without either the setting is taken out. */
  set: base
    .input(
      z.object({
        key: typedText(100).min(1),
        text: typedText(20_000).optional(),
        secret: z.string().min(1).max(2_000).optional(),
        operator: operatorSchema.optional(),
      }),
    )
    .output(settingChangeSchema),
  /** Puts the version before the last change back; done twice, all is as before. */
  back: base.input(z.object({ operator: operatorSchema.optional() })),
};
