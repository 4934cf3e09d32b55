/** The settings of a till: read and changed while it runs. A change is in force at once, or as soon as no payment runs (setting.ts). */
import { z } from 'zod';
import { base, operatorSchema } from './procedure-base.ts';
import { failureSchema } from './failures.ts';
import { roleNames } from '../domain/index.ts';
import { settingFaultSchema } from './setting-faults.ts';
import { settingGroups, settingTimes, settingUnits } from './setting.ts';
import { typedText } from './typed-text.ts';

/** `lines`: a list of texts; `numbers`: of numbers. */
const settingKinds = ['text', 'number', 'yes-no', 'choice', 'lines', 'numbers', 'secret'] as const;

const settingFieldSchema = z.object({
  /** E.g. `till.shop`. */
  key: z.string(),
  group: z.enum(settingGroups),
  kind: z.enum(settingKinds),
  unit: z.enum(settingUnits).nullable(),
  applies: z.enum(settingTimes),
  choices: z.array(z.string()),
  /** Of a number, in its own unit. */
  min: z.number().optional(),
  max: z.number().optional(),
  /** Characters, or entries. */
  most: z.number().optional(),
  /** `null` says none. */
  isNullable: z.boolean(),
  /** Never shown, and never taken from an argument. */
  isSecret: z.boolean(),
  /** The variable of the environment that stands over it. */
  environment: z.string(),
});
export type SettingFieldView = z.infer<typeof settingFieldSchema>;

/** What stands over the file. `name`: the variable, or who set it for this computer. */
export const settingHolderSchema = z.object({ by: z.enum(['environment', 'administrator']), name: z.string() });
export type SettingHolder = z.infer<typeof settingHolderSchema>;

/** Values as JSON text; null: nothing. Of a secret a value says only that there is one. */
const settingViewSchema = settingFieldSchema.extend({
  /** In the file, or of what stands over it. */
  value: z.string().nullable(),
  /** What holds where nothing is written, where that is one value. */
  default: z.string().nullable(),
  /** Where the value comes from, where not from the file; null: the file or the default decides. */
  held: settingHolderSchema.nullable(),
  /** Another value is written than the one in force: it waits for a start of the host. */
  isWaiting: z.boolean(),
  /** Who set it last, of what the till's record knows. */
  changed: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
});
export type SettingView = z.infer<typeof settingViewSchema>;

const settingsPersonSchema = z.object({ name: z.string(), roles: z.array(z.enum(roleNames)), hasPin: z.boolean() });
export type SettingsPerson = z.infer<typeof settingsPersonSchema>;

const viewSchema = z.object({
  /** Names what the file says: another one, and something was changed. */
  revision: z.string(),
  settings: z.array(settingViewSchema),
  people: z.array(settingsPersonSchema),
  /** Who works here is not the file's to say. */
  peopleHeld: settingHolderSchema.nullable(),
  /** The version before the last change, which `back` puts back. */
  former: z.object({ at: z.iso.datetime() }).nullable(),
  /** What is wrong with the file as it stands: it was changed by hand. */
  faults: z.array(settingFaultSchema),
});
export interface SettingsView extends z.infer<typeof viewSchema> {}
/** By its name: the contract's own type is long enough. */
const settingsViewSchema: z.ZodType<SettingsView> = viewSchema;

/** What everybody at the till knows of the settings. */
const stateSchema = z.object({
  revision: z.string(),
  /** Something was set, and comes into force as soon as no payment runs. */
  isWaiting: z.boolean(),
  /** Why what was set could not come into force: the settings before hold on. */
  failure: failureSchema.nullable(),
});
export interface SettingsState extends z.infer<typeof stateSchema> {}
export const settingsStateSchema: z.ZodType<SettingsState> = stateSchema;

/** Values as JSON text; null: not written. Of a secret both are null. TEXT_CARD_NUMBER as everywhere. */
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
 * What is done to one person. `add` and `pin` hash the PIN; everybody may give themselves another one, with the PIN they have.
 * `retire`: they are taken off the list; what they did stays in the records under their name.
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

/** Why a change of a person is not taken. */
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
 * CFG_INVALID: no such setting, a value it does not take (context: setting, fault), one that is an administrator's. CFG_CHANGED:
 * somebody else changed it meanwhile (context: setting, value, by). PERSON_…: a change of a person that is not taken.
 */
export const settingsProcedures = {
  /** Everything that can be set. ROLE_… as for a change. */
  read: base.input(z.object(by)).output(settingsViewSchema),
  /** What is wrong with a value that is being typed; null: nothing. Nothing is kept. */
  check: base.input(z.object(typed)).output(settingFaultSchema.nullable()),
  /**
   * `text` is a word, or JSON where the setting takes that; `secret` is it to the letter; without either the setting is taken out.
   * `was`: what the setting said (JSON text, null for nothing) when it was decided; it says something else by now: CFG_CHANGED.
   */
  set: base
    .input(z.object({ ...typed, was: typedText(40_000).nullable().optional(), ...by }))
    .output(settingChangeSchema),
  person: base.input(z.object({ change: personChangeSchema, ...by })),
  /** Puts the version before the last change back; done twice, all is as before. */
  back: base.input(z.object(by)),
};
