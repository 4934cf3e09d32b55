import type { Act } from '../../electron/contract/index.ts';
import type { Texts } from './texts.ts';

const kinds: Readonly<Record<Act, 'given' | 'changed' | 'charged' | 'noted' | 'link'>> = {
  refund: 'given',
  release: 'given',
  reverse: 'given',
  decide: 'changed',
  link: 'changed',
  'take-back': 'changed',
  'close-link': 'link',
  'device-action': 'changed',
  'decide-port': 'changed',
  unpair: 'changed',
  export: 'changed',
  settings: 'changed',
  setup: 'changed',
  'open-drawer': 'changed',
  'own-pin': 'changed',
  capture: 'charged',
  'raise-tip': 'charged',
  'keep-part': 'changed',
  'answer-repeat': 'changed',
  note: 'noted',
};

/** Describes the action that was not done because the signed-in person lacks the right. */
export function notDoneText(act: Act | undefined, { words }: Texts): string {
  return act ? words.signIn.notDone[kinds[act]] : words.payments.form.nothingDone;
}
