/**
 * Procedures that read and change the settings of a running till. A change takes effect at once, or as soon as no
 * payment runs (setting.ts).
 */
import { z } from 'zod';
import { base, operatorSchema } from './procedure-base.ts';
import { failureSchema } from './failures.ts';
import { roleNames } from '../domain/index.ts';
import { settingFaultSchema } from './setting-faults.ts';
import { settingGroups, settingTimes, settingUnits } from './setting.ts';
import { typedText } from './typed-text.ts';

/** `lines` is a list of texts, and `numbers` a list of numbers. */
const settingKinds = ['text', 'number', 'yes-no', 'choice', 'lines', 'numbers', 'secret'] as const;

const settingFieldSchema = z.object({
  /** E.g. `till.shop`. */
  key: z.string(),
  group: z.enum(settingGroups),
  kind: z.enum(settingKinds),
  unit: z.enum(settingUnits).nullable(),
  applies: z.enum(settingTimes),
  choices: z.array(z.string()),
  /** Limits of a number, in the unit of the file. */
  min: z.number().optional(),
  max: z.number().optional(),
  /** Maximum number of characters or entries. */
  most: z.number().optional(),
  /** True if the setting accepts `null` for none. */
  isNullable: z.boolean(),
  /** True for a value that is never shown or accepted from an argument. */
  isSecret: z.boolean(),
  /** Variable of the environment that overrides it. */
  environment: z.string(),
});
export type SettingFieldView = z.infer<typeof settingFieldSchema>;

/** Layer that overrides the file. `name` is the variable, or the administrator of this computer. */
export const settingHolderSchema = z.object({ by: z.enum(['environment', 'administrator']), name: z.string() });
export type SettingHolder = z.infer<typeof settingHolderSchema>;

/** Values are JSON text, or null for none. The value of a secret only shows that it is set. */
const settingViewSchema = settingFieldSchema.extend({
  /** Value in the file, or in the layer that overrides it. */
  value: z.string().nullable(),
  /** Value that applies while none is written, if there is a single such value. */
  default: z.string().nullable(),
  /** Layer that overrides the file, or null if the file or the default decides. */
  held: settingHolderSchema.nullable(),
  /** True if the written value waits for a restart of the host. */
  isWaiting: z.boolean(),
  /** Last change in the audit log. */
  changed: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
});
export type SettingView = z.infer<typeof settingViewSchema>;

const settingsPersonSchema = z.object({ name: z.string(), roles: z.array(z.enum(roleNames)), hasPin: z.boolean() });
export type SettingsPerson = z.infer<typeof settingsPersonSchema>;

const viewSchema = z.object({
  /** Identifies the content of the file: it differs after each change. */
  revision: z.string(),
  settings: z.array(settingViewSchema),
  people: z.array(settingsPersonSchema),
  /** Layer that overrides the list of people in the file. */
  peopleHeld: settingHolderSchema.nullable(),
  /** Previous version, which `back` restores. */
  former: z.object({ at: z.iso.datetime() }).nullable(),
  /** Faults of the file after a change by hand. */
  faults: z.array(settingFaultSchema),
});
export interface SettingsView extends z.infer<typeof viewSchema> {}
/** A named type, to keep the type of the contract short. */
const settingsViewSchema: z.ZodType<SettingsView> = viewSchema;

/** State of the settings for all windows. */
const stateSchema = z.object({
  revision: z.string(),
  /** True if a change comes into force as soon as no payment runs. */
  isWaiting: z.boolean(),
  /** Reason why changed settings could not be used: the previous settings stay in use. */
  failure: failureSchema.nullable(),
});
export interface SettingsState extends z.infer<typeof stateSchema> {}
export const settingsStateSchema: z.ZodType<SettingsState> = stateSchema;

/** Values are JSON text, or null if none is written. For a secret both are null. */
const changeSchema = z.object({ key: z.string(), from: z.string().nullable(), to: z.string().nullable() });
export interface SettingChangeView extends z.infer<typeof changeSchema> {}
const settingChangeSchema: z.ZodType<SettingChangeView> = changeSchema;

const by = { operator: operatorSchema.optional() };
const key = typedText(100).min(1);
const typed = {
  key,
  text: typedText(20_000).optional(),
  secret: z.string().min(1).max(2_000).optional(),
};
const name = typedText(60);
const roles = z.array(z.enum(roleNames)).min(1);
const pin = z.string().min(1).max(32);

/**
 * A change of one person. `add` and `pin` hash the PIN; a person may change their own PIN with the current PIN.
 * `retire` removes a person from the list; the records keep the name.
 */
const personSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('add'), name, roles, pin: pin.optional() }),
  z.object({ do: z.literal('rename'), name, to: name }),
  z.object({ do: z.literal('roles'), name, roles, pin: pin.optional() }),
  z.object({ do: z.literal('pin'), name, pin }),
  z.object({ do: z.literal('retire'), name }),
]);
export type PersonChange = z.infer<typeof personSchema>;
const personChangeSchema: z.ZodType<PersonChange> = personSchema;

/** Reasons why a change of a person is refused. */
export type PersonFault =
  | 'empty'
  | 'long'
  | 'taken'
  | 'gone'
  | 'held'
  | 'pin-form'
  | 'pin-easy'
  | 'pin-needed'
  | 'manager-needed';

/**
 * CFG_INVALID when the key is unknown, the value is refused (context: setting, fault) or the setting is an
 * administrator's. CFG_CHANGED when another user changed it first (context: setting, value, by). CFG_PERSON when a
 * change of a person is refused.
 */
export const settingsProcedures = {
  /** Reads all settings. ROLE_… as for a change. */
  read: base.input(z.object(by)).output(settingsViewSchema),
  /** Checks a value that is being typed without storing it. Returns null if it has no fault. */
  check: base.input(z.object(typed)).output(settingFaultSchema.nullable()),
  /**
   * `text` is plain, or JSON where the setting takes JSON; `secret` is the exact text. Without both, the setting is
   * removed from the file. `was` is the value at the time of the decision, as JSON text or null; with another value the
   * call fails with CFG_CHANGED.
   */
  set: base
    .input(z.object({ ...typed, was: typedText(40_000).nullable().optional(), ...by }))
    .output(settingChangeSchema),
  person: base.input(z.object({ change: personChangeSchema, ...by })),
  /** Restores the previous version; a second call undoes the first. */
  back: base.input(z.object(by)),
};
