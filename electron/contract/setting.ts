/** The declaration of a setting, beside the schema of its value. Its words are found by its key (electron/words). */
import { z } from 'zod';

/** Groups of the Settings screen, in its order. */
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

/** Units of a number on the screen: `money` is kept in minor units, `seconds` in milliseconds. */
export const settingUnits = ['money', 'seconds', 'minutes', 'percent'] as const;

/**
 * `live`: a change is in force at once, also beside a running payment. `at-start`: it waits until no payment runs, and the host
 * starts again with it. Settings that decide about money, rights or how a process is set up are `at-start`.
 */
export const settingTimes = ['live', 'at-start'] as const;

export interface SettingDeclaration {
  readonly group: SettingGroup;
  /** Absent: a plain number, or no number. */
  readonly unit?: (typeof settingUnits)[number];
  readonly applies: (typeof settingTimes)[number];
  /** Never shown, and never taken from an argument. */
  readonly isSecret?: true;
  /** Name of its variable, where it is older than the rule that derives names from keys. */
  readonly environment?: string;
}

/** Every declaration, by schema; a schema that is wrapped (`optional`, `default`) passes it on. */
export const settingDeclarations = z.registry<SettingDeclaration>();

/** Declares a setting. All lists of settings follow: fields, faults, form, JSON Schema, environment and reference. */
export function setting<Schema extends z.ZodType>(schema: Schema, declaration: SettingDeclaration): Schema {
  settingDeclarations.add(schema, declaration);
  return schema;
}
