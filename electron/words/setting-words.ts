import type { settings } from './generated/en/settings.ts';

/** Keys of settings that have words. */
export type SettingKey = keyof (typeof settings)['fields'];

/** Words of a setting in one language. */
export interface SettingWords {
  /** Name that a shop owner uses. */
  readonly label: string;
  /** Sentence about the setting's effect. */
  readonly help: string;
  /** Value that applies to an unset setting whose schema has no default. */
  readonly unset?: string;
  /** Names of the values that the setting may have. */
  readonly choices?: Readonly<Record<string, string>>;
}
