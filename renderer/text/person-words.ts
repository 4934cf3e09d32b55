/** Refusals of a change of a person; the words of the Settings screen must be loaded. */
import type { Failure, PersonFault } from '../../electron/contract/index.ts';
import type { SettingsTexts } from './settings-words.ts';

/** Explains why a change of a person was refused, or null for any other failure. */
export function personFault({ code, context }: Failure, { words }: SettingsTexts): string | null {
  const fault = code === 'CFG_PERSON' ? context?.['fault'] : null;
  const { faults } = words.settings.people;
  return typeof fault === 'string' && Object.hasOwn(faults, fault) ? faults[fault as PersonFault] : null;
}
