/** Declaration of a setting, next to the schema of its value. Its key identifies its words (electron/words). */
import { z } from 'zod';

/** Groups of the Settings screen, in their order. */
export const settingGroups = [
  'shop',
  'payments',
  'tips',
  'receipts',
  'people',
  'terminals',
  'platform',
  'kiosk',
  'computer',
] as const;
export type SettingGroup = (typeof settingGroups)[number];

/** Units of a number on the screen: the file has `money` in minor units and `seconds` in milliseconds. */
export const settingUnits = ['money', 'seconds', 'minutes', 'percent'] as const;

/**
 * `live`: a change takes effect at once, also during a payment. `at-start`: a change waits until no payment runs, and
 * the host restarts with it. Settings that decide about money, rights or the configuration of a process are `at-start`.
 */
export const settingTimes = ['live', 'at-start'] as const;

export interface SettingDeclaration {
  readonly group: SettingGroup;
  /** Unit of a number; absent for a plain number and for other kinds. */
  readonly unit?: (typeof settingUnits)[number];
  readonly applies: (typeof settingTimes)[number];
  /** True for a value that is never shown or accepted from an argument. */
  readonly isSecret?: true;
  /** Name of the setting's variable, if the name is older than the rule that derives it from the key. */
  readonly environment?: string;
}

/** Declarations by schema. A wrapper (`optional`, `default`) has the declaration of the wrapped schema. */
export const settingDeclarations = z.registry<SettingDeclaration>();

/**
 * Declare a setting that takes effect at once, or with the next start of the host (`settingTimes`). Fields, faults,
 * form, JSON Schema, environment and reference follow from the declaration.
 */
export const live = declarer('live');
export const atStart = declarer('at-start');

function declarer(applies: SettingDeclaration['applies']) {
  return <Schema extends z.ZodType>(
    group: SettingGroup,
    schema: Schema,
    more: Omit<SettingDeclaration, 'group' | 'applies'> = {},
  ): Schema => {
    settingDeclarations.add(schema, { group, applies, ...more });
    return schema;
  };
}
