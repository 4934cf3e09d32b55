/** What is wrong with a change of a person; the words of the Settings screen have to be there. */
import type { Failure, PersonFault } from '../../electron/contract/index.ts';
import type { SettingsTexts } from './settings-words.ts';

/** Why a change of a person is not taken, in words; null: it is not about that. */
export function personFault({ code, context }: Failure, { words }: SettingsTexts): string | null {
  const fault = code === 'CFG_PERSON' ? context?.['fault'] : null;
  const { faults } = words.settings.people;
  return typeof fault === 'string' && Object.hasOwn(faults, fault) ? faults[fault as PersonFault] : null;
}
