/** Changing settings.json while the till runs. What was changed holds as soon as no payment runs. */
import { z } from 'zod';
import { base, operatorSchema } from './base.ts';

/** Values as JSON text; null: not written. Of a secret both are null. */
const settingChangeSchema = z.object({ key: z.string(), from: z.string().nullable(), to: z.string().nullable() });
export type SettingChangeView = z.infer<typeof settingChangeSchema>;

/** CFG_INVALID: no such setting, a value it does not take, or somebody else changed the file meanwhile. */
export const settingsProcedures = {
  /** `text` is a word, or JSON where the setting takes that; null takes the setting out of the file. */
  set: base
    .input(
      z.object({
        key: z.string().min(1).max(100),
        text: z.string().max(20_000).nullable(),
        operator: operatorSchema.optional(),
      }),
    )
    .output(settingChangeSchema),
  /** Puts the version before the last change back; done twice, all is as before. */
  back: base.input(z.object({ operator: operatorSchema.optional() })),
};
